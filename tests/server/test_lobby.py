"""Create, join by link, leave, start, meet again; records that go on as new tables."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.examples import examples
from abbatia.core.record import parse, verify
from abbatia.core.words import LANGUAGES
from abbatia.games import TITLES, load
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import TableRow
from tests.server.running_server import RunningServer, running_server
from tests.server.ws_client import client, play_out, tokens_of


async def test_titles_words_rules_and_vocabulary() -> None:
    async with running_server() as here:
        found = await here.get("/api/titles")
        assert [title["name"] for title in found["titles"]] == list(TITLES)
        assert found["bots"][0] == "novice"
        for language in LANGUAGES:
            catalogue = await here.get(f"/api/words/{language}")
            for title in found["titles"]:
                assert f"{title['name']}.name" in catalogue
                assert await here.get(f"/api/titles/{title['name']}/rules/{language}")
                await shows_its_examples(here, title["name"], language, catalogue)
        actions = await here.get("/api/titles/cardinal/actions")
        assert actions["texts"] == list(load("cardinal").vocabulary)
        assert all(said["key"] in catalogue for said in actions["words"])
        assert (await here.get("/api/titles/chess/actions", 404))["code"] == "unknown"
        assert (await here.get("/api/words/la", 404))["code"] == "unknown"
        assert (await here.get("/api/titles/cardinal/examples/nothing/board", 404))["code"] == "unknown"


async def shows_its_examples(
    here: RunningServer, title: str, language: str, catalogue: dict[str, str]
) -> None:
    """Each example has positions that the engine made, and words for all that is said."""
    texts = await here.get(f"/api/titles/{title}/examples/{language}")
    assert [text["question"] for text in texts] == [
        example.question[language] for example in examples(title).values()
    ]
    for text in texts:
        answer = await here.http.get(f"/api/titles/{title}/examples/{text['id']}/board")
        assert "max-age" in answer.headers["cache-control"]
        board = answer.json()
        assert len(board["moments"]) == text["steps"] + 1
        assert all(moment["observation"]["title"] == title for moment in board["moments"])
        said = [event for moment in board["moments"] for event in moment["events"]]
        said += [line["label"] for moment in board["moments"] for line in moment["lines"]]
        said += [refusal["reason"] for refusal in board["refusals"]]
        assert all(message["key"] in catalogue for message in said)


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"title": "chess", "seats": [{"kind": "me"}] * 3}, "core.unknown_title"),
        ({"title": "cardinal", "seats": [{"kind": "me"}] * 7}, "core.bad_seats"),
        ({"title": "cardinal", "seats": [{"kind": "me"}] * 3, "options": {"x": True}}, "core.unknown_option"),
        ({"title": "cardinal", "seats": [{"kind": "bot", "bot": "hal"}] * 3}, "bots.unknown"),
        ({"title": "cardinal", "seats": [{"kind": "me"}] * 3, "stand_in": "hal"}, "bots.unknown"),
        ({"title": "cardinal", "seats": []}, "server.bad_message"),
        (
            {"title": "cardinal", "seats": [{"kind": "me"}] * 3, "clock": {"kind": "egg"}},
            "server.bad_message",
        ),
        ({"title": "cardinal", "seats": [{"kind": "me"}] * 3, "cheat": True}, "server.bad_message"),
    ],
)
async def test_a_table_that_cannot_be_says_why(body: dict[str, Any], key: str) -> None:
    store = MemoryStore()
    async with running_server(store) as here:
        assert (await here.post("/api/tables", body, 400))["why"]["key"] == key
        assert await store.tables() == []


async def test_the_lobby_shows_public_tables_and_a_link_opens_private_ones() -> None:
    async with running_server() as here:
        secret = (await here.create(seats=["me", "open", "open"]))["table"]["id"]
        public = (await here.create(seats=["me", "open", "uniform"], public=True))["table"]["id"]
        listed = (await here.get("/api/tables?state=gathering"))["tables"]
        assert [table["id"] for table in listed] == [public]
        assert (await here.get(f"/api/tables/{secret}"))["state"] == "gathering"
        await here.post(f"/api/tables/{public}/join", {"name": "Bert"})
        assert (await here.get("/api/tables?state=gathering"))["tables"] == []
        playing = (await here.get("/api/tables?state=playing"))["tables"]
        assert playing[0]["seats"][1]["name"] == "Bert"
        assert (await here.get("/api/tables?state=lost", 400))["code"] == "bad_message"


async def test_sitting_down_leaving_and_the_rights_of_the_host() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as bert:
        seated = await here.create(seats=["me", "open", "open"], start=False)
        path = f"/api/tables/{seated['table']['id']}"
        joined = await here.post(f"{path}/join", {"name": "Bert", "seat": 2})
        assert joined["tokens"][0]["seat"] == 2
        assert (await here.post(f"{path}/join", {"name": "Carl", "seat": 2}, 409))["code"] == "taken"
        token = joined["tokens"][0]["token"]
        assert (await bert.come(seated["table"]["id"], [token]))[0]["viewer"] == 2
        assert token not in str(store.database.seats), "only a hash of a token is kept"
        assert (await here.post(f"{path}/start", {"token": token}, 409))["why"]["key"] == "server.seats_open"
        assert (await here.post(f"{path}/start", {"token": "x" * 20}, 403))["code"] == "not_seated"
        bot = {"kind": "bot", "bot": "uniform"}
        denied = await here.post(f"{path}/seats/1", {"token": token, **bot}, 403)
        assert denied["code"] == "forbidden"
        changed = await here.post(f"{path}/seats/1", {"token": seated["host"], **bot})
        assert changed["seats"][1]["bot"] == "uniform"
        renamed = await here.post(f"{path}/seats/2", {"token": token, "name": "Berthe"})
        assert renamed["seats"][2]["name"] == "Berthe"
        opened = await here.post(f"{path}/seats/2", {"token": seated["host"], "kind": "open"})
        assert opened["seats"][2]["kind"] == "open"
        lost = await bert.until(lambda message: message["type"] == "sync" and message["viewer"] is None)
        assert lost["whole"]
        refused = await bert.ask("chat", table=seated["table"]["id"], seat=2, text="hey")
        assert refused["code"] == "not_seated"
        assert (await here.post(f"{path}/leave", {"token": token}, 403))["code"] == "not_seated"
        carl = await here.post(f"{path}/join", {"name": "Carl"})
        assert carl["tokens"][0]["seat"] == 2
        await here.post(f"{path}/leave", {"token": carl["tokens"][0]["token"]})
        await here.post(f"{path}/join", {"name": "Dora"})
        started = await here.post(f"{path}/start", {"token": seated["host"]})
        assert started["state"] == "playing"
        assert (await here.post(f"{path}/start", {"token": seated["host"]}, 409))["code"] == "not_possible"
        assert (await here.post(f"{path}/join", {"name": "Eve"}, 409))["why"]["key"] == "server.started"


async def test_who_leaves_a_match_is_replaced_by_a_bot_and_can_return() -> None:
    async with running_server() as here, client(here) as anne, client(here) as bert:
        seated = await here.create(seats=["me", "me", "uniform"], stand_in="uniform")
        table = seated["table"]["id"]
        mine, other = tokens_of(seated)
        await anne.come(table, [mine])
        await bert.come(table, [other])
        left = await here.post(f"/api/tables/{table}/leave", {"token": other})
        assert left["seats"][1]["standing_in"]
        assert (await bert.ask("return", table=table, seat=1))["type"] == "done"
        assert not bert.table["seats"][1]["standing_in"]
        assert (await bert.ask("return", table=table, seat=1))["why"]["key"] == "server.not_stood_in"
        await here.post(f"/api/tables/{table}/leave", {"token": other})
        refused = await bert.ask("play", table=table, seat=1, nth=0, actions=["x"])
        assert refused["why"]["key"] == "server.stood_in"
        await play_out(anne, Rng(3))
        assert anne.views[0]["result"]


async def test_a_rematch_keeps_the_players_and_their_tokens() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        early = await here.post(f"/api/tables/{table}/rematch", {"token": tokens[0]}, 409)
        assert early["why"]["key"] == "server.not_over"
        await anne.come(table, tokens)
        await play_out(anne, Rng(3))
        new = await here.post(f"/api/tables/{table}/rematch", {"token": tokens[0]})
        same = await here.post(f"/api/tables/{table}/rematch", {"token": tokens[1]})
        assert new["table"]["id"] == same["table"]["id"] != table
        assert same["table"]["state"] == "gathering", "the third has not agreed"
        assert [seat["kind"] for seat in same["table"]["seats"]] == ["person", "open", "person"]
        again = await here.post(f"/api/tables/{table}/rematch", {"token": tokens[1]})
        assert again["tokens"] == same["tokens"]
        stranger = await here.post(f"/api/tables/{new['table']['id']}/join", {"name": "Bert"}, 409)
        assert stranger["why"]["key"] == "server.full", "the open seat is kept for its player"
        last = await here.post(f"/api/tables/{table}/rematch", {"token": tokens[2]})
        assert last["table"]["state"] == "playing"
        assert new["table"]["commitment"] != seated["table"]["commitment"]
        await anne.until(lambda m: m["type"] == "table" and m["table"]["rematch"] is not None)
        async with client(here) as back:
            syncs = await back.come(new["table"]["id"], [tokens[1]])
            assert syncs[0]["viewer"] == 0, "who was second begins"
            assert back.table["seats"][0]["name"] == "Player 1"
            assert back.table["state"] == "playing"


class Crossing(MemoryStore):
    """A store where something happens just before a table is created."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def create(self, table: TableRow) -> None:
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        await super().create(table)


