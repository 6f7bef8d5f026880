"""What is done with is let go: by itself, or when everything is looked through."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest
from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.server import ServerProtocol

from abbatia.server import memory
from abbatia.server.connection import Connection
from abbatia.server.problems import Denied
from abbatia.server.sockets import Socket, Upgraded
from tests.server.room import PATIENCE, client, room, tokens_of


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Nothing is collected by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_a_connection_that_has_gone_leaves_no_cycle() -> None:
    async def talk() -> None:
        async with room() as here:
            async with client(here) as anne:
                seated = await here.create()
                await anne.come(seated["table"]["id"], tokens_of(seated))
                seat = anne.acting()[0]
                assert (await anne.play(seat, anne.views[seat]["legal"][0]))["type"] == "done"
                (found,) = here.server.connections
                gone = weakref.ref(found)
                del found
            for _ in range(500):
                if gone() is None:
                    break
                await asyncio.sleep(0.01)
            assert gone() is None

    asyncio.run(talk())


def test_what_connections_and_refusals_leave_behind_has_no_cycles() -> None:
    async def come_and_go() -> None:
        async with room() as here:
            await here.get("/api/tables/unknown12345", 404)
            await here.post("/api/tables", {"title": "chess"}, 400)
            await here.post("/api/tables", {"title": "cardinal", "seats": []}, 400)
            async with client(here) as anne:
                seated = await here.create()
                await anne.come(seated["table"]["id"], tokens_of(seated))
                assert (await anne.play(0, "nonsense"))["type"] == "refused"
            async with client(here) as bert:
                assert (await bert.ask("chat", table="unknown12345", seat=None, text="?"))[
                    "type"
                ] == "refused"

    asyncio.run(come_and_go())
    kinds = {Socket, Upgraded, ServerProtocol, Connection, Denied, Request, RequestResponseCycle}
    assert [found for found in gc.get_objects() if type(found) in kinds] == []


def test_everything_is_looked_through_from_time_to_time() -> None:
    class Loop:
        def __init__(self) -> None:
            self.itself = self

    async def wait() -> None:
        async with room() as here:
            lost = weakref.ref(Loop())
            assert lost() is not None
            tables = here.server.tables
            tables._collect_at = 0.0
            while not tables._collect_at:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0)
            assert lost() is None

    asyncio.run(wait())


def test_everything_is_looked_through_earlier_when_there_is_much_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[bool] = []
    monkeypatch.setattr("abbatia.server.tables.collect_all", lambda: looked.append(True))

    async def wait() -> None:
        async with room() as here:
            due = here.server.tables._collect_at
            await asyncio.sleep(1.2)
            assert looked == []
            monkeypatch.setattr(memory, "TOO_MANY", 0)
            async with asyncio.timeout(PATIENCE):
                while not looked:
                    await asyncio.sleep(0.02)
            assert here.server.tables._collect_at > due

    asyncio.run(wait())
