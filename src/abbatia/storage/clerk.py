"""Clerk: the process that writes a SQLite file for a server: `python -m abbatia.storage.clerk FILE`.

It says when it is ready. Groups of jobs come on its input; each is committed and synced before it is answered
on its output. It ends when its input does: who asked is gone then, and all that had come whole is written.
"""

import contextlib
import signal
import sqlite3
import sys
from collections.abc import Sequence
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from typing import BinaryIO, Final, Literal

import msgspec

from abbatia.storage.columns import ENTRY, KNOWN, Row, Statement

AT_ONCE: Final = 128
"""So many entries are appended by one statement at most."""
STEP: Final = 8
"""From here on statements have room for a multiple of so many entries: few statements serve all groups."""
NULL: Final = 0.5
"""Stands for NULL among whole numbers: a None takes sqlite3 longer than the rest of a row."""
UNFIT: Final = (sqlite3.IntegrityError, ValueError, OverflowError)
"""A key is taken, what should be there is not, or SQLite cannot take what it is given."""
GRACE: Final = 10.0
"""Seconds that a new clerk waits for an old one to end."""
SIZE: Final = 4
"""Bytes before each group and each answer: how long it is."""

Trouble = Literal["", "taken", "missing", "unfit", "down"]


class Job(msgspec.Struct, array_like=True, gc=False):
    """An entry or none, and statements that belong to it. Guarded: only if the first changes something."""

    row: Row
    statements: Sequence[Statement]
    guarded: bool = False


class Outcome(msgspec.Struct, array_like=True, gc=False):
    """What became of a job: how many rows each of its statements changed, or why nothing is written of it."""

    place: int  # in its group
    changed: Sequence[int] = ()
    trouble: Trouble = ""
    why: str = ""


JOBS: Final = msgspec.msgpack.Decoder(list[Job])
OUTCOMES: Final = msgspec.msgpack.Decoder(list[Outcome])
PACK: Final = msgspec.msgpack.Encoder().encode


def sized(data: bytes) -> bytes:
    """A message as it goes from one process to the other."""
    return len(data).to_bytes(SIZE, "big") + data


def group_of(jobs: Sequence[bytes]) -> bytes:
    """Packed jobs as one message."""
    return sized(b"\xdd" + len(jobs).to_bytes(4, "big") + b"".join(jobs))


class Clerk:
    """Commits groups of jobs, many entries to one synced commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection: Final = connection

    def serve(self, source: BinaryIO, target: BinaryIO) -> None:
        """Say that we are ready, and serve until the source ends."""
        target.write(sized(PACK([])))
        target.flush()
        while len(size := source.read(SIZE)) == SIZE:
            length = int.from_bytes(size, "big")
            group = source.read(length)
            if len(group) < length:  # who sent it went meanwhile
                return
            target.write(sized(PACK(self.commit(JOBS.decode(group)))))
            target.flush()

    def commit(self, group: Sequence[Job]) -> list[Outcome]:
        """All together, or if one of them cannot be, each by itself. Told is only what is worth telling."""
        try:
            try:
                return self._together(group)
            except UNFIT:
                self.connection.rollback()
                return self._each(group)
        except sqlite3.Error as error:  # disk full, file gone: nothing of this group is stored
            with contextlib.suppress(sqlite3.Error):
                self.connection.rollback()
            return [Outcome(place, (), "down", str(error)) for place in range(len(group))]

    def _together(self, group: Sequence[Job]) -> list[Outcome]:
        """In order, but of jobs in a row the entries first: none depends on what changes with another."""
        if len(group) <= AT_ONCE and not any(job.statements for job in group):
            self._append([job.row for job in group if job.row])  # one statement is a transaction by itself
            return []
        outcomes: list[Outcome] = []
        self.connection.execute("BEGIN IMMEDIATE")
        for has_entries, some in groupby(enumerate(group), lambda numbered: bool(numbered[1].row)):
            jobs = list(some)
            if has_entries:
                for start in range(0, len(jobs), AT_ONCE):
                    self._append([job.row for _, job in jobs[start : start + AT_ONCE]])
            outcomes += [Outcome(place, self._carry_out(job)) for place, job in jobs if job.statements]
        self.connection.commit()
        return outcomes

    def _each(self, group: Sequence[Job]) -> list[Outcome]:
        """One after the other; what cannot be done is undone alone."""
        execute = self.connection.execute
        outcomes: list[Outcome] = []
        execute("BEGIN IMMEDIATE")
        for place, job in enumerate(group):
            execute("SAVEPOINT job")
            try:
                if job.row:
                    self._append([job.row])
                outcomes.append(Outcome(place, self._carry_out(job)))
            except UNFIT as error:
                execute("ROLLBACK TO job")
                outcomes.append(self._why_not(place, job, error))
            execute("RELEASE job")
        self.connection.commit()
        return outcomes

    def _why_not(self, place: int, job: Job, error: Exception) -> Outcome:
        """What is told to who waits for a job that cannot be done."""
        if not isinstance(error, sqlite3.IntegrityError):
            return Outcome(place, (), "unfit", str(error))
        if job.row and not self.connection.execute(dialect(KNOWN), job.row[:1]).fetchall():
            return Outcome(place, (), "missing", str(job.row[0]))
        return Outcome(place, (), "taken", str(error))

    def _append(self, rows: list[Row]) -> None:
        """Append entries by one statement: all of them, or none if one does not fit."""
        if not rows:
            return
        spare = -len(rows) % STEP if len(rows) > STEP else 0
        values = list(chain.from_iterable(rows))
        values += [0] * (8 * spare)
        self.connection.executemany(append_many(len(rows) + spare), (values,))  # asks for no number of a row

    def _carry_out(self, job: Job) -> Sequence[int]:
        """The statements of a job; how many rows each changed."""
        changed: list[int] = []
        for sql, args in job.statements:
            changed.append(self.connection.execute(dialect(sql), args).rowcount)
            if job.guarded and not changed[0]:
                break
        return changed


def connect(file: Path) -> sqlite3.Connection:
    """A connection that makes no transactions by itself and syncs every commit."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA temp_store = MEMORY")  # what a statement would need to be undone
    return connection


def hold(lock: str, seconds: float) -> sqlite3.Connection:
    """A lock that this process holds as long as it lives, however it ends. Raises OperationalError."""
    connection = sqlite3.connect(lock, isolation_level=None, check_same_thread=False, timeout=seconds)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def hold_file(file: Path) -> sqlite3.Connection:
    """The lock of the one clerk of a file: one whose server was killed may still write its last group."""
    return hold(f"{file}.clerk", GRACE)


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


def main(file: str) -> None:
    """Write until the input ends; signals are for the server, which closes it."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    with (
        contextlib.suppress(BrokenPipeError),
        contextlib.closing(hold_file(Path(file))),
        contextlib.closing(connect(Path(file))) as connection,
    ):
        Clerk(connection).serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(sys.argv[1])
