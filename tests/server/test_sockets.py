"""The websocket on the wire, byte by byte, as `abbatia serve` configures it."""

import asyncio
import base64
import json
import os
import struct
import zlib
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest

from abbatia.server.process import MAX_FRAME_BYTES
from tests.server.running_server import PATIENCE, RunningServer, running_server

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK = bytes((7, 1, 0, 255))


def frame(kind: int, data: bytes, *, whole: bool = True, masked: bool = True) -> bytes:
    """A frame as a client sends it."""
    bit = 128 if masked else 0
    size = len(data)
    head = bytes((kind | (128 if whole else 0),))
    if size < 126:
        head += bytes((bit | size,))
    elif size < 0x10000:
        head += struct.pack("!BH", bit | 126, size)
    else:
        head += struct.pack("!BQ", bit | 127, size)
    if not masked:
        return head + data
    return head + MASK + bytes(byte ^ MASK[place % 4] for place, byte in enumerate(data))


def ping(re: int, filling: int = 0) -> bytes:
    """A message that is answered; JSON may hold as many spaces as one likes."""
    return json.dumps({"type": "ping", "re": re}).encode() + b" " * filling


class Wire:
    """The bytes of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.unread: deque[bytes] = deque()  # messages that came in the same frame

    async def frame(self) -> tuple[int, bytes]:
        """The next frame: its kind and what it holds."""
        first, size = await asyncio.wait_for(self.reader.readexactly(2), PATIENCE)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        assert first & 0xF0 == 0x80
        return first & 15, await self.reader.readexactly(size)

    async def answer(self) -> Any:
        if not self.unread:
            kind, data = await self.frame()
            assert kind == TEXT
            self.unread.extend(data.split(b"\n"))
        return json.loads(self.unread.popleft())

    async def closing(self) -> int:
        """The code that the server closes with."""
        kind, data = await self.frame()
        assert kind == CLOSE
        return int.from_bytes(data[:2], "big")


@asynccontextmanager
async def wire(here: RunningServer, *, early: bytes = b"", extensions: str = "") -> AsyncIterator[Wire]:
    """A websocket by hand; `early` is sent before the handshake is answered."""
    port = int(here.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{extensions}\r\n".encode()
    )
    await asyncio.sleep(0.1 if early else 0)
    writer.write(early)
    answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    assert answer.startswith(b"HTTP/1.1 101")
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    """The data in pieces that end at these places."""
    return [data[start:stop] for start, stop in pairwise([0, *sizes, len(data)])]


async def test_texts_are_read_however_the_stream_is_cut() -> None:
    async with running_server() as here, wire(here) as at:
        stream = frame(TEXT, ping(1)) + frame(TEXT, ping(2, 200)) + frame(TEXT, ping(3, 10_000))
        for piece in cut(stream, [1, 3, 9, 30, 36, 40, 41, 43, 300, 310]):
            at.writer.write(piece)
            await at.writer.drain()
            await asyncio.sleep(0.01)
        assert [(await at.answer())["re"] for _ in range(3)] == [1, 2, 3]
        at.writer.write(stream)
        assert [(await at.answer())["re"] for _ in range(3)] == [1, 2, 3]


async def test_what_comes_before_the_handshake_is_answered_is_read() -> None:
    async with running_server() as here:
        who, may_know = here.server.accounts.account_of, asyncio.Event()

        async def ask_later(cookies: Mapping[str, str]) -> tuple[str | None, str | None]:
            await may_know.wait()
            return await who(cookies)

        here.server.accounts.account_of = ask_later  # type: ignore[method-assign]  # so that there is a before
        stream = frame(TEXT, ping(1)) + frame(TEXT, ping(2))
        asyncio.get_running_loop().call_later(0.2, may_know.set)
        async with wire(here, early=stream[:40]) as at:
            at.writer.write(stream[40:] + frame(TEXT, ping(3)))
            assert [(await at.answer())["re"] for _ in range(3)] == [1, 2, 3]


async def test_fragments_pings_and_bytes_are_understood() -> None:
    async with running_server() as here, wire(here) as at:
        text = ping(4)
        at.writer.write(frame(TEXT, text[:5], whole=False) + frame(PING, b"there?") + frame(0, text[5:]))
        assert await at.frame() == (PONG, b"there?")
        assert (await at.answer())["re"] == 4
        at.writer.write(frame(BINARY, ping(5)) + frame(TEXT, b"") + frame(TEXT, ping(6)))
        assert (await at.answer())["re"] == 5
        assert (await at.answer())["code"] == "bad_message"
        assert (await at.answer())["re"] == 6


async def test_bytes_that_are_no_text_get_an_answer_and_leave_no_fault_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running_server() as here, wire(here) as at:
        for bad in (b"\xff", b'{"type": "\xff"}', b'{"type": "chat", "text": "\xc3("}'):
            at.writer.write(frame(BINARY, bad))
            assert (await at.answer())["code"] == "bad_message"
        at.writer.write(frame(TEXT, ping(8)))
        assert (await at.answer())["re"] == 8
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(TEXT, ping(1), masked=False), 1002),
        (frame(TEXT, ping(1)[:5], whole=False) + frame(TEXT, ping(2)), 1002),
        (frame(3, b""), 1002),
        (frame(TEXT, b'{"type": "\xff"}'), 1007),
        (frame(TEXT, b" " * (MAX_FRAME_BYTES + 1))[:100], 1009),
        (struct.pack("!BBQ", 0x81, 0xFF, 2**63), 1009),
        (frame(CLOSE, struct.pack("!H", 1000)), 1000),
    ],
)
async def test_who_breaks_the_protocol_is_let_go_with_the_reason(bad: bytes, code: int) -> None:
    async with running_server() as here, wire(here) as at:
        at.writer.write(frame(TEXT, ping(7)))
        assert (await at.answer())["re"] == 7
        at.writer.write(bad)
        assert await at.closing() == code
        assert await asyncio.wait_for(at.reader.read(), PATIENCE) == b""


def deflated(data: bytes) -> bytes:
    """A compressed frame as a client sends it (RFC 7692)."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
    return frame(TEXT | 0x40, packed.removesuffix(b"\x00\x00\xff\xff"))


