"""SqliteStore: one file, one server. A process of its own writes, many appends to one synced commit."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

from abbatia.storage.clerk import NULL, Job, connect, dialect, hold, hold_file
from abbatia.storage.columns import Row, Statement, change_statements, entry_row
from abbatia.storage.revision import check_revision, needs_upgrade
from abbatia.storage.rows import Change, Entry
from abbatia.storage.sql import SqlStore
from abbatia.storage.store import Answer, StoreBusy, StoreDown
from abbatia.storage.writer import Writer

LOG: Final = logging.getLogger("abbatia.storage")


class SqliteStore(SqlStore):
    """A Store in one SQLite file: WAL, synced at every commit, written for this process alone."""

    shared: Final = False

    def __init__(self, file: str | Path, *, read_only: bool = False) -> None:
        super().__init__()
        self.file: Final = Path(file)
        self.read_only: Final = read_only
        self._guard: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="abbatia-read")
        self._writer: Writer | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._reading, self._open)
        if self.read_only:
            return
        self._writer = Writer(self.file)
        try:
            await self._writer.start()
        except StoreDown as error:
            await loop.run_in_executor(self._reading, self._let_go)
            raise StoreBusy("storage.cannot_open", place=str(self.file), why=str(error)) from error

    def _open(self) -> None:
        """Runs in the reading thread."""
        try:
            if self.read_only:
                self._reader = sqlite3.connect(f"{self.file.resolve().as_uri()}?mode=ro", uri=True)
                check_revision(str(self.file), self._revision())
                return
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._guard = guard(self.file)
            self._reader = connect(self.file)
            if needs_upgrade(str(self.file), self._revision()):
                self._upgrade()
        except (sqlite3.Error, OSError) as error:
            self._let_go()
            raise StoreBusy("storage.cannot_open", place=str(self.file), why=str(error)) from error
        except BaseException:
            self._let_go()
            raise

    def _upgrade(self) -> None:
        """Bring the schema up to date."""
        from sqlalchemy import create_engine, event

        from abbatia.storage.schema import upgrade

        engine = create_engine("sqlite://", creator=lambda: connect(self.file))
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        try:
            with engine.begin() as connection:
                upgrade(connection)
        finally:
            engine.dispose()

    def _revision(self) -> str:
        """The schema of the file; "" for an empty one."""
        if not self._fetch("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'", ()):
            return ""
        rows = self._fetch("SELECT version_num FROM alembic_version", ())
        return str(rows[0][0]) if rows else ""

    def _let_go(self) -> None:
        """Runs in the reading thread."""
        for connection in (self._reader, self._guard):
            if connection is not None:
                connection.close()
        self._reader = self._guard = None

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        if self._writer is not None:
            await self._writer.close()
        await loop.run_in_executor(self._reading, self._let_go)
        self._reading.shutdown()

    async def ping(self) -> None:
        await super().ping()
        if not self.read_only:
            await self._write(())  # nothing: but the clerk answers

    async def _read(self, sql: str, *args: Any) -> Sequence[Row]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._fetch, sql, args)

    def _fetch(self, sql: str, args: Row) -> Sequence[Row]:
        if self._reader is None:
            raise StoreDown("The store is closed.")
        try:
            return self._reader.execute(dialect(sql), args).fetchall()
        except sqlite3.OperationalError as error:
            LOG.warning("%s cannot be read: %s", self.file, error)
            raise StoreDown(str(error)) from error

    async def append(self, table: str, entry: Entry, change: Change | None = None) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.append_soon(table, entry, change, partial(settle, written))
        await written

    def append_soon(self, table: str, entry: Entry, change: Change | None, answer: Answer) -> None:
        statements = () if change is None else change_statements(table, change, entry.at)
        self._working().write(Job(entry_row(table, entry, NULL), statements), answer)

    async def _write(self, statements: Sequence[Statement], *, guarded: bool = False) -> Sequence[int]:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        asked = self._working().write(Job((), statements, guarded), partial(settle, written))
        await written
        return asked.changed

    def _working(self) -> "Writer":
        if self._writer is None:
            raise StoreDown("The store is closed." if not self.read_only else "The store is read only.")
        return self._writer


def settle(written: asyncio.Future[None], error: BaseException | None) -> None:
    """Let who waits go on, unless that was given up."""
    if written.done():
        return
    if error is not None:
        written.set_exception(error)
    else:
        written.set_result(None)


def guard(file: Path) -> sqlite3.Connection:
    """The lock of the one server of a file, when no clerk of another writes any more. Raises StoreBusy."""
    with ExitStack() as stack:
        try:
            connection = hold(f"{file}.lock", 0)
            stack.callback(connection.close)
            hold_file(file).close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreBusy("storage.in_use", place=str(file)) from None
        stack.pop_all()
        return connection
