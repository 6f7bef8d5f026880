"""A match that does not end by its rules: a player resigns, all agree to abandon; a table is hidden."""

from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.server.http.endings import own_seats
from abbatia.server.http.endpoint import AnyCall
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, tokens_of


async def two_people(here: RunningServer, **more: Any) -> tuple[Json, list[str]]:
    """A running table of Cardinal with two people of their own, and their tokens."""
    made = await here.create(seats=("me", "open"), options={"duel": True}, **more)
    name = made["table"]["id"]
    joined = await here.post(f"/api/tables/{name}/join", {"name": "Bert"})
    return made["table"], [*tokens_of(made), *tokens_of(joined)]


async def test_a_resigned_seat_is_played_by_a_bot_to_the_end_and_is_not_given_back() -> None:
    async with running_server() as here, client(here) as anne, client(here) as bert:
        table, (mine, his) = await two_people(here, stand_in="novice")
        name = table["id"]
        await anne.come(name, [mine])
        await bert.come(name, [his])
        told = await here.post(f"/api/tables/{name}/resign", {"token": his})
        assert told["seats"][1] == {
            **told["seats"][1],
            "resigned": True,
            "standing_in": True,
            "bot": "novice",
        }
        assert told["state"] == "playing"
        await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["resigned"])
        refused = await bert.ask("return", table=name, seat=1)
        assert (refused["code"], refused["why"]["key"]) == ("not_possible", "server.resigned")
        again = await here.post(f"/api/tables/{name}/resign", {"token": his})  # repeated: the same answer
        assert again["seats"][1]["resigned"]
        await finish(anne)
        record = await here.get(f"/api/records/{name}/replay")
        assert record["record"]["over"]
        assert record["record"]["resigned"] == [1]


async def finish(player: Client) -> None:
    """Play one's seats to the end beside bots that need their time."""
    rng = Rng(5)
    while player.table["state"] != "over":
        if player.acting():
            await player.play_any(rng)
        else:
            await player.read()


async def test_when_no_person_is_left_the_match_is_abandoned() -> None:
    async with running_server() as here, client(here) as anne:
        made = await here.create(seats=("me", "novice", "novice"))
        name = made["table"]["id"]
        await anne.come(name, tokens_of(made))
        told = await here.post(f"/api/tables/{name}/resign", {"token": tokens_of(made)[0]})
        assert (told["state"], told["abandoned"], told["to_act"], told["scores"]) == ("over", True, [], None)
        await anne.until(lambda m: m["type"] == "sync")
        view = anne.views[0]
        assert (view["to_act"], view["legal"], view["asked"], view["result"]) == ([], [], None, None)
        refused = await anne.play(0, "stop")
        assert refused["code"] == "over"
        assert not here.server.tables.live_tables[name].bots.thinking  # and nobody thinks for nobody
        assert (await here.get(f"/api/records/{name}/replay"))["result"] is None


async def test_a_match_is_abandoned_when_all_people_agree_and_not_before() -> None:
    async with running_server() as here, client(here) as anne:
        table, (mine, his) = await two_people(here)
        name = table["id"]
        await anne.come(name, [mine])
        told = await here.post(f"/api/tables/{name}/abandon", {"token": mine, "yes": True})
        assert (told["state"], told["abandoning"]) == ("playing", [0])
        told = await here.post(f"/api/tables/{name}/abandon", {"token": mine, "yes": True})
        assert told["abandoning"] == [0]  # said twice, meant once
        told = await here.post(f"/api/tables/{name}/abandon", {"token": his, "yes": False})
        assert (told["state"], told["abandoning"]) == ("playing", [])
        none = await here.post(f"/api/tables/{name}/abandon", {"token": his, "yes": False}, 400)
        assert none["code"] == "nothing_asked"
        await here.post(f"/api/tables/{name}/abandon", {"token": his, "yes": True})
        await anne.until(lambda m: m["type"] == "table" and m["table"]["abandoning"] == [1])
        told = await here.post(f"/api/tables/{name}/abandon", {"token": mine, "yes": True})
        assert (told["state"], told["abandoned"]) == ("over", True)
        late = await here.post(f"/api/tables/{name}/resign", {"token": his}, 409)
        assert late["code"] == "over"


