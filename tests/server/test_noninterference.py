"""Noninterference: two games that differ in secrets and private steps alone look the same to a viewer.

Whole games of all titles are played twice at a server; every frame and every answer of the two is compared.
"""

import itertools
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from abbatia.core.contract import CHANCE
from abbatia.core.match import Match
from abbatia.games import TITLES
from abbatia.server.live import live_table, table_info, viewer_feed
from abbatia.server.live.clocks import ClockState
from abbatia.server.live.live_table import LiveTable
from abbatia.server.live.match_state import JournalState
from abbatia.server.live.registry import TableRegistry
from abbatia.server.ops.heartbeat import Heartbeat
from abbatia.server.tokens import TokenSource
from abbatia.storage.memory import MemoryStore
from abbatia.storage.postgres import PostgresStore
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.store import Store
from tests.server.noninterference import SEED, Clock, GameScript, Programmes, dealt_otherwise, play_script
from tests.server.running_server import Json, running_server
from tests.storage.conftest import postgres as postgres
from tools.postgres import new_database

OPTIONS: dict[str, dict[str, bool]] = {"kings_abbey": {"saints": True}}
SEEDS = {"cardinal": 2, "kings_abbey": 8}
"""Of games in which something stays secret to the end."""
RUNS = itertools.count()


@lru_cache
def script_pair(title: str) -> tuple[GameScript, GameScript]:
    """Two whole games of a title."""
    if title == "pelegrinus":
        return Programmes(5).script_pair()
    return dealt_otherwise(title, OPTIONS.get(title, {}), SEEDS[title])


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens a new store each time, for two games."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / f"{next(RUNS)}.db")
    server: str = request.getfixturevalue("postgres")
    databases = iter([new_database(server), new_database(server)])
    return lambda: PostgresStore(next(databases))


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is by chance and says nothing of the match is the same in both games."""
    monkeypatch.setattr("abbatia.server.http.tables.secrets", SimpleNamespace(token_bytes=lambda _: SEED))
    monkeypatch.setattr(TokenSource, "table_id", lambda _: "abcdefghijkm")
    monkeypatch.setattr(Heartbeat, "is_behind", lambda _: False)
    monkeypatch.setattr("abbatia.server.live.registry.SWEEP", 3_600)
    monkeypatch.setattr("abbatia.server.live.registry.BEAT", 3_600)


async def play(
    script: GameScript, store: Store, monkeypatch: pytest.MonkeyPatch, *, batched: bool = False
) -> Json:
    """What the viewers get of a game."""

    def let_chance_act(match: Match) -> None:
        while CHANCE in match.state.to_act():
            match._carry_out(CHANCE, script.lots[match._chances])

    clock = Clock()
    monkeypatch.setattr(Match, "_let_chance_act", let_chance_act)
    monkeypatch.setattr(TableRegistry, "now", lambda _: clock.now)
    async with running_server(store) as here:
        return (await play_script(here, script, clock, batched=batched)).plain()


def check_alike(one: Json, other: Json) -> int:
    """Everything is the same; how many frames and answers there were."""
    assert one["answers"] == other["answers"], "an answer tells"
    for here, there in zip(one["frames"], other["frames"], strict=True):
        for frame, frame_there in zip(here, there, strict=False):
            assert frame == frame_there, "a frame tells"
        assert len(here) == len(there), "the number of frames tells"
    return len(one["answers"]) + sum(len(frames) for frames in one["frames"])


@pytest.mark.parametrize("title", TITLES)
def test_the_two_games_differ_where_it_counts(title: str) -> None:
    one, other = script_pair(title)
    if title == "pelegrinus":
        steps = [sum(len(tick) for tick in script.ticks) for script in (one, other)]
        assert steps[1] > steps[0] + 100
    else:
        assert one.lots != other.lots
        assert sorted(one.lots) == sorted(other.lots)
    assert len(one.ticks) == len(other.ticks) > 100


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
async def test_whole_games_tell_no_secret(
    title: str, open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = [await play(script, open_store(), monkeypatch) for script in script_pair(title)]
    for transcript in (one, other):  # a finished game is a public record, which tells how many actions it has
        for record in transcript["answers"][-1]["/api/records"][-1]["records"]:
            del record["actions"]
        del transcript["answers"][-1]["/api/records"][1]["content-length"]
    assert check_alike(one, other) > 150
    assert one["answers"][-1]["/api/tables/abcdefghijkm"][-1]["state"] == "over", "a whole game"


def first_turns(script: GameScript, count: int) -> GameScript:
    return script._replace(ticks=script.ticks[: count * 9])


async def test_private_steps_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = [
        await play(first_turns(script, 2), MemoryStore(), monkeypatch) for script in script_pair("pelegrinus")
    ]
    assert check_alike(one, other) > 60


async def test_the_size_of_a_batch_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same steps one by one and in batches, and other steps in batches: all look alike to others."""
    one, other = (first_turns(script, 2) for script in script_pair("pelegrinus"))
    singly = await play(one, MemoryStore(), monkeypatch)
    for script in (one, other):
        assert check_alike(singly, await play(script, MemoryStore(), monkeypatch, batched=True)) > 60


