"""Server processes that are killed, and clients that come back by themselves and remember everything."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from abbatia.core.chance import Rng
from tests.server.ws_client import laid_over

Json = dict[str, Any]
DECODE: Final = msgspec.json.Decoder().decode
ENCODE: Final = msgspec.json.Encoder().encode
OVERDUE: Final = 100
"""So many plays after its moment a kill is long overdue."""
START: Final = 60.0
"""Seconds that a server has to start, on a busy machine."""


class ServerProcesses:
    """One or several `abbatia serve` on one store, each with a port of its own that stays the same."""

    def __init__(self, store: str, count: int) -> None:
        self.store: Final = store
        self.ports: Final = [free_port() for _ in range(count)]
        self.processes: Final[dict[int, subprocess.Popen[bytes]]] = {}
        self.running: Final[list[int]] = []
        self.mark: Final = secrets.token_hex(8)  # in the environment of all that is ours
        self.kills = 0

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "ABBATIA_STORE": self.store,
            "ABBATIA_MESSAGE_RATE": "1e6",
            "ABBATIA_REQUEST_RATE": "1e6",
            "ABBATIA_READ_RATE": "1e6",
            "ABBATIA_MAX_SOCKETS": "100000",
            "ABBATIA_TABLES_PER_HOUR": "100000",
            "ABBATIA_BOTS_PER_HOUR": "100000",
            "ABBATIA_CHAT_PER_HOUR": "1000000",
            "ABBATIA_LOG_LEVEL": "warning",
            "ABBATIA_TEST_MARK": self.mark,
        }

    async def start(self, port: int) -> None:
        """Start a server and wait until it says where it is."""
        command = [str(Path(sys.executable).parent / "abbatia"), "serve", "--port", str(port)]
        process = subprocess.Popen(command, env=self.environment(), stdout=subprocess.PIPE)
        self.processes[port] = process
        assert process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), START)
        assert str(port).encode() in line, f"the server did not start: {line!r}"
        self.running.append(port)

    async def kill(self, port: int) -> None:
        """SIGKILL: no handler runs, nothing is flushed."""
        self.running.remove(port)
        process = self.processes[port]
        process.send_signal(signal.SIGKILL)
        await asyncio.to_thread(process.wait)
        assert process.stdout is not None
        process.stdout.close()
        self.kills += 1

    def give_up(self) -> None:
        """End whatever still runs, at once."""
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()

    def stop(self) -> None:
        """End all with grace."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.wait(20)

    def left_behind(self, patience: float = 10.0) -> list[str]:
        """What still runs of all processes that were ever started here, after a while."""
        end = time.monotonic() + patience
        while (found := marked(self.mark)) and time.monotonic() < end:
            time.sleep(0.1)
        return found


