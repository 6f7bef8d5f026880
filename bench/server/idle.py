"""What tables cost that nobody plays at, and how long a long one takes to open."""

import asyncio
import secrets
import statistics
import time
from typing import Final, NamedTuple

import httpx
import msgspec

from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_to
from abbatia.storage.journal import JournalStore
from abbatia.storage.model import PLAYING, JournalEntry, SeatHolder, TableRow, TableUpdate
from abbatia.storage.urls import open_store
from bench.server.drivers import ENCODE, HOST
from bench.server.running import Running, our_server
from bench.server.socket import Socket, dial

AT_ONCE: Final = 200


class Sync(msgspec.Struct):
    type: str
    log: list[msgspec.Raw] = []


SYNC: Final = msgspec.json.Decoder(Sync)


class Kind(NamedTuple):
    """The tables that a store is filled with."""

    title: str
    seats: int
    moves: int  # of people


LONG: Final = Kind("cardinal", 5, 200)
IDLE: Final = Kind("cardinal", 3, 40)
NEARLY_OVER: Final = (Kind("cardinal", 4, 180), Kind("pelegrinus", 4, 820), Kind("kings_abbey", 4, 670))


def game(kind: Kind, seed: int) -> tuple[TableRow, list[JournalEntry]]:
    """A table after so many moves, as a server leaves it."""
    title, secret, rng = load(kind.title), secrets.token_bytes(32), Rng(seed)
    moves, name = kind.moves, f"bench{seed:07d}"
    while True:
        match = Match(title, kind.seats, rng=FairRng(secret))
        journal = [JournalEntry(0, 0, "create"), JournalEntry(1, 0, "start", log=tuple(match.log))]
        while len(journal) < moves + 2 and (actors := match.to_act()):
            before, legal = len(match.log), match.state.legal(actors[0])
            match.play(actors[0], legal[rng.below(len(legal))])
            journal.append(JournalEntry(len(journal), 0, "play", actors[0], tuple(match.log[before:])))
        if len(journal) == moves + 2 and match.to_act():
            break
    chairs = tuple(SeatConfig("person", f"Player {seat}") for seat in range(match.seats))
    table = TableRow(name, title.name, title.version, match.seats, 0, options=match.options, secret=secret)
    head = meta_to(TableMeta(chairs, stand_in="uniform"))
    return msgspec.structs.replace(table, status=PLAYING, head=head), journal


async def keep(store: JournalStore, table: TableRow, journal: list[JournalEntry]) -> None:
    await store.create(table)
    seats = tuple(SeatHolder(table.id, seat, secrets.token_bytes(32)) for seat in range(table.seats))
    await store.append(table.id, journal[0], TableUpdate(seats=seats))
    for entry in journal[1:]:
        await store.append(table.id, entry)


async def fill(place: str, count: int, kind: Kind) -> list[str]:
    """So many tables in a store; their names."""
    names: list[str] = []
    async with open_store(place) as store:
        for start in range(0, count, AT_ONCE):
            games = [game(kind, number) for number in range(start, min(start + AT_ONCE, count))]
            await asyncio.gather(*(keep(store.journal, table, journal) for table, journal in games))
            names += [table.id for table, _ in games]
    return names


async def open_table(socket: Socket, name: str) -> int:
    """Look at a table and go away again; how long its log is."""
    socket.send(ENCODE({"type": "subscribe", "table": name, "re": 1}))
    while (message := SYNC.decode(await socket.read())).type != "sync":
        pass
    socket.send(ENCODE({"type": "unsubscribe", "table": name, "re": 2}))
    while SYNC.decode(await socket.read()).type != "done":
        pass
    return len(message.log)


async def opening(running: Running, names: list[str]) -> list[float]:
    """Milliseconds to open each table, which the server has not in memory yet."""
    socket = await dial(HOST, running.port, "/api/ws")
    times: list[float] = []
    for name in names:
        began = time.perf_counter()
        await open_table(socket, name)
        times.append((time.perf_counter() - began) * 1000)
    socket.close()
    return times


def measure_opening(place: str, count: int = 60) -> tuple[float, float]:
    """Median and worst milliseconds to open a table after 200 moves."""
    names = asyncio.run(fill(place, count, LONG))
    with our_server(place) as running:
        times = asyncio.run(opening(running, names))
    return statistics.median(times), max(times)


def measure_idle(place: str, count: int, kind: Kind) -> tuple[int, int]:
    """Bytes of the server without tables, and with so many of them in memory."""
    names = asyncio.run(fill(place, count, kind))
    with our_server(place) as running:
        health = httpx.get(f"http://{HOST}:{running.port}/healthz", timeout=60)
        health.raise_for_status()  # all of it is there
        before = running.memory()
        asyncio.run(opening(running, names))
        return before, running.memory()
