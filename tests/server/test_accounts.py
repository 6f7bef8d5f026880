"""Accounts by choice: cookies that scripts and other sites cannot use, passwords nobody can read."""

import httpx
import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed, InvalidStatus

from abbatia.core.chance import Rng
from abbatia.server.ws.protocol import PROTOCOL
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import client, play_out, tokens_of

ANNE = {"name": "Anne", "password": "correct horse"}
BERT = {"name": "Bert", "password": "battery staple"}


async def test_an_account_is_made_left_and_entered_again() -> None:
    store = MemoryStore()
    async with running_server(store) as here:
        assert (await here.get("/api/me"))["user"] is None
        answer = await here.http.post("/api/accounts", json=ANNE)
        assert (answer.status_code, answer.json()["user"]) == (201, "Anne")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert (await here.get("/api/me"))["user"] == "Anne"
        taken = await here.post("/api/accounts", {"name": "ANNE", "password": "something else"}, 409)
        assert taken["why"]["key"] == "server.name_taken"
        stored = store.database.users.values()
        assert all(user.password and user.password.startswith("$argon2id$") for user in stored)
        assert ANNE["password"] not in str(stored)
        assert here.http.cookies["abbatia_session"] not in str(store.database.sessions)
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


async def test_ones_seats_are_found_again_from_another_browser() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", ANNE, 201)
        mine = await here.create("cardinal", ["me", "uniform", "uniform"])
        table = mine["table"]["id"]
        await here.create("cardinal", ["me", "open", "open"])
        seats = (await here.get("/api/me/seats"))["seats"]
        assert [seat["table"]["state"] for seat in seats] == ["playing", "gathering"]
        cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
        async with client(here, Cookie=cookie) as remote:
            assert (await remote.ask("hello", protocol=PROTOCOL))["user"] == "Anne"
            assert (await remote.come(table))[0]["viewer"] == 0
            await play_out(remote, Rng(2), 3)
        left = await here.post(f"/api/tables/{table}/leave", {})
        assert left["seats"][0]["standing_in"]
        async with httpx.AsyncClient(base_url=here.url) as stranger:
            denied = await stranger.post(f"/api/tables/{table}/leave", json={})
            assert denied.json()["code"] == "not_seated"
            assert (await stranger.get("/api/me/seats")).status_code == 403


async def test_finished_matches_are_listed_with_the_seat_one_had() -> None:
    async with running_server() as here:
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


async def bring(here: RunningServer, *held: tuple[str, str]) -> list[tuple[str, int]]:
    """Bring these seats along: a table and a token each. The tables and seats that the account has then."""
    wish = {"seats": [{"table": table, "token": token} for table, token in held]}
    found: list[Json] = (await here.post("/api/me/seats", wish))["seats"]
    return [(mine["table"]["id"], mine["seat"]) for mine in found]


async def test_what_a_guest_has_played_comes_along_to_an_account() -> None:
    async with running_server() as here:
        over = await here.create("cardinal", ["uniform", "me", "uniform"])
        async with client(here) as guest:
            await guest.come(over["table"]["id"], tokens_of(over))
            await play_out(guest, Rng(5))
        running = await here.create("cardinal", ["me", "open", "me"])
        table = running["table"]["id"]
        first, third = tokens_of(running)
        await here.post("/api/accounts", ANNE, 201)
        assert await bring(here, (over["table"]["id"], tokens_of(over)[0])) == []
        [mine] = (await here.get("/api/me/records"))["records"]
        assert (mine["record"]["id"], mine["seat"]) == (over["table"]["id"], 1)
        assert await bring(here, (table, first), (table, third)) == [(table, 0), (table, 2)]
        async with httpx.AsyncClient(base_url=here.url) as bert:  # sits down, and the match begins
            joined = (await bert.post(f"/api/tables/{table}/join", json={"name": "Bert"})).json()
        seats = (await here.get("/api/me/seats"))["seats"]
        assert sorted(seat["seat"] for seat in seats) == [0, 2]
        cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
        async with client(here) as by_token, client(here, Cookie=cookie) as by_cookie:
            await by_token.come(table, [first, tokens_of(joined)[0]])
            re = await by_cookie.send("subscribe", table=table)
            for seat in (0, 2):
                sync = await by_cookie.until(lambda message: message.get("re") == re)
                assert sync["viewer"] == seat
            played = {0: by_token, 1: by_token, 2: by_cookie}
            for _ in range(6):
                await by_token.ask("ping")
                await by_cookie.ask("ping")
                [seat] = by_token.views[0]["to_act"]
                done = await played[seat].play(seat, played[seat].views[seat]["legal"][0])
                assert done["type"] == "done"
                played[0] = by_cookie  # the seat's token and the account play it in turn
        async with httpx.AsyncClient(base_url=here.url) as stranger:
            denied = await stranger.post("/api/me/seats", json={"seats": []})
            assert (denied.status_code, denied.json()["why"]["key"]) == (403, "server.log_in_first")


