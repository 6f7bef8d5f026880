"""PostgresStore: several processes. Appends are grouped, the primary key (table, n) forbids forks."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from abbatia.storage.columns import (
    ENTRY,
    KNOWN,
    Row,
    Statement,
    change_row,
    entry_row,
    health_statement,
    seat_statements,
)
from abbatia.storage.model import JournalEntry, TableUpdate
from abbatia.storage.pg_notify import CHANNEL, NotifyListener
from abbatia.storage.revision import check_revision, needs_upgrade
from abbatia.storage.sql import SqlStore
from abbatia.storage.store import Conflict, Reason, StoreOpenError, StoreUnavailable, Watcher

LOG: Final = logging.getLogger("abbatia.storage")
GROUP: Final = 500
"""No commit waits for more appends than this."""
PATIENCE: Final = 10.0
"""Seconds after which a statement counts as not answered."""
UPGRADE_LOCK: Final = 0x_ABBA_71A
TOGETHER: Final = 100
"""So many entries in one notice: with the longest names they fit into what PostgreSQL takes."""
NO_CHANGE: Final = ("", None, None, None, False, None, None, None, -1)
APPEND_ALL: Final = f"""
    WITH new AS (
        INSERT INTO entries (table_id, {ENTRY}) SELECT * FROM unnest(
            $1::varchar[], $2::int[], $3::bigint[], $4::varchar[],
            $5::int[], $6::text[], $7::int[], $8::text[]
        ) AS given (id, number, at, kind, seat, log, cut, body)
        WHERE CASE WHEN number = 0 THEN EXISTS (SELECT 1 FROM tables WHERE tables.id = given.id)
              ELSE EXISTS (SELECT 1 FROM entries WHERE table_id = given.id AND n = number - 1) END
        ON CONFLICT DO NOTHING RETURNING table_id, n
    ), changed AS (
        UPDATE tables SET status = coalesce(given.status, tables.status),
            public = coalesce(given.public, tables.public), head = coalesce(given.head, tables.head),
            due = CASE WHEN has_due THEN given.due ELSE tables.due END,
            touched = coalesce(given.touched, tables.touched),
            version = coalesce(given.version, tables.version)
        FROM unnest($9::varchar[], $10::varchar[], $11::bool[], $12::text[], $13::bool[], $14::bigint[],
            $15::bigint[], $16::int[], $17::int[])
            AS given (id, status, public, head, has_due, due, touched, version, number)
        JOIN new ON new.table_id = given.id AND new.n = given.number
        WHERE tables.id = given.id
    ), notified AS (
        SELECT pg_notify('{CHANNEL}', $18 || string_agg(' ' || table_id || ':' || n, '')) AS sent
        FROM (SELECT table_id, n, row_number() OVER () AS place FROM new) AS numbered
        GROUP BY place / {TOGETHER}
    )
    SELECT table_id, n, (SELECT count(sent::text) FROM notified) FROM new"""
"""Entries, what changes with them, and the notice to other processes, in one journey to the database."""
REFUSED: Final = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
)
"""What the database refuses for certain: nothing is stored. Every other error leaves doubt."""
NO_ANSWER: Final = (OSError, asyncio.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is to be expected of a database that stops, starts or cannot be reached."""
CLOSED: Final = "The store is closed."
CLOSE_SECONDS: Final = 10.0
FRESH: Final = 1.0
"""A write that succeeded this many seconds ago at most shows that the database can be written."""


class Append:
    """An entry on its way, and who waits for it."""

    __slots__ = ("key", "row", "change", "seats", "waiting")

    def __init__(self, table: str, entry: JournalEntry, change: TableUpdate | None) -> None:
        self.key = (table, entry.n)
        self.row = entry_row(table, entry)
        self.change = None if change is None else change_row(table, change, entry.at)
        self.seats = [] if change is None else seat_statements(table, change)
        self.waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(self, outcome: bool | Exception) -> None:
        """Answer whoever waits."""
        if self.waiting.done():  # cancelled
            return
        if isinstance(outcome, Exception):
            self.waiting.set_exception(outcome)
        else:
            self.waiting.set_result(outcome)


