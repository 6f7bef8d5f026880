"""MemoryStore: everything in dictionaries, gone with the process; for tests and for trying things out."""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import structs

from abbatia.storage.accounts import AccountStore
from abbatia.storage.coordination import CoordinationStore, Watcher
from abbatia.storage.errors import Conflict
from abbatia.storage.journal import JournalStore
from abbatia.storage.model import (
    JournalEntry,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
)

Key = TypeVar("Key")
Row = TypeVar("Row")


class InMemoryDatabase:
    """What several MemoryStores may share, as several processes share a database."""

    def __init__(self) -> None:
        self.tables: Final[dict[str, TableRow]] = {}
        self.journals: Final[dict[str, list[JournalEntry]]] = {}
        self.seats: Final[dict[tuple[str, int], SeatHolder]] = {}
        self.users: Final[dict[str, User]] = {}
        self.sessions: Final[dict[bytes, Session]] = {}
        self.notification_targets: Final[dict[str, NotificationTarget]] = {}
        self.claims: Final[dict[str, tuple[str, int]]] = {}
        self.quotas: Final[dict[str, tuple[int, int]]] = {}
        self.uptimes: Final[dict[int, int]] = {}  # the last heartbeat of each uptime, by the first
        self.settings: Final[dict[str, bytes]] = {}
        self.stores: Final[list[MemoryStore]] = []


class MemoryStore:
    """A Store in memory; `MemoryStore(other.database)` behaves like another process beside `other`.

    It is small enough to be its own journal, accounts and coordination.
    """

    def __init__(self, database: InMemoryDatabase | None = None) -> None:
        self.database: Final = database or InMemoryDatabase()
        self.watchers: Final[list[Watcher]] = []

    @property
    def journal(self) -> JournalStore:
        return self

    @property
    def accounts(self) -> AccountStore:
        return self

    @property
    def coordination(self) -> CoordinationStore:
        return self

    @property
    def shared(self) -> bool:
        return len(self.database.stores) > 1

    async def open(self) -> None:
        self.database.stores.append(self)

    async def close(self) -> None:
        if self in self.database.stores:
            self.database.stores.remove(self)

    async def ping(self) -> None:
        pass

    async def create(self, table: TableRow) -> None:
        if table.id in self.database.tables:
            raise Conflict(table.id)
        self.database.tables[table.id] = table
        self.database.journals[table.id] = []

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        journal = self.database.journals[table]
        if entry.n != len(journal):
            raise Conflict(f"{table} {entry.n}")
        journal.append(entry)
        if change is not None:
            await self.change(table, change, entry.at)
        for watcher in self._others():
            watcher.on_append(table, entry.n)

    async def table(self, table: str) -> TableRow | None:
        return self.database.tables.get(table)

    async def entries(self, table: str, start: int = 0) -> list[JournalEntry]:
        return self.database.journals.get(table, [])[start:]

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
        held = {seat.table for seat in self.database.seats.values() if seat.user == user}
        found = [
            table
            for table in self.database.tables.values()
            if status in (None, table.status)
            and public in (None, table.public)
            and title in (None, table.title)
            and (since is None or table.touched >= since)
            and (user is None or table.id in held)
            and (before is None or (table.touched, table.id) < before)
        ]
        return sorted(found, key=lambda table: (table.touched, table.id), reverse=True)[:limit]

    async def due(self, until: int, limit: int = 100) -> list[TableRow]:
        falling = [(table.due, table.id) for table in self.database.tables.values() if table.due is not None]
        return [self.database.tables[name] for at, name in sorted(falling)[:limit] if at <= until]

    async def change(self, table: str, change: TableUpdate, at: int) -> None:
        old = self.database.tables[table]
        self.database.tables[table] = structs.replace(old, **change.changed(at))
        for seat in change.seats:
            self.database.seats[table, seat.seat] = seat
        for number in change.left:
            self.database.seats.pop((table, number), None)

    async def drop(self, table: str) -> None:
        self.database.tables.pop(table, None)
        self.database.journals.pop(table, None)
        _drop(self.database.seats, [key for key in self.database.seats if key[0] == table])

    async def seats(self, table: str) -> list[SeatHolder]:
        held = [seat for (where, _), seat in self.database.seats.items() if where == table]
        return sorted(held, key=lambda seat: seat.seat)

    def watch(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)

    async def publish(self, table: str, text: str) -> None:
        for watcher in self._others():
            watcher.on_message(table, text)

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        owner, end = self.database.claims.get(name, (holder, 0))
        if owner != holder and end > now:
            return False
        self.database.claims[name] = (holder, until)
        return True

    async def spend(self, name: str, amount: int, limit: int, now: int, until: int) -> bool:
        used, end = self.database.quotas.get(name, (0, 0))
        if end <= now:
            used, end = 0, until
        if used + amount > limit:
            return False
        self.database.quotas[name] = (used + amount, end)
        return True

    async def drop_quotas(self, expired: int) -> None:
        for name, (_, end) in list(self.database.quotas.items()):
            if end <= expired:
                del self.database.quotas[name]

    async def heartbeat(self, now: int, silence: int) -> None:
        uptimes = self.database.uptimes
        newest = max(uptimes, default=None)
        if newest is not None and now - silence <= uptimes[newest] < now:
            uptimes[newest] = now
        if not any(seen >= now - silence for seen in uptimes.values()):
            uptimes.setdefault(now, now)

    async def uptimes(self) -> list[tuple[int, int]]:
        return sorted(self.database.uptimes.items())

    async def add_user(self, user: User) -> None:
        if user.id in self.database.users:
            raise Conflict(user.id)
        await self._check_name(user)
        self.database.users[user.id] = user

    async def change_user(self, user: User) -> None:
        if user.id not in self.database.users:
            raise KeyError(user.id)
        await self._check_name(user)
        self.database.users[user.id] = user

    async def user(self, user: str) -> User | None:
        return self.database.users.get(user)

    async def account(self, name: str) -> User | None:
        for user in self.database.users.values():
            if user.password is not None and user.name.casefold() == name.casefold():
                return user
        return None

    async def add_session(self, session: Session) -> None:
        if session.key in self.database.sessions:
            raise Conflict("session")
        self.database.sessions[session.key] = session

    async def session(self, key: bytes, now: int) -> Session | None:
        session = self.database.sessions.get(key)
        return session if session is not None and session.expires > now else None

    async def drop_session(self, key: bytes) -> None:
        self.database.sessions.pop(key, None)

    async def drop_expired_sessions(self, now: int) -> None:
        sessions = self.database.sessions
        _drop(sessions, [key for key, session in sessions.items() if session.expires <= now])

    async def put_notification_target(self, target: NotificationTarget) -> None:
        self.database.notification_targets[target.id] = target

    async def notification_targets(self, users: Sequence[str]) -> list[NotificationTarget]:
        targets = self.database.notification_targets
        return [targets[name] for name in sorted(targets) if targets[name].user in users]

    async def drop_notification_target(self, user: str, target: str) -> None:
        found = self.database.notification_targets.get(target)
        if found is not None and found.user == user:
            del self.database.notification_targets[target]

    async def setting(self, name: str, first: bytes) -> bytes:
        return self.database.settings.setdefault(name, first)

    async def _check_name(self, user: User) -> None:
        other = await self.account(user.name) if user.password is not None else None
        if other is not None and other.id != user.id:
            raise Conflict(user.name)

    def _others(self) -> list[Watcher]:
        return [watcher for store in self.database.stores if store is not self for watcher in store.watchers]


def _drop(rows: dict[Key, Row], keys: Sequence[Key]) -> None:
    for key in keys:
        del rows[key]
