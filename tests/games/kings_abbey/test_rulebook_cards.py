"""What a close reader of the appendix tries with buildings and towers."""

import pytest

from tests.games.kings_abbey.table import Table


@pytest.mark.rule("14.8", "14.9", "14.10", "15.3", "15.8", "15.10", "15.14")
@pytest.mark.parametrize(
    ("card", "both", "one"),
    [("barracks", 3, 2), ("cellarium", 3, 2), ("cloister", 3, 2), ("masons_guild", 2, 1)],
)
def test_the_second_effect_goes_with_one_lay_brother_and_comes_with_the_next(
    card: str, both: int, one: int
) -> None:
    table = Table(2).card(0, card, copies=2, active=2).baptistry(0, 1).benches(1).dice(0, 1)
    assert table.defence(0) == both
    table.phase("event").chance("draw_event vikings", "roll 6", "roll 6").do(0, f"send {card}")
    assert table.defence(0) == one
    table.do(0, f"raze {card}")
    assert table.stands(0, card) == 1
    assert table.defence(0) == one  # the empty copy was the one that fell
    table.card(0, card, active=0).phase("abbey").do(0, f"activate {card}")
    assert table.defence(0) == both


@pytest.mark.rule("14.10", "15.14", "15.15", "15.21")
def test_what_one_copy_does_two_still_do() -> None:
    table = Table(2).card(0, "money_changer", copies=2, active=2).card(0, "masons_guild", copies=2, active=2)
    table.card(0, "tithe_barn", copies=2, active=2).dice(0, 5).goods(0, wood=9).phase("resources")
    table.do(0, "collect stone 5")
    assert [table.has(0, "stone"), table.has(0, "coin")] == [1, 2]  # at 3, with 2 coins of change
    table.phase("end_of_round").finish()
    assert table.has(0, "wood") == 9


@pytest.mark.rule("15.3")
@pytest.mark.parametrize("copies", [1, 2])
def test_barracks_turn_the_first_die_of_an_attack_and_no_later_one(copies: int) -> None:
    table = Table(2).card(0, "barracks", copies=copies, active=copies).dice(0, 5, 4)
    table.phase("event").chance("draw_event vikings", "roll 5", "roll 5")
    table.do(0, "fight")
    assert "turn barracks" not in table.may(0)
    assert table.unplaced(0) == [4]


@pytest.mark.rule("15.5", "R14")
def test_the_blacksmith_may_turn_the_first_die_of_a_crusade_but_not_a_clergy_die() -> None:
    table = Table(2).card(0, "blacksmith").crusade(0, "c04").dice(0, 3, 6).phase("abbey")
    assert table.starting(0, "clergy") == ["6"]
    table.do(0, "turn blacksmith", "die 3")
    assert table.starting(0, "value") == ["2", "4"]
    table.do(0, "value 4", "from bench_1_1")
    assert [table.state.players[0].crusades[0].face, table.state.players[0].crusades[0].filled] == [4, 1]
    table = Table(2).card(0, "blacksmith").crusade(0, "c04").dice(0, 6).phase("abbey")
    table.do(0, "turn blacksmith", "die 6")
    assert table.may(0) == ["value 5"]  # no way round from 6 to 1


@pytest.mark.rule("15.13", "14.10")
def test_a_library_without_its_second_lay_brother_turns_one_die() -> None:
    table = Table(2).card(0, "library", copies=2, active=1).dice(0, 1, 1).phase("abbey")
    table.do(0, "turn library", "die 1", "value 5", "put clergy")
    assert "turn library" not in table.may(0)


@pytest.mark.rule("15.1", "R25")
def test_abbotts_den_takes_back_dice_of_phase_3_from_the_own_board_only() -> None:
    table = Table(2).card(0, "abbotts_den").card(0, "monks_quarters", copies=2, active=2)
    table.crusade(0, "c04").dice(0, 6, 4, 3).phase("abbey")
    table.do(0, "crusade 1 6", "from bench_1_1")
    assert "take_back" not in table.may(0)  # a crusade is not the own board
    table.do(0, "done").phase("resources").do(0, "collect stone 4", "done")
    assert "take_back" not in table.may(0)  # neither is a location
    table.do(0, "reuse", "die 4", "put clergy")
    assert "take_back" not in table.may(0)  # and this die was placed in phase 5


