"""The three interfaces over SQL, written once for SQLite and PostgreSQL; `append` is each database's own."""

import secrets
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy.engine import Dialect
from sqlalchemy.sql.base import Executable

from abbatia.storage import statements
from abbatia.storage.coordination import Watcher
from abbatia.storage.model import (
    JournalEntry,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
)
from abbatia.storage.statements import Insert, Row, Sql, fields_of, prepare


class SqlDatabase:
    """A connection to a database: how the statements of this module reach it."""

    dialect: Dialect
    insert: Insert

    async def _read(self, sql: str, *args: Any) -> Sequence[Row]:
        """The rows of one query."""
        raise NotImplementedError

    async def _write(self, steps: Sequence[Sql], *, guarded: bool = False) -> Sequence[int]:
        """Carry out statements in one transaction; how many rows each changed.

        `guarded`: unless the first one changed a row, the others are left out. Raises Conflict for a key
        that is taken; then nothing is changed.
        """
        raise NotImplementedError

    def sql(self, statement: Executable, /, **values: Any) -> Sql:
        """A statement with its values, in the SQL of this database."""
        return prepare(statement, self.dialect).with_values(values)

    async def select(self, query: Executable, /, **values: Any) -> list[list[Any]]:
        """The rows that a query finds, each with the values of its columns."""
        prepared = prepare(query, self.dialect)
        sql, args = prepared.with_values(values)
        return [prepared.read(row) for row in await self._read(sql, *args)]

    async def execute(self, statement: Executable, /, **values: Any) -> int:
        """Carry out one statement; how many rows it changed. Raises Conflict for a key that is taken."""
        return (await self._write([self.sql(statement, **values)]))[0]

    def health_check(self) -> Sql:
        """A write that nobody reads; its value is new each time: SQLite does not write what is there."""
        return self.sql(statements.put_setting(self.insert), name="health", value=secrets.token_bytes(8))


class SqlJournal:
    """JournalStore but for `append`."""

    def __init__(self, database: SqlDatabase) -> None:
        self.database: Final = database

    async def create(self, table: TableRow) -> None:
        await self.database.execute(statements.CREATE, **fields_of(table))

    async def table(self, table: str) -> TableRow | None:
        rows = await self.database.select(statements.TABLE, id=table)
        return TableRow(*rows[0]) if rows else None

    async def entries(self, table: str, start: int = 0) -> list[JournalEntry]:
        rows = await self.database.select(statements.JOURNAL, table=table, start=start)
        return [JournalEntry(*row) for row in rows]

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
        asked = {"status": status, "public": public, "title": title, "user": user, "since": since}
        values: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
        filters = tuple(values) if before is None else (*values, "before")
        if before is not None:
            values["touched"], values["id"] = before
        rows = await self.database.select(statements.list_tables(filters), **values, limit=limit)
        return [TableRow(*row) for row in rows]

    async def due(self, until: int, limit: int = 100) -> list[TableRow]:
        rows = await self.database.select(statements.DUE, until=until, limit=limit)
        return [TableRow(*row) for row in rows]

    async def change(self, table: str, change: TableUpdate, at: int) -> None:
        steps = [self.update_step(table, change.changed(at)), *self.seat_steps(table, change)]
        changed = await self.database._write(steps, guarded=True)
        if not changed[0]:
            raise KeyError(table)

    def update_step(self, table: str, new: dict[str, Any]) -> Sql:
        """Set these columns of a table."""
        statement = prepare(statements.update_table(tuple(new)), self.database.dialect)
        return statement.with_values({"which": table} | {f"new_{name}": new[name] for name in new})

    def seat_steps(self, table: str, change: TableUpdate) -> list[Sql]:
        """Store and delete the holders of seats."""
        put = statements.put_seat(self.database.insert)
        steps = [self.database.sql(put, **{**fields_of(seat), "table": table}) for seat in change.seats]
        return steps + [self.database.sql(statements.LEAVE, table=table, seat=seat) for seat in change.left]

    async def drop(self, table: str) -> None:
        await self.database._write([self.database.sql(step, table=table) for step in statements.DROP_TABLE])

    async def seats(self, table: str) -> list[SeatHolder]:
        return [SeatHolder(*row) for row in await self.database.select(statements.HELD, table=table)]


