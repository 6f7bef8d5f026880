"""PostgresStore: one database for several processes."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import asyncpg as asyncpg_dialect

from abbatia.storage.errors import Conflict, Reason, StoreOpenError, StoreUnavailable
from abbatia.storage.pg_notify import NotifyListener
from abbatia.storage.postgres_journal import CLOSED, PostgresJournal
from abbatia.storage.revision import check_revision, needs_upgrade
from abbatia.storage.sql import SqlAccounts, SqlCoordination, SqlDatabase
from abbatia.storage.statements import Row, Sql

LOG: Final = logging.getLogger("abbatia.storage")
PATIENCE: Final = 10.0
"""Seconds after which a statement counts as not answered."""
UPGRADE_LOCK: Final = 0x_ABBA_71A
REFUSED: Final = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
)
"""What the database refuses for certain: nothing is stored. Every other error leaves doubt."""
NO_ANSWER: Final = (OSError, asyncio.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is to be expected of a database that stops, starts or cannot be reached."""
CLOSE_SECONDS: Final = 10.0
FRESH: Final = 1.0
"""A write that succeeded this many seconds ago at most shows that the database can be written."""


class PostgresCoordination(SqlCoordination):
    """A store for several processes, which notify each other by NOTIFY."""

    shared = True

    def __init__(self, store: "PostgresStore") -> None:
        super().__init__(store)
        self.store: Final = store

    async def publish(self, table: str, text: str) -> None:
        message = self.store.listener.message(table, text)
        async with self.store.connection() as connection:
            await connection.execute("SELECT pg_notify($1, $2)", *message)


class PostgresStore(SqlDatabase):
    """A Store in PostgreSQL that any number of processes share; `url` as in postgresql://user@host/name."""

    dialect = asyncpg_dialect.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy does not type it
    insert = staticmethod(postgresql.insert)

    def __init__(self, url: str, *, read_only: bool = False, connections: int = 6) -> None:
        self.url: Final = url
        self.read_only: Final = read_only
        self.connections: Final = connections
        self.accounts: Final = SqlAccounts(self)
        self.coordination: Final = PostgresCoordination(self)
        self.listener: Final = NotifyListener(url, secrets.token_hex(6), self.coordination.watchers)
        self.journal: Final = PostgresJournal(self, self.listener)
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self.written_at = float("-inf")  # the monotonic time of the last write that succeeded
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
                self.journal.start()
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
        await self.journal.stop(CLOSE_SECONDS)
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
        if self._is_down or time.monotonic() - self.written_at > FRESH:
            await self._write([self.health_check()])

    async def _read(self, sql: str, *args: Any) -> Sequence[Row]:
        async with self.connection() as connection:
            return [tuple(row) for row in await connection.fetch(sql, *args)]

    async def _write(self, steps: Sequence[Sql], *, guarded: bool = False) -> list[int]:
        changed: list[int] = []
        try:
            async with self.connection() as connection, connection.transaction():
                for sql, args in steps:
                    tag = await connection.execute(sql, *args)
                    changed.append(int(tag.rpartition(" ")[2]))
                    if guarded and not changed[0]:
                        break
        except asyncpg.UniqueViolationError as error:
            raise Conflict(str(error)) from None
        self.written_at = time.monotonic()
        return changed

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
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
