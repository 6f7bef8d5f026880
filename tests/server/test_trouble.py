"""When the store or the rules fail: nothing is lost, nothing is done twice, the table goes on."""

import asyncio
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.games.cardinal.title import CardinalState
from abbatia.storage.memory import MemoryStore
from abbatia.storage.rows import Change, Entry
from abbatia.storage.store import StoreDown
from tests.server.room import client, play_out, room, tokens_of


class Shaky(MemoryStore):
    """A store that does not answer now and then, before or after it has stored."""

    trouble = ""

    async def append(self, table: str, entry: Entry, change: Change | None = None) -> None:
        trouble, self.trouble = self.trouble, ""
        if trouble == "before":
            raise StoreDown("no answer")
        await super().append(table, entry, change)
        if trouble == "after":
            raise StoreDown("no answer")

    async def ping(self) -> None:
        if self.trouble:
            raise StoreDown("no answer")


@pytest.mark.parametrize("trouble", ["before", "after"])
def test_a_play_whose_answer_got_lost_is_done_once(trouble: str) -> None:
    async def play() -> None:
        store = Shaky()
        async with room(store) as here, client(here) as anne, client(here) as watcher:
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

    asyncio.run(play())


def test_a_fault_in_the_rules_closes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        store = MemoryStore()
        async with room(store) as here, client(here) as anne:
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
                fault.setattr(CardinalState, "observe", broken)
                done = await anne.play(seat, view["legal"][0], nth=view["nth"])
            assert done["type"] == "done", "it is stored; who looks is told anew"
            await anne.ask("why", table=table, seat=seat, actions=["x"])
            assert anne.views[seat]["nth"] == view["nth"] + 1
            assert await play_out(anne, Rng(4)) > 5

    asyncio.run(play())


def test_who_does_not_read_is_let_go_and_the_table_goes_on() -> None:
    async def play() -> None:
        async with room() as here, client(here) as anne:
            seated = await here.create()
            table = seated["table"]["id"]
            await anne.come(table, tokens_of(seated))
            async with client(here) as sleeper:
                await sleeper.come(table)
                server_side = next(c for c in here.server.connections if c.eyes.get(table) == [None])
                server_side._send = lambda _: asyncio.sleep(3_600)  # type: ignore[misc]  # its socket is full
                for _ in range(600):
                    server_side.post("{}")
                assert server_side._is_closed
            assert await play_out(anne, Rng(4), 20) == 20

    asyncio.run(play())
