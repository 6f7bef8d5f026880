"""Shares, intervals, ratings, the picture, and the command as a user types it."""

import csv
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from abbatia.arena.plot import plot
from abbatia.arena.summary import HeadToHead, head_to_head, ratings, standings, win_share
from abbatia.cli import main
from abbatia.cli.arena import split_names


def game(deal: int, names: str, ranks: list[int]) -> dict[str, Any]:
    return {
        "key": f"{deal}:{names}",
        "deal": deal,
        "names": list(names),
        "ranks": ranks,
        "scores": [10 - rank for rank in ranks],
        "times": [[0.001, 0.003]] * len(ranks),
        "record": "",
    }


def test_a_shared_victory_is_divided() -> None:
    assert win_share(game(0, "abab", [1, 1, 3, 4]), "a") == 0.5
    assert win_share(game(0, "abab", [1, 2, 1, 1]), "a") == pytest.approx(2 / 3)


def test_shares_of_two_bots_add_up() -> None:
    entries = [game(0, "ab", [1, 2]), game(0, "ba", [2, 1]), game(1, "ab", [2, 1]), game(1, "ba", [2, 1])]
    one, other = head_to_head(entries, "a", "b"), head_to_head(entries, "b", "a")
    assert one is not None
    assert other is not None
    assert one.share == 0.75
    assert one.share + other.share == 1


def test_the_interval_is_over_deals_not_games() -> None:
    """Ten deals that one bot wins or loses whole tell less than twenty games would."""
    whole = []
    for deal in range(10):
        first, second = 1 + deal % 2, 2 - deal % 2
        whole += [game(deal, "ab", [first, second]), game(deal, "ba", [second, first])]
    met = head_to_head(whole, "a", "b")
    assert met is not None
    assert met.share == 0.5
    assert met.margin == pytest.approx(2.2622 * (0.25 * 10 / 9 / 10) ** 0.5, rel=1e-4)


def test_few_deals_tell_little() -> None:
    """Two deals, twelve games: Student's t has one degree of freedom."""
    entries = [game(0, "ab", [1, 2])] * 6 + [game(1, "ab", [1, 2])] * 4 + [game(1, "ab", [2, 1])] * 2
    met = head_to_head(entries, "a", "b")
    assert met is not None
    assert met.share == pytest.approx(5 / 6)
    assert met.margin == pytest.approx(12.7062 / 6, rel=1e-4)
    assert met.interval == (0.0, 1.0)


def test_bots_that_never_met_have_no_meeting() -> None:
    assert head_to_head([game(0, "ab", [1, 2])], "a", "c") is None


def test_one_deal_has_a_wide_interval() -> None:
    met = head_to_head([game(0, "ab", [1, 2]), game(0, "ba", [2, 1])], "a", "b")
    assert met is not None
    assert met.interval == (0.0, 1.0), "the spread of one deal is not known"


def test_standings_and_ratings_put_the_winner_first() -> None:
    entries = [game(d, "ab", [1, 2]) for d in range(12)] + [game(d, "bc", [1, 2]) for d in range(12)]
    table = standings(entries)
    assert [one.bot for one in table] == ["a", "b", "c"]
    assert table[0].median_ms == pytest.approx(2.0)
    assert table[0].most_ms == pytest.approx(3.0)
    rated = ratings(entries)
    assert rated["a"][0] > rated["b"][0] > rated["c"][0]


def test_the_picture_is_an_svg_with_every_meeting() -> None:
    meetings = [HeadToHead("a", "b", 12, 0.75, 0.2), HeadToHead("b", "a", 12, 0.25, 0.2)]
    picture = plot("Le Roi & le Cardinal", meetings)
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter() if element.text]
    assert "Le Roi & le Cardinal" in texts
    assert "75.0 % of 12" in texts


# -- bots that fail ------------------------------------------------------------------------------------------


def test_moves_that_a_novice_played_are_counted() -> None:
    entries = [
        {**game(0, "ab", [1, 2]), "failures": [3, 0]},
        {**game(0, "ba", [1, 2]), "failures": [0, 4]},
        {**game(1, "ab", [1, 2]), "failures": [0, 0]},
        game(1, "ba", [1, 2]),
    ]
    met, other = head_to_head(entries, "a", "b"), head_to_head(entries, "b", "a")
    assert met is not None
    assert other is not None
    assert (met.failed_games, met.failed_answers) == (2, 7)
    assert (other.failed_games, other.failed_answers) == (0, 0)
    assert met.to_json()["failed_answers"] == 7
    counts = {one.bot: (one.failed_games, one.failed_answers) for one in standings(entries)}
    assert counts == {"a": (2, 7), "b": (0, 0)}


