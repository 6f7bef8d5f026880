"""SqliteStore: one file, one process. A thread of its own writes, many appends to one synced commit."""

import asyncio
import contextlib
import logging
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import chain, groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import msgspec

from abbatia.storage.columns import ENTRY, KNOWN, Row, Statement, change_statements, entry_row
from abbatia.storage.revision import check_revision, needs_upgrade
from abbatia.storage.rows import Change, Entry
from abbatia.storage.sql import SqlStore
from abbatia.storage.store import Answer, Conflict, StoreBusy, StoreDown

LOG: Final = logging.getLogger("abbatia.storage")
GROUP: Final = 500
"""No commit waits for more writes than this."""
AT_ONCE: Final = 128
"""So many entries are appended by one statement at most."""
STEP: Final = 8
"""From here on statements have room for a multiple of so many entries: few statements serve all groups."""
NULL: Final = 0.5
"""Stands for NULL among whole numbers: a None takes sqlite3 longer than the rest of a row."""
UNFIT: Final = (sqlite3.IntegrityError, ValueError, OverflowError)
"""A key is taken, what should be there is not, or SQLite cannot take what it is given."""


class SqliteStore(SqlStore):
    """A Store in one SQLite file: WAL, synced at every commit, written by this process alone."""

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
        if not self.read_only:
            self._writer = Writer(connect(self.file), loop)

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
            await loop.run_in_executor(None, self._writer.close)
            self._writer = None
        await loop.run_in_executor(self._reading, self._let_go)
        self._reading.shutdown()

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
        self._working().write(Job(answer, entry_row(table, entry, NULL), statements))

    async def _write(self, statements: Sequence[Statement], *, guarded: bool = False) -> Sequence[int]:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        job = Job(partial(settle, written), (), statements, guarded)
        self._working().write(job)
        await written
        return job.changed

    def _working(self) -> "Writer":
        if self._writer is None:
            raise StoreDown("The store is closed." if not self.read_only else "The store is read only.")
        return self._writer


class Job(msgspec.Struct, eq=False):
    """An entry or none, statements that belong to it, and who is told when they are written."""

    answer: Answer
    row: Row
    statements: Sequence[Statement]
    guarded: bool = False
    changed: Sequence[int] = ()  # by each of the statements
    error: Exception | None = None


