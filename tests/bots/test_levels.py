"""Levels are not called as titles are, and the names that they had before still work wherever they stand."""

import json
from pathlib import Path

import pytest

from abbatia.arena.results_folder import ResultsFolder
from abbatia.arena.series import Series, play
from abbatia.bots import BOTS, LEVELS, level_name, make_bot
from abbatia.bots.levels import OLD_NAMES
from abbatia.bots.values import evaluator_for, read_temperatures
from abbatia.core.chance import Rng
from abbatia.core.record import parse, print_record
from abbatia.core.words import LANGUAGES, words
from abbatia.games import TITLES, load
from abbatia.server.http.records import imported
from abbatia.server.http.tables import checked_level
from abbatia.server.live.table_meta import SeatConfig, meta_from

OLD = ("novice", "clerc", "prieur", "abbe", "cardinal")
"""The levels of version 0.1, from the weakest to the strongest."""


def test_no_bot_is_called_as_a_title_is() -> None:
    assert not set(BOTS) & set(TITLES)


def test_an_old_name_is_the_same_level() -> None:
    assert tuple(level_name(name) for name in OLD) == LEVELS
    assert all(level_name(level) == level for level in BOTS)
    assert not set(OLD_NAMES) & set(BOTS)


@pytest.mark.parametrize("name", OLD)
def test_an_old_name_makes_the_same_bot(name: str) -> None:
    old, new = make_bot(name, Rng(1), steady=True), make_bot(level_name(name), Rng(1), steady=True)
    assert type(old) is type(new)
    assert getattr(old, "level", "") == getattr(new, "level", "")


@pytest.mark.parametrize("title", TITLES)
def test_the_lower_levels_have_their_temperatures(title: str) -> None:
    """The weights' files have the old names, since arena folders hold the files' hashes."""
    assert set(read_temperatures(title)) == set(LEVELS[:3])
    assert set(evaluator_for(load(title), 4).temperatures) == set(LEVELS[:3])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_of_its_own(language: str) -> None:
    speech = words(language)
    names = {speech.text(f"bots.bot.{level}") for level in LEVELS}
    assert len(names) == len(LEVELS)
    assert not names & {speech.text(f"{title}.name") for title in TITLES}


def test_old_journals_and_requests() -> None:
    head = meta_from({"chairs": [{"kind": "bot", "name": "", "bot": "abbe"}], "stand_in": "clerc"})
    assert (head.chairs[0].bot, head.stand_in) == ("abbot", "cleric")
    assert SeatConfig("open").bot is None
    assert checked_level("cardinal") == "legate"


def test_an_old_record_that_is_brought_to_a_server() -> None:
    series = Series("cardinal", ("novice", "uniform"), seats=3, games=1, seed=2)
    old = parse(play(next(series.games())).record)
    old.names, old.players = ["clerc", "clerc", "Anne"], ["clerc", "human", "human"]
    row, _ = imported(print_record(old).encode())
    assert [chair.name for chair in meta_from(row.head).chairs] == ["cleric", "clerc", "Anne"]


def test_the_folder_of_an_old_series_is_gone_on_with(tmp_path: Path) -> None:
    series = Series("cardinal", ("clerc", "uniform"), seats=2, games=2, seed=1, options={"duel": True})
    assert series.bots == ("cleric", "uniform")
    games = list(series.games())
    ResultsFolder(tmp_path, series).add(play(games[0]))
    line = (tmp_path / "games.jsonl").read_text("utf-8")
    assert json.loads(line)["names"] == list(games[0].names)
    (tmp_path / "games.jsonl").write_text(line.replace("cleric", "clerc"), "utf-8")
    again = ResultsFolder(tmp_path, series)
    assert again.has(games[0].key)
    assert not again.has(games[1].key)
    assert again.outcomes[games[0].key]["names"] == list(games[0].names)
