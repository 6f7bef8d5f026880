"""Solo at the server: the score beside our levels, and the account's record."""

from typing import Any

from abbatia.core.chance import Rng
from tests.server.running_server import RunningServer, running_server
from tests.server.test_accounts import ANNE
from tests.server.ws_client import client, play_out, tokens_of


async def play_alone(here: RunningServer, seed: int, cookie: str = "", **more: Any) -> str:
    """One random solo game to its end; returns the table."""
    made = await here.create("kings_abbey", ("me",), **more)
    name = str(made["table"]["id"])
    headers = {"Cookie": cookie} if cookie else {}
    async with client(here, **headers) as player:
        await player.come(name, tokens_of(made))
        await play_out(player, Rng(seed))
    return name


async def test_a_guest_is_compared_but_has_no_record() -> None:
    async with running_server() as here:
        name = await play_alone(here, 1, options={"quick": True})
        solo = await here.get(f"/api/records/{name}/solo")
        assert [share["level"] for share in solo["levels"]][:2] == ["novice", "cleric"]
        assert solo["verdict"]["key"] == "bots.solo.better"
        assert (solo["counts"], solo["before"]) == (False, None)
        assert solo["published"]


async def test_an_account_has_a_record_for_each_set_of_options() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", ANNE, 201)
        cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
        scores: list[int] = []
        for seed in (1, 2, 3):
            name = await play_alone(here, seed, cookie, options={"quick": True})
            solo = await here.get(f"/api/records/{name}/solo")
            assert solo["counts"]
            assert solo["before"] == (max(scores) if scores else None)
            scores.append(solo["score"])
        other = await play_alone(here, 4, cookie, options={"quick": True, "dark_start": True})
        solo = await here.get(f"/api/records/{other}/solo")
        assert (solo["counts"], solo["before"]) == (True, None)


async def test_a_game_of_several_is_no_solo_game() -> None:
    async with running_server() as here, client(here) as player:
        made = await here.create("cardinal", ("me", "me", "me"))
        await player.come(made["table"]["id"], tokens_of(made))
        await play_out(player, Rng(1))
        problem = await here.get(f"/api/records/{made['table']['id']}/solo", 404)
        assert problem["why"]["key"] == "server.no_solo"
