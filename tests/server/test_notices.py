"""Turn notices reach those who are away, and cannot be turned against the machine's own network."""

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from abbatia.core.chance import Rng
from abbatia.server.errors import Denied
from abbatia.server.notifications import safe_http
from abbatia.server.notifications.push import open_vapid
from abbatia.server.notifications.safe_http import checked_address, is_public, public_place
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, NotificationTarget, TableUpdate
from tests.server.running_server import RunningServer, running_server
from tests.server.ws_client import Client, client, play_out

ANNE = {"name": "Anne", "password": "correct horse"}


@asynccontextmanager
async def listening(got: "asyncio.Queue[bytes]", talk: bytes = b"") -> AsyncIterator[int]:
    """A small server that keeps what it is sent: HTTP, or SMTP when it greets first."""

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if talk:
            await smtp(reader, writer, got, talk)
        else:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if b"Content-Length" in line
            )
            await got.put(head + await reader.readexactly(length))
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def smtp(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, got: "asyncio.Queue[bytes]", greeting: bytes
) -> None:
    writer.write(greeting)
    while line := await reader.readline():
        word = line[:4].upper()
        if word == b"DATA":
            writer.write(b"354 go on\r\n")
            await got.put(await reader.readuntil(b"\r\n.\r\n"))
        writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")
        if word == b"QUIT":
            return


@asynccontextmanager
async def the_others(here: RunningServer) -> AsyncIterator[Client]:
    """Seats 1 and 3 of a table whose second seat is held by the account that is logged in and goes away."""
    mine = await here.create("cardinal", ["open", "me", "open"])
    table = mine["table"]["id"]
    here.http.cookies.clear()
    others = [await here.post(f"/api/tables/{table}/join", {"name": name}) for name in "AB"]
    async with client(here) as rest:
        await rest.come(table, [other["tokens"][0]["token"] for other in others])
        yield rest


async def test_a_webhook_is_called_when_it_is_really_ones_turn_and_one_is_away() -> None:
    got: asyncio.Queue[bytes] = asyncio.Queue()
    async with (
        running_server(webhook_private=True, public_url="http://abbey.example") as here,
        listening(got) as port,
    ):
        await here.post("/api/accounts", ANNE, 201)
        url = f"http://127.0.0.1:{port}/turn?x=1"
        me = await here.post("/api/me/notices", {"webhook": url, "language": "fr"}, method="PUT")
        assert me["webhook"] == url
        kept = await here.post("/api/me/notices", {"push": None}, method="PUT")
        assert kept["webhook_key"] == me["webhook_key"], "what is left out stays as it is"
        async with the_others(here) as rest:
            assert got.empty()
            while rest.views[0]["to_act"] != [1]:
                await play_out(rest, Rng(3), 1)
            head, _, body = (await asyncio.wait_for(got.get(), 20)).partition(b"\r\n\r\n")
        assert head.startswith(b"POST /turn?x=1 HTTP/1.1")
        told = json.loads(body)
        table = rest.table["id"]
        assert (told["event"], told["table"], told["seat"]) == ("turn", table, 1)
        assert told["url"] == f"http://abbey.example/t/{table}"
        assert told["text"].startswith("C’est à vous")
        proof = hmac.new(bytes.fromhex(me["webhook_key"]), body, hashlib.sha256).hexdigest()
        assert f"sha256={proof}".encode() in head
        assert here.server.metrics.notices == {"webhook sent": 1}


class Forgetful(MemoryStore):
    """A store that stores what is played, and does not say so."""

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        await super().append(table, entry, change)
        if entry.kind == "play":
            raise StoreUnavailable("no answer")


async def test_a_turn_that_came_with_an_answer_that_got_lost_is_told() -> None:
    got: asyncio.Queue[bytes] = asyncio.Queue()
    async with running_server(Forgetful(), webhook_private=True) as here, listening(got) as port:
        await here.post("/api/accounts", ANNE, 201)
        await here.post("/api/me/notices", {"webhook": f"http://127.0.0.1:{port}/"}, method="PUT")
        async with the_others(here) as rest:
            while rest.views[0]["to_act"] != [1]:
                nth, action = rest.views[0]["nth"], rest.views[0]["legal"][0]
                assert (await rest.play(0, action, nth=nth))["code"] == "unavailable"
                assert (await rest.play(0, action, nth=nth))["type"] == "done"
            told = await asyncio.wait_for(got.get(), 20)
        assert json.loads(told.partition(b"\r\n\r\n")[2])["seat"] == 1


