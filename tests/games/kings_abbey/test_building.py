"""Phases 6 and 7, free moves, activation."""

import pytest

from abbatia.games.kings_abbey.player import Question
from abbatia.games.kings_abbey.questions import LOSE_WHO, RAZE_WHICH
from tests.games.kings_abbey.table import Table


@pytest.mark.rule("6.1", "6.2")
def test_three_moves_of_a_postulant() -> None:
    """One peasant three benches, or one peasant one bench and another two."""
    table = Table(2).benches(0, (1, 1), (1, 2))
    table.state.players[0].clergy = 3
    clone = table.state.clone()
    table.phase("peasants").do(0, "step bench_1_1", "step bench_2_1", "step bench_3_1")
    assert table.state.players[0].benches == 1 << 9 | 1 << 1
    table.state = clone
    table.phase("peasants").do(0, "step bench_1_1", "step bench_1_2", "step bench_2_2")
    assert table.state.players[0].benches == 1 << 3 | 1 << 7
    assert 0 not in table.to_act() or table.now() != "peasants"


@pytest.mark.rule("6.2")
def test_nobody_passes_over_another() -> None:
    table = Table(2).benches(0, (1, 1), (2, 1)).phase("peasants")
    assert table.why(0, "step bench_1_1") == ("seat_taken", "6.2")
    assert table.starting(0, "step") == ["bench_2_1"]


@pytest.mark.rule("R6")
def test_phase_6_is_played_by_all_at_the_same_time_without_stables() -> None:
    table = Table(3).card(0, "stables").goods(0, wood=3).goods(1, coin=9).phase("peasants")
    assert table.to_act() == (0, 1, 2)
    assert not table.starting(0, "stables")
    table.do(2, "done").do(0, "done").do(1, "done")
    assert table.now() == "building"
    assert table.starting(0, "stables") == ["2"]


@pytest.mark.rule("14.6", "14.7", "6.2")
def test_reds_phases_six_and_seven() -> None:
    """Three moves, a free step to the Baptistry and to the Bakery, then a Mason's Guild and an archer."""
    table = Table(2).benches(0, (2, 1), (3, 2), (1, 3)).baptistry(0, 1)
    table.card(0, "bakery", active=0).card(0, "battlement", active=0).hand(0, "masons_guild")
    table.goods(0, coin=5, wood=2, grain=1)
    table.state.players[0].clergy = 3
    table.phase("peasants").do(0, "step bench_2_1", "step bench_3_2", "step bench_1_3")
    table.do(1, "done")
    table.do(0, "baptise 2", "activate bakery")
    assert table.workers(0, "bakery") == 1
    table.do(0, "build masons_guild", "activate masons_guild", "archer battlement", "from bench_3_1")
    assert table.workers(0, "masons_guild") == 1
    assert table.workers(0, "battlement") == 1
    assert table.has(0, "coin") == 0
    assert table.prestige(0) == 4
    assert table.defence(0) == 2


@pytest.mark.rule("14.6")
def test_the_baptistry_holds_two() -> None:
    table = Table(2).benches(0, (4, 1)).baptistry(0, 2).dice(0, 1).phase("abbey")
    assert table.why(0, "baptise 1") == ("baptistry_full", "14.6")
    assert table.why(0, "baptise 2") == ("nobody_there", "14.6")


@pytest.mark.rule("14.7")
def test_activation_needs_a_lay_brother_and_a_card_without_one() -> None:
    table = Table(2).card(0, "library", active=0).dice(0, 1).phase("abbey")
    assert table.why(0, "activate library") == ("no_brother", "14.7")
    table = Table(2).card(0, "library").baptistry(0, 1).dice(0, 1).phase("abbey")
    assert table.why(0, "activate library") == ("manned", "14.7")
    assert table.why(0, "activate garden") == ("not_standing", "14.7")


@pytest.mark.rule("14.8")
def test_a_peasant_does_not_leave_his_card() -> None:
    table = Table(2).card(0, "library").card(0, "garden", active=0).benches(0).goods(0, wood=1)
    table.phase("building")
    assert not table.starting(0, "step")
    assert not table.starting(0, "to")
    assert table.may(0) == ["done", "trade"]


