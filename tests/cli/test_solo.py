"""Solo at the terminal: a score and a comparison instead of a winner, and a record to beat."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from abbatia.cli.narrator import Narrator, without_verdict
from abbatia.cli.solo_records import best_score, note_score, records_file
from abbatia.core.words import Message, words
from abbatia.games import load
from tests.cli.conftest import Cli

TITLE = load("kings_abbey")


def test_a_solo_game_ends_with_its_score_and_no_winner(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    answer = cli("play", "kings_abbey", "--seats", "novice", "--seed", "3", "--save", file)
    assert answer.code == 0
    assert "wins" not in answer.out
    assert "Novice 1 scores " in answer.out
    assert "Better than " in answer.out
    told = cli("replay", file)
    assert "wins" not in told.out
    assert "Better than " in told.out
    for language, said in (("fr", "Mieux que "), ("de", "Besser als ")):
        assert said in cli("--language", language, "replay", file).out
    assert not records_file().exists()  # a bot has no record


def test_simulate_says_the_score_and_the_comparison(cli: Cli) -> None:
    arguments = ("simulate", "kings_abbey", "--games", "2", "--seats", "novice", "--seed", "3")
    answer = cli(*arguments)
    assert "100.0 %" not in answer.out
    assert "wins" not in answer.out
    assert "median score" in answer.out
    assert "Better than " in answer.out
    data = cli(*arguments, "--json").data
    assert "win_share" not in data
    assert len(data["scores"]) == 2
    assert set(data["better_than"]) >= {"novice", "abbot"}


def passes() -> str:
    """Whatever ends each decision at once, far longer than a game."""
    return "1\n" * 3000


def test_a_record_is_kept_told_and_beaten(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    play = ("play", "kings_abbey", "--seats", "human:Anne", "--seed", "4", "--option", "quick")
    first = cli(*play, typed=passes())
    assert "Your first game with these options" in first.out
    kept = json.loads(records_file().read_text("utf-8"))
    score = kept["kings_abbey"]["quick"]["score"]
    assert f"Anne scores {score} points." in first.out
    again = cli(*play, typed=passes())
    assert f"Your record with these options is {score}. Beat it!" in again.out
    assert f"Your record stays at {score}." in again.out
    options = TITLE.setup(1, {"quick": True})
    note_score(TITLE, options, score - 5)
    assert best_score(TITLE, options) == score
    kept["kings_abbey"]["quick"]["score"] = score - 1
    records_file().write_text(json.dumps(kept), "utf-8")
    assert f"A new record! {score}, after {score - 1}." in cli(*play, typed=passes()).out
    assert best_score(TITLE, options) == score


def test_a_broken_file_of_records_is_as_none(cli: Cli) -> None:
    options = TITLE.setup(1, {})
    records_file().parent.mkdir(parents=True, exist_ok=True)
    for text in ("", "[]", '{"kings_abbey": {"standard": {"score": "x"}}}', '{"kings_abbey": 3}'):
        records_file().write_text(text, "utf-8")
        assert best_score(TITLE, options) is None
    note_score(TITLE, options, 12)
    assert best_score(TITLE, options) == 12


def test_nobody_else_is_spoken_of_in_a_solo_game(cli: Cli) -> None:
    """No order of players is drawn, no bots decide again, and each level is compared with once."""
    play = ("play", "kings_abbey", "--seats", "human:Anne", "--seed", "4", "--option", "quick")
    answer = cli(*play, typed="1\n" * 30 + "undo\n" * 40 + "quit\n", drawn=True)
    assert "drawn at random" not in answer.out
    assert "The record would note it. Undo anyway?" in answer.out
    assert "The bots would decide again" not in answer.out


def test_the_level_of_the_verdict_is_not_told_again() -> None:
    shares = [
        {"key": "bots.solo.share", "args": {"level": level, "percent": 9}} for level in ("novice", "prior")
    ]
    better = Message("bots.solo.better", percent=9, level="prior")
    told = without_verdict([better, Message("bots.solo.shares", shares=shares)])
    assert [words("en").say(message) for message in told] == [
        "Better than 9 % of Priors.",
        "Games beaten: 9 % of Novices.",
    ]


def test_an_amount_of_nothing_is_not_told() -> None:
    narrator = Narrator(words("en").at_table(["Anne"]), Console())
    fed, built = "kings_abbey.event.fed", "kings_abbey.event.built"
    assert narrator.said(Message(fed, seat=0, n=0)) == "Anne fed the peasants without grain."
    assert narrator.said(Message(fed, seat=0, n=2)) == "Anne fed the peasants with 2 grain."
    assert narrator.said(Message(built, seat=0, card="library", points=0)) == "Anne built the Library."
