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
from tests.server.leaks import check_frames
from tests.server.siege import Fleet, GranianFleet, Ledger, Sitting, besiege
from tests.storage.databases import new_database, running_postgres

Stored = tuple[TableRow, list[JournalEntry], list[SeatHolder]]
LIMIT = 900
"""Seconds after which a siege counts as stuck."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def fleet(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fleet]:
    if request.param == "sqlite":
        fleet = Fleet(str(tmp_path / "tables.sqlite"), 1)
    else:
        fleet = Fleet(new_database(request.getfixturevalue("postgres")), 2)
    yield fleet
    fleet.give_up()


def sittings(duels: int, watched: int, with_bot: int, pilgrims: int, abbeys: int) -> list[Sitting]:
    """Tables of all titles: two clients each, some with a spectator, a bot, or a hot seat."""
    tables = [Sitting("cardinal", [[0], [1]], 0, {"duel": True}) for _ in range(duels)]
    tables += [Sitting("cardinal", [[0, 1], [2], []], 0, {}) for _ in range(watched)]
    tables += [Sitting("cardinal", [[0], [1]], 1, {}) for _ in range(with_bot)]
    tables += [Sitting("pelegrinus", [[0], [1]], 0, {}) for _ in range(pilgrims)]
    tables += [Sitting("kings_abbey", [[0], [1], []], 0, {"quick": True}) for _ in range(abbeys)]
    return tables


@pytest.mark.short
def test_a_few_tables_survive(fleet: Fleet) -> None:
    survive(fleet, sittings(4, 2, 1, 1, 1), kills=3, fewest=800, seed=11)


@pytest.fixture
def granian_fleet(tmp_path: Path) -> Iterator[GranianFleet]:
    fleet = GranianFleet(str(tmp_path / "tables.sqlite"), 1)
    yield fleet
    fleet.give_up()


def test_the_application_survives_under_another_server(granian_fleet: GranianFleet) -> None:
    survive(granian_fleet, sittings(3, 1, 0, 0, 1), kills=2, fewest=400, seed=17)


@pytest.mark.slow
def test_fifty_tables_survive(fleet: Fleet) -> None:
    tables = sittings(32, 8, 4, 3, 3)
    assert len(tables) == 50
    assert sum(len(table.clients) for table in tables) > 100
    survive(fleet, tables, kills=10, fewest=6000, seed=23)


def survive(fleet: Fleet, tables: list[Sitting], *, kills: int, fewest: int, seed: int) -> None:
    """The whole siege; `fewest` is a number of plays that these tables need at least."""
    rng = Rng(seed)
    moments = sorted(rng.below(fewest * 8 // 10) for _ in range(kills))

    async def play() -> Ledger:
        async with asyncio.timeout(LIMIT):
            return await besiege(fleet, tables, moments, seed)

    ledger = asyncio.run(play())
    assert fleet.kills == kills
    assert ledger.reconnects > kills
    fleet.stop()
    assert fleet.left_behind() == []
    stored = asyncio.run(read(fleet.store, [sitting.id for sitting in tables]))
    check_ledger(ledger, tables, stored)
    frames = 0
    for sitting in tables:
        table, journal, held = stored[sitting.id]
        assert table.status == OVER
        finding = examine(table, journal, load)
        assert finding.difference is None, finding.difference
        frames += check_frames(sitting, table, journal, held)
    assert frames > len(ledger.acknowledged)
    print(
        f"{len(tables)} tables, {sum(len(table.players) for table in tables)} clients, {fleet.kills} kills, "
        f"{ledger.reconnects} reconnects, {len(ledger.acknowledged)} plays, {ledger.stale} stale, "
        f"{frames} frames"
    )


async def read(place: str, names: list[str]) -> dict[str, Stored]:
    found = {}
    async with open_store(place) as store:
        for name in names:
            table = await store.journal.table(name)
            assert table is not None
            found[name] = (table, await store.journal.entries(name), await store.journal.seats(name))
    return found


def check_ledger(ledger: Ledger, tables: list[Sitting], stored: dict[str, Stored]) -> None:
    """What people played is what stands in the journals: each action once, under its number."""
    plays: list[tuple[str, int, int, str]] = []
    chats: Counter[tuple[str, str]] = Counter()
    for sitting in tables:
        vocabulary = load(sitting.title).vocabulary
        chairs = stored[sitting.id][0].head["chairs"]  # seats are drawn: a bot may have any
        people = {seat for seat, chair in enumerate(chairs) if chair["kind"] != "bot"}
        nth: Counter[int] = Counter()
        for entry in stored[sitting.id][1]:
            if entry.kind == "play" and entry.seat in people:
                plays.append((sitting.id, entry.seat, nth[entry.seat], vocabulary[entry.log[0][1]]))
                nth[entry.seat] += 1
            elif entry.kind == "chat":
                chats[sitting.id, entry.body["text"]] += 1
    assert len(set(ledger.acknowledged)) == len(ledger.acknowledged)
    assert set(ledger.acknowledged) <= set(plays) <= ledger.sent
    assert sorted(ledger.acknowledged) == sorted(plays)  # each was asked about until it was answered
    assert ledger.said
    assert all(chats[said] == 1 for said in ledger.said)
    assert set(chats.values()) == {1}
