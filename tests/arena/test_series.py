"""Which games a series plays, and that the same seeds give the same records on every executor."""

import json
import os
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from abbatia.arena.executors import EXECUTORS, WorkerCrashed, here, pool
from abbatia.arena.results_folder import ABOUT, GAMES, RECORDS, ResultsFolder
from abbatia.arena.series import Game, Outcome, Series, arrangements, name_in_record, play
from abbatia.bots import Patience
from abbatia.bots.program import STARTS
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup, OptionValue
from abbatia.core.match import Match
from abbatia.core.record import Record, parse, print_record
from abbatia.games import load


def short(games: int = 6, seed: int = 4) -> Series:
    return Series("cardinal", ("cleric", "uniform"), seats=4, games=games, seed=seed)


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
    bots = ("abbot", "cleric", "uniform")
    series = Series("cardinal", bots, seats=2, games=2, seed=1, options={"duel": True})
    assert series.pairs() == [("abbot", "cleric"), ("abbot", "uniform"), ("cleric", "uniform")]


def test_unknown_bots_and_seats_are_refused() -> None:
    with pytest.raises(BadSetup):
        Series("cardinal", ("abbot", "pope"), seats=4, games=1, seed=1)
    with pytest.raises(BadSetup):
        Series("cardinal", ("abbot", "cleric"), seats=9, games=1, seed=1)


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
    with pytest.raises(WorkerCrashed, match="died 3 times"):
        list(pool(short().games(), 1, dies_always))


def test_without_ray_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("abbatia.arena.executors.import_module", missing)
    with pytest.raises(BadSetup) as bad:
        list(EXECUTORS["ray"](short().games(), 1))
    assert bad.value.message.key == "arena.no_ray"


class Ray:
    """A stand-in for Ray: what `init` is called with is kept, tasks are carried out when they are fetched."""

    def __init__(self, *, runs_here: bool = False, fails: Exception | None = None) -> None:
        self.runs_here = runs_here
        self.fails = fails
        self.calls: list[dict[str, Any]] = []
        self.is_up = False

    def is_initialized(self) -> bool:
        return self.is_up

    def init(self, **given: Any) -> None:
        self.calls.append(given)
        joins = given.get("address") == "auto" or "RAY_ADDRESS" in os.environ
        if joins and ("num_cpus" in given or "num_gpus" in given):
            raise ValueError("When connecting to an existing cluster, num_cpus must not be provided.")
        if given.get("address") == "auto" and not self.runs_here:
            raise ConnectionError("Could not find any running Ray instance.")
        if self.fails is not None:
            raise self.fails
        self.is_up = True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0, "memory": 1e9}

    def remote(self, **_: object) -> Any:
        return lambda player: SimpleNamespace(remote=lambda game: partial(player, game))

    def wait(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        return running[:1], running[1:]

    def get(self, reference: Any) -> Outcome:
        outcome: Outcome = reference()
        return outcome

    def shutdown(self) -> None:
        self.is_up = False


def with_ray(monkeypatch: pytest.MonkeyPatch, stand_in: Ray, address: str | None = None) -> list[Outcome]:
    monkeypatch.setattr("abbatia.arena.executors.import_module", lambda _name: stand_in)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if address is not None:
        monkeypatch.setenv("RAY_ADDRESS", address)
    return list(EXECUTORS["ray"](short().games(), 2))


@pytest.mark.parametrize(
    ("stand_in", "address", "asked"),
    [
        (Ray(), "10.0.0.1:6379", [(None, None)]),
        (Ray(runs_here=True), None, [("auto", None)]),
        (Ray(), None, [("auto", None), ("local", 2)]),
    ],
    ids=["RAY_ADDRESS", "started here", "none"],
)
def test_ray_joins_a_running_cluster_and_else_starts_its_own(
    monkeypatch: pytest.MonkeyPatch, stand_in: Ray, address: str | None, asked: list[tuple[str, int]]
) -> None:
    outcomes = with_ray(monkeypatch, stand_in, address)
    assert {outcome.key for outcome in outcomes} == {game.key for game in short().games()}
    assert [(call.get("address"), call.get("num_cpus")) for call in stand_in.calls] == asked
    assert not stand_in.is_up, "what was joined is left, what was started is ended"


@pytest.mark.parametrize("address", [None, "10.0.0.1:6379"])
@pytest.mark.parametrize(
    ("error", "why"),
    [
        (
            ConnectionError("Failed to connect to 10.0.0.1.\nMany more lines."),
            "Failed to connect to 10.0.0.1.",
        ),
        (
            RuntimeError("ray::play()\n  File 'x.py'\nModuleNotFoundError: abbatia"),
            "ModuleNotFoundError: abbatia",
        ),
        (ValueError(), "ValueError"),
    ],
)
def test_a_cluster_that_cannot_be_used_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, why: str, address: str | None
) -> None:
    with pytest.raises(BadSetup) as bad:
        with_ray(monkeypatch, Ray(fails=error), address)
    assert bad.value.message.key == "arena.ray_failed"
    assert bad.value.message.args["why"] == why


# -- programs ------------------------------------------------------------------------------------------------


