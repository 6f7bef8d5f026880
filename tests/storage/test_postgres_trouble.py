"""PostgreSQL that restarts, fails over or falls silent: every doubt is said, and the store recovers."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from abbatia.storage import pg_notify, postgres
from abbatia.storage.errors import Conflict, StoreUnavailable
from abbatia.storage.model import JournalEntry, TableRow
from abbatia.storage.postgres import PostgresStore
from tests.storage.test_processes import RecordingWatcher
from tools.postgres import do

SOCKET = ".s.PGSQL.5432"


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(database)
    await store.open()
    await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    try:
        yield store
    finally:
        await store.close()


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.InternalClientError("got result for unknown protocol state 3"),
        asyncpg.InterfaceError("connection was closed in the middle of operation"),
        ConnectionResetError(),
        RuntimeError("what nobody thought of"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_what_fails_after_the_commit_is_in_doubt(
    database: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the server stops while a connection goes back to its pool: the entry is stored."""
    async with opened(database) as store:
        give_back = asyncpg.Pool.release

        async def release(*args: Any, **more: Any) -> None:
            await give_back(*args, **more)
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(asyncpg.Pool, "release", release)
            for attempt in (
                store.journal.append("t1", JournalEntry(0, 0, "chat")),
                store.journal.entries("t1"),
                store.ping(),
            ):
                with pytest.raises(StoreUnavailable):
                    await attempt
        assert len(await store.journal.entries("t1")) == 1
        with pytest.raises(Conflict):
            await store.journal.append("t1", JournalEntry(0, 0, "chat"))
        await store.ping()


async def test_a_database_that_can_only_be_read_is_said_and_recovers(database: str) -> None:
    name = urlsplit(database).path[1:]
    async with opened(database) as store:
        assert store._pool is not None
        await do(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await store._pool.expire_connections()  # a failover ends all connections
        for attempt in (store.journal.append("t1", JournalEntry(0, 0, "chat")), store.ping()):
            with pytest.raises(StoreUnavailable) as down:
                await attempt
            assert down.value.reason == "read_only"
        assert await store.journal.entries("t1") == []
        await do(
            database,
            "SET default_transaction_read_only = off",
            f"ALTER DATABASE {name} RESET default_transaction_read_only",
        )
        async with asyncio.timeout(30):  # each connection of before says so once, then a new one is made
            while True:
                with contextlib.suppress(StoreUnavailable):
                    await store.journal.append("t1", JournalEntry(0, 0, "chat"))
                    break
        await store.ping()


class Wire:
    """Passes bytes between a store and its database until it falls silent, as a router that forgot it."""

    def __init__(self, database: str, folder: Path) -> None:
        parts = urlsplit(database)
        self.target = f"{parse_qs(parts.query)['host'][0]}/{SOCKET}"
        self.place = folder / SOCKET
        self.url = f"postgresql://{parts.netloc}{parts.path}?host={folder}"
        self.is_silent = False
        self.tasks: list[asyncio.Task[None]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(self.target)
        born_silent = self.is_silent
        for source, target in ((reader, far_writer), (far_reader, writer)):
            self.tasks.append(asyncio.create_task(self.carry(source, target, born_silent)))

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, always: bool) -> None:
        try:
            while data := await source.read(65536):
                if not self.is_silent or always:
                    target.write(data)
        finally:
            target.close()


@asynccontextmanager
async def wired(database: str, folder: Path) -> AsyncIterator[Wire]:
    wire = Wire(database, folder)
    server = await asyncio.start_unix_server(wire.serve, wire.place)
    try:
        yield wire
    finally:
        server.close()
        for task in wire.tasks:
            task.cancel()
        await asyncio.gather(*wire.tasks, return_exceptions=True)


async def test_a_silent_connection_is_noticed_and_made_again(
    database: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the connection that listens falls silent; a new one passes."""
    folder = tmp_path_factory.mktemp("w")
    async with wired(database, folder) as wire, opened(database) as other:
        deaf = PostgresStore(database)
        monkeypatch.setattr(deaf.listener, "url", wire.url)
        ear = RecordingWatcher()
        deaf.coordination.watch(ear)
        await deaf.open()
        await other.journal.append("t1", JournalEntry(0, 0, "chat"))
        assert await ear.next() == ("appended", "t1", 0)
        wire.is_silent = True
        began = time.monotonic()
        await other.journal.append("t1", JournalEntry(1, 0, "chat"))  # of which it does not hear
        assert await asyncio.wait_for(ear.heard.get(), 60) == ("missed",)
        print(f"noticed after {time.monotonic() - began:.1f} s")
        await deaf.ping()
        await other.journal.append("t1", JournalEntry(2, 0, "chat"))
        assert await ear.next() == ("appended", "t1", 2)
        await deaf.close()


def test_a_silent_connection_is_noticed_within_ten_seconds() -> None:
    """By its settings: a question every `HEARTBEAT` seconds, and as long for the answer."""
    assert 2 * pg_notify.HEARTBEAT < 10


async def test_a_process_that_does_not_hear_of_others_says_so(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(database) as store:
        await store.ping()
        url = store.listener.url
        monkeypatch.setattr(store.listener, "url", "postgresql://nobody@127.0.0.1:1/none")
        assert store.listener._connection is not None
        store.listener._connection.terminate()
        async with asyncio.timeout(30):
            while not store.listener.is_lost:
                await asyncio.sleep(0.01)
        with pytest.raises(StoreUnavailable) as down:
            await store.ping()
        assert down.value.reason == "deaf"
        await store.journal.append("t1", JournalEntry(0, 0, "chat"))  # it stores all the same
        monkeypatch.setattr(store.listener, "url", url)
        async with asyncio.timeout(30):
            while store.listener.is_lost:
                await asyncio.sleep(0.01)
        await store.ping()


async def test_an_append_that_comes_while_the_store_closes_is_answered(database: str) -> None:
    async with opened(database) as store:
        first = asyncio.create_task(store.journal.append("t1", JournalEntry(0, 0, "chat")))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        late: list[str] = []
        while not closing.done():
            with contextlib.suppress(Conflict):
                try:
                    await asyncio.wait_for(store.journal.append("t1", JournalEntry(1, 0, "chat")), 30)
                except StoreUnavailable as down:
                    late.append(down.reason)
            await asyncio.sleep(0)
        await first
        assert set(late) == {"closed"}


async def test_a_close_does_not_wait_for_a_database_that_hangs(
    database: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "CLOSE_SECONDS", 0.3)
    folder = tmp_path_factory.mktemp("w")
    async with wired(database, folder) as wire:
        store = PostgresStore(wire.url)
        await store.open()
        await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
        wire.is_silent = True
        append = asyncio.create_task(store.journal.append("t1", JournalEntry(0, 0, "chat")))
        await asyncio.sleep(0)
        await asyncio.wait_for(store.close(), 30)
        with pytest.raises(StoreUnavailable):
            await append