def marked(mark: str) -> list[str]:
    """The command lines of processes with this mark in their environment (where /proc is)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ClientLog:
    """What all clients together sent and what was acknowledged."""

    def __init__(self) -> None:
        self.sent: Final[set[tuple[str, int, int, str]]] = set()  # table, seat, nth, action
        self.acknowledged: Final[list[tuple[str, int, int, str]]] = []
        self.said: Final[list[tuple[str, str]]] = []  # chat that was acknowledged
        self.go_on: Final = asyncio.Event()  # not set while a kill is overdue
        self.go_on.set()
        self.stale = 0
        self.reconnects = 0
        self.batches = 0  # acknowledged messages of several actions
        self.dropped = 0  # actions that were dropped because something came to light before them


class ReconnectingPlayer:
    """A client with some seats of one table (none: a spectator). Whatever happens, it comes back.

    What was not answered is sent again as it was, and now and then a play is sent twice. Often it plays a
    batch: it asks by previews what it may do next, as browsers do, and goes on behind a revelation, where
    the server has to drop what comes.
    """

    def __init__(
        self, client_log: ClientLog, ports: Sequence[int], table: str, tokens: Sequence[str], seed: int
    ):
        self.client_log: Final = client_log
        self.ports: Final = ports
        self.table: Final = table
        self.tokens: Final = list(tokens)
        self.rng: Final = Rng(seed)
        self.frames: Final[list[bytes]] = []  # everything ever received, packed
        self.views: Final[dict[int | None, Json]] = {}
        self.logs: Final[dict[int | None, list[Json]]] = {}
        self.cursors: Final[dict[int | None, str]] = {}
        self.pending: tuple[int, int, list[str]] | None = None  # seat, nth, actions: not answered yet
        self.waited: set[int] = set()  # the messages that asked for it
        self.draft: tuple[int, list[str]] | None = None  # a seat and the actions of a batch that grows
        self.previewing = 0  # the message that asks what the draft gives
        self.chatting = ""  # a line that was not answered yet
        self.re = 0
        self.is_over = False
        self._at = self.rng.below(len(ports))

    async def play(self) -> None:
        """Until the match is over."""
        while not self.is_over:
            url = f"ws://127.0.0.1:{self.ports[self._at]}/api/ws"
            try:
                async with connect(
                    url, max_size=None, ping_interval=None, compression=None, close_timeout=0.5
                ) as opened:
                    await self._sit(opened)
            except (OSError, TimeoutError, WebSocketException):
                self.client_log.reconnects += 1
                self._at = (self._at + 1) % len(self.ports)
                await asyncio.sleep(0.02 + self.rng.below(100) / 1000)

    async def _sit(self, opened: ClientConnection) -> None:
        self.draft = None
        await self._send(opened, "subscribe", tokens=self.tokens, since=list(self.cursors.values()))
        waited = self.re
        syncs = 0
        unread: deque[bytes] = deque()
        while not self.is_over:
            if not unread:
                unread.extend((await opened.recv(decode=False)).split(b"\n"))
            text = unread.popleft()
            self.frames.append(zlib.compress(text, 1))
            message = DECODE(text)
            self._take(message)
            if message["type"] == "sync" and message["re"] == waited:
                syncs += 1
                if syncs == max(len(self.tokens), 1) and self.pending is not None:
                    await self._send_pending(opened)
                if syncs == max(len(self.tokens), 1) and self.chatting:
                    await self._send_line(opened)
            if message["type"] == "previewed" and message["re"] == self.previewing:
                await self._go_on(opened, message)
            if syncs >= max(len(self.tokens), 1) and self.is_free():
                await self._act(opened)

    def is_free(self) -> bool:
        """Whether nothing is being done."""
        return self.pending is None and self.draft is None and not self.is_over

    def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind in ("sync", "step"):
            viewer = message["viewer"]
            log = self.logs.setdefault(viewer, [])
            assert message["first"] <= len(log), "a gap in the log"
            log[message["first"] :] = message["log"]
            self.cursors[viewer] = message["cursor"]
            if message["view"] is not None:
                self.views[viewer] = laid_over(self.views.get(viewer), message)
                self.is_over = message["view"]["result"] is not None and self.pending is None
        elif kind == "done":
            self._acknowledge(message)
        elif kind == "refused":
            assert message["code"] == "stale", message
            self.client_log.stale += 1
            if message["re"] in self.waited:
                self.pending = None

    def _acknowledge(self, message: Json) -> None:
        if message["nth"] is None:
            self.client_log.said.append((self.table, self.chatting))
            self.chatting = ""
        elif self.pending is not None and message["re"] in self.waited:
            seat, nth, actions = self.pending
            played = message["played"]
            assert message["nth"] == nth + played
            assert 1 <= played <= len(actions)
            for place, action in enumerate(actions[:played]):
                self.client_log.acknowledged.append((self.table, seat, nth + place, action))
            self.client_log.batches += len(actions) > 1
            self.client_log.dropped += len(actions) - played
            self.pending = None
            self.is_over = any(view["result"] is not None for view in self.views.values())

    async def _act(self, opened: ClientConnection) -> None:
        """Play something legal with a seat of one's own; sometimes say something before."""
        seats = sorted(seat for seat, view in self.views.items() if seat is not None and view["legal"])
        if not seats:
            return
        seat = seats[self.rng.below(len(seats))]
        if not self.chatting and self.rng.below(40) == 0:
            self.chatting = f"{seat} says {self.rng.below(10**9)}"
            await self._send_line(opened)
        await self.client_log.go_on.wait()
        legal = self.views[seat]["legal"]
        first = legal[self.rng.below(len(legal))]
        if self.rng.below(3):
            await self._play(opened, seat, [first])
        else:
            self.draft = seat, [first]
            await self._ask_preview(opened)

    async def _ask_preview(self, opened: ClientConnection) -> None:
        assert self.draft is not None
        seat, actions = self.draft
        self.previewing = self.re + 1
        await self._send(opened, "preview", seat=seat, actions=actions)

    async def _go_on(self, opened: ClientConnection, previewed: Json) -> None:
        """One more action for the draft, or play it."""
        assert self.draft is not None
        seat, actions = self.draft
        legal = previewed["legal"]
        if previewed["stopped"] == "end" and legal and len(actions) < 12:
            actions.append(legal[self.rng.below(len(legal))])
            await self._ask_preview(opened)
            return
        if previewed["stopped"] != "end" or not legal:
            actions.append(actions[0])  # the server drops it: something comes to light before
        self.draft = None
        await self._play(opened, seat, actions)

    async def _play(self, opened: ClientConnection, seat: int, actions: list[str]) -> None:
        self.waited = set()
        nth = self.views[seat]["nth"]
        self.pending = seat, nth, actions
        for place, action in enumerate(actions):
            self.client_log.sent.add((self.table, seat, nth + place, action))
        await self._send_pending(opened)
        if self.rng.below(20) == 0:
            await self._send_pending(opened)

    async def _send_pending(self, opened: ClientConnection) -> None:
        assert self.pending is not None
        seat, nth, actions = self.pending
        self.waited.add(self.re + 1)
        await self._send(opened, "play", seat=seat, nth=nth, actions=actions)

    async def _send_line(self, opened: ClientConnection) -> None:
        seat = int(self.chatting.partition(" ")[0])
        await self._send(opened, "chat", seat=seat, text=self.chatting, key=self.chatting[:40])

    async def _send(self, opened: ClientConnection, kind: str, **fields: Any) -> None:
        self.re += 1
        await opened.send(ENCODE({"type": kind, "re": self.re, "table": self.table, **fields}), text=True)


