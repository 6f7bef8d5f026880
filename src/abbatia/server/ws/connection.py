"""Connection: one websocket. Reads messages, answers each with its own kind of yes or a typed no."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from msgspec import DecodeError, Struct, ValidationError, defstruct
from msgspec.json import Decoder

from abbatia import __version__
from abbatia.server.errors import Denied, Fault
from abbatia.server.live.live_table import LiveTable
from abbatia.server.live.match_state import Repeated, Transition
from abbatia.server.live.registry import TableRegistry
from abbatia.server.live.table_state import TableState
from abbatia.server.live.viewer_feed import Viewer
from abbatia.server.ops.limits import Bucket
from abbatia.server.ws import protocol as wire
from abbatia.server.ws.model import ChatLine
from abbatia.server.ws.queries import look_of, preview_of, reasons_of

LOG: Final = logging.getLogger("abbatia.connections")
MOST_WAITING: Final = 500
"""A client with more unread messages than this is disconnected; it can come back and sync."""
MOST_TABLES: Final = 50
FAST_PAUSE: Final = 0.05

NUMBERED: Final[Decoder[Any]] = Decoder(defstruct("Numbered", [("re", wire.Request, 0)]))
"""All that is read of a message that is not understood."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Connection:
    """One client. `user` is the account whose session cookie came with it."""

    def __init__(
        self,
        tables: TableRegistry,
        send: Send,
        user: str | None,
        name: str | None,
        address: str = "?",
        session: bytes | None = None,
    ) -> None:
        self.tables: Final = tables
        self.user: Final = user
        self.name: Final = name
        self.address: Final = address
        self.session: Final = session  # the key of the session, which ends with it
        self.viewers: Final[dict[str, list[Viewer]]] = {}  # the viewers that this connection is, by table
        self.bucket: Final = Bucket(tables.settings.message_rate, tables.settings.message_rate * 3)
        self._send: Final = send
        self._outbox: Final[deque[str]] = deque()  # messages that the writer task has not sent yet
        self._wake: Final = asyncio.Event()
        self._said: Final[deque[str]] = deque(maxlen=20)  # keys of lines said as a spectator
        self._is_closed = False

    async def run(self, receive: Receive) -> None:
        """Talk until the client goes."""
        writer = asyncio.get_running_loop().create_task(self._write())
        self.tables.metrics.connections += 1
        try:
            while not self._is_closed:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return
                await self.hear(message.get("text") or message.get("bytes") or "")
        finally:
            self.tables.metrics.connections -= 1
            self._is_closed = True
            writer.cancel()
            for table in list(self.viewers):
                self._leave(table)

    def close(self) -> None:
        """Let the client go; it will come back to another process."""
        self._is_closed = True
        self._wake.set()

    # -- sending

    def post(self, text: str) -> None:
        """Send a message soon; a client that leaves too many unread is let go."""
        if self._is_closed:
            return
        self._outbox.append(text)
        self._wake.set()
        if len(self._outbox) > MOST_WAITING:
            self._is_closed = True

    def answer(self, message: Struct) -> None:
        self.post(wire.encode(message))

    def reseat(self, table: str, seats: dict[int, int]) -> list[Viewer]:
        viewers = self.viewers.get(table, [])
        moved: list[Viewer] = [*sorted(seats.get(seat, seat) for seat in viewers if seat is not None)]
        viewers[:] = moved or [None]
        return viewers

    def lose(self, table: str, seat: int) -> bool:
        viewers = self.viewers.get(table, [])
        if seat in viewers:
            viewers.remove(seat)
        if viewers:
            return False
        self.viewers[table] = [None]
        return True

    async def _write(self) -> None:
        outbox, wake, send = self._outbox, self._wake, self._send
        try:
            while not self._is_closed:
                await wake.wait()
                wake.clear()
                while outbox:
                    text = "\n".join(outbox)  # one frame: a frame costs more than a message
                    outbox.clear()
                    await send({"type": "websocket.send", "text": text})
            await send({"type": "websocket.close", "code": 1013})
        except Exception:  # the transport is gone: whatever it raises, there is nobody to tell
            self._is_closed = True

    # -- receiving

    async def hear(self, source: str | bytes) -> None:
        """Carry out one message; whatever it is, it is answered."""
        self.tables.metrics.messages += 1
        if not self.bucket.take():
            await self._slow_down(number_of(source))
            return
        if len(source) > wire.MAX_BYTES:
            self._refuse(Denied("too_big", limit=wire.MAX_BYTES), 0, None)
            return
        try:
            message = wire.CLIENT_MESSAGE.decode(source)
        except (ValidationError, DecodeError, UnicodeError, RecursionError) as bad:
            self._refuse(Denied("bad_message", detail=str(bad)[:200]), number_of(source), None)
            return
        if not self.bucket.take(cost_of(message)):
            await self._slow_down(message.re)
            return
        try:
            await ANSWERS[type(message)](self, message)
        except Denied as no:
            self._refuse(no, message.re, getattr(message, "table", None))
        except Exception:
            LOG.exception("a message could not be answered")
            self._refuse(Fault(), message.re, getattr(message, "table", None))

    async def _slow_down(self, re: int) -> None:
        self._refuse(Denied("too_fast"), re, None)
        await asyncio.sleep(FAST_PAUSE)

    def _refuse(self, no: Denied, re: int, table: str | None) -> None:
        self.tables.metrics.refusals[no.code] += 1
        self.answer(no.answer(re, table))

    async def hello(self, message: wire.Hello) -> None:
        if message.protocol != wire.PROTOCOL:
            raise Denied("other_protocol", given=message.protocol, spoken=wire.PROTOCOL)
        now = time.time()
        self.answer(wire.Welcome(message.re, wire.PROTOCOL, __version__, now, self.name))

    async def ping(self, message: wire.Ping) -> None:
        self.answer(wire.Pong(message.re, time.time()))

    async def subscribe(self, message: wire.Subscribe) -> None:
        if message.table not in self.viewers and len(self.viewers) >= MOST_TABLES:
            raise Denied("not_possible", "server.too_many_tables", n=MOST_TABLES)
        live = await self.tables.find(message.table)
        if message.table in self.viewers:
            self._leave(message.table)
        viewers = partial(self._own_viewers, message.tokens)
        self.viewers[message.table] = await live.subscribe(self, viewers, message.since, message.re)
        if self._is_closed:
            live.unsubscribe(self)

    def _own_viewers(self, tokens: list[str], table: TableState) -> list[Viewer]:
        """The seats that these tokens and the account hold at a table, else the spectator."""
        seats = {table.seat_of(token) for token in tokens} - {None}
        seats.update(table.seats_of_user(self.user))
        return [*sorted(seat for seat in seats if seat is not None)] or [None]

    async def unsubscribe(self, message: wire.Unsubscribe) -> None:
        if message.table not in self.viewers:
            raise Denied("not_subscribed")
        self._leave(message.table)
        self.answer(wire.Done(message.re, message.table))

    def _leave(self, table: str) -> None:
        del self.viewers[table]
        live = self.tables.live_tables.get(table)
        if live is not None:
            live.unsubscribe(self)

    # -- at a table

    def _at(self, table: str, viewer: Viewer) -> LiveTable:
        """The table, when this connection is this viewer there. Raises Denied."""
        viewers = self.viewers.get(table)
        live = self.tables.live_tables.get(table)
        if viewers is None or live is None:
            raise Denied("not_subscribed")
        if viewer is not None and viewer not in viewers:
            raise Denied("not_seated")
        return live

    async def _do(
        self, live: LiveTable, seat: Viewer, make: Callable[[TableState, int], Transition]
    ) -> Transition | Repeated:
        """Carry out a transition of a seat, if it is still this connection's when its turn has come."""

        def made(table: TableState, now: int) -> Transition:
            self._at(table.id, seat)
            return make(table, now)

        try:
            return await live.do(made)
        except Repeated as again:
            return again

    async def play(self, message: wire.Play) -> None:
        began = time.monotonic()
        seat = message.seat
        live = self._at(message.table, seat)
        done = await self._do(
            live, seat, lambda table, now: table.play(seat, message.nth, message.actions, now)
        )
        self.answer(wire.Done(message.re, message.table, done.nth, done.played))
        self.tables.metrics.answers.add(time.monotonic() - began)

    async def undo(self, message: wire.Undo) -> None:
        live = self._at(message.table, message.seat)
        act = TableState.ask if message.ask else TableState.undo
        seat, nth = message.seat, message.nth
        done = await self._do(live, seat, lambda table, now: act(table, seat, nth, now))
        self.answer(wire.Done(message.re, message.table, done.nth))

    async def redo(self, message: wire.Redo) -> None:
        seat = message.seat
        live = self._at(message.table, seat)
        done = await self._do(live, seat, lambda table, now: table.redo(seat, message.nth, now))
        self.answer(wire.Done(message.re, message.table, done.nth))

    async def consent(self, message: wire.Answer) -> None:
        seat = message.seat
        live = self._at(message.table, seat)
        await self._do(
            live, seat, lambda table, now: table.answer(seat, message.number, now, yes=message.yes)
        )
        self.answer(wire.Done(message.re, message.table))

    async def come_back(self, message: wire.Return) -> None:
        live = self._at(message.table, message.seat)
        await self._do(live, message.seat, partial(_come_back, message.seat))
        self.answer(wire.Done(message.re, message.table))

    async def chat(self, message: wire.Chat) -> None:
        live = self._at(message.table, message.seat)
        text = " ".join("".join(c if c.isprintable() else " " for c in message.text).split())
        if not text:
            raise Denied("bad_message", detail="text")
        seat = message.seat
        if seat is None:
            self._say_as_spectator(live, text, message.key)
        else:
            name = live.table.head.chairs[seat].name
            await self.tables.quotas.spend("chat", self.user, self.address, self.tables.now())
            await self._do(live, seat, lambda table, now: table.say(seat, name, text, message.key, now))
        self.answer(wire.Done(message.re, message.table))

    def _say_as_spectator(self, live: LiveTable, text: str, key: str) -> None:
        """Say something that is not stored; under a key that was used before it has been said already."""
        said = f"{live.id} {key}"
        if key and said in self._said:
            return
        if not live.spectator_bucket.take():
            raise Denied("too_fast")
        self._said.append(said)
        line = ChatLine(None, self.name or "", text, self.tables.now() / 1000)
        live.add_spectator_line(line)
        self.tables.publish_chat(live, line)

    async def mute(self, message: wire.Mute) -> None:
        live = self._at(message.table, message.seat)
        if message.who is not None and message.who >= live.table.row.seats:
            raise Denied("not_possible", "server.no_seat", seat=message.who + 1)
        seat, who = message.seat, message.who
        await self._do(live, seat, lambda table, now: table.mute(seat, who, now, on=message.on))
        self.answer(wire.Done(message.re, message.table))

    # -- questions

    async def why(self, message: wire.Why) -> None:
        live = self._at(message.table, message.seat)
        async with live.lock:
            await live.refresh()
            self._at(message.table, message.seat)
            self.answer(reasons_of(live.table, message.seat, message.actions, message.re))

    async def preview(self, message: wire.Preview) -> None:
        live = self._at(message.table, message.seat)
        async with live.lock:
            await live.refresh()
            self._at(message.table, message.seat)
            seed = self.tables.number()
            self.answer(preview_of(live.table, message.seat, message.actions, seed, message.re))

    async def look(self, message: wire.Look) -> None:
        live = self._at(message.table, message.viewer)
        async with live.lock:
            await live.refresh()
            self._at(message.table, message.viewer)
            feed = live.feeds.get(message.viewer)
            if feed is None:
                raise Denied("not_seated")
            self.answer(look_of(live.table, feed, message.viewer, message.at, message.re))


