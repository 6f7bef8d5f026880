"""What is stored: plain records without behaviour. Times are milliseconds since 1970 (UTC)."""

from typing import Any, Final

import msgspec

OPEN: Final = "open"  # waits for players
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"  # given up before its end; kept, but no longer played

Json = dict[str, Any]
Log = tuple[tuple[int, int], ...]


class JournalEntry(msgspec.Struct, frozen=True):
    """One thing that happened at a table: entry `n` of its journal, never changed afterwards.

    The game's log follows from `cut` and `log` alone, whatever the kind: cut the log to its first `cut`
    actions (None: keep all), then add `log`. So an action with the chance that answers it is one entry, and
    so is an undo. Everything else (chat, seating, a clock that fell) stands in `body`.
    """

    n: int  # 0, 1, 2, … without a gap; the version of the table that a client can name
    at: int
    kind: str  # the server's word for it: "sit", "start", "play", "undo", "chat", …
    seat: int | None = None  # whose doing, where it was a seat's
    log: Log = ()  # (seat, action), chance included
    cut: int | None = None
    body: Json = {}


class TableRow(msgspec.Struct, frozen=True):
    """A table without its journal. `title` and `version` say by which rules the journal was written."""

    id: str
    title: str
    version: int
    seats: int
    created: int
    options: Json = {}
    components: Json | None = None  # the player's own board or cards
    secret: bytes = b""  # the seed of the dice; never leaves the server before the end
    status: str = OPEN
    public: bool = True
    due: int | None = None  # when a clock falls next; None: no clock runs
    touched: int = 0  # when the head or the status changed last; lobby lists are sorted by it
    head: Json = {}  # what the lobby shows and the server needs besides: names, clock settings, link, …


class SeatHolder(msgspec.Struct, frozen=True):
    """The holder of a seat: the hash of its token, and the user where one is known."""

    table: str
    seat: int
    token: bytes  # SHA-256 of the token; the token itself is never stored
    user: str | None = None


class TableUpdate(msgspec.Struct, frozen=True):
    """Changes of a table and its seats, stored in the same transaction as an entry. UNSET keeps the value."""

    status: str | msgspec.UnsetType = msgspec.UNSET
    due: int | msgspec.UnsetType | None = msgspec.UNSET
    public: bool | msgspec.UnsetType = msgspec.UNSET
    head: Json | msgspec.UnsetType = msgspec.UNSET
    # All fields above are columns of the table; these two are about its seats and stay the last.
    seats: tuple[SeatHolder, ...] = ()  # put or replaced
    left: tuple[int, ...] = ()  # seats given up

    def changed(self, at: int) -> dict[str, Any]:
        """The fields of the TableRow that change, and their new values."""
        values = zip(CHANGEABLE, msgspec.structs.astuple(self), strict=False)  # faster than getattr for each
        new = {name: value for name, value in values if value is not msgspec.UNSET}
        if not UNLISTED.issuperset(new):
            new["touched"] = at
        return new


CHANGEABLE: Final = TableUpdate.__struct_fields__[:-2]
"""The fields of a TableRow that a TableUpdate can change, besides `touched`."""
UNLISTED: Final = frozenset({"due"})
"""Changes that no list shows, so that they do not move a table to the top."""


class User(msgspec.Struct, frozen=True):
    """A person: a guest (no password) or an account (its name is its own, whatever the case)."""

    id: str
    name: str
    created: int
    password: str | None = None  # an argon2 hash
    settings: Json = {}


class Session(msgspec.Struct, frozen=True):
    """A browser that is signed in: the hash of its cookie."""

    key: bytes
    user: str
    created: int
    expires: int


class NotificationTarget(msgspec.Struct, frozen=True):
    """An address that is notified when it is a user's turn: kind "webhook", "push" or "email"."""

    id: str
    user: str
    kind: str
    address: str
    settings: Json = {}


def log_after(log: list[tuple[int, int]], entry: JournalEntry) -> list[tuple[int, int]]:
    """The game's log after one more entry; the list given is changed and returned."""
    if entry.cut is not None:
        del log[entry.cut :]
    log.extend(entry.log)
    return log