class PlayedTable:
    """A table as it was created: who holds what. `clients` are the seats of each client ((): watches)."""

    def __init__(self, title: str, clients: Sequence[Sequence[int]], bots: int, options: Json) -> None:
        self.title: Final = title
        self.clients: Final = clients
        self.bots: Final = bots
        self.options: Final = options
        self.id = ""
        self.tokens: list[str] = []
        self.host = ""
        self.players: list[ReconnectingPlayer] = []

    async def create(
        self, http: httpx.AsyncClient, client_log: ClientLog, ports: Sequence[int], seed: int
    ) -> None:
        people = sum(len(seats) for seats in self.clients)
        seats = [{"kind": "me", "name": f"Player {number}"} for number in range(people)]
        seats += [{"kind": "bot", "bot": "uniform", "name": "Bot"} for _ in range(self.bots)]
        body = {"title": self.title, "seats": seats, "options": self.options}
        answer = await http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        seated = answer.json()
        self.id = seated["table"]["id"]
        self.tokens = [held["token"] for held in seated["tokens"]]
        self.host = seated["host"]
        for number, own in enumerate(self.clients):
            tokens = [self.tokens[seat] for seat in own]
            self.players.append(ReconnectingPlayer(client_log, ports, self.id, tokens, seed + number))


async def kill_at_random(
    processes: ServerProcesses, client_log: ClientLog, moments: Sequence[int], rng: Rng
) -> None:
    """Kill a process whenever so many plays were acknowledged, at no particular moment.

    The others play on meanwhile; nobody begins another play while a kill is long overdue.
    """
    starting: list[asyncio.Task[None]] = []
    for moment in moments:
        while len(client_log.acknowledged) < moment:
            await asyncio.sleep(0.002)
        await asyncio.sleep(rng.below(30) / 1000)
        while not processes.running:
            if len(client_log.acknowledged) > moment + OVERDUE:
                client_log.go_on.clear()
            await asyncio.sleep(0.002)
        client_log.go_on.set()
        port = processes.running[rng.below(len(processes.running))]
        await processes.kill(port)
        starting.append(asyncio.create_task(processes.start(port)))
    await asyncio.gather(*starting)


async def play_under_kills(
    processes: ServerProcesses, tables_of_all_titles: Sequence[PlayedTable], moments: Sequence[int], seed: int
) -> ClientLog:
    """Play all tables to their end while processes are killed."""
    client_log = ClientLog()
    for port in processes.ports:
        await processes.start(port)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{processes.ports[0]}", timeout=60) as http:
        for number, played in enumerate(tables_of_all_titles):
            await played.create(http, client_log, processes.ports, seed + 1000 * number)
    players = [player for played in tables_of_all_titles for player in played.players]
    killer = asyncio.create_task(kill_at_random(processes, client_log, moments, Rng(seed)))
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        for finished in asyncio.as_completed(playing):
            await finished
        await killer
    except BaseException:
        plays, returns = len(client_log.acknowledged), client_log.reconnects
        print(f"{plays} plays, {processes.kills} kills, {returns} reconnects")
        raise
    finally:
        for task in (killer, *playing):
            task.cancel()
        await asyncio.gather(killer, *playing, return_exceptions=True)
    return client_log


class GranianProcesses(ServerProcesses):
    """The same application under another ASGI server, which knows nothing of it nor it of that."""

    async def start(self, port: int) -> None:
        granian = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", "127.0.0.1"]
        command = [*granian, "--port", str(port), "--factory", "abbatia.server.process:app"]
        # Its supervisor and worker are one process group, so that both can be killed together.
        process = subprocess.Popen(command, env=self.environment(), start_new_session=True)
        self.processes[port] = process
        async with httpx.AsyncClient() as http, asyncio.timeout(START):
            while not await is_healthy(http, port):
                assert process.poll() is None, "the server did not start"
                await asyncio.sleep(0.05)
        self.running.append(port)

    async def kill(self, port: int) -> None:
        self.running.remove(port)
        os.killpg(self.processes[port].pid, signal.SIGKILL)
        await asyncio.to_thread(self.processes[port].wait)
        self.kills += 1

    def give_up(self) -> None:
        for process in self.processes.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


async def is_healthy(http: httpx.AsyncClient, port: int) -> bool:
    """Whether a server answers at this port and can store."""
    try:
        return (await http.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200
    except httpx.TransportError:
        return False
