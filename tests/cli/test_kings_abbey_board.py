"""The King's Abbey in the terminal: one screen, cards with their terms, nothing asked that is not decided."""

import io
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from abbatia.cli.boards import board_of
from abbatia.cli.menu import menu
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load
from abbatia.games.kings_abbey.fields import ELIAS
from tests.cli.conftest import Cli
from tests.games.kings_abbey.table import Table

TITLE = load("kings_abbey")


def lines_of(seats: int, language: str, width: int, height: int, seed: int = 3) -> tuple[int, list[str]]:
    """The most lines that table and actions take in a game, and all that was shown."""
    board = board_of(TITLE, words(language).at_table(["Anne", "Bertrand", "Clara", "Denis"][:seats]))
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_low_window_leaves_room_for_actions_under_a_table_of_four(language: str) -> None:
    most, shown = lines_of(4, language, 80, 24)
    assert most <= 18
    assert any(" → -" in screen for screen in shown)  # prestige now and in the end, without words


def test_a_low_window_lists_many_actions_side_by_side() -> None:
    texts = ["Preach with a 1", "Preach with a 2", "Place a 2 on crusade 1: The Walls of Sidon", "Done"]
    lines = [(Text(f"{number:>3})"), Text(said)) for number, said in enumerate(texts * 2, start=1)]
    shown = {}
    for height in (24, 40):
        screen = io.StringIO()
        Console(file=screen, width=80).print(menu(lines, 80, height))
        shown[height] = [line.rstrip() for line in screen.getvalue().splitlines()]
    assert shown[24][0] == "  1)  Preach with a 1                     2)  Preach with a 2"
    assert shown[24][1] == "  3)  Place a 2 on crusade 1: The Walls of Sidon"
    assert shown[24][2] == "  4)  Done                                5)  Preach with a 1"
    assert len(shown[40]) == len(lines)


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


def drawn(table: Table, language: str = "en", width: int = 200, height: int = 40) -> str:
    """The table as the first seat sees it."""
    screen = io.StringIO()
    board = board_of(TITLE, words(language).at_table(["Anne", "Bertrand"]))
    Console(file=screen, width=width, height=height).print(board.draw(table.state.observe(0)))
    return screen.getvalue()


def test_crusades_are_numbered_as_the_actions_do() -> None:
    table = Table(2).crusade(0, "c18", slot=2).dice(0, 5).phase("abbey")
    assert "crusades: 2. Ascalon 0/" in drawn(table)
    board = board_of(TITLE, words("en"))
    action = TITLE.numbers["crusade 2 5"]
    assert board.describe(table.state.observe(0), action) == "Place a 5 on crusade 2: Ascalon"


def test_crusades_and_events_can_be_looked_up(cli: Cli) -> None:
    play = ("play", "kings_abbey", "--seats", "human,novice", "--seed", "5")
    answer = cli(*play, typed="cards ascalon\ncards truce\ncards holy lance\nquit\n")
    assert "Ascalon  5 dice → 12 prestige, 2 grain, 1 sand" in answer.out
    assert "Truce of God  The Darkness is 1 weaker." in answer.out
    assert "There is no card" not in answer.out


def test_elias_is_on_the_board_of_a_solo_game() -> None:
    table = Table(1).dice(0, 2).phase("resources")
    state = table.state
    state.elias.pool[:] = [1, 0, 2, 0, 0, 0]
    state.elias.peasants = 2
    assert "Elias:  1 3×2  2 peasants\n" in drawn(table)
    state.initiative, state.elias.first = ELIAS, 1
    state.bonus_left[1] = 0
    assert "Elias ⚑:  1 3×2  2 peasants  has the bonus space: field  initiative\n" in drawn(table)
    assert "Élias" in drawn(table, "fr")
    assert "Elias" not in drawn(Table(2).dice(0, 2).phase("resources"))


def test_the_abbey_shows_seats_tokens_and_spaces() -> None:
    table = Table(2).benches(0, (1, 1), (1, 2), (3, 2)).card(0, "library").card(0, "chapel").goods(0, tool=2)
    table.state.players[0].trades = 1
    table.state.players[0].tools_used = 1
    shown = drawn(table.dice(0, 2).phase("abbey"))
    for part in ("♟♟·|···|·♟·|···", "trade tokens: 1", "2 tools  (1 used)", "buildings 1/7: Library ♟"):
        assert part in shown
    assert "towers 1/4: Chapel" in shown


def test_resource_places_have_a_label_a_value_and_free_spaces() -> None:
    shown = drawn(Table(2).dice(0, 2).phase("resources").do(0, "collect wood 2", "done"))
    assert "resources:  forest (wood 2) ● 2 +□  field (grain 3) +□" in shown


@pytest.mark.parametrize(
    ("event", "said"),
    [("plenty_truce", "{0} − 1 = {1}"), ("disaster_night", "{0} + 1 = {1}"), ("plenty_gift", "{1}")],
)
def test_the_darkness_is_a_sum_when_the_event_changes_it(event: str, said: str) -> None:
    table = Table(2).event(event).dice(0, 2).phase("abbey")
    seen = table.state.observe(0)["public"]["darkness"]
    assert f"Darkness: {said.format(seen['track'][seen['cell']], seen['level'])}\n" in drawn(table)