class SqlAccounts:
    """AccountStore."""

    def __init__(self, database: SqlDatabase) -> None:
        self.database: Final = database

    async def add_user(self, user: User) -> None:
        await self.database.execute(statements.ADD_USER, **fields_of(user), account=account_name(user))

    async def change_user(self, user: User) -> None:
        new = {**fields_of(user, "new_"), "new_account": account_name(user)}
        if not await self.database.execute(statements.CHANGE_USER, which=user.id, **new):
            raise KeyError(user.id)

    async def user(self, user: str) -> User | None:
        rows = await self.database.select(statements.USER, id=user)
        return User(*rows[0]) if rows else None

    async def account(self, name: str) -> User | None:
        rows = await self.database.select(statements.ACCOUNT, account=name.casefold())
        return User(*rows[0]) if rows else None

    async def add_session(self, session: Session) -> None:
        await self.database.execute(statements.ADD_SESSION, **fields_of(session))

    async def session(self, key: bytes, now: int) -> Session | None:
        rows = await self.database.select(statements.SESSION, key=key, now=now)
        return Session(*rows[0]) if rows else None

    async def drop_session(self, key: bytes) -> None:
        await self.database.execute(statements.DROP_SESSION, key=key)

    async def drop_expired_sessions(self, now: int) -> None:
        await self.database.execute(statements.DROP_EXPIRED_SESSIONS, now=now)

    async def put_notification_target(self, target: NotificationTarget) -> None:
        put = statements.put_notification_target(self.database.insert)
        await self.database.execute(put, **fields_of(target))

    async def notification_targets(self, users: Sequence[str]) -> list[NotificationTarget]:
        if not users:
            return []
        named = {f"user{number}": user for number, user in enumerate(users)}
        rows = await self.database.select(statements.notification_targets(len(users)), **named)
        return [NotificationTarget(*row) for row in rows]

    async def drop_notification_target(self, user: str, target: str) -> None:
        await self.database.execute(statements.DROP_NOTIFICATION_TARGET, user=user, id=target)

    async def setting(self, name: str, first: bytes) -> bytes:
        await self.database.execute(statements.add_setting(self.database.insert), name=name, value=first)
        ((value,),) = await self.database.select(statements.SETTING, name=name)
        return bytes(value)


def account_name(user: User) -> str | None:
    """What no two accounts may share: the name without case. Guests have none."""
    return None if user.password is None else user.name.casefold()


class SqlCoordination:
    """CoordinationStore of a database that one process uses."""

    shared = False

    def __init__(self, database: SqlDatabase) -> None:
        self.database: Final = database
        self.watchers: Final[list[Watcher]] = []

    def watch(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)

    async def publish(self, table: str, text: str) -> None:
        """There is no other process."""

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        claim = statements.claim(self.database.insert)
        return await self.database.execute(claim, name=name, holder=holder, now=now, until=until) > 0

    async def spend(self, name: str, amount: int, limit: int, now: int, until: int) -> bool:
        if amount > limit:
            return False
        spend = statements.spend(self.database.insert)
        used = {"name": name, "used": amount, "until": until}
        return await self.database.execute(spend, **used, limit=limit, now=now) > 0

    async def drop_quotas(self, expired: int) -> None:
        await self.database.execute(statements.DROP_QUOTAS, expired=expired)

    async def heartbeat(self, now: int, silence: int) -> None:
        steps = (statements.EXTEND_UPTIME, statements.begin_uptime(self.database.insert))
        await self.database._write(
            [self.database.sql(step, now=now, earliest=now - silence) for step in steps]
        )

    async def uptimes(self) -> list[tuple[int, int]]:
        return [(began, seen) for began, seen in await self.database.select(statements.UPTIME_LIST)]