class Writer:
    """The writing thread: takes all jobs that wait, commits them together, then answers all of them.

    Each return from SQLite has to wait for the busy event loop: the fewer calls, the better.
    """

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        self.connection: Final = connection
        self.loop: Final = loop
        self.jobs: Final[list[Job]] = []  # appended to by the event loop only
        self.bell: Final[SimpleQueue[bool]] = SimpleQueue()  # True: there are jobs; False: no more will come
        self.thread: Final = threading.Thread(target=self._run, name="abbatia-write")
        self.thread.start()

    def write(self, job: Job) -> None:
        self.jobs.append(job)
        if len(self.jobs) == 1:  # else the thread was told already, or looks again before it waits
            self.bell.put(True)

    def close(self) -> None:
        """Write what waits, then stop."""
        self.bell.put(False)
        self.thread.join()

    def _run(self) -> None:
        while self.bell.get():
            while group := self.jobs[:GROUP]:
                del self.jobs[: len(group)]
                self._commit(group)
                self.loop.call_soon_threadsafe(answer_all, group)
        self.connection.close()

    def _commit(self, group: list[Job]) -> None:
        """All together, or if one of them cannot be, each by itself."""
        try:
            try:
                self._carry_out_together(group)
            except UNFIT:
                self.connection.rollback()
                self._carry_out_each(group)
        except sqlite3.Error as error:  # disk full, file gone: nothing of this group is stored
            with contextlib.suppress(sqlite3.Error):
                self.connection.rollback()
            LOG.warning("nothing can be written: %s", error)
            for job in group:
                job.error = StoreDown(str(error))

    def _carry_out_together(self, group: list[Job]) -> None:
        """In order, but of jobs in a row the entries first: none depends on what changes with another."""
        if len(group) <= AT_ONCE and not any(job.statements for job in group):
            self._append([job.row for job in group])  # one statement is a transaction by itself
            return
        self.connection.execute("BEGIN IMMEDIATE")
        for has_entries, some in groupby(group, lambda job: bool(job.row)):
            jobs = list(some)
            if has_entries:
                for start in range(0, len(jobs), AT_ONCE):
                    self._append([job.row for job in jobs[start : start + AT_ONCE]])
            for job in jobs:
                self._carry_out(job)
        self.connection.commit()

    def _carry_out_each(self, group: list[Job]) -> None:
        """One after the other; what cannot be done is undone alone."""
        execute = self.connection.execute
        execute("BEGIN IMMEDIATE")
        for job in group:
            execute("SAVEPOINT job")
            try:
                if job.row:
                    self._append([job.row])
                self._carry_out(job)
            except UNFIT as error:
                execute("ROLLBACK TO job")
                job.error = self._why_not(job, error)
            execute("RELEASE job")
        self.connection.commit()

    def _why_not(self, job: Job, error: Exception) -> Exception:
        """What is told to who waits for a job that cannot be done."""
        if not isinstance(error, sqlite3.IntegrityError):
            return error
        if job.row and not self.connection.execute(dialect(KNOWN), job.row[:1]).fetchall():
            return KeyError(job.row[0])
        return Conflict(str(error))

    def _append(self, rows: list[Row]) -> None:
        """Append entries by one statement: all of them, or none if one does not fit."""
        spare = -len(rows) % STEP if len(rows) > STEP else 0
        values = list(chain.from_iterable(rows))
        values += [0] * (8 * spare)
        self.connection.executemany(append_many(len(rows) + spare), (values,))  # asks for no number of a row

    def _carry_out(self, job: Job) -> None:
        """The statements of a job."""
        if job.statements:
            job.changed = changed = []
            for sql, args in job.statements:
                changed.append(self.connection.execute(dialect(sql), args).rowcount)
                if job.guarded and not changed[0]:
                    break


def settle(written: asyncio.Future[None], error: BaseException | None) -> None:
    """Let who waits go on, unless that was given up."""
    if written.done():
        return
    if error is not None:
        written.set_exception(error)
    else:
        written.set_result(None)


def answer_all(group: list[Job]) -> None:
    """Runs in the event loop."""
    for job in group:
        try:
            job.answer(job.error)
        except Exception:
            LOG.exception("what was written could not be told")


def connect(file: Path) -> sqlite3.Connection:
    """A connection that makes no transactions by itself and syncs every commit."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA temp_store = MEMORY")  # what a statement would need to be undone
    return connection


def guard(file: Path) -> sqlite3.Connection:
    """A lock that this process holds as long as it lives, however it ends. Raises StoreBusy."""
    connection = sqlite3.connect(f"{file}.lock", isolation_level=None, check_same_thread=False, timeout=0)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        connection.close()
        raise StoreBusy("storage.in_use", place=str(file)) from None
    return connection


@cache
def append_many(room: int) -> str:
    """Append so many entries of different tables, all or none; rows with 0 for a table are left out.

    An entry that follows nothing gets no time, which the schema does not allow.
    """
    row = f"({', '.join('?' * 8)})"
    return f"""
        INSERT INTO entries (table_id, {ENTRY})
        SELECT column1, column2,
            CASE WHEN column2 = 0 THEN (SELECT column3 FROM tables WHERE id = column1)
            ELSE (SELECT column3 FROM entries WHERE table_id = column1 AND n = column2 - 1) END,
            column4, nullif(column5, {NULL}), column6, nullif(column7, {NULL}), column8
        FROM (VALUES {", ".join([row] * room)}) WHERE column1 <> 0"""


@cache
def dialect(sql: str) -> str:
    """SQLite writes ?1 where PostgreSQL writes $1."""
    return sql.replace("$", "?")
