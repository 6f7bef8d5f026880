"""One connection: its messages are answered in order, and what it did is done, whatever becomes of it."""

import asyncio
from typing import Any

from abbatia.server.live.registry import TableRegistry
from abbatia.server.ops.metrics import Metrics
from abbatia.server.settings import Settings
from abbatia.server.ws.connection import MOST_WAITING, Connection
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, TableUpdate
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, tokens_of


class Slow(MemoryStore):
    """A store that answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.waiting = 0

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        self.waiting += 1
        await self.go.wait()
        self.waiting -= 1
        await super().append(table, entry, change)


async def sit(here: RunningServer, *people: Client) -> Json:
    """Everybody at one table with all its seats."""
    seated: Json = await here.create()
    for person in people:
        await person.come(seated["table"]["id"], tokens_of(seated))
    return seated


def choice(person: Client) -> dict[str, Any]:
    """The first legal play of whoever is to act."""
    seat = person.acting()[0]
    view = person.views[seat]
    return {"table": person.table["id"], "seat": seat, "nth": view["nth"], "actions": view["legal"][:1]}


async def test_nothing_of_a_client_overtakes_its_play() -> None:
    store = Slow()
    async with running_server(store) as here, client(here) as anne:
        seated = await sit(here, anne)
        store.go.clear()
        wanted = choice(anne)
        answers = [await anne.send("play", **wanted)]
        answers.append(await anne.send("ping"))
        answers.append(await anne.send("play", **wanted))
        answers.append(await anne.send("chat", table=seated["table"]["id"], seat=0, text="and now?", key="k"))
        answers.append(await anne.send("ping"))
        while not store.waiting:
            await asyncio.sleep(0.001)
        await here.get("/healthz")  # read after what came before it: the server has seen all of that
        store.go.set()
        encoded: list[Json] = []
        while len(encoded) < len(answers):
            message = await anne.read()
            if message.get("re"):
                encoded.append(message)
        assert [message["re"] for message in encoded] == answers
        assert [message["type"] for message in encoded] == ["done", "pong", "done", "done", "pong"]
        assert encoded[0]["nth"] == encoded[2]["nth"] == wanted["nth"] + 1
        kinds = [entry.kind for entry in await store.entries(seated["table"]["id"])]
        assert (kinds.count("play"), kinds.count("chat")) == (1, 1)


async def test_of_two_clients_with_one_seat_the_second_play_is_repeated_or_stale() -> None:
    store = Slow()
    async with running_server(store) as here, client(here) as anne, client(here) as bert:
        seated = await sit(here, anne, bert)
        store.go.clear()
        wanted = choice(anne)
        other = {**wanted, "actions": anne.views[wanted["seat"]]["legal"][1:2]}
        first = await anne.send("play", **wanted)
        while not store.waiting:
            await asyncio.sleep(0.001)
        again, late = await bert.send("play", **wanted), await bert.send("play", **other)
        await here.get("/healthz")  # read after what came before it: the server has seen all of that
        store.go.set()
        assert (await anne.until(lambda m: m.get("re") == first))["type"] == "done"
        assert (await bert.until(lambda m: m.get("re") == again))["nth"] == wanted["nth"] + 1
        assert (await bert.until(lambda m: m.get("re") == late))["code"] == "stale"
        await anne.ask("ping")
        assert anne.views == bert.views
        kinds = [entry.kind for entry in await store.entries(seated["table"]["id"])]
        assert kinds.count("play") == 1


async def test_who_leaves_while_a_play_is_stored_has_played() -> None:
    store = Slow()
    async with running_server(store) as here, client(here) as bert:
        async with client(here) as anne:
            await sit(here, anne, bert)
            store.go.clear()
            wanted = choice(anne)
            await anne.send("play", **wanted)
            while not store.waiting:
                await asyncio.sleep(0.001)
        store.go.set()
        while bert.views[wanted["seat"]]["nth"] == wanted["nth"]:
            await bert.read()
        assert (await bert.ask("play", **choice(bert)))["type"] == "done"


async def test_an_entry_that_the_store_cannot_take_is_a_fault_and_closes_no_table() -> None:
    class Unable(MemoryStore):
        unable = False

        async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
            if self.unable:
                raise OverflowError("more than an entry holds")
            await super().append(table, entry, change)

    store = Unable()
    async with running_server(store) as here, client(here) as anne:
        await sit(here, anne)
        wanted = choice(anne)
        store.unable = True
        assert (await anne.ask("play", **wanted))["why"]["key"] == "server.fault"
        store.unable = False
        assert (await anne.ask("play", **wanted))["type"] == "done"


class Reader:
    """A client at the other end of an ASGI connection, which reads only when it is allowed to."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.may_read = asyncio.Event()
        self.has_gone = asyncio.Event()
        tables = TableRegistry(MemoryStore(), Settings(), Metrics())
        self.connection = Connection(tables, self.send, None, None)

    async def send(self, message: dict[str, Any]) -> None:
        await self.may_read.wait()
        self.got += message.get("text", message["type"]).split("\n")

    async def receive(self) -> dict[str, Any]:
        await self.has_gone.wait()
        return {"type": "websocket.disconnect"}


async def test_messages_keep_their_order_when_a_client_reads_slowly() -> None:
    slow = Reader()
    running = asyncio.create_task(slow.connection.run(slow.receive))
    for number in (1, 2):
        slow.connection.post(str(number))
    await asyncio.sleep(0)
    slow.may_read.set()
    slow.connection.post("3")
    while len(slow.got) < 3:
        await asyncio.sleep(0)
    slow.connection.post("4")
    while len(slow.got) < 4:
        await asyncio.sleep(0)
    assert slow.got == ["1", "2", "3", "4"]
    slow.has_gone.set()
    await running


async def test_a_client_that_does_not_read_is_let_go() -> None:
    slow = Reader()
    running = asyncio.create_task(slow.connection.run(slow.receive))
    await asyncio.sleep(0)
    for number in range(2 * MOST_WAITING):
        slow.connection.post(str(number))
    slow.may_read.set()
    while "websocket.close" not in slow.got:
        await asyncio.sleep(0)
    assert len(slow.got) <= MOST_WAITING + 2
    assert slow.got[-1] == "websocket.close"
    slow.has_gone.set()
    await running
