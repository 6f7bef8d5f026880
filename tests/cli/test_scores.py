"""Score sheets: one row for each thing that scores, a column for each seat, before the end too."""

import re
from itertools import pairwise

import pytest

from abbatia.cli.boards import board_of
from abbatia.cli.scores import Sheet, score_rows
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.words import LANGUAGES, words
from abbatia.games import TITLES, load
from tests.cli.conftest import Cli
from tests.cli.test_boards import text_of


def played(title: str, seed: int) -> Match:
    rules, rng = load(title), Rng(seed)
    match = Match(rules, 3, rng=Rng(seed))
    while actors := match.to_act():
        legal = match.decision(actors[0]).legal
        match.play(actors[0], legal[rng.below(len(legal))])
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_a_row_stands_once_and_the_columns_add_up(title: str, language: str) -> None:
    result = played(title, 3).result()
    assert result is not None
    lines = [[line.to_json() for line in of] for of in result.lines]
    rows = score_rows(Sheet(lines, result.scores, result.ranks), words(language))
    assert len({(row.kind, row.subject) for row in rows}) == len(rows)
    for seat, score in enumerate(result.scores):
        assert sum(row.points[seat] or 0 for row in rows) == score
    kinds = [row.kind for row in rows]
    assert len(set(kinds)) == 1 + sum(1 for one, other in pairwise(kinds) if one != other)


def test_countries_keep_the_order_in_which_they_are_scored() -> None:
    result = played("cardinal", 3).result()
    assert result is not None
    lines = [[line.to_json() for line in of] for of in result.lines]
    rows = score_rows(Sheet(lines, result.scores), words("en"))
    countries = [row.subject for row in rows if row.kind == "Final scoring: abbeys"]
    order = ["England", "Franconia", "Bavaria", "Italy", "Aragon", "France", "Lorraine", "Swabia", "Burgundy"]
    assert len(countries) > 4
    assert countries == [country for country in order if country in countries]


@pytest.mark.parametrize("title", TITLES)
def test_the_sheet_of_the_board_is_that_of_the_result(title: str) -> None:
    match = played(title, 5)
    result = match.result()
    assert result is not None
    sheet = board_of(match.title, words("en")).sheet(match.state.observe(0))
    assert sheet is not None
    assert tuple(sheet.totals) == result.scores
    assert [list(of) for of in sheet.lines] == [[line.to_json() for line in of] for of in result.lines]


def test_the_sheet_can_be_seen_during_the_game(cli: Cli) -> None:
    shown = cli("play", "pelegrinus", typed="score\nquit\n").out.split("Player 1> ")[1]
    assert re.search(r"Relics +§10\.3( +9){4}", shown)
    assert re.search(r"Total( +10){4}", shown)


@pytest.mark.parametrize("title", TITLES)
def test_after_the_end_nothing_is_said_to_be_if_it_ended_now(title: str) -> None:
    match = played(title, 3)
    begun = Match(load(title), 3, rng=Rng(3))
    board = board_of(match.title, words("en"))
    after, before = (text_of(board.draw(one.state.observe(0))) for one in (match, begun))
    assert "final score" in after
    assert "if it ended now" not in after
    assert "if it ended now" in before
