"""What a store raises."""

from typing import Any, Literal

from abbatia.core.words import Message, words
from abbatia.errors import AbbatiaError

Reason = Literal["unreachable", "full", "read_only", "corrupt", "stuck", "replaced", "deaf", "closed"]
"""Why a store cannot be used, for /healthz: `deaf` means that it gets no notifications of other processes."""


class Conflict(AbbatiaError):
    """The number of an entry, an id or a name is taken: somebody else was first. Nothing was stored."""


class StoreUnavailable(AbbatiaError):
    """The store did not answer. An append may or may not be stored: read the journal before going on."""

    def __init__(self, why: str, reason: Reason = "unreachable") -> None:
        super().__init__(why)
        self.reason: Reason = reason


class StoreOpenError(AbbatiaError):
    """The store cannot be opened; the message says in one sentence why and what to do."""

    def __init__(self, key: str, **args: Any) -> None:
        self.message = Message(key, **args)
        super().__init__(words("en").say(self.message))
