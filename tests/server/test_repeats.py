"""A request whose answer got lost is sent again, and gives the same once more; nobody leaves a ghost."""

import asyncio
from typing import Any

import httpx
import pytest

from abbatia.core.chance import Rng
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, TableUpdate
from tests.server.running_server import RunningServer, running_server
from tests.server.ws_client import client, play_out, tokens_of

KEY = {"Idempotency-Key": "a key of the client's own choice"}
OTHER = {"Idempotency-Key": "another key of the same client"}


class SlowStore(MemoryStore):
    """A store whose appends take a while, so that two requests meet; the first ones fail, if wished."""

    failures = 0

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        await asyncio.sleep(0.05)
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("a test")
        await super().append(table, entry, change)


async def ask(here: RunningServer, path: str, body: Any, headers: dict[str, str]) -> httpx.Response:
    if isinstance(body, str):
        return await here.http.post(path, content=body, headers=headers)
    return await here.http.post(path, json=body, headers=headers)


async def test_joining_twice_with_one_key_takes_one_seat() -> None:
    async with running_server() as here:
        table = (await here.create("cardinal", ["me", "open", "open"]))["table"]["id"]
        path, wish = f"/api/tables/{table}/join", {"name": "Bert"}
        first = (await ask(here, path, wish, KEY)).json()
        again = (await ask(here, path, wish, KEY)).json()
        assert first["tokens"] == again["tokens"]
        assert again["table"]["state"] == "gathering"
        assert (await ask(here, path, wish, OTHER)).json()["tokens"] != first["tokens"]
        late = await ask(here, path, wish, KEY)
        assert (late.status_code, late.json()["tokens"]) == (200, first["tokens"]), "it has started"


async def test_creating_twice_with_one_key_makes_one_table() -> None:
    async with running_server() as here:
        wish = {"title": "cardinal", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "me"}]}
        first = await ask(here, "/api/tables", wish, KEY)
        again = await ask(here, "/api/tables", wish, KEY)
        assert (first.status_code, again.status_code) == (201, 201)
        assert first.json()["table"]["id"] == again.json()["table"]["id"]
        assert first.json()["tokens"] == again.json()["tokens"]
        assert first.json()["host"] == again.json()["host"]
        changed = await ask(here, "/api/tables", {**wish, "public": True}, KEY)
        assert changed.json()["table"]["id"] != first.json()["table"]["id"], "another wish is another table"
        async with httpx.AsyncClient(base_url=here.url) as stranger:
            short = await stranger.post("/api/tables", json=wish, headers={"Idempotency-Key": "short"})
            assert short.status_code == 400


async def test_creating_twice_at_once_with_one_key_keeps_the_table() -> None:
    async with running_server(SlowStore()) as here:
        wish = {"title": "cardinal", "seats": [{"kind": "me"}] * 3}
        both = await asyncio.gather(*(ask(here, "/api/tables", wish, KEY) for _ in range(2)))
        assert [answer.status_code for answer in both] == [201, 201]
        first, again = (answer.json() for answer in both)
        assert first["tokens"] == again["tokens"]
        assert (await here.get(f"/api/tables/{first['table']['id']}"))["state"] == "playing"


async def test_a_table_that_was_stored_by_half_is_made_whole_by_the_same_request() -> None:
    store = SlowStore()
    async with running_server(store) as here:
        wish = {"title": "cardinal", "seats": [{"kind": "me"}] * 3}
        store.failures = 1
        assert (await ask(here, "/api/tables", wish, KEY)).status_code == 503
        again = await ask(here, "/api/tables", wish, KEY)
        assert again.status_code == 201
        assert len(again.json()["tokens"]) == 3
        assert again.json()["table"]["state"] == "playing"


async def test_a_record_that_was_stored_by_half_is_made_whole_by_the_same_request() -> None:
    store = SlowStore()
    async with running_server() as there, client(there) as anne:
        made = await there.create()
        await anne.come(made["table"]["id"], tokens_of(made))
        await play_out(anne, Rng(1))
        text = (await there.http.get(f"/api/records/{made['table']['id']}")).text
    async with running_server(store) as here:
        store.failures = 1
        assert (await ask(here, "/api/records", text, KEY)).status_code == 503
        again = await ask(here, "/api/records", text, KEY)
        assert again.status_code == 201, again.text
        record = again.json()["record"]["id"]
        assert (await here.http.get(f"/api/records/{record}")).text.startswith("abbatia record 1")


async def test_a_repeated_request_costs_no_quota() -> None:
    async with running_server(tables_per_hour=1) as here:
        wish = {"title": "cardinal", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
        codes = [(await ask(here, "/api/tables", wish, KEY)).status_code for _ in range(3)]
        assert codes == [201, 201, 201]
        assert (await ask(here, "/api/tables", wish, OTHER)).status_code == 429


async def test_a_table_without_a_key_is_a_new_one_each_time() -> None:
    async with running_server() as here:
        made = [await here.create("cardinal", ["me", "open", "open"]) for _ in range(3)]
        assert len({table["table"]["id"] for table in made}) == 3
        assert len({token for table in made for token in tokens_of(table)}) == 3


@pytest.mark.parametrize(("clock", "reason"), [("none", None), ("days", "server.clock_decides")])
async def test_a_bot_plays_for_a_person_who_has_gone(clock: str, reason: str | None) -> None:
    async with running_server() as here, client(here) as anne:
        wish = {"kind": "days", "days": 3} if clock == "days" else {"kind": "none"}
        made = await here.create("cardinal", ["me", "open", "novice"], clock=wish)
        table, host = made["table"]["id"], made["host"]
        joined = await here.post(f"/api/tables/{table}/join", {"name": "Bert"})
        seat = joined["tokens"][0]["seat"]
        await anne.come(table, tokens_of(made))
        path = f"/api/tables/{table}/seats/{seat}"
        async with client(here) as bert:
            await bert.come(table, tokens_of(joined))
            here_still = await here.post(path, {"token": host, "kind": "bot"}, 409)
            assert here_still["why"]["key"] == "server.still_here"
            while seat not in bert.table["to_act"] and not bert.views[seat]["legal"]:
                for mine in anne.acting():
                    await anne.play(mine, anne.views[mine]["legal"][0])
                await bert.ask("ping")
            assert (await bert.play(seat, bert.views[seat]["legal"][0]))["type"] == "done"
        while (await here.get(f"/api/tables/{table}"))["seats"][seat]["here"]:
            await asyncio.sleep(0.01)
        if reason is not None:
            refused = await here.post(path, {"token": host, "kind": "bot"}, 409)
            assert refused["why"]["key"] == reason
            return
        stood_in = await here.post(path, {"token": host, "kind": "bot"})
        assert stood_in["seats"][seat]["standing_in"]
        async with client(here) as back:
            await back.come(table, tokens_of(joined))
            assert (await back.ask("return", table=table, seat=seat))["type"] == "done"


async def test_a_bot_plays_for_a_person_who_never_came() -> None:
    async with running_server() as here:
        made = await here.create("cardinal", ["me", "open", "novice"], clock={"kind": "days", "days": 3})
        table, host = made["table"]["id"], made["host"]
        joined = await here.post(f"/api/tables/{table}/join", {"name": "Bert"})
        seat = joined["tokens"][0]["seat"]
        stood_in = await here.post(f"/api/tables/{table}/seats/{seat}", {"token": host, "kind": "bot"})
        assert stood_in["seats"][seat]["standing_in"]
