"""Help on crusades and Stables trades."""

import pytest

from tests.games.kings_abbey.table import Table


def green_and_red() -> Table:
    """Green has four 3s on a crusade of five that gives sand among other things; Red has a 3."""
    return Table(2).crusade(0, "c17", value=3, filled=4).dice(0, 1).dice(1, 3, 5).phase("abbey")


@pytest.mark.rule("19.1", "19.2", "19.3", "19.4", "18.2")
def test_green_asks_red_for_a_three() -> None:
    """Two prestige and the sand are refused, four and the sand accepted."""
    table = green_and_red()
    table.do(0, "ask 1 2", "spaces 1", "share 2", "token sand", "offer")
    assert table.to_act() == (1,)
    before = table.state.to_json()
    table.do(1, "refuse")
    assert table.to_act() == (0,)
    assert table.state.to_json()["goods"] == before["goods"]
    assert table.state.players[0].crusades[0].ally == -1
    table.do(0, "ask 1 2", "spaces 1", "share 4", "token sand", "offer")
    table.do(1, "accept", "from bench_1_1")
    assert table.to_act() == (0,)
    assert table.state.players[0].crusades[0].filled == 5
    assert table.unplaced(1) == [5]
    table.phase("rewards")
    assert [table.prestige(0), table.prestige(1)] == [8, 4]
    assert [table.has(0, "sand"), table.has(1, "sand")] == [0, 1]
    assert [table.has(0, "wood"), table.has(0, "stone")] == [1, 1]
    assert [table.state.players[seat].reserve + len(table.unplaced(seat)) for seat in range(2)] == [9, 9]
    assert [player.benches.bit_count() for player in table.state.players] == [2, 1]


@pytest.mark.rule("R20")
def test_no_offer_twice_and_three_a_turn() -> None:
    table = green_and_red()
    table.do(0, "ask 1 2", "spaces 1", "share 2", "offer").do(1, "refuse")
    table.do(0, "ask 1 2", "spaces 1", "share 2")
    assert "offer" not in table.may(0)
    table.do(0, "withdraw", "ask 1 2", "spaces 1", "share 3", "offer").do(1, "refuse")
    assert table.why(0, "ask 1 2") == ("offers_spent", "R20")


@pytest.mark.rule("19.1")
def test_help_needs_an_own_die_and_a_helper_with_die_and_peasant() -> None:
    table = Table(3).crusade(0, "c17").dice(0, 3).dice(1, 3).dice(2, 3).benches(2).phase("abbey")
    assert table.why(0, "ask 1 2") == ("own_die_first", "19.1")
    table.do(0, "crusade 1 3", "from bench_1_1")
    assert table.starting(0, "ask") == ["1 2"]
    assert table.why(0, "ask 1 3") == ("cannot_help", "19.3")
    assert table.why(0, "ask 1 1") == ("no_partner", "19.1")


@pytest.mark.rule("19.5", "R19")
def test_one_ally_for_good_who_may_add_dice_later() -> None:
    table = Table(3).crusade(0, "c21", value=3, filled=2).dice(0, 1).dice(1, 3, 3).dice(2, 3)
    table.phase("abbey").do(0, "ask 1 2", "spaces 1", "share 10", "offer")
    table.do(1, "accept", "from bench_1_1")
    assert table.state.players[0].crusades[0].filled == 3  # it need not be finished
    assert table.why(0, "ask 1 3") == ("other_ally", "19.5")
    table.do(0, "ask 1 2", "spaces 1")
    assert table.starting(0, "share") == ["0", "1", "2", "3", "4", "5"]  # what is still the owner's
    table.do(0, "share 1", "offer").do(1, "accept")  # no second peasant
    assert table.state.players[0].crusades[0].ally_dice == 2
    assert table.state.players[0].crusades[0].share == 11