async def test_a_rematch_that_two_ask_for_at_once_is_one_table() -> None:
    store = Crossing()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await anne.come(table, tokens)
        await play_out(anne, Rng(3))
        met: list[Any] = []

        async def ask(token: str) -> None:
            met.append(await here.post(f"/api/tables/{table}/rematch", {"token": token}))

        store.meanwhile = partial(ask, tokens[0])
        await ask(tokens[1])
        assert [new["tokens"][0]["seat"] for new in met] == [2, 0]
        assert [new["table"]["state"] for new in met] == ["gathering", "gathering"]
        assert met[0]["table"]["id"] == met[1]["table"]["id"]
        assert {row.id for row in await store.tables()} == {table, met[0]["table"]["id"]}


def test_records_are_listed_replayed_from_any_seat_and_played_on() -> None:
    async def look() -> None:
        async with running_server() as here, client(here) as anne:
            seated = await here.create("cardinal", ["me", "me", "me"], public=True)
            table = seated["table"]["id"]
            await anne.come(table, tokens_of(seated))
            await play_out(anne, Rng(3), 10)
            for path in ("", "/replay", "/frames", "/verify"):
                assert (await here.get(f"/api/records/{table}{path}", 404))["code"] == "unknown"
            await play_out(anne, Rng(3))
            listed = (await here.get("/api/records?title=cardinal"))["records"]
            assert [record["id"] for record in listed] == [table]
            assert (await here.get("/api/records?title=pelegrinus"))["records"] == []
            own = await here.get(f"/api/records/{table}/replay?viewer=1")
            watched = await here.get(f"/api/records/{table}/replay")
            assert own["texts"] == watched["texts"]
            assert len(own["texts"]) == listed[0]["actions"]
            assert own["log"] != watched["log"], "the seat saw its cards"
            assert own["result"]["scores"] == listed[0]["scores"]
            frames = (await here.get(f"/api/records/{table}/frames?start=5&stop=9&viewer=1"))["frames"]
            assert [frame["at"] for frame in frames] == [5, 6, 7, 8]
            last = (await here.get(f"/api/records/{table}/frames?start={len(own['texts'])}&stop=9999"))[
                "frames"
            ]
            assert [frame["at"] for frame in last] == [len(own["texts"])]
            assert (await here.get(f"/api/records/{table}/frames?start=x", 400))["code"] == "bad_message"
            assert (await here.get(f"/api/records/{table}/replay?viewer=5", 409))["code"] == "not_possible"
            origin = {"record": table, "at": 40}
            on = await here.create("cardinal", ["me", "me", "uniform"], origin=origin)
            assert on["table"]["origin"] == origin
            assert on["table"]["commitment"] == ""
            async with client(here) as player:
                await player.come(on["table"]["id"], tokens_of(on))
                await play_out(player, Rng(8))
            verdict = await here.get(f"/api/records/{on['table']['id']}/verify")
            assert verdict["good"]
            text = (await here.http.get(f"/api/records/{on['table']['id']}")).text
            before = (await here.http.get(f"/api/records/{table}")).text
            assert parse(text).log[:40] == parse(before).log[:40]
            end = len(own["texts"])
            seats = [{"kind": "me"}] * 3
            over = {"title": "cardinal", "seats": seats, "origin": {"record": table, "at": end}}
            known = {row.id for row in await here.server.store.journal.tables()}
            assert (await here.post("/api/tables", over, 409))["why"]["key"] == "server.over_already"
            assert {row.id for row in await here.server.store.journal.tables()} == known, (
                "no table is left behind"
            )

    asyncio.run(look())


