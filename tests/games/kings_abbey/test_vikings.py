"""Phase 1 and the Vikings of phase 2."""

import pytest

from tests.games.kings_abbey.table import Table


def attack(table: Table, *values: int, first: int = 0) -> Table:
    """Vikings with these dice attack now."""
    table.state.first = first
    table.state.phase, table.state.stage, table.state.acting = 2, 0, 32
    table.state.chance, table.state.lap = 2, 0
    table.chance("draw_event vikings")
    for value in values:
        table.chance(f"roll {value}")
    return table


@pytest.mark.rule("1.1", "18.3")
def test_dice_on_a_crusade_are_not_rolled() -> None:
    table = Table(2).crusade(0, "c17", value=4, filled=3)
    table.phase("roll")
    table.chance(*["roll 6"] * 6, *["roll 1"] * 9)
    assert table.unplaced(0) == [6] * 6
    assert table.unplaced(1) == [1] * 9
    assert table.state.players[0].crusades[0].face == 4


@pytest.mark.rule("2.3", "2.4", "2.5", "2.6", "2.7")
def test_the_attack_of_four_colours() -> None:
    """Red has no 5 and sends a peasant, Blue covers two 3s, Green the last 1, Yellow is not reached."""
    table = Table(4).dice(0, 2, 2).dice(1, 3, 3, 6).dice(2, 1, 4).dice(3, 1)
    attack(table, 3, 5, 1, 3)
    assert table.state.vikings == [5, 3, 3, 1]
    table.do(0, "send bench_1_1")
    table.do(1, "fight", "fight")
    table.do(2, "fight")
    assert [table.prestige(seat) for seat in range(4)] == [-1, 2 + 3, 1, 0]
    assert table.now() == "abbey"


@pytest.mark.rule("2.7", "2.8")
def test_a_tie_of_dice_and_peasants_is_a_defeat() -> None:
    table = Table(2).dice(0, 6).card(0, "library").card(1, "chapel", active=0)
    attack(table, 6, 5)
    table.do(0, "fight")
    table.do(1, "send bench_1_1")
    assert table.starting(0, "raze_manned") == ["library"]
    table.do(0, "raze_manned library")
    table.do(1, "raze chapel")
    assert table.stands(0, "library") == 0
    assert table.now() == "abbey" or table.to_act()


@pytest.mark.rule("2.7")
def test_equal_numbers_of_dice_give_no_majority() -> None:
    table = Table(2).dice(0, 6).dice(1, 5)
    attack(table, 6, 5)
    table.do(0, "fight").do(1, "fight")
    assert table.prestige(0) == table.prestige(1) == 1


@pytest.mark.rule("2.5")
def test_dice_go_on_without_a_gap_and_no_peasant_after_a_die() -> None:
    table = Table(3).dice(0, 6, 4).goods(0, wood=1).card(0, "bell_tower")
    attack(table, 6, 5, 4)
    table.do(0, "fight")
    assert "fight" not in table.may(0)
    assert table.why(0, "fight") == ("no_fitting_die", "2.4")
    assert table.why(0, "send bench_1_1") == ("dice_only", "2.5")
    table.do(0, "done")
    assert table.to_act() == (1,)


@pytest.mark.rule("R10")
def test_a_matching_die_need_not_be_used() -> None:
    table = Table(2).dice(0, 6)
    attack(table, 6, 5)
    table.do(0, "send bench_1_1")
    assert table.unplaced(0) == [6]


@pytest.mark.rule("R11")
def test_neither_die_nor_peasant_counts_as_a_peasant() -> None:
    table = Table(2).benches(0).dice(1, 5)
    attack(table, 6, 5)
    assert table.prestige(0) == -1
    table.do(1, "fight")
    assert table.now() != "event" or table.to_act()
    assert table.state.cover == [-1, 3]
    assert table.prestige(1) == 1  # one against one: no victory, no majority


@pytest.mark.rule("R12", "14.9")
def test_a_peasant_can_be_sent_from_a_card_which_is_then_inactive() -> None:
    table = Table(2).card(0, "cloister").dice(1, 5)
    assert table.defence(0) == 2
    attack(table, 6, 5)
    table.do(0, "send cloister")
    assert table.defence(0) == 1
    assert table.workers(0, "cloister") == 0
    assert table.stands(0, "cloister") == 1


@pytest.mark.rule("2.9", "R13", "14.2")
def test_what_goes_with_a_lost_card() -> None:
    table = Table(2).card(0, "sheep_farm").card(0, "library", copies=2, active=1).benches(1)
    table.state.players[0].benches = 0
    table.state.players[0].gone += 1
    attack(table, 6, 6)
    table.do(0, "send library")
    table.do(0, "raze_manned sheep_farm")
    state = table.state
    assert state.players[0].sheep == 0
    assert state.players[0].spaces == 1
    assert state.players[0].gone == 2
    assert state.players[0].made[18] == 1  # it still counts as built once


@pytest.mark.rule("R13")
def test_the_owner_says_which_of_two_copies_is_lost() -> None:
    table = Table(2).card(0, "cloister", copies=2, active=1).benches(1)
    attack(table, 6, 6)
    table.do(0, "send bench_1_1")
    assert table.may(0) == ["raze cloister", "raze_manned cloister"]
    table.do(0, "raze cloister")
    assert table.workers(0, "cloister") == 1
    assert table.stands(0, "cloister") == 1


@pytest.mark.rule("2.10")
def test_who_has_neither_tower_nor_building_loses_coins_and_resources() -> None:
    table = Table(2).goods(0, coin=5, wood=2, tool=1).goods(1, sand=2)
    table.state.players[0].altar = table.state.players[0].walls = 1
    attack(table, 6, 6)
    table.do(0, "send bench_1_1").do(1, "send bench_1_1")
    assert [table.has(0, good) for good in ("coin", "wood", "tool")] == [0, 0, 1]
    assert table.has(1, "sand") == 0
    assert table.state.players[0].altar == 1


