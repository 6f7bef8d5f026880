"""titles, rules, replay, verify, simulate: what they print, and one sentence for everything that is wrong."""

from pathlib import Path

import pytest

from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import Match
from abbatia.core.record import Record, print_record
from abbatia.games import TITLES, load
from tests.cli.conftest import Answer, Cli


@pytest.fixture(scope="module")
def record_text() -> str:
    """A whole game of Pelegrinus with fair dice, played at random."""
    match, rng = Match(load("pelegrinus"), 2, rng=FairRng(b"test")), Rng(4)
    while actors := match.to_act():
        legal = match.decision(actors[0]).legal
        match.play(actors[0], legal[rng.below(len(legal))])
    return print_record(Record.of(match, ["Anne", "Bertrand"]))


@pytest.fixture
def record(record_text: str, tmp_path: Path) -> Path:
    file = tmp_path / "game.abbatia"
    file.write_text(record_text, "utf-8")
    return file


def complains(answer: Answer, said: str) -> None:
    """Exit code 2, one sentence on stderr, nothing on stdout, no traceback."""
    assert answer.code == 2
    assert answer.out == ""
    lines = answer.err.strip().splitlines()
    assert said in lines[0]
    assert len(lines) <= 2
    assert all(line.startswith("hint: ") for line in lines[1:])
    assert "Traceback" not in answer.err


def test_titles_lists_what_can_be_played(cli: Cli) -> None:
    answer = cli("titles")
    assert answer.code == 0
    for name in TITLES:
        assert name in answer.out


def test_titles_as_json(cli: Cli) -> None:
    data = cli("titles", "--json").data
    assert [title["title"] for title in data] == list(TITLES)
    assert all(title["board_note"] and title["options"] is not None for title in data)


def test_rules_whole_a_chapter_and_one(cli: Cli) -> None:
    whole = cli("rules", "pelegrinus", "--json").data
    assert len(whole) > 20
    number = whole[3]["number"]
    chapter = number.partition(".")[0]
    assert [rule["number"] for rule in cli("rules", "pelegrinus", number, "--json").data] == [number]
    of_chapter = cli("rules", "pelegrinus", chapter, "--json").data
    assert {rule["number"].partition(".")[0] for rule in of_chapter} == {chapter}
    assert number in cli("rules", "pelegrinus", f"§{number}").out


def test_rules_in_french(cli: Cli) -> None:
    english = cli("rules", "pelegrinus", "R", "--json").data
    french = cli("--language", "fr", "rules", "pelegrinus", "R", "--json").data
    assert [rule["number"] for rule in english] == [rule["number"] for rule in french]
    assert english != french


@pytest.mark.parametrize(
    "arguments",
    [["--language", "fr", "titles"], ["titles", "--language", "fr"], ["titles", "--language=fr"]],
)
def test_the_language_may_stand_before_or_after_the_command(cli: Cli, arguments: list[str]) -> None:
    answer = cli(*arguments)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == cli("--language", "fr", "titles").out != cli("--language", "en", "titles").out


def test_an_error_and_its_hint_are_in_one_language(cli: Cli) -> None:
    error, hint = cli("play", "--language", "fr", "--no-such-option").err.splitlines()
    assert error.startswith("erreur: ")
    assert hint.startswith("conseil: ")


