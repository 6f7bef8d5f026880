"""SqliteStore: one file, one server. A thread writes, many appends to one synced commit; another reads."""

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy.dialects import sqlite

from abbatia.storage import sqlite_writer
from abbatia.storage.errors import StoreOpenError, StoreUnavailable
from abbatia.storage.model import JournalEntry, TableUpdate
from abbatia.storage.reader_thread import CLOSED, ReaderThread
from abbatia.storage.revision import check_revision, needs_upgrade
from abbatia.storage.schema import entry_row
from abbatia.storage.sql import SqlAccounts, SqlCoordination, SqlDatabase, SqlJournal
from abbatia.storage.sqlite_writer import Job, WriterThread, store_down
from abbatia.storage.statements import Row, Sql

LOG: Final = logging.getLogger("abbatia.storage")
FRESH: Final = 1.0
"""A write that succeeded this many seconds ago at most shows that the file can be written."""
RECHECK: Final = 10.0
"""A file that was found to be corrupt is looked through again after this many seconds."""


class SqliteJournal(SqlJournal):
    """The journal in a SQLite file: an entry and its change are one job of the writing thread."""

    def __init__(self, store: "SqliteStore") -> None:
        super().__init__(store)
        self.store: Final = store

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        steps: list[Sql] = []
        if change is not None:
            if new := change.changed(entry.at):
                steps.append(self.update_step(table, new))
            if change.seats or change.left:
                steps += self.seat_steps(table, change)
        await self.store.write_job(Job(entry_row(table, entry), steps))


class SqliteStore(SqlDatabase):
    """A Store in one SQLite file: WAL, synced at every commit, written for this process alone."""

    dialect = sqlite.dialect()
    insert = staticmethod(sqlite.insert)

    def __init__(self, file: str | Path, *, read_only: bool = False) -> None:
        self.journal: Final = SqliteJournal(self)
        self.accounts: Final = SqlAccounts(self)
        self.coordination: Final = SqlCoordination(self)
        self.file: Final = Path(file)
        self.read_only: Final = read_only
        self._lock: sqlite3.Connection | None = None
        self._connection: sqlite3.Connection | None = None  # of the reading thread
        self._reader: ReaderThread | None = None
        self._writer: WriterThread | None = None
        self._corrupt: StoreUnavailable | None = None
        self._looked_through = 0.0  # when, since it is corrupt

    async def open(self) -> None:
        self._reader = ReaderThread()
        try:
            await self._reader.call(self._open, is_long=True)  # it may bring a large file up to date
            if not self.read_only:
                self._writer = WriterThread(self.file)
                await self.ping()
        except (StoreUnavailable, OSError) as error:
            await self.close()
            raise StoreOpenError("storage.cannot_open", place=str(self.file), why=str(error)) from error
        except BaseException:
            await self.close()
            raise

    def _open(self) -> None:
        """Runs in the reading thread. Raises StoreOpenError, StoreUnavailable or OSError."""
        try:
            if self.read_only:
                check_revision(str(self.file), self._revision())
                return
            self.file.parent.mkdir(parents=True, exist_ok=True)
            create_private(self.file)
            self._lock = lock_file(self.file)
            if needs_upgrade(str(self.file), self._revision()):
                upgrade(self.file)
        except sqlite3.Error as error:
            raise store_down(error) from error

    def _revision(self) -> str:
        """The schema of the file; "" for an empty one."""
        if not self._fetch("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'", ()):
            return ""
        rows = self._fetch("SELECT version_num FROM alembic_version", ())
        return str(rows[0][0]) if rows else ""

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if self._reader is not None:
            await self._reader.close(self._let_go)

    def _let_go(self) -> None:
        """Runs in the reading thread."""
        self._drop_connection()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def ping(self) -> None:
        if self._corrupt is not None:
            await self._look_through(self._corrupt)
        writer = self._writer
        if writer is None:
            await self._read("SELECT 1 FROM sqlite_master")
        elif not writer.has_written(FRESH):
            await self._write([self.health_check()])

    async def _look_through(self, corrupt: StoreUnavailable) -> None:
        """Whether a file that was found to be corrupt is whole again. Raises StoreUnavailable."""
        if time.monotonic() - self._looked_through > RECHECK and self._reader is not None:
            self._looked_through = time.monotonic()
            if await self._reader.call(self._is_whole):
                self._corrupt = None
                LOG.warning("%s is whole again", self.file)
                return
        raise StoreUnavailable(str(corrupt), "corrupt")

    def _is_whole(self) -> bool:
        """Runs in the reading thread, on a new connection: an old one has pages of the file in memory."""
        try:
            with contextlib.closing(self._connect()) as connection:
                if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                    return False
        except sqlite3.Error:
            return False
        self._drop_connection()
        if self._writer is not None:
            self._writer.writer.needs_reopening = True
        return True

    async def _read(self, sql: str, *args: Any) -> Sequence[Row]:
        if self._reader is None:
            raise StoreUnavailable(CLOSED, "closed")
        try:
            return await self._reader.call(partial(self._fetch, sql, args))
        except StoreUnavailable as down:
            LOG.warning("%s cannot be read: %s", self.file, down)
            raise

    def _fetch(self, sql: str, args: Row) -> Sequence[Row]:
        """Runs in the reading thread. Raises StoreUnavailable."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            return self._connection.execute(sql, args).fetchall()
        except sqlite3.DatabaseError as error:
            down = store_down(error)
            if down.reason == "corrupt":
                self._corrupt = down
            self._drop_connection()
            raise down from error

    def _drop_connection(self) -> None:
        """The next read opens another one."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _connect(self) -> sqlite3.Connection:
        if not self.read_only:
            return sqlite_writer.connect(self.file)
        address = f"{self.file.resolve().as_uri()}?mode=ro"
        return sqlite3.connect(address, uri=True, timeout=sqlite_writer.BUSY_SECONDS)

    async def _write(self, steps: Sequence[Sql], *, guarded: bool = False) -> Sequence[int]:
        return await self.write_job(Job((), steps, guarded))

    async def write_job(self, job: Job) -> Sequence[int]:
        """Let the writing thread store a job. Raises StoreUnavailable, or what is wrong with the job."""
        if self._writer is None:
            raise StoreUnavailable("The store is read only." if self.read_only else CLOSED, "closed")
        try:
            return await self._writer.write(job)
        except StoreUnavailable as down:
            if down.reason == "corrupt":
                self._corrupt = down
            raise


def upgrade(file: Path) -> None:
    """Bring the schema up to date. Raises StoreUnavailable."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import SQLAlchemyError

    from abbatia.storage import schema

    engine = create_engine("sqlite://", creator=lambda: sqlite_writer.connect(file))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            schema.upgrade(connection)
    except SQLAlchemyError as error:
        raise StoreUnavailable(str(getattr(error, "orig", error))) from error
    finally:
        engine.dispose()


def create_private(file: Path) -> None:
    """Make a file that only its owner may read (it holds hands and seeds); SQLite's own take its mode."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def lock_file(file: Path) -> sqlite3.Connection:
    """The lock that the one server of a file holds until its process ends. Raises StoreOpenError."""
    lock = Path(f"{file}.lock")
    create_private(lock)
    connection = sqlite3.connect(lock, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise StoreOpenError("storage.in_use", place=str(file)) from None
    return connection
