"""A game at the terminal: asked, refused, hinted, taken back, saved, handed over, finished."""

from pathlib import Path

import pytest

from abbatia.core.chance import draw_seats
from abbatia.core.record import parse
from tests.cli.conftest import Cli

PELEGRINUS = ("play", "pelegrinus", "--seed", "7", "--save")


def test_a_person_is_asked_and_may_answer_by_number_or_text(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    answer = cli(*PELEGRINUS, file, typed="1\nsend chaplain to court\nquit\n")
    assert answer.code == 0
    assert "where do you send the Master" in answer.out
    assert "SHA-256" in answer.out
    assert "To continue later, run abbatia play --load" in answer.out
    text = (tmp_path / "game").read_text("utf-8")
    assert "1 send chaplain to court" in text


def test_a_refusal_names_its_rule_and_nothing_is_lost(cli: Cli, tmp_path: Path) -> None:
    answer = cli(
        *PELEGRINUS, str(tmp_path / "game"), typed="seal\nfly to rome\nwhy seal\nwhy send master to acre\n"
    )
    assert "(§3.1)" in answer.out
    assert "“fly to rome” is not an action of this game." in answer.out
    assert "You can do that." in answer.out
    assert (tmp_path / "game").exists()


def test_undo_hint_help_rules_log_board_save(cli: Cli, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    typed = f"1\nundo\nhint\nhelp\n?\nrules 3.1\nlog\nboard\nsave {copy}\nquit\n"
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), typed=typed)
    assert "Undone." in answer.out
    assert "Good turns, the best first:" in answer.out
    assert answer.out.count("(chance to win ") == 3
    assert answer.out.count("undo your last action") == 2
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
    assert "wins!" in answer.out
    assert cli("verify", file, "--json").data["dice"] == "checked"


def test_the_same_seed_gives_the_same_game(cli: Cli, tmp_path: Path) -> None:
    for name in ("one", "two"):
        cli(*PELEGRINUS, str(tmp_path / name), "--seats", "uniform,uniform")
    assert (tmp_path / "one").read_text("utf-8") == (tmp_path / "two").read_text("utf-8")


def test_a_file_that_cannot_be_written_is_said(cli: Cli, tmp_path: Path) -> None:
    """Before the game, not after it."""
    for place, why in (
        ("no/where", "No such file or directory"),
        ("", "Is a directory"),
        ("x" * 300, "File name too long"),
    ):
        answer = cli(*PELEGRINUS, str(tmp_path / place), typed="quit\n")
        assert answer.code == 2
        assert f"cannot be written: {why}." in answer.err
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), typed=f"save {tmp_path / 'no/where'}\nquit\n")
    assert "cannot be written: No such file or directory." in answer.out


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


def test_the_order_of_the_seats_is_drawn_from_the_seed(cli: Cli, tmp_path: Path) -> None:
    wanted = ["human:Anne", "uniform:Odo", "uniform:Urban"]
    firsts = set()
    for seed in range(12):
        file = tmp_path / str(seed)
        seats = ("--seats", ",".join(wanted), "--seed", str(seed), "--save", str(file))
        answer = cli("play", "cardinal", *seats, typed="quit\n", drawn=True)
        order = draw_seats(str(seed).encode(), 3)
        names = [wanted[before].partition(":")[2] for before in order]
        told = f"{', '.join(names[:-1])} and {names[-1]}"
        assert f"Order of players, drawn at random: {told}." in answer.out
        record = parse(file.read_text("utf-8"))
        assert record.names == names
        assert record.seating == order
        assert record.players[order.index(0)] == "human"
        firsts.add(names[0])
    assert firsts == {"Anne", "Odo", "Urban"}
    cli("play", "--load", str(file), typed="quit\n", drawn=True)
    again = parse(file.read_text("utf-8"))
    assert (again.seating, again.names) == (order, names), "a game that goes on is not drawn again"


def test_seats_stay_as_given_when_it_is_said(cli: Cli, tmp_path: Path) -> None:
    for seed in range(6):
        file = tmp_path / str(seed)
        seats = ("--seats", "uniform:Odo,human:Anne", "--seed", str(seed), "--save", str(file))
        cli("play", "pelegrinus", *seats, "--as-seated", typed="quit\n", drawn=True)
        record = parse(file.read_text("utf-8"))
        assert record.names == ["Odo", "Anne"]
        assert record.seating == []


