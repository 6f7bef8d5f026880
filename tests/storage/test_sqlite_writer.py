"""The thread that writes a SQLite file: whatever happens to the file, all who wait are answered truly."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvloop

from abbatia.storage import sqlite_writer
from abbatia.storage.errors import Conflict, StoreOpenError, StoreUnavailable
from abbatia.storage.model import JournalEntry, TableRow
from abbatia.storage.schema import entry_row
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.sqlite_writer import GROUP, Job, Outcome, PendingWrite, SqliteWriter, WriterThread

PATIENCE = 30
Run = Callable[[Coroutine[None, None, None]], None]


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Both event loops are called from the thread."""
    factory = uvloop.new_event_loop if request.param == "uvloop" else None

    def run_in_loop(story: Coroutine[None, None, None]) -> None:
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(story)

    return run_in_loop


async def opened(file: Path) -> SqliteStore:
    """A new store with one table."""
    store = SqliteStore(file)
    await store.open()
    await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    return store


async def outcome(append: Coroutine[None, None, None]) -> str:
    """How an append ended."""
    try:
        await append
    except StoreUnavailable as down:
        return down.reason
    return "stored"


class Gate:
    """A disk that does not answer while the gate is closed."""

    def __init__(self) -> None:
        self.is_open = threading.Event()
        self.is_reached = threading.Event()
        self.is_open.set()

    async def reached(self) -> None:
        assert await asyncio.to_thread(self.is_reached.wait, PATIENCE)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Every commit goes through it."""
    found = Gate()
    commit = SqliteWriter.commit

    def wait_and_commit(writer: SqliteWriter, group: Sequence[Job]) -> list[Outcome]:
        if not found.is_open.is_set():
            found.is_reached.set()
            found.is_open.wait(PATIENCE)
        return commit(writer, group)

    monkeypatch.setattr(SqliteWriter, "commit", wait_and_commit)
    yield found
    found.is_open.set()


def test_what_was_asked_before_the_close_is_written(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        count = 2 * GROUP + 1
        appends = asyncio.gather(
            *(store.journal.append("t1", JournalEntry(n, 0, "chat")) for n in range(count))
        )
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        assert (
            await outcome(store.journal.append("t1", JournalEntry(count, 0, "chat"))) == "closed"
        )  # at once, not never
        await asyncio.wait_for(closing, PATIENCE)
        await appends
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.journal.append("t1", JournalEntry(count, 0, "chat"))
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.journal.entries("t1")
        again = SqliteStore(tmp_path / "store.db", read_only=True)
        await again.open()
        assert len(await again.journal.entries("t1")) == count
        await again.close()

    run(story())


async def test_what_comes_meanwhile_is_one_commit(gate: Gate, tmp_path: Path) -> None:
    store = await opened(tmp_path / "store.db")
    assert store._writer is not None
    gate.is_open.clear()
    first = asyncio.create_task(store.journal.append("t1", JournalEntry(0, 0, "chat")))
    await gate.reached()
    others = [
        asyncio.create_task(store.journal.append("t1", JournalEntry(n, 0, "chat"))) for n in range(1, 50)
    ]
    await asyncio.sleep(0)
    said: list[str] = []
    store._writer.writer.open().set_trace_callback(said.append)
    gate.is_open.set()
    await asyncio.gather(first, *others)
    assert len([sql for sql in said if sql == "COMMIT"]) == 2
    await store.close()


def hurried(store: SqliteStore) -> WriterThread:
    """Let a store that is open lose its patience soon."""
    writer = store._writer
    assert writer is not None
    assert writer._timer is not None
    writer._timer.cancel()
    writer._timer = None
    writer.seconds = 0.3
    return writer


def test_a_writer_that_hangs_has_a_time_limit(
    run: Run, gate: Gate, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        writer = hurried(store)
        gate.is_open.clear()
        given = asyncio.create_task(outcome(store.journal.append("t1", JournalEntry(0, 0, "chat"))))
        await gate.reached()
        waiting = asyncio.create_task(outcome(store.journal.append("t1", JournalEntry(1, 0, "chat"))))
        assert list(await asyncio.wait_for(asyncio.gather(given, waiting), PATIENCE)) == ["stuck"] * 2
        with pytest.raises(StoreUnavailable) as down:
            await store.ping()
        assert down.value.reason == "stuck"
        assert await outcome(store.journal.append("t1", JournalEntry(1, 0, "chat"))) == "stuck"  # at once
        writer.seconds = PATIENCE
        gate.is_open.set()
        async with asyncio.timeout(PATIENCE):
            while await outcome(store.journal.append("t1", JournalEntry(1, 0, "again"))) == "stuck":
                await asyncio.sleep(0.01)
        await store.ping()
        # The first was with the disk and arrived late; the second was dropped, and another took its number.
        assert [entry.kind for entry in await store.journal.entries("t1")] == ["chat", "again"]
        await store.close()

    run(story())
    assert "has not answered" in caplog.text
    assert "can be written again" in caplog.text


def test_a_thread_that_comes_late_to_all_it_was_given_is_not_stuck_for_ever(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        writer = hurried(store)
        late = PendingWrite(Job(()), asyncio.get_running_loop().create_future(), 0.0)
        writer.pending.append(late)
        writer._give_up()  # before the thread could take it: the machine was busy, or the process stopped
        writer.queue.put(late)
        with pytest.raises(StoreUnavailable):
            await late.written
        async with asyncio.timeout(PATIENCE):
            while await outcome(store.journal.append("t1", JournalEntry(0, 0, "chat"))) == "stuck":
                await asyncio.sleep(0.01)
        await store.close()

    run(story())


async def test_a_close_does_not_wait_for_a_writer_that_hangs(gate: Gate, tmp_path: Path) -> None:
    store = await opened(tmp_path / "store.db")
    hurried(store)
    gate.is_open.clear()
    given = asyncio.create_task(outcome(store.journal.append("t1", JournalEntry(0, 0, "chat"))))
    await gate.reached()
    await asyncio.wait_for(store.close(), PATIENCE)
    assert await given == "stuck"


async def test_a_read_that_hangs_has_a_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_back = threading.Event()
    store = await opened(tmp_path / "store.db")
    fetch = store._fetch
    assert store._reader is not None
    store._reader.seconds = 0.2
    monkeypatch.setattr(store, "_fetch", lambda sql, args: (is_back.wait(PATIENCE), fetch(sql, args))[1])
    with pytest.raises(StoreUnavailable) as down:
        await store.journal.entries("t1")
    assert down.value.reason == "stuck"
    is_back.set()
    store._reader.seconds = PATIENCE
    assert await store.journal.entries("t1") == []
    await store.close()


def test_a_process_that_forgets_to_close_ends(tmp_path: Path) -> None:
    """As a failing test does: neither thread keeps it."""
    program = """
