"""Store: all that a server asks of its storage.

The one law: when `append` was awaited, the entry is on disk, exactly once, and no other process can have put
another entry under its number. Whoever gets `Conflict` reads the journal on and decides again.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from abbatia.core.words import Message, words
from abbatia.storage.rows import Change, Entry, Notice, Seat, Session, Table, User


class Conflict(Exception):
    """The number of an entry, an id or a name is taken: somebody else was first. Nothing was stored."""


class StoreDown(Exception):
    """The store did not answer. An append may or may not be stored: read the journal before going on."""


class StoreBusy(Exception):
    """The store cannot be opened; the message says in one sentence why and what to do."""

    def __init__(self, key: str, **args: Any) -> None:
        self.message = Message(key, **args)
        super().__init__(words("en").say(self.message))


Answer = Callable[[BaseException | None], None]
"""Told that an append has ended: with what went wrong, or nothing."""


class Watcher(Protocol):
    """Hears what other processes do with the same store; called in the event loop, must not block."""

    def appended(self, table: str, n: int) -> None:
        """Another process has stored entry `n` of a table (and all before it)."""

    def told(self, table: str, text: str) -> None:
        """Another process called `tell`."""

    def missed(self) -> None:
        """The connection was lost for a while: anything may have been appended to any table."""


class Store(Protocol):
    """Storage of tables and people; every method may raise StoreDown."""

    @property
    def shared(self) -> bool:
        """Whether other processes may append to the same tables."""

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises StoreBusy."""

    async def close(self) -> None:
        """Write what was accepted, then disconnect."""

    async def ping(self) -> None:
        """Return when the store answers (for /healthz)."""

    # Tables

    async def create(self, table: Table) -> None:
        """A new table with an empty journal. Raises Conflict when its id is taken."""

    async def append(self, table: str, entry: Entry, change: Change | None = None) -> None:
        """Store the entry and the change durably, both or neither: when this returns they are.

        Raises Conflict when `n` is taken, KeyError for an unknown table.
        """

    def append_soon(self, table: str, entry: Entry, change: Change | None, answer: Answer) -> None:
        """The same for who does not wait: `answer` is called in the event loop when it has ended."""

    async def table(self, table: str) -> Table | None: ...

    async def entries(self, table: str, start: int = 0, stop: int | None = None) -> list[Entry]:
        """The journal from entry `start` to before `stop`, in order."""

    async def tables(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        user: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[Table]:
        """Heads of tables, the last touched first; `before` = (touched, id) of the last one seen, to page."""

    async def due(self, until: int, limit: int = 100) -> list[Table]:
        """Tables whose clock falls at `until` or earlier, the earliest first."""

    async def change(self, table: str, change: Change, at: int) -> None:
        """Change a head without an entry. Raises KeyError for an unknown table."""

    async def drop(self, table: str) -> None:
        """Forget a table and everything about it."""

    # Seats

    async def seats(self, table: str) -> list[Seat]:
        """All seats that are held at a table, ascending."""

    # Other processes

    def watch(self, watcher: Watcher) -> None:
        """From `open` on, tell this watcher what other processes do."""

    async def tell(self, table: str, text: str) -> None:
        """Tell the watchers of all other processes something that need not be kept (at most 4,000 bytes)."""

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        """Take or renew a task for a while so that one process does it; False while another holds it."""

    async def release(self, name: str, holder: str) -> None:
        """Give a claimed task back."""

    # People

    async def add_user(self, user: User) -> None:
        """Raises Conflict when the id, or for an account the name, is taken."""

    async def change_user(self, user: User) -> None:
        """Store a user as it is now. Raises Conflict for a name taken by an account, KeyError if unknown."""

    async def user(self, user: str) -> User | None: ...

    async def account(self, name: str) -> User | None:
        """The user with a password and this name, whatever the case."""

    async def drop_user(self, user: str) -> None:
        """Forget a person: sessions and notices too; seats stay, held by nobody known."""

    async def add_session(self, session: Session) -> None:
        """Raises Conflict when the key is taken."""

    async def session(self, key: bytes, now: int) -> Session | None:
        """The session with this key unless it has expired."""

    async def drop_session(self, key: bytes) -> None: ...

    async def drop_sessions(self, *, user: str | None = None, expired: int | None = None) -> None:
        """Forget all sessions of a user, or all that expired before a time."""

    async def put_notice(self, notice: Notice) -> None: ...

    async def notices(self, users: Sequence[str]) -> list[Notice]: ...

    async def drop_notice(self, user: str, notice: str) -> None: ...

    async def setting(self, name: str, first: bytes) -> bytes:
        """A value that all processes share (keys, secrets): `first` is stored if there is none yet."""


def append_by_task(store: Store, table: str, entry: Entry, change: Change | None, answer: Answer) -> None:
    """`Store.append_soon` for a store that has no shorter way."""

    def ended(task: asyncio.Task[None]) -> None:
        answer(StoreDown("given up") if task.cancelled() else task.exception())

    asyncio.get_running_loop().create_task(store.append(table, entry, change)).add_done_callback(ended)
