"""Saving and going on: who sat where, the same dice, no other hand on the screen, no file overwritten."""

import re
from pathlib import Path

import pytest

from abbatia.core.record import parse, print_record
from abbatia.core.words import LANGUAGES
from abbatia.games import TITLES
from tests.cli.conftest import Answer, Cli

CARDINAL = ("play", "cardinal", "--seed", "5")


def saves(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "data" / "abbatia" / "saves").iterdir())


def the_save(folder: Path) -> Path:
    [name] = saves(folder)
    return folder / "data" / "abbatia" / "saves" / name


def hands_shown(answer: Answer) -> list[str]:
    return re.findall(r"Your hand: (.*)", answer.out)


def refuses(answer: Answer, said: str) -> None:
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err


# -- a new game


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_alone_just_works(cli: Cli, title: str, language: str) -> None:
    answer = cli("--language", language, "play", title, typed="quit\n")
    assert answer.code == 0
    assert answer.err == ""


def test_the_default_opponents_are_not_random_and_as_many_as_the_title_likes(
    cli: Cli, tmp_path: Path
) -> None:
    for title, players in {
        "cardinal": ["human", "cleric", "cleric"],
        "pelegrinus": ["human", "cleric", "cleric", "cleric"],
        "kings_abbey": ["human", "cleric"],
    }.items():
        cli("play", title, "--save", title, typed="quit\n")
        assert sorted(parse((tmp_path / title).read_bytes()).players) == sorted(players)
    cli("play", "cardinal", "--option", "duel", "--save", "duel", typed="quit\n")
    assert len(parse((tmp_path / "duel").read_bytes()).players) == 2


def test_every_new_game_has_a_file_of_its_own(cli: Cli, tmp_path: Path) -> None:
    first = cli("play", "cardinal", typed="quit\n")
    text = the_save(tmp_path).read_text("utf-8")
    cli("play", "cardinal", typed="1\nquit\n")
    cli("play", "cardinal", typed="")
    names = saves(tmp_path)
    assert len(names) == 3
    assert all(re.fullmatch(r"cardinal-\d{4}-\d\d-\d\d-[123]\.abbatia", name) for name in names)
    assert (tmp_path / "data/abbatia/saves" / names[0]).read_text("utf-8") == text
    assert f"abbatia play --load {names[0].removesuffix('.abbatia')}\n" in first.out
    assert not list(tmp_path.glob("*.abbatia"))