def test_a_program_that_fails_is_named_in_table_csv_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "run:/no/such/bot --of 1,2"
    common = ["cardinal", "--bots", f'"{name}",uniform', "--games", "2", "--seats", "2"]
    common += ["--option", "duel=true", "--folder", str(tmp_path), "--executor", "here"]
    code, out, _ = run(capsys, *common)
    assert code == 0
    said = " ".join(out.split())  # lines break at the window's width
    assert f"{name} gave no legal answer" in said
    assert "in 2 of 2 games. A novice played those moves instead" in said
    _, out, _ = run(capsys, *common, "--csv")
    rows = {row["bot"]: row for row in csv.DictReader(out.splitlines())}
    assert rows[name]["failed_games"] == "2"
    assert int(rows[name]["failed_answers"]) > 10
    assert rows["uniform"]["failed_games"] == "0"
    _, out, _ = run(capsys, *common, "--json")
    data = json.loads(out)
    assert {one["bot"]: one["failed_games"] for one in data["bots"]} == {name: 2, "uniform": 0}
    assert data["meetings"][0]["failed_games"] == 2
    assert data["versions"]["own"][name]


def test_a_class_of_the_current_folder_plays_in_a_pool(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "class First:\n    def __init__(self, rng): pass\n    def choose(self, d): return d.legal[0]\n"
    (tmp_path / "arena_guests.py").write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    common = ["cardinal", "--bots", "arena_guests:First,uniform", "--games", "2", "--seats", "2"]
    common += ["--option", "duel=true", "--workers", "1", "--json"]
    code, out, _ = run(capsys, *common)
    assert code == 0
    data = json.loads(out)
    assert {one["bot"]: one["failed_answers"] for one in data["bots"]} == {
        "arena_guests:First": 0,
        "uniform": 0,
    }
    (tmp_path / "arena_guests.py").write_text(source + "# changed\n", "utf-8")
    assert run(capsys, *common)[0] == 0, "a changed bot begins a folder of its own"
    assert sorted(folder.name for folder in (tmp_path / "arena").iterdir()) == [
        "cardinal-2-1",
        "cardinal-2-1-2",
    ]
    code, _, err = run(capsys, *common, "--folder", "arena/cardinal-2-1")
    assert code == 2
    assert "another version of arena_guests:First" in " ".join(err.split())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("abbot,prior", ["abbot", "prior"]),
        ('"run:./bot 1,2",abbot', ["run:./bot 1,2", "abbot"]),
        ("run:./bot --set 'a,b' x, abbot", ["run:./bot --set 'a,b' x", "abbot"]),
        ("'run:say \"a,b\"',mybots:Greedy", ['run:say "a,b"', "mybots:Greedy"]),
    ],
)
def test_a_name_with_a_comma_can_be_written(text: str, names: list[str]) -> None:
    assert split_names(text) == names


# -- the command ---------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "arena", *arguments])
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_the_command_plays_resumes_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, picture = tmp_path / "series", tmp_path / "shares.svg"
    common = ["cardinal", "--bots", "cleric,uniform", "--games", "6", "--folder", str(folder)]
    code, out, _ = run(capsys, *common, "--executor", "here", "--plot", str(picture))
    assert code == 0
    assert "cleric" in out
    assert "±" in out
    assert picture.read_text("utf-8").startswith("<svg")
    lines = (folder / "games.jsonl").read_text()
    code, out, _ = run(capsys, *common, "--json")
    data = json.loads(out)
    assert data["meetings"][0]["games"] == 6
    assert data["bots"][0]["rating"] > 0
    code, out, _ = run(capsys, *common, "--csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert [row["bot"] for row in rows] == ["cleric", "uniform"]
    assert (folder / "games.jsonl").read_text() == lines, "nothing was played again"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cardinal", "--bots", "abbot"], "two different bots"),
        (["cardinal", "--bots", "abbot,abbot"], "two different bots"),
        (["cardinal", "--bots", "abbot,pope"], "no bot “pope”"),
        (["cardinal", "--executor", "moon"], "no executor “moon”"),
        (["cardinal", "--games", "0"], "0"),
        (["cardinal", "--workers", "0"], "0"),
        (["cardinal", "--answer-seconds", "0"], "--answer-seconds above 0"),
        (["cardinal", "--start-seconds", "-1"], "--start-seconds of 0 or more"),
        (["cardinal", "--bots", "abbot,run:say 'hello"], "Close the quotation mark"),
        (["cardinal", "--bots", "abbot,run:"], "needs a command after it"),
        (["cardinal", "--bots", "abbot,no_such_module:Bot"], "no_such_module:Bot"),
        (["cardinal", "--seats", "7"], "7"),
        (["chess"], "chess"),
    ],
)
def test_bad_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert not out
    assert said in err
