"""A call to an address that a user gave goes to the place that was checked, and nowhere else."""

import asyncio
import datetime
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from abbatia.server.errors import Denied
from abbatia.server.notifications import safe_http
from abbatia.server.notifications.safe_http import post

NAME = "abbey.example"
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


class Names:
    """A resolver whose answers change: each name gives its addresses in turn, the last one for ever."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **places: list[list[str]]) -> None:
        self.asked: list[str] = []
        self.places = {name.replace("_", "."): found for name, found in places.items()}
        monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", self.getaddrinfo)

    async def getaddrinfo(self, host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        host = host.decode() if isinstance(host, bytes) else host
        self.asked.append(host)
        found = self.places[host]
        places = found.pop(0) if len(found) > 1 else found[0]
        stream = socket.SOCK_STREAM
        return [
            (socket.AF_INET6 if ":" in place else socket.AF_INET, stream, 6, "", (place, port))
            for place in places
        ]


def saying(text: bytes) -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(text)

    return answer


@asynccontextmanager
async def answering(
    heads: list[bytes], answer: Answer, context: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """A server that keeps the heads of requests and answers each in the same way."""

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            await answer(writer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the caller has hung up
        finally:
            writer.close()

    server = await asyncio.start_server(hear, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def call(answer: Answer, path: str = "/turn", host: str = NAME) -> tuple[int, list[bytes]]:
    """The status of one call to a server of this machine, and the heads it was sent."""
    heads: list[bytes] = []

    async with answering(heads, answer) as port:
        return await post(f"http://{host}:{port}{path}", b"", {}, private=True), heads


async def test_the_address_that_was_checked_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is resolved once: a second answer, which leads home, is never asked for."""
    names = Names(monkeypatch, abbey_example=[["127.0.0.1"], ["127.0.0.2"]])
    status, heads = await call(saying(b"HTTP/1.1 204 No Content\r\n\r\n"), "/turn?x=1")
    assert status == 204
    assert names.asked == [NAME]
    first, *rest = heads[0].decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in rest if line)
    assert first == "POST /turn?x=1 HTTP/1.1"
    assert fields["host"].startswith(f"{NAME}:")
    assert fields["content-length"] == "0"
    assert fields["connection"] == "close"


@pytest.mark.parametrize("places", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"], []])
async def test_a_name_with_any_private_address_is_not_called(
    places: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Names(monkeypatch, abbey_example=[places])
    with pytest.raises(Denied) as no:
        await post(f"https://{NAME}/", b"", {})
    assert no.value.why.key == "server.private_host"


async def test_a_redirect_is_an_answer_and_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    Names(monkeypatch, abbey_example=[["127.0.0.1"]])
    status, heads = await call(
        saying(b"HTTP/1.1 307 Go\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
    )
    assert (status, len(heads)) == (307, 1)


async def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    Names(monkeypatch, abbey_example=[["127.0.0.1"]])
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert (await call(saying(b"HTTP/1.1 200 OK\r\n\r\n")))[0] == 200


async def no_end(writer: asyncio.StreamWriter, start: bytes, more: bytes) -> None:
    writer.write(start)
    while True:
        writer.write(more)
        await writer.drain()


async def test_of_an_endless_answer_only_the_status_is_read() -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        await no_end(writer, b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65_536)

    assert (await call(answer, host="127.0.0.1"))[0] == 200


async def test_an_endless_head_is_a_failure() -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        await no_end(writer, b"HTTP/1.1 200 OK\r\n", b"X: " + b"x" * 4096 + b"\r\n")

    with pytest.raises(OSError, match="Receive buffer"):
        await call(answer, host="127.0.0.1")


@pytest.mark.parametrize("text", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 what\r\n\r\n"])
async def test_what_is_no_answer_is_a_failure(text: bytes) -> None:
    with pytest.raises(OSError, match=r"illegal|disconnected"):
        await call(saying(text), host="127.0.0.1")


async def test_who_is_silent_is_left_after_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "SECONDS", 0.3)

    async def answer(_: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    with pytest.raises(TimeoutError):
        await call(answer, host="127.0.0.1")


def certificate(folder: Path, name: str) -> Path:
    """A file with a key and a certificate that it signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [x509.DNSName(name)]
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


@pytest.mark.parametrize("shown", [NAME, "other.example"])
async def test_a_secure_call_asks_for_the_certificate_of_the_name(
    shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Names(monkeypatch, abbey_example=[["127.0.0.1"]])
    file = certificate(tmp_path, shown)
    trusting = ssl.create_default_context(cafile=str(file))
    monkeypatch.setattr(safe_http, "tls_context", lambda: trusting)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    wanted: list[str | None] = []
    serving.sni_callback = lambda _socket, name, _context: wanted.append(name)
    heads: list[bytes] = []

    async def talk() -> int:
        async with answering(heads, saying(b"HTTP/1.1 201 Created\r\n\r\n"), serving) as port:
            return await post(f"https://{NAME}:{port}/", b"{}", {}, private=True)

    if shown == NAME:
        assert await talk() == 201
    else:
        with pytest.raises(OSError, match="certificate"):
            await talk()
        assert heads == []
    assert wanted == [NAME]


def test_certificates_are_checked_against_what_the_machine_trusts() -> None:
    context = safe_http.tls_context()
    assert context.verify_mode == ssl.CERT_REQUIRED
    assert context.check_hostname


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "[::ffff:10.0.0.1]"])
async def test_numbers_are_checked_like_names(host: str) -> None:
    with pytest.raises(Denied):
        await post(f"http://{host}:9/", b"", {})
