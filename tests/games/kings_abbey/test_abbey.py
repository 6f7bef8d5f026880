"""Phase 3: preaching, clergy, defence, crusades."""

import pytest

from tests.games.kings_abbey.table import Table


@pytest.mark.rule("3.1", "R16")
def test_dice_in_any_mixture_then_the_turn_ends() -> None:
    table = Table(2).dice(0, 1, 4, 5, 2).dice(1, 6).phase("abbey")
    table.do(0, "clergy 4", "preach 1", "clergy 5", "preach 2", "done")
    assert table.state.players[0].clergy == 2
    assert table.to_act() == (1,)


@pytest.mark.rule("3.2", "3.3")
def test_preaching_fills_the_benches_from_the_bottom_left() -> None:
    """Blue has three peasants and preaches with 3, 3 and 2: all of bench 2."""
    table = Table(2).benches(0, (1, 1), (1, 2), (1, 3)).dice(0, 3, 3, 2, 1).phase("abbey")
    table.do(0, "preach 3", "preach 3", "preach 2")
    assert table.state.players[0].benches == 0b111111
    assert table.why(0, "preach 1") == ("preach_limit", "3.2")


@pytest.mark.rule("3.3")
def test_gaps_are_filled_first() -> None:
    table = Table(2).benches(0, (1, 1), (1, 3), (2, 1)).dice(0, 1).phase("abbey").do(0, "preach 1")
    assert table.state.players[0].benches == 0b001111


@pytest.mark.rule("R17")
def test_no_preaching_without_seat_or_peasant() -> None:
    table = Table(2).dice(0, 1).goods(0, wood=1)
    table.state.players[0].benches = 0xFFF
    assert table.phase("abbey").why(0, "preach 1") == ("benches_full", "R17")
    table.do(0, "baptise 1", "preach 1")
    table = Table(2).dice(0, 1)
    table.state.players[0].reserve_peasants = 0
    assert table.phase("abbey").why(0, "preach 1") == ("no_flock", "R17")


@pytest.mark.rule("3.4", "3.5", "3.7")
def test_becoming_a_deacon() -> None:
    """An accomplished Postulant uses two 4s and a 6: Deacon, defence +1 at once."""
    table = Table(2).dice(0, 4, 4, 6, 5)
    table.state.players[0].clergy = 3
    table.phase("abbey").do(0, "clergy 4", "clergy 4")
    assert table.defence(0) == 1
    table.do(0, "clergy 6")
    assert table.defence(0) == 2
    assert table.why(0, "clergy 5") == ("clergy_limit", "3.4")


@pytest.mark.rule("3.8", "16.3")
def test_priest_takes_two_resources_and_lets_the_chapel_count() -> None:
    table = Table(2).dice(0, 6).card(0, "chapel", active=0)
    table.state.players[0].clergy = 8
    table.phase("abbey")
    assert table.defence(0) == 2
    table.do(0, "clergy 6")
    assert table.why(0, "done") == ("answer_first", "14.3")
    table.do(0, "take sand", "take sand")
    assert table.has(0, "sand") == 2
    assert table.defence(0) == 3


@pytest.mark.rule("3.6", "3.9")
def test_moves_of_postulant_and_bishop() -> None:
    table = Table(2).dice(0, 6)
    table.state.players[0].clergy = 11
    table.phase("abbey").do(0, "clergy 6")
    assert table.prestige(0) == 4
    for position, moves in ((2, 1), (3, 3), (11, 3), (12, 6)):
        table.state.players[0].clergy = position
        table.phase("peasants")
        assert table.state.players[0].moves == moves


@pytest.mark.rule("3.10", "R17")
def test_cardinal_gives_prestige_for_each_step_and_defence_on_the_last() -> None:
    table = Table(2).dice(0, 4, 5, 6)
    table.state.players[0].clergy = 12
    table.phase("abbey").do(0, "clergy 4")
    assert table.prestige(0) == 2
    table.do(0, "clergy 5")
    assert table.prestige(0) == 5
    before = table.defence(0)
    table.do(0, "clergy 6")
    assert table.prestige(0) == 9
    assert table.defence(0) == before + 1
    table.dice(0, 6)
    table.state.players[0].advanced = 0
    assert table.why(0, "clergy 6") == ("clergy_top", "R17")


