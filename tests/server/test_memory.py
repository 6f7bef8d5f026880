"""What is done with is let go: by itself, or when everything is looked through."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.server.room import client, room, tokens_of


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