class PostgresStore(SqlStore):
    """A Store in PostgreSQL that any number of processes share; `url` as in postgresql://user@host/name."""

    shared: Final = True

    def __init__(self, url: str, *, read_only: bool = False, connections: int = 6) -> None:
        super().__init__()
        self.url: Final = url
        self.read_only: Final = read_only
        self.connections: Final = connections
        self.listener: Final = NotifyListener(url, secrets.token_hex(6), self.watchers)
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._flusher: asyncio.Task[None] | None = None
        self._is_closing = False
        self._written_at = float("-inf")  # the monotonic time of the last write that succeeded
        self._is_down = False  # the last attempt failed

    async def open(self) -> None:
        try:
            found = await self._revision()
            if self.read_only:
                check_revision(named(self.url), found)
            elif needs_upgrade(named(self.url), found):
                await self._upgrade()
            self._pool = await asyncpg.create_pool(
                self.url, min_size=2, max_size=self.connections, command_timeout=PATIENCE
            )
            if not self.read_only:
                self._flusher = asyncio.create_task(self._flush(), name="abbatia-append")
                await self.listener.open()
        except (*NO_ANSWER, asyncpg.PostgresError) as error:
            why = str(error).rstrip(".") or type(error).__name__
            raise StoreOpenError("storage.cannot_open", place=named(self.url), why=why) from error

    async def _revision(self) -> str:
        """The schema of the database; "" for an empty one."""
        connection = await asyncpg.connect(self.url, timeout=PATIENCE)
        try:
            if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
                return ""
            return await connection.fetchval("SELECT version_num FROM alembic_version") or ""
        finally:
            await connection.close()

    async def _upgrade(self) -> None:
        """Bring the schema up to date, one process at a time."""
        from sqlalchemy import text
        from sqlalchemy.exc import SQLAlchemyError
        from sqlalchemy.ext.asyncio import create_async_engine

        from abbatia.storage.schema import upgrade

        engine = create_async_engine(self.url.replace("postgresql://", "postgresql+asyncpg://", 1))
        try:
            async with engine.begin() as connection:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
                await connection.run_sync(upgrade)
        except SQLAlchemyError as error:  # such as a user who may not create tables
            why = str(getattr(error, "orig", error)).partition("\n")[0].rpartition(": ")[2]
            raise StoreOpenError("storage.cannot_open", place=named(self.url), why=why) from error
        finally:
            await engine.dispose()

    async def close(self) -> None:
        self._is_closing = True
        if self._flusher is not None:
            if waiting := [append.waiting for append in self._waiting]:
                await asyncio.wait(waiting, timeout=CLOSE_SECONDS)
            self._flusher.cancel()
            await asyncio.wait([self._flusher], timeout=CLOSE_SECONDS)
            self._flusher = None
            for append in self._waiting:
                append.settle(StoreUnavailable(CLOSED, "closed"))
        await self.listener.close()
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await pool.close()
            except (*NO_ANSWER, asyncpg.InternalClientError):
                pool.terminate()

    async def ping(self) -> None:
        if self.read_only:
            await self._read("SELECT 1")
            return
        if self.listener.is_lost:
            raise StoreUnavailable("this process does not hear of what others append", "deaf")
        if self._is_down or time.monotonic() - self._written_at > FRESH:
            await self._write([health_statement()])

    def watch(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)

    async def publish(self, table: str, text: str) -> None:
        message = self.listener.message(table, text)
        async with self._connection() as connection:
            await connection.execute("SELECT pg_notify($1, $2)", *message)

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        if self._flusher is None or self._is_closing:
            raise StoreUnavailable(CLOSED, "closed")
        append = Append(table, entry, change)
        self._waiting.append(append)
        self._wake.set()
        if await append.waiting:
            return
        if not await self._read(KNOWN, table):
            raise KeyError(table)
        raise Conflict(f"{table} {entry.n}")

    async def _flush(self) -> None:
        """Store all appends that wait, together, again and again."""
        while True:
            await self._wake.wait()
            group = self._waiting[:GROUP]
            await self._store_all(group)
            del self._waiting[: len(group)]
            if not self._waiting:
                self._wake.clear()

    async def _store_all(self, group: list[Append]) -> None:
        """Store and answer; an entry that the database cannot take fails alone."""
        try:
            stored = await self._store(group)
        except StoreUnavailable as error:
            for append in group:
                append.settle(error)
        except Exception as error:
            if len(group) == 1:
                group[0].settle(error)
            else:
                for append in group:
                    await self._store_all([append])
        else:
            self._written_at = time.monotonic()
            done = set(map(id, stored))
            for append in group:
                append.settle(id(append) in done)

    async def _store(self, group: list[Append]) -> list[Append]:
        """One transaction; which appends were stored. Sorted, so that two processes cannot deadlock."""
        first: dict[tuple[str, int], Append] = {}
        for append in group:
            first.setdefault(append.key, append)
        ordered = [first[key] for key in sorted(first)]
        changes = [(*append.change, append.key[1]) for append in ordered if append.change is not None]
        args = [*columns([append.row for append in ordered]), *columns(changes or [NO_CHANGE])]
        async with self._connection() as connection:
            if not any(append.seats for append in ordered):
                return stored_of(
                    ordered, await connection.fetch(APPEND_ALL, *args, self.listener.append_prefix)
                )
            async with connection.transaction():
                found = await connection.fetch(APPEND_ALL, *args, self.listener.append_prefix)
                stored = stored_of(ordered, found)
                for sql, given in [statement for append in stored for statement in append.seats]:
                    await connection.execute(sql, *given)
                return stored

    async def _read(self, sql: str, *args: Any) -> Sequence[Row]:
        async with self._connection() as connection:
            return [tuple(row) for row in await connection.fetch(sql, *args)]

    async def _write(self, statements: Sequence[Statement], *, guarded: bool = False) -> list[int]:
        changed: list[int] = []
        try:
            async with self._connection() as connection, connection.transaction():
                for sql, args in statements:
                    tag = await connection.execute(sql, *args)
                    changed.append(int(tag.rpartition(" ")[2]))
                    if guarded and not changed[0]:
                        break
        except asyncpg.UniqueViolationError as error:
            raise Conflict(str(error)) from None
        self._written_at = time.monotonic()
        return changed

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection of the pool; whatever leaves doubt about what was asked of it is StoreUnavailable.

        That includes what fails after the last statement, when the connection goes back to its pool.
        """
        if self._pool is None:
            raise StoreUnavailable(CLOSED, "closed")
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection
        except (*REFUSED, StoreUnavailable):
            raise
        except Exception as error:
            self._is_down = True
            why = str(error) or type(error).__name__
            is_expected = isinstance(error, (*NO_ANSWER, asyncpg.InternalClientError))
            LOG.warning("the database does not answer: %s", why, exc_info=not is_expected)
            if isinstance(error, asyncpg.ReadOnlySQLTransactionError) and self._pool is not None:
                await self._pool.expire_connections()  # another machine may be the one to write to by now
            raise StoreUnavailable(why, reason_of(error)) from error
        else:
            self._is_down = False


def reason_of(error: Exception) -> Reason:
    """For /healthz."""
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return "read_only"
    if isinstance(error, asyncpg.DiskFullError):
        return "full"
    if isinstance(error, (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)):
        return "corrupt"
    return "stuck" if isinstance(error, asyncio.TimeoutError) else "unreachable"


def named(url: str) -> str:
    """The address without a password, fit to be shown."""
    parts = urlsplit(url)
    return f"postgresql://{parts.hostname or ''}{parts.path}"


def stored_of(ordered: Sequence[Append], found: Sequence[Row]) -> list[Append]:
    keys = {(row[0], row[1]) for row in found}
    return [append for append in ordered if append.key in keys]


def columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
