"""Phases 8, 9 and 10."""

import pytest

from abbatia.games.kings_abbey.player import Question
from abbatia.games.kings_abbey.questions import LOSE_WHO
from tests.games.kings_abbey.table import Table

EIGHT = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2))


@pytest.mark.rule("8.1", "15.12", "R39")
def test_the_garden_grows_before_feeding_and_once() -> None:
    table = Table(2).card(0, "garden", copies=2, active=2).goods(0, grain=7).phase("feeding")
    assert table.has(0, "grain") == 7 + 2 - 1


@pytest.mark.rule("8.2", "15.11", "15.19")
@pytest.mark.parametrize(("farm", "animal", "most"), [("sheep_farm", "sheep", 5), ("dairy_farm", "cows", 3)])
def test_farms_breed_up_to_their_barn(farm: str, animal: str, most: int) -> None:
    table = Table(2).card(0, farm).goods(0, grain=9).goods(1, grain=9)
    for _ in range(6):
        table.phase("feeding")
        if table.now() == "feeding":
            table.do(0, "feed")
    assert getattr(table.state.players[0], animal) == most


@pytest.mark.rule("8.2", "R42")
def test_a_farm_pauses_in_the_round_of_each_activation() -> None:
    table = Table(2).card(0, "dairy_farm", active=0).baptistry(0, 1).goods(0, grain=9).goods(1, grain=9)
    table.phase("building").do(0, "activate dairy_farm").phase("feeding")
    assert table.state.players[0].cows == 0
    table.state.round += 1
    table.phase("feeding")
    assert table.state.players[0].cows == 1
    table.state.round += 1
    table.state.players[0].questions, table.state.acting = [Question(LOSE_WHO, (1,))], 1
    table.do(0, "lose dairy_farm")
    table.phase("feeding")
    assert table.state.players[0].cows == 1  # it stays, but breeds no more
    assert table.sheet(0)["cows"] == 3


@pytest.mark.rule("8.3", "8.4")
@pytest.mark.parametrize(("people", "grain"), [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3)])
def test_population_levels(people: int, grain: int) -> None:
    places = [(bench, row) for bench in range(1, 5) for row in range(1, 4)][:people]
    table = Table(2).benches(0, *places).goods(0, grain=5).phase("feeding")
    assert table.has(0, "grain") == 5 - grain


@pytest.mark.rule("8.7")
def test_hunger_with_eight_peasants() -> None:
    """8 peasants and no grain: 2 peasants and 4 prestige."""
    table = Table(2).benches(0, *EIGHT).phase("feeding")
    table.do(0, "feed", "lose bench_1_1", "lose bench_3_2")
    assert table.population(0) == 6
    assert table.prestige(0) == -4
    assert table.state.players[0].gone == 2


@pytest.mark.rule("R12")
def test_when_nobody_is_left_only_prestige_is_lost() -> None:
    table = Table(2).event("disaster_famine").phase("feeding").do(0, "feed")
    assert table.population(0) == 0
    assert table.prestige(0) == -4


@pytest.mark.rule("8.5", "8.6", "R40", "R41")
def test_cows_and_bakeries_feed_levels_and_sheep_two() -> None:
    table = Table(2).benches(0, *EIGHT, (3, 3)).goods(0, grain=0)
    table.state.players[0].cows = 1
    table.card(0, "bakery").phase("feeding")  # ten peasants: three levels, one is missing
    assert table.state.observe(0)["public"]["players"][0]["food_needed"] == 3
    table.do(0, "feed")
    assert table.prestige(0) == -2
    assert table.state.players[0].cows == 1
    table = Table(2).benches(0, *EIGHT).goods(0, grain=1)
    table.state.players[0].sheep = 1
    table.phase("feeding").do(0, "slaughter")
    assert table.has(0, "grain") == 1
    assert table.prestige(0) == 0
    assert table.state.players[0].sheep == 0


@pytest.mark.rule("15.2")
def test_two_bakeries_feed_two_levels() -> None:
    table = Table(2).benches(0, *EIGHT[:6]).card(0, "bakery", copies=2, active=2).phase("feeding")
    assert 0 not in table.to_act()
    assert table.prestige(0) == 0


