"""Accounts by choice: cookies that scripts and other sites cannot use, passwords nobody can read."""

import asyncio

import httpx
import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed, InvalidStatus

from abbatia.core.chance import Rng
from abbatia.storage.memory import MemoryStore
from tests.server.room import client, play_out, room, tokens_of

ANNE = {"name": "Anne", "password": "correct horse"}


def test_an_account_is_made_left_and_entered_again() -> None:
    async def visit() -> None:
        store = MemoryStore()
        async with room(store) as here:
            assert (await here.get("/api/me"))["user"] is None
            answer = await here.http.post("/api/accounts", json=ANNE)
            assert (answer.status_code, answer.json()["user"]) == (201, "Anne")
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert (await here.get("/api/me"))["user"] == "Anne"
            taken = await here.post("/api/accounts", {"name": "ANNE", "password": "something else"}, 409)
            assert taken["why"]["key"] == "server.name_taken"
            stored = store.shelves.users.values()
            assert all(user.password and user.password.startswith("$argon2id$") for user in stored)
            assert ANNE["password"] not in str(stored)
            assert here.http.cookies["abbatia_session"] not in str(store.shelves.sessions)
            old = dict(here.http.cookies)
            await here.post("/api/session", method="DELETE")
            assert (await here.get("/api/me"))["user"] is None
            async with httpx.AsyncClient(base_url=here.url, cookies=old) as thief:
                assert (await thief.get("/api/me")).json()["user"] is None, "the session itself has ended"
            wrong = await here.post("/api/session", {**ANNE, "password": "wrong horse"}, 403)
            nobody = await here.post("/api/session", {"name": "Nobody", "password": "wrong horse"}, 403)
            assert wrong == nobody
            assert (await here.post("/api/session", ANNE))["user"] == "Anne"
            short = await here.post("/api/accounts", {"name": "Bert", "password": "short"}, 400)
            assert short["code"] == "bad_message"

    asyncio.run(visit())


def test_ones_seats_are_found_again_from_another_browser() -> None:
    async def visit() -> None:
        async with room() as here:
            await here.post("/api/accounts", ANNE, 201)
            mine = await here.create("cardinal", ["me", "uniform", "uniform"])
            table = mine["table"]["id"]
            await here.create("cardinal", ["me", "open", "open"])
            seats = (await here.get("/api/me/seats"))["seats"]
            assert [seat["table"]["state"] for seat in seats] == ["playing", "gathering"]
            cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
            async with client(here, Cookie=cookie) as elsewhere:
                assert (await elsewhere.ask("hello", protocol=1))["user"] == "Anne"
                assert (await elsewhere.come(table))[0]["viewer"] == 0
                await play_out(elsewhere, Rng(2), 3)
            left = await here.post(f"/api/tables/{table}/leave", {})
            assert left["seats"][0]["standing_in"]
            async with httpx.AsyncClient(base_url=here.url) as stranger:
                denied = await stranger.post(f"/api/tables/{table}/leave", json={})
                assert denied.json()["code"] == "not_seated"
                assert (await stranger.get("/api/me/seats")).status_code == 403

    asyncio.run(visit())


def test_finished_matches_are_listed_with_the_seat_one_had() -> None:
    async def visit() -> None:
        async with room() as here:
            await here.post("/api/accounts", ANNE, 201)
            table = (await here.create("cardinal", ["uniform", "me", "uniform"]))["table"]["id"]
            assert (await here.get("/api/me/records"))["records"] == []
            cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
            async with client(here, Cookie=cookie) as anne:
                await anne.come(table)
                await play_out(anne, Rng(5))
            [mine] = (await here.get("/api/me/records"))["records"]
            assert (mine["record"]["id"], mine["seat"]) == (table, 1)
            assert mine["record"]["scores"] == (await here.get(f"/api/tables/{table}"))["scores"]
            async with httpx.AsyncClient(base_url=here.url) as stranger:
                assert (await stranger.get("/api/me/records")).status_code == 403

    asyncio.run(visit())


