"""One person holds one seat of a public table, unless everybody can see that it is a hot seat."""

from typing import Any

import pytest

from abbatia.server.http.persons import mark_of
from abbatia.server.ops.guard import address_key
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import tokens_of

HOME = "8.8.4.4"
AWAY = "9.9.9.9"
PASSWORD = "quercus et tilia 77"


async def join(here: RunningServer, table: str, name: str, address: str = "", status: int = 200) -> Json:
    """Take a seat as a browser at this address, with the cookies of the room."""
    headers = {"x-forwarded-for": address} if address else {}
    answer = await here.http.post(f"/api/tables/{table}/join", json={"name": name}, headers=headers)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


async def sign_in(here: RunningServer, name: str) -> None:
    await here.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)


async def open_table(here: RunningServer, *, public: bool, seats: int = 4) -> str:
    """A table of nobody's own with open seats."""
    made: dict[str, Any] = await here.create("cardinal", ["uniform", *["open"] * (seats - 1)], public=public)
    return str(made["table"]["id"])


async def test_an_account_takes_one_seat_of_a_public_table() -> None:
    async with running_server() as here:
        await sign_in(here, "Anne")
        table = await open_table(here, public=True)
        await join(here, table, "Anne")
        refused = await join(here, table, "Anne", status=409)
        assert refused["why"]["key"] == "server.one_seat"
        info = await here.get(f"/api/tables/{table}")
        assert [seat["kind"] for seat in info["seats"]].count("person") == 1


async def test_who_created_a_public_table_with_a_seat_takes_no_other() -> None:
    async with running_server() as here:
        await sign_in(here, "Anne")
        seated = await here.create("cardinal", ["me", "open", "open"], public=True)
        refused = await join(here, seated["table"]["id"], "Anne", status=409)
        assert refused["why"]["key"] == "server.one_seat"
        assert not any(seat["shared"] for seat in seated["table"]["seats"])


async def test_guests_of_one_address_take_one_seat_of_a_public_table() -> None:
    async with running_server() as here:
        table = await open_table(here, public=True)
        await join(here, table, "Anne", HOME)
        refused = await join(here, table, "Bert", HOME, 409)
        assert refused["why"]["key"] == "server.one_guest"
        await join(here, table, "Carl", AWAY)
        await sign_in(here, "Dora")
        refused = await join(here, table, "Dora", HOME, 409)
        assert refused["why"]["key"] == "server.one_guest", "a guest and an account are no two people"
        info = await here.get(f"/api/tables/{table}")
        assert HOME not in str(info)
        assert "mark" not in str(info)


async def test_accounts_of_one_house_may_play_together() -> None:
    async with running_server() as here:
        table = await open_table(here, public=True)
        for name in ("Anne", "Bert"):
            here.http.cookies.clear()
            await sign_in(here, name)
            await join(here, table, name, HOME)


async def test_a_table_among_friends_leaves_it_to_them_and_shows_it() -> None:
    async with running_server() as here:
        await sign_in(here, "Anne")
        table = await open_table(here, public=False)
        await join(here, table, "Anne", HOME)
        info = (await join(here, table, "Anne again", HOME))["table"]
        assert [seat["shared"] for seat in info["seats"]] == [False, True, True, False]


async def test_everybody_sees_a_hot_seat() -> None:
    async with running_server() as here:
        seated = await here.create("cardinal", ["me", "me", "open"], public=True)
        table = seated["table"]["id"]
        joined = (await join(here, table, "Carl", AWAY))["table"]
        assert [seat["shared"] for seat in joined["seats"]] == [True, True, False]
        await here.post(f"/api/tables/{table}/leave", {"token": tokens_of(seated)[0]})
        left = await here.get(f"/api/tables/{table}")
        assert left["seats"][0]["shared"] is True


async def test_seats_brought_to_one_account_are_seen_to_be_one_persons() -> None:
    async with running_server() as here:
        table = await open_table(here, public=True)
        tokens = [tokens_of(await join(here, table, name, at))[0] for name, at in (("A", HOME), ("B", AWAY))]
        await sign_in(here, "Anne")
        held = [{"table": table, "token": token} for token in tokens]
        await here.post("/api/me/seats", {"seats": held})
        info = await here.get(f"/api/tables/{table}")
        assert [seat["shared"] for seat in info["seats"]] == [False, True, True, False]


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7", "10.0.0.1", "::1", "fe80::1", "testclient"])
def test_addresses_that_tell_nobody_apart_have_no_mark(address: str) -> None:
    assert mark_of(b"secret", "table", address_key(address)) == ""


def test_a_mark_is_of_one_table_and_one_network() -> None:
    one = mark_of(b"secret", "table", address_key("2a00:1450:4001:81b::1"))
    assert one
    assert one == mark_of(b"secret", "table", address_key("2a00:1450:4001:81b:ffff::2"))
    assert one != mark_of(b"secret", "other", address_key("2a00:1450:4001:81b::1"))
    assert one != mark_of(b"secret", "table", address_key("2a00:1450:4001:81c::1"))
