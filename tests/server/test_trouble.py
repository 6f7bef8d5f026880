"""When the store or the rules fail: nothing is lost, nothing is done twice, the table goes on."""

import asyncio
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from abbatia.core.chance import Rng
from abbatia.games.cardinal.state import CardinalState
from abbatia.server.ws.protocol import PROTOCOL
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import OVER, JournalEntry, TableRow, TableUpdate, User
from tests.server.running_server import Json, running_server
from tests.server.ws_client import Client, client, play_out, tokens_of


class Shaky(MemoryStore):
    """A store that does not answer now and then, before or after it has stored."""

    trouble = ""

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        trouble, self.trouble = self.trouble, ""
        if trouble == "before":
            raise StoreUnavailable("no answer")
        await super().append(table, entry, change)
        if trouble == "after":
            raise StoreUnavailable("no answer")

    async def ping(self) -> None:
        if self.trouble:
            raise StoreUnavailable("no answer")


class Broken(MemoryStore):
    """A store that does at once what no store should do."""

    is_broken = False

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        if self.is_broken:
            self.is_broken = False
            raise ValueError("no store should say this")
        await super().append(table, entry, change)


async def test_a_store_that_breaks_at_once_does_not_keep_the_table(caplog: pytest.LogCaptureFixture) -> None:
    store = Broken()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create()
        await anne.come(seated["table"]["id"], tokens_of(seated))
        seat = anne.acting()[0]
        view = anne.views[seat]
        store.is_broken = True
        refused = await anne.play(seat, view["legal"][0])
        assert (refused["type"], refused["code"]) == ("refused", "not_possible")
        done = await anne.play(seat, view["legal"][0], nth=view["nth"])
        assert (done["type"], done["nth"]) == ("done", view["nth"] + 1)
        plays = [entry for entry in await store.entries(anne.table["id"]) if entry.kind == "play"]
        assert len(plays) == 1
    assert "no store should say this" in caplog.text


@pytest.mark.parametrize("trouble", ["before", "after"])
async def test_a_play_whose_answer_got_lost_is_done_once(trouble: str) -> None:
    store = Shaky()
    async with running_server(store) as here, client(here) as anne, client(here) as watcher:
        seated = await here.create()
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        await watcher.come(table)
        await play_out(anne, Rng(3), 4)
        seat = anne.acting()[0]
        view = anne.views[seat]
        store.trouble = trouble
        assert (await here.get("/healthz", 503))["code"] == "unavailable"
        refused = await anne.play(seat, view["legal"][0], nth=view["nth"])
        assert refused["code"] == "unavailable"
        assert (await here.get("/healthz"))["status"] == "ok"
        again = await anne.play(seat, view["legal"][0], nth=view["nth"])
        assert (again["type"], again["nth"]) == ("done", view["nth"] + 1)
        plays = [entry for entry in await store.entries(table) if entry.kind == "play"]
        assert len(plays) == 5
        await watcher.ask("ping")
        fresh: dict[Any, Any] = {}
        async with client(here) as new:
            await new.come(table)
            fresh.update(new.views)
            assert new.logs[None] == watcher.logs[None]
        assert watcher.views == fresh
        assert await play_out(anne, Rng(4)) > 5


@pytest.mark.parametrize("trouble", ["before", "after"])
async def test_a_line_whose_answer_got_lost_is_said_once(trouble: str) -> None:
    """Under the same key it is the same line; without one, or from somebody else, it is another."""
    store = Shaky()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create()
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        line = {"table": table, "seat": 0, "text": "Well played", "key": "k1"}
        store.trouble = trouble
        assert (await anne.ask("chat", **line))["code"] == "unavailable"
        for _ in range(2):
            assert (await anne.ask("chat", **line))["type"] == "done"
        assert len(await lines(store, table)) == 1
        for more in ({"key": "k2"}, {"key": ""}, {"key": ""}, {"seat": 1}):
            assert (await anne.ask("chat", **{**line, **more}))["type"] == "done"
        assert len(await lines(store, table)) == 5
        async with client(here) as watcher:
            await watcher.come(table)
            assert not any("k1" in frame for frame in (*anne.frames, *watcher.frames))


async def lines(store: MemoryStore, table: str) -> list[JournalEntry]:
    return [entry for entry in await store.entries(table) if entry.kind == "chat"]


