"""Store: all that a server asks of its storage.

The one law: when `append` was awaited, the entry is on disk, exactly once, and no other process can have put
another entry under its number. Whoever gets `Conflict` reads the journal on and decides again.
"""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from abbatia.core.words import Message, words
from abbatia.storage.model import (
    JournalEntry,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
)


class Conflict(Exception):
    """The number of an entry, an id or a name is taken: somebody else was first. Nothing was stored."""


Reason = Literal["unreachable", "full", "read_only", "corrupt", "stuck", "replaced", "deaf", "closed"]
"""Why a store cannot be used, for /healthz: `deaf` means that it does not hear of other processes."""


class StoreUnavailable(Exception):
    """The store did not answer. An append may or may not be stored: read the journal before going on."""

    def __init__(self, why: str, reason: Reason = "unreachable") -> None:
        super().__init__(why)
        self.reason: Reason = reason


class StoreOpenError(Exception):
    """The store cannot be opened; the message says in one sentence why and what to do."""

    def __init__(self, key: str, **args: Any) -> None:
        self.message = Message(key, **args)
        super().__init__(words("en").say(self.message))


class Watcher(Protocol):
    """Receives what other processes do with the same store; called in the event loop, must not block."""

    def on_append(self, table: str, n: int) -> None:
        """Another process has stored entry `n` of a table (and all before it)."""

    def on_message(self, table: str, text: str) -> None:
        """Another process called `publish`."""

    def on_gap(self) -> None:
        """The connection was lost for a while: anything may have been appended to any table."""


class Store(Protocol):
    """Storage of tables and people; every method may raise StoreUnavailable."""

    @property
    def shared(self) -> bool:
        """Whether other processes may append to the same tables."""

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises StoreOpenError."""

    async def close(self) -> None:
        """Write what was accepted, then disconnect."""

    async def ping(self) -> None:
        """Return when the store could be written just now (for /healthz). Raises StoreUnavailable."""

    # Tables

    async def create(self, table: TableRow) -> None:
        """A new table with an empty journal. Raises Conflict when its id is taken."""

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        """Store the entry and the change durably, both or neither: when this returns they are.

        Raises Conflict when `n` is taken, KeyError for an unknown table.
        """

    async def table(self, table: str) -> TableRow | None: ...

    async def entries(self, table: str, start: int = 0, stop: int | None = None) -> list[JournalEntry]:
        """The journal from entry `start` to before `stop`, in order."""

    async def tables(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        title: str | None = None,
        user: str | None = None,
        since: int | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[TableRow]:
        """Heads of tables, the last touched first; `before` = (touched, id) of the last one seen, to page.

        `since`: touched at this time or later.
        """

    async def due(self, until: int, limit: int = 100) -> list[TableRow]:
        """Tables whose clock falls at `until` or earlier, the earliest first."""

    async def change(self, table: str, change: TableUpdate, at: int) -> None:
        """Change a head without an entry. Raises KeyError for an unknown table."""

    async def drop(self, table: str) -> None:
        """Forget a table and everything about it."""

    # Seats

    async def seats(self, table: str) -> list[SeatHolder]:
        """All seats that are held at a table, ascending."""

    # Other processes

    def watch(self, watcher: Watcher) -> None:
        """Call this watcher for what other processes do, from `open` on."""

    async def publish(self, table: str, text: str) -> None:
        """Send a text (4,000 bytes at most) to the watchers of other processes; it is not stored."""

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        """Take or renew a task for a while so that one process does it; False while another holds it."""

    async def spend(self, name: str, amount: int, limit: int, now: int, until: int) -> bool:
        """Count an amount to what was used under a name; False, and not counted, when that exceeds the limit.

        The count begins anew with the first use after the time until which the one before was counted.
        """

    async def drop_quotas(self, expired: int) -> None:
        """Forget the counts that ended at this time or before."""

    async def heartbeat(self, now: int, silence: int) -> None:
        """Note that a process serves at this moment; it may be any of several.

        When none has done so for longer than `silence` milliseconds, a new uptime begins; the time between
        the last heartbeat and this one was an outage.
        """

    async def uptimes(self) -> list[tuple[int, int]]:
        """The periods in which this store was served, ascending: first and last heartbeat of each."""

    # People

    async def add_user(self, user: User) -> None:
        """Raises Conflict when the id, or for an account the name, is taken."""

    async def change_user(self, user: User) -> None:
        """Store a user as it is now. Raises Conflict for a name taken by an account, KeyError if unknown."""

    async def user(self, user: str) -> User | None: ...

    async def account(self, name: str) -> User | None:
        """The user with a password and this name, whatever the case."""

    async def add_session(self, session: Session) -> None:
        """Raises Conflict when the key is taken."""

    async def session(self, key: bytes, now: int) -> Session | None:
        """The session with this key unless it has expired."""

    async def drop_session(self, key: bytes) -> None: ...

    async def drop_sessions(self, *, user: str | None = None, expired: int | None = None) -> None:
        """Forget all sessions of a user, or all that expired before a time."""

    async def put_notification_target(self, notice: NotificationTarget) -> None: ...

    async def notification_targets(self, users: Sequence[str]) -> list[NotificationTarget]: ...

    async def drop_notification_target(self, user: str, notice: str) -> None: ...

    async def setting(self, name: str, first: bytes) -> bytes:
        """A value that all processes share (keys, secrets): `first` is stored if there is none yet."""
