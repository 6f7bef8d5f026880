"""Denied: why the server does not do something, as one sentence for people and one word for programs."""

from typing import Any, Final

from abbatia.core.refusals import Refusal
from abbatia.core.words import Message
from abbatia.errors import AbbatiaError
from abbatia.server.ws.model import Said
from abbatia.server.ws.protocol import Code, Refused

STATUS: Final[dict[str, int]] = {
    "too_big": 413,
    "too_fast": 429,
    "too_slow": 408,
    "unknown_table": 404,
    "unknown": 404,
    "not_seated": 403,
    "forbidden": 403,
    "not_started": 409,
    "over": 409,
    "taken": 409,
    "not_possible": 409,
    "unavailable": 503,
}


class Denied(AbbatiaError):
    """Raised when something is not done; then nothing has changed."""

    def __init__(
        self, code: Code, key: str = "", *, rule: str = "", nth: int | None = None, **args: Any
    ) -> None:
        super().__init__(code)
        self.code: Code = code
        self.why = Said(key or f"server.{code}", args)
        self.rule = rule
        self.nth = nth
        self.at: int | None = None  # which action of a batch is refused
        self.lesson: Said | None = None  # what a lesson adds

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS.get(self.code, 400)

    def answer(self, re: int, table: str | None = None) -> Refused:
        """The same as a message of the websocket."""
        return Refused(re, self.code, self.why, self.rule, table, self.nth, self.at, self.lesson)


class Fault(Denied):
    """A fault of the server itself; the client learns no more than that."""

    def __init__(self) -> None:
        super().__init__("not_possible", "server.fault")


def denied_by(refusal: Refusal, at: int | None = None) -> Denied:
    """What the rules refuse; `at` is the place of the refused action in its batch."""
    code: Code = "over" if refusal.reason.key == "core.over" else "illegal"
    denied = denied_for(code, refusal.reason)
    denied.rule = refusal.rule
    denied.at = at
    return denied


def denied_for(code: Code, message: Message) -> Denied:
    """What the rules have to say about a setup or a record."""
    denied = Denied(code)
    denied.why = Said(message.key, message.args)
    return denied
