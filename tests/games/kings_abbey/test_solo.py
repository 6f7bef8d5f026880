"""One player against Elias."""

import pytest

from abbatia.core.contract import CHANCE
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.state import KingsAbbeyState
from tests.games.kings_abbey.table import Table


@pytest.mark.rule("24.1", "24.2", "R62")
def test_set_up_of_a_solo_game() -> None:
    state = TITLE.start(1)
    assert isinstance(state, KingsAbbeyState)
    while state.phase == 0:
        odds = state.odds()
        rolled = TITLE.numbers["roll 4"]
        state.apply(CHANCE, rolled if any(action == rolled for action, _ in odds) else odds[0][0])
    assert state.elias.pool == [0, 0, 0, 6, 0, 0]
    assert state.players[0].prestige == 5
    seen = state.observe(0)["public"]
    assert seen["elias"] == {"pool": [4, 4, 4, 4, 4, 4], "peasants": 3}
    assert seen["first_seat"] == 0
    assert seen["locations"]["wood"]["free"] == 1


@pytest.mark.rule("24.3", "R62")
def test_elias_two_and_four_at_the_market() -> None:
    table = Table(1).goods(0, coin=9)
    table.market(a1="bakery", a2="garden", a3="library", a4="cloister")
    table.market(b1="brewery", b2="stables", b3="tithe_barn", b4="cellarium").phase("market")
    table.chance("roll 2", "roll 4")
    assert table.starting(0, "buy") == ["a1", "a3", "b1", "b3"]
    table.do(0, "buy a1", "buy b1")  # both laps
    assert table.now() != "market"


@pytest.mark.rule("24.3")
def test_a_pair_discards_two_cards_only_and_five_and_six_nothing() -> None:
    for rolls, left in ((("roll 1", "roll 1"), ["a2"]), (("roll 5", "roll 6"), ["a1", "a2", "b1"])):
        table = Table(1).goods(0, coin=9).market(a1="bakery", a2="garden", b1="library").phase("market")
        table.chance(*rolls)
        assert table.starting(0, "buy") == left


@pytest.mark.rule("24.4", "24.5", "R63")
def test_elias_takes_initiative_once_and_blocks_bonus_spaces() -> None:
    table = Table(1).dice(0, 6, 6).phase("resources")
    table.chance("roll 1", "draw_initiative init_wood", "roll 1")
    assert table.has(0, "wood") == 0
    seen = table.state.observe(0)["public"]
    assert seen["initiative"]["tokens"] == [{"token": "init_wood", "owner": "elias"}]
    assert table.why(0, "initiative 6") == ("initiative_taken", "5.8")
    table.do(0, "pass").phase("end_of_round").finish()
    assert table.state.elias.first == 1
    assert table.state.observe(0)["public"]["first_seat"] == "elias"
    table = Table(1).dice(0, 6, 6).phase("resources").chance("roll 3", "roll 6")
    table.do(0, "collect grain 6")
    assert table.has(0, "grain") == 2  # no bonus space: collected at once


@pytest.mark.rule("24.5")
def test_the_player_takes_the_initiative_back() -> None:
    table = Table(1).dice(0, 6)
    table.state.elias.first = 1
    table.phase("resources").chance("roll 6", "roll 6").do(0, "initiative 6")
    table.chance("draw_initiative init_sand").phase("end_of_round").finish()
    assert table.state.elias.first == 0


def attack(table: Table, *values: int) -> Table:
    state = table.state
    state.phase, state.stage, state.acting, state.chance, state.lap = 2, 0, 32, 2, 0
    return table.chance("draw_event vikings", *[f"roll {value}" for value in values])


@pytest.mark.rule("24.6", "R64", "2.3")
def test_elias_meets_one_viking() -> None:
    table = Table(1).dice(0, 5, 3)
    table.state.elias.pool = [0, 0, 1, 0, 1, 0]
    attack(table, 5, 3).do(0, "fight")
    table.do(0, "done")  # Elias's turn: a 3 of the pool
    assert table.state.elias.pool == [0, 0, 0, 0, 1, 0]
    assert table.prestige(0) == 1  # one die each: no majority


@pytest.mark.rule("24.5", "24.6")
def test_elias_first_and_his_peasants() -> None:
    table = Table(1).dice(0, 3)
    table.state.elias.first = 1
    table.state.elias.pool = [0] * 6
    table.card(0, "library")
    attack(table, 5, 3)
    assert table.state.elias.peasants == 2
    table.do(0, "fight")
    assert table.may(0) == ["raze_manned library"]  # a tie is a defeat


@pytest.mark.rule("24.1", "24.6", "R64")
def test_elias_sends_three_peasants_in_a_game_and_then_nobody() -> None:
    table = Table(1).dice(0, 3, 3, 3, 3)
    table.state.elias.first, table.state.elias.pool = 1, [0] * 6
    met = []
    for _ in range(4):
        for name in ("library", "garden", "bakery"):  # something to lose after each attack
            table.card(0, name)
        table.state.pile = [0, 0, 1]  # Vikings lie on top
        attack(table, 5, 3)
        first = table.state.observe(0)["public"]["vikings"][0]
        met.append((first["met"], first["by"], table.state.observe(0)["public"]["elias"]["peasants"]))
        table.do(0, "fight").finish()
        table.state.vikings.clear()
        table.state.cover.clear()
    assert met == [
        ("peasant", "elias", 2),
        ("peasant", "elias", 1),
        ("peasant", "elias", 0),
        ("nothing", None, 0),
    ]


@pytest.mark.rule("R64")
def test_a_majority_over_elias() -> None:
    table = Table(1).dice(0, 5, 3)
    table.state.elias.pool = [0] * 6
    attack(table, 5, 3).do(0, "fight", "fight")
    assert table.prestige(0) == 2 + 3
    table = Table(1).dice(0, 3)
    table.state.elias.first, table.state.elias.peasants, table.state.elias.pool = 1, 0, [0] * 6
    attack(table, 5, 3).do(0, "fight")
    assert table.state.cover == [-1, 1]


@pytest.mark.rule("24.7", "R65")
def test_pool_dice_on_a_crusade() -> None:
    table = Table(1).crusade(0, "c04", value=5, filled=1).crusade(0, "c01", slot=2).dice(0, 1)
    table.state.elias.pool = [0, 0, 0, 0, 2, 0]
    table.phase("abbey")
    assert table.why(0, "pool 2") == ("own_die_first", "24.7")
    table.do(0, "pool 1", "pool 1")
    assert table.state.elias.pool == [0] * 6
    table.phase("rewards")
    assert table.prestige(0) == 6
    assert table.state.elias.lost == 2
    assert table.state.players[0].reserve + len(table.unplaced(0)) == 9


@pytest.mark.rule("R66")
def test_stables_have_no_partner() -> None:
    table = Table(1).card(0, "stables").goods(0, coin=9).dice(0, 1).phase("abbey")
    assert table.why(0, "stables 1") == ("no_partner", "R66")


@pytest.mark.rule("24.8")
def test_the_score_is_the_result() -> None:
    table = Table(1)
    table.state.round = 7
    table.state.players[0].prestige = table.state.players[0].ledger[0] = 33
    table.phase("end_of_round").finish()
    result = table.state.result()
    assert result is not None
    assert result.scores == (33,)
    assert result.ranks == (1,)