@pytest.mark.rule("14.3", "R7")
def test_free_moves_and_trades_at_own_decisions_of_all_kinds() -> None:
    for phase in ("abbey", "market", "building", "end_of_round"):
        table = Table(2).benches(0, (4, 1)).goods(0, wood=1).phase(phase)
        assert {"baptise 1", "trade"} <= set(table.may(0)), phase


@pytest.mark.rule("7.1", "7.2", "R36")
def test_altar() -> None:
    table = Table(2).goods(0, coin=4, wood=2).phase("building").do(0, "altar")
    assert table.defence(0) == 2
    assert [table.has(0, "coin"), table.has(0, "wood"), table.prestige(0)] == [0, 0, 0]
    table.goods(0, coin=4, wood=2)
    assert table.why(0, "altar") == ("altar_stands", "7.2")


@pytest.mark.rule("7.3", "R36")
def test_the_fifth_wall_gives_defence() -> None:
    table = Table(2).goods(0, stone=7).phase("building").do(0, *["wall"] * 4)
    assert table.defence(0) == 1
    table.do(0, "wall")
    assert table.defence(0) == 2
    assert table.prestige(0) == 0
    assert table.why(0, "wall") == ("walls_stand", "7.3")


@pytest.mark.rule("7.4", "7.5")
def test_towers_cost_give_prestige_and_are_four_at_most() -> None:
    table = Table(2).goods(0, coin=40, wood=9, stone=9, sand=9).phase("building")
    table.do(0, "tower battlement")
    assert table.prestige(0) == 10
    assert [table.has(0, "coin"), table.has(0, "stone"), table.has(0, "sand")] == [34, 7, 8]
    table.do(0, "tower battlement")
    assert table.why(0, "tower battlement") == ("tower_used", "7.5")
    table.do(0, "tower chapel", "tower bell_tower")
    assert table.prestige(0) == 30
    assert table.why(0, "tower gate_tower") == ("four_towers", "7.5")


@pytest.mark.rule("R37")
def test_lost_cards_still_count_for_the_limits() -> None:
    table = Table(2).goods(0, coin=40, wood=9, grain=9, stone=9, sand=9).hand(0, "bakery", "sheep_farm")
    for name in ("battlement", "battlement", "chapel", "bell_tower"):
        table.card(0, name, active=0)
    table.card(0, "bakery", copies=2, active=0).card(0, "dairy_farm", active=0)
    for name in ("battlement", "bakery", "dairy_farm"):
        table.phase("event")
        table.state.players[0].questions = [Question(RAZE_WHICH, ())]
        table.state.acting = 1
        table.do(0, f"raze {name}")
    table.phase("building")
    assert table.why(0, "tower gate_tower") == ("four_towers", "7.5")
    assert table.why(0, "build bakery") == ("two_built", "7.8")
    assert table.why(0, "build sheep_farm") == ("farm_room", "7.9")


@pytest.mark.rule("7.6", "16.1", "16.4", "R37")
@pytest.mark.parametrize("tower", ["battlement", "gate_tower"])
def test_archers(tower: str) -> None:
    table = Table(2).goods(0, coin=10).card(0, tower, active=0).baptistry(0, 1).phase("building")
    assert table.defence(0) == 1
    table.do(0, f"archer {tower}", "from baptistry")
    assert table.defence(0) == 2
    assert table.has(0, "coin") == 5
    assert table.why(0, f"archer {tower}") == ("no_tower", "7.6")
    table.state.players[0].questions = [Question(LOSE_WHO, (1,))]
    table.do(0, f"lose {tower}")
    assert table.defence(0) == 1
    table.do(0, f"archer {tower}", "from bench_1_1")  # paid again
    assert table.has(0, "coin") == 0


@pytest.mark.rule("7.7")
def test_a_building_is_paid_and_gives_its_prestige() -> None:
    table = Table(2).hand(0, "library").goods(0, wood=2).phase("building")
    assert table.why(0, "build library") == ("cannot_pay", "7.7")
    assert table.why(0, "build garden") == ("not_in_hand", "7.7")
    table.goods(0, stone=1).do(0, "build library")
    assert table.prestige(0) == 4
    assert table.state.players[0].goods[:5] == [0, 0, 0, 0, 0]
    assert table.workers(0, "library") == 0


