"""Phases 11 and 12, the tenth die, final scoring."""

import pytest

from abbatia.games.kings_abbey.player import Question
from abbatia.games.kings_abbey.questions import LOSE_WHO
from abbatia.games.kings_abbey.scoring import projection
from tests.games.kings_abbey.table import Table


@pytest.mark.rule("11.1", "11.2", "11.3")
def test_resolving_in_turn_order_returns_dice_and_peasants() -> None:
    table = Table(2).crusade(0, "c04", value=5, filled=3).crusade(1, "c05", value=1, filled=3)
    reserve = [player.reserve for player in table.state.players]
    table.phase("rewards", first=1)
    assert [player.reserve for player in table.state.players] == [reserve[0] + 3, reserve[1] + 3]
    assert table.unplaced(0) == []
    assert [player.benches.bit_count() for player in table.state.players] == [2, 2]
    assert [table.prestige(seat) for seat in range(2)] == [6, 6]
    assert [table.has(0, "grain"), table.has(1, "wood")] == [2, 3]
    assert [player.resolved for player in table.state.players] == [1, 1]
    assert table.state.statistics()["crusades"] == (1, 1)


@pytest.mark.rule("R46")
def test_a_crusader_without_a_seat_returns_to_the_reserve() -> None:
    table = Table(2).crusade(0, "c04", value=5, filled=3)
    table.state.players[0].benches = 0xFFF
    flock = table.state.players[0].reserve_peasants
    table.phase("rewards")
    assert table.state.players[0].reserve_peasants == flock + 1
    assert table.state.players[0].gone == 0


@pytest.mark.rule("11.4")
def test_a_new_crusade_for_a_coin_and_never_more_than_two() -> None:
    table = Table(2).goods(0, coin=3).crusade(0, "c04").phase("rewards")
    table.do(0, "new_crusade").chance("draw_crusade c21")
    assert table.has(0, "coin") == 2
    assert table.state.players[0].crusades[1].card == 20
    table.phase("rewards")
    assert table.to_act() != (0,) or table.now() != "rewards"
    table = Table(2).goods(0, coin=3).phase("rewards").do(0, "new_crusade").chance("draw_crusade c01")
    assert table.to_act() != (0,) or table.now() != "rewards"  # one a round


@pytest.mark.rule("11.5", "12.3", "R21")
def test_breaking_off_returns_dice_discards_peasants_and_keeps_the_card() -> None:
    table = Table(2).crusade(0, "c17", value=5, filled=3)
    state = table.state
    (
        state.players[0].crusades[0].ally,
        state.players[0].crusades[0].ally_dice,
        state.players[0].crusades[0].share,
    ) = 1, 1, 4
    state.players[0].crusades[0].filled += 1
    state.players[1].reserve_peasants -= 1
    state.players[1].reserve -= 1
    table.phase("end_of_round").do(0, "abandon 1")
    assert [player.reserve for player in state.players] == [9, 9]
    assert [player.gone for player in state.players] == [1, 1]
    assert state.players[0].crusades[0].card == 16
    assert [
        state.players[0].crusades[0].face,
        state.players[0].crusades[0].filled,
        state.players[0].crusades[0].share,
        state.players[0].crusades[0].ally,
    ] == [0, 0, 0, -1]
    assert table.why(0, "abandon 1") == ("nothing_to_break", "12.3")


@pytest.mark.rule("12.4", "15.8", "15.21", "R48")
@pytest.mark.parametrize(
    ("card", "copies", "kept"),
    [("", 0, 3), ("cellarium", 1, 4), ("cellarium", 2, 5), ("tithe_barn", 1, 8)],
)
def test_storage(card: str, copies: int, kept: int) -> None:
    table = Table(2).goods(0, coin=30, wood=8, sand=8)
    if card:
        table.card(0, card, copies=copies, active=copies)
    if card == "tithe_barn":
        table.card(0, "cellarium")  # the highest limit counts
    table.phase("end_of_round").finish()
    assert [table.has(0, good) for good in ("coin", "wood", "sand")] == [30, kept, kept]


@pytest.mark.rule("12.4")
@pytest.mark.parametrize(("wood", "kept"), [(2, 2), (3, 3), (4, 3)])
def test_one_token_above_the_limit_goes_back_and_none_at_it(wood: int, kept: int) -> None:
    table = Table(2).goods(0, wood=wood, grain=3).phase("end_of_round").finish()
    assert [table.has(0, good) for good in ("wood", "grain")] == [kept, 3]


