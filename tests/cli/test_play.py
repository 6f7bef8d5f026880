"""A game at the terminal: asked, refused, hinted, taken back, saved, handed over, finished."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cli

PELEGRINUS = ("play", "pelegrinus", "--seed", "7", "--save")


def test_a_person_is_asked_and_may_answer_by_number_or_text(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    answer = cli(*PELEGRINUS, file, typed="1\nsend chaplain to court\nquit\n")
    assert answer.code == 0
    assert "where do you send the Master" in answer.out
    assert "SHA-256" in answer.out
    assert "Go on later with: abbatia play --load" in answer.out
    text = (tmp_path / "game").read_text("utf-8")
    assert "1 send chaplain to court" in text


def test_a_refusal_names_its_rule_and_nothing_is_lost(cli: Cli, tmp_path: Path) -> None:
    answer = cli(
        *PELEGRINUS, str(tmp_path / "game"), typed="seal\nfly to rome\nwhy seal\nwhy send master to acre\n"
    )
    assert "(§3.1)" in answer.out
    assert "“fly to rome” is not an action of this game." in answer.out
    assert "You may do that." in answer.out
    assert (tmp_path / "game").exists()


def test_undo_hint_help_rules_log_board_save(cli: Cli, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    typed = f"1\nundo\nhint\nhelp\n?\nrules 3.1\nlog\nboard\nsave {copy}\nquit\n"
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), typed=typed)
    assert "Taken back." in answer.out
    assert "A bot would play: " in answer.out
    assert answer.out.count("take back your last action") == 2
    assert "3.1  " in answer.out
    saved = copy.read_text("utf-8")
    assert "\n1 send" not in saved
    assert saved == (tmp_path / "game").read_text("utf-8")


def test_a_saved_game_goes_on(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    cli(*PELEGRINUS, file, typed="send master to court\n")
    answer = cli("play", "--load", file, typed="send chaplain to court\n")
    assert answer.code == 0
    text = (tmp_path / "game").read_text("utf-8")
    assert "1 send master to court" in text
    assert "1 send chaplain to court" in text


def test_people_at_one_screen_are_handed_over(cli: Cli, tmp_path: Path) -> None:
    seats = ("--seats", "human:Anne,human:Bertrand")
    order = "1\nkeep chaplain home\nkeep nun home\nkeep pilgrim home\nkeep keeper home\nseal\n"
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), *seats, typed=f"\n{order}\nquit\n")
    assert "Pass the screen to Anne and press Enter." in answer.out
    assert "Pass the screen to Bertrand and press Enter." in answer.out
    after = answer.out.split("Pass the screen to Bertrand")[1]
    assert "Acre →" not in after
    assert "Master of the Order → ?" in after


def test_bots_alone_play_to_the_end_and_the_record_verifies(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    answer = cli(*PELEGRINUS, file, "--seats", "uniform,uniform")
    assert answer.code == 0
    assert "has won." in answer.out
    assert cli("verify", file, "--json").data["dice"] == "checked"


def test_the_same_seed_gives_the_same_game(cli: Cli, tmp_path: Path) -> None:
    for name in ("one", "two"):
        cli(*PELEGRINUS, str(tmp_path / name), "--seats", "uniform,uniform")
    assert (tmp_path / "one").read_text("utf-8") == (tmp_path / "two").read_text("utf-8")


def test_a_file_that_cannot_be_written_is_said(cli: Cli, tmp_path: Path) -> None:
    answer = cli(*PELEGRINUS, str(tmp_path / "no" / "where"), typed="quit\n")
    assert "cannot be written" in answer.out


@pytest.mark.parametrize("columns", [80, 100])
def test_no_line_of_the_board_ends_within_a_name(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    file = str(tmp_path / "game")
    board = cli("play", "cardinal", "--seats", "human,uniform,uniform", "--save", file, typed="quit\n").out
    lines = [line for line in board.splitlines() if "○" in line]
    assert any("○ San Juan de la Peña" in line for line in lines)
    assert not [line for line in lines if line.rpartition("○")[2].strip() == ""]


def test_das_duell_shows_the_king(cli: Cli, tmp_path: Path) -> None:
    seats = ("--seats", "human,uniform", "--option", "duel", "--seed", "5")
    answer = cli("play", "cardinal", "--save", str(tmp_path / "game"), *seats, typed="board\nquit\n")
    assert answer.code == 0
    assert "cards kept (♔ influence)" in answer.out
    assert "♔ cards:" in answer.out
