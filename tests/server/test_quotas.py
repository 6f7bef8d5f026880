"""Quotas: one client cannot fill the lobby, the store or somebody's mailbox, at whatever process it asks."""

from typing import Any

from abbatia.storage.memory import MemoryStore
from tests.server.running_server import RunningServer, running_server
from tests.server.ws_client import client, tokens_of

ANNE = {"name": "Anne", "password": "correct horse"}
OPEN = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
WITH_BOTS = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}, {"kind": "bot", "bot": "novice"}]


async def create(here: RunningServer, seats: list[Any], **more: Any) -> tuple[int, str]:
    """The status of a new table, and the reason where there is none."""
    answer = await here.http.post("/api/tables", json={"title": "cardinal", "seats": seats, **more})
    return answer.status_code, answer.json().get("why", {}).get("key", "")


async def test_an_address_creates_only_so_many_tables_at_all_processes_together() -> None:
    store = MemoryStore()
    limits = {"tables_per_hour": 3}
    async with (
        running_server(store, **limits) as here,
        running_server(MemoryStore(store.database), **limits) as there,
    ):
        assert [(await create(place, OPEN))[0] for place in (here, there, here)] == [201] * 3
        for place in (here, there):
            assert await create(place, OPEN) == (429, "server.quota.tables")
        now = here.server.tables.now
        here.server.tables.now = lambda: now() + 3_700_000  # type: ignore[method-assign]  # an hour later
        assert (await create(here, OPEN))[0] == 201


async def test_an_account_has_a_quota_of_its_own() -> None:
    async with running_server(tables_per_hour=2) as here:
        await here.post("/api/accounts", ANNE, 201)
        assert [(await create(here, OPEN))[0] for _ in range(3)] == [201, 201, 429]
        await here.post("/api/session", method="DELETE")
        await here.post("/api/accounts", {**ANNE, "name": "Bert"}, 201)
        assert (await create(here, OPEN))[0] == 201, "an address has room for several accounts"


async def test_bots_imports_and_chat_are_counted() -> None:
    async with (
        running_server(bots_per_hour=5, imports_per_hour=2, chat_per_hour=3) as here,
        client(here) as anne,
    ):
        assert [await create(here, WITH_BOTS) for _ in range(3)][1:] == [
            (201, ""),
            (429, "server.quota.bots"),
        ]
        codes = [(await here.http.post("/api/records", content="no record")).status_code for _ in range(3)]
        assert codes == [400, 400, 429]
        made = await here.create()
        await anne.come(made["table"]["id"], tokens_of(made))
        table = made["table"]["id"]
        said = [await anne.ask("chat", table=table, seat=0, text=f"line {n}") for n in range(4)]
        assert [answer["type"] for answer in said] == ["done"] * 3 + ["refused"]
        assert said[-1]["why"]["key"] == "server.quota.chat"


async def test_one_clients_tables_take_one_line_of_the_lobby() -> None:
    async with running_server() as here:
        honest = (await here.create("cardinal", ["me", "open", "open"], public=True))["table"]["id"]
        here.server.tables.quotas.client_key = lambda *_: "a stranger"  # type: ignore[method-assign]
        for _ in range(5):
            newest = (await here.create("cardinal", ["me", "open", "open"], public=True))["table"]["id"]
        listed = (await here.get("/api/tables"))["tables"]
        assert [table["id"] for table in listed] == [newest, honest]


async def test_a_mailbox_gets_one_letter_an_hour() -> None:
    async with running_server(smtp_url="smtp://127.0.0.1:9", mail_from="abbatia@abbey.example") as here:
        await here.post("/api/accounts", ANNE, 201)
        first, other = {"email": "victim@mail.example"}, {"email": "mine@mail.example"}
        await here.post("/api/me/notices", first, method="PUT")
        await here.post("/api/me/notices", other, method="PUT")
        again = await here.post("/api/me/notices", first, 429, method="PUT")
        assert again["why"]["key"] == "server.quota.letter"
        assert (await here.get("/api/me"))["email"] == "mine@mail.example", "nothing has changed"


async def test_an_account_sends_only_so_many_letters() -> None:
    mail: dict[str, Any] = {"smtp_url": "smtp://127.0.0.1:9", "mail_from": "abbatia@abbey.example"}
    async with running_server(letters_per_hour=2, **mail) as here:
        await here.post("/api/accounts", ANNE, 201)
        for number in range(2):
            await here.post("/api/me/notices", {"email": f"victim{number}@mail.example"}, method="PUT")
        again = await here.post("/api/me/notices", {"email": "victim9@mail.example"}, 429, method="PUT")
        assert again["why"]["key"] == "server.quota.letters"