async def test_a_small_frame_that_unpacks_to_a_large_one_is_not_unpacked() -> None:
    """Frames of a kilobyte that held a megabyte each took 218 MB in two seconds."""
    deflate = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    async with running_server(compress=True) as here, wire(here, extensions=deflate) as at:
        at.writer.write(deflated(ping(1)))
        first, size = await asyncio.wait_for(at.reader.readexactly(2), PATIENCE)
        assert first == 0xC0 | TEXT, "the answer is compressed, too"
        await at.reader.readexactly(size)
        bomb = deflated(ping(2, MAX_FRAME_BYTES))
        assert len(bomb) < 500
        at.writer.write(bomb)
        first, size = await asyncio.wait_for(at.reader.readexactly(2), PATIENCE)
        assert first == 0x80 | CLOSE, "it was unpacked and answered"
        assert int.from_bytes((await at.reader.readexactly(size))[:2], "big") == 1009


async def test_a_handshake_that_fails_leaves_no_trouble() -> None:
    trouble: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, facts: trouble.append(str(facts)))
    async with running_server() as here:
        port = int(here.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"GET /api/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 1\r\n\r\n"
        )
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 4")
        writer.close()
    assert trouble == []


async def test_a_flood_is_answered_in_order_and_in_full() -> None:
    count = 320
    async with running_server() as here, wire(here) as at:
        at.writer.write(b"".join(frame(TEXT, ping(number)) for number in range(count)))
        assert [(await at.answer())["re"] for _ in range(count)] == list(range(count))


async def test_long_answers_have_the_right_length() -> None:
    async with running_server() as here, wire(here) as at:
        created = await here.create("pelegrinus")
        table, tokens = created["table"]["id"], [held["token"] for held in created["tokens"]]
        wish = {"type": "subscribe", "table": table, "tokens": tokens, "re": 1}
        at.writer.write(frame(TEXT, json.dumps(wish).encode()))
        seen: set[int] = set()
        while len(seen) < 3:
            message = await at.answer()
            if message["type"] == "sync":
                seen.add(message["viewer"])
        assert seen == {0, 1, 2}