import asyncio, sys
from abbatia.storage.model import JournalEntry, TableRow
from abbatia.storage.sqlite import SqliteStore

async def story():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    asyncio.ensure_future(store.journal.append("t1", JournalEntry(0, 0, "chat")))
    raise SystemExit(3)

asyncio.run(story())
"""
    command = [sys.executable, "-c", program, str(tmp_path / "store.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 3, ended.stderr


@contextmanager
def only_to_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files are opened as SQLite opens one without permission to write (which root always has)."""

    def connect(file: Path) -> sqlite3.Connection:
        address = f"{file.resolve().as_uri()}?mode=ro"
        return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_writer, "connect", connect)
        yield


async def test_a_file_that_could_only_be_read_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await opened(tmp_path / "store.db")
    assert store._writer is not None
    with only_to_read(monkeypatch):
        store._writer.writer.needs_reopening = True  # as after any failure
        for _ in range(3):
            assert await outcome(store.journal.append("t1", JournalEntry(0, 0, "chat"))) == "read_only"
        with pytest.raises(StoreUnavailable) as down:
            await store.ping()
        assert down.value.reason == "read_only"
    await store.journal.append("t1", JournalEntry(0, 0, "chat"))
    await store.ping()
    assert len(await store.journal.entries("t1")) == 1
    await store.close()
    assert caplog.text.count("cannot be written") == 1  # one line, not one for each try
    assert caplog.text.count("can be written again") == 1


