"""The writing side of a SQLite store: a thread commits all jobs that wait, many to one synced transaction.

`WriterThread` takes jobs from the event loop, `SqliteWriter` commits them. The connection is opened anew
after every failure, so that a cause that has gone (a full disk, a file that could only be read) leaves
nothing behind. The thread is a daemon: whatever hangs in the file system never keeps a process from ending.
"""

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

from abbatia.storage.errors import Conflict, Reason, StoreUnavailable
from abbatia.storage.reader_thread import CLOSED, SECONDS
from abbatia.storage.schema import ENTRY_COLUMNS, ENTRY_NAMES
from abbatia.storage.statements import Row, Sql

LOG: Final = logging.getLogger("abbatia.storage")
GROUP: Final = 500
"""One commit takes at most this many writes."""
KNOWN: Final = "SELECT 1 FROM tables WHERE id = ?"
BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for a lock that another process holds on the file, such as one that looks into it."""
MAX_ROWS: Final = 128
"""One statement appends at most this many entries."""
STEP: Final = 8
"""Beyond this many entries a statement has room for a multiple of it: few statements serve all groups."""
UNFIT: Final = (
    sqlite3.IntegrityError,  # a key is taken, or what should be there is not
    sqlite3.DataError,  # too long a text
    sqlite3.ProgrammingError,  # a type that SQLite does not know
    ValueError,
    OverflowError,
)
"""What is wrong with one job and not with the file."""
PARTS: Final = ("", "-wal", "-shm")
"""The files that a store consists of while it is open."""
REASONS: Final[dict[int, Reason]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}


class Job(NamedTuple):
    """An entry or none, and statements that belong to it. Guarded: only if the first changes something."""

    row: Row
    statements: Sequence[Sql] = ()
    guarded: bool = False


Outcome = Sequence[int] | Exception
"""What became of a job: how many rows each of its statements changed, or why nothing of it is stored."""


class SqliteWriter:
    """The one connection that writes a file; for use in one thread."""

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.connection: sqlite3.Connection | None = None
        self.identity: Sequence[tuple[int, int]] | None = None  # of the file's parts when first opened
        self.needs_reopening = False

    def open(self) -> sqlite3.Connection:
        """The connection, opened if there is none, anew after a failure. Raises sqlite3.Error, OSError."""
        if self.connection is None or self.needs_reopening:
            connection = connect(self.file)
            try:
                connection.execute("SELECT 1 FROM sqlite_master").fetchall()  # -wal and -shm are there now
                if self.identity is None:
                    self.identity = identity_of(self.file)
            except BaseException:
                connection.close()
                raise
            self.close()  # not before: the last connection to be closed would remove the -wal
            self.connection, self.needs_reopening = connection, False
        return self.connection

    def close(self) -> None:
        if self.connection is not None:
            connection, self.connection = self.connection, None
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def commit(self, group: Sequence[Job]) -> list[Outcome]:
        """Store the group in one transaction; on a constraint error each job by its own savepoint.

        Whatever is wrong with the file is StoreUnavailable for the whole group, of which nothing is stored
        then (unless the file was exchanged at this very moment).
        """
        try:
            self.check_identity()  # before: never open, and write to, a file that is not the one we read
            self.open()
            try:
                outcomes = self._together(group)
            except UNFIT:
                self._connection().rollback()
                outcomes = self._each(group)
            self.check_identity()
        except (sqlite3.Error, OSError, StoreUnavailable) as error:
            self._fail()
            return [store_down(error) for _ in group]
        except Exception as error:  # nobody may wait in vain
            self._fail()
            return [error] * len(group)
        return outcomes

    def _fail(self) -> None:
        """Undo what was begun."""
        self.needs_reopening = True
        if self.connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self.connection.rollback()

    def check_identity(self) -> None:
        """Whether the path still leads to the file that is open. Raises StoreUnavailable, OSError."""
        if self.identity is None:
            return
        try:
            found = identity_of(self.file)
        except FileNotFoundError as error:
            raise StoreUnavailable(f"{error.filename} was removed while the server ran", "replaced") from None
        if found != self.identity:
            raise StoreUnavailable(f"{self.file} was replaced while the server ran", "replaced")

    def _connection(self) -> sqlite3.Connection:
        assert self.connection is not None
        return self.connection

    def _together(self, group: Sequence[Job]) -> list[Outcome]:
        """In order, but of jobs in a row the entries first: none depends on what changes with another."""
        outcomes: list[Outcome] = []
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        for has_entries, some in groupby(group, lambda job: bool(job.row)):
            jobs = list(some)
            if has_entries:
                for start in range(0, len(jobs), MAX_ROWS):
                    self._append([job.row for job in jobs[start : start + MAX_ROWS]])
            outcomes += [self._execute(job) for job in jobs]
        connection.commit()
        return outcomes

    def _each(self, group: Sequence[Job]) -> list[Outcome]:
        """One after the other; a job that cannot be done is rolled back alone."""
        connection = self._connection()
        outcomes: list[Outcome] = []
        connection.execute("BEGIN IMMEDIATE")
        for job in group:
            connection.execute("SAVEPOINT job")
            try:
                if job.row:
                    self._append([job.row])
                outcomes.append(self._execute(job))
            except UNFIT as error:
                connection.execute("ROLLBACK TO job")
                outcomes.append(self._refusal(job, error))
            connection.execute("RELEASE job")
        connection.commit()
        return outcomes

    def _refusal(self, job: Job, error: Exception) -> Exception:
        """The Store's exception for a job that cannot be done."""
        if not isinstance(error, sqlite3.IntegrityError):
            return error
        if job.row and not self._connection().execute(KNOWN, job.row[:1]).fetchall():
            return KeyError(job.row[0])
        return Conflict(str(error))

    def _append(self, rows: list[Row]) -> None:
        """Append entries by one statement: all of them, or none if one does not fit."""
        spare = -len(rows) % STEP if len(rows) > STEP else 0
        values = list(chain.from_iterable(rows))
        values += [0] * (len(ENTRY_COLUMNS) * spare)
        self._connection().execute(append_many(len(rows) + spare), values)

    def _execute(self, job: Job) -> Sequence[int]:
        """The statements of a job; how many rows each changed."""
        if not job.statements:
            return ()
        changed: list[int] = []
        for sql, args in job.statements:
            changed.append(self._connection().execute(sql, args).rowcount)
            if job.guarded and not changed[0]:
                break
        return changed


