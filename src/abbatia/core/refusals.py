"""Why an action is not allowed: one sentence a player understands, and the rule that says so."""

from typing import Any

from abbatia.core.words import Message
from abbatia.errors import AbbatiaError


class Refusal:
    """A reason (a key of the catalogue with arguments) and the number of the rule behind it.

    Examples:
        >>> import abbatia
        >>> match = abbatia.new_match("cardinal", seats=3, seed=2026)
        >>> refusal = match.state.why_not(0, match.number("pay france"))
        >>> refusal.rule, refusal.reason.key
        ('4.1', 'cardinal.refusal.no_card')
    """

    __slots__ = ("reason", "rule")

    def __init__(self, key: str, rule: str, **args: Any) -> None:
        self.reason = Message(key, **args)
        self.rule = rule

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.reason == other.reason and self.rule == other.rule

    def __hash__(self) -> int:
        return hash((self.reason, self.rule))

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, rule={self.rule!r})"

    def to_json(self) -> dict[str, Any]:
        return {"reason": self.reason.to_json(), "rule": self.rule}


class Refused(AbbatiaError):
    """Raised by the driver when an action is refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.key)
        self.refusal = refusal


class BadSetup(AbbatiaError):
    """Raised for seats, options or a component file that the title cannot play; says why in one message."""

    def __init__(self, key: str, **args: Any) -> None:
        self.message = Message(key, **args)
        super().__init__(f"{key} {args}")
