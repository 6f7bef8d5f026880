"""A process that has not heard of what another one stored: it reads on before it says who may what."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from abbatia.storage.memory import MemoryStore
from tests.server.room import Client, Json, Room, client, room


@asynccontextmanager
async def two_rooms() -> AsyncIterator[tuple[Room, Room, MemoryStore]]:
    """Two processes, and the store of the second, whose news can be held up."""
    one = MemoryStore()
    two = MemoryStore(one.shelves)
    async with room(one) as here, room(two) as there:
        yield here, there, two


async def sit(here: Room, table: str, name: str, seat: int | None = None) -> str:
    joined = await here.post(f"/api/tables/{table}/join", {"name": name, "seat": seat})
    token: str = joined["tokens"][0]["token"]
    return token


async def gathering(here: Room, there: Room, two: MemoryStore) -> tuple[Json, str]:
    """A table of three with Xenia at its second seat; the second process knows that, and hears no more."""
    seated = await here.create("cardinal", ["me", "open", "open"])
    table = seated["table"]["id"]
    xenia = await sit(here, table, "Xenia", 1)
    await there.get(f"/api/tables/{table}")
    two.watchers.clear()
    return seated, xenia


async def change_hands(here: Room, seated: Json, old: str) -> str:
    """The second seat is given up, somebody else sits down there, and the match begins."""
    table = seated["table"]["id"]
    await here.post(f"/api/tables/{table}/leave", {"token": old})
    yves = await sit(here, table, "Yves", 1)
    await sit(here, table, "Zoe", 2)
    return yves


def test_who_has_just_sat_down_is_known_everywhere() -> None:
    async def come() -> None:
        async with two_rooms() as (here, there, two):
            seated, _ = await gathering(here, there, two)
            table = seated["table"]["id"]
            yves = await sit(here, table, "Yves", 2)
            async with client(there) as person:
                assert [sync["viewer"] for sync in await person.come(table, [yves])] == [2]

    asyncio.run(come())


def test_who_gave_a_seat_up_comes_back_as_a_spectator() -> None:
    async def come() -> None:
        async with two_rooms() as (here, there, two):
            seated, xenia = await gathering(here, there, two)
            table = seated["table"]["id"]
            yves = await change_hands(here, seated, xenia)
            async with client(there) as person:
                assert [sync["viewer"] for sync in await person.come(table, [xenia])] == [None]
                refused = await person.ask("preview", table=table, seat=1, actions=["x"])
                assert refused["code"] == "not_seated"
                assert [sync["viewer"] for sync in await person.come(table, [yves])] == [1]

    asyncio.run(come())


@pytest.mark.parametrize("how", ["news", "conflict"])
def test_who_lost_a_seat_meanwhile_no_longer_looks_through_it(how: str) -> None:
    async def come() -> None:
        async with two_rooms() as (here, there, two):
            seated, token = await gathering(here, there, two)
            table = seated["table"]["id"]
            async with client(there) as xenia:
                await xenia.come(table, [token])
                await change_hands(here, seated, token)
                begun = len(xenia.frames)
                if how == "news":
                    there.server.tables.missed()
                else:
                    said = await xenia.ask("chat", table=table, seat=1, text="in the name of Yves")
                    assert said["code"] == "not_seated"
                while xenia.table["state"] != "playing":
                    await xenia.read()
                refused = await xenia.ask("preview", table=table, seat=1, actions=["x"])
                assert refused["code"] == "not_seated"
                assert not any(entry.kind == "chat" for entry in await two.entries(table))
                assert viewers_of(xenia, begun) == {None}
                assert xenia.views[None]["observation"] is not None

    asyncio.run(come())


def viewers_of(person: Client, begun: int) -> set[int | None]:
    """Through whose eyes a client was told something since a frame."""
    told = [json.loads(frame) for frame in person.frames[begun:]]
    return {message["viewer"] for message in told if "viewer" in message}