class PendingWrite:
    """A job on its way to the file, and the future of whoever waits for it."""

    __slots__ = ("job", "written", "since", "is_abandoned")

    def __init__(self, job: Job, written: "asyncio.Future[Sequence[int]]", since: float) -> None:
        self.job: Final = job
        self.written: Final = written
        self.since: Final = since
        self.is_abandoned = False  # its time was up: the thread need not write it any more

    def settle(self, outcome: Outcome) -> None:
        """Answer, unless whoever waited has given up."""
        if self.written.done():
            return
        if isinstance(outcome, Exception):
            self.written.set_exception(outcome)
        else:
            self.written.set_result(outcome)


class WriterThread:
    """Writes jobs in the order of asking, all that wait in one commit; results go to the event loop."""

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.seconds = SECONDS
        self.loop: Final = asyncio.get_running_loop()
        self.writer: Final = SqliteWriter(file)
        self.queue: Final[SimpleQueue[PendingWrite | None]] = SimpleQueue()  # None: end
        self.pending: Final[deque[PendingWrite]] = deque()  # asked and not answered
        self.is_closed = False
        self.trouble: StoreUnavailable | None = None  # why the last group was not written
        self.is_stuck = False
        self.written_at = float("-inf")  # the loop's time of the last group that was written
        self._ended: Final = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._thread: Final = threading.Thread(target=self._run, name="abbatia-write", daemon=True)
        self._thread.start()

    def write(self, job: Job) -> "asyncio.Future[Sequence[int]]":
        """How many rows each statement of the job changed, when it is on disk. Raises StoreUnavailable."""
        if self.is_closed:
            raise StoreUnavailable(CLOSED, "closed")
        if self.is_stuck:
            raise StoreUnavailable("the disk does not answer", "stuck")
        write = PendingWrite(job, self.loop.create_future(), self.loop.time())
        self.pending.append(write)
        if self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._watch)
        self.queue.put(write)
        return write.written

    def has_written(self, seconds: float) -> bool:
        """Whether the last group was written, at most `seconds` ago."""
        if self.is_stuck or self.trouble is not None:
            return False
        return self.loop.time() - self.written_at <= seconds

    async def close(self) -> None:
        """Write what was accepted, then stop; give up on what does not answer."""
        self.is_closed = True
        self.queue.put(None)
        try:
            await asyncio.wait_for(self._ended.wait(), self.seconds)
        except TimeoutError:
            self._give_up()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # -- in the event loop

    def _settle(self, group: Sequence[PendingWrite], outcomes: Sequence[Outcome]) -> None:
        """The thread has done with a group."""
        down = next((outcome for outcome in outcomes if isinstance(outcome, StoreUnavailable)), None)
        self._tell_operators(down)
        if down is None:
            self.written_at = self.loop.time()
        self.is_stuck = False
        for write, outcome in zip(group, outcomes, strict=True):
            if not write.is_abandoned:
                self.pending.popleft()  # groups are answered in the order of asking
                write.settle(outcome)

    def _tell_operators(self, down: StoreUnavailable | None) -> None:
        """One line when writing becomes impossible, one when it is possible again."""
        if down is not None and (self.trouble is None or str(down) != str(self.trouble)):
            LOG.error("%s cannot be written: %s", self.file, down)
        elif down is None and (self.trouble is not None or self.is_stuck):
            LOG.warning("%s can be written again", self.file)
        self.trouble = down

    def _watch(self) -> None:
        """Whether the oldest write has waited too long."""
        self._timer = None
        if not self.pending:
            return
        rest = self.pending[0].since + self.seconds - self.loop.time()
        if rest > 0:
            self._timer = self.loop.call_later(rest, self._watch)
        else:
            self._give_up()

    def _give_up(self) -> None:
        """The thread hangs: what it was given is in doubt, and nothing more is accepted until it answers."""
        self.is_stuck = True
        LOG.error("%s: the disk has not answered for %g seconds", self.file, self.seconds)
        for write in self.pending:
            write.is_abandoned = True
            write.settle(StoreUnavailable("the disk does not answer", "stuck"))
        self.pending.clear()

    def _revive(self) -> None:
        """The thread came too late for all that it was given, but it is there."""
        self.is_stuck = False

    # -- in the thread

    def _run(self) -> None:
        is_last = False
        while not is_last:
            group, is_last = self._next_group()
            if group:
                outcomes = self.writer.commit([write.job for write in group])
                self._call_loop(self._settle, group, outcomes)
            else:
                self._call_loop(self._revive)
        self.writer.close()
        self._call_loop(self._ended.set)

    def _next_group(self) -> tuple[list[PendingWrite], bool]:
        """All that waits, at least one; and whether the end has come."""
        write = self.queue.get()
        group: list[PendingWrite] = []
        while write is not None:
            if not write.is_abandoned:
                group.append(write)
            try:
                if len(group) == GROUP:
                    break
                write = self.queue.get_nowait()
            except Empty:
                break
        return group, write is None

    def _call_loop(self, call: Callable[..., object], *args: Any) -> None:
        try:
            self.loop.call_soon_threadsafe(call, *args)
        except RuntimeError:  # the loop was closed with the store still open: nobody waits
            LOG.debug("the event loop is closed")