async def test_who_is_absent_never_agrees_and_who_resigned_is_not_asked() -> None:
    async with running_server() as here:
        table, (mine, his) = await two_people(here)
        name = table["id"]
        await here.post(f"/api/tables/{name}/leave", {"token": his})
        told = await here.post(f"/api/tables/{name}/abandon", {"token": mine, "yes": True})
        assert (told["state"], told["abandoning"]) == ("playing", [0])
        told = await here.post(f"/api/tables/{name}/resign", {"token": his})  # now only one is left to agree
        assert (told["state"], told["abandoned"]) == ("over", True)


async def test_a_stranger_ends_nothing() -> None:
    async with running_server() as here:
        table, _ = await two_people(here)
        for what in ("resign", "abandon"):
            body = {"token": "x" * 32, **({"yes": True} if what == "abandon" else {})}
            refused = await here.post(f"/api/tables/{table['id']}/{what}", body, 403)
            assert refused["code"] == "not_seated"


async def test_what_was_ended_stays_so_in_the_journal() -> None:
    """A server that reads the table anew, or another process, knows the same."""
    store = MemoryStore()
    async with running_server(store) as here:
        table, (mine, his) = await two_people(here)
        name = table["id"]
        await here.post(f"/api/tables/{name}/abandon", {"token": mine, "yes": True})
        await here.post(f"/api/tables/{name}/resign", {"token": his})
        before = await here.get(f"/api/tables/{name}")
    async with running_server(store) as here:
        after = await here.get(f"/api/tables/{name}")
        assert after == before
        assert after["abandoned"]
        assert after["seats"][1]["resigned"]
        assert [row.id for row in await store.tables(status="closed")] == [name]


async def test_a_table_leaves_the_list_of_an_account_and_comes_back() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", {"name": "Anne", "password": "long enough"}, 201)
        made = await here.create(seats=("me", "novice", "novice"))
        name = made["table"]["id"]
        assert [seat["table"]["id"] for seat in (await here.get("/api/me/seats"))["seats"]] == [name]
        for _ in range(2):  # said twice, meant once
            told = await here.post("/api/me/hidden", {"table": name, "hidden": True})
            assert told["tables"] == [name]
        assert (await here.get("/api/me/seats"))["seats"] == []
        await here.post("/api/me/hidden", {"table": name, "hidden": False})
        assert [seat["table"]["id"] for seat in (await here.get("/api/me/seats"))["seats"]] == [name]
    async with running_server() as here:
        refused = await here.post("/api/me/hidden", {"table": name, "hidden": True}, 403)
        assert refused["why"]["key"] == "server.log_in_first"


async def test_in_a_rematch_who_resigned_plays_again() -> None:
    async with running_server() as here, client(here) as anne:
        table, (mine, his) = await two_people(here, stand_in="novice")
        await anne.come(table["id"], [mine])
        await here.post(f"/api/tables/{table['id']}/resign", {"token": his})
        await finish(anne)
        again = await here.post(f"/api/tables/{table['id']}/rematch", {"token": mine})
        assert [(seat["resigned"], seat["standing_in"]) for seat in again["table"]["seats"]] == [
            (False, False)
        ] * 2


@pytest.mark.parametrize("path", ["resign", "abandon"])
async def test_nobody_gives_up_a_seat_that_became_anothers_when_seats_were_drawn(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("abbatia.server.live.table_state.draw_seats", lambda *_: [1, 0])
    async with running_server() as here:
        made = await here.create(seats=("me", "open"), seating="drawn", options={"duel": True}, start=False)
        name = made["table"]["id"]
        await here.post(f"/api/tables/{name}/join", {"name": "Bert"})

        async def seats_then_start(call: AnyCall, token: str | None) -> Any:
            actor, seats = await own_seats(call, token)
            await actor.do(lambda table, now: table.start(now))
            return actor, seats

        monkeypatch.setattr("abbatia.server.http.endings.own_seats", seats_then_start)
        refused = await here.post(f"/api/tables/{name}/{path}", {"token": tokens_of(made)[0]}, 403)
        assert refused["code"] == "not_seated"
        info = await here.get(f"/api/tables/{name}")
        assert [seat["name"] for seat in info["seats"]] == ["Bert", "Player 0"]
        assert [seat["resigned"] for seat in info["seats"]] == [False, False]
        assert info["abandoning"] == []


async def test_an_abandoned_match_is_among_ones_own_records() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", {"name": "Anne", "password": "correct horse"}, 201)
        table, (mine, his) = await two_people(here)
        for token in (mine, his):
            await here.post(f"/api/tables/{table['id']}/abandon", {"token": token, "yes": True})
        records = (await here.get("/api/me/records"))["records"]
        assert {found["record"]["id"] for found in records} == {table["id"]}
        assert not records[0]["record"]["over"]
