"""Drawing and exchanging, the pile running out, and what is remembered of hands."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.board import our_data
from abbatia.games.cardinal.state import CardinalState
from tests.games.cardinal.table import chance, hand_shown, may, play, position

NOTHING = {"aragon": 0, "burgundy": 0, "italy": 0, "swabia": 0, "france": 0}


@pytest.mark.rule("7.1", "3.2")
def test_an_exchange_discards_one_card_and_draws_one() -> None:
    state = position(3, hands=["france italy italy"], open_cards="burgundy swabia")
    play(state, "exchange france")
    assert state.observe(None)["public"]["discard"] == {**NOTHING, "france": 1}
    play(state, "draw open 2", "reveal aragon")
    assert state.own(0)["hand"] == ["italy", "italy", "swabia"]
    assert state.observe(None)["public"]["open"] == ["burgundy", "aragon"]
    assert state.to_act() == (1,)


@pytest.mark.rule("6.1", "6.2")
def test_both_face_up_cards_may_be_taken_and_both_are_replaced_afterwards() -> None:
    state = position(3, hands=["france france italy"], open_cards="burgundy swabia", abbeys={"france": [1]})
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury", "draw open 2")
    assert may(state) == ["draw open 1", "draw pile"]
    play(state, "draw open 1")
    assert state.to_act() == (CHANCE,)
    play(state, "reveal italy", "reveal italy")
    assert state.observe(None)["public"]["open"] == ["italy", "italy"]
    assert state.to_act() == (1,)


@pytest.mark.rule("8.1", "8.2", "8.3", "8.4")
def test_the_interim_scoring_comes_in_the_middle_of_a_refill_which_then_goes_on() -> None:
    state = position(
        3,
        hands=["france france italy"],
        pile={"swabia": 1},
        open_cards="aragon aragon",
        abbeys={"france": [1, 2], "england": [0, 0, 1]},
        advisors={"france": [0, 1]},
    )
    discarded = sum(state.observe(None)["public"]["discard"].values())
    play(state, "pay france", "abbey moissac", "pay france", "abbey saint_martial")
    told = play(state, "draw pile", "draw swabia")
    seen = state.observe(0)
    assert seen["scores"] == [5, 3, 1]  # only abbeys: France 3 of 5 and 2, England 1; not the advisor
    assert seen["public"]["interim_done"]
    assert seen["public"]["pile"] == discarded + 2
    assert seen["public"]["discard"] == NOTHING
    assert seen["public"]["open"] == ["aragon", "aragon"]
    assert state.own(0)["hand"] == ["italy", "swabia"]
    assert may(state) == ["draw open 1", "draw open 2", "draw pile"]
    keys = [event.seen.key for event in told if event.seen is not None]
    assert keys[:2] == ["cardinal.event.drew", "cardinal.event.interim"]
    assert keys[-1] == "cardinal.event.reshuffled"
    play(state, "draw open 1", "reveal swabia")
    assert state.to_act() == (1,)


@pytest.mark.rule("8.1", "8.4")
def test_the_interim_scoring_may_come_while_face_up_cards_are_replaced() -> None:
    state = position(
        3,
        hands=["france france italy"],
        pile={"swabia": 1},
        abbeys={"france": [2]},
    )
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury", "draw open 1", "draw open 2")
    play(state, "reveal swabia")
    assert state.observe(None)["scores"] == [4, 0, 0]
    assert state.to_act() == (CHANCE,)
    play(state, "reveal italy")
    assert state.observe(None)["public"]["open"] == ["swabia", "italy"]


@pytest.mark.rule("10.1", "10.2", "R2")
def test_after_the_second_emptying_nobody_draws_and_the_round_is_played_out() -> None:
    state = last_card(player=0)
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury", "draw pile", "draw swabia")
    seen = state.observe(0)
    assert seen["public"]["last_round"]
    assert state.own(0)["hand"] == ["italy", "swabia"]
    assert seen["public"]["open"] == ["aragon", "burgundy"]
    assert state.to_act() == (1,)
    assert may(state, "exchange") == []
    assert "pass" in may(state)
    play(state, "pass")
    assert state.to_act() == (2,)
    play(state, "pay franconia", "abbey corvey")
    assert state.to_act() == ()
    assert state.result() is not None


@pytest.mark.rule("10.2", "R2")
def test_the_game_ends_with_the_turn_of_the_last_seat_if_it_empties_the_pile() -> None:
    state = last_card(player=2)
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury", "draw pile", "draw swabia")
    assert state.to_act() == ()


@pytest.mark.rule("R3")
def test_face_up_cards_may_be_drawn_in_the_last_round_with_the_option() -> None:
    state = last_card(player=0, draw=True)
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury", "draw pile", "draw swabia")
    assert may(state) == ["draw open 1", "draw open 2"]
    play(state, "draw open 1")
    assert state.to_act() == (1,)
    assert state.observe(None)["public"]["open"] == [None, "burgundy"]
    play(state, "exchange italy")
    assert may(state) == ["draw open 2"]
    play(state, "draw open 2")
    assert state.to_act() == (2,)
    assert may(state, "exchange") == []


@pytest.mark.rule("R4")
def test_passing_in_the_last_round_is_free_unless_the_option_asks_to_place() -> None:
    assert "pass" in may(position(3, emptied=2, open_cards="- -"))
    forced = position(3, emptied=2, open_cards="- -", last_round_must_place=True)
    assert "pass" not in may(forced)
    full = {"swabia": [1, 1, 2], "england": [2, 2, 2]}
    sealed = {"swabia": [1, 1], "england": [1, 1]}
    unable = position(
        3,
        emptied=2,
        hands=["swabia"],
        abbeys=full,
        advisors=sealed,
        interim=full,
        open_cards="- -",
        last_round_must_place=True,
    )
    assert may(unable) == ["pass"]


@pytest.mark.rule("R13")
def test_an_empty_discard_at_the_first_emptying_begins_the_last_round() -> None:
    data = our_data()
    data["cards"] = [
        {"id": "north", "countries": ["england", "lorraine", "franconia"], "count": 5, "colour": "red"},
        {"id": "west", "countries": ["france"], "count": 5, "colour": "green"},
        {"id": "south", "countries": ["italy", "aragon"], "count": 5, "colour": "blue"},
        {"id": "east", "countries": ["swabia", "bavaria", "burgundy"], "count": 5, "colour": "grey"},
    ]
    state = TITLE.with_components(data).start(2, duel=True)
    chance(state, Rng(1))
    assert state.observe(None)["public"]["pile"] == 1
    play(state, may(state, "pay")[0])
    play(state, may(state, "abbey")[0])  # the one card played is kept, so the discard stays empty
    play(state, "draw pile")
    chance(state, Rng(1))
    assert state.observe(None)["public"]["last_round"]
    assert state.observe(None)["scores"] == [1, 0]


def last_card(player: int, *, draw: bool = False) -> CardinalState:
    """One card is left in the second pile, and the player may place two pieces in France."""
    hands = ["", "", ""]
    hands[player] = "france france italy"
    abbeys = {"france": [2]}
    return position(
        3, player=player, hands=hands, pile={"swabia": 1}, emptied=1, abbeys=abbeys, draw_in_last_round=draw
    )


@pytest.mark.rule("R12", "6.3")
def test_a_card_taken_face_up_stays_known_until_it_is_played() -> None:
    state = position(3, hands=["france italy italy"], open_cards="burgundy swabia")
    play(state, "exchange france", "draw open 1", "reveal aragon")
    assert hand_shown(state, 0) == (3, ["burgundy"])
    for seed in range(50):
        world = state.imagine(1, Rng(seed))
        assert "burgundy" in world.own(0)["hand"]
        assert world.observe(1) == state.observe(1)
    play(state, "exchange aragon", "draw open 2", "reveal aragon")
    play(state, "exchange aragon", "draw open 2", "reveal aragon")
    play(state, "pay burgundy", "abbey cluny")
    assert hand_shown(state, 0) == (2, [])


@pytest.mark.rule("6.3")
def test_imagined_worlds_move_unseen_cards_between_hands_and_pile() -> None:
    state = TITLE.start(4)
    chance(state, Rng(7))
    hands = {tuple(state.imagine(0, Rng(seed)).own(1)["hand"]) for seed in range(60)}
    assert len(hands) > 10
    piles = set()
    for seed in range(60):
        world = state.imagine(0, Rng(seed))
        play(world, may(world, "exchange")[0], "draw pile")
        piles.add(tuple(world.odds()))
    assert len(piles) > 10


@pytest.mark.rule("R4")
def test_a_seat_that_had_to_pass_is_imagined_with_a_hand_that_could_not_place() -> None:
    countries = {"england": [2, 2, 2], "swabia": [1, 1, 2], "lorraine": [2, 2, 1], "italy": [2, 2, 2]}
    sealed = {"england": [1, 1], "swabia": [1, 1], "lorraine": [1, 1], "italy": [1, 1]}
    state = position(
        3,
        emptied=2,
        hands=["swabia swabia italy", "swabia italy italy"],
        abbeys=countries,
        advisors=sealed,
        interim=countries,
        open_cards="- -",
        last_round_must_place=True,
        joker_abroad_only=True,
    )
    assert "pass" not in may(state)  # the pair is a joker for France
    single = position(
        3,
        emptied=2,
        hands=["swabia italy", "swabia italy italy"],
        abbeys=countries,
        advisors=sealed,
        interim=countries,
        open_cards="- -",
        last_round_must_place=True,
    )
    play(single, "pass")
    for seed in range(40):
        hand = single.imagine(1, Rng(seed)).own(0)["hand"]
        assert set(hand) <= {"swabia", "italy"}
        assert len(set(hand)) == 2