@pytest.mark.rule("2.8")
def test_losses_are_chosen_in_turn_order() -> None:
    table = Table(3).card(0, "library").card(1, "garden").card(2, "bakery")
    attack(table, 6, 6, 6, first=1)
    for seat in (1, 2, 0):
        assert table.to_act() == (seat,)
        table.do(seat, "send bench_1_1")
    for seat, card in ((1, "garden"), (2, "bakery"), (0, "library")):
        assert table.to_act() == (seat,)
        table.do(seat, f"raze_manned {card}")


@pytest.mark.rule("2.11", "12.2")
def test_the_viking_card_is_cleared_in_phase_12() -> None:
    table = Table(2).dice(0, 6).dice(1, 1)
    attack(table, 6, 5)
    table.do(0, "fight").do(1, "send bench_1_1")
    assert table.state.players[0].viking_dice == 1
    assert table.state.players[1].viking_peasants == 1
    table.phase("end_of_round")
    assert table.state.players[0].reserve == 9
    assert table.state.players[1].viking_peasants == 0
    assert table.state.players[1].gone == 1


@pytest.mark.rule("2.1", "2.2")
def test_vikings_of_round_one_go_under_the_pile() -> None:
    table = Table(2)
    state = table.state
    state.round, state.pile = 1, [1, 0, 2]
    state.phase, state.stage, state.acting, state.chance = 2, 0, 32, 2
    table.chance("draw_event vikings", "draw_event vikings", "draw_event plenty_gift")
    assert state.under == 2
    assert table.has(0, "coin") == 3
    assert sum(state.pile) + state.under == 2
    state.round = 2
    table.phase("event")  # only the two under the pile are left: Vikings for certain
    assert state.facts.event_ids[state.event] == "vikings"
    assert state.under == 1


@pytest.mark.rule("13.6")
def test_odds_of_events_follow_the_pile_and_the_unseen_cards() -> None:
    table = Table(2)
    state = table.state
    state.pile = [1, 1, 2]
    state.phase, state.stage, state.acting, state.chance = 2, 0, 32, 2
    odds = dict(state.odds())
    total = sum(odds.values())
    vikings = odds[state.title.numbers["draw_event vikings"]]
    gift = odds[state.title.numbers["draw_event plenty_gift"]]
    assert vikings * 4 == total * 2
    assert gift * 40 == total


@pytest.mark.rule("15.3", "R14")
def test_barracks_change_the_first_die_by_one() -> None:
    table = Table(2).card(0, "barracks").dice(0, 1, 3, 6)
    attack(table, 5, 2)
    assert table.defence(0) == 2
    table.do(0, "turn barracks")
    assert table.may(0) == ["die 6"]
    table.do(0, "die 6")
    assert table.prestige(0) == 1
    assert "turn barracks" not in table.may(0)  # only the first die of the attack


@pytest.mark.rule("15.3", "R14")
def test_barracks_do_not_go_round_from_six_to_one() -> None:
    table = Table(2).card(0, "barracks").dice(0, 6)
    attack(table, 1, 1)
    assert "turn barracks" not in table.may(0)


@pytest.mark.rule("15.3", "14.10")
def test_two_barracks_choose_the_value_and_give_two_defence() -> None:
    table = Table(2).card(0, "barracks", copies=2, active=2).dice(0, 1, 6)
    assert table.defence(0) == 3
    attack(table, 5, 2)
    table.do(0, "turn barracks")
    assert table.may(0) == ["die 1", "die 6"]


@pytest.mark.rule("R15", "R22")
def test_scriptorium_covers_two_equal_vikings() -> None:
    table = Table(3).card(0, "scriptorium").dice(0, 4)
    attack(table, 4, 4, 2)
    table.do(0, "double", "die 4")
    assert table.state.cover == [1, 1]
    assert table.prestige(0) == 2
    assert table.state.players[0].viking_dice == 1


@pytest.mark.rule("R23")
def test_two_scriptoria_cover_three_vikings_with_two_dice() -> None:
    table = Table(3).card(0, "scriptorium", copies=2, active=2).dice(0, 4, 4)
    attack(table, 4, 4, 4)
    table.do(0, "triple", "die 4")
    assert table.state.cover == [1, 1, 1]
    assert table.prestige(0) == 3 + 3


@pytest.mark.rule("R15")
def test_library_and_blacksmith_do_not_help_against_vikings() -> None:
    table = Table(2).card(0, "library").card(0, "blacksmith").dice(0, 4)
    attack(table, 5, 2)
    assert not table.starting(0, "turn")


@pytest.mark.rule("R9", "16.2")
def test_bell_tower_rerolls_two_dice_each_once() -> None:
    table = Table(2).card(0, "bell_tower").dice(0, 1, 1, 2)
    attack(table, 5, 5)
    table.do(0, "reroll 1").chance("roll 2")
    assert table.unplaced(0) == [1, 2, 2]
    table.do(0, "reroll 2").chance("roll 2")  # the die of 2 that was not rolled again
    assert table.why(0, "reroll 1") == ("rerolls_spent", "16.2")


@pytest.mark.rule("R9")
def test_a_rerolled_die_cannot_be_rolled_a_third_time() -> None:
    table = Table(2).card(0, "bell_tower").dice(0, 1)
    attack(table, 5, 5)
    table.do(0, "reroll 1").chance("roll 3")
    assert table.why(0, "reroll 3") == ("rolled_already", "R9")