def store_down(error: Exception) -> StoreUnavailable:
    """What an error of SQLite or of the file system says about the store."""
    if isinstance(error, StoreUnavailable):
        return StoreUnavailable(str(error), error.reason)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the upper bits tell more than we ask
    return StoreUnavailable(str(error) or type(error).__name__, REASONS.get(code, "unreachable"))


def identity_of(file: Path) -> Sequence[tuple[int, int]]:
    """Device and inode of each part of a file. (Opening them would drop SQLite's locks when closed.)"""
    found = [os.stat(f"{file}{part}") for part in PARTS]
    return [(part.st_dev, part.st_ino) for part in found]


def connect(file: Path) -> sqlite3.Connection:
    """A connection that makes no transactions by itself and syncs every commit."""
    connection = sqlite3.connect(file, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # what a statement would need to be undone
    except BaseException:
        connection.close()
        raise
    return connection


@cache
def append_many(room: int) -> str:
    """Append entries of different tables, all or none; rows with 0 for a table are left out.

    Written by hand: one statement for many rows is several times as fast as a statement for each, and the
    check that each entry follows the one before comes with it: one that follows nothing gets NULL for `at`,
    which violates the schema's NOT NULL. SQLite calls the columns of VALUES column1, column2, …
    """
    given = {column.key: f"column{place}" for place, column in enumerate(ENTRY_COLUMNS, 1)}
    table, n, at = given["table"], given["n"], given["at"]
    given["at"] = f"""
            CASE WHEN {n} = 0 THEN (SELECT {at} FROM tables WHERE id = {table})
            ELSE (SELECT {at} FROM entries WHERE table_id = {table} AND n = {n} - 1) END"""
    row = f"({', '.join('?' * len(ENTRY_COLUMNS))})"
    return f"""
        INSERT INTO entries ({ENTRY_NAMES})
        SELECT {", ".join(given.values())}
        FROM (VALUES {", ".join([row] * room)}) WHERE {table} <> 0"""