@pytest.mark.rule("12.4")
def test_a_trade_can_save_surplus() -> None:
    table = Table(2).goods(0, wood=7).phase("end_of_round")
    table.do(0, "trade", "give wood", "for coin", "amount 4").finish()
    assert [table.has(0, "coin"), table.has(0, "wood")] == [8, 3]


@pytest.mark.rule("R6")
def test_phase_12_is_played_at_the_same_time() -> None:
    table = Table(3).goods(0, wood=1).goods(1, wood=1).goods(2, wood=1).phase("end_of_round")
    assert table.to_act() == (0, 1, 2)


@pytest.mark.rule("12.7")
def test_trade_tokens_come_back() -> None:
    table = Table(2).goods(0, wood=1).phase("end_of_round")
    table.do(0, "trade", "give wood", "for coin", "amount 1").finish()
    assert table.now() == "roll"
    assert table.state.observe(0)["public"]["players"][0]["left"]["trades"] == 2


@pytest.mark.rule("12.5", "14.1")
def test_the_game_ends_after_the_last_round() -> None:
    table = Table(2)
    table.state.round = 7
    assert table.state.result() is None
    table.phase("end_of_round").finish()
    assert table.now() == "over"
    assert table.to_act() == ()
    assert table.state.result() is not None


@pytest.mark.rule("R48")
def test_the_storage_limit_holds_before_scoring() -> None:
    table = Table(2).goods(0, sand=9)
    table.state.round = 7
    table.phase("end_of_round").finish()
    assert table.has(0, "sand") == 3


@pytest.mark.rule("R8", "15.16")
def test_the_tenth_die_joins_unrolled_and_leaves_with_the_quarters() -> None:
    table = Table(2).card(0, "monks_quarters", active=0).baptistry(0, 1).dice(0, 1).phase("abbey")
    reserve = table.state.players[0].reserve
    table.do(0, "activate monks_quarters")
    assert table.state.players[0].reserve == reserve + 1
    assert table.unplaced(0) == [1]
    table.state.players[0].questions = [Question(LOSE_WHO, (1,))]
    table.do(0, "lose monks_quarters")
    table.phase("end_of_round").finish()
    assert table.state.players[0].reserve == 9
    assert table.state.players[0].tenth == 0


@pytest.mark.rule("R8")
def test_two_monks_quarters_bring_one_die_only() -> None:
    table = Table(2).card(0, "monks_quarters", copies=2, active=2)
    assert table.state.players[0].reserve == 10


@pytest.mark.rule("20.1", "20.2", "20.3", "20.4", "20.5", "20.6", "20.7")
def test_the_score_sheet() -> None:
    table = Table(2).goods(0, coin=14, wood=3, grain=2, stone=2, sand=1)
    table.card(0, "money_changer", copies=2, active=2).card(0, "tithe_barn", copies=2, active=2)
    table.hand(0, "library", "refectory").crusade(0, "c21").relic(0, "manna")
    table.state.players[0].sheep, table.state.players[0].cows = 2, 1
    table.state.players[0].prestige = table.state.players[0].ledger[0] = 20
    sheet = table.sheet(0)
    assert sheet == {
        "start": 20,
        "sheep": 4,
        "cows": 3,
        "kept_relics": 2,
        "coins": 2,
        "stores": 2,
        "unbuilt": -14,
        "unfinished": -15,
    }
    assert table.state.observe(None)["projected"][0] == sum(sheet.values())


@pytest.mark.rule("20.4", "20.5", "15.15", "15.21")
def test_both_copies_must_be_active_at_the_end() -> None:
    table = Table(2).goods(0, coin=14, wood=9)
    table.card(0, "money_changer", copies=2, active=1).card(0, "tithe_barn", copies=2, active=1)
    assert table.sheet(0) == {}


@pytest.mark.rule("20.8")
def test_ties_go_to_the_value_of_resources_without_coins() -> None:
    table = Table(3).goods(0, coin=50).goods(1, wood=2).goods(2, stone=1)
    assert projection(table.state).ranks == (3, 1, 1)
    table.goods(0, sand=1)
    assert projection(table.state).ranks == (1, 2, 2)


@pytest.mark.rule("20.7")
def test_a_helped_crusade_that_fails_costs_its_owner_alone() -> None:
    table = Table(2).crusade(0, "c17", value=5, filled=3)
    table.state.players[0].crusades[0].ally = 1
    assert table.sheet(0) == {"unfinished": -12}
    assert table.sheet(1) == {}