def number_of(source: str | bytes) -> int:
    """The number of a message that is not understood, for the answer to it; 0 if it has none."""
    try:
        found: int = NUMBERED.decode(source[: wire.MAX_BYTES]).re
        return found
    except (ValidationError, DecodeError, UnicodeError, RecursionError):
        return 0


def _come_back(seat: int, table: TableState, now: int) -> Transition:
    return table.come_back(seat, now)


ANSWERS: Final[dict[type, Callable[[Connection, Any], Awaitable[None]]]] = {
    wire.Hello: Connection.hello,
    wire.Ping: Connection.ping,
    wire.Subscribe: Connection.subscribe,
    wire.Unsubscribe: Connection.unsubscribe,
    wire.Play: Connection.play,
    wire.Undo: Connection.undo,
    wire.Redo: Connection.redo,
    wire.Answer: Connection.consent,
    wire.Chat: Connection.chat,
    wire.Mute: Connection.mute,
    wire.Return: Connection.come_back,
    wire.Why: Connection.why,
    wire.Preview: Connection.preview,
    wire.Look: Connection.look,
}

COSTS: Final[dict[type, float]] = {wire.Undo: 9.0, wire.Look: 4.0, wire.Preview: 1.0, wire.Chat: 4.0}
"""What these messages cost more than others: an undo replays the match, a chat line is stored for ever."""
ACTION_COST: Final = 0.1
"""What each action of a batch costs after the first."""


def cost_of(message: Any) -> float:
    """What a message costs more than others, in messages of the connection's rate."""
    if isinstance(message, wire.Play):
        return ACTION_COST * (len(message.actions) - 1)
    return COSTS.get(type(message), 0.0)