def test_the_language_comes_from_the_environment(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert cli("play").err.startswith("erreur")
    monkeypatch.setenv("ABBATIA_LANGUAGE", "en")
    assert cli("play").err.startswith("error")
    monkeypatch.setenv("ABBATIA_LANGUAGE", "la")
    complains(cli("play"), "ABBATIA_LANGUAGE: there is no language “la”.")


def test_replay_tells_the_game_and_its_end(cli: Cli, record: Path) -> None:
    answer = cli("replay", str(record))
    assert answer.code == 0
    assert "Anne" in answer.out
    assert "won" in answer.out


def test_replay_stops_where_told(cli: Cli, record: Path) -> None:
    assert cli("replay", str(record), "--to", "20", "--json").data["number"] == 20
    assert "Waiting for" in cli("replay", str(record), "--to", "20").out
    complains(cli("replay", str(record), "--to", "99999"), "The game has no action 99999")


def test_verify_checks_actions_scores_and_dice(cli: Cli, record: Path) -> None:
    data = cli("verify", str(record), "--json").data
    assert (data["title"], data["over"], data["dice"]) == ("pelegrinus", True, "checked")
    assert "Cards, dice and all other chance match the seed" in cli("verify", str(record)).out


def test_a_bad_record_gets_one_sentence_with_its_line(cli: Cli, record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    bad = tmp_path / "bad.abbatia"
    title = f"pelegrinus {load('pelegrinus').version}"
    faults: dict[str, bytes] = {
        "Line 1: this is not an Abbatia record": b"%PDF-1.4\n",
        "is cut off here": text.encode()[: len(text) // 2],
        "were changed after": text.replace("seal", "Seal", 1).encode(),
        "Line 2: there is no game “tarot”": resealed(text.replace(title, "tarot 1", 1)),
        "Line 2: the record was written with version 7": resealed(text.replace(title, "pelegrinus 7", 1)),
        "larger than 4 MB": b"abbatia record 1\n" + b"1 seal\n" * 15_000_000,
    }
    for said, data in faults.items():
        bad.write_bytes(data)
        for command in ("verify", "replay"):
            complains(cli(command, str(bad)), said)
        complains(cli("play", "--load", str(bad)), said)
    complains(cli("verify", str(tmp_path / "nowhere")), "cannot be read")
    complains(cli("verify", str(tmp_path)), "cannot be read")


def resealed(text: str) -> bytes:
    import hashlib

    lines = text.splitlines()[:-1]
    fingerprint = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    return "\n".join([*lines, f"end: {len(lines) - lines.index('') - 1} {fingerprint}", ""]).encode()


def test_simulate_sums_up_and_repeats_itself(cli: Cli) -> None:
    arguments = (
        "simulate",
        "pelegrinus",
        "--games",
        "3",
        "--seats",
        "uniform,uniform",
        "--seed",
        "5",
        "--json",
    )
    first, second = cli(*arguments).data, cli(*arguments).data
    first.pop("seconds")
    second.pop("seconds")
    assert first == second
    assert first["games"] == 3
    assert sum(first["win_share"]) == pytest.approx(1, abs=0.01)
    answer = cli("simulate", "pelegrinus", "--games", "2")
    assert "wins" in answer.out
    assert "2 games" in answer.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["titels"], "No such command"),
        (["rules"], "Missing argument"),
        (["rules", "chess"], "There is no game “chess”"),
        (["rules", "pelegrinus", "99.9"], "Pelegrinus has no rule 99.9"),
        (["simulate", "pelegrinus", "--games", "0"], "0 games cannot be played"),
        (["simulate", "pelegrinus", "--games", "many"], "Invalid value for '--games'"),
        (["simulate", "pelegrinus", "--seats", "uniform"], "cannot be played by 1"),
        (["simulate", "pelegrinus", "--seats", "uniform,deep"], "There is no bot “deep”"),
        (["simulate", "pelegrinus", "--option", "hats"], "has no option “hats”"),
        (["simulate", "pelegrinus", "--option", "=x"], "“=x” is not an option"),
        (["simulate", "pelegrinus", "--option", "site_needs_both_ends=7"], "cannot be “7”"),
        (["simulate", "pelegrinus", "--board", "nowhere.json"], "nowhere.json cannot be read"),
        (["play"], "Choose a game"),
        (["play", "pelegrinus", "--seats", "human,nobody"], "“nobody” is not a player"),
        (["--language", "la", "titles"], "there is no language “la”"),
    ],
)
def test_bad_input_gets_one_sentence(cli: Cli, arguments: list[str], said: str) -> None:
    complains(cli(*arguments), said)


def test_a_board_that_is_no_json_or_no_board(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    for text, said in (("{", "is not JSON"), ("[1]", "an object in braces"), ("{}", "map is missing")):
        file.write_text(text)
        complains(cli("simulate", "pelegrinus", "--board", str(file)), said)


def test_version(cli: Cli) -> None:
    answer = cli("--version")
    assert answer.code == 0
    assert answer.out.startswith("abbatia ")
    assert answer.out.strip().endswith("rules)")  # compiled or interpreted


def test_bots_play_by_an_earlier_version(cli: Cli) -> None:
    game = ("simulate", "kings_abbey", "--games", "1", "--seats", "uniform", "--json")
    assert cli(*game, "--rules", "1").data["version"] == 1
    assert cli(*game).data["version"] == load("kings_abbey").version
    complains(cli(*game, "--rules", "99"), "There is no version 99 of kings_abbey here.")
