"""What a close reader of the rulebook tries in the phases of a round."""

import pytest

from tests.games.kings_abbey.table import Table

FIVE = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2))


def attack(table: Table, *values: int) -> Table:
    """Vikings with these dice attack now."""
    return table.phase("event").chance("draw_event vikings", *[f"roll {value}" for value in values])


@pytest.mark.rule("2.5", "2.6", "2.7")
def test_one_player_can_repel_the_vikings_alone_or_stop_after_the_first_die() -> None:
    table = attack(Table(3).dice(0, 6, 4, 4).dice(1, 4), 4, 6, 4)
    clone = table.state.clone()
    table.do(0, "fight", "fight", "fight")
    assert table.now() == "abbey"
    assert [table.prestige(seat) for seat in range(3)] == [3 + 3, 0, 0]
    table.state = clone
    table.do(0, "fight", "done")  # the second die is a choice
    assert table.unplaced(0) == [4, 4]
    table.do(1, "fight").do(2, "send bench_1_1")
    assert [table.prestige(seat) for seat in range(3)] == [1, 1, -1]  # repelled, but nobody has most dice


@pytest.mark.rule("2.11", "8.3", "10.1", "12.2")
def test_a_peasant_on_the_viking_card_neither_eats_nor_earns_nor_returns() -> None:
    table = Table(3).benches(0, *FIVE).dice(1, 6, 6).goods(0, grain=3)
    flock = table.state.players[0].reserve_peasants
    attack(table, 6, 6, 6).do(0, "send bench_2_2").do(1, "fight", "fight")
    table.phase("feeding")
    assert table.has(0, "grain") == 3 - 1  # four are left: one level
    table.state.players[0].goods[0] = 0
    table.phase("income")
    assert table.has(0, "coin") == 4
    table.phase("end_of_round")
    assert table.state.players[0].reserve_peasants == flock
    assert table.population(0) == 4


@pytest.mark.rule("8.3", "9.1", "10.1", "R12")
def test_a_crusader_neither_eats_nor_earns_nor_can_be_lost() -> None:
    table = Table(2).benches(0, *FIVE[:4]).crusade(0, "c04", value=2, filled=1).goods(0, grain=2)
    table.phase("income")
    assert table.has(0, "coin") == 4
    table.phase("feeding")
    assert table.has(0, "grain") == 1
    table = Table(2).benches(0, (1, 1)).crusade(0, "c04", value=2, filled=1)
    table.phase("darkness").do(0, "face")  # 3 against 1, and one peasant is there to lose
    assert table.population(0) == 0
    assert table.prestige(0) == -4
    assert table.state.players[0].crusades[0].crusader == 1


@pytest.mark.rule("3.12", "18.2")
def test_each_crusade_needs_a_peasant_of_its_own_and_the_owner_sends_one_only() -> None:
    table = Table(2).crusade(0, "c04").crusade(0, "c05", slot=2).dice(0, 2, 3, 2).phase("abbey")
    table.do(0, "crusade 1 2", "from bench_1_1")
    assert table.why(0, "crusade 2 3") == ("no_crusader", "3.12")
    table.do(0, "crusade 1 2")  # no further peasant for the second die
    assert table.state.players[0].crusades[0].filled == 2
    assert table.population(0) == 0


@pytest.mark.rule("3.14", "11.1", "11.4")
def test_dice_of_an_accomplished_crusade_are_tied_up_and_its_place_is_free_in_the_same_phase_11() -> None:
    table = Table(2).crusade(0, "c01", value=6, filled=1).crusade(0, "c05", slot=2).dice(0, 6)
    table.phase("abbey").do(0, "crusade 1 6").phase("resources")
    assert table.now() == "peasants"  # no die for phase 5
    table.goods(0, coin=2).phase("rewards").do(0, "new_crusade").chance("draw_crusade c21")
    held = [crusade["crusade"] for crusade in table.state.observe(0)["public"]["players"][0]["crusades"]]
    assert sorted(held) == ["c05", "c21"]
    assert table.has(0, "coin") == 1


@pytest.mark.rule("5.6", "5.7")
def test_tools_go_to_either_die_but_never_above_six_and_wagons_come_on_top() -> None:
    table = Table(2).dice(0, 6, 5, 1).goods(0, tool=3, wagon=1).phase("resources")
    table.do(0, "collect grain 6", "bonus 5", "use_tool")
    assert "use_tool" not in table.may(0)
    table.do(0, "use_wagon")
    assert table.has(0, "grain") == 4 + 1
    table.do(0, "collect wood 1", "use_tool", "use_tool")  # the other two are still there
    assert table.now() == "peasants"
    assert table.has(0, "wood") == 1