@pytest.mark.rule("19.1", "22.2")
def test_the_relic_can_be_promised() -> None:
    table = Table(2, relics="all").crusade(0, "r04", value=3, filled=2).dice(0, 1).dice(1, 3).phase("abbey")
    table.do(0, "ask 1 2", "spaces 1", "share 0", "with_relic", "offer").do(1, "accept", "from bench_1_1")
    table.phase("rewards")
    assert [player.relics for player in table.state.players] == [0, 8]
    assert table.has(0, "coin") == 1


@pytest.mark.rule("R19")
def test_an_ally_may_help_after_the_own_turn_and_with_blacksmith_and_scriptorium() -> None:
    table = Table(2).crusade(1, "c17", value=3, filled=2).dice(0, 2).dice(1, 6)
    table.card(0, "blacksmith").phase("abbey").do(0, "done")
    table.do(1, "ask 1 1", "spaces 1", "share 0", "offer").do(0, "accept", "from bench_1_1")
    assert table.state.players[1].crusades[0].filled == 3
    assert table.unplaced(0) == []
    table = Table(2).crusade(0, "c17", value=3, filled=2).dice(0, 1).dice(1, 3).card(1, "scriptorium")
    table.phase("abbey").do(0, "ask 1 2", "spaces 2", "share 0", "offer")
    table.do(1, "accept", "from bench_1_1", "double")
    assert table.state.players[0].crusades[0].filled == 4
    assert table.state.players[0].crusades[0].ally_dice == 1


@pytest.mark.rule("19.6", "19.7", "15.20")
def test_a_stables_trade() -> None:
    table = Table(3).card(0, "stables").goods(0, wood=3).goods(1, stone=1).goods(2, sand=1)
    table.phase("abbey")
    assert table.starting(0, "stables") == ["2", "3"]
    table.do(0, "stables 2", "give wood", "for stone", "amount 2", "receive 1")
    assert table.to_act() == (1,)
    table.do(1, "refuse")
    table.do(0, "stables 2", "give wood", "for stone", "amount 3", "receive 1").do(1, "accept")
    assert [table.has(0, "wood"), table.has(0, "stone")] == [0, 1]
    assert [table.has(1, "wood"), table.has(1, "stone")] == [3, 0]
    table.goods(0, coin=9)
    assert table.why(0, "stables 3") == ("stables_spent", "15.20")


@pytest.mark.rule("15.20")
def test_two_stables_trade_twice_without_a_trade_token() -> None:
    table = Table(2).card(0, "stables", copies=2, active=2).goods(0, coin=9).goods(1, wood=4).phase("abbey")
    for _ in range(2):
        table.do(0, "stables 2", "give coin", "for wood", "amount 2", "receive 1").do(1, "accept")
        table.state.offers.clear()
    assert table.has(0, "wood") == 2
    assert table.state.observe(0)["public"]["players"][0]["left"]["trades"] == 2
    assert not table.starting(0, "stables")


@pytest.mark.rule("19.6", "R20")
def test_what_is_taken_is_worth_at_most_what_is_given() -> None:
    table = Table(2).card(0, "stables").goods(0, coin=5).goods(1, wood=9).phase("abbey")
    table.do(0, "stables 2", "give coin", "for wood", "amount 5")
    assert table.may(0) == ["receive 1", "receive 2", "withdraw"]
    table.do(0, "receive 2").do(1, "refuse")
    table.do(0, "stables 2", "give coin", "for wood", "amount 5")
    assert table.may(0) == ["receive 1", "withdraw"]
    table.do(0, "withdraw", "stables 2", "withdraw")
    assert table.why(0, "stables 2") == ("offers_spent", "R20")


@pytest.mark.rule("R31", "R32")
def test_no_change_from_a_partner_but_cheaper_stone() -> None:
    table = Table(2).card(0, "stables").card(0, "money_changer").card(0, "masons_guild")
    table.goods(0, grain=1).goods(1, stone=1).phase("abbey")
    table.do(0, "stables 2", "give grain", "for stone", "amount 1", "receive 1").do(1, "accept")
    assert [table.has(0, "stone"), table.has(0, "coin")] == [1, 0]
