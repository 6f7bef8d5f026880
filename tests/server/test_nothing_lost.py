"""Nothing lost, nothing leaked: tables are played while server processes are killed at random moments.

Each test plays until every match is over, over SQLite with one process and over PostgreSQL with two. At the
end every acknowledged action is in the store exactly once, every game replays, and every frame that any
client ever received is one that its viewer may see. `./test` runs the long form (50 tables, more than 100
clients, ten kills), `./test --quick` the short one.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.games import load
from abbatia.storage.audit import examine
from abbatia.storage.model import OVER, JournalEntry, SeatHolder, TableRow
from abbatia.storage.urls import open_store
from tests.server.crash_test import (
    ClientLog,
    GranianProcesses,
    PlayedTable,
    ServerProcesses,
    play_under_kills,
)
from tests.server.frame_checker import check_frames
from tools.postgres import new_database, running_postgres

Stored = tuple[TableRow, list[JournalEntry], list[SeatHolder]]
LIMIT = 900
"""Seconds after which a crash test counts as stuck."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def processes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcesses]:
    if request.param == "sqlite":
        processes = ServerProcesses(str(tmp_path / "tables.sqlite"), 1)
    else:
        processes = ServerProcesses(new_database(request.getfixturevalue("postgres")), 2)
    yield processes
    processes.give_up()


def tables_of_all_titles(
    duels: int, watched: int, with_bot: int, pilgrims: int, abbeys: int
) -> list[PlayedTable]:
    """Tables of all titles: two clients each, some with a spectator, a bot, or a hot seat."""
    tables = [PlayedTable("cardinal", [[0], [1]], 0, {"duel": True}) for _ in range(duels)]
    tables += [PlayedTable("cardinal", [[0, 1], [2], []], 0, {}) for _ in range(watched)]
    tables += [PlayedTable("cardinal", [[0], [1]], 1, {}) for _ in range(with_bot)]
    tables += [PlayedTable("pelegrinus", [[0], [1]], 0, {}) for _ in range(pilgrims)]
    tables += [PlayedTable("kings_abbey", [[0], [1], []], 0, {"quick": True}) for _ in range(abbeys)]
    return tables


@pytest.mark.short
async def test_a_few_tables_survive(processes: ServerProcesses) -> None:
    await survive(processes, tables_of_all_titles(4, 2, 1, 1, 1), kills=3, fewest=800, seed=11)


@pytest.fixture
def granian_processes(tmp_path: Path) -> Iterator[GranianProcesses]:
    processes = GranianProcesses(str(tmp_path / "tables.sqlite"), 1)
    yield processes
    processes.give_up()


async def test_the_application_survives_under_another_server(granian_processes: GranianProcesses) -> None:
    await survive(granian_processes, tables_of_all_titles(3, 1, 0, 0, 1), kills=2, fewest=400, seed=17)


@pytest.mark.slow
async def test_fifty_tables_survive(processes: ServerProcesses) -> None:
    tables = tables_of_all_titles(32, 8, 4, 3, 3)
    assert len(tables) == 50
    assert sum(len(table.clients) for table in tables) > 100
    await survive(processes, tables, kills=10, fewest=6000, seed=23)


async def survive(
    processes: ServerProcesses, tables: list[PlayedTable], *, kills: int, fewest: int, seed: int
) -> None:
    """The whole crash test; `fewest` is a number of plays that these tables need at least."""
    rng = Rng(seed)
    moments = sorted(rng.below(fewest * 8 // 10) for _ in range(kills))

    async with asyncio.timeout(LIMIT):
        client_log = await play_under_kills(processes, tables, moments, seed)
    assert processes.kills == kills
    assert client_log.reconnects > kills
    processes.stop()
    assert processes.left_behind() == []
    stored = await read(processes.store, [played.id for played in tables])
    check_ledger(client_log, tables, stored)
    frames = 0
    for played in tables:
        table, journal, held = stored[played.id]
        assert table.status == OVER
        finding = examine(table, journal, load)
        assert finding.difference is None, finding.difference
        frames += check_frames(played, table, journal, held)
    assert frames > len(client_log.acknowledged)
    clients, plays = sum(len(table.players) for table in tables), len(client_log.acknowledged)
    print(f"{len(tables)} tables, {clients} clients, {plays} plays, {frames} frames")
    print(f"{client_log.batches} batches, {client_log.dropped} dropped")
    print(f"{processes.kills} kills, {client_log.reconnects} reconnects")


async def read(place: str, names: list[str]) -> dict[str, Stored]:
    found = {}
    async with open_store(place) as store:
        for name in names:
            table = await store.journal.table(name)
            assert table is not None
            found[name] = (table, await store.journal.entries(name), await store.journal.seats(name))
    return found


def check_ledger(client_log: ClientLog, tables: list[PlayedTable], stored: dict[str, Stored]) -> None:
    """What people played is what stands in the journals: each action once, under its number."""
    plays: list[tuple[str, int, int, str]] = []
    chats: Counter[tuple[str, str]] = Counter()
    for played in tables:
        vocabulary = load(played.title).vocabulary
        chairs = stored[played.id][0].head["chairs"]  # seats are drawn: a bot may have any
        people = {seat for seat, chair in enumerate(chairs) if chair["kind"] != "bot"}
        nth: Counter[int] = Counter()
        for entry in stored[played.id][1]:
            if entry.kind == "play" and entry.seat in people:
                for seat, action in entry.log:
                    if seat == entry.seat:
                        plays.append((played.id, seat, nth[seat], vocabulary[action]))
                        nth[seat] += 1
            elif entry.kind == "chat":
                chats[played.id, entry.body["text"]] += 1
    assert len(set(client_log.acknowledged)) == len(client_log.acknowledged)
    assert set(client_log.acknowledged) <= set(plays) <= client_log.sent
    assert sorted(client_log.acknowledged) == sorted(plays)  # each was asked about until it was answered
    assert client_log.batches
    assert client_log.dropped
    assert client_log.said
    assert all(chats[said] == 1 for said in client_log.said)
    assert set(chats.values()) == {1}