class Gone(MemoryStore):
    """A store that has stopped answering to questions about people and tables."""

    is_gone = False

    async def tables(self, **wanted: Any) -> list[TableRow]:
        if self.is_gone:
            raise StoreUnavailable("no answer")
        return await super().tables(**wanted)

    async def user(self, user: str) -> User | None:
        if self.is_gone:
            raise StoreUnavailable("no answer")
        return await super().user(user)


async def test_a_store_that_is_gone_is_called_so() -> None:
    store = Gone()
    async with running_server(store) as here:
        await here.post("/api/accounts", {"name": "Anne", "password": "correct horse"}, 201)
        cookie = "; ".join(f"{name}={value}" for name, value in here.http.cookies.items())
        store.is_gone = True
        for path in ("tables?state=gathering", "records", "me", "me/seats"):
            assert (await here.get(f"/api/{path}", 503))["code"] == "unavailable"
        with pytest.raises(InvalidStatus) as closed:
            async with client(here, Cookie=cookie):
                pass
        assert closed.value.response.status_code == 403, "closed in order, not by a fault"
        store.is_gone = False
        async with client(here, Cookie=cookie) as anne:
            assert (await anne.ask("hello", protocol=PROTOCOL))["user"] == "Anne"


class Pensive(MemoryStore):
    """A store that thinks about the end of a match until the test lets it answer."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        if change is not None and change.status == OVER:
            self.asked.set()
            if not await self.answer:
                raise StoreUnavailable("no answer")
        await super().append(table, entry, change)


@pytest.mark.parametrize("is_stored", [True, False])
async def test_nobody_hears_of_an_end_that_is_not_stored(is_stored: bool) -> None:
    """With the end come the seed and all hands: not before it is on disk, and not if it never is."""
    store = Pensive()
    async with running_server(store) as here, client(here) as anne, client(here) as watcher:
        seated = await here.create()
        path = f"/api/tables/{seated['table']['id']}"
        await anne.come(seated["table"]["id"], tokens_of(seated))
        await watcher.come(seated["table"]["id"])
        async with client(here) as guest:
            await guest.come(seated["table"]["id"])
            playing = asyncio.create_task(play_till_refused(anne))
            await store.asked.wait()
            going_on = await here.get(path)
            assert (going_on["state"], going_on["seed"]) == ("playing", None)
            assert going_on["to_act"] == [anne.acting()[0]]
            await watcher.ask("ping")  # what was told before is read
        told = await watcher.until(lambda m: m["type"] == "table" and m["table"]["spectators"] == 1)
        assert (told["table"]["state"], told["table"]["seed"]) == ("playing", None)
        record = asyncio.create_task(here.http.get(path.replace("tables", "records")))
        store.answer.set_result(is_stored)
        answer = await playing
        assert answer["type"] == ("done" if is_stored else "refused")
        ended = await here.get(path)
        assert (ended["state"] == "over", ended["seed"] is not None) == (is_stored, is_stored)
        assert (await record).status_code == (200 if is_stored else 404)


async def play_till_refused(player: Client) -> Json:
    """Play on until there is nothing more to play or the server says no; the last answer."""
    answer: Json = {"type": "done"}
    while player.acting() and answer["type"] == "done":
        answer = await player.play_any(Rng(4))
    return answer


async def test_a_fault_in_the_rules_closes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create()
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        view = anne.views[seat]

        def broken(*_: object) -> None:
            raise RuntimeError("a fault in the rules")

        with monkeypatch.context() as fault:
            fault.setattr(CardinalState, "apply", broken)
            refused = await anne.play(seat, view["legal"][0])
        assert refused["why"]["key"] == "server.fault"
        assert "a fault" not in str(refused)
        await anne.ask("why", table=table, seat=seat, actions=["x"])
        assert anne.views[seat] == view
        with monkeypatch.context() as fault:
            fault.setattr(CardinalState, "own", broken)
            done = await anne.play(seat, view["legal"][0], nth=view["nth"])
        assert done["type"] == "done", "it is stored; who looks is told anew"
        await anne.ask("why", table=table, seat=seat, actions=["x"])
        assert anne.views[seat]["nth"] == view["nth"] + 1
        assert await play_out(anne, Rng(4)) > 5


async def test_who_does_not_read_is_let_go_and_the_table_goes_on() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create()
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        async with client(here) as sleeper:
            await sleeper.come(table)
            server_side = next(c for c in here.server.connections if c.viewers.get(table) == [None])
            server_side._send = lambda _: asyncio.sleep(3_600)  # type: ignore[misc]  # it never reads
            for _ in range(600):
                server_side.post("{}")
            assert server_side._is_closed
        assert await play_out(anne, Rng(4), 20) == 20
