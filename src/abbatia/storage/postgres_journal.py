"""PostgresJournal: appends are grouped; the primary key (table, n) keeps processes from forking a journal."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Column
from sqlalchemy.dialects import postgresql

from abbatia.storage.errors import Conflict, StoreUnavailable
from abbatia.storage.model import CHANGEABLE, JournalEntry, TableUpdate
from abbatia.storage.pg_notify import CHANNEL, NotifyListener
from abbatia.storage.schema import ENCODE, ENTRY_COLUMNS, ENTRY_NAMES, TABLES, entry_row, json_places
from abbatia.storage.sql import SqlJournal
from abbatia.storage.statements import Row

if TYPE_CHECKING:
    from abbatia.storage.postgres import PostgresStore

GROUP: Final = 500
"""No commit waits for more appends than this."""
TOGETHER: Final = 100
"""The most entries in one notification: with the longest names they fit into what PostgreSQL takes."""
KNOWN: Final = "SELECT 1 FROM tables WHERE id = $1"
CLOSED: Final = "The store is closed."
CHANGING: Final = [TABLES.c[name] for name in (*CHANGEABLE, "touched")]
CHANGING_JSON: Final = json_places(CHANGING)
DIALECT: Final = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy does not type it


def arrays(columns: Sequence[Column[Any]], first: int) -> str:
    """Parameters from number `first` on that are arrays of values of these columns."""
    types = [column.type.compile(DIALECT) for column in columns]
    return ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(types, first))


def append_all() -> str:
    """Entries, what changes with them, and the notification of other processes, in one statement.

    Written by hand: it is one journey to the database for a whole group. Its parameters are an array for each
    column of the entries; for the changes an array of ids, one of entry numbers, one for each column that can
    change, and one of bool for each of these (whether it changes); at last the start of the notification.
    """
    names = [column.name for column in CHANGING]
    first_id = len(ENTRY_COLUMNS) + 1
    first_value = first_id + 2
    first_flag = first_value + len(names)
    last = first_flag + len(names)
    flags = ", ".join(f"${first_flag + place}::bool[]" for place in range(len(names)))
    sets = ", ".join(
        f"{name} = CASE WHEN has_{name} THEN given.{name} ELSE tables.{name} END" for name in names
    )
    return f"""
        WITH new AS (
            INSERT INTO entries ({ENTRY_NAMES})
            SELECT * FROM unnest({arrays(ENTRY_COLUMNS, 1)}) AS given ({ENTRY_NAMES})
            WHERE CASE WHEN n = 0 THEN EXISTS (SELECT 1 FROM tables WHERE id = given.table_id)
                  ELSE EXISTS (SELECT 1 FROM entries AS last
                               WHERE last.table_id = given.table_id AND last.n = given.n - 1) END
            ON CONFLICT DO NOTHING RETURNING table_id, n
        ), changed AS (
            UPDATE tables SET {sets}
            FROM unnest(${first_id}::varchar[], ${first_id + 1}::int[],
                {arrays(CHANGING, first_value)}, {flags})
                AS given (id, n, {", ".join(names)}, {", ".join(f"has_{name}" for name in names)})
            JOIN new ON new.table_id = given.id AND new.n = given.n
            WHERE tables.id = given.id
        ), notified AS (
            SELECT pg_notify('{CHANNEL}', ${last} || string_agg(' ' || table_id || ':' || n, '')) AS sent
            FROM (SELECT table_id, n, row_number() OVER () AS place FROM new) AS numbered
            GROUP BY place / {TOGETHER}
        )
        SELECT table_id, n, (SELECT count(sent::text) FROM notified) FROM new"""


APPEND_ALL: Final = append_all()
NO_CHANGE: Final = ("", -1, *[None] * len(CHANGING), *[False] * len(CHANGING))
"""An array may not be without rows, as its columns would be lost."""


def change_row(table: str, n: int, change: TableUpdate, at: int) -> Row | None:
    """The arguments of APPEND_ALL for a change; None when the table stays as it is."""
    new = change.changed(at)
    if not new:
        return None
    values = [new.get(column.key) for column in CHANGING]
    flags = [column.key in new for column in CHANGING]
    for place in CHANGING_JSON:
        if flags[place]:
            values[place] = ENCODE(values[place]).decode()
    return (table, n, *values, *flags)


class Append:
    """An entry on its way, and the future of whoever waits for it."""

    __slots__ = ("key", "row", "change", "seats", "waiting")

    def __init__(
        self, journal: SqlJournal, table: str, entry: JournalEntry, change: TableUpdate | None
    ) -> None:
        self.key = (table, entry.n)
        self.row = entry_row(table, entry)
        self.change = None if change is None else change_row(table, entry.n, change, entry.at)
        self.seats = [] if change is None else journal.seat_steps(table, change)
        self.waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(self, outcome: bool | Exception) -> None:
        """Answer whoever waits."""
        if self.waiting.done():  # cancelled
            return
        if isinstance(outcome, Exception):
            self.waiting.set_exception(outcome)
        else:
            self.waiting.set_result(outcome)


class PostgresJournal(SqlJournal):
    """The journal in PostgreSQL: a task stores all appends that wait, together."""

    def __init__(self, store: "PostgresStore", listener: NotifyListener) -> None:
        super().__init__(store)
        self.store: Final = store
        self.listener: Final = listener
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._flusher: asyncio.Task[None] | None = None
        self._is_closing = False

    def start(self) -> None:
        """Accept appends from now on."""
        self._flusher = asyncio.create_task(self._flush(), name="abbatia-append")

    async def stop(self, seconds: float) -> None:
        """Store what was accepted, as far as the time allows, and accept no more."""
        self._is_closing = True
        if self._flusher is None:
            return
        if waiting := [append.waiting for append in self._waiting]:
            await asyncio.wait(waiting, timeout=seconds)
        self._flusher.cancel()
        await asyncio.wait([self._flusher], timeout=seconds)
        self._flusher = None
        for append in self._waiting:
            append.settle(StoreUnavailable(CLOSED, "closed"))

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        if self._flusher is None or self._is_closing:
            raise StoreUnavailable(CLOSED, "closed")
        append = Append(self, table, entry, change)
        self._waiting.append(append)
        self._wake.set()
        if await append.waiting:
            return
        if not await self.store._read(KNOWN, table):
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
            self.store.written_at = time.monotonic()
            done = set(map(id, stored))
            for append in group:
                append.settle(id(append) in done)

    async def _store(self, group: list[Append]) -> list[Append]:
        """One transaction; which appends were stored. Sorted, so that two processes cannot deadlock."""
        first: dict[tuple[str, int], Append] = {}
        for append in group:
            first.setdefault(append.key, append)
        ordered = [first[key] for key in sorted(first)]
        changes = [append.change for append in ordered if append.change is not None]
        args = [*columns([append.row for append in ordered]), *columns(changes or [NO_CHANGE])]
        async with self.store.connection() as connection:
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


def stored_of(ordered: Sequence[Append], found: Sequence[Row]) -> list[Append]:
    keys = {(row[0], row[1]) for row in found}
    return [append for append in ordered if append.key in keys]


def columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