async def test_a_record_is_imported_checked_and_refused_when_changed() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("pelegrinus", ["me", "me"])
        await anne.come(seated["table"]["id"], tokens_of(seated))
        await play_out(anne, Rng(3))
        text = (await here.http.get(f"/api/records/{seated['table']['id']}")).text
        stored = await here.http.post("/api/records", content=text)
        assert stored.status_code == 201
        record = stored.json()["record"]["id"]
        again = (await here.http.get(f"/api/records/{record}")).text
        assert again == text
        verify(parse(again), load)
        assert (await here.get(f"/api/records/{record}/verify"))["dice"] == "checked"
        bad = await here.http.post("/api/records", content=text.replace("seats: 2", "seats: 3"))
        assert (bad.status_code, bad.json()["code"]) == (400, "bad_record")
        huge = await here.http.post("/api/records", content=b"x" * 4_000_001)
        assert (huge.status_code, huge.json()["code"]) == (413, "too_big")


async def test_a_board_of_ones_own() -> None:
    import json
    from pathlib import Path

    import abbatia.games.cardinal as cardinal

    board = json.loads((Path(cardinal.__file__).parent / "data/v1/board.json").read_text("utf-8"))
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "uniform"], components=board)
        table = seated["table"]["id"]
        assert seated["table"]["own_components"]
        assert await here.get(f"/api/tables/{table}/components") == board
        assert (await here.get(f"/api/tables/{table}/actions"))["texts"]
        await anne.come(table, tokens_of(seated))
        await play_out(anne, Rng(3), 12)
        broken = {"title": "cardinal", "seats": [{"kind": "me"}] * 3, "components": {"sites": 7}}
        assert (await here.post("/api/tables", broken, 400))["code"] == "bad_setup"
