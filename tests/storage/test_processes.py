"""Stores and processes that die, race or lose their connection: nothing acknowledged is lost or doubled."""

import asyncio
import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from abbatia.storage.errors import Conflict, StoreOpenError, StoreUnavailable
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, TableRow, TableUpdate
from abbatia.storage.postgres import PostgresStore
from abbatia.storage.schema import entry_row
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.sqlite_writer import Job, SqliteWriter
from abbatia.storage.store import Store
from abbatia.storage.urls import open_store, store_for

TABLES = [f"t{number}" for number in range(8)]
ENDLESS = 10**9
ROOT = Path(__file__).parent.parent.parent


def start_appender(place: str | Path, count: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.storage.append_process", str(place), *TABLES, str(count)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


def begin(processes: Sequence["subprocess.Popen[bytes]"]) -> None:
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()


def rest(process: "subprocess.Popen[bytes]") -> list[str]:
    """What the process said until its end; a last line that was cut off was not said."""
    assert process.stdout is not None
    assert process.stdin is not None
    said = process.stdout.read().decode()
    process.stdout.close()
    process.stdin.close()
    process.wait(20)
    return said.split("\n")[:-1]


async def journals(place: str | Path) -> dict[str, list[JournalEntry]]:
    async with open_store(str(place)) as store:
        return {table: await store.journal.entries(table) for table in TABLES}


def check(acknowledged: list[str], stored: dict[str, list[JournalEntry]]) -> None:
    """Every acknowledged append stands under its number, once; no journal has a gap."""
    marks = Counter(entry.body["mark"] for journal in stored.values() for entry in journal)
    assert set(marks.values()) == {1}
    for journal in stored.values():
        assert [entry.n for entry in journal] == list(range(len(journal)))
    for line in acknowledged:
        table, n, mark = line.split(" ")
        assert stored[table][int(n)].body["mark"] == mark


async def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(7)
    acknowledged: list[str] = []
    for _ in range(3):
        process = start_appender(tmp_path / "store.db", ENDLESS)
        begin([process])
        assert process.stdout is not None
        for _ in range(chance.randrange(50, 400)):
            acknowledged.append(process.stdout.readline().decode().strip())
        process.send_signal(signal.SIGKILL)
        acknowledged += rest(process)
    stored = await journals(tmp_path / "store.db")
    check(acknowledged, stored)
    assert sum(len(journal) for journal in stored.values()) >= len(acknowledged) > 150


async def test_two_processes_cannot_fork_a_table(database: str) -> None:
    processes = [start_appender(database, 150) for _ in range(2)]
    begin(processes)
    said = [rest(process) for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    conflicts = [line for lines in said for line in lines if line.startswith("!")]
    acknowledged = [line for lines in said for line in lines if not line.startswith("!")]
    assert conflicts, "the processes never met: the test shows nothing"
    assert all(any(not line.startswith("!") for line in lines) for lines in said)
    stored = await journals(database)
    check(acknowledged, stored)
    assert sum(len(journal) for journal in stored.values()) == len(acknowledged)


async def test_a_killed_process_leaves_the_other_whole(database: str) -> None:
    processes = [start_appender(database, ENDLESS) for _ in range(2)]
    begin(processes)
    first, second = processes
    assert first.stdout is not None
    early = [first.stdout.readline().decode().strip() for _ in range(200)]
    first.send_signal(signal.SIGKILL)
    assert second.stdout is not None
    late = [second.stdout.readline().decode().strip() for _ in range(200)]
    second.send_signal(signal.SIGKILL)
    said = early + rest(first) + late + rest(second)
    check([line for line in said if not line.startswith("!")], await journals(database))


async def test_sqlite_serves_one_process(tmp_path: Path) -> None:
    process = start_appender(tmp_path / "store.db", 3)
    with pytest.raises(StoreOpenError, match="Another process is using the database"):
        await SqliteStore(tmp_path / "store.db").open()
    reader = SqliteStore(tmp_path / "store.db", read_only=True)  # looking is allowed
    await reader.open()
    assert len(await reader.journal.tables()) == len(TABLES)
    with pytest.raises(StoreUnavailable, match="read only"):
        await reader.journal.append("t0", JournalEntry(0, 0, "chat"))
    await reader.close()
    begin([process])
    assert len(rest(process)) == 3 * len(TABLES)
    assert len((await journals(tmp_path / "store.db"))["t0"]) == 3


async def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    await store.open()
    sql = "INSERT INTO settings (name, value) SELECT ?, synchronous FROM pragma_synchronous"
    await store._write([(sql, ("synchronous",))])  # as the writer's own connection is set
    sql = "INSERT INTO settings (name, value) SELECT ?, journal_mode FROM pragma_journal_mode"
    await store._write([(sql, ("journal",))])
    found = await store._read("SELECT value FROM settings WHERE name IN ('journal', 'synchronous')")
    assert sorted(str(value) for (value,) in found) == ["2", "wal"]
    await store.close()


async def test_a_full_disk_is_said_and_nothing_is_half_stored(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    await store.open()
    await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    ((pages,),) = await store._read("PRAGMA page_count")
    await store._write([(f"PRAGMA max_page_count = {pages}", ())])
    n = 0
    full = ""
    while not full:
        try:
            await store.journal.append("t1", JournalEntry(n, 0, "chat", body={"text": "x" * 500}))
            n += 1
        except StoreUnavailable as error:
            full = str(error)
    assert "full" in full
    assert len(await store.journal.entries("t1")) == n
    await store._write([("PRAGMA max_page_count = 100000", ())])
    await store.journal.append("t1", JournalEntry(n, 0, "chat", body={"text": "x" * 500}))
    assert len(await store.journal.entries("t1")) == n + 1
    await store.close()


async def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anne, this is no database, and it is long enough to look like one. " * 20)
    kept = file.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreOpenError, match=r"letter\.txt cannot be opened"):
            await SqliteStore(file, read_only=read_only).open()
    assert file.read_bytes() == kept


@pytest.mark.parametrize("place", ["", "mysql://host/name", "postgresql://nobody@127.0.0.1:1/none"])
async def test_a_bad_address_is_said_in_one_sentence(place: str) -> None:
    with pytest.raises(StoreOpenError) as bad:
        await store_for(place).open()
    assert str(bad.value).count("\n") == 0
    assert str(bad.value).endswith(".")


class RecordingWatcher:
    """A watcher that remembers, and says when it has heard something."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[object, ...]] = asyncio.Queue()

    def on_append(self, table: str, n: int) -> None:
        self.heard.put_nowait(("appended", table, n))

    def on_message(self, table: str, text: str) -> None:
        self.heard.put_nowait(("message", table, text))

    def on_gap(self) -> None:
        self.heard.put_nowait(("missed",))

    async def next(self) -> tuple[object, ...]:
        return await asyncio.wait_for(self.heard.get(), 10)


@pytest.fixture(params=["memory", "postgres"])
def pair(request: pytest.FixtureRequest) -> Callable[[], tuple[Store, Store]]:
    """Two stores on the same data, as in two processes."""
    if request.param == "postgres":
        database: str = request.getfixturevalue("database")
        return lambda: (PostgresStore(database), PostgresStore(database))
    first = MemoryStore()
    return lambda: (first, MemoryStore(first.database))


async def test_processes_hear_of_each_other(pair: Callable[[], tuple[Store, Store]]) -> None:
    here, there = pair()
    ears = RecordingWatcher(), RecordingWatcher()
    here.coordination.watch(ears[0])
    there.coordination.watch(ears[1])
    await here.open()
    await there.open()
    assert here.coordination.shared
    assert there.coordination.shared
    await here.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    await here.journal.append("t1", JournalEntry(0, 0, "chat"))
    assert await ears[1].next() == ("appended", "t1", 0)
    await there.journal.append("t1", JournalEntry(1, 0, "chat"))
    assert await ears[0].next() == ("appended", "t1", 1)
    await there.coordination.publish("t1", "Anne’s here: and spaces ")
    assert await ears[0].next() == ("message", "t1", "Anne’s here: and spaces ")
    assert ears[0].heard.empty()
    assert ears[1].heard.empty()  # nobody hears oneself
    await here.close()
    await there.close()


async def test_a_thousand_appends_at_once_are_all_heard(database: str) -> None:
    here, there = PostgresStore(database), PostgresStore(database)
    ear = RecordingWatcher()
    there.coordination.watch(ear)
    await here.open()
    await there.open()
    names = [f"a-table-with-a-long-name-{number}" for number in range(1000)]
    await asyncio.gather(*(here.journal.create(TableRow(name, "cardinal", 1, 3, 0)) for name in names))
    await asyncio.gather(*(here.journal.append(name, JournalEntry(0, 0, "chat")) for name in names))
    heard = {await ear.next() for _ in names}
    assert heard == {("appended", name, 0) for name in names}
    with pytest.raises(ValueError, match="4000 bytes"):
        await here.coordination.publish("t1", "é" * 2001)
    await here.close()
    await there.close()


async def test_a_lost_connection_is_made_again(database: str) -> None:
    store = PostgresStore(database)
    ear = RecordingWatcher()
    store.coordination.watch(ear)
    await store.open()
    await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    other = await asyncpg.connect(database)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert await ear.next() == ("missed",)
    patient = time.monotonic() + 10
    stored = 0
    while not stored:  # the pool may still hold dead connections: each says so once
        assert time.monotonic() < patient
        with contextlib.suppress(StoreUnavailable):
            await store.journal.append("t1", JournalEntry(0, 0, "chat"))
        stored = len(await entries_soon(store))
    peer = PostgresStore(database)
    await peer.open()
    await peer.journal.append("t1", JournalEntry(1, 0, "chat"))
    assert await ear.next() == ("appended", "t1", 1)
    await other.close()
    await store.close()
    await peer.close()


async def entries_soon(store: Store) -> list[JournalEntry]:
    while True:
        try:
            return await store.journal.entries("t1")
        except StoreUnavailable:
            await asyncio.sleep(0)


async def test_an_entry_that_the_database_cannot_take_fails_alone(database: str) -> None:
    store = PostgresStore(database)
    await store.open()
    for name in ("t1", "t2"):
        await store.journal.create(TableRow(name, "cardinal", 1, 3, 0))
    outcomes = await asyncio.gather(
        store.journal.append("t1", JournalEntry(0, 0, "ki\0nd")),
        store.journal.append("t2", JournalEntry(0, 0, "chat")),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], asyncpg.DataError)
    assert outcomes[1] is None
    assert (len(await store.journal.entries("t1")), len(await store.journal.entries("t2"))) == (0, 1)
    await store.close()


async def test_an_entry_that_sqlite_cannot_take_fails_alone(tmp_path: Path) -> None:
    """The writing thread outlives whatever it is given, and who waits beside is answered."""
    store = SqliteStore(tmp_path / "store.db")
    await store.open()
    for name in ("t1", "t2"):
        await store.journal.create(TableRow(name, "cardinal", 1, 3, 0))
    outcomes = await asyncio.wait_for(
        asyncio.gather(
            store.journal.append("t1", JournalEntry(0, 0, "chat", 2**70)),
            store.journal.append("t1", JournalEntry(0, 0, "chat", 2**70), TableUpdate(due=5)),
            store.journal.append("t2", JournalEntry(0, 0, "chat"), TableUpdate(due=5)),
            return_exceptions=True,
        ),
        20,
    )
    assert [type(outcome) for outcome in outcomes] == [OverflowError, OverflowError, type(None)]
    await asyncio.wait_for(store.journal.append("t2", JournalEntry(1, 0, "chat")), 20)
    assert (len(await store.journal.entries("t1")), len(await store.journal.entries("t2"))) == (0, 2)
    await store.close()


async def test_what_changes_with_an_entry_is_undone_with_it_alone(tmp_path: Path) -> None:
    """Of a group that was begun together nothing stays twice, and nothing of what failed."""
    store = SqliteStore(tmp_path / "store.db")
    await store.open()
    for name in TABLES:
        await store.journal.create(TableRow(name, "cardinal", 1, 3, 0))
    changes = [TableUpdate(due=2**70 if name == "t3" else 5) for name in TABLES]
    outcomes = await asyncio.gather(
        *(
            store.journal.append(name, JournalEntry(0, 0, "chat"), change)
            for name, change in zip(TABLES, changes, strict=True)
        ),
        store.journal.create(TableRow("t0", "cardinal", 1, 3, 0)),
        return_exceptions=True,
    )
    wrong = {place: type(outcome) for place, outcome in enumerate(outcomes) if outcome is not None}
    assert wrong == {3: OverflowError, len(TABLES): Conflict}
    for name in TABLES:
        found = await store.journal.table(name)
        assert found is not None
        stored = (len(await store.journal.entries(name)), found.due)
        assert stored == ((0, None) if name == "t3" else (1, 5))
    await store.close()


async def test_entries_that_fit_are_appended_by_few_statements(tmp_path: Path) -> None:
    names = [str(number) for number in range(150)]
    store = SqliteStore(tmp_path / "store.db")
    await store.open()
    await asyncio.gather(*(store.journal.create(TableRow(name, "cardinal", 1, 3, 0)) for name in names))
    await store.close()
    writer, said = SqliteWriter(tmp_path / "store.db"), list[str]()
    writer.open().set_trace_callback(said.append)
    for n, count in enumerate((150, 129, 128, 100, 9, 8, 1)):
        group = [Job(entry_row(name, JournalEntry(n, 0, "chat"))) for name in names[:count]]
        assert writer.commit(group) == [()] * count
    writer.close()
    assert "SAVEPOINT job" not in said
    assert len([sql for sql in said if "INSERT INTO entries" in sql]) < 150


async def test_sqlite_writes_in_the_order_of_asking(tmp_path: Path) -> None:
    """Also what nobody waits for any more, such as a request that was given up."""
    store = SqliteStore(tmp_path / "store.db")
    await store.open()
    first = TableRow("0", "cardinal", 1, 3, 0)

    async def ask(call: Callable[..., Awaitable[object]], *args: Any) -> None:
        await call(*args)

    outcomes = await asyncio.gather(
        ask(store.journal.create, first),
        ask(store.journal.append, "0", JournalEntry(0, 0, "chat"), TableUpdate(due=1)),
        ask(store.journal.append, "0", JournalEntry(1, 0, "chat")),
        ask(store.journal.change, "0", TableUpdate(due=2), 0),
        ask(store.journal.append, "0", JournalEntry(2, 0, "chat"), TableUpdate(due=3)),
        ask(store.journal.append, "0", JournalEntry(2, 0, "late"), TableUpdate(due=4)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 5 + [Conflict]
    assert [entry.kind for entry in await store.journal.entries("0")] == ["chat"] * 3
    assert (await store.journal.due(9))[0].due == 3
    given_up = asyncio.ensure_future(store.journal.append("0", JournalEntry(3, 0, "chat")))
    dropped = asyncio.ensure_future(store.journal.drop("0"))
    await asyncio.sleep(0)
    given_up.cancel()
    await dropped
    with pytest.raises(asyncio.CancelledError):
        await given_up
    await store.journal.create(first)
    await asyncio.gather(
        ask(store.journal.drop, "0"),
        ask(store.journal.create, first),
        ask(store.journal.change, "0", TableUpdate(due=1), 0),
        ask(store.journal.append, "0", JournalEntry(0, 0, "again"), TableUpdate(due=2)),
    )
    assert await store.journal.entries("0") == [JournalEntry(0, 0, "again")]
    assert (await store.journal.due(9))[0].due == 2
    await store.close()


async def test_closing_writes_what_was_accepted(tmp_path: Path, database: str) -> None:
    for place in (str(tmp_path / "store.db"), database):
        store = store_for(place)
        await store.open()
        for table in TABLES:
            await store.journal.create(TableRow(table, "cardinal", 1, 3, 0))
        waiting = [
            asyncio.ensure_future(store.journal.append(table, JournalEntry(0, 0, "chat"))) for table in TABLES
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreUnavailable):
            await store.journal.append("t0", JournalEntry(1, 0, "chat"))
        assert {len(journal) for journal in (await journals(place)).values()} == {1}


async def test_the_lock_file_holds_nothing(tmp_path: Path) -> None:
    await journals(tmp_path / "store.db")
    with sqlite3.connect(tmp_path / "store.db.lock") as lock:
        assert lock.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    lock.close()
