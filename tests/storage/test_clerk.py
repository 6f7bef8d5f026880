"""The process that writes a SQLite file may die, be signalled, be left behind; nothing is half written."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop

from abbatia.storage import clerk as clerks
from abbatia.storage import writer
from abbatia.storage.clerk import JOBS, OUTCOMES, PACK, SIZE, Clerk, Job, connect, group_of
from abbatia.storage.rows import Entry, Table
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.store import StoreBusy, StoreDown
from abbatia.storage.writer import GROUP, Hand

PATIENCE = 30
Run = Callable[[Coroutine[None, None, None]], None]


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Both event loops treat processes in their own way."""
    return uvloop.run if request.param == "uvloop" else asyncio.run


async def opened(file: Path) -> SqliteStore:
    """A new store with one table."""
    store = SqliteStore(file)
    await store.open()
    await store.create(Table("t1", "cardinal", 1, 3, 0))
    return store


def clerk_of(store: SqliteStore) -> int:
    assert store._writer is not None
    assert store._writer.hand is not None
    assert store._writer.hand.clerk is not None
    pid = store._writer.hand.clerk.get_pid()
    assert pid is not None
    return pid


async def outcome(append: Coroutine[None, None, None]) -> str:
    """How an append ended."""
    try:
        await append
    except StoreDown:
        return "down"
    return "stored"