@pytest.mark.rule("3.11")
def test_any_number_of_dice_defend_until_phase_12() -> None:
    table = Table(2).dice(0, 1, 2, 3, 4, 5, 6).phase("abbey")
    table.do(0, *[f"defend {value}" for value in range(1, 7)])
    assert table.defence(0) == 7
    table.phase("end_of_round")
    assert table.defence(0) == 1
    assert table.state.players[0].reserve == 9


@pytest.mark.rule("3.12", "3.13", "3.14", "18.1", "18.3")
def test_a_crusade_over_two_rounds() -> None:
    """Round one: a peasant and a 5; round three: two more 5s accomplish it."""
    table = Table(2).crusade(0, "c04").dice(0, 5, 3).baptistry(0, 1).phase("abbey")
    table.do(0, "crusade 1 5")
    assert table.may(0) == ["from bench_1_1", "from baptistry"]
    table.do(0, "from bench_1_1")
    assert table.population(0) == 1
    assert table.why(0, "crusade 1 3") == ("other_value", "3.13")
    table.do(0, "done")
    table.phase("rewards")
    assert table.state.players[0].crusades[0].card >= 0  # two spaces are still free
    table.dice(0, 5, 5).phase("abbey").do(0, "crusade 1 5", "crusade 1 5")
    assert table.why(0, "crusade 1 5") == ("crusade_full", "3.14")
    table.phase("rewards")
    assert table.prestige(0) == 6
    assert table.has(0, "grain") == 2
    assert table.state.players[0].crusades[0].card == -1


@pytest.mark.rule("3.12")
def test_no_crusade_without_a_peasant_of_benches_or_baptistry() -> None:
    table = Table(2).crusade(0, "c04").dice(0, 5).benches(0).card(0, "library").phase("abbey")
    assert table.why(0, "crusade 1 5") == ("no_crusader", "3.12")


@pytest.mark.rule("18.1", "18.2")
def test_every_crusade_can_be_accomplished_for_its_prestige_and_reward() -> None:
    facts = Table(2).state.facts
    assert sorted(set(facts.crusade_dice)) == [2, 3, 4, 5, 6]
    for card, name in enumerate(facts.crusade_ids):
        table = Table(2)
        table.state.supply_tools = table.state.supply_wagons = 9
        table.crusade(0, name, value=4, filled=facts.crusade_dice[card] - 1).dice(0, 4)
        table.phase("abbey").do(0, "crusade 1 4", "done")
        assert table.state.players[0].crusades[0].ally == -1
        table.phase("rewards")
        assert table.prestige(0) == facts.crusade_prestige[card]
        assert table.state.players[0].goods == facts.crusade_reward[card]
        relic = facts.crusade_relic[card]
        assert table.state.players[0].relics == (0 if relic < 0 else 1 << relic)


@pytest.mark.rule("R18", "15.13")
def test_library_chooses_a_value_on_the_own_board_only() -> None:
    table = Table(2).card(0, "library").crusade(0, "c04").dice(0, 6, 5).phase("abbey")
    table.do(0, "turn library", "die 6", "value 2")
    assert table.may(0) == ["put preaching", "put defence"]
    table.do(0, "put preaching")
    assert table.state.players[0].benches.bit_count() == 2
    assert "turn library" not in table.may(0)  # once a round


@pytest.mark.rule("15.13", "R27")
def test_two_libraries_turn_two_dice() -> None:
    table = Table(2).card(0, "library", copies=2, active=2).dice(0, 1, 1, 1).phase("abbey")
    table.do(0, "turn library", "die 1", "value 4", "put clergy")
    table.do(0, "turn library", "die 1", "value 6", "put clergy")
    assert table.state.players[0].clergy == 2
    assert "turn library" not in table.may(0)


@pytest.mark.rule("15.5", "R14")
def test_blacksmith_changes_one_die_by_one_for_a_crusade() -> None:
    table = Table(2).card(0, "blacksmith").crusade(0, "c11", value=6, filled=1).dice(0, 5, 5, 1)
    table.phase("abbey").do(0, "turn blacksmith")
    assert table.may(0) == ["die 5"]
    table.do(0, "die 5", "value 6")
    assert table.state.players[0].crusades[0].filled == 2
    assert "turn blacksmith" not in table.may(0)


