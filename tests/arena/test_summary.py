"""Shares, intervals, ratings, the picture, and the command as a user types it."""

import csv
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from abbatia.arena.plot import plot
from abbatia.arena.summary import Meeting, meeting, ratings, standings, win_share
from abbatia.cli import main


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
    one, other = meeting(entries, "a", "b"), meeting(entries, "b", "a")
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
    met = meeting(whole, "a", "b")
    assert met is not None
    assert met.share == 0.5
    assert met.margin == pytest.approx(1.96 * (0.25 * 10 / 9 / 10) ** 0.5)


def test_bots_that_never_met_have_no_meeting() -> None:
    assert meeting([game(0, "ab", [1, 2])], "a", "c") is None


def test_one_deal_has_a_wide_interval() -> None:
    met = meeting([game(0, "ab", [1, 2]), game(0, "ba", [2, 1])], "a", "b")
    assert met is not None
    assert met.margin > 0.5
    assert met.interval == pytest.approx((1 - met.margin, 1.0))


def test_standings_and_ratings_put_the_winner_first() -> None:
    entries = [game(d, "ab", [1, 2]) for d in range(12)] + [game(d, "bc", [1, 2]) for d in range(12)]
    table = standings(entries)
    assert [one.bot for one in table] == ["a", "b", "c"]
    assert table[0].median_ms == pytest.approx(2.0)
    assert table[0].most_ms == pytest.approx(3.0)
    rated = ratings(entries)
    assert rated["a"][0] > rated["b"][0] > rated["c"][0]


def test_the_picture_is_an_svg_with_every_meeting() -> None:
    meetings = [Meeting("a", "b", 12, 0.75, 0.2), Meeting("b", "a", 12, 0.25, 0.2)]
    picture = plot("Le Roi & le Cardinal", meetings)
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter() if element.text]
    assert "Le Roi & le Cardinal" in texts
    assert "75.0 % of 12" in texts


# -- the command ---------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "arena", *arguments])
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_the_command_plays_resumes_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, picture = tmp_path / "series", tmp_path / "shares.svg"
    common = ["cardinal", "--bots", "clerc,uniform", "--games", "6", "--folder", str(folder)]
    code, out, _ = run(capsys, *common, "--executor", "here", "--plot", str(picture))
    assert code == 0
    assert "clerc" in out
    assert "±" in out
    assert picture.read_text("utf-8").startswith("<svg")
    lines = (folder / "games.jsonl").read_text()
    code, out, _ = run(capsys, *common, "--json")
    data = json.loads(out)
    assert data["meetings"][0]["games"] == 6
    assert data["bots"][0]["rating"] > 0
    code, out, _ = run(capsys, *common, "--csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert [row["bot"] for row in rows] == ["clerc", "uniform"]
    assert (folder / "games.jsonl").read_text() == lines, "nothing was played again"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cardinal", "--bots", "abbe"], "two different bots"),
        (["cardinal", "--bots", "abbe,abbe"], "two different bots"),
        (["cardinal", "--bots", "abbe,pope"], "no bot “pope”"),
        (["cardinal", "--executor", "moon"], "no executor “moon”"),
        (["cardinal", "--games", "0"], "0"),
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
