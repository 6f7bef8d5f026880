"""Who comes back gets exactly what was missed; also from another process, also after a restart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.server.live.registry import CROWD_LASTS, TableRegistry
from abbatia.storage.memory import MemoryStore
from abbatia.storage.sqlite import SqliteStore
from tests.server.running_server import RunningServer, running_server
from tests.server.ws_client import Client, client, play_out, tokens_of


async def test_the_missing_happenings_and_no_others() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await anne.come(table, tokens)
        async with client(here) as watcher:
            await watcher.come(table)
            await play_out(anne, Rng(5), 12)
            await watcher.ask("ping")
            known = len(watcher.logs[None])
        await play_out(anne, Rng(6), 9)
        await anne.ask("chat", table=table, seat=0, text="still here")
        async with client(here) as back:
            back.logs[None] = list(watcher.logs[None])
            sync = (await back.come(table, since=[watcher.cursors[None]]))[0]
            assert sync["whole"] is False
            assert sync["first"] == known
            assert len(sync["log"]) >= 9
            assert [line["text"] for line in sync["chat"]] == ["still here"]
            again = (await back.come(table, since=[back.cursors[None]]))[0]
            assert (again["whole"], again["log"], again["chat"]) == (False, [], [])
        async with client(here) as fresh:
            whole = (await fresh.come(table, since=["0123456789abcdef01"]))[0]
            assert whole["whole"] is True
            assert whole["log"] == back.logs[None]
        async with client(here) as other:
            sync = (await other.come(table, [tokens[1]], since=[watcher.cursors[None]]))[0]
            assert sync["whole"] is True, "a spectator's cursor is none of a seat's"


async def test_after_an_undo_the_sync_is_whole() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("pelegrinus", ["me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        await anne.play(0, anne.views[0]["legal"][0])
        cursor = anne.cursors[0]
        assert anne.views[0]["undo"] == "free"
        nth = anne.views[0]["nth"]
        assert (await anne.ask("undo", table=table, seat=0, nth=nth))["type"] == "done"
        async with client(here) as back:
            sync = (await back.come(table, tokens_of(seated)[:1], since=[cursor]))[0]
            assert sync["whole"] is True


async def test_a_restart_loses_nothing_and_cursors_go_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    async with running_server(SqliteStore(file)) as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"], clock={"kind": "bank", "seconds": 600})
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await anne.come(table, tokens)
        await play_out(anne, Rng(5), 15)
        await anne.ask("chat", table=table, seat=2, text="à demain")
    async with running_server(SqliteStore(file)) as here, client(here) as back:
        back.logs = {seat: list(log) for seat, log in anne.logs.items()}
        back.views = dict(anne.views)
        since = [cursor for seat, cursor in anne.cursors.items() if seat != 2]
        syncs = await back.come(table, tokens, since)
        assert [sync["whole"] for sync in syncs] == [False, False, True]
        assert all(sync["log"] == [] for sync in syncs[:2])
        assert back.views == anne.views
        assert back.logs == anne.logs
        assert syncs[2]["chat"][0]["text"] == "à demain"
        assert syncs[0]["table"]["clocks"] is not None
        assert await play_out(back, Rng(6)) > 5


async def test_two_processes_serve_one_table() -> None:
    one = MemoryStore()
    two = MemoryStore(one.database)
    async with (
        running_server(one) as here,
        running_server(two) as there,
        client(here) as anne,
        client(there) as bert,
    ):
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await anne.come(table, tokens[:1])
        await bert.come(table, tokens[1:])
        await anne.until(lambda message: message["type"] == "table" and message["table"]["seats"][1]["here"])
        assert all(seat["here"] for seat in anne.table["seats"])
        await asyncio.gather(play_out(anne, Rng(5)), play_out(bert, Rng(6)))
        assert anne.views[0]["result"] == bert.views[1]["result"]
        entries = await one.entries(table)
        assert [entry.n for entry in entries] == list(range(len(entries)))


async def test_who_sat_at_a_process_that_died_is_no_longer_here(monkeypatch: pytest.MonkeyPatch) -> None:
    time = [0.0]
    monkeypatch.setattr(TableRegistry, "tick", lambda _: time[0])
    one = MemoryStore()
    two = MemoryStore(one.database)
    async with (
        running_server(one) as here,
        running_server(two) as there,
        client(here) as anne,
        client(there) as bert,
    ):
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        await bert.come(table, tokens_of(seated)[1:])
        await anne.come(table, tokens_of(seated)[:1])
        if not anne.table["seats"][2]["here"]:  # it asks who is there when it comes
            await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][2]["here"])
        two.database.stores.remove(two)
        one.database.stores.append(MemoryStore(one.database))  # shared still, but dead
        time[0] = CROWD_LASTS + 1
        here.server.tables._refresh_crowds()
        await anne.until(lambda m: m["type"] == "table" and not m["table"]["seats"][2]["here"])
        assert anne.table["seats"][0]["here"]


@asynccontextmanager
async def without_news() -> AsyncIterator[tuple[RunningServer, Client, Client, list[str]]]:
    """Two processes with a client each, both with all seats of a table; the second hears no news."""
    one = MemoryStore()
    two = MemoryStore(one.database)
    async with (
        running_server(one) as here,
        running_server(two) as there,
        client(here) as anne,
        client(there) as bert,
    ):
        seated = await here.create("cardinal", ["me", "me", "me"])
        tokens = tokens_of(seated)
        for person in (anne, bert):
            await person.come(seated["table"]["id"], tokens)
        two.watchers.clear()
        yield there, anne, bert, tokens


async def test_a_process_that_did_not_hear_of_an_entry_decides_again() -> None:
    async with without_news() as (there, anne, bert, _):
        seat = anne.acting()[0]
        view = anne.views[seat]
        assert (await anne.play(seat, view["legal"][0]))["type"] == "done"
        stale = await bert.play(seat, view["legal"][1], nth=view["nth"])
        assert stale["code"] == "stale"
        assert bert.views[seat]["nth"] == view["nth"] + 1, "it was shown what it had missed"
        assert (await bert.play(seat, view["legal"][0], nth=view["nth"]))["type"] == "done"
        entries = await there.server.store.journal.entries(anne.table["id"])
        assert sum(entry.kind == "play" for entry in entries) == 1


async def test_a_process_that_is_behind_does_not_call_its_visitors_stale() -> None:
    """A client that was at another process knows more than this one: its play was stored there or will be."""
    async with without_news() as (there, anne, bert, tokens):
        for _ in range(2):
            seat = anne.acting()[0]
            nth, action = anne.views[seat]["nth"], anne.views[seat]["legal"][0]
            assert (await anne.play(seat, action))["type"] == "done"
        assert nth > bert.views[seat]["nth"] or seat not in bert.acting()
        again = await bert.play(seat, action, nth=nth)  # the answer was lost with the first process
        assert (again["type"], again.get("nth")) == ("done", nth + 1)
        async with client(there) as back:
            await anne.play(anne.acting()[0], anne.views[anne.acting()[0]]["legal"][0])
            back.logs = {seat: list(log) for seat, log in anne.logs.items()}
            syncs = await back.come(anne.table["id"], tokens, list(anne.cursors.values()))
            assert [sync["whole"] for sync in syncs] == [False, False, False]
            assert back.views == anne.views


async def test_the_last_action_is_answered_the_same_way_when_it_is_repeated() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        await anne.come(seated["table"]["id"], tokens_of(seated))
        while anne.acting():
            seat = anne.acting()[0]
            nth, action = anne.views[seat]["nth"], anne.views[seat]["legal"][0]
            done = await anne.play(seat, action, nth=nth)
        assert anne.views[seat]["result"] is not None
        again = await anne.play(seat, action, nth=nth)
        assert (again["type"], again.get("nth")) == (done["type"], done["nth"]) == ("done", nth + 1)
        assert (await anne.play(seat, action, nth=nth + 1))["code"] == "over"
