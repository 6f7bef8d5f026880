"""SqliteWriter: commits groups of jobs to a SQLite file, many entries to one synced transaction.

It runs in one thread (`writer_thread.py`) and opens its connection anew after every failure, so that a cause
that has gone (a full disk, a file that could only be read) leaves nothing behind.
"""

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from typing import Final, NamedTuple

from abbatia.storage.entries import COLUMNS, NAMES
from abbatia.storage.errors import Conflict, Reason, StoreUnavailable
from abbatia.storage.statements import Row, Sql

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
        values += [0] * (len(COLUMNS) * spare)
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
    given = {column.key: f"column{place}" for place, column in enumerate(COLUMNS, 1)}
    table, n, at = given["table"], given["n"], given["at"]
    given["at"] = f"""
            CASE WHEN {n} = 0 THEN (SELECT {at} FROM tables WHERE id = {table})
            ELSE (SELECT {at} FROM entries WHERE table_id = {table} AND n = {n} - 1) END"""
    row = f"({', '.join('?' * len(COLUMNS))})"
    return f"""
        INSERT INTO entries ({NAMES})
        SELECT {", ".join(given.values())}
        FROM (VALUES {", ".join([row] * room)}) WHERE {table} <> 0"""
