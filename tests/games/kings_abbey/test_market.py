"""Phase 4 and the market of phase 12."""

import pytest

from tests.games.kings_abbey.table import Table

CARDS = {"a1": "bakery", "a2": "garden", "a3": "library", "a4": "cloister", "b1": "brewery", "b2": "stables"}


@pytest.mark.rule("4.1", "4.2")
def test_two_laps_the_second_backwards() -> None:
    table = Table(3).market(**CARDS)
    for seat in range(3):
        table.goods(seat, coin=9)
    table.phase("market", first=1)
    table.do(1, "buy a1").do(2, "pass").do(0, "buy b1")
    table.do(0, "buy a2")  # the last player buys twice in a row
    table.do(1, "buy a3")  # seat 2 passed in the first lap
    assert table.now() != "market"
    assert [table.has(seat, "coin") for seat in range(3)] == [9 - 1 - 2 + 2, 9 - 1 - 3, 9]


@pytest.mark.rule("4.3")
def test_reward_at_once_and_the_card_in_the_reserve() -> None:
    table = Table(2).market(**CARDS).goods(0, coin=2).phase("market")
    table.do(0, "buy b2")
    assert table.has(0, "coin") == 0
    assert table.has(0, "wagon") == 1
    assert table.state.observe(0)["public"]["players"][0]["hand"] == ["stables"]
    assert table.stands(0, "stables") == 0


@pytest.mark.rule("4.4")
def test_the_place_stays_empty_and_prices_stay() -> None:
    table = Table(2).market(**CARDS).goods(0, coin=9).goods(1, coin=9).phase("market")
    table.do(0, "buy a1")
    assert table.why(1, "buy a1") == ("empty_place", "4.4")
    table.do(1, "buy a2")
    assert table.has(1, "coin") == 7


@pytest.mark.rule("4.1")
def test_a_card_that_is_too_dear() -> None:
    table = Table(2).market(**CARDS).goods(0, coin=2).phase("market")
    assert table.why(0, "buy a3") == ("too_dear", "4.1")


@pytest.mark.rule("R28")
def test_a_card_that_can_no_longer_be_built_may_be_bought() -> None:
    table = Table(2).card(0, "bakery", copies=2).market(**CARDS).goods(0, coin=9).phase("market")
    table.do(0, "buy a1")
    table.goods(0, coin=9, wood=9, grain=9).phase("building")
    assert table.why(0, "build bakery") == ("two_built", "7.8")


@pytest.mark.rule("R4")
def test_a_reward_that_the_supply_lacks_is_not_taken() -> None:
    table = Table(2).market(a1="blacksmith", b2="stables").goods(0, coin=9)
    table.state.supply_tools = 0
    table.phase("market").do(0, "buy a1")
    assert table.has(0, "tool") == 0


@pytest.mark.rule("12.6", "R47")
def test_the_lowest_card_leaves_and_the_column_is_filled_up() -> None:
    table = Table(2).market(a2="garden", a3="library")
    table.phase("end_of_round")
    while table.to_act() and table.to_act()[0] >= 0:
        table.do(table.to_act()[0], "done")
    assert table.to_act() == (-1,)
    assert table.state.market[:4] == [12, -1, -1, -1]  # the Library slid down, the Garden is gone
    table.chance("draw bakery")
    assert table.state.market[1] == 1
    table.finish()
    assert -1 not in table.state.market


@pytest.mark.rule("15.13", "R9")
def test_a_bell_tower_rolls_again_between_purchases() -> None:
    table = Table(2).card(0, "bell_tower").dice(0, 1).phase("market")
    table.do(0, "reroll 1").chance("roll 6")
    assert table.unplaced(0) == [6]
    table.do(0, "pass")
