"""Which games a series plays, and that the same seeds give the same records on every executor."""

import os
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from abbatia.arena.executors import EXECUTORS, Lost, here, pool
from abbatia.arena.ledger import GAMES, RECORDS, Ledger
from abbatia.arena.series import Game, Outcome, Series, arrangements, play
from abbatia.core.contract import BadSetup
from abbatia.core.record import parse


def short(games: int = 6, seed: int = 4) -> Series:
    return Series("cardinal", ("clerc", "uniform"), seats=4, games=games, seed=seed)


def test_every_arrangement_of_two_against_two() -> None:
    found = arrangements("a", "b", 4)
    assert len(found) == len(set(found)) == 6
    assert all(names.count("a") == 2 for names in found)


def test_with_an_odd_number_of_seats_each_bot_has_the_greater_half_as_often() -> None:
    found = arrangements("a", "b", 3)
    assert len(found) == len(set(found)) == 6
    assert sum(names.count("a") for names in found) == sum(names.count("b") for names in found)


def test_duels_and_solo() -> None:
    assert set(arrangements("a", "b", 2)) == {("a", "b"), ("b", "a")}
    assert Series("kings_abbey", ("novice",), seats=1, games=3, seed=1).deals == 3


def test_games_are_rounded_up_to_whole_deals() -> None:
    series = short(games=7)
    assert series.deals == 2
    games = list(series.games())
    assert len(games) == 12
    assert len({game.key for game in games}) == 12


def test_three_bots_meet_in_pairs() -> None:
    bots = ("abbe", "clerc", "uniform")
    series = Series("cardinal", bots, seats=2, games=2, seed=1, options={"duel": True})
    assert series.pairs() == [("abbe", "clerc"), ("abbe", "uniform"), ("clerc", "uniform")]


def test_unknown_bots_and_seats_are_refused() -> None:
    with pytest.raises(BadSetup):
        Series("cardinal", ("abbe", "pope"), seats=4, games=1, seed=1)
    with pytest.raises(BadSetup):
        Series("cardinal", ("abbe", "clerc"), seats=9, games=1, seed=1)


def test_a_deal_is_the_same_in_all_arrangements() -> None:
    hands = set()
    for game in list(short().games())[:6]:
        lines = play(game).record.splitlines()
        hands.add(tuple(line for line in lines if line.startswith("* deal")))
    assert len(hands) == 1


def test_records_can_be_read_and_name_the_bots() -> None:
    outcome = play(next(iter(short().games())))
    record = parse(outcome.record)
    assert tuple(record.names) == outcome.names
    assert record.result == outcome.scores


# -- executors -----------------------------------------------------------------------------------------------


def records(executor: str, workers: int) -> dict[str, str]:
    return {outcome.key: outcome.record for outcome in EXECUTORS[executor](short().games(), workers)}


def test_a_pool_plays_the_same_records() -> None:
    assert records("pool", 2) == records("here", 1)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is an extra: pip install abbatia[ray]")
@pytest.mark.filterwarnings("ignore")  # ray's own warnings are ray's business
def test_ray_plays_the_same_records() -> None:
    assert records("ray", 2) == records("here", 1)


def dies_once(game: Game) -> Outcome:
    """Ends its process the first time it is asked for the third game."""
    mark = Path(os.environ["ARENA_MARK"])
    if game == list(short().games())[2] and not mark.exists():
        mark.touch()
        os._exit(9)
    return play(game)


def dies_always(game: Game) -> Outcome:
    """Ends its process at the first game; the others wait a little, so that they are not finished before."""
    if game == next(iter(short().games())):
        os._exit(9)
    time.sleep(0.01)
    return play(game)


def test_a_worker_that_dies_is_replaced_and_nothing_is_counted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_MARK", str(tmp_path / "died"))
    outcomes = list(pool(short().games(), 2, dies_once))
    assert (tmp_path / "died").exists()
    keys = [outcome.key for outcome in outcomes]
    assert sorted(keys) == sorted(game.key for game in short().games())
    assert {o.key: o.record for o in outcomes} == {o.key: o.record for o in here(short().games(), 1)}


def test_a_game_that_always_kills_its_worker_is_named() -> None:
    with pytest.raises(Lost, match="died 3 times"):
        list(pool(short().games(), 1, dies_always))


def test_without_ray_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("abbatia.arena.executors.import_module", missing)
    with pytest.raises(BadSetup) as bad:
        list(EXECUTORS["ray"](short().games(), 1))
    assert bad.value.message.key == "arena.no_ray"


# -- the ledger ----------------------------------------------------------------------------------------------


def test_a_series_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    series = short()
    games = list(series.games())
    ledger = Ledger(tmp_path, series)
    for game in games[:3]:
        ledger.add(play(game))
    with (tmp_path / GAMES).open("a") as file:
        file.write('{"key": "0:cut off')
    before = (tmp_path / GAMES).read_bytes()
    again = Ledger(tmp_path, series)
    assert (tmp_path / GAMES).read_bytes() == before, "somebody may be writing that line just now"
    assert [game.key for game in games if again.has(game.key)] == [game.key for game in games[:3]]
    for game in games:
        again.add(play(game))
    assert len((tmp_path / GAMES).read_text().splitlines()) == 6 + 1, "each game once, and what was cut off"
    assert len(list((tmp_path / RECORDS).iterdir())) == 6
    assert Ledger(tmp_path, series).outcomes == again.outcomes


def test_a_folder_belongs_to_one_series(tmp_path: Path) -> None:
    Ledger(tmp_path, short())
    Ledger(tmp_path, short(games=60))
    with pytest.raises(BadSetup) as bad:
        Ledger(tmp_path, short(seed=5))
    assert bad.value.message.key == "arena.other_series"