def test_the_time_that_a_series_gives_is_the_time_that_a_program_has(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text("import time; time.sleep(600)", "utf-8")
    bots = (f"run:{sys.executable} {sleeper}", "uniform")
    options: dict[str, OptionValue] = {"duel": True}
    patience = Patience(0.04, 0.02)
    series = Series("cardinal", bots, seats=2, games=1, seed=1, options=options, patience=patience)
    assert play(next(series.games())).failures[0] > STARTS
    assert "gave no answer within 0.06 s" in caplog.text


# -- the folder of results --------------------------------------------------------------------------------


def test_a_series_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    series = short()
    games = list(series.games())
    results = ResultsFolder(tmp_path, series)
    for game in games[:3]:
        results.add(play(game))
    with (tmp_path / GAMES).open("a") as file:
        file.write('{"key": "0:cut off')
    before = (tmp_path / GAMES).read_bytes()
    again = ResultsFolder(tmp_path, series)
    assert (tmp_path / GAMES).read_bytes() == before, "somebody may be writing that line just now"
    assert [game.key for game in games if again.has(game.key)] == [game.key for game in games[:3]]
    for game in games:
        again.add(play(game))
    assert len((tmp_path / GAMES).read_text().splitlines()) == 6 + 1, "each game once, and what was cut off"
    assert len(list((tmp_path / RECORDS).iterdir())) == 6
    assert ResultsFolder(tmp_path, series).outcomes == again.outcomes


@pytest.mark.parametrize(
    "name",
    ["run:/path/to/bot", "run:../../bot 'x|y'", "run:" + "long/" * 60, "run:é\t\u202e.", "legate*10"],
)
def test_a_bot_may_have_any_name(tmp_path: Path, name: str) -> None:
    """Its games are kept inside the folder, each record in a file of its own that can be read."""
    series = Series("cardinal", (name, "uniform"), seats=2, games=2, seed=1, options={"duel": True})
    results = ResultsFolder(tmp_path / "series", series)
    outcome = play(Game("cardinal", (("duel", True),), 1, 0, ("uniform", "novice")))
    for game in series.games():
        results.add(outcome._replace(key=game.key, names=game.names))
    assert ResultsFolder(tmp_path / "series", series).outcomes.keys() == {game.key for game in series.games()}
    files = list((tmp_path / "series" / RECORDS).iterdir())
    assert len(files) == 2
    assert all(len(file.name) < 100 and file.name.isascii() for file in files)
    assert list(tmp_path.iterdir()) == [tmp_path / "series"]


@pytest.mark.parametrize("name", ["run:/path/to/" + "x" * 60, "run:a|b", "run:a\nb", "run:é"])
def test_a_record_of_a_bot_with_any_name_can_be_read(name: str) -> None:
    record = Record.of(Match(load("cardinal"), 2, {"duel": True}, rng=Rng(1)))
    record.names = [name_in_record(name), name_in_record("abbot")]
    assert parse(print_record(record)).names == record.names
    assert name_in_record(name) != name_in_record(name + "x")
    assert name_in_record("abbot") == "abbot"


@pytest.mark.parametrize("part", ["rules", "bots", "weights"])
def test_a_folder_of_other_versions_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    ResultsFolder(tmp_path, short())
    about = json.loads((tmp_path / ABOUT).read_text())
    assert set(about["versions"]) == {"rules", "bots", "weights", "own"}
    about["versions"][part] = "another"
    (tmp_path / ABOUT).write_text(json.dumps(about))
    with pytest.raises(BadSetup) as bad:
        ResultsFolder(tmp_path, short())
    assert bad.value.message.key == "arena.other_versions"


def test_a_folder_without_versions_is_refused(tmp_path: Path) -> None:
    (tmp_path / ABOUT).write_text(json.dumps(short().description()))
    with pytest.raises(BadSetup) as bad:
        ResultsFolder(tmp_path, short())
    assert bad.value.message.key == "arena.other_versions"


def test_a_bot_of_ones_own_that_was_changed_is_noticed_and_another_may_be_added(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("one")
    other = tmp_path / "other"
    other.write_text("other")

    def series(*bots: str) -> Series:
        return Series("cardinal", (*bots, "uniform"), seats=4, games=6, seed=1)

    ResultsFolder(tmp_path / "series", series(f"run:{program}"))
    ResultsFolder(tmp_path / "series", series(f"run:{program}", f"run:{other}"))
    ResultsFolder(tmp_path / "series", series(f"run:{program}"))
    other.write_text("changed")
    with pytest.raises(BadSetup) as bad:
        ResultsFolder(tmp_path / "series", series(f"run:{other}"))
    assert bad.value.message.key == "arena.other_bot"


def test_a_folder_belongs_to_one_series(tmp_path: Path) -> None:
    ResultsFolder(tmp_path, short())
    ResultsFolder(tmp_path, short(games=60))
    with pytest.raises(BadSetup) as bad:
        ResultsFolder(tmp_path, short(seed=5))
    assert bad.value.message.key == "arena.other_series"


def test_a_series_is_played_by_the_version_that_it_asks_for() -> None:
    for rules, version in ((1, 1), (None, load("kings_abbey").version)):
        series = Series("kings_abbey", ("uniform",), seats=1, games=1, seed=3, rules=rules)
        assert series.versions()["rules"] == version
        (game,) = series.games()
        assert parse(play(game).record).version == version
    with pytest.raises(BadSetup):
        Series("kings_abbey", ("uniform",), seats=1, games=1, seed=3, rules=99)