@pytest.mark.rule("R41", "14.3")
def test_a_trade_can_still_buy_food() -> None:
    table = Table(2).goods(0, coin=3).phase("feeding")
    table.do(0, "trade", "give coin", "for grain", "amount 3", "feed")
    assert table.prestige(0) == 0
    assert table.has(0, "grain") == 0


@pytest.mark.rule("R41")
def test_grain_must_be_eaten_and_starving_is_no_choice() -> None:
    table = Table(2).benches(0, *EIGHT).goods(0, grain=1).phase("feeding").do(0, "feed")
    assert table.has(0, "grain") == 0
    assert table.prestige(0) == -2


@pytest.mark.rule("9.1", "R43")
def test_darkness_five_against_three() -> None:
    """Defence 3 against 5: 2 peasants and 4 prestige, even when an archer goes."""
    table = Table(2).benches(0, (1, 1), (1, 2)).card(0, "gate_tower").goods(0, coin=0)
    table.state.players[0].altar = 1
    table.state.darkness = 3
    table.phase("darkness")
    assert table.defence(0) == 3
    table.do(0, "face", "lose gate_tower", "lose bench_1_1")
    assert table.prestige(0) == -4
    assert table.population(0) == 1


@pytest.mark.rule("9.1", "14.3")
def test_a_lay_brother_can_still_save_the_abbey() -> None:
    table = Table(2).card(0, "cloister", copies=2, active=0).baptistry(0, 2).phase("darkness")
    table.do(0, "activate cloister", "activate cloister")
    assert table.prestige(0) == 0
    assert table.to_act() == (1,)


@pytest.mark.rule("9.2", "R44")
def test_the_marker_goes_up_and_stays_at_the_top() -> None:
    table = Table(2).phase("darkness").do(0, "face").do(1, "face")
    assert table.state.darkness == 1
    table.state.darkness = 7
    for player in table.state.players:
        player.extra_defence = 20
    table.phase("darkness")
    assert table.state.darkness == 7


@pytest.mark.rule("9.3")
def test_an_abbey_with_defence_nine() -> None:
    """Base, Deacon, Cardinal, altar, five walls, Chapel with Priest, three archers."""
    table = (
        Table(2).card(0, "chapel", active=0).card(0, "battlement", copies=2, active=2).card(0, "gate_tower")
    )
    table.state.players[0].clergy, table.state.players[0].altar, table.state.players[0].walls = 15, 1, 5
    assert table.defence(0) == 9


@pytest.mark.rule("15.8", "15.10", "15.14")
@pytest.mark.parametrize(
    ("card", "single", "double"), [("cellarium", 2, 3), ("cloister", 2, 3), ("masons_guild", 1, 2)]
)
def test_buildings_that_defend(card: str, single: int, double: int) -> None:
    assert Table(2).card(0, card).defence(0) == single
    assert Table(2).card(0, card, copies=2, active=2).defence(0) == double
    assert Table(2).card(0, card, copies=2, active=1).defence(0) == single


@pytest.mark.rule("10.1", "15.6", "R45")
def test_income_and_brewery() -> None:
    def income(table: Table) -> int:
        return table.phase("income").has(0, "coin")

    people = ((1, 1), (1, 2), (1, 3))
    assert income(Table(2).benches(0, *people)) == 3
    assert income(Table(2).benches(0, *people).baptistry(0, 1).card(0, "library")) == 5
    brewery = Table(2).benches(0, *people).card(0, "brewery").card(0, "library").card(0, "chapel", active=0)
    assert income(brewery) == 5 + 2
    double = Table(2).benches(0, *people).card(0, "brewery", copies=2, active=2).card(0, "library")
    assert income(double) == 6 + 2 * 3
    cards = Table(2, brewery_cards=True).benches(0, *people).card(0, "brewery").card(0, "library")
    assert income(cards.card(0, "chapel", active=0)) == 5 + 3


@pytest.mark.rule("R5")
def test_prestige_below_zero_or_not() -> None:
    assert Table(2).phase("feeding").do(0, "feed").prestige(0) == -2
    table = Table(2, prestige_floor=True).phase("feeding").do(0, "feed")
    assert table.prestige(0) == 0
    assert sum(table.sheet(0).values()) == 0
