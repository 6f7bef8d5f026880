"""Measure a turn of four actions, sent as one message and as four: `python -m bench.server.turns`.

    --rounds 9 --turns 60        how many rounds, and how many turns of each kind in a round

One table of Pelegrinus on a synced SQLite file, two clients. A turn is sent and its answer awaited: `done`
means that it is on disk. The two ways take turns within a round, so that a busy machine slows both. Prints
milliseconds a turn (medians of each round: the middle one, and from the least to the greatest) and the ratio.
"""

import argparse
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import msgspec
import uvloop

from bench.server.drivers import HOST
from bench.server.running import Running, our_server
from bench.server.socket import Socket, dial
from tools.compile import has_compiler, make_tree

ACTIONS = 4
WARM_UP = 10
BAR = 2.5


class Table:
    """A table at which the first seat orders four characters and takes it all back, again and again."""

    def __init__(self) -> None:
        self.id = ""
        self.nth = 0
        self.re = 0
        self.sockets: list[Socket] = []
        self.turn: list[str] = []

    async def sit(self, port: int) -> None:
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60) as http:
            body = {"title": "pelegrinus", "seats": [{"kind": "me"}, {"kind": "me"}], "seating": "as_seated"}
            seated = (await http.post("/api/tables", json=body)).raise_for_status().json()
        self.id = seated["table"]["id"]
        self.sockets = [await dial(HOST, port, "/api/ws") for _ in seated["tokens"]]
        for seat, held in enumerate(seated["tokens"]):
            sync = await self.ask(seat, {"type": "subscribe", "tokens": [held["token"]]})
            if seat == 0:
                legal = sync["view"]["legal"]
        while len(self.turn) < ACTIONS:
            self.turn.append(next(text for text in legal if not text.startswith("take")))
            legal = (await self.ask(0, {"type": "preview", "seat": 0, "actions": self.turn}))["legal"]

    async def ask(self, seat: int, message: dict[str, Any]) -> Any:
        """Send a message and read until its answer."""
        self.re += 1
        self.sockets[seat].send(msgspec.json.encode({**message, "table": self.id, "re": self.re}))
        while (answer := msgspec.json.decode(await self.sockets[seat].read())).get("re") != self.re:
            pass
        return answer

    async def play(self, size: int) -> float:
        """A turn in messages of this many actions; milliseconds until all of it is confirmed."""
        began = time.perf_counter()
        for start in range(0, ACTIONS, size):
            actions = self.turn[start : start + size]
            done = await self.ask(0, {"type": "play", "seat": 0, "nth": self.nth, "actions": actions})
            if done["type"] != "done" or done["played"] != size:
                raise RuntimeError(f"the server refused: {done}")
            self.nth = done["nth"]
        took = (time.perf_counter() - began) * 1000
        for _ in range(ACTIONS):
            self.nth = (await self.ask(0, {"type": "undo", "seat": 0, "nth": self.nth}))["nth"]
        return took


async def measure(running: Running, rounds: int, turns: int) -> list[tuple[float, float]]:
    """The median time of a turn as one message and as several, round by round."""
    table = Table()
    await table.sit(running.port)
    for _ in range(WARM_UP):
        await table.play(1)
    found = []
    for _ in range(rounds):
        one, several = [], []
        for _ in range(turns):
            one.append(await table.play(ACTIONS))
            several.append(await table.play(1))
        found.append((median(one), median(several)))
    for socket in table.sockets:
        socket.close()
    return found


def show(name: str, values: list[float], unit: str) -> None:
    print(f"{name:<28} {median(values):6.2f} {unit}   ({min(values):.2f} to {max(values):.2f})")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--turns", type=int, default=60)
    given = parser.parse_args()
    if "PYTHONPATH" not in os.environ and has_compiler():
        os.environ["PYTHONPATH"] = str(make_tree())
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="abbatia-bench-"))
        running = stack.enter_context(our_server(str(Path(folder) / "turns.sqlite")))
        found = uvloop.run(measure(running, given.rounds, given.turns))
    show("four actions, one message", [one for one, _ in found], "ms")
    show("four actions, four messages", [several for _, several in found], "ms")
    ratios = [several / one for one, several in found]
    show("ratio", ratios, "× ")
    kept = median(ratios) >= BAR
    print(f"{'kept  ' if kept else 'BROKEN'}  a turn in one message takes at most 1/{BAR} of the time")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