@pytest.mark.rule("7.7", "7.8")
def test_seven_spaces_and_second_copies_on_the_space_of_the_first() -> None:
    table = Table(2).goods(0, coin=9, wood=9, grain=9, stone=9, sand=9)
    for name in ("bakery", "brewery", "cellarium", "cloister", "garden", "library", "stables"):
        table.card(0, name, active=0)
    table.hand(0, "masons_guild", "bakery").phase("building")
    assert table.why(0, "build masons_guild") == ("no_space", "7.7")
    table.do(0, "build bakery")
    assert table.stands(0, "bakery") == 2


@pytest.mark.rule("7.9", "15.11", "15.19")
def test_a_farm_needs_two_spaces_and_is_the_only_one() -> None:
    table = Table(2).goods(0, coin=9, wood=9, grain=9, stone=9)
    for name in ("bakery", "brewery", "cellarium", "cloister", "garden", "library"):
        table.card(0, name, active=0)
    table.hand(0, "sheep_farm", "dairy_farm").phase("building")
    assert table.why(0, "build sheep_farm") == ("farm_room", "7.9")
    table.state.players[0].spaces -= 1
    table.do(0, "build sheep_farm")
    assert table.state.players[0].sheep == 2
    table.state.players[0].spaces = 2
    assert table.why(0, "build dairy_farm") == ("farm_room", "7.9")
    table = Table(2).goods(0, wood=9, grain=9, stone=9).hand(0, "dairy_farm").phase("building")
    table.do(0, "build dairy_farm")
    assert table.state.players[0].cows == 0
    assert table.state.players[0].spaces == 2


@pytest.mark.rule("7.10", "R38")
def test_only_one_kind_of_great_hall_but_two_of_it() -> None:
    table = Table(2).goods(0, coin=2, wood=20, grain=9, stone=9, sand=9).hand(0, "calefactory", "refectory")
    table.hand(0, "calefactory").phase("building").do(0, "build calefactory")
    assert table.why(0, "build refectory") == ("other_hall", "7.10")
    table.do(0, "build calefactory")
    assert table.stands(0, "calefactory") == 2


@pytest.mark.rule("15.7", "15.9", "15.17", "R38")
@pytest.mark.parametrize("hall", ["calefactory", "chapterhouse", "refectory"])
def test_a_great_hall_gives_ten_once_for_each_card(hall: str) -> None:
    table = Table(2).card(0, hall, copies=2, active=0).baptistry(0, 1).dice(0, 1).phase("abbey")
    assert table.prestige(0) == 0
    table.do(0, f"activate {hall}")
    assert table.prestige(0) == 10
    table.state.players[0].baptistry = 1
    table.do(0, f"activate {hall}")
    assert table.prestige(0) == 20
    table.state.players[0].questions = [Question(LOSE_WHO, (1,))]
    table.do(0, f"lose {hall}")
    assert table.prestige(0) == 20
    table.state.players[0].baptistry = 1
    table.do(0, f"activate {hall}")
    assert table.prestige(0) == 20


@pytest.mark.rule("7.11")
def test_remodel() -> None:
    table = Table(2).goods(0, coin=9, wood=9, grain=9, stone=9).hand(0, "masons_guild")
    for name in ("bakery", "brewery", "cellarium", "cloister", "garden"):
        table.card(0, name, active=0)
    table.phase("building")
    assert table.why(0, "remodel") == ("spaces_left", "7.11")
    table.card(0, "sheep_farm", active=0)  # with its barn: seven spaces
    table.do(0, "remodel", "build masons_guild")
    assert [table.has(0, "grain"), table.has(0, "stone")] == [9 - 2 - 1, 7]
    assert table.why(0, "remodel") == ("remodelled", "7.11")


