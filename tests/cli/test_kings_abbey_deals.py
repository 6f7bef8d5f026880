"""Amounts at the terminal say what is given and what is had for it."""

import pytest

from abbatia.cli.boards import board_of
from abbatia.core.words import Message, words
from abbatia.games import load
from tests.games.kings_abbey.table import Table

TITLE = load("kings_abbey")


def listed(table: Table, seat: int = 0, language: str = "en") -> list[str]:
    board, seen = board_of(TITLE, words(language)), table.state.observe(seat)
    return [board.describe(seen, action) for action in table.state.legal(seat)]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ([], ["Give 2 sand for 2 stone", "Give 1 sand for 1 stone"]),
        (["masons_guild"], ["Give 2 sand for 3 stone", "Give 1 sand for 1 stone"]),
        (["money_changer"], ["Give 2 sand for 2 stone, 2 coins", "Give 1 sand for 1 stone, 1 coin"]),
    ],
)
def test_a_trade_says_what_it_brings(cards: list[str], said: list[str]) -> None:
    table = Table(2).goods(0, sand=2)
    for card in cards:
        table.card(0, card)
    table.phase("building").do(0, "trade", "give sand", "for stone")
    assert sorted(listed(table)) == sorted(said)
    before = table.has(0, "stone")
    table.do(0, "amount 2")
    assert f"for {table.has(0, 'stone') - before} stone" in said[0]
    assert table.has(0, "coin") == (2 if "money_changer" in cards else 0)


def test_promised_prestige_says_for_how_many_dice() -> None:
    table = Table(2).crusade(0, "c18", value=5, filled=1).dice(1, 5, 5).dice(0, 1).phase("abbey")
    table.do(0, "ask 1 2", "spaces 2")
    assert "Promise 3 prestige for 2 dice" in listed(table)
    assert "Versprich 3 Prestige für 2 Würfel" in listed(table, language="de")


def test_a_trade_of_the_stables_says_both_sides() -> None:
    table = Table(2).card(0, "stables").goods(0, wood=3).goods(1, grain=3).phase("building")
    table.do(0, "stables 2", "give wood", "for grain")
    assert "Give 3 wood" in listed(table)
    table.do(0, "amount 3")
    assert "Ask for 1 grain for 3 wood" in listed(table)


def test_the_log_does_not_say_that_the_owner_placed_the_dice_of_an_ally() -> None:
    """The event names the owner of the crusade alone, whoever placed the dice."""
    filled = Message("kings_abbey.event.crusade_die", seat=0, slot=1, value=5, n=2)
    said = words("en").at_table(["Anne", "Bertrand"]).say(filled)
    assert said == "2 spaces of Anne’s crusade 1 were filled with dice of 5."
