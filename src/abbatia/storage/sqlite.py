"""SqliteStore: one file, one process. A thread of its own writes, many appends to one synced commit."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from abbatia.storage.columns import APPEND, ENTRY, Row, Statement
from abbatia.storage.revision import check_revision, needs_upgrade
from abbatia.storage.sql import SqlStore
from abbatia.storage.store import Conflict, StoreBusy, StoreDown

GROUP: Final = 500
"""No commit waits for more writes than this."""
AT_ONCE: Final = (64, 16, 4)
"""So many entries are appended by one statement, where as many wait."""


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
            raise StoreDown(str(error)) from error

    async def _write(self, statements: Sequence[Statement], *, guarded: bool = False) -> list[int]:
        if self._writer is None:
            raise StoreDown("The store is closed." if not self.read_only else "The store is read only.")
        return await self._writer.write(statements, guarded)


class Job:
    """Statements that belong together, and who waits for them."""

    __slots__ = ("statements", "guarded", "waiting", "changed", "error")

    def __init__(self, statements: Sequence[Statement], guarded: bool, waiting: asyncio.Future[list[int]]):
        self.statements = statements
        self.guarded = guarded
        self.waiting = waiting
        self.changed: list[int] = []
        self.error: Exception | None = None

    @property
    def is_entry(self) -> bool:
        """Whether an entry is appended and nothing else done."""
        return self.statements[0][0] is APPEND and len(self.statements) == 1

    @property
    def row(self) -> Row:
        """The row of such an entry."""
        return self.statements[0][1]


class Writer:
    """The writing thread: takes all jobs that wait, commits them together, then answers all of them."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        self.connection: Final = connection
        self.loop: Final = loop
        self.jobs: Final[SimpleQueue[Job | None]] = SimpleQueue()
        self.thread: Final = threading.Thread(target=self._run, name="abbatia-write")
        self.thread.start()

    def write(self, statements: Sequence[Statement], guarded: bool) -> asyncio.Future[list[int]]:
        job = Job(statements, guarded, self.loop.create_future())
        self.jobs.put(job)
        return job.waiting

    def close(self) -> None:
        """Write what waits, then stop."""
        self.jobs.put(None)
        self.thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._next_group()
            if group:
                self._commit(group)
                self.loop.call_soon_threadsafe(answer, group)
        self.connection.close()

    def _next_group(self) -> tuple[list[Job], bool]:
        """All jobs that wait, at least one; and whether there will be more."""
        group: list[Job] = []
        job = self.jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == GROUP:
                return group, True
            try:
                job = self.jobs.get_nowait()
            except Empty:
                return group, True
        return group, False

    def _commit(self, group: list[Job]) -> None:
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            entries = [job for job in group if job.is_entry]
            for job in group:
                if not job.is_entry:
                    self._carry_out(job)
            for size in AT_ONCE:
                while len(entries) >= size:
                    self._append_together(entries[:size])
                    del entries[:size]
            for job in entries:
                self._carry_out(job)
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:  # disk full, file gone: nothing of this group is stored
            with contextlib.suppress(sqlite3.Error):
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            for job in group:
                job.error = StoreDown(str(error))

    def _append_together(self, jobs: list[Job]) -> None:
        """Append one entry for each job by one statement; if one of them cannot be, each by itself."""
        execute = self.connection.execute
        execute("SAVEPOINT entries")
        try:
            appended = execute(append_many(len(jobs)), [value for job in jobs for value in job.row]).rowcount
        except (sqlite3.IntegrityError, ValueError, OverflowError):
            appended = 0
        if appended < len(jobs):
            execute("ROLLBACK TO entries")
        execute("RELEASE entries")
        for job in jobs:
            if appended == len(jobs):
                job.changed.append(1)
            else:
                self._carry_out(job)

    def _carry_out(self, job: Job) -> None:
        """One job; if a key is taken or SQLite cannot take what it is given, it alone is undone."""
        execute = self.connection.execute
        several = len(job.statements) > 1
        if several:
            execute("SAVEPOINT job")
        try:
            for sql, args in job.statements:
                job.changed.append(execute(dialect(sql), args).rowcount)
                if job.guarded and not job.changed[0]:
                    break
        except (sqlite3.IntegrityError, ValueError, OverflowError) as error:
            job.error = Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else error
            if several:
                execute("ROLLBACK TO job")
        if several:
            execute("RELEASE job")


def answer(group: list[Job]) -> None:
    """Runs in the event loop."""
    for job in group:
        if job.waiting.done():  # whoever waited was cancelled
            continue
        if job.error is not None:
            job.waiting.set_exception(job.error)
        else:
            job.waiting.set_result(job.changed)


def connect(file: Path) -> sqlite3.Connection:
    """A connection that makes no transactions by itself and syncs every commit."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
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
def append_many(count: int) -> str:
    """APPEND for so many entries of different tables."""
    row = f"({', '.join('?' * 8)})"
    return f"""
        INSERT INTO entries (table_id, {ENTRY}) SELECT * FROM (VALUES {", ".join([row] * count)})
        WHERE CASE WHEN column2 = 0 THEN EXISTS (SELECT 1 FROM tables WHERE id = column1)
              ELSE EXISTS (SELECT 1 FROM entries WHERE table_id = column1 AND n = column2 - 1) END
        ON CONFLICT DO NOTHING"""


@cache
def dialect(sql: str) -> str:
    """SQLite writes ?1 where PostgreSQL writes $1."""
    return sql.replace("$", "?")
