"""What a close reader tries with relics, saints and Elias."""

import pytest

from tests.games.kings_abbey.table import Table


@pytest.mark.rule("22.3", "R52", "3.7", "3.9", "23.2")
def test_the_grail_gives_the_bonus_of_the_level_it_accomplishes() -> None:
    table = Table(2).relic(0, "holy_grail").saint(0, "elie").dice(0, 1)
    table.state.players[0].saint_mode = 0
    table.state.players[0].clergy = 4
    table.phase("abbey").do(0, "relic holy_grail")
    assert table.defence(0) == 2
    assert table.may(0) == ["reveal", "keep"]  # a Deacon chooses
    table = Table(2).relic(0, "holy_grail").dice(0, 1)
    table.state.players[0].clergy = 9
    table.phase("abbey").do(0, "relic holy_grail")
    assert table.prestige(0) == 4
    table.benches(0, (1, 1), (1, 2)).phase("peasants")
    table.do(0, *[f"step bench_{bench}_{row}" for row in (1, 2) for bench in (1, 2, 3)])
    assert table.state.observe(0)["public"]["players"][0]["peasants"]["benches"] == ["bench_4_1", "bench_4_2"]


@pytest.mark.rule("23.2")
def test_a_saint_does_nothing_before_deacon() -> None:
    table = Table(2).saint(0, "arnaud").dice(0, 1, 2)
    table.state.players[0].saint_mode = 0
    table.phase("abbey")
    assert table.why(0, "saint")[1] == "23.2"
    assert table.why(0, "support")[1] == "23.2"


@pytest.mark.rule("22.4", "23.4", "9.3")
def test_cross_and_arnaud_add_up() -> None:
    table = Table(2).relic(0, "holy_cross").saint(0, "arnaud").dice(0, 1).phase("abbey")
    table.do(0, "relic holy_cross", "saint")
    assert table.defence(0) == 5


@pytest.mark.rule("22.8")
def test_the_tablets_help_with_towers_and_buildings_alone() -> None:
    table = Table(2).relic(0, "tablets").card(0, "gate_tower", active=0).hand(0, "cloister")
    table.goods(0, coin=9, wood=2, stone=5, sand=1).phase("building").do(0, "relic tablets")
    assert {text.split(" ")[0] for text in table.may(0)} <= {"tower", "build", "withdraw", "done"}
    table.do(0, "build cloister", "ignore stone")  # both stones at once
    assert table.state.players[0].goods[:5] == [9, 2, 0, 5, 0]


@pytest.mark.rule("23.7", "R57", "2.4")
def test_andre_doubles_prestige_of_vikings_clergy_halls_and_crusades_in_that_round() -> None:
    table = Table(2).saint(0, "andre").card(0, "refectory", active=0).baptistry(0, 1)
    table.crusade(0, "c04", value=5, filled=3).dice(0, 6, 5)
    table.state.players[0].clergy = 12
    table.phase("abbey").do(0, "saint", "clergy 6", "activate refectory")
    assert table.prestige(0) == 2 * 2 + 2 * 10
    table.do(0, "done").phase("rewards")
    assert table.prestige(0) == 24 + 2 * 6
    table = Table(2).saint(0, "andre").dice(0, 6)
    table.phase("event").chance("draw_event vikings", "roll 6", "roll 5").do(0, "saint", "send bench_1_1")
    assert table.prestige(0) == -1


@pytest.mark.rule("23.8", "7.6")
def test_lionel_trains_one_archer_without_coins_outside_phase_7() -> None:
    table = Table(2).saint(0, "lionel").card(0, "battlement", copies=2, active=0).dice(0, 1).goods(0, coin=3)
    table.benches(0, (1, 1), (1, 2)).phase("abbey").do(
        0, "saint", "archer battlement", "from bench_1_2", "done"
    )
    assert table.workers(0, "battlement") == 1
    assert table.has(0, "coin") == 3
    assert table.why(0, "archer battlement")[0] == "wrong_phase"


@pytest.mark.rule("23.9", "14.10")
def test_rodolphes_lay_brother_may_stand_on_two_copies_of_one_building() -> None:
    table = Table(2).saint(0, "rodolphe").card(0, "cloister", copies=2, active=0).baptistry(0, 1)
    table.dice(0, 1).phase("abbey").do(0, "saint", "span cloister", "span cloister")
    assert table.defence(0) == 3
    assert table.population(0) == 2
    assert table.why(0, "activate cloister")[1] == "14.7"


@pytest.mark.rule("24.4", "R22")
def test_a_bonus_space_that_elias_took_is_closed_to_a_doubled_die_too() -> None:
    table = Table(1).card(0, "scriptorium").dice(0, 6, 6).phase("resources").chance("roll 2", "roll 2")
    table.do(0, "collect wood 6")
    assert table.has(0, "wood") == 3  # collected at once
    table.do(0, "collect sand 6", "double")
    assert table.has(0, "sand") == 2


@pytest.mark.rule("24.7", "R65", "12.3")
def test_pool_dice_of_a_crusade_that_is_broken_off_are_gone() -> None:
    table = Table(1).crusade(0, "c11", value=5, filled=1).dice(0, 1)
    table.state.elias.pool = [0, 0, 0, 0, 2, 0]
    table.phase("abbey").do(0, "pool 1", "done").phase("end_of_round").do(0, "abandon 1")
    assert table.state.elias.pool == [0, 0, 0, 0, 1, 0]
    assert table.state.elias.lost == 1
    assert table.state.players[0].crusades[0].filled == 0
    assert table.state.players[0].reserve == 9
    assert table.state.players[0].gone == 1
