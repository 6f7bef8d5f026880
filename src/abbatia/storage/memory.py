"""MemoryStore: everything in dictionaries, gone with the process; for tests and for trying things out."""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from abbatia.storage.rows import Change, Entry, Notice, Seat, Session, Table, User
from abbatia.storage.store import Conflict, Watcher

Key = TypeVar("Key")
Row = TypeVar("Row")


class Shelves:
    """What several MemoryStores may share, as several processes share a database."""

    def __init__(self) -> None:
        self.tables: Final[dict[str, Table]] = {}
        self.journals: Final[dict[str, list[Entry]]] = {}
        self.seats: Final[dict[tuple[str, int], Seat]] = {}
        self.users: Final[dict[str, User]] = {}
        self.sessions: Final[dict[bytes, Session]] = {}
        self.notices: Final[dict[str, Notice]] = {}
        self.claims: Final[dict[str, tuple[str, int]]] = {}
        self.quotas: Final[dict[str, tuple[int, int]]] = {}
        self.lives: Final[dict[int, int]] = {}  # the last sign of life, by the first
        self.settings: Final[dict[str, bytes]] = {}
        self.stores: Final[list[MemoryStore]] = []


class MemoryStore:
    """A Store in memory; `MemoryStore(other.shelves)` behaves like another process beside `other`."""

    def __init__(self, shelves: Shelves | None = None) -> None:
        self.shelves: Final = shelves or Shelves()
        self.watchers: Final[list[Watcher]] = []

    @property
    def shared(self) -> bool:
        return len(self.shelves.stores) > 1

    async def open(self) -> None:
        self.shelves.stores.append(self)

    async def close(self) -> None:
        if self in self.shelves.stores:
            self.shelves.stores.remove(self)

    async def ping(self) -> None:
        pass

    async def create(self, table: Table) -> None:
        if table.id in self.shelves.tables:
            raise Conflict(table.id)
        self.shelves.tables[table.id] = table
        self.shelves.journals[table.id] = []

    async def append(self, table: str, entry: Entry, change: Change | None = None) -> None:
        journal = self.shelves.journals[table]
        if entry.n != len(journal):
            raise Conflict(f"{table} {entry.n}")
        journal.append(entry)
        if change is not None:
            await self.change(table, change, entry.at)
        for watcher in self._others():
            watcher.appended(table, entry.n)

    async def table(self, table: str) -> Table | None:
        return self.shelves.tables.get(table)

    async def entries(self, table: str, start: int = 0, stop: int | None = None) -> list[Entry]:
        return self.shelves.journals.get(table, [])[start:stop]

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
    ) -> list[Table]:
        held = {seat.table for seat in self.shelves.seats.values() if seat.user == user}
        found = [
            table
            for table in self.shelves.tables.values()
            if status in (None, table.status)
            and public in (None, table.public)
            and title in (None, table.title)
            and (since is None or table.touched >= since)
            and (user is None or table.id in held)
            and (before is None or (table.touched, table.id) < before)
        ]
        return sorted(found, key=lambda table: (table.touched, table.id), reverse=True)[:limit]

    async def due(self, until: int, limit: int = 100) -> list[Table]:
        falling = [(table.due, table.id) for table in self.shelves.tables.values() if table.due is not None]
        return [self.shelves.tables[name] for at, name in sorted(falling)[:limit] if at <= until]

    async def change(self, table: str, change: Change, at: int) -> None:
        new = {
            name: value
            for name in ("status", "due", "public", "head", "version")
            if (value := getattr(change, name)) is not msgspec.UNSET
        }
        old = self.shelves.tables[table]
        touched = old.touched if set(new) <= {"due", "version"} else at
        self.shelves.tables[table] = msgspec.structs.replace(old, touched=touched, **new)
        for seat in change.seats:
            self.shelves.seats[table, seat.seat] = seat
        for number in change.left:
            self.shelves.seats.pop((table, number), None)

    async def drop(self, table: str) -> None:
        self.shelves.tables.pop(table, None)
        self.shelves.journals.pop(table, None)
        _drop(self.shelves.seats, [key for key in self.shelves.seats if key[0] == table])

    async def seats(self, table: str) -> list[Seat]:
        held = [seat for (where, _), seat in self.shelves.seats.items() if where == table]
        return sorted(held, key=lambda seat: seat.seat)

    def watch(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)

    async def tell(self, table: str, text: str) -> None:
        for watcher in self._others():
            watcher.told(table, text)

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        owner, end = self.shelves.claims.get(name, (holder, 0))
        if owner != holder and end > now:
            return False
        self.shelves.claims[name] = (holder, until)
        return True

    async def spend(self, name: str, amount: int, limit: int, now: int, until: int) -> bool:
        used, end = self.shelves.quotas.get(name, (0, 0))
        if end <= now:
            used, end = 0, until
        if used + amount > limit:
            return False
        self.shelves.quotas[name] = (used + amount, end)
        return True

    async def drop_quotas(self, expired: int) -> None:
        for name, (_, end) in list(self.shelves.quotas.items()):
            if end <= expired:
                del self.shelves.quotas[name]

    async def sign_of_life(self, now: int, silence: int) -> None:
        lives = self.shelves.lives
        newest = max(lives, default=None)
        if newest is not None and now - silence <= lives[newest] < now:
            lives[newest] = now
        if not any(seen >= now - silence for seen in lives.values()):
            lives.setdefault(now, now)

    async def lives(self) -> list[tuple[int, int]]:
        return sorted(self.shelves.lives.items())

    async def add_user(self, user: User) -> None:
        if user.id in self.shelves.users:
            raise Conflict(user.id)
        await self._check_name(user)
        self.shelves.users[user.id] = user

    async def change_user(self, user: User) -> None:
        if user.id not in self.shelves.users:
            raise KeyError(user.id)
        await self._check_name(user)
        self.shelves.users[user.id] = user

    async def user(self, user: str) -> User | None:
        return self.shelves.users.get(user)

    async def account(self, name: str) -> User | None:
        for user in self.shelves.users.values():
            if user.password is not None and user.name.casefold() == name.casefold():
                return user
        return None

    async def add_session(self, session: Session) -> None:
        if session.key in self.shelves.sessions:
            raise Conflict("session")
        self.shelves.sessions[session.key] = session

    async def session(self, key: bytes, now: int) -> Session | None:
        session = self.shelves.sessions.get(key)
        return session if session is not None and session.expires > now else None

    async def drop_session(self, key: bytes) -> None:
        self.shelves.sessions.pop(key, None)

    async def drop_sessions(self, *, user: str | None = None, expired: int | None = None) -> None:
        gone = [
            key
            for key, session in self.shelves.sessions.items()
            if session.user == user or (expired is not None and session.expires <= expired)
        ]
        _drop(self.shelves.sessions, gone)

    async def put_notice(self, notice: Notice) -> None:
        self.shelves.notices[notice.id] = notice

    async def notices(self, users: Sequence[str]) -> list[Notice]:
        return [notice for notice in self.shelves.notices.values() if notice.user in users]

    async def drop_notice(self, user: str, notice: str) -> None:
        found = self.shelves.notices.get(notice)
        if found is not None and found.user == user:
            del self.shelves.notices[notice]

    async def setting(self, name: str, first: bytes) -> bytes:
        return self.shelves.settings.setdefault(name, first)

    async def _check_name(self, user: User) -> None:
        other = await self.account(user.name) if user.password is not None else None
        if other is not None and other.id != user.id:
            raise Conflict(user.name)

    def _others(self) -> list[Watcher]:
        return [watcher for store in self.shelves.stores if store is not self for watcher in store.watchers]


def _drop(rows: dict[Key, Row], keys: Sequence[Key]) -> None:
    for key in keys:
        del rows[key]
