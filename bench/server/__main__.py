"""Measure our server beside boardgame.io's: `python -m bench.server` (needs node and npm for the peer).

    --tables 200 --seconds 4     how many tables play at once (two clients each), for how long, in each round
    --rounds 9                   the servers take turns (a busy machine slows both); medians judge
    --postgres                   also two processes of ours on a PostgreSQL of its own
    --idle 10000                 how many tables in memory nobody plays at (0: leave it out)
    --alone                      without the peer
    --interpreted                our server as it runs where there is no C compiler

Our server runs as `./run` starts it, compiled; with PYTHONPATH set, from there.
Prints figures and whether each promise is kept; the exit code is 1 when one is not.
"""

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
import uvloop

from bench.server.drivers import HOST, LENGTH, CardinalTable, Score, Table, TicTacToeTable, measure
from bench.server.idle import IDLE, NEARLY_OVER, measure_idle, measure_opening
from bench.server.running import Running, our_server, their_server
from tools.compile import has_compiler, make_tree


class Figures(NamedTuple):
    """One round of one server: moves a second, milliseconds, and microseconds of processor time a move."""

    moves: float
    p50: float
    p99: float
    cpu: float
    own_cpu: float


def figures_of(score: Score, seconds: float) -> Figures:
    moves = max(len(score.times), 1)
    return Figures(
        moves / seconds,
        score.percentile(0.5),
        score.percentile(0.99),
        score.cpu / moves * 1e6,
        score.own_cpu / moves * 1e6,
    )


async def load_ours(running: Running, count: int, seconds: float) -> Score:
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{running.port}", timeout=60) as http:
        tables = [CardinalTable(running.port, http, seed) for seed in range(count)]
        for table in tables:
            await table.prepare()
        await asyncio.gather(*(table.advance(LENGTH * n // count) for n, table in enumerate(tables)))
        return await timed(running, list(tables), seconds)


async def load_theirs(running: Running, count: int, seconds: float) -> Score:
    tables = [TicTacToeTable(running.port, number) for number in range(count)]
    for table in tables:
        await table.prepare()
    return await timed(running, list(tables), seconds)


async def timed(running: Running, tables: list[Table], seconds: float) -> Score:
    before, own = running.cpu(), time.process_time()
    score = await measure(tables, seconds / 5, seconds)
    score.cpu = (running.cpu() - before) / 1.2  # without the warming up
    score.own_cpu = (time.process_time() - own) / 1.2
    return score


Load = Callable[[Running, int, float], Any]


def one_round(start: AbstractContextManager[Running], load: Load, count: int, seconds: float) -> Figures:
    with start as running:
        score = uvloop.run(load(running, count, seconds))
    return figures_of(score, seconds)


@contextmanager
def ours_on_postgres(stack: ExitStack) -> Any:
    from tools.postgres import new_database, running_postgres

    url = stack.enter_context(running_postgres(sync=True))
    with our_server(new_database(url), workers=2) as running:
        yield running


def show(name: str, rounds: Sequence[Figures]) -> Figures:
    middle = Figures(*map(median, zip(*rounds, strict=True)))
    print(
        f"{name:<38} {middle.moves:>8.0f} moves/s   p50 {middle.p50:>6.1f} ms   p99 {middle.p99:>6.1f} ms   "
        f"CPU/move: server {middle.cpu:.0f} µs, driver {middle.own_cpu:.0f} µs"
    )
    return middle


def promise(text: str, *, kept: bool) -> bool:
    print(f"{'kept  ' if kept else 'BROKEN'}  {text}")
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--interpreted", action="store_true")
    given = parser.parse_args()
    if not given.interpreted and "PYTHONPATH" not in os.environ and has_compiler():
        os.environ["PYTHONPATH"] = str(make_tree())
    gc.disable()  # the driver lives shortly; it shall not make a server wait
    with tempfile.TemporaryDirectory(prefix="abbatia-bench-") as folder, ExitStack() as stack:
        return run(given, Path(folder), stack)


def run(given: argparse.Namespace, folder: Path, stack: ExitStack) -> int:
    ours: list[Figures] = []
    theirs: list[Figures] = []
    many: list[Figures] = []
    for number in range(given.rounds):
        place = str(folder / f"round{number}.sqlite")
        if not given.alone and number % 2:
            theirs.append(one_round(their_server(), load_theirs, given.tables, given.seconds))
        ours.append(one_round(our_server(place), load_ours, given.tables, given.seconds))
        if not given.alone and not number % 2:
            theirs.append(one_round(their_server(), load_theirs, given.tables, given.seconds))
        if given.postgres:
            many.append(one_round(ours_on_postgres(stack), load_ours, given.tables, given.seconds))
    print(f"{given.tables} tables, two clients each, {given.rounds} rounds of {given.seconds:g} s (medians)")
    mine = show("abbatia, Cardinal, SQLite synced", ours)
    kept = True
    if theirs:
        show("boardgame.io, tic-tac-toe, memory", theirs)
        kept &= compare(ours, theirs)
    if many:
        both = show("abbatia, Cardinal, PostgreSQL, 2 workers", many)
        print(f"        two workers on PostgreSQL: {both.moves / mine.moves:.2f} × one on SQLite")
    middle, worst = measure_opening(str(folder / "long.sqlite"))
    text = f"a table after 200 moves opens in {middle:.1f} ms (median; worst {worst:.1f}), under 50 ms"
    kept &= promise(text, kept=middle < 50)
    if given.idle:
        before, after = measure_idle(str(folder / "idle.sqlite"), given.idle, IDLE)
        sizes = f"{after / 2**20:.0f} MiB in all (bare server {before / 2**20:.0f})"
        kept &= promise(f"{given.idle} idle tables: {sizes}, under 1024", kept=after < 2**30)
        for kind in NEARLY_OVER:
            few = max(given.idle // 20, 1)
            before, after = measure_idle(str(folder / f"{kind.title}.sqlite"), few, kind)
            size = (after - before) / few / 1000
            text = f"a table of {kind.title} after {kind.moves} moves takes {size:.0f} kB, under 200"
            kept &= promise(text, kept=size < 200)
    return 0 if kept else 1


def compare(ours: Sequence[Figures], theirs: Sequence[Figures]) -> bool:
    """Both take turns, each before the other as often; the middle one of the rounds' ratios judges."""
    ratios = [mine.moves / peer.moves for mine, peer in zip(ours, theirs, strict=True)]
    shares = [mine.p99 / peer.p99 for mine, peer in zip(ours, theirs, strict=True)]
    ratio, share = median(ratios), median(shares)
    more = f"{ratio:.2f} × the peer's moves a second (rounds {min(ratios):.2f} to {max(ratios):.2f})"
    less = f"{share:.2f} of the peer's p99 (rounds {min(shares):.2f} to {max(shares):.2f})"
    kept = promise(f"{more}, at least 2, while ours is durable", kept=ratio >= 2)
    return promise(f"{less}, under half", kept=share < 0.5) and kept


if __name__ == "__main__":
    sys.exit(main())
