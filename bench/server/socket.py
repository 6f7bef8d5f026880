"""A websocket client that costs as little as possible, so that what is measured is the server."""

import asyncio
import base64
import os
from collections import deque
from typing import Final, cast


class Socket(asyncio.Protocol):
    """Text frames in both directions. Frames are masked with zeros: legal, and nothing to compute."""

    def __init__(self, host: str, path: str) -> None:
        self.host: Final = host
        self.path: Final = path
        self.transport: asyncio.Transport | None = None
        self.buffer = bytearray()
        self.is_open = False
        self.inbox: Final[deque[bytearray]] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is of no class of asyncio's
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._wake()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(self.buffer[:end].decode())
            del self.buffer[: end + 4]
            self.is_open = True
        while self._take_frame():
            pass
        if self.inbox:
            self._wake()

    def _take_frame(self) -> bool:
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return False
        kind = buffer[0] & 15
        if kind in (0, 1):
            self.inbox.extend(buffer[start : start + length].split(b"\n"))
        elif kind == 9:  # ping
            self._write(0x8A, bytes(buffer[start : start + length]))
        del buffer[: start + length]
        return True

    def send(self, text: bytes) -> None:
        self._write(0x81, text)

    def _write(self, first: int, text: bytes) -> None:
        assert self.transport is not None
        length = len(text)
        head = (
            bytes((first, 128 | length)) if length < 126 else bytes((first, 254)) + length.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + text)

    async def read(self) -> bytearray:
        """The next message."""
        while not self.inbox:
            if self.is_lost:
                raise ConnectionError("the server closed the connection")
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        return self.inbox.popleft()

    def _wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


async def dial(host: str, port: int, path: str) -> Socket:
    """A socket that is connecting; what is sent early waits for the handshake on the server's side."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path), host, port)
    while not socket.is_open and not socket.is_lost:
        await asyncio.sleep(0.001)
    return socket
