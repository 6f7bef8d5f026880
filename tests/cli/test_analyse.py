"""`abbatia analyse`: the report in three languages, JSON, the page, and what it refuses."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from abbatia.cli.analysis_page import page, spread_out
from abbatia.cli.analysis_report import Report
from abbatia.core.record import print_record
from abbatia.core.words import words
from tests.analysis.games import review
from tests.cli.conftest import Cli


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.abbatia"
    file.write_text(print_record(review("pelegrinus").record), "utf-8")
    return file


def report(language: str) -> Report:
    done = review("pelegrinus")
    speech = words(language).at_table(["Anne <b>", "Bertrand & Cie"])
    return Report(done.result(), done.match.title, speech)


def test_a_game_is_analysed_and_written_down(cli: Cli, record: Path, tmp_path: Path) -> None:
    answer = cli("analyse", str(record), "--budget", "quick", "--json", "a.json", "--html", "a.html")
    assert answer.code == 0
    for heading in ("Chances to win", "Luck and skill: points", "Decisions", "Costliest decisions"):
        assert heading in answer.out
    found = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert found["title"] == "pelegrinus"
    assert found["budget"]["playouts"] == 16
    assert "</html>" in (tmp_path / "a.html").read_text("utf-8")


def test_what_cannot_be_analysed_is_one_sentence(cli: Cli, record: Path, tmp_path: Path) -> None:
    answer = cli("analyse", str(record), "--budget", "endless")
    assert answer.code == 2
    assert answer.err == "error: “endless” is not a budget. Choose one of quick, usual, deep.\n"
    cli("play", "pelegrinus", "--seats", "human,human", "--save", str(tmp_path / "begun"), typed="quit\n")
    answer = cli("analyse", str(tmp_path / "begun"), "--language", "fr")
    assert answer.code == 2
    assert "Cette partie n’est pas terminée." in answer.err


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_line_of_the_report_exists_in_every_language(language: str) -> None:
    told = report(language)
    lines = [*told.about("quick"), told.rest_about(), *told.luckiest(), told.made("1.0")]
    lines += [line for decision in told.worst() for line in told.worst_lines(decision)]
    for headings, rows in (told.books("win"), told.books("points"), told.decisions()):
        assert {len(row) for row in rows} == {len(headings) + 1}
        lines += [cell for row in rows for cell in row] + headings
    for line in lines:
        assert line
        assert not re.search(r"analysis\.|pelegrinus\.\w|\{\w*\}", line), line


def test_numbers_are_written_as_in_the_language() -> None:
    assert report("en").percent(0.1234, signed=True) == "+12.3%"
    assert report("fr").percent(-0.1234, signed=True) == "−12,3\u202f%"
    assert report("de").number(2.5) == "2,5"
    assert report("de").number(-0.01, signed=True) == "0,0"


class Checker(HTMLParser):
    """Notes tags that are opened and not closed, and whatever a page would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.lines = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.lines += tag == "polyline"
        self.loads += [name for name, _ in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.lines += tag == "polyline"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_stands_by_itself(language: str) -> None:
    text = page(report(language), "quick")
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert checker.loads == []
    assert checker.lines == 2
    assert f'<html lang="{language}">' in text
    assert "Anne &lt;b&gt;" in text
    assert "<b>" not in text


def test_names_at_the_end_of_the_curves_do_not_overlap() -> None:
    heights = spread_out([100.0, 101.0, 40.0])
    assert abs(heights[0] - heights[1]) >= 15
    assert abs(heights[1] - heights[2]) >= 15
    assert heights[2] == 40.0
