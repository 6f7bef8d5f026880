"""The twenty events that are not Vikings."""

import pytest

from tests.games.kings_abbey.table import Table


def turn_up(table: Table, name: str) -> Table:
    """This event is drawn now."""
    state = table.state
    state.phase, state.stage, state.acting, state.chance, state.lap = 2, 0, 32, 2, 0
    return table.chance(f"draw_event {name}")


@pytest.mark.rule("17.1")
def test_bumper_harvest() -> None:
    table = Table(2).dice(0, 6, 1).event("plenty_harvest").phase("resources")
    table.do(0, "collect grain 6", "done")
    assert table.has(0, "grain") == 3


@pytest.mark.rule("17.2")
def test_generous_forest_even_without_a_whole_token() -> None:
    table = Table(2).dice(0, 1).event("plenty_forest").phase("resources")
    table.do(0, "collect wood 1")
    assert table.has(0, "wood") == 1


@pytest.mark.rule("17.3")
def test_new_seam() -> None:
    table = Table(2).dice(0, 6).event("plenty_quarry").phase("resources")
    table.do(0, "collect stone 6")
    assert table.has(0, "stone") == 2


@pytest.mark.rule("17.4")
def test_low_waters() -> None:
    table = Table(2).dice(0, 4).event("plenty_sand").phase("resources")
    table.do(0, "collect sand 4")
    assert table.has(0, "sand") == 1


@pytest.mark.rule("17.5")
def test_royal_largesse() -> None:
    table = turn_up(Table(3).goods(1, coin=2), "plenty_gift")
    assert [table.has(seat, "coin") for seat in range(3)] == [3, 5, 3]


@pytest.mark.rule("17.6")
def test_pilgrims_need_a_peasant_and_a_seat() -> None:
    table = Table(3)
    table.state.players[1].benches = 0xFFF
    table.state.players[2].reserve_peasants = 0
    turn_up(table, "plenty_pilgrims")
    assert [table.state.players[seat].benches.bit_count() for seat in range(3)] == [2, 12, 1]


@pytest.mark.rule("17.7")
def test_religious_fervour() -> None:
    table = Table(2).event("plenty_fervour").phase("peasants")
    table.do(0, "step bench_1_1", "step bench_2_1", "step bench_3_1")
    assert table.to_act() == (1,)


@pytest.mark.rule("17.8", "17.18")
@pytest.mark.parametrize(("event", "lost"), [("plenty_truce", 2), ("disaster_night", 6)])
def test_truce_of_god_and_longest_night(event: str, lost: int) -> None:
    table = Table(2).event(event)  # Darkness 3 against defence 1
    table.phase("darkness").do(0, "face")
    assert table.prestige(0) == -lost


@pytest.mark.rule("17.9", "17.19")
@pytest.mark.parametrize(("event", "eaten"), [("plenty_feast", 0), ("disaster_famine", 2)])
def test_full_granaries_and_famine(event: str, eaten: int) -> None:
    table = Table(2).goods(0, grain=3).goods(1, grain=3).benches(1).event(event).phase("feeding")
    assert table.has(0, "grain") == 3 - eaten
    assert table.has(1, "grain") == 3  # nobody there: nothing to feed, famine or not


@pytest.mark.rule("17.10")
def test_great_fair() -> None:
    table = Table(2).goods(0, coin=1).market(a1="bakery", a2="garden", a3="library")
    table.event("plenty_fair").phase("market")
    assert table.starting(0, "buy") == ["a1", "a2"]
    table.do(0, "buy a1")
    assert table.has(0, "coin") == 1


@pytest.mark.rule("17.11")
def test_drought() -> None:
    table = Table(2).dice(0, 6).event("disaster_drought").phase("resources")
    table.do(0, "collect grain 6")
    assert table.has(0, "grain") == 1


@pytest.mark.rule("17.12", "17.15")
@pytest.mark.parametrize(
    ("event", "good", "left"), [("disaster_fire", "wood", [1, 0]), ("disaster_brigands", "coin", [0, 0])]
)
def test_fire_and_brigands(event: str, good: str, left: list[int]) -> None:
    table = Table(2).goods(0, wood=3, coin=3).goods(1, wood=1, coin=2)
    turn_up(table, event)
    assert [table.has(seat, good) for seat in range(2)] == left


@pytest.mark.rule("17.13", "17.14")
@pytest.mark.parametrize(
    ("event", "good", "rule"), [("disaster_landslide", "stone", "17.13"), ("disaster_flood", "sand", "17.14")]
)
def test_landslide_and_flood(event: str, good: str, rule: str) -> None:
    table = Table(2).dice(0, 6).event(event).phase("resources")
    assert table.why(0, f"collect {good} 6") == ("closed", rule)
    assert "collect wood 6" in table.may(0)


@pytest.mark.rule("17.16")
def test_plague_in_turn_order() -> None:
    table = Table(3).card(0, "library").benches(1).benches(2, (1, 1), (1, 2))
    table.state.first = 2
    turn_up(table, "disaster_plague")
    assert table.to_act() == (2,)
    table.do(2, "lose bench_1_2")
    table.do(0, "lose library")
    assert table.workers(0, "library") == 0
    assert table.population(1) == 0
    assert [player.gone for player in table.state.players] == [1, 0, 1]


@pytest.mark.rule("17.17")
def test_harsh_winter_leaves_the_free_moves() -> None:
    table = Table(2).benches(0, (1, 1), (4, 1)).event("disaster_winter").phase("peasants")
    assert table.now() == "building"
    assert "baptise 1" in table.may(0)


@pytest.mark.rule("17.20")
def test_heresy() -> None:
    table = Table(2).dice(0, 1, 2).event("disaster_heresy").phase("abbey")
    table.do(0, "preach 1")
    assert table.why(0, "preach 2") == ("preach_limit", "17.20")


@pytest.mark.rule("17.21")
@pytest.mark.parametrize(("event", "tokens"), [("plenty_quarry", 2), (None, 2)])
def test_a_plenty_value_takes_the_lower(event: str | None, tokens: int) -> None:
    table = Table(2).card(0, "masons_guild").dice(0, 6)
    if event:
        table.event(event)
    table.phase("resources").do(0, "collect stone 6")
    assert table.has(0, "stone") == tokens


@pytest.mark.rule("17.21")
def test_a_disaster_value_takes_the_higher() -> None:
    table = Table(2).card(0, "garden", copies=2, active=2).dice(0, 6).event("disaster_drought")
    table.phase("resources").do(0, "collect grain 6")
    assert table.has(0, "grain") == 1
