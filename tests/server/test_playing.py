"""Whole matches over real websockets; what is done twice is done once; what is refused says why."""

import asyncio

import pytest

from abbatia.core.chance import Rng
from abbatia.core.record import parse, verify
from abbatia.games import TITLES, load
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import client, play_out, tokens_of


@pytest.mark.parametrize("title", TITLES)
async def test_a_hot_seat_plays_a_whole_match_and_a_spectator_watches(title: str) -> None:
    async with running_server() as here, client(here) as anne, client(here) as watcher:
        seated = await here.create(title, ["me", "me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        await watcher.come(table)
        assert set(anne.views) == {0, 1, 2}
        assert set(watcher.views) == {None}
        assert await play_out(anne, Rng(7)) > 20
        await watcher.until(lambda message: message["type"] == "table" and message["table"]["scores"])
        assert watcher.table["state"] == "over"
        assert watcher.table["seed"] is not None
        answer = await here.http.get(f"/api/records/{table}")
        record = parse(answer.text)
        match = verify(record, load)
        result = match.result()
        assert result is not None
        assert watcher.table["scores"] == list(result.scores)
        assert anne.views[0]["result"]["scores"] == list(result.scores)
        verdict = await here.get(f"/api/records/{table}/verify")
        assert verdict["good"]
        assert verdict["dice"] == "checked"
        assert verdict["commitment"] == seated["table"]["commitment"]


@pytest.mark.parametrize("title", TITLES)
async def test_a_table_that_nobody_watches_keeps_nothing_to_show(title: str) -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create(title)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        actor = here.server.tables.live_tables[table]
        before = anne.views[0]
        assert actor.views.public
        await anne.ask("unsubscribe", table=table)
        assert not actor.views.public
        assert actor.views.state is None
        await anne.come(table, tokens_of(seated))
        assert anne.views[0] == before


async def test_a_repeat_is_answered_again_but_not_done_again() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create()
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        view = anne.views[seat]
        action = view["legal"][0]
        first = await anne.play(seat, action, nth=view["nth"])
        length = len(await store.entries(table))
        again = await anne.play(seat, action, nth=view["nth"])
        assert first["type"] == again["type"] == "done"
        assert first["nth"] == again["nth"] == view["nth"] + 1
        assert len(await store.entries(table)) == length
        other = await anne.play(seat, view["legal"][1], nth=view["nth"])
        assert (other["code"], other["nth"]) == ("stale", view["nth"] + 1)
        later = await anne.play(seat, action, nth=view["nth"] + 5)
        assert (later["code"], later["nth"]) == ("stale", view["nth"] + 1)
        assert len(await store.entries(table)) == length


async def test_two_clicks_sent_at_once_count_once() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne, client(here) as same:
        seated = await here.create()
        table = seated["table"]["id"]
        for one in (anne, same):
            await one.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        view = anne.views[seat]
        answers = await asyncio.gather(
            *(one.play(seat, view["legal"][0], nth=view["nth"]) for one in (anne, same))
        )
        assert [answer["type"] for answer in answers] == ["done", "done"]
        assert sum(entry.kind == "play" for entry in await store.entries(table)) == 1


async def test_every_refusal_has_its_own_word_and_changes_nothing() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne, client(here) as stranger:
        seated = await here.create()
        table = seated["table"]["id"]
        stranger.table = {"id": table}
        assert (await stranger.ask("play", table=table, seat=0, nth=0, actions=["x"]))[
            "code"
        ] == "not_subscribed"
        assert (await stranger.come("nosuchtable99"))[0]["code"] == "unknown_table"
        await stranger.come(table, ["a-wrong-token-of-somebody"])
        assert set(stranger.views) == {None}
        refused = await stranger.ask("play", table=table, seat=0, nth=0, actions=["x"])
        assert refused["code"] == "not_seated"
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        waiting = (seat + 1) % 3
        before = await store.entries(table)
        assert (await anne.play(seat, "dance a jig"))["why"]["key"] == "core.unknown_text"
        late = await anne.play(waiting, anne.views[seat]["legal"][0])
        assert (late["code"], late["why"]["key"]) == ("illegal", "core.not_your_turn")
        legal = set(anne.views[seat]["legal"])
        illegal = next(text for text in load("cardinal").vocabulary if text not in legal)
        refused = await anne.play(seat, illegal)
        assert refused["code"] == "illegal"
        assert refused["why"]["key"]
        assert await store.entries(table) == before


async def test_a_table_that_gathers_starts_by_itself_when_the_last_one_sits_down() -> None:
    async with running_server() as here, client(here) as anne, client(here) as bert:
        seated = await here.create("cardinal", ["me", "open", "uniform"])
        table = seated["table"]["id"]
        sync = (await anne.come(table, tokens_of(seated)))[0]
        assert sync["view"] is None
        assert (await anne.ask("play", table=table, seat=0, nth=0, actions=["x"]))["code"] == "not_started"
        joined = await here.post(f"/api/tables/{table}/join", {"name": "Bert"})
        await anne.until(lambda message: message["type"] == "step")
        assert anne.views[0]["to_act"]
        assert (await bert.come(table, tokens_of(joined)))[0]["viewer"] == 1
        assert sum(await asyncio.gather(play_out(anne, Rng(3)), play_out(bert, Rng(4)))) > 20
        assert anne.views[0]["result"] == bert.views[1]["result"]