async def test_mail_goes_only_to_an_address_whose_owner_agreed() -> None:
    got: asyncio.Queue[bytes] = asyncio.Queue()
    async with listening(got, b"220 here\r\n") as port:
        smtp_url, mail_from = f"smtp://127.0.0.1:{port}", "abbey@abbey.example"
        async with running_server(
            public_url="http://abbey.example", smtp_url=smtp_url, mail_from=mail_from
        ) as here:
            await here.post("/api/accounts", ANNE, 201)
            bad = await here.post("/api/me/notices", {"email": "no address"}, 409, "PUT")
            assert bad["why"]["key"] == "server.bad_mail"
            me = await here.post("/api/me/notices", {"email": "anne@mail.example"}, method="PUT")
            assert (me["email"], me["email_confirmed"]) == ("anne@mail.example", False)
            letter = (await asyncio.wait_for(got.get(), 20)).decode()
            link = next(line for line in letter.replace("=\r\n", "").split() if "/api/me/confirm/" in line)
            path = link.removeprefix("http://abbey.example")
            wrong = await here.http.get(path[:-3] + "000")
            assert wrong.status_code == 404
            assert (await here.http.get(path)).status_code == 200
            assert (await here.get("/api/me"))["email_confirmed"]
            mine = await here.create("cardinal", ["me", "open", "open"])
            await here.post(f"/api/tables/{mine['table']['id']}/join", {"name": "B"})
            await here.post(f"/api/tables/{mine['table']['id']}/join", {"name": "C"})
            letter = (await asyncio.wait_for(got.get(), 20)).decode()
            assert "anne@mail.example" in letter
            assert mine["table"]["id"] in letter


@pytest.mark.parametrize(
    ("place", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:7f00:1", False),
        ("fec0::1", False),
        ("5f00::1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
    ],
)
def test_only_addresses_of_the_open_internet_are_called(place: str, public: bool) -> None:
    assert is_public(place) is public


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x.example/",
        "http://",
        "https://user:pw@x.example/",
        "http://x.example:0/",
        "http://x\r\ny/",
        "",
        "http://[::1",
    ],
)
def test_odd_addresses_are_refused(url: str) -> None:
    with pytest.raises(Denied):
        checked_address(url)


async def test_a_host_that_leads_home_is_refused() -> None:
    with pytest.raises(Denied) as no:
        await public_place(checked_address("http://localhost:8080/admin"))
    assert no.value.why.key == "server.private_host"
    async with running_server() as here:
        await here.post("/api/accounts", ANNE, 201)
        for field in ("webhook", "push"):
            answer = await here.post("/api/me/notices", {field: "http://127.0.0.1/x"}, 409, "PUT")
            assert answer["why"]["key"] == "server.private_host"


async def test_push_services_can_check_who_wakes_them() -> None:
    store = MemoryStore()
    vapid = await open_vapid(store, "mailto:abbot@abbey.example")
    assert (await open_vapid(store, "mailto:abbot@abbey.example")).public == vapid.public
    authorization = vapid.headers("https://push.example:8443/abc")["Authorization"]
    token, key = (part.partition("=")[2] for part in authorization.removeprefix("vapid ").split(", "))
    head, claims, signature = token.split(".")
    raw = decoded(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    signed = f"{head}.{claims}".encode()
    public.verify(utils.encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))
    claimed = json.loads(decoded(claims))
    assert claimed["aud"] == "https://push.example:8443"
    assert claimed["sub"] == "mailto:abbot@abbey.example"
    assert 0 < claimed["exp"] - time.time() < 86_400, "RFC 8292 allows one day"


@pytest.mark.parametrize(("status", "stays"), [(201, True), (404, False), (410, False), (500, True)])
async def test_a_browser_is_woken_without_a_word_until_it_withdraws(
    status: int, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = "https://push.example/abc"
    sent: list[tuple[str, bytes, str]] = []

    async def post(url: str, body: bytes, headers: dict[str, str]) -> int:
        sent.append((url, body, headers["Authorization"]))
        return status

    monkeypatch.setattr(safe_http, "post", post)
    store = MemoryStore()
    async with running_server(store, vapid_contact="mailto:abbot@abbey.example") as here:
        await store.put_notification_target(NotificationTarget("n", "u", "push", endpoint))
        notices = here.server.tables.notices
        await notices._send_all({"u": 0}, {})
        assert notices.vapid is not None
        assert notices.vapid.public in sent[0][2]
        assert bool(await store.notification_targets(["u"])) is stays
    assert [(url, body) for url, body, _ in sent] == [(endpoint, b"")]


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
