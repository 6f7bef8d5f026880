"""A websocket client that does what browsers do: it talks, and keeps up its picture of the table."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from abbatia.core.chance import Rng
from tests.server.running_server import PATIENCE, Json, RunningServer


def laid_over(before: Json | None, message: Json) -> Json:
    """The view after a message: a step tells only what has changed of the observation."""
    view: Json = message["view"]
    if message["type"] == "step":
        assert view["observation"] == {}
        check_paths([path for path, *_ in message["changes"]])
        seen = before["observation"] if before is not None else {}
        view = {**view, "observation": changed(seen, message["changes"])}
    return view


def check_paths(paths: list[list[str | int]]) -> None:
    """Nothing is told in a change that another one covers: what is seen in the end is all that was told."""
    for one, path in enumerate(paths):
        for other, longer in enumerate(paths):
            assert one == other or longer[: len(path)] != path, f"{longer} is told twice"


def changed(seen: Json, changes: Sequence[Sequence[Any]]) -> Json:
    """An observation after the changes of a step."""
    seen = deepcopy(seen)
    for path, *change in changes:
        part: Any = seen
        for name in path[:-1]:
            part = part[name]
        if len(change) == 1:
            part[path[-1]] = change[0]
        else:
            at, gone, come = change
            part[path[-1]][at : at + gone] = come
    return seen


class Client:
    """One websocket: what it got, and the newest view of each viewer."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.unread: deque[str] = deque()  # messages that came in the same frame
        self.views: dict[int | None, Json] = {}
        self.logs: dict[int | None, list[Json]] = {}
        self.cursors: dict[int | None, str] = {}
        self.table: Json = {}
        self.re = 0

    async def read(self) -> Json:
        """The next message; the client keeps up its picture of the table as browsers do."""
        if not self.unread:
            frame = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            assert isinstance(frame, str)
            self.unread.extend(frame.split("\n"))
        text = self.unread.popleft()
        self.frames.append(text)
        message: Json = json.loads(text)
        kind = message["type"]
        if kind == "sync" and message["seats"] is not None:
            for seat in set(self.logs) - set(message["seats"] or [None]):
                for kept in (self.views, self.logs, self.cursors):
                    kept.pop(seat, None)
        if kind in ("sync", "step"):
            viewer = message["viewer"]
            log = self.logs.setdefault(viewer, [])
            assert message["first"] <= len(log), "a gap in the log"
            log[message["first"] :] = message["log"]
            assert [entry["number"] for entry in log] == list(range(len(log)))
            if message["view"] is not None:
                self.views[viewer] = laid_over(self.views.get(viewer), message)
        if kind in ("sync", "step", "chatted"):
            self.cursors[message["viewer"]] = message["cursor"]
        if kind in ("sync", "table"):
            self.table = message["table"]
        return message

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        while True:
            message = await self.read()
            if wanted(message):
                return message

    async def send(self, kind: str, **fields: Any) -> int:
        self.re += 1
        await self.socket.send(json.dumps({"type": kind, "re": self.re, **fields}))
        return self.re

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send, and read until the answer comes."""
        re = await self.send(kind, **fields)
        return await self.until(lambda message: message.get("re") == re)

    async def come(self, table: str, tokens: Sequence[str] = (), since: Sequence[str] = ()) -> list[Json]:
        """Subscribe; one sync for each viewer."""
        re = await self.send("subscribe", table=table, tokens=list(tokens), since=list(since))
        first = await self.until(lambda message: message.get("re") == re)
        syncs = [first]
        while first["type"] == "sync" and len(syncs) < max(len(tokens), 1):
            syncs.append(await self.until(lambda message: message.get("re") == re))
        return syncs

    def acting(self) -> list[int]:
        return sorted(seat for seat, view in self.views.items() if seat is not None and view["legal"])

    async def play(self, seat: int, *actions: str, **more: Any) -> Json:
        nth = more.pop("nth", self.views[seat]["nth"])
        table = self.table["id"]
        return await self.ask("play", table=table, seat=seat, nth=nth, actions=list(actions), **more)

    async def play_any(self, rng: Rng) -> Json:
        """Do something legal with a seat of one's own."""
        seats = self.acting()
        seat = seats[rng.below(len(seats))]
        legal = self.views[seat]["legal"]
        return await self.play(seat, legal[rng.below(len(legal))])


@asynccontextmanager
async def client(here: RunningServer, **headers: str) -> AsyncIterator[Client]:
    url = here.url.replace("http", "ws") + "/api/ws"
    # No keepalive: a client that does not read for a minute, on a busy machine, is not dead.
    async with connect(
        url, additional_headers=headers, max_size=None, close_timeout=0.5, ping_interval=None
    ) as opened:
        yield Client(opened)


def tokens_of(seated: Json) -> list[str]:
    return [held["token"] for held in seated["tokens"]]


async def play_out(player: Client, rng: Rng, steps: int = 5_000) -> int:
    """Play all one's seats until the match is over (or so many actions); how many were played."""
    for done in range(steps):
        while not player.acting():
            if all(not view["to_act"] for view in player.views.values()):
                return done
            await player.read()
        answer = await player.play_any(rng)
        assert answer["type"] == "done", answer
    return steps
