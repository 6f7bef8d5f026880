"""What a stranger can do to a server that stands alone: slow, endless and countless requests are bounded."""

import asyncio
from contextlib import suppress
from typing import Any

import httpx
import pytest

from abbatia.server.http import endpoint
from abbatia.server.ops.guard import GUARD, address_key
from abbatia.server.process import MAX_HEAD_BYTES
from tests.server.running_server import PATIENCE, RunningServer, running_server
from tests.server.ws_client import client, tokens_of


async def dial(here: RunningServer, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that has sent this, as far as the server took it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(here.url.rpartition(":")[2]))
    writer.write(data)
    with suppress(ConnectionError):
        await writer.drain()
    return reader, writer


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """All that still comes until the server closes the connection, however it does."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients have a fifth of a second for a head and for a body."""
    monkeypatch.setattr(GUARD, "seconds", 0.2)
    monkeypatch.setattr(endpoint, "BODY_SECONDS", 0.2)


@pytest.mark.parametrize("begun", [b"", b"GET /heal", b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: "])
@pytest.mark.usefixtures("hasty")
async def test_half_a_request_is_not_waited_for(begun: bytes) -> None:
    async with running_server() as here:
        half = [await dial(here, begun) for _ in range(20)]
        for reader, writer in half:
            assert await rest_of(reader) == b""
            writer.close()
        assert GUARD.open == {}


@pytest.mark.usefixtures("hasty")
async def test_the_second_request_of_a_connection_has_a_limit_of_time_too() -> None:
    async with running_server() as here:
        whole = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        reader, writer = await dial(here, whole + b"GET /healthz HTTP/1.1\r\nHost: ")
        answer = await rest_of(reader)
        assert answer.startswith(b"HTTP/1.1 200")
        assert answer.count(b"HTTP/1.1") == 1
        writer.close()


@pytest.mark.usefixtures("hasty")
async def test_a_handshake_that_cannot_be_is_not_counted_for_ever() -> None:
    async with running_server() as here:
        no_key = b"GET /api/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        for _ in range(3):
            reader, writer = await dial(here, no_key)
            assert (await rest_of(reader)).startswith(b"HTTP/1.1 4")
            writer.close()
        async with asyncio.timeout(PATIENCE):
            while GUARD.open or GUARD.transports or GUARD.timers:
                await asyncio.sleep(0.01)


@pytest.mark.usefixtures("hasty")
async def test_a_slow_body_is_not_waited_for() -> None:
    async with running_server() as here:
        head = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        reader, writer = await dial(here, head + b"Content-Length: 100\r\n\r\n{")
        answer = await asyncio.wait_for(reader.readuntil(b"}"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"too_slow" in answer
        writer.close()


@pytest.mark.parametrize("way", ["header", "path", "endless line"])
async def test_a_head_has_a_bound(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GUARD, "seconds", 10 * PATIENCE)  # it is not the time that ends it
    filling = b"a" * 40 * MAX_HEAD_BYTES  # more than one read of the socket brings
    head = {
        "header": b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: " + filling + b"\r\n\r\n",
        "path": b"GET /" + filling + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        "endless line": filling,
    }[way]
    async with running_server() as here:
        reader, writer = await dial(here, head)
        answer = await rest_of(reader)  # nothing where the reset overtakes the refusal
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
        writer.close()
        assert (await here.get("/healthz"))["status"] == "ok"


async def test_one_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_server() as here:
        monkeypatch.setattr(GUARD, "max_connections", 5)
        monkeypatch.setattr(GUARD, "trusted", frozenset())
        held = [await dial(here, b"GET /heal") for _ in range(5)]
        reader, writer = await dial(here, b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert await rest_of(reader) == b""
        for _, other in [(reader, writer), *held]:
            other.close()
        while GUARD.open:
            await asyncio.sleep(0.01)
        assert (await here.get("/healthz"))["status"] == "ok"


async def test_websockets_of_one_address_are_bounded() -> None:
    async with running_server(max_sockets=3) as here:
        async with client(here), client(here), client(here):
            with pytest.raises(Exception, match="403"):
                async with client(here):
                    pass
        while here.server.connections:
            await asyncio.sleep(0.01)
        async with client(here) as again:
            assert (await again.ask("ping"))["type"] == "pong"


@pytest.mark.usefixtures("no_refill")
async def test_handshakes_have_a_limit() -> None:
    async with running_server(request_rate=1.0) as here:
        for _ in range(5):
            async with client(here):
                pass
        with pytest.raises(Exception, match="403"):
            async with client(here):
                pass


@pytest.mark.usefixtures("no_refill")
async def test_reading_has_a_limit_and_costly_answers_cost_more() -> None:
    async with running_server(read_rate=1.0) as here:
        codes = [(await here.http.get("/api/titles")).status_code for _ in range(8)]
        assert codes == [200] * 5 + [429] * 3
        async with httpx.AsyncClient(base_url=here.url) as http:
            assert (await http.get("/healthz")).status_code == 200, "probes are not limited"
    async with running_server(read_rate=1.0) as here:
        codes = [(await here.http.get("/api/records/abcdef/verify")).status_code for _ in range(2)]
        assert codes == [404, 429]


@pytest.mark.usefixtures("no_refill")
async def test_what_replays_a_match_costs_more_than_other_messages() -> None:
    """One socket that took actions back took half of a core."""
    async with running_server(message_rate=20.0) as here, client(here) as anne:
        made = await here.create()
        table = made["table"]["id"]
        await anne.come(table, tokens_of(made))
        wish = {"table": table, "seat": 0, "nth": 0}
        codes = [(await anne.ask("undo", **wish))["code"] for _ in range(8)]
        assert codes.index("too_fast") == 5, "ten messages each, of sixty"


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/assets/" + "b" * 5_000, "/%00", "/a%00b.js", "/%ff%fe"])
async def test_a_path_that_no_file_can_have_is_answered_like_any_other(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_server() as here:
        answer = await here.http.get(path)
        assert answer.status_code in (200, 404)
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_client(address: str, key: str) -> None:
    assert address_key(address) == key


async def test_a_page_of_the_same_host_over_plain_http_is_another_origin() -> None:
    async with running_server(public_url="https://abbatia.example", origins="") as here:
        wish: dict[str, Any] = {"title": "cardinal", "seats": [{"kind": "me"}] * 3}
        headers = {"Host": "abbatia.example"}
        for origin, status in (("http://abbatia.example", 403), ("https://abbatia.example", 201)):
            answer = await here.http.post("/api/tables", json=wish, headers={**headers, "Origin": origin})
            assert answer.status_code == status
        other = {"Host": "evil.example"}
        assert (await here.http.get("/api/titles", headers=other)).status_code == 421
        assert (await here.http.get("/", headers=other)).status_code == 421
        assert (await here.http.get("/healthz", headers=other)).status_code == 200
