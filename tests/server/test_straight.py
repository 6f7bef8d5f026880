"""A play goes straight from the socket to the table and back from the store; all else keeps its place."""

import asyncio
from typing import Any

import pytest

from abbatia.server.actor import Actor
from abbatia.server.turns import Turn
from abbatia.storage.memory import MemoryStore
from abbatia.storage.rows import Change, Entry
from tests.server.room import Client, Json, Room, client, room, tokens_of


class Slow(MemoryStore):
    """A store that answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.waiting = 0

    async def append(self, table: str, entry: Entry, change: Change | None = None) -> None:
        self.waiting += 1
        await self.go.wait()
        self.waiting -= 1
        await super().append(table, entry, change)


@pytest.fixture
def straight(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each play that was tried straight was taken."""
    taken: list[bool] = []
    original = Actor.try_now

    def spy(self: Actor, *args: Any) -> bool:
        taken.append(original(self, *args))
        return taken[-1]

    monkeypatch.setattr(Actor, "try_now", spy)
    return taken


async def sit(here: Room, *people: Client) -> Json:
    """Everybody at one table with all its seats."""
    seated: Json = await here.create()
    for person in people:
        await person.come(seated["table"]["id"], tokens_of(seated))
    return seated


def choice(person: Client) -> dict[str, Any]:
    """The first legal play of whoever is to act."""
    seat = person.acting()[0]
    view = person.views[seat]
    return {
        "table": person.table["id"],
        "seat": seat,
        "nth": view["nth"],
        "action": view["legal"][0],
    }


def test_nothing_of_a_client_overtakes_its_play(straight: list[bool]) -> None:
    async def talk() -> None:
        store = Slow()
        async with room(store) as here, client(here) as anne:
            seated = await sit(here, anne)
            store.go.clear()
            wanted = choice(anne)
            answers = [await anne.send("play", **wanted)]
            answers.append(await anne.send("ping"))
            answers.append(await anne.send("play", **wanted))
            answers.append(
                await anne.send("chat", table=seated["table"]["id"], seat=0, text="and now?", key="k")
            )
            answers.append(await anne.send("ping"))
            while not store.waiting:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.05)
            store.go.set()
            heard: list[Json] = []
            while len(heard) < len(answers):
                message = await anne.read()
                if message.get("re"):
                    heard.append(message)
            assert [message["re"] for message in heard] == answers
            assert [message["type"] for message in heard] == ["done", "pong", "done", "done", "pong"]
            assert heard[0]["nth"] == heard[2]["nth"] == wanted["nth"] + 1
            kinds = [entry.kind for entry in await store.entries(seated["table"]["id"])]
            assert (kinds.count("play"), kinds.count("chat")) == (1, 1)
        assert straight[0]

    asyncio.run(talk())


def test_of_two_clients_with_one_seat_the_second_play_is_repeated_or_stale(straight: list[bool]) -> None:
    async def talk() -> None:
        store = Slow()
        async with room(store) as here, client(here) as anne, client(here) as bert:
            seated = await sit(here, anne, bert)
            store.go.clear()
            wanted = choice(anne)
            other = {**wanted, "action": anne.views[wanted["seat"]]["legal"][1]}
            first = await anne.send("play", **wanted)
            while not store.waiting:
                await asyncio.sleep(0.001)
            again, late = await bert.send("play", **wanted), await bert.send("play", **other)
            await asyncio.sleep(0.05)
            store.go.set()
            assert (await anne.until(lambda m: m.get("re") == first))["type"] == "done"
            assert (await bert.until(lambda m: m.get("re") == again))["nth"] == wanted["nth"] + 1
            assert (await bert.until(lambda m: m.get("re") == late))["code"] == "stale"
            await anne.ask("ping")
            assert anne.views == bert.views
            kinds = [entry.kind for entry in await store.entries(seated["table"]["id"])]
            assert kinds.count("play") == 1
        assert straight == [True, False]

    asyncio.run(talk())


def test_who_leaves_while_a_play_is_stored_has_played(straight: list[bool]) -> None:
    async def talk() -> None:
        store = Slow()
        async with room(store) as here, client(here) as bert:
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
        assert straight == [True, True]

    asyncio.run(talk())


def test_an_entry_that_the_store_cannot_take_is_a_fault_and_closes_no_table(straight: list[bool]) -> None:
    class Unable(MemoryStore):
        unable = False

        async def append(self, table: str, entry: Entry, change: Change | None = None) -> None:
            if self.unable:
                raise OverflowError("more than an entry holds")
            await super().append(table, entry, change)

    async def talk() -> None:
        store = Unable()
        async with room(store) as here, client(here) as anne:
            await sit(here, anne)
            wanted = choice(anne)
            store.unable = True
            assert (await anne.ask("play", **wanted))["why"]["key"] == "server.fault"
            store.unable = False
            assert (await anne.ask("play", **wanted))["type"] == "done"
        assert straight == [True, False]  # the second time the table was read anew

    asyncio.run(talk())


def test_a_turn_is_taken_at_once_only_where_nobody_has_it_or_waits() -> None:
    async def story() -> None:
        turn, order = Turn(), list[int]()

        async def wait(number: int) -> None:
            async with turn:
                order.append(number)
                await asyncio.sleep(0)

        assert turn.take()
        assert not turn.take()
        waiting = [asyncio.create_task(wait(number)) for number in range(4)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        turn.release()
        assert not turn.take(), "somebody waits for it"
        await asyncio.wait(waiting)
        assert order == [0, 2, 3]
        assert turn.take()
        given_up = asyncio.create_task(wait(4))
        await asyncio.sleep(0)
        turn.release()
        given_up.cancel()  # in the moment in which it is handed over
        await asyncio.wait([given_up])
        assert order == [0, 2, 3]
        assert turn.take()

    asyncio.run(story())