@pytest.mark.rule("14.4", "12.7")
def test_two_trades_a_round_whatever_the_phases() -> None:
    """With something else to decide in each phase, so that the player is asked there."""
    table = Table(2).goods(0, wood=9, stone=1).dice(0, 1).crusade(0, "c04", value=5, filled=1)
    for phase in ("abbey", "building"):
        table.phase(phase).do(0, "trade", "give wood", "for coin", "amount 1")
    assert table.has(0, "coin") == 4
    for phase, other in (("abbey", "preach 1"), ("building", "wall"), ("end_of_round", "abandon 1")):
        table.phase(phase)
        assert 0 in table.to_act()
        assert other in table.may(0)
        assert "trade" not in table.may(0)
        assert table.why(0, "trade") == ("trades_spent", "14.4")


@pytest.mark.rule("7.6", "7.1")
def test_archers_are_trained_in_phase_7_only() -> None:
    table = Table(2).card(0, "gate_tower", active=0).goods(0, coin=9).dice(0, 1)
    for phase in ("abbey", "market", "end_of_round"):
        assert table.phase(phase).why(0, "archer gate_tower")[0] == "wrong_phase"
    table.goods(0, coin=4).phase("building")
    assert table.why(0, "archer gate_tower")[1] == "7.6"


@pytest.mark.rule("7.8", "7.11", "7.9")
def test_a_second_copy_gives_its_prestige_again_and_a_remodel_has_room_for_a_farm() -> None:
    table = Table(2).goods(0, coin=9, wood=9, grain=9, stone=9, sand=9)
    for name in ("bakery", "brewery", "cellarium", "cloister", "garden", "library"):
        table.card(0, name, active=0)
    table.hand(0, "library", "masons_guild", "sheep_farm").phase("building")
    table.do(0, "build library")
    assert table.prestige(0) == 4
    assert table.has(0, "stone") == 8
    assert table.why(0, "remodel") == ("spaces_left", "7.11")  # the copy took no space
    table.do(0, "build masons_guild", "remodel", "build sheep_farm")
    assert table.state.players[0].sheep == 2


@pytest.mark.rule("8.1", "12.4", "15.12")
def test_a_garden_does_not_lift_the_limit_of_three_grain() -> None:
    table = Table(2).card(0, "garden").goods(0, grain=6).phase("feeding")
    assert table.has(0, "grain") == 6 + 2 - 1
    table.phase("end_of_round").finish()
    assert table.has(0, "grain") == 3


@pytest.mark.rule("11.4", "14.3", "14.4", "R7")
def test_a_trade_in_phase_11_can_pay_for_a_crusade() -> None:
    """The wood of a crusade just resolved is traded for the coin that the next one costs."""
    table = Table(2).benches(0).crusade(0, "c01", value=2, filled=2).phase("rewards")
    assert [table.has(0, "coin"), table.has(0, "wood")] == [0, 2]
    assert "new_crusade" not in table.may(0)
    table.do(0, "trade", "give wood", "for coin", "amount 1", "new_crusade").chance("draw_crusade c21")
    assert [table.has(0, "coin"), table.has(0, "wood")] == [1, 1]
    table = Table(2).benches(0).card(0, "stables").goods(0, wood=1).goods(1, coin=1)
    table.phase("abbey")
    for _ in range(2):
        table.goods(0, sand=1).do(0, "trade", "give sand", "for coin", "amount 1")
    table.goods(0, coin=0).phase("rewards")
    table.do(0, "stables 2", "give wood", "for coin", "amount 1", "receive 1").do(1, "accept")
    assert "new_crusade" in table.may(0)


@pytest.mark.rule("11.3", "12.5", "20.7")
def test_a_crusade_accomplished_in_the_last_round_is_resolved_before_the_scoring() -> None:
    table = Table(2).crusade(0, "c04", value=5, filled=2).crusade(1, "c04").dice(0, 5)
    table.state.round = 7
    table.phase("abbey").do(0, "crusade 1 5", "done")
    table.phase("rewards")
    while table.to_act():
        table.finish()
    result = table.state.result()
    assert table.now() == "over"
    assert result is not None
    assert result.scores == (6, -6)