async def test_only_seats_that_are_nobodys_come_along_and_only_once() -> None:
    store = MemoryStore()
    async with running_server(store) as here:
        await here.post("/api/accounts", BERT, 201)
        berts = await here.create("cardinal", ["me", "uniform", "open"])
        await here.post("/api/session", method="DELETE")
        guests = await here.create("cardinal", ["me", "me", "open"])
        old = await here.create("cardinal", ["me", "open", "open"])
        lost = old["table"]["id"]
        store.database.tables[lost] = structs.replace(store.database.tables[lost], version=99)
        here.server.tables.live_tables.clear()
        bert, table = berts["table"]["id"], guests["table"]["id"]
        first, second = tokens_of(guests)
        await here.post("/api/accounts", ANNE, 201)
        held = [
            (bert, tokens_of(berts)[0]),  # of another account
            (bert, first),  # of another table
            (table, guests["host"]),  # of the host, who need not sit there
            ("nowhere1", first),
            (lost, tokens_of(old)[0]),  # cannot be opened
            (table, second),
        ]
        before = store.database.tables[table]
        assert await bring(here, *held) == [(table, 1)]
        journals = [await store.entries(name) for name in (bert, table, lost)]
        assert [[entry.kind for entry in journal] for journal in journals] == [
            ["create"],
            ["create", "sit"],
            ["create"],
        ]
        assert await bring(here, *held) == [(table, 1)]
        assert [await store.entries(name) for name in (bert, table, lost)] == journals
        assert store.database.tables[table] == before, "lists keep their order"
        await here.post("/api/session", method="DELETE")
        await here.post("/api/session", BERT)
        assert await bring(here, (table, second)) == [(bert, 0)]
        too_many = {"seats": [{"table": table, "token": second}] * 65}
        assert (await here.post("/api/me/seats", too_many, 400))["code"] == "bad_message"
        unknown = {"seats": [{"table": table, "token": second, "seat": 1}]}
        assert (await here.post("/api/me/seats", unknown, 400))["code"] == "bad_message"


async def test_nobody_at_the_table_notices_that_a_seat_comes_along() -> None:
    store = MemoryStore()
    clock = {"kind": "bank", "seconds": 600, "increment": 0}
    async with running_server(store) as here, client(here) as guest, client(here) as watcher:
        seated = await here.create("cardinal", ["me", "me", "me"], clock=clock)
        table = seated["table"]["id"]
        tokens = tokens_of(seated)
        await guest.come(table, tokens)
        await watcher.come(table)
        await play_out(guest, Rng(3), 5)
        waiting = (guest.acting()[0] + 1) % 3
        await here.post(f"/api/tables/{table}/leave", {"token": tokens[waiting]})
        for one in (guest, watcher):
            await one.ask("ping")
        read = [len(guest.frames), len(watcher.frames)]
        row, info = store.database.tables[table], await here.get(f"/api/tables/{table}")
        await here.post("/api/accounts", ANNE, 201)
        await bring(here, *((table, token) for token in tokens))
        for one in (guest, watcher):
            assert (await one.ask("ping"))["type"] == "pong"
        assert [len(guest.frames), len(watcher.frames)] == [n + 1 for n in read], "only the pongs"
        after = await here.get(f"/api/tables/{table}")
        for left, shown in zip(info.pop("clocks"), after.pop("clocks"), strict=True):
            assert shown <= left
        assert after == info
        told = await here.server.tables.load(table)  # as the journal tells it
        assert told.head == here.server.tables.live_tables[table].table.head
        assert told.head.chairs[waiting].standing_in
        assert structs.replace(store.database.tables[table], due=row.due) == row
        assert [held.user is not None for held in await store.seats(table)] == [True] * 3