@pytest.mark.rule("15.1", "15.18", "R22", "R25")
def test_a_doubled_defence_die_takes_both_points_away_with_it() -> None:
    table = Table(2).card(0, "abbotts_den").card(0, "scriptorium").dice(0, 3).phase("abbey")
    table.do(0, "double", "die 3", "put defence")
    assert table.defence(0) == 3
    table.do(0, "take_back", "laid defence 3")
    assert table.defence(0) == 1
    assert table.unplaced(0) == [3]


@pytest.mark.rule("15.18", "R22", "3.2")
def test_a_doubled_die_needs_two_of_the_three_preaching_places() -> None:
    table = Table(2).card(0, "scriptorium").dice(0, 1, 2, 3).phase("abbey").do(0, "preach 1", "preach 2")
    table.do(0, "double", "die 3")
    assert table.state.players[0].benches.bit_count() == 3
    assert table.defence(0) == 3  # defence is all that was left for it


@pytest.mark.rule("15.4", "14.9", "8.2", "R42")
def test_a_farm_manned_through_the_bath_house_pauses_and_the_bath_attendant_may_go_himself() -> None:
    table = Table(2).card(0, "bath_house").card(0, "sheep_farm", active=0).goods(0, grain=9, wood=1)
    table.phase("building").do(0, "bath", "from bath_house", "to sheep_farm").phase("feeding")
    assert table.state.players[0].sheep == 2
    assert table.workers(0, "bath_house") == 0
    table.state.round += 1
    table.phase("feeding")
    assert table.state.players[0].sheep == 3


@pytest.mark.rule("15.4", "15.7", "16.3")
def test_a_great_hall_manned_through_the_bath_house_gives_its_ten_and_a_chapel_takes_nobody() -> None:
    table = Table(2).card(0, "bath_house").card(0, "calefactory", active=0).card(0, "chapel", active=0)
    table.dice(0, 1).phase("abbey").do(0, "bath", "from bath_house")
    assert table.may(0) == ["to calefactory"]
    table.do(0, "to calefactory")
    assert table.prestige(0) == 10


@pytest.mark.rule("15.6", "14.9")
def test_a_brewery_without_its_lay_brother_adds_nothing() -> None:
    table = Table(2).card(0, "brewery", active=0).card(0, "library").phase("income")
    assert table.has(0, "coin") == 2
    table = Table(2).card(0, "brewery", copies=2, active=1).card(0, "gate_tower").phase("income")
    assert table.has(0, "coin") == 3 + 2  # an archer works too


@pytest.mark.rule("16.2", "14.7")
def test_a_bell_tower_needs_a_lay_brother_and_still_works_in_phase_5() -> None:
    table = Table(2).card(0, "bell_tower", active=0).baptistry(0, 1).dice(0, 1, 2).phase("resources")
    assert table.why(0, "reroll 1") == ("not_active", "16.2")
    table.do(0, "activate bell_tower", "reroll 1").chance("roll 6")
    assert table.unplaced(0) == [2, 6]
    assert table.why(0, "reroll 6") == ("rolled_already", "R9")


@pytest.mark.rule("15.4", "15.2", "15.12", "R7")
def test_the_bath_house_brings_the_gardener_to_the_bakery_after_the_garden_has_grown() -> None:
    table = Table(2).card(0, "bath_house").card(0, "garden").card(0, "bakery", active=0).goods(0, grain=3)
    table.phase("feeding")
    assert table.has(0, "grain") == 4
    table.do(0, "bath", "from garden", "to bakery")
    assert table.has(0, "grain") == 4  # the Bakery feeds them
    assert table.to_act() == (1,)


@pytest.mark.rule("15.4", "15.6", "9.1", "10.1", "R6", "R7")
def test_the_bath_house_brings_a_defender_to_the_brewery_between_darkness_and_income() -> None:
    table = Table(2).card(0, "bath_house").card(0, "cloister", copies=2, active=2)
    table.card(0, "brewery", active=0).relic(0, "torah")
    table.state.players[1].extra_defence = 9
    table.phase("darkness")  # 3 against 3
    assert table.now() == "income"
    assert table.prestige(0) == 0
    assert table.why(0, "relic torah") == ("torah_later", "R6")
    clone = table.state.clone()
    table.do(0, "bath", "from cloister", "to brewery")
    assert table.has(0, "coin") == 4 + 3
    table.state = clone
    table.do(0, "done")
    assert table.has(0, "coin") == 4