def test_a_clerk_that_dies_is_replaced_and_nothing_is_half_written(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        n, outcomes = 0, list[str]()
        for _ in range(6):
            appends = [outcome(store.append("t1", Entry(n + k, 0, "chat"))) for k in range(3)]
            told = asyncio.gather(*appends)
            await asyncio.sleep(0)
            await asyncio.sleep(0)  # they are with the clerk, or on their way
            os.kill(clerk_of(store), signal.SIGKILL)
            outcomes += await asyncio.wait_for(told, PATIENCE)
            stored = await store.entries("t1")
            assert [entry.n for entry in stored] == list(range(len(stored)))
            assert len(stored) >= n + outcomes[-3:].count("stored")
            n = len(stored)
            await asyncio.wait_for(store.append("t1", Entry(n, 0, "chat")), PATIENCE)  # a new one writes
            n += 1
        assert "down" in outcomes
        await store.close()

    run(story())


def test_a_clerk_that_dies_while_nobody_writes_is_replaced(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        for n in range(3):
            os.kill(clerk_of(store), signal.SIGKILL)
            async with asyncio.timeout(PATIENCE):
                while store._writer is not None and store._writer.hand is not None:
                    await asyncio.sleep(0.01)
            await asyncio.wait_for(store.append("t1", Entry(n, 0, "chat")), PATIENCE)
        os.kill(clerk_of(store), signal.SIGKILL)
        await asyncio.wait_for(store.close(), PATIENCE)

    run(story())


def test_what_a_clerk_that_dies_was_not_given_is_written_by_the_next(run: Run, tmp_path: Path) -> None:
    """It hangs with a group and is killed: that one is in doubt, the next one is not, even while we close."""

    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        await store.create(Table("t2", "cardinal", 1, 3, 0))
        os.kill(clerk_of(store), signal.SIGSTOP)
        told: list[BaseException | None] = []
        store.append_soon("t1", Entry(0, 0, "chat"), None, told.append)
        await asyncio.sleep(0.05)
        store.append_soon("t2", Entry(0, 0, "chat"), None, told.append)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.05)
        assert told == []
        os.kill(clerk_of(store), signal.SIGKILL)
        await asyncio.wait_for(closing, PATIENCE)
        assert [type(error) for error in told] == [StoreDown, type(None)]
        again = SqliteStore(tmp_path / "store.db", read_only=True)
        await again.open()
        assert [len(await again.entries(table)) for table in ("t1", "t2")] == [0, 1]
        await again.close()

    run(story())


def test_a_clerk_that_cannot_be_had_is_said_and_not_tried_all_the_time(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    useless = tmp_path / "useless"
    useless.write_text(f"#!/bin/sh\necho x >> {tmp_path}/tries\n")
    useless.chmod(0o755)
    monkeypatch.setattr(writer, "REST", 0.5)

    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        await store.ping()
        python = sys.executable
        monkeypatch.setattr(sys, "executable", str(useless))
        os.kill(clerk_of(store), signal.SIGKILL)
        for _ in range(20):
            append = outcome(store.append("t1", Entry(0, 0, "chat")))
            assert await asyncio.wait_for(append, PATIENCE) == "down"
        assert len((tmp_path / "tries").read_text()) <= 4
        with pytest.raises(StoreDown):
            await store.ping()
        with pytest.raises(StoreBusy, match="cannot be opened"):
            await SqliteStore(tmp_path / "another.db").open()
        monkeypatch.setattr(sys, "executable", python)
        async with asyncio.timeout(PATIENCE):
            while await outcome(store.append("t1", Entry(0, 0, "chat"))) == "down":
                await asyncio.sleep(0.1)
        assert len(await store.entries("t1")) == 1
        await store.close()
        another = SqliteStore(tmp_path / "another.db")  # nothing of the failure is left
        await another.open()
        await another.close()

    run(story())


def test_a_clerk_whose_start_was_given_up_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is there, but nobody would hear of its end."""
    monkeypatch.setattr(writer, "REST", 0.0)

    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        loop = asyncio.get_running_loop()
        have, hands = loop.subprocess_exec, list[Hand]()

        async def trip(make: Callable[[], Hand], *args: Any, **more: Any) -> None:
            hands.append(make())
            await have(lambda: hands[-1], *args, **more)
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(loop, "subprocess_exec", trip)
        os.kill(clerk_of(store), signal.SIGKILL)
        assert await outcome(store.append("t1", Entry(0, 0, "chat"))) == "down"
        assert await outcome(store.append("t1", Entry(0, 0, "chat"))) == "down"
        monkeypatch.setattr(loop, "subprocess_exec", have)
        assert await outcome(store.append("t1", Entry(0, 0, "chat"))) == "stored"
        for hand in hands:
            assert hand.clerk is not None
            async with asyncio.timeout(PATIENCE):
                while hand.clerk.get_returncode() is None:
                    await asyncio.sleep(0.01)
        await asyncio.wait_for(store.close(), PATIENCE)

    asyncio.run(story())


def test_a_server_waits_for_the_clerk_of_one_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "store.db"
    asyncio.run(prepare(file))
    command = [sys.executable, "-m", "abbatia.storage.clerk", str(file)]
    old = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert old.stdin is not None
    assert old.stdout is not None
    assert old.stdout.read(SIZE + 1)  # it is ready

    async def come() -> None:
        monkeypatch.setattr(clerks, "GRACE", 0.2)
        with pytest.raises(StoreBusy, match="in use by another process"):
            await SqliteStore(file).open()
        monkeypatch.setattr(clerks, "GRACE", PATIENCE)
        store = SqliteStore(file)
        opening = asyncio.create_task(store.open())
        await asyncio.sleep(0.3)
        assert not opening.done()
        assert old.stdin is not None
        old.stdin.write(group_of([packed(0)]))
        old.stdin.close()
        await asyncio.wait_for(opening, PATIENCE)
        assert len(await store.entries("t1")) == 1
        await store.close()

    asyncio.run(come())
    old.stdout.close()
    old.wait(PATIENCE)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_signals_are_for_the_server(run: Run, tmp_path: Path, name: str) -> None:
    """Some reach all processes of a service; what the server is still asked then is still written."""

    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        clerk = clerk_of(store)
        os.kill(clerk, getattr(signal, name))
        for n in range(3):
            await store.append("t1", Entry(n, 0, "chat"))
        assert clerk_of(store) == clerk
        await store.close()

    run(story())


def test_what_was_asked_before_the_close_is_written(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        store = await opened(tmp_path / "store.db")
        count = 2 * GROUP + 1
        appends = asyncio.gather(*(store.append("t1", Entry(n, 0, "chat")) for n in range(count)))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        assert await outcome(store.append("t1", Entry(count, 0, "chat"))) == "down"  # at once, not never
        await asyncio.wait_for(closing, PATIENCE)
        await appends
        with pytest.raises(StoreDown, match="closed"):
            await store.append("t1", Entry(count, 0, "chat"))
        again = SqliteStore(tmp_path / "store.db", read_only=True)
        await again.open()
        assert len(await again.entries("t1")) == count
        await again.close()

    run(story())


def test_a_clerk_ends_with_its_server(tmp_path: Path) -> None:
    """However that ends: the file is free then, and what came half is not written."""
    asyncio.run(prepare(tmp_path / "store.db"))
    command = [sys.executable, "-m", "abbatia.storage.clerk", str(tmp_path / "store.db")]
    whole = [group_of([packed(n)]) for n in range(3)]
    clerk = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert clerk.stdin is not None
    assert clerk.stdout is not None
    assert OUTCOMES.decode(clerk.stdout.read(SIZE + 1)[SIZE:]) == []  # it is ready
    clerk.stdin.write(whole[0])
    clerk.stdin.flush()
    assert OUTCOMES.decode(clerk.stdout.read(SIZE + 1)[SIZE:]) == []
    clerk.stdout.close()  # nobody listens any more
    clerk.stdin.write(whole[1] + whole[2][:-1])
    clerk.stdin.close()
    assert clerk.wait(PATIENCE) == 0
    with connect(tmp_path / "store.db") as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (2,)
    connection.close()


def test_what_cannot_be_done_is_told_of_each(tmp_path: Path) -> None:
    asyncio.run(prepare(tmp_path / "store.db"))
    clerk = Clerk(connect(tmp_path / "store.db"))
    told = clerk.commit(JOBS.decode(group_of([packed(0), packed(0), packed(7), packed(1, "t2")])[SIZE:]))
    assert [outcome.trouble for outcome in told] == ["", "taken", "taken", "missing"]
    assert clerk.commit([Job((), ()), Job((), ())]) == []
    no_sql = Job((), [("SELECT nothing FROM nowhere", ())])
    assert [outcome.trouble for outcome in clerk.commit([no_sql, JOBS.decode(PACK([no_sql]))[0]])] == [
        "down"
    ] * 2
    clerk.connection.close()


async def prepare(file: Path) -> None:
    await (await opened(file)).close()


def packed(n: int, table: str = "t1") -> bytes:
    return PACK(Job((table, n, 0, "chat", 0.5, "[]", 0.5, "{}"), ()))