async def test_a_leak_of_the_size_of_a_batch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    count_of_entries(monkeypatch)
    script = first_turns(script_pair("pelegrinus")[0], 1)
    singly = await play(script, MemoryStore(), monkeypatch)
    batched = await play(script, MemoryStore(), monkeypatch, batched=True)
    with pytest.raises(AssertionError):
        check_alike(singly, batched)


# -- leaks made by hand are found -------------------------------------------------------------------------


def clock_for_each_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """The increment is paid for every action, as it was once."""
    true_turn = ClockState.turn

    def turn(face: ClockState, at: int, to_act: Any) -> None:
        true_turn(face, at, to_act)
        face.pay([1])

    monkeypatch.setattr(ClockState, "turn", turn)


def presence_by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat seems to be away after an odd number of commands."""

    def seats_here(self: LiveTable) -> set[int]:
        return {seat for seat in range(3) if len(self.table.commands[seat]) % 2 == 0}

    monkeypatch.setattr(LiveTable, "seats_here", seats_here)


def count_of_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of spectators counts the journal."""
    monkeypatch.setattr(LiveTable, "spectators", lambda self: self.table.n)


def time_of_the_last_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of creation is the time of the last entry."""
    true_info = table_info.info_of

    def info_of(row: Any, head: Any, *, table: Any = None, **more: Any) -> Any:
        info = true_info(row, head, table=table, **more)
        at = row.created if table is None or table.clocks is None else table.clocks.at
        return structs.replace(info, created=at / 1000)

    monkeypatch.setattr(live_table, "info_of", info_of)


def frame_for_each_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets a frame for every transition, though it says nothing new."""
    true_show = LiveTable.show

    def show(self: LiveTable, transition: Any, *, is_ours: bool = True) -> None:
        true_show(self, transition, is_ours=is_ours)
        self.show_table()

    monkeypatch.setattr(LiveTable, "show", show)


def cursor_of_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cursor is the length of the journal."""

    def cursor(self: viewer_feed.ViewerFeed, cursors: viewer_feed.Cursors, table: Any) -> str:
        return viewer_feed.cursor_on(cursors.page(table.id, self.viewer, table.n // 7), table.n)

    monkeypatch.setattr(viewer_feed.ViewerFeed, "cursor", cursor)


def undo_that_hears_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat may take back depends on whether others have acted since."""

    def undo_of(table: Any, seat: int) -> str:
        return "free" if table.match.log and table.match.log[-1][0] == seat else "consent"

    monkeypatch.setattr(viewer_feed, "undo_of", undo_of)


def sync_that_knows_of_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever returns is told everything anew when anybody has taken something back."""
    true_cut = JournalState.cut_for

    def cut_for(table: JournalState, viewer: int | None) -> int:
        return max([true_cut(table, viewer), *table.own_cuts.values()])

    monkeypatch.setattr(JournalState, "cut_for", cut_for)


@pytest.mark.parametrize(
    "leak",
    [
        clock_for_each_action,
        presence_by_steps,
        count_of_entries,
        time_of_the_last_entry,
        frame_for_each_action,
        cursor_of_the_journal,
        undo_that_hears_steps,
        sync_that_knows_of_undo,
    ],
)
async def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    one, other = [
        await play(first_turns(script, 1), MemoryStore(), monkeypatch) for script in script_pair("pelegrinus")
    ]
    with pytest.raises(AssertionError):
        check_alike(one, other)
