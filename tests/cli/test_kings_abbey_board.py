"""The King's Abbey in the terminal: one screen, cards with their terms, nothing asked that is not decided."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from abbatia.cli.boards import board_of
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load
from tests.cli.conftest import Cli
from tests.games.kings_abbey.table import Table

TITLE = load("kings_abbey")


def lines_of(seats: int, language: str, width: int, height: int, seed: int = 3) -> tuple[int, list[str]]:
    """The most lines that table and actions take in a game, and all that was shown."""
    board = board_of(TITLE, words(language).at_table(["Anne", "Bertrand", "Clara"][:seats]))
    match, rng = Match(TITLE, seats, {}, rng=Rng(seed)), Rng(seed)
    most, shown = 0, list[str]()
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        if seat == 0:
            screen = io.StringIO()
            console = Console(file=screen, width=width, height=height)
            seen = match.state.observe(seat)
            console.print(board.draw(seen))
            console.print(*(board.describe(seen, action) for action in legal[:40]), sep="\n")
            shown.append(screen.getvalue())
            most = max(most, len(console.render_lines(board.draw(seen))))
        match.play(seat, legal[rng.below(len(legal))])
    return most, shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40)])
def test_the_table_of_two_leaves_room_for_actions_on_one_screen(
    language: str, width: int, height: int
) -> None:
    most, shown = lines_of(2, language, width, height)
    assert most <= height - 4
    assert all(line.rstrip() == line.rstrip()[:width] for screen in shown for line in screen.splitlines())


def test_a_tall_screen_has_the_texts_of_the_market() -> None:
    effect = words("en").text("kings_abbey.building.library.single")
    table = Table(2).market(a1="library").goods(0, coin=4).phase("market")
    board = board_of(TITLE, words("en"))
    texts = []
    for height in (24, 40):
        screen = io.StringIO()
        Console(file=screen, width=200, height=height).print(board.draw(table.state.observe(0)))
        texts.append(screen.getvalue())
    assert effect not in texts[0]
    assert effect in texts[1]


def test_dice_are_counted_by_value() -> None:
    table = Table(2).dice(0, 2, 2, 5).phase("abbey")
    screen = io.StringIO()
    Console(file=screen, width=200).print(board_of(TITLE, words("en")).draw(table.state.observe(0)))
    assert "dice: 2×2 5" in screen.getvalue()


def test_cards_are_described_by_cost_prestige_and_effect(cli: Cli, tmp_path: Path) -> None:
    play = ("play", "kings_abbey", "--seats", "human,novice", "--seed", "5", "--save", str(tmp_path / "game"))
    answer = cli(*play, typed="cards library\ncards nothing\ncards\nquit\n")
    line = next(line for line in answer.out.splitlines() if "Library  " in line)
    assert "★4" in line
    assert "choose the value of a die" in line
    assert "There is no card “nothing”." in answer.out


@pytest.mark.parametrize(
    ("texts", "forced"),
    [
        (["feed"], "feed"),
        (["face"], "face"),
        (["face", "trade"], "face"),
        (["done"], "done"),
        (["feed", "trade"], None),
        (["done", "trade"], None),
        (["pass"], None),
        (["face", "baptise 1"], None),
    ],
)
def test_what_decides_nothing_goes_by_itself(texts: list[str], forced: str | None) -> None:
    board = board_of(TITLE, words("en"))
    found = board.forced([TITLE.numbers[text] for text in texts])
    assert found == (None if forced is None else TITLE.numbers[forced])
