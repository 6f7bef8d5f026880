"""Who sits first is drawn from the committed seed when the match begins; everybody's token goes along."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from abbatia.core.chance import Rng, draw_seats
from abbatia.core.record import parse
from abbatia.storage.memory import MemoryStore
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.store import Store
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, play_out, tokens_of

NAMES = ["Player 0", "Player 1", "Player 2"]


def fix_order(monkeypatch: pytest.MonkeyPatch, order: Sequence[int]) -> None:
    """Let the draw give this order."""
    monkeypatch.setattr("abbatia.server.live.table_state.draw_seats", lambda *_: list(order))


async def order_of(store: Store, table: str, seats: int) -> list[int]:
    row = await store.journal.table(table)
    assert row is not None
    return draw_seats(row.secret, seats)


def names_of(info: Json) -> list[str]:
    return [seat["name"] for seat in info["seats"]]


async def test_the_order_of_the_seats_is_that_of_the_seed() -> None:
    store = MemoryStore()
    firsts = set()
    async with running_server(store) as here:
        for _ in range(30):
            seated = await here.create("cardinal", ["me", "me", "me"], seating="drawn")
            info = seated["table"]
            order = await order_of(store, info["id"], 3)
            assert info["drawn"] == order
            assert names_of(info) == [NAMES[before] for before in order]
            assert sorted(held["seat"] for held in seated["tokens"]) == [0, 1, 2]
            firsts.add(order[0])
            for held in seated["tokens"]:  # in the order in which they were wished for
                before = seated["tokens"].index(held)
                assert info["seats"][held["seat"]]["name"] == NAMES[before]
    assert firsts == {0, 1, 2}, "by chance, once in 60,000 times not"


async def test_a_host_may_leave_everybody_at_the_seat_taken() -> None:
    async with running_server() as here:
        for _ in range(8):
            seated = await here.create("cardinal", ["me", "me", "me"], seating="as_seated")
            assert names_of(seated["table"]) == NAMES
            assert seated["table"]["drawn"] == []


async def test_seats_are_drawn_unless_something_else_is_wished() -> None:
    async with running_server() as here:
        wish = {"title": "cardinal", "seats": [{"kind": "me", "name": name} for name in NAMES]}
        info = (await here.post("/api/tables", wish, 201))["table"]
        assert info["seating"] == "drawn"
        assert sorted(info["drawn"]) == [0, 1, 2]


async def gather(here: RunningServer, anne: Client, bert: Client) -> tuple[str, Json, Json]:
    """Anne waits at seat 0 and has said something, then Bert sits down at seat 2 and the match begins."""
    seated = await here.create("cardinal", ["me", "uniform", "open"], seating="drawn")
    table = seated["table"]["id"]
    await anne.come(table, tokens_of(seated))
    assert list(anne.logs) == [0]
    await anne.ask("chat", table=table, seat=0, text="Here I am", key="1")
    await anne.ask("mute", table=table, seat=0, who=2, on=True)
    joined = await here.post(f"/api/tables/{table}/join", {"name": "Bert"})
    await bert.come(table, tokens_of(joined))
    return table, seated, joined


@pytest.mark.parametrize("order", [(1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (0, 1, 2)])
async def test_who_waits_at_the_table_goes_along(
    monkeypatch: pytest.MonkeyPatch, order: tuple[int, ...]
) -> None:
    fix_order(monkeypatch, order)
    async with running_server() as here, client(here) as anne, client(here) as bert:
        table, _, joined = await gather(here, anne, bert)
        first, last = order.index(0), order.index(2)
        assert joined["tokens"][0]["seat"] == last
        assert names_of(joined["table"])[first] == "Player 0"
        if first != 0:
            sync = await anne.until(lambda m: m["type"] == "sync" and m["viewer"] == first)
            assert sync["seats"] == [first]
            assert sync["view"] is not None
            assert sync["chat"][0]["seat"] == first, "it was she who said it"
            assert sync["muted"] == [last]
        else:
            await anne.until(lambda m: m["type"] == "sync" and m["view"] is not None)
        assert list(bert.views) == [last]
        denied = await anne.ask("play", table=table, seat=last, nth=0, actions=["pass"])
        assert denied["code"] == "not_seated"
        played = await asyncio.gather(play_out(anne, Rng(1)), play_out(bert, Rng(2)))
        assert min(played) > 5


async def test_a_hot_seat_goes_along_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_order(monkeypatch, (1, 0, 2))
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "open"], seating="drawn")
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        host = {"token": seated["host"], "kind": "bot", "bot": "uniform"}
        await here.post(f"/api/tables/{table}/seats/2", host)
        for _ in range(2):
            sync = await anne.until(lambda m: m["type"] == "sync")
            assert sync["seats"] == [0, 1]
        assert names_of(anne.table)[:2] == ["Player 1", "Player 0"]
        assert await play_out(anne, Rng(1)) > 10


async def test_tokens_hold_their_drawn_seats_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fix_order(monkeypatch, (2, 0, 1))
    file = tmp_path / "tables.sqlite"
    async with running_server(SqliteStore(file)) as here, client(here) as anne, client(here) as bert:
        table, seated, joined = await gather(here, anne, bert)
        before = await here.get(f"/api/tables/{table}")
    async with running_server(SqliteStore(file)) as here, client(here) as anne, client(here) as bert:
        syncs = await anne.come(table, tokens_of(seated))
        assert [(sync["viewer"], sync["seats"]) for sync in syncs] == [(1, [1])]
        assert (await bert.come(table, tokens_of(joined)))[0]["viewer"] == 0
        assert names_of(anne.table) == names_of(before)
        assert syncs[0]["chat"][0]["seat"] == 1
        assert len(await here.server.store.journal.seats(table)) == 2, "nobody holds the bot's seat"


async def test_another_process_seats_its_people_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fix_order(monkeypatch, (2, 0, 1))
    store = MemoryStore()
    async with running_server(store) as here, running_server(store) as there, client(there) as anne:
        seated = await here.create("cardinal", ["me", "uniform", "open"], seating="drawn")
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        await here.post(f"/api/tables/{table}/join", {"name": "Bert"})
        await there.server.tables.live_tables[table].catch_up()
        sync = await anne.until(lambda m: m["type"] == "sync" and m["viewer"] == 1)
        assert sync["seats"] == [1]
        assert names_of(sync["table"])[1] == "Player 0"


async def test_a_process_that_hears_of_the_draw_and_of_more_shows_nobody_anothers_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fix_order(monkeypatch, (2, 0, 1))
    store = MemoryStore()
    async with running_server(store) as here, running_server(store) as there, client(there) as anne:
        seated = await here.create("cardinal", ["me", "uniform", "open"], seating="drawn", start=True)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        actor = there.server.tables.live_tables[table]
        async with actor.lock:  # it hears of nothing meanwhile
            await here.post(f"/api/tables/{table}/join", {"name": "Bert"})
            await here.post("/api/accounts", {"name": "Anne", "password": "a long enough one"}, 201)
            held = [{"table": table, "token": tokens_of(seated)[0]}]
            await here.post("/api/me/seats", {"seats": held})
            kinds = [entry.kind for entry in await store.entries(table)]
            assert "sit" in kinds[kinds.index("start") :]
        await actor.catch_up()
        await anne.until(lambda m: m["type"] == "sync" and m["viewer"] == 1)
        told = [json.loads(frame) for frame in anne.frames]
        seen = [one for one in told if one["type"] in ("sync", "step") and one["view"] is not None]
        assert {one["viewer"] for one in seen} == {1}, "she sits at seat 1 since there is a match"


async def test_the_record_of_a_drawn_table_verifies_and_a_rematch_goes_a_seat_further() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"], seating="drawn")
        table = seated["table"]["id"]
        order = await order_of(store, table, 3)
        await anne.come(table, tokens_of(seated))
        await play_out(anne, Rng(1))
        verdict = await here.get(f"/api/records/{table}/verify")
        assert verdict["good"], verdict
        text = (await here.http.get(f"/api/records/{table}")).text
        assert parse(text).seating == order
        assert parse(text).names == [NAMES[before] for before in order]
        stored = await here.http.post("/api/records", content=text, headers={"content-type": "text/plain"})
        again = (await here.http.get(f"/api/records/{stored.json()['record']['id']}")).text
        assert parse(again).seating == order
        for token in seated["tokens"]:
            rematch = await here.post(f"/api/tables/{table}/rematch", {"token": token["token"]})
        assert rematch["table"]["drawn"] == []
        assert names_of(rematch["table"]) == [NAMES[order[seat]] for seat in (1, 2, 0)]
        assert rematch["tokens"][0]["seat"] == (token["seat"] - 1) % 3


def test_on_from_a_record_everybody_keeps_the_seat() -> None:
    async def play() -> None:
        async with running_server() as here, client(here) as anne:
            seated = await here.create("cardinal", ["me", "me", "me"])
            await anne.come(seated["table"]["id"], tokens_of(seated))
            await play_out(anne, Rng(1))
            origin = {"record": seated["table"]["id"], "at": 12}
            for _ in range(5):
                on = await here.create("cardinal", ["me", "me", "me"], origin=origin, seating="drawn")
                assert names_of(on["table"]) == NAMES
                assert on["table"]["seating"] == "as_seated"

    asyncio.run(play())
