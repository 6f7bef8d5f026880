"""What a new player of The King's Abbey types that is not possible now is answered with its reason."""

import pytest

from abbatia.cli.boards import board_of
from abbatia.cli.typed import Spellings, Unclear
from abbatia.core.refusals import Refused
from abbatia.core.words import words
from abbatia.games import load
from tests.cli.conftest import Cli
from tests.games.kings_abbey.table import Table

TITLE = load("kings_abbey")
BOARD = board_of(TITLE, words("en"))


@pytest.mark.parametrize("typed", ["buy bath house", "acheter thermes", "Buy a1 Bath House", "kauf badehaus"])
@pytest.mark.parametrize("phase", ["market", "abbey"])
def test_a_card_that_cannot_be_bought_is_found_by_its_name(typed: str, phase: str) -> None:
    seen = Table(2).market(a1="bath_house", b2="library").dice(0, 1).phase(phase).state.observe(0)
    assert BOARD.unlisted(seen, typed) == TITLE.numbers["buy a1"]


def test_several_cards_of_the_market_are_unclear() -> None:
    seen = Table(2).market(a1="bath_house", b2="bakery").phase("market").state.observe(0)
    with pytest.raises(Unclear) as unclear:
        BOARD.unlisted(seen, "buy ba")
    assert unclear.value.actions == [TITLE.numbers["buy a1"], TITLE.numbers["buy b2"]]


@pytest.mark.parametrize(
    ("typed", "said", "rule"),
    [
        ("buy library", "Not on the market: Library.", "4.1"),
        ("acheter forge", "Not on the market: Blacksmith.", "4.1"),
        ("prêcher avec un 5", "Preaching takes dice of 1, 2 or 3.", "3.2"),
        ("preach 4", "Preaching takes dice of 1, 2 or 3.", "3.2"),
        ("monter avec un 3", "The clergy takes dice of 4, 5 or 6.", "3.4"),
    ],
)
def test_what_no_action_does_has_a_reason_and_a_rule(typed: str, said: str, rule: str) -> None:
    seen = Table(2).market(a1="bath_house").dice(0, 3, 5).phase("abbey").state.observe(0)
    with pytest.raises(Refused) as refused:
        BOARD.unlisted(seen, typed)
    assert words("en").say(refused.value.refusal.reason) == said
    assert refused.value.refusal.rule == rule


def test_nonsense_points_to_help(cli: Cli) -> None:
    answer = cli("play", "kings_abbey", "--seats", "human,novice", "--seed", "5", typed="xyzzy\nquit\n")
    assert "“xyzzy” is not an action of this game. Type “help”" in answer.out


def test_a_wrong_die_is_refused_with_its_rule_in_french(cli: Cli) -> None:
    play = ("play", "kings_abbey", "--seats", "human,novice", "--seed", "5", "--language", "fr")
    answer = cli(*play, typed="prêcher avec un 5\nquit\n")
    assert f"{words('fr').text('kings_abbey.refusal.preach_value')} (§3.2)" in answer.out


def said_to(table: Table, typed: str) -> list[str]:
    """The reasons that are told for a text that may mean several actions, with their rules."""
    with pytest.raises(Unclear) as unclear:
        Spellings(TITLE).find(typed, table.state.legal(0))
    refusals = [table.state.why_not(0, action) for action in unclear.value.actions]
    told = BOARD.telling([refusal for refusal in refusals if refusal is not None])
    return sorted({f"{words('en').say(one.reason)} (§{one.rule})" for one in told})


def test_reasons_that_say_little_are_left_out() -> None:
    table = Table(2).dice(0, 2, 5).crusade(0, "c18").phase("abbey")
    assert said_to(table, "move a peasant") == ["You can do that in the phase “Move peasants”. (§6.1)"]
    assert said_to(table, "ask for help") == [
        "Place one of your own dice on the crusade first. (§19.1)",
        "You have no crusade 2. (§19.1)",
    ]
    alone = Table(1).dice(0, 2, 5).crusade(0, "c18").phase("abbey")
    assert said_to(alone, "ask for help") == ["There is no other player there to ask. (§19.1)"]


def test_a_card_that_stands_already_has_no_unbuilt_copy() -> None:
    table = Table(2).card(0, "library").goods(0, wood=9, stone=9).phase("building")
    refusal = table.state.why_not(0, TITLE.numbers["build library"])
    assert refusal is not None
    assert words("en").say(refusal.reason) == "You have no unbuilt copy of this card (Library)."
