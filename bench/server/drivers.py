"""Two clients at each of many tables, at our server and at boardgame.io's, playing as fast as they are let.

The next move is made when both clients have seen the last one (and, at ours, it was acknowledged as stored).
"""

import asyncio
import time
from typing import Any, Final

import httpx
import msgspec

from abbatia.core.chance import Rng
from bench.server.socket import Socket, dial

HOST: Final = "127.0.0.1"


class Score:
    """What was measured: the time of every move, from sending it until both have seen it."""

    def __init__(self) -> None:
        self.times: Final[list[float]] = []
        self.began = 0.0
        self.is_over = False
        self.cpu = 0.0  # seconds of the server's processor time
        self.own_cpu = 0.0  # and of this driver's

    def percentile(self, share: float) -> float:
        """Milliseconds."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


class View(msgspec.Struct):
    legal: list[str]
    nth: int
    to_act: list[int]


class Ours(msgspec.Struct):
    """What the driver needs of our messages; everything else is skipped."""

    type: str
    viewer: int | None = None
    view: View | None = None
    re: int = 0


OURS: Final = msgspec.json.Decoder(Ours)
ENCODE: Final = msgspec.json.Encoder().encode

MADE_BEFORE: Final = 4
"""More matches than two clients play in the time of a round."""
LENGTH: Final = 160
"""So many moves, more or less, a match of Das Duell has when they are picked at random."""


class CardinalTable:
    """A table of Cardinal for two (Das Duell) at our server; when a match is over, the next begins.

    Both clients sit at the next tables beforehand: moves are measured, and at the peer's nobody makes a table
    or comes to one meanwhile, either (its match never ends). The tables begin at all stages of a match: else
    all of them would end in the same second, and the figures would tell whether that one was measured.
    """

    def __init__(self, port: int, http: httpx.AsyncClient, seed: int) -> None:
        self.port: Final = port
        self.http: Final = http
        self.rng: Final = Rng(seed)
        self.sockets: list[Socket] = []
        self.next: list[tuple[str, list[View]]] = []  # tables at which both sit already
        self.table = ""
        self.views: list[View] = []
        self.re = 0

    async def prepare(self) -> None:
        """Connect both clients and sit down."""
        self.sockets = [await dial(HOST, self.port, "/api/ws") for _ in range(2)]
        self.next = [await self._sit() for _ in range(MADE_BEFORE)]
        await self._begin()

    async def _sit(self) -> tuple[str, list[View]]:
        """Make a table and come to it, both; what each sees there."""
        seats = [{"kind": "me", "name": "Anne"}, {"kind": "me", "name": "Berthe"}]
        body = {"title": "cardinal", "seats": seats, "options": {"duel": True}, "seating": "as_seated"}
        answer = await self.http.post("/api/tables", json=body)
        seated = answer.raise_for_status().json()
        table, views = seated["table"]["id"], []
        for seat, held in enumerate(seated["tokens"]):
            self._send(seat, {"type": "subscribe", "table": table, "tokens": [held["token"]]})
        for socket in self.sockets:
            while (message := OURS.decode(await socket.read())).type != "sync":
                pass
            assert message.view is not None
            views.append(message.view)
        return table, views

    async def _begin(self) -> None:
        """Go on at the next table."""
        self.table, self.views = self.next.pop() if self.next else await self._sit()

    def _send(self, seat: int, message: dict[str, Any]) -> None:
        self.re += 1
        self.sockets[seat].send(ENCODE({**message, "re": self.re}))

    async def advance(self, moves: int) -> None:
        """Play so many moves that are not measured."""
        for _ in range(moves):
            await self._move()

    async def play(self, score: Score) -> None:
        while not score.is_over:
            took = await self._move()
            if score.began and not score.is_over:
                score.times.append(took)

    async def _move(self) -> float:
        """Let whoever is to act do something; seconds from sending it until both have seen it."""
        while not self.views[0].to_act:
            await self._begin()
        seat = self.views[0].to_act[0]
        view = self.views[seat]
        action = view.legal[self.rng.below(len(view.legal))]
        began = time.perf_counter()
        self._send(
            seat, {"type": "play", "table": self.table, "seat": seat, "nth": view.nth, "actions": [action]}
        )
        await self._see(seat, acknowledged=True)
        await self._see(1 - seat, acknowledged=False)
        return time.perf_counter() - began

    async def _see(self, seat: int, *, acknowledged: bool) -> None:
        """Read until the step has come, and for who played, the acknowledgement."""
        seen = False
        while not seen or acknowledged:
            message = OURS.decode(await self.sockets[seat].read())
            if message.type == "step":
                assert message.view is not None
                self.views[seat] = message.view
                seen = True
            elif message.type == "done" and message.re == self.re:
                acknowledged = False
            elif message.type == "refused":
                raise RuntimeError(f"our server refused: {message}")

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


class TicTacToeTable:
    """A match of tic-tac-toe at boardgame.io's server, spoken in socket.io's own frames."""

    SPACE: Final = "/tic-tac-toe"

    def __init__(self, port: int, number: int) -> None:
        self.port: Final = port
        self.match: Final = f"match{number}"
        self.sockets: list[Socket] = []
        self.moves = 0

    async def prepare(self) -> None:
        path = "/socket.io/?EIO=4&transport=websocket"
        self.sockets = [await dial(HOST, self.port, path) for _ in range(2)]
        for player, socket in enumerate(self.sockets):
            await self._hear(socket, b"0")
            socket.send(f"40{self.SPACE},".encode())
            await self._hear(socket, f"40{self.SPACE}".encode())
            self._emit(socket, ["sync", self.match, str(player), None, 2])
            await self._hear(socket, f'42{self.SPACE},["sync"'.encode())

    def _emit(self, socket: Socket, message: list[Any]) -> None:
        socket.send(f"42{self.SPACE},".encode() + ENCODE(message))

    async def _hear(self, socket: Socket, start: bytes) -> bytearray:
        while True:
            message = await socket.read()
            if message == b"2":
                socket.send(b"3")
            elif message.startswith(start):
                return message

    async def play(self, score: Score) -> None:
        update = f'42{self.SPACE},["update"'.encode()
        while not score.is_over:
            player = str(self.moves % 2)
            payload = {"type": "clickCell", "args": [self.moves % 9], "playerID": player}
            action = {"type": "MAKE_MOVE", "payload": payload}
            began = time.perf_counter()
            self._emit(self.sockets[self.moves % 2], ["update", action, self.moves, self.match, player])
            for socket in self.sockets:
                message = await self._hear(socket, update)
                state = msgspec.json.decode(message.partition(b",")[2])[2]
                self.moves_seen(state)
            self.moves += 1
            if score.began and not score.is_over:
                score.times.append(time.perf_counter() - began)

    def moves_seen(self, state: Any) -> None:
        """The client must know where the match is, as ours must."""
        if state["_stateID"] != self.moves + 1:
            raise RuntimeError(f"boardgame.io is at {state['_stateID']}, not at {self.moves + 1}")

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


Table = CardinalTable | TicTacToeTable


async def measure(tables: list[Table], warm_up: float, seconds: float) -> Score:
    """Let all tables play at once; count after warming up."""
    score = Score()
    playing = [asyncio.create_task(table.play(score)) for table in tables]
    await asyncio.sleep(warm_up)
    score.began = time.perf_counter()
    await asyncio.sleep(seconds)
    score.is_over = True
    _, late = await asyncio.wait(playing, timeout=10)
    for task in late:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for task in playing:
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error
    for table in tables:
        table.close()
    return score
