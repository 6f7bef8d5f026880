"""Lessons in the terminal: listed, played to their end, judged; and the commands of their writers."""

import pytest

from abbatia.school.registry import LESSONS
from tests.cli.conftest import Cli

FIRST = LESSONS / "cardinal" / "01-first-abbey.toml"
KEY = ["pay france", "abbey saint_denis", "draw open 2", "pay two italy for france", "abbey jumieges"]


@pytest.mark.parametrize(
    ("language", "done"),
    [("en", "A card pays for a piece"), ("fr", "Une carte paie"), ("de", "Eine Karte bezahlt")],
)
def test_a_lesson_is_played_to_its_end(cli: Cli, language: str, done: str) -> None:
    answer = cli("learn", "cardinal", "first-abbey", "--language", language, typed="\n".join(KEY) + "\n")
    assert answer.code == 0
    assert done in answer.out


def test_a_wrong_try_gets_its_sentence_and_changes_nothing(cli: Cli) -> None:
    answer = cli("learn", "cardinal", "1", typed="pay italy\npay england\npay france\n")
    assert "Keep it: you will need both" in answer.out
    assert "You have no England/Swabia card. (§4.1)" in answer.out
    assert "Look at the names on your cards" in answer.out
    assert answer.out.count("Player 1 played the France card") == 1
    assert "Player 1 played the Lorraine/Italy card" not in answer.out


def test_a_hint_shows_the_way_and_an_undo_goes_back_behind_the_others(cli: Cli) -> None:
    typed = [*KEY[:3], "undo", "hint", "draw open 2", *KEY[3:]]
    answer = cli("learn", "cardinal", "1", typed="\n".join(typed) + "\n")
    assert "Undone." in answer.out
    assert answer.out.count("Player 1 took the Bavaria/Burgundy card") == 2
    assert "A card pays for a piece" in answer.out
    first = cli("learn", "cardinal", "1", typed="hint\nundo\n")
    assert "Choose the France card in your hand." in first.out
    assert "nothing to undo" in first.out.lower() or "not done anything" in first.out.lower()


def test_lessons_are_listed(cli: Cli) -> None:
    answer = cli("learn", "cardinal")
    assert "1  Your first abbey  first-abbey" in answer.out
    assert cli("learn", "cardinal", "nothing").code == 2


def test_check_finds_nothing_in_ours_and_every_fault_in_a_broken_one(cli: Cli, tmp_path: object) -> None:
    assert cli("lesson", "check", str(FIRST)).code == 0
    copy = cli("lesson", "copy", "cardinal/first-abbey").out
    assert copy == FIRST.read_text("utf-8")
    with open("mine.toml", "w", encoding="utf-8") as file:
        file.write(copy.replace('try = ["pay italy"]', 'try = ["pay france"]', 1))
    answer = cli("lesson", "check", "mine.toml")
    assert answer.code == 1
    assert "steps[1].wrong[0]: “pay france” is not answered by this sentence." in answer.out
    assert cli("lesson", "check", "mine.toml", "--json").data["mine.toml"]


def test_show_and_position_help_to_write_one(cli: Cli) -> None:
    shown = cli("lesson", "show", str(FIRST), "--step", "2").out
    assert "abbey saint_denis" in shown
    assert '"own"' in shown
    log = cli("lesson", "position", "cardinal", "--seed", "3", "--actions", "20").out.splitlines()
    assert log[0].startswith("* deal ")
    assert any(line.startswith("1 pay ") for line in log)
    assert cli("lesson", "schema").data["required"]