async def test_a_table_that_cannot_be_opened_hides_no_other() -> None:
    store = MemoryStore()
    async with running_server(store) as here:
        await here.post("/api/accounts", ANNE, 201)
        old = (await here.create("cardinal", ["me", "uniform", "open"]))["table"]["id"]
        new = (await here.create("cardinal", ["open", "me", "open"]))["table"]["id"]
        store.database.tables[old] = structs.replace(store.database.tables[old], version=99)
        here.server.tables.live_tables.clear()
        assert (await here.get(f"/api/tables/{old}", 409))["why"]["key"] == "server.other_version"
        seats = (await here.get("/api/me/seats"))["seats"]
        assert {(mine["table"]["id"], mine["seat"]) for mine in seats} == {(old, 0), (new, 1)}


async def test_other_sites_can_neither_write_nor_connect() -> None:
    store = MemoryStore()
    async with running_server(store, origins="https://friend.example") as here:
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


async def test_passwords_cannot_be_tried_at_will() -> None:
    async with running_server(login_rate=0.001) as here:
        codes = [
            (await here.http.post("/api/session", json={**ANNE, "password": f"guess number {n}"})).status_code
            for n in range(12)
        ]
        assert codes == [403] * 10 + [429] * 2
    async with running_server(request_rate=1) as here:
        answers = [(await here.http.post("/api/tables", json={})).status_code for _ in range(8)]
        assert answers == [400] * 5 + [429] * 3


async def test_every_answer_says_what_its_page_may_do_and_no_trace_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_server(public_url="https://abbatia.example") as here:
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


async def test_files_of_the_machine_are_not_served() -> None:
    async with running_server() as here:
        for path in ("/../app.py", "/assets/../../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py"):
            answer = await here.http.get(path)
            assert "create_app" not in answer.text


async def test_a_token_of_one_table_is_worth_nothing_at_another() -> None:
    async with running_server() as here, client(here) as anne:
        one = await here.create()
        two = await here.create()
        sync = (await anne.come(one["table"]["id"], [tokens_of(two)[0]]))[0]
        assert sync["viewer"] is None


async def test_an_open_websocket_ends_with_its_session() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", ANNE, 201)
        cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
        async with client(here, Cookie=cookie) as anne, client(here) as guest:
            assert (await anne.ask("ping"))["type"] == "pong"
            await here.post("/api/session", method="DELETE")
            with pytest.raises(ConnectionClosed):
                await anne.read()
            assert (await guest.ask("ping"))["type"] == "pong"


async def test_a_session_that_ends_elsewhere_ends_its_websockets_too() -> None:
    store = MemoryStore()
    async with running_server(store) as here:
        await here.post("/api/accounts", ANNE, 201)
        cookie = f"abbatia_session={here.http.cookies['abbatia_session']}"
        async with client(here, Cookie=cookie) as anne:
            await here.server.check_sessions()
            assert (await anne.ask("ping"))["type"] == "pong"
            store.database.sessions.clear()
            await here.server.check_sessions()
            with pytest.raises(ConnectionClosed):
                await anne.read()


async def test_one_account_cannot_be_guessed_at_from_many_addresses() -> None:
    async with running_server(login_rate=0.001) as here:
        here.server.logins.burst = 1e6  # type: ignore[misc]  # as if each guess came from another address
        await here.post("/api/accounts", ANNE, 201)
        wrong = {**ANNE, "password": "wrong horse"}
        codes = [(await here.http.post("/api/session", json=wrong)).status_code for _ in range(25)]
        assert codes == [403] * 20 + [429] * 5
        for written in (" Anne", "ANNE  ", "\uff21nne", "An\u200bne"):  # the same account, or none
            answer = await here.http.post("/api/session", json={**wrong, "name": written})
            assert answer.status_code == (403 if "\u200b" in written else 429), ascii(written)


@pytest.mark.parametrize(
    "password", ["password", "passw0rd", "12345678", "iloveyou", "Anne1234", "qwertyuiop"]
)
async def test_a_password_that_anybody_would_try_is_refused(password: str) -> None:
    async with running_server() as here:
        refused = await here.post("/api/accounts", {"name": "Anne", "password": password}, 400)
        assert refused["why"]["key"] == "server.common_password"