@pytest.mark.rule("15.5")
def test_two_blacksmiths_choose_the_value() -> None:
    table = Table(2).card(0, "blacksmith", copies=2, active=2).crusade(0, "c11", value=6, filled=1)
    table.dice(0, 1).phase("abbey").do(0, "turn blacksmith", "die 1", "value 6")
    assert table.state.players[0].crusades[0].filled == 2


@pytest.mark.rule("15.1", "R25")
def test_abbotts_den_takes_a_clergy_die_back_for_a_crusade() -> None:
    """Red rises with a 6, takes it back and goes on crusade with it."""
    table = Table(2).card(0, "abbotts_den").crusade(0, "c04").dice(0, 6).phase("abbey")
    table.do(0, "clergy 6", "take_back", "laid clergy 6", "crusade 1 6")
    table.do(0, "from bench_1_1")
    assert table.state.players[0].clergy == 1
    assert table.state.players[0].crusades[0].filled == 1
    assert "take_back" not in table.may(0)


@pytest.mark.rule("R25", "15.1")
def test_a_die_taken_back_counts_towards_the_limit_and_works_in_phase_5() -> None:
    table = Table(2).card(0, "abbotts_den", copies=2, active=2).dice(0, 4, 5, 6).phase("abbey")
    table.do(0, "clergy 4", "clergy 5", "clergy 6", "take_back", "laid clergy 6")
    assert table.why(0, "clergy 6") == ("clergy_limit", "3.4")
    table.do(0, "done").phase("resources")
    table.do(0, "collect sand 6")
    assert table.has(0, "sand") == 1
    table.do(0, "take_back", "laid clergy 5")  # the second one of this round
    table.do(0, "collect stone 5")
    assert table.has(0, "stone") == 1


@pytest.mark.rule("R25")
def test_a_defence_point_leaves_with_its_die() -> None:
    table = Table(2).card(0, "abbotts_den").dice(0, 3).phase("abbey").do(0, "defend 3")
    assert table.defence(0) == 2
    table.do(0, "take_back", "laid defence 3")
    assert table.defence(0) == 1


@pytest.mark.rule("15.18", "R22")
def test_scriptorium_doubles_a_die() -> None:
    table = Table(2).card(0, "scriptorium").dice(0, 2, 3).phase("abbey")
    table.do(0, "double", "die 2", "put preaching")
    assert table.state.players[0].benches.bit_count() == 3
    assert table.state.players[0].preached == 2
    assert "double" not in table.may(0)


@pytest.mark.rule("15.18", "R22")
@pytest.mark.parametrize(("area", "defence", "filled"), [("defence", 3, 2), ("crusade_1", 1, 4)])
def test_a_doubled_die_defends_twice_or_fills_two_crusade_spaces(
    area: str, defence: int, filled: int
) -> None:
    table = Table(2).card(0, "scriptorium").crusade(0, "c17", value=3, filled=2).dice(0, 3)
    table.phase("abbey").do(0, "double", "die 3", f"put {area}")
    assert table.defence(0) == defence
    assert table.state.players[0].crusades[0].filled == filled


@pytest.mark.rule("15.18", "R23", "14.10")
def test_two_scriptoria_let_two_other_dice_count_as_three() -> None:
    table = Table(2).card(0, "scriptorium", copies=2, active=2).crusade(0, "c21", value=3, filled=1)
    table.dice(0, 3, 3, 3).phase("abbey").do(0, "double", "die 3", "put crusade_1")
    table.do(0, "triple", "die 3", "put crusade_1")
    assert table.state.players[0].crusades[0].filled == 6
    assert table.state.players[0].crusades[0].own_dice == 4


@pytest.mark.rule("14.10")
def test_the_effect_of_two_copies_needs_both_active() -> None:
    table = Table(2).card(0, "scriptorium", copies=2, active=1).dice(0, 3, 3).phase("abbey")
    assert "double" in table.may(0)
    assert "triple" not in table.may(0)


@pytest.mark.rule("R22")
def test_library_and_scriptorium_together() -> None:
    table = Table(2).card(0, "scriptorium").card(0, "library").dice(0, 1).phase("abbey")
    table.do(0, "turn library", "die 1", "value 5", "double", "put clergy")
    assert table.state.players[0].clergy == 2