def test_a_table_that_cannot_be_opened_hides_no_other() -> None:
    async def visit() -> None:
        store = MemoryStore()
        async with room(store) as here:
            await here.post("/api/accounts", ANNE, 201)
            old = (await here.create("cardinal", ["me", "uniform", "open"]))["table"]["id"]
            new = (await here.create("cardinal", ["open", "me", "open"]))["table"]["id"]
            store.shelves.tables[old] = structs.replace(store.shelves.tables[old], version=99)
            here.server.tables.actors.clear()
            assert (await here.get(f"/api/tables/{old}", 409))["why"]["key"] == "server.other_version"
            seats = (await here.get("/api/me/seats"))["seats"]
            assert {(mine["table"]["id"], mine["seat"]) for mine in seats} == {(old, 0), (new, 1)}

    asyncio.run(visit())


def test_other_sites_can_neither_write_nor_connect() -> None:
    async def attack() -> None:
        store = MemoryStore()
        async with room(store, origins="https://friend.example") as here:
            await here.post("/api/accounts", ANNE, 201)
            for headers in (
                {"Origin": "https://evil.example"},
                {"Sec-Fetch-Site": "cross-site"},
                {"Origin": "null"},
                {"Origin": "http://["},
            ):
                answer = await here.http.post("/api/tables", json={}, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
                gone = await here.http.request("DELETE", "/api/session", headers=headers)
                assert gone.status_code == 403
            form = await here.http.post(
                "/api/tables", content="{}", headers={"Content-Type": "text/plain", "Origin": here.url}
            )
            assert form.json()["why"]["key"] == "server.not_json"
            assert (await here.get("/api/me"))["user"] == "Anne"
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with client(here, Origin="https://evil.example") as evil:
                    await evil.ask("ping")
            for origin in (here.url, "https://friend.example"):
                async with client(here, Origin=origin) as friend:
                    assert (await friend.ask("ping"))["type"] == "pong"

    asyncio.run(attack())


def test_passwords_cannot_be_tried_at_will() -> None:
    async def guess() -> None:
        async with room(login_rate=0.001) as here:
            codes = [
                (
                    await here.http.post("/api/session", json={**ANNE, "password": f"guess number {n}"})
                ).status_code
                for n in range(12)
            ]
            assert codes == [403] * 10 + [429] * 2
        async with room(request_rate=1) as here:
            answers = [(await here.http.post("/api/tables", json={})).status_code for _ in range(8)]
            assert answers == [400] * 5 + [429] * 3

    asyncio.run(guess())


def test_every_answer_says_what_its_page_may_do_and_no_trace_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def look() -> None:
        async with room(public_url="https://abbatia.example") as here:
            for path in ("/", "/api/titles", "/api/nothing", "/table/abc"):
                answer = await here.http.get(path)
                assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
                assert "unsafe-eval" not in answer.headers["content-security-policy"]
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["strict-transport-security"]
                assert "server" not in answer.headers
            account = await here.http.post("/api/accounts", json=ANNE)
            assert "secure" in account.headers["set-cookie"].lower()

            async def broken(_: object) -> None:
                raise RuntimeError("a secret of the machine")

            monkeypatch.setattr(here.server.store, "user", broken)  # the store fails in an unknown way
            answer = await here.http.post(
                "/api/tables",
                json={"title": "cardinal", "seats": [{"kind": "me"}] * 3},
                headers={"Cookie": account.headers["set-cookie"].partition(";")[0]},
            )
            assert answer.status_code == 500
            assert answer.json()["why"]["key"] == "server.fault"
            assert "secret" not in answer.text

    asyncio.run(look())


def test_files_of_the_machine_are_not_served() -> None:
    async def look() -> None:
        async with room() as here:
            for path in ("/../app.py", "/assets/../../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py"):
                answer = await here.http.get(path)
                assert "create_app" not in answer.text

    asyncio.run(look())


def test_a_token_of_one_table_is_worth_nothing_at_another() -> None:
    async def visit() -> None:
        async with room() as here, client(here) as anne:
            one = await here.create()
            two = await here.create()
            sync = (await anne.come(one["table"]["id"], [tokens_of(two)[0]]))[0]
            assert sync["viewer"] is None

    asyncio.run(visit())