@pytest.mark.rule("14.4", "14.5", "R33")
@pytest.mark.parametrize(("kind", "received"), [("stone", 2), ("grain", 3), ("wood", 5), ("coin", 10)])
def test_two_sand_in_a_trade(kind: str, received: int) -> None:
    table = Table(2).goods(0, sand=2).phase("building")
    table.do(0, "trade", "give sand", f"for {kind}", "amount 2")
    assert table.has(0, kind) == received
    assert table.has(0, "sand") == 0


@pytest.mark.rule("14.4")
def test_a_trade_gives_one_kind_only_and_two_tokens_are_all() -> None:
    """1 wood and 1 grain are worth a sand together, but they are two kinds."""
    table = Table(2).goods(0, wood=1, grain=1).phase("building")
    table.do(0, "trade", "give wood")
    assert table.may(0) == ["for coin"]
    table.do(0, "for coin", "amount 1", "trade", "give grain", "for coin", "amount 1")
    assert table.has(0, "coin") == 5
    assert table.why(0, "trade") == ("trades_spent", "14.4")


@pytest.mark.rule("15.15", "R31")
def test_money_changer_gives_change_in_a_trade() -> None:
    """3 wood for 1 stone and 2 coins."""
    table = Table(2).card(0, "money_changer").goods(0, wood=3).phase("building")
    table.do(0, "trade", "give wood", "for stone", "amount 3")
    assert [table.has(0, "stone"), table.has(0, "coin")] == [1, 2]


@pytest.mark.rule("R32", "15.12", "15.14")
def test_cheaper_stone_and_grain_in_trades_by_option() -> None:
    for on, stone, grain in ((True, 3, 5), (False, 2, 3)):
        table = Table(2, guild_trades=on).goods(0, coin=10)
        table.card(0, "masons_guild").card(0, "garden", copies=2, active=2).phase("building")
        clone = table.state.clone()
        table.do(0, "trade", "give coin", "for stone", f"amount {9 if on else 8}")
        assert table.has(0, "stone") == stone
        table.state = clone
        table.do(0, "trade", "give coin", "for grain", f"amount {10 if on else 9}")
        assert table.has(0, "grain") == grain


@pytest.mark.rule("15.4", "R27")
def test_bath_house_moves_a_peasant_once_a_round() -> None:
    table = Table(2).card(0, "bath_house").card(0, "cloister").card(0, "library", active=0).dice(0, 1)
    table.phase("abbey").do(0, "bath", "from cloister", "to library")
    assert table.workers(0, "library") == 1
    assert table.defence(0) == 1
    assert table.why(0, "bath") == ("bath_spent", "15.4")


@pytest.mark.rule("15.4")
def test_two_bath_houses_move_twice() -> None:
    table = Table(2).card(0, "bath_house", copies=2, active=2).card(0, "cloister")
    table.card(0, "library", active=0).dice(0, 1).phase("abbey")
    table.do(0, "bath", "from cloister", "to library", "bath", "from library", "to cloister")
    assert table.workers(0, "cloister") == 1
    assert "bath" not in table.may(0)


@pytest.mark.rule("R35")
def test_bath_house_and_archers() -> None:
    table = Table(2).card(0, "bath_house", copies=2, active=2).card(0, "gate_tower", active=0)
    table.card(0, "library").dice(0, 1).goods(0, coin=4).phase("abbey")
    assert "bath" not in table.may(0)  # entering the tower costs 5 coins
    table.goods(0, coin=6).do(0, "bath", "from library", "to gate_tower")
    assert table.has(0, "coin") == 1
    assert table.defence(0) == 2
    table.do(0, "bath", "from gate_tower", "to library")  # he was baptised
    assert table.workers(0, "library") == 1


@pytest.mark.rule("R35")
def test_an_archer_from_the_benches_only_goes_to_another_archer_tower() -> None:
    table = Table(2).card(0, "bath_house").card(0, "gate_tower", active=0).goods(0, coin=5)
    table.card(0, "library", active=0).phase("building").do(0, "archer gate_tower", "from bench_1_1")
    table.card(0, "battlement", active=0).do(0, "bath", "from gate_tower")
    assert table.may(0) == ["to battlement"]
    table.do(0, "to battlement")
    assert table.defence(0) == 2
    assert table.has(0, "coin") == 0
