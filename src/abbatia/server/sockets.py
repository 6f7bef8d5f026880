"""Sockets: uvicorn's websockets with a short way for what tables are made of, one whole text in, one out.

Such a text is read and written without a frame object, a task or a queue's lock between the wire and a
connection; short ones, as all plays are, wait for their turn in one line, and what is written leaves together
with the others'. Everything else (the handshake, fragments, pings, compression, closing) goes uvicorn's own
way. What a socket leaves behind has no cycles.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from abbatia.server.frames import MASKED, TEXT, measure, short_text, unmasked
from abbatia.server.line import Line
from abbatia.server.mail import Mail

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

TEXTS: Final = "abbatia.texts"
"""The extension of the ASGI scope for the short way: `Socket.write_frames` and `Socket.read_texts`."""
MOST_UNREAD: Final = 16
"""A client that has sent so many messages waits until they are read."""


class Inbox(asyncio.Queue["ASGIReceiveEvent"]):
    """What has come and was not read yet: a queue for one reader, who never gives up waiting."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.loop: Final = loop
        self.events: Final[deque[ASGIReceiveEvent]] = deque()
        self.waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self.events

    def put_nowait(self, item: "ASGIReceiveEvent") -> None:
        self.events.append(item)
        waiter = self.waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    async def get(self) -> "ASGIReceiveEvent":
        while not self.events:
            self.waiter = self.loop.create_future()
            await self.waiter
        return self.events.popleft()


class Upgraded(HttpToolsProtocol):
    """One connection that speaks HTTP, perhaps only until it becomes a websocket."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        del self.parser  # else each would keep the other


class Socket(WebSocketsSansIOProtocol):
    """One websocket; `config_for` gives it to uvicorn."""

    def __init__(self, line: Line, mail: Mail, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.line: Final = line
        self.mail: Final = mail
        self.waiting: str | None = None  # a text that has come and stands in the line
        self.inbox: Final = Inbox(self.loop)
        self.queue = self.inbox
        self.extensions: dict[str, Any] = {}  # of the ASGI scope, after a handshake that succeeds
        self.is_early = False  # something came before the handshake was answered: it may be half a frame
        self.is_plain = False  # frames may go the short way
        self.is_full = False  # the client does not read: what is written would be kept in memory
        self.rest = b""  # the beginning of a frame
        self.take: Callable[[str], bool] | None = None  # takes a text at once, or says that it cannot

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.extensions = self.scope["extensions"]
            self.extensions[TEXTS] = {"write": self.write_frames, "read": self.read_texts}

    async def send(self, message: "ASGISendEvent") -> None:
        self.mail.leave()  # what was written before comes first
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.is_plain = not self.conn.extensions and not self.is_early
        elif message["type"] == "websocket.close":
            self.is_plain = False

    def connection_lost(self, exc: Exception | None) -> None:
        self.have_turn()
        super().connection_lost(exc)
        self.extensions.pop(TEXTS, None)
        self.conn.parser.close()  # it knows whose it is

    def shutdown(self) -> None:
        self.mail.leave()
        super().shutdown()

    # -- writing

    def pause_writing(self) -> None:
        self.is_full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.is_full = False
        super().resume_writing()

    def write_frames(self, frames: bytes) -> bool:
        """Write whole texts; False when only `send` can, for a client that is gone or does not read."""
        if not self.is_plain or self.is_full or self.transport.is_closing():
            return False
        self.mail.post(self.transport, frames, self.loop)
        return True

    # -- reading

    def read_texts(self, take: Callable[[str], bool] | None) -> None:
        """From now on offer each text to this one first, unless others wait to be received."""
        self.take = take

    def data_received(self, data: bytes) -> None:
        self.have_turn()  # what came before comes first
        if self.is_plain and not self.rest and not self.frames:
            self.waiting = short_text(data)
            if self.waiting is not None:
                self.line.join(self, self.loop)
                return
        if self.rest:
            data, self.rest = self.rest + data, b""
        while data and self.is_plain:
            head, size = measure(data)
            if size > self.config.ws_max_size:
                break
            if size > len(data):
                self.rest = data
                return
            if size == len(data):
                self.take_frame(data, head)
                return
            self.take_frame(data[:size], head)
            data = data[size:]
        if data:
            self.is_early = self.handshake_initiated
            self.take_otherwise(data)

    def take_otherwise(self, data: bytes) -> None:
        """What has no short way: uvicorn may answer it, after all that was written before."""
        self.mail.leave()
        super().data_received(data)

    def take_frame(self, frame: bytes, head: int) -> None:
        """Read one whole frame."""
        if frame[0] != TEXT or not frame[1] & MASKED or self.frames:
            self.take_otherwise(frame)
            return
        text = unmasked(frame, head)
        if text is None:
            self.take_otherwise(frame)
            return
        self.take_text(text)

    def have_turn(self) -> None:
        """Carry out what has waited in the line, if it still does."""
        if self.waiting is not None:
            text, self.waiting = self.waiting, None
            self.take_text(text)

    def take_text(self, text: str) -> None:
        """A whole text has come and has its turn."""
        if self.take is not None and not self.inbox.events and self.take(text):
            return
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})
        if len(self.inbox.events) >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
