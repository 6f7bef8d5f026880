"""The tool that measures how much of a game is alive: the same games, facts that add up, a table of them."""

import argparse
import json
from pathlib import Path

import pytest

from abbatia.games import load
from tools import balance, balance_games, balance_pelegrinus


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(balance_games, "KEPT", tmp_path / "balance")
    return tmp_path / "balance"


def games(number: int, seats: int = 2) -> list[balance_games.Game]:
    return list(balance_pelegrinus.played(load("pelegrinus"), seats, "uniform", number, {}))


def test_the_facts_of_a_game_add_up() -> None:
    title = load("pelegrinus")
    match = balance_pelegrinus.play(title, 3, "uniform", 5, {})
    facts = balance_pelegrinus.facts(match)
    assert [sum(points) for points in facts["sources"]] == list(facts["scores"])
    built = sum(points[2] for points in facts["sources"])
    assert sum(facts["built"]) == built > 0
    assert sum(facts["abbeys"]) == len(match.state.to_json()["abbeys"])


def test_games_are_kept_and_go_on(kept: Path) -> None:
    first = games(2)
    [file] = kept.iterdir()
    lines = file.read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines[1:]] == first
    marked = [lines[0], json.dumps({**first[0], "scores": [99, 1]}), lines[2]]
    file.write_text("\n".join(marked) + "\n", "utf-8")
    again = games(3)
    assert again[0]["scores"] == [99, 1], "read, not played anew"
    assert again[1] == first[1]
    assert len(file.read_text("utf-8").splitlines()) == 4


def test_games_of_other_bots_or_another_board_are_played_anew(kept: Path) -> None:
    first = games(1)
    [file] = kept.iterdir()
    head, line = file.read_text("utf-8").splitlines()
    old = {**json.loads(head), "bots": 0}
    file.write_text(f"{json.dumps(old)}\n{json.dumps({**json.loads(line), 'scores': [0, 0]})}\n", "utf-8")
    assert games(1) == first


def test_the_tables_have_a_column_for_each_number_of_seats() -> None:
    title = load("pelegrinus")
    lines = balance_pelegrinus.tables(title, {2: games(3), 3: games(3, 3)})
    assert {line.count("|") for line in lines if line.startswith("|")} == {4}
    cells = {line.split(" | ")[0].strip("| "): line for line in lines if line.startswith("|")}
    assert cells["games"] == "| games | 3 | 3 |"
    assert "±" in cells["**networks**"]
    assert cells["Eastern Europe"].count("·") == 8


def test_numbers_of_a_handful_of_games() -> None:
    assert balance_pelegrinus.mean([1.0, 3.0])[0] == 2.0
    assert balance_pelegrinus.mean([1.0, 3.0])[1] == pytest.approx(
        12.706, abs=0.001
    )  # t of one degree times 1
    assert balance_pelegrinus.margin({"scores": [10, 25, 18]}) == 7.0
    assert balance_pelegrinus.correlated([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0]) == "1.00"
    assert balance_pelegrinus.correlated([1.0, 1.0, 1.0, 1.0], [2.0, 4.0, 6.0, 8.0]) == "–"


def test_the_section_of_the_page_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    page.write_text("# B\n<!-- pelegrinus -->\nold\n<!-- end of pelegrinus -->\nrest\n", "utf-8")
    monkeypatch.setattr(balance, "PAGE", page)
    balance.write("pelegrinus", ["| new |"], "command")
    text = page.read_text("utf-8")
    assert "old" not in text
    assert "`command`" in text
    assert "| new |\n<!-- end of pelegrinus -->\nrest" in text
    with pytest.raises(SystemExit):
        balance.write("cardinal", [], "command")


def test_games_with_other_options_have_a_file_of_their_own(kept: Path) -> None:
    games(1)
    list(balance_pelegrinus.played(load("pelegrinus"), 2, "uniform", 1, {"site_needs_both_ends": False}))
    assert len(list(kept.iterdir())) == 2


def test_one_command_writes_the_sections_of_both_titles(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "balance.md"
    places = [f"<!-- {title} -->\nold\n<!-- end of {title} -->\n" for title in balance.SECTIONS]
    page.write_text("# B\n" + "text between\n".join(places), "utf-8")
    monkeypatch.setattr(balance, "PAGE", page)
    asked: dict[str, tuple[int, list[int]]] = {}

    def stand_in(title: str) -> balance.Section:
        def section(given: argparse.Namespace, versions: list[int]) -> list[str]:
            asked[title] = (given.games, versions)
            return [f"| tables of {title} |"]

        return section

    for title in list(balance.SECTIONS):
        monkeypatch.setitem(balance.SECTIONS, title, stand_in(title))
    assert balance.main(["all", "--games", "5", "--write"]) == 0
    assert asked == {"pelegrinus": (5, [1, 2]), "kings_abbey": (5, [2, 3])}
    text = page.read_text("utf-8")
    assert "old" not in text
    assert "text between" in text
    assert text.count("`python -m tools.balance all --games 5 --write`") == 2
    assert all(f"| tables of {title} |" in text for title in balance.SECTIONS)


def test_the_page_has_a_place_for_every_title_and_names_command_and_day() -> None:
    page = balance.PAGE.read_text("utf-8")
    for title in balance.SECTIONS:
        section = page.partition(f"<!-- {title} -->")[2].partition(f"<!-- end of {title} -->")[0]
        assert section.startswith("\n\nMeasured on 20")
        assert "`python -m tools.balance " in section.splitlines()[2]


def test_versions_and_boards_are_those_of_one_title() -> None:
    with pytest.raises(SystemExit):
        balance.main(["all", "--versions", "1"])
