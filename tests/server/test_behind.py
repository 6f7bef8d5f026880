"""A process that has not heard of what another one stored: it reads on before it says who may what."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from abbatia.core.chance import Rng
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, SeatHolder, TableUpdate
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, play_out


class Shaky(MemoryStore):
    """A store that does not answer to the next of these calls."""

    trouble = ""

    meanwhile: Callable[[], Awaitable[None]] | None = None  # what happens between two readings
    overtaking: Callable[[], Awaitable[None]] | None = None  # what happens before each append

    async def seats(self, table: str) -> list[SeatHolder]:
        self._fail("seats")
        found = await super().seats(table)
        await self._pass_time()
        return found

    async def entries(self, table: str, start: int = 0) -> list[JournalEntry]:
        self._fail("entries")
        found = await super().entries(table, start)
        await self._pass_time()
        return found

    async def _pass_time(self) -> None:
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        self._fail("append")
        if self.overtaking is not None:
            await self.overtaking()
        await super().append(table, entry, change)

    def _fail(self, call: str) -> None:
        if self.trouble == call:
            self.trouble = ""
            raise StoreUnavailable("no answer")


@asynccontextmanager
async def two_rooms() -> AsyncIterator[tuple[RunningServer, RunningServer, Shaky]]:
    """Two processes, and the store of the second, whose news can be held up."""
    one = MemoryStore()
    two = Shaky(one.database)
    async with running_server(one) as here, running_server(two) as there:
        yield here, there, two


async def sit(here: RunningServer, table: str, name: str, seat: int | None = None) -> str:
    joined = await here.post(f"/api/tables/{table}/join", {"name": name, "seat": seat})
    token: str = joined["tokens"][0]["token"]
    return token


async def gathering(here: RunningServer, there: RunningServer, two: Shaky) -> tuple[Json, str]:
    """A table of three with Xenia at its second seat; the second process knows that, and hears no more."""
    seated = await here.create("cardinal", ["me", "open", "open"])
    table = seated["table"]["id"]
    xenia = await sit(here, table, "Xenia", 1)
    await there.get(f"/api/tables/{table}")
    two.watchers.clear()
    return seated, xenia


async def change_hands(here: RunningServer, seated: Json, old: str) -> str:
    """The second seat is given up, somebody else sits down there, and the match begins."""
    table = seated["table"]["id"]
    await here.post(f"/api/tables/{table}/leave", {"token": old})
    yves = await sit(here, table, "Yves", 1)
    await sit(here, table, "Zoe", 2)
    return yves


async def test_who_has_just_sat_down_is_known_everywhere() -> None:
    async with two_rooms() as (here, there, two):
        seated, _ = await gathering(here, there, two)
        table = seated["table"]["id"]
        yves = await sit(here, table, "Yves", 2)
        async with client(there) as person:
            assert [sync["viewer"] for sync in await person.come(table, [yves])] == [2]


async def test_who_sits_down_while_a_table_is_loaded_is_known() -> None:
    async with two_rooms() as (here, there, two):
        seated = await here.create("cardinal", ["me", "open", "open"])
        table = seated["table"]["id"]
        tokens: list[str] = []

        async def join() -> None:
            tokens.append(await sit(here, table, "Yves", 2))

        two.watchers.clear()
        two.meanwhile = join
        await there.get(f"/api/tables/{table}")
        async with client(there) as person:
            assert [sync["viewer"] for sync in await person.come(table, tokens)] == [2]


async def test_who_gave_a_seat_up_comes_back_as_a_spectator() -> None:
    async with two_rooms() as (here, there, two):
        seated, xenia = await gathering(here, there, two)
        table = seated["table"]["id"]
        yves = await change_hands(here, seated, xenia)
        async with client(there) as person:
            assert [sync["viewer"] for sync in await person.come(table, [xenia])] == [None]
            refused = await person.ask("preview", table=table, seat=1, actions=["x"])
            assert refused["code"] == "not_seated"
            assert [sync["viewer"] for sync in await person.come(table, [yves])] == [1]


@pytest.mark.parametrize("how", ["news", "conflict"])
async def test_who_lost_a_seat_meanwhile_no_longer_looks_through_it(how: str) -> None:
    async with two_rooms() as (here, there, two):
        seated, token = await gathering(here, there, two)
        table = seated["table"]["id"]
        async with client(there) as xenia:
            await xenia.come(table, [token])
            await change_hands(here, seated, token)
            begun = len(xenia.frames)
            if how == "news":
                there.server.tables.on_gap()
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


@pytest.mark.parametrize("trouble", ["entries", "seats"])
async def test_news_that_could_not_be_read_are_read_again(trouble: str) -> None:
    async with two_rooms() as (here, there, two), client(there) as watcher:
        seated = await here.create("cardinal", ["me", "open", "open"])
        table = seated["table"]["id"]
        await watcher.come(table)
        two.trouble = trouble
        yves = await sit(here, table, "Yves", 2)
        await watcher.until(lambda m: m["type"] == "table" and m["table"]["seats"][2]["name"] == "Yves")
        assert not two.trouble
        async with client(there) as person:
            assert [sync["viewer"] for sync in await person.come(table, [yves])] == [2]


async def test_what_others_do_after_a_store_that_did_not_answer_is_told() -> None:
    """The entry that could not be stored leaves its number to another process: that is news all the same."""
    async with two_rooms() as (here, there, two), client(here) as anne, client(there) as bert:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        for person in (anne, bert):
            await person.come(table, [held["token"] for held in seated["tokens"]])
        seat = anne.acting()[0]
        before = anne.views[seat]["nth"]
        two.trouble = "append"
        refused = await bert.play(seat, bert.views[seat]["legal"][0])
        assert refused["code"] == "unavailable"
        assert (await anne.play(seat, anne.views[seat]["legal"][1]))["type"] == "done"
        while bert.views[seat]["nth"] == before:
            await bert.read()
        await bert.ask("ping")
        assert bert.views == anne.views


async def test_who_is_overtaken_again_and_again_is_heard_all_the_same() -> None:
    """The other process is faster ten times: each of its lines takes the number that ours would have."""
    async with two_rooms() as (here, there, two), client(here) as anne, client(there) as bert:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = [held["token"] for held in seated["tokens"]]
        await anne.come(table, tokens[:1])
        await bert.come(table, tokens[1:2])
        lines = [f"line {number}" for number in range(10)]

        async def overtake() -> None:
            if lines:
                said = await anne.ask("chat", table=table, seat=0, text=lines.pop(), key=str(len(lines)))
                assert said["type"] == "done"

        two.overtaking = overtake
        assert (await bert.ask("chat", table=table, seat=1, text="at last", key="b"))["type"] == "done"
        assert not lines
        spoken = [entry.body["text"] for entry in await two.entries(table) if entry.kind == "chat"]
        assert len(spoken) == 11
        assert spoken[-1] == "at last"


async def test_what_somebody_may_do_is_judged_by_what_is_stored() -> None:
    async with two_rooms() as (here, there, two):
        seated = await here.create("cardinal", ["me", "open", "open"], start=False)
        table = seated["table"]["id"]
        xenia = await sit(here, table, "Xenia", 1)
        await there.get(f"/api/tables/{table}")
        two.watchers.clear()
        await here.post(f"/api/tables/{table}/leave", {"token": xenia})
        yves = await sit(here, table, "Yves", 1)
        refused = await there.post(f"/api/tables/{table}/leave", {"token": xenia}, 403)
        assert refused["code"] == "not_seated"
        zoe = await sit(here, table, "Zoe", 2)
        await here.post(f"/api/tables/{table}/leave", {"token": yves})
        again = await sit(there, table, "Yves", 1)
        begun = await there.post(f"/api/tables/{table}/start", {"token": zoe})
        assert [seat["name"] for seat in begun["seats"]][1:] == ["Yves", "Zoe"]
        gone = await here.post(f"/api/tables/{table}/leave", {"token": again})
        assert gone["seats"][1]["standing_in"]


async def test_the_end_is_known_everywhere() -> None:
    async with two_rooms() as (here, there, two), client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = [held["token"] for held in seated["tokens"]]
        await anne.come(table, tokens)
        await there.get(f"/api/tables/{table}")
        two.watchers.clear()
        await play_out(anne, Rng(4))
        assert (await there.get(f"/api/records/{table}/verify"))["good"]
        for token in tokens:
            again = await there.post(f"/api/tables/{table}/rematch", {"token": token})
        assert again["table"]["state"] == "playing"


def viewers_of(person: Client, begun: int) -> set[int | None]:
    """Through whose viewers a client was told something since a frame."""
    told = [json.loads(frame) for frame in person.frames[begun:]]
    return {message["viewer"] for message in told if "viewer" in message}


async def test_a_seat_that_came_along_to_an_account_is_its_own_everywhere() -> None:
    async with two_rooms() as (here, there, two):
        seated, xenia = await gathering(here, there, two)
        table = seated["table"]["id"]
        held = {"seats": [{"table": table, "token": xenia}]}
        await here.post("/api/accounts", {"name": "Xenia", "password": "correct horse"}, 201)
        await here.post("/api/me/seats", held)
        async with client(there, Cookie=f"abbatia_session={here.http.cookies['abbatia_session']}") as person:
            assert [sync["viewer"] for sync in await person.come(table)] == [1]
            assert [sync["viewer"] for sync in await person.come(table, [xenia])] == [1]


async def test_a_seat_comes_along_to_one_account_alone() -> None:
    """The second process finds it free, and before it writes that down another account has it."""
    async with two_rooms() as (here, there, two):
        seated, xenia = await gathering(here, there, two)
        table = seated["table"]["id"]
        held = {"seats": [{"table": table, "token": xenia}]}
        await here.post("/api/accounts", {"name": "Xenia", "password": "correct horse"}, 201)
        await there.post("/api/accounts", {"name": "Yves", "password": "battery staple"}, 201)

        async def be_first() -> None:
            assert len((await here.post("/api/me/seats", held))["seats"]) == 1

        two.meanwhile = be_first
        assert (await there.post("/api/me/seats", held))["seats"] == []
        assert [mine["seat"] for mine in (await here.get("/api/me/seats"))["seats"]] == [1]
        kinds = [entry.kind for entry in await two.entries(table)]
        assert kinds == ["create", "sit", "sit"]


async def test_where_the_store_does_not_answer_a_seat_can_be_brought_again() -> None:
    async with two_rooms() as (here, there, two):
        seated, xenia = await gathering(here, there, two)
        held = {"seats": [{"table": seated["table"]["id"], "token": xenia}]}
        await there.post("/api/accounts", {"name": "Xenia", "password": "correct horse"}, 201)
        for trouble in ("seats", "append"):
            two.trouble = trouble
            assert (await there.post("/api/me/seats", held, 503))["code"] == "unavailable"
        assert len((await there.post("/api/me/seats", held))["seats"]) == 1