def test_a_drawn_game_verifies(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    cli("play", "pelegrinus", "--seats", "uniform,uniform,uniform", "--save", file, drawn=True)
    assert cli("verify", file, "--json").data["seating"] == "drawn"


HOME = "keep master home\nkeep chaplain home\nkeep nun home\nkeep pilgrim home\nkeep keeper home\nseal\n"
ALONE = ("--seats", "human:Anne,uniform:Odo")


def test_undo_beyond_the_reveal_takes_back_what_bots_had_ordered(cli: Cli, tmp_path: Path) -> None:
    """Whoever has seen the programmes may not answer them: bots order anew, and the record says so."""
    file = tmp_path / "game"
    answer = cli(*PELEGRINUS, str(file), *ALONE, typed=f"{HOME}undo\ny\nquit\n")
    assert "decides again" in answer.out
    record = parse(file.read_text("utf-8"))
    assert [seat for seat, _ in record.take_backs] == [0]
    start = record.take_backs[0].at
    assert all(seat < 0 for seat, _ in record.log[:start]), "the whole first turn was taken back"
    assert not any(seat == 0 for seat, _ in record.log)
    assert cli("verify", str(file), "--json").data["take_backs"] == 1
    assert "Moves undone after something was revealed: 1." in cli("verify", str(file)).out
    cli("play", "--load", str(file), typed="quit\n")
    assert len(parse(file.read_text("utf-8")).take_backs) == 1, "a game that goes on remembers it"


def test_bots_decide_anew_when_their_orders_were_seen(cli: Cli, tmp_path: Path) -> None:
    """Fresh chance: what a random bot orders before and after an undo is not the same in all of six games."""
    same = []
    for seed in range(6):
        file, before = tmp_path / str(seed), tmp_path / f"before{seed}"
        seats = (*ALONE, "--seed", str(seed), "--save", str(file))
        cli("play", "pelegrinus", *seats, typed=f"save {before}\n{HOME}undo\ny\nquit\n")
        ordered = [
            [text for seat, text in parse(one.read_text("utf-8")).log if seat == 1] for one in (before, file)
        ]
        assert ordered[0], "the bot has ordered before the person was asked"
        same.append(ordered[0] == ordered[1])
    assert not all(same)


def test_a_free_undo_leaves_no_trace(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = cli(*PELEGRINUS, str(file), typed="1\nundo\nquit\n")
    assert "Undone." in answer.out
    assert parse(file.read_text("utf-8")).take_backs == []


def test_undo_beyond_a_reveal_is_asked_about_first(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = cli(*PELEGRINUS, str(file), *ALONE, typed=f"{HOME}undo\nn\nquit\n")
    assert "Undo anyway? (y/n)" in answer.out
    assert "Nothing was undone." in answer.out
    record = parse(file.read_text("utf-8"))
    assert record.take_backs == []
    assert any(seat == 0 for seat, _ in record.log)


def test_an_undo_shows_the_board_and_not_the_whole_log_again(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    answer = cli(*PELEGRINUS, file, *ALONE, typed=f"{HOME}1\nundo\nquit\n")
    assert answer.out.count("Turn 1 begins.") == 1
    _, after = answer.out.split("Undone.")
    assert "Papal court" in after, "the board is drawn"


def test_what_one_has_ordered_in_vain_is_said_before_the_next_order(cli: Cli, tmp_path: Path) -> None:
    """The cautions of the title: here the own pilgrim that cancels the own master (§4.5)."""
    orders = "send master to acre\nkeep chaplain home\nkeep nun home\nsend pilgrim to acre\n"
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), *ALONE, typed=f"{orders}quit\n")
    assert "⚠ Acre: your Pilgrim cancels your own Master. (§" in answer.out


def test_a_number_that_is_not_listed_and_an_empty_question_are_explained(cli: Cli, tmp_path: Path) -> None:
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), *ALONE, typed="99\nwhy\nquit\n")
    assert "Choose a number from 1 to " in answer.out
    assert "Type what you would like to do after it" in answer.out
    assert "“”" not in answer.out


def test_what_fits_only_impossible_actions_gets_their_reason(cli: Cli, tmp_path: Path) -> None:
    """A city with a character in hand is about sending, not about building there."""
    answer = cli(*PELEGRINUS, str(tmp_path / "game"), *ALONE, typed="paris\nwhy lisbon\nquit\n")
    assert "You cannot go to Paris yet" in answer.out
    assert "You cannot go to Lisbon yet" in answer.out
    assert "could mean several" not in answer.out
    assert "Build a commandery" not in answer.out


def test_what_stands_in_the_menu_can_be_typed_as_it_stands_there(cli: Cli, tmp_path: Path) -> None:
    """The face-up cards of Cardinal have their names on the screen alone."""
    file = tmp_path / "game"
    start = ("play", "cardinal", "--seed", "3", "--seats", "human:Anne,uniform,uniform", "--save", str(file))
    typed = "7\n"
    menu = cli(*start, typed=f"{typed}quit\n").out
    label = next(line.strip() for line in menu.splitlines() if "Take face-up card 1: " in line)
    file.unlink()
    cli(*start, typed=f"{typed}{label.lstrip('1 ')}\nquit\n")
    assert [text for seat, text in parse(file.read_text("utf-8")).log if seat == 0][-1] == "draw open 1"


def test_the_seed_is_shown_at_the_end_and_the_language_is_kept_when_one_leaves(
    cli: Cli, tmp_path: Path
) -> None:
    file = str(tmp_path / "game")
    answer = cli("play", "pelegrinus", "--seed", "odo", "--seats", "uniform,uniform", "--save", file)
    assert f"The seed was {b'odo'.hex()} (in hexadecimal)." in answer.out
    left = cli("--language", "fr", "play", "pelegrinus", "--save", f"{file}2", *ALONE, typed="quitter\n")
    assert f"abbatia play --load {file}2 --language fr" in left.out