def test_a_file_that_exists_is_asked_about(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("precious")
    refuses(cli("play", "cardinal", "--save", "precious", typed="quit\n"), "precious already exists")
    refuses(cli("play", "cardinal", "--save", "precious", typed="n\n", at_terminal=True), "already exists")
    assert file.read_text() == "precious"
    assert cli("play", "cardinal", "--save", "precious", typed="y\nquit\n", at_terminal=True).code == 0
    assert file.read_text().startswith("abbatia record 1")


def test_save_as_in_a_game_asks_too(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("precious")
    answer = cli("play", "cardinal", typed="save precious\nn\nsave new\nsave new\nquit\n", at_terminal=True)
    assert file.read_text() == "precious"
    assert "precious already exists" in answer.out
    assert (tmp_path / "new").read_text().startswith("abbatia record 1")
    answer = cli("play", "cardinal", typed="save precious\nquit\n")
    assert file.read_text() == "precious"
    assert "precious already exists" in answer.out


def test_a_game_is_kept_before_every_question(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is closed or a machine that stops loses nothing."""
    seen: list[str] = []

    def look(*_: object) -> bool:
        seen.append(the_save(tmp_path).read_text("utf-8"))
        return False

    monkeypatch.setattr("abbatia.cli.terminal_game.TerminalGame.show_help", look)
    cli("play", "pelegrinus", typed="send master to acre\nhelp\n")
    assert parse(seen[0]).log[-1][1] == "send master to acre"


def test_a_finished_game_can_be_looked_at_and_checked_as_told(cli: Cli) -> None:
    answer = cli("play", "pelegrinus", "--seats", "cleric,cleric")
    told = re.findall(r"abbatia ((?:replay|verify) pelegrinus-\S+)", answer.out)
    assert [command.split()[0] for command in told] == ["replay", "verify"]
    assert "win" in cli(*told[0].split()).out
    assert cli(*told[1].split(), "--json").data["dice"] == "checked"
    missing = cli("play", "--load", "nothing")
    refuses(missing, "nothing cannot be read")
    assert "abbatia saves" in missing.err
    refuses(cli("play", "--load", "x" * 300), "cannot be read: File name too long")
    refuses(cli("verify", "x" * 300), "cannot be read: File name too long")
    assert "cannot be written: embedded null byte" in cli("play", "cardinal", typed="save a\0b\nquit\n").out


def test_saves_are_listed(cli: Cli, tmp_path: Path) -> None:
    assert "There is no saved game in" in cli("saves").out
    cli("play", "cardinal", "--seats", "human:Anne,cleric,cleric", typed="quit\n")
    cli("play", "pelegrinus", "--seats", "cleric,cleric")
    (tmp_path / "data/abbatia/saves/broken.abbatia").write_text("?")
    listed = {save["name"]: save for save in cli("saves", "--json").data}
    assert len(listed) == 3
    [cardinal] = [save for name, save in listed.items() if name.startswith("cardinal-")]
    [pelegrinus] = [save for name, save in listed.items() if name.startswith("pelegrinus-")]
    assert "Anne" in cardinal["players"]
    assert (cardinal["over"], pelegrinus["over"]) == (False, True)
    assert cardinal["name"] in cli("saves").out


@pytest.mark.parametrize("name", ["A|B", "x" * 41, "tab\there", "\udc80"])
def test_a_name_that_no_record_could_hold_is_refused(cli: Cli, tmp_path: Path, name: str) -> None:
    refuses(cli("play", "cardinal", "--seats", f"human:{name},cleric,cleric"), "cannot be a name")
    assert not (tmp_path / "data").exists()


def test_a_seed_of_any_length_makes_a_record_that_verifies(cli: Cli) -> None:
    cli("play", "pelegrinus", "--seats", "uniform,uniform", "--seed", "é" * 200, "--save", "game")
    assert cli("verify", "game", "--json").data["dice"] == "checked"


def test_a_game_is_saved_although_its_seed_cannot_be(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    answer = cli("play", "cardinal", "--save", "game", typed="quit\n")
    assert "To continue later" in answer.out
    assert parse((tmp_path / "game").read_bytes()).commitment
    assert "To continue later" in cli("play", "cardinal", typed="quit\n").out  # in this folder, then
    assert len(list(tmp_path.glob("cardinal-*.abbatia"))) == 1


# -- going on


def test_going_on_as_told_brings_back_the_same_table(cli: Cli, tmp_path: Path) -> None:
    first = cli(*CARDINAL, "--seats", "prior,human:Anne,abbot", typed="quit\n")
    before = the_save(tmp_path).read_text("utf-8")
    told = re.search(r"abbatia (play --load \S+)", first.out)
    assert told
    again = cli(*told.group(1).split(), typed="quit\n")
    assert again.code == 0
    after = parse(the_save(tmp_path).read_bytes())
    assert print_record(after) == before
    assert (after.names[1], after.players) == ("Anne", ["prior", "human", "abbot"])
    assert hands_shown(first)[-1:] == hands_shown(again)[-1:] != []
    assert "Anne> " in again.out
    assert "Prior 1> " not in again.out
    assert after.commitment in again.out.replace("\n", "").replace(" ", "")


def test_the_same_dice_go_on_and_the_whole_record_verifies(cli: Cli, tmp_path: Path) -> None:
    pelegrinus = ("play", "pelegrinus", "--seats", "human,cleric", "--save", "game")
    order = "keep master home\nkeep chaplain home\nkeep nun home\nkeep pilgrim home\nkeep keeper home\nseal\n"
    cli(*pelegrinus, typed=order * 3)
    answer = cli("play", "--load", "game", typed=order * 14)
    assert answer.code == 0
    assert "win" in answer.out
    assert cli("verify", "game", "--json").data["dice"] == "checked"


def test_without_its_seed_a_game_asks_before_it_takes_new_dice(cli: Cli, tmp_path: Path) -> None:
    cli(*CARDINAL, "--save", "game", typed="quit\n")
    for file in (tmp_path / "data/abbatia/seeds").iterdir():
        assert file.stat().st_mode & 0o077 == 0
        file.unlink()
    refuses(cli("play", "--load", "game"), "seed")
    refuses(cli("play", "--load", "game", typed="n\n", at_terminal=True), "seed")
    assert parse((tmp_path / "game").read_bytes()).commitment
    assert cli("play", "--load", "game", "--seed", "5", typed="quit\n").code == 0  # the right seed
    assert parse((tmp_path / "game").read_bytes()).commitment
    (tmp_path / "data/abbatia/seeds" / parse((tmp_path / "game").read_bytes()).commitment).unlink()
    assert cli("play", "--load", "game", typed="y\nquit\n", at_terminal=True).code == 0
    assert not parse((tmp_path / "game").read_bytes()).commitment
    assert cli("verify", "game", "--json").data["dice"] == "plain"


def test_two_people_are_handed_the_screen_before_a_hand_is_shown(cli: Cli) -> None:
    cli(*CARDINAL, "--seats", "human:Anne,human:Bea,cleric", "--save", "game", typed="\nquit\n")
    again = cli("play", "--load", "game", typed="\nquit\n")
    assert again.out.index("Pass the screen to") < again.out.index("Your hand")
    assert len(hands_shown(again)) == 1


def old_record(cli: Cli, folder: Path) -> Path:
    """A record from before the seats were kept."""
    cli(*CARDINAL, "--seats", "cleric,human:Anne,cleric", "--save", "old", typed="quit\n")
    record = parse((folder / "old").read_bytes())
    record.players = []
    (folder / "old").write_text(print_record(record), "utf-8")
    return folder / "old"


def test_a_record_that_does_not_say_who_played_is_asked_about(cli: Cli, tmp_path: Path) -> None:
    old_record(cli, tmp_path)
    refused = cli("play", "--load", "old")
    refuses(refused, "does not name the players")
    assert "Your hand" not in refused.out
    asked = cli("play", "--load", "old", typed="prior\nhuman\nmonkey\nabbe\nquit\n", at_terminal=True)
    assert asked.code == 0
    assert "Who is Anne? " in asked.out
    assert parse((tmp_path / "old").read_bytes()).players == ["prior", "human", "abbot"]
    assert len(hands_shown(asked)) == 1


def test_a_person_takes_a_bots_seat_only_knowingly(cli: Cli, tmp_path: Path) -> None:
    cli(*CARDINAL, "--seats", "prior,human:Anne,abbot", "--save", "game", typed="quit\n")
    other = ("play", "--load", "game", "--seats", "human,prior,abbot")
    refused = cli(*other)
    refuses(refused, "would see the hand")
    assert "Your hand" not in refused.out
    assert cli(*other, typed="y\nquit\n", at_terminal=True).code == 0
    assert parse((tmp_path / "game").read_bytes()).players == ["human", "prior", "abbot"]
    refuses(cli("play", "--load", "game", "--seats", "human,prior"), "The saved game has 3 players")


def test_after_loading_the_log_tells_the_whole_game(cli: Cli) -> None:
    cli("play", "pelegrinus", "--seats", "human,cleric", "--save", "game", typed="send master to acre\n")
    again = cli("play", "--load", "game", typed="log\nquit\n")
    assert "is in play" in again.out.split("> ")[1]
