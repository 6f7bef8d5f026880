"""SqlStore: what SQLite and PostgreSQL have in common, written once in the SQL that both speak ($1 …)."""

from collections.abc import Sequence
from typing import Any, Final

from abbatia.storage.columns import (
    BEGIN_UPTIME,
    CLAIM,
    CREATE,
    ENTRY,
    EXTEND_UPTIME,
    NOTICE,
    SPEND,
    TABLE,
    Arguments,
    Row,
    Statement,
    change_statements,
    entry_of,
    notice_of,
    table_of,
    table_row,
    to_json,
    user_of,
    user_row,
)
from abbatia.storage.model import (
    JournalEntry,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
)
from abbatia.storage.store import Watcher


class SqlStore:
    """All of Store but `open`, `close`, `ping`, `append` and how statements reach the database."""

    def __init__(self) -> None:
        self.watchers: Final[list[Watcher]] = []

    async def _read(self, sql: str, *args: Any) -> Sequence[Row]:
        """The rows of one query."""
        raise NotImplementedError

    async def _write(self, statements: Sequence[Statement], *, guarded: bool = False) -> Sequence[int]:
        """Carry out statements in one transaction; how many rows each changed.

        `guarded`: unless the first one changed a row, the others are left out. Raises Conflict for a key
        that is taken; then nothing is changed.
        """
        raise NotImplementedError

    async def create(self, table: TableRow) -> None:
        await self._write([(CREATE, table_row(table))])

    async def table(self, table: str) -> TableRow | None:
        rows = await self._read(f"SELECT {TABLE} FROM tables WHERE id = $1", table)
        return table_of(rows[0]) if rows else None

    async def entries(self, table: str, start: int = 0, stop: int | None = None) -> list[JournalEntry]:
        sql = f"SELECT {ENTRY} FROM entries WHERE table_id = $1 AND n >= $2 AND n < $3 ORDER BY n"
        last = 2**31 - 1 if stop is None else stop
        return [entry_of(row) for row in await self._read(sql, table, start, last)]

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
        args = Arguments()
        source, wanted = "tables", ["1 = 1"]
        if user is not None:  # CROSS JOIN: SQLite takes the left side first, which is the shorter way
            held = f"SELECT DISTINCT table_id FROM seats WHERE user_id = {args.add(user)}"
            source, wanted = f"({held}) AS held CROSS JOIN tables", ["id = held.table_id"]
        for column, value in (("status", status), ("public", public), ("title", title)):
            if value is not None:
                wanted.append(f"{column} = {args.add(value)}")
        if since is not None:
            wanted.append(f"touched >= {args.add(since)}")
        if before is not None:
            wanted.append(f"(touched, id) < ({args.add(before[0])}, {args.add(before[1])})")
        sql = f"SELECT {TABLE} FROM {source} WHERE {' AND '.join(wanted)} ORDER BY touched DESC, id DESC"
        rows = await self._read(f"{sql} LIMIT {args.add(limit)}", *args.given)
        return [table_of(row) for row in rows]

    async def due(self, until: int, limit: int = 100) -> list[TableRow]:
        sql = f"SELECT {TABLE} FROM tables WHERE due <= $1 ORDER BY due, id LIMIT $2"
        return [table_of(row) for row in await self._read(sql, until, limit)]

    async def change(self, table: str, change: TableUpdate, at: int) -> None:
        changed = await self._write(change_statements(table, change, at), guarded=True)
        if not changed[0]:
            raise KeyError(table)

    async def drop(self, table: str) -> None:
        owned = ("entries", "seats")
        await self._write(
            [("DELETE FROM tables WHERE id = $1", (table,))]
            + [(f"DELETE FROM {name} WHERE table_id = $1", (table,)) for name in owned]
        )

    async def seats(self, table: str) -> list[SeatHolder]:
        sql = "SELECT table_id, seat, token, user_id FROM seats WHERE table_id = $1 ORDER BY seat"
        return [SeatHolder(*row) for row in await self._read(sql, table)]

    def watch(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)

    async def publish(self, table: str, text: str) -> None:
        """Nobody else is there."""

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        return (await self._write([(CLAIM, (name, holder, now, until))]))[0] > 0

    async def spend(self, name: str, amount: int, limit: int, now: int, until: int) -> bool:
        return (await self._write([(SPEND, (name, amount, limit, now, until))]))[0] > 0

    async def drop_quotas(self, expired: int) -> None:
        await self._write([("DELETE FROM quotas WHERE until <= $1", (expired,))])

    async def heartbeat(self, now: int, silence: int) -> None:
        times = (now, now - silence)
        await self._write([(EXTEND_UPTIME, times), (BEGIN_UPTIME, times)])

    async def uptimes(self) -> list[tuple[int, int]]:
        return [
            (began, seen) for began, seen in await self._read("SELECT began, seen FROM lives ORDER BY began")
        ]

    async def add_user(self, user: User) -> None:
        sql = """INSERT INTO users (id, name, created, password, settings, account)
                 VALUES ($1, $2, $3, $4, $5, $6)"""
        await self._write([(sql, user_row(user))])

    async def change_user(self, user: User) -> None:
        sql = """UPDATE users SET name = $2, created = $3, password = $4, settings = $5, account = $6
                 WHERE id = $1"""
        if not (await self._write([(sql, user_row(user))]))[0]:
            raise KeyError(user.id)

    async def user(self, user: str) -> User | None:
        return await self._user("id", user)

    async def account(self, name: str) -> User | None:
        return await self._user("account", name.casefold())

    async def _user(self, column: str, value: str) -> User | None:
        sql = f"SELECT id, name, created, password, settings FROM users WHERE {column} = $1"
        rows = await self._read(sql, value)
        return user_of(rows[0]) if rows else None

    async def add_session(self, session: Session) -> None:
        sql = "INSERT INTO sessions (key, user_id, created, expires) VALUES ($1, $2, $3, $4)"
        await self._write([(sql, (session.key, session.user, session.created, session.expires))])

    async def session(self, key: bytes, now: int) -> Session | None:
        sql = "SELECT key, user_id, created, expires FROM sessions WHERE key = $1 AND expires > $2"
        rows = await self._read(sql, key, now)
        return Session(*rows[0]) if rows else None

    async def drop_session(self, key: bytes) -> None:
        await self._write([("DELETE FROM sessions WHERE key = $1", (key,))])

    async def drop_sessions(self, *, user: str | None = None, expired: int | None = None) -> None:
        if user is not None:
            await self._write([("DELETE FROM sessions WHERE user_id = $1", (user,))])
        if expired is not None:
            await self._write([("DELETE FROM sessions WHERE expires <= $1", (expired,))])

    async def put_notification_target(self, notice: NotificationTarget) -> None:
        sql = f"""INSERT INTO notices ({NOTICE}) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, kind = excluded.kind,
                 address = excluded.address, settings = excluded.settings"""
        row = (notice.id, notice.user, notice.kind, notice.address, to_json(notice.settings))
        await self._write([(sql, row)])

    async def notification_targets(self, users: Sequence[str]) -> list[NotificationTarget]:
        if not users:
            return []
        args = Arguments()
        named = ", ".join(args.add(user) for user in users)
        sql = (
            f"SELECT id, user_id, kind, address, settings FROM notices WHERE user_id IN ({named}) ORDER BY id"
        )
        rows = await self._read(sql, *args.given)
        return [notice_of(row) for row in rows]

    async def drop_notification_target(self, user: str, notice: str) -> None:
        await self._write([("DELETE FROM notices WHERE user_id = $1 AND id = $2", (user, notice))])

    async def setting(self, name: str, first: bytes) -> bytes:
        sql = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._write([(sql, (name, first))])
        rows = await self._read("SELECT value FROM settings WHERE name = $1", name)
        return bytes(rows[0][0])