async def test_a_file_that_can_only_be_read_at_the_start_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await prepare(tmp_path / "store.db")
    with (
        only_to_read(monkeypatch),
        pytest.raises(StoreOpenError, match=r"cannot be opened: .*readonly database"),
    ):
        await SqliteStore(tmp_path / "store.db").open()
    (tmp_path / "empty.db").touch()
    with (
        only_to_read(monkeypatch),
        pytest.raises(StoreOpenError, match=r"cannot be opened: .*readonly database"),
    ):
        await SqliteStore(tmp_path / "empty.db").open()
    await prepare(tmp_path / "empty.db")  # nothing of the failure is left


@pytest.mark.parametrize("how", ["removed", "replaced", "without its log"])
async def test_a_file_that_is_exchanged_under_the_server_is_noticed(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "store.db"
    store = await opened(file)
    await store.journal.append("t1", JournalEntry(0, 0, "chat"))
    if how == "replaced":
        shutil.copy(file, tmp_path / "copy.db")
    moved = Path(f"{file}-wal") if how == "without its log" else file
    moved.rename(tmp_path / "moved")
    if how == "replaced":
        (tmp_path / "copy.db").rename(file)
    for _ in range(3):
        assert await outcome(store.journal.append("t1", JournalEntry(1, 0, "chat"))) == "replaced"
    with pytest.raises(StoreUnavailable) as down:
        await store.ping()
    assert down.value.reason == "replaced"
    (tmp_path / "moved").rename(moved)
    await store.journal.append("t1", JournalEntry(1, 0, "chat"))
    await store.ping()
    await store.close()
    await (again := SqliteStore(file)).open()
    assert len(await again.journal.entries("t1")) == 2
    await again.close()
    assert caplog.text.count("cannot be written") == 1


async def test_a_corrupt_file_is_said_until_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "store.db"
    monkeypatch.setattr("abbatia.storage.sqlite.RECHECK", 0.0)
    await (await opened(file)).close()
    whole = file.read_bytes()
    store = SqliteStore(file)
    await store.open()
    page = int.from_bytes(whole[16:18], "big")
    (number,) = [
        row[0] for row in await store._read("SELECT rootpage FROM sqlite_master WHERE name = 'tables'")
    ]
    overwrite(file, (number - 1) * page, b"\xff" * page)
    store._connection = None  # nothing of it in memory
    with pytest.raises(StoreUnavailable) as down:
        await store.journal.tables()
    assert down.value.reason == "corrupt"
    with pytest.raises(StoreUnavailable) as down:
        await store.ping()
    assert down.value.reason == "corrupt"
    overwrite(file, (number - 1) * page, whole[(number - 1) * page : number * page])
    await store.ping()
    assert len(await store.journal.tables()) == 1
    await store.close()


def overwrite(file: Path, at: int, data: bytes) -> None:
    """By another process: closing a file here would take SQLite's locks away."""
    program = (
        "import sys; f = open(sys.argv[1], 'r+b'); f.seek(int(sys.argv[2])); f.write(sys.stdin.buffer.read())"
    )
    subprocess.run([sys.executable, "-c", program, str(file), str(at)], input=data, check=True)


async def test_the_file_is_its_owners(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = await opened(tmp_path / "store.db")
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
        await store.close()
    finally:
        os.umask(before)
    assert set(modes) >= {"store.db", "store.db-wal", "store.db-shm", "store.db.lock"}
    assert set(modes.values()) == {0o600}


async def test_what_cannot_be_done_is_told_of_each(tmp_path: Path) -> None:
    await prepare(tmp_path / "store.db")
    writer = SqliteWriter(tmp_path / "store.db")
    outcomes = writer.commit([job(0), job(0), job(7), job(1, "t2")])
    assert [type(outcome) for outcome in outcomes] == [tuple, Conflict, Conflict, KeyError]
    assert writer.commit([Job(()), Job(())]) == [(), ()]
    no_sql = Job((), [("SELECT nothing FROM nowhere", ())])
    assert [type(outcome) for outcome in writer.commit([no_sql, job(1)])] == [StoreUnavailable] * 2
    assert writer.commit([job(1)]) == [()]
    writer.close()


async def prepare(file: Path) -> None:
    await (await opened(file)).close()


def job(n: int, table: str = "t1") -> Job:
    return Job(entry_row(table, JournalEntry(n, 0, "chat")))
