"""Set-up, quick game, variants, auction."""

import pytest

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, BadSetup, OptionValue
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.phases import PHASES
from abbatia.games.kings_abbey.state import KingsAbbeyState
from tests.games.kings_abbey.table import Table


def set_up(seats: int, seed: int = 3, **options: OptionValue) -> KingsAbbeyState:
    """A game after its set-up, chance and players at random."""
    state = TITLE.start(seats, **options)
    assert isinstance(state, KingsAbbeyState)
    rng = Rng(seed)
    while PHASES[state.phase] == "set_up":
        seat = state.to_act()[0]
        legal = state.legal(seat)
        state.apply(seat, pick(state.odds(), rng) if seat == CHANCE else legal[rng.below(len(legal))])
    return state


@pytest.mark.rule("13.1", "13.2", "13.5")
def test_what_everybody_starts_with() -> None:
    state = set_up(4)
    for player in state.observe(0)["public"]["players"]:
        goods = {"coin": 4, "wood": 1, "grain": 1, "stone": 1, "sand": 0, "tool": 1, "wagon": 1}
        assert player["goods"] == goods
        assert player["dice"]["reserve"] == 9
        assert player["peasants"]["benches"] == ["bench_1_1"]
        assert player["peasants"]["reserve"] == 13
        assert [card["peasants"] for card in player["cards"]] == [1]
        assert player["left"]["trades"] == 2
        assert sum(crusade is not None for crusade in player["crusades"]) == 1
        assert player["crusades"][0]["relic"] is None
    assert state.observe(None)["public"]["crusade_pile"] == 21 - 4


@pytest.mark.rule("13.4", "R1")
@pytest.mark.parametrize("first", range(5))
def test_prestige_rises_clockwise_from_the_first_player_drawn_by_lot(first: int) -> None:
    state = TITLE.start(5)
    assert [weight for _, weight in state.odds()] == [1] * 5
    state.apply(CHANCE, TITLE.numbers[f"lot {first + 1}"])
    seen = state.observe(None)
    assert seen["public"]["first_seat"] == first
    assert [seen["scores"][(first + i) % 5] for i in range(5)] == [5, 6, 7, 8, 9]


@pytest.mark.rule("R3")
def test_a_starting_building_brings_no_prestige_and_no_reward_but_counts_as_first_copy() -> None:
    state = set_up(3)
    for seat in range(3):
        player = state.players[seat]
        assert player.prestige in (5, 6, 7)
        assert sum(player.made[:21]) == 1
        assert sum(player.hand) == 0


@pytest.mark.rule("13.3", "R2")
def test_eight_cards_lie_open_and_49_are_left() -> None:
    state = set_up(2)
    places = state.observe(None)["public"]["market"]
    assert [place["price"] for place in places] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert all(place["card"] for place in places)
    assert state.observe(None)["public"]["building_pile"] == 57 - 8


@pytest.mark.rule("13.6", "13.7", "14.1")
def test_seven_events_darkness_on_the_lower_three_and_six_tokens() -> None:
    seen = set_up(2).observe(None)["public"]
    assert seen["event_pile"] == {"plenty": 2, "disaster": 2, "vikings": 3, "under": 0}
    assert seen["rounds"] == 7
    assert seen["darkness"]["cell"] == 0
    assert seen["darkness"]["level"] == 3
    assert seen["initiative"]["left"] == 6


@pytest.mark.rule("21.1", "21.2", "21.4", "R49")
def test_quick_game() -> None:
    state = set_up(3, quick=True)
    assert state.rounds == 5
    assert state.pile == [2, 2, 1]
    for seat, player in enumerate(state.observe(None)["public"]["players"]):
        assert player["clergy"]["accomplished"] == ["postulant"]
        assert player["defence"] >= 3
        assert player["peasants"]["benches"] == ["bench_1_1", "bench_1_2", "bench_1_3"]
        assert state.players[seat].goods[4] >= 1
    table = Table(2, quick=True)
    table.phase("peasants")
    assert table.state.players[0].moves == 3  # moves: 1 and the 2 of Postulant, from the first round


@pytest.mark.rule("21.3", "R50")
def test_quick_game_gives_a_building_with_reward_and_prestige_but_without_lay_brother() -> None:
    state = TITLE.start(2, quick=True)
    rng = Rng(5)
    while CHANCE in state.to_act():
        state.apply(CHANCE, pick(state.odds(), rng))
    assert isinstance(state, KingsAbbeyState)
    first = state.to_act()[0]
    place = next(i for i in range(8) if state.market[i] >= 0)
    card = state.market[place]
    before, goods = state.players[first].prestige, state.players[first].goods[:]
    state.apply(first, state.legal(first)[0])
    assert state.players[first].prestige == before + state.facts.prestige[card]
    reward = [after - b for after, b in zip(state.players[first].goods, goods, strict=True)]
    assert reward == state.facts.reward[card]
    assert state.players[first].stands[card] > state.players[first].workers[card]
    state.apply(1 - first, state.legal(1 - first)[0])
    assert CHANCE in state.to_act()
    while CHANCE in state.to_act() and PHASES[state.phase] == "set_up":
        state.apply(CHANCE, pick(state.odds(), rng))
    assert -1 not in state.market


@pytest.mark.rule("R50")
def test_a_free_farm_of_the_quick_game_brings_barn_and_sheep() -> None:
    table = Table(2, quick=True)
    state = table.state
    table.market(a1="sheep_farm")
    state.phase, state.stage, state.lap, state.acting, state.turn = 0, 4, 1, 1, 0
    table.do(0, "buy a1")
    assert state.players[0].sheep == 2
    assert state.players[0].spaces == 2


@pytest.mark.rule("21.5")
@pytest.mark.parametrize(
    ("pile", "cards"),
    [
        ("few_vikings", [3, 3, 1]),
        ("no_vikings", [4, 3, 0]),
        ("plenty", [7, 0, 0]),
        ("more_vikings", [1, 2, 4]),
        ("harsh", [0, 4, 3]),
    ],
)
def test_event_piles(pile: str, cards: list[int]) -> None:
    state = set_up(2, pile=pile)
    assert state.pile == cards
    assert state.rounds == 7


@pytest.mark.rule("21.6", "21.7")
def test_easy_start_and_dark_start() -> None:
    state = set_up(2, easy_start=True, dark_start=True)
    assert [player.clergy for player in state.players] == [3, 3]
    assert [player.benches.bit_count() for player in state.players] == [3, 3]
    assert state.darkness == 1


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(BadSetup):
        TITLE.start(2, quick=True, pile="plenty")
    with pytest.raises(BadSetup):
        TITLE.start(1, auction=True)


def auction(seats: int) -> KingsAbbeyState:
    """An auction that seat 0 opens."""
    state = TITLE.start(seats, auction=True)
    assert isinstance(state, KingsAbbeyState)
    state.apply(CHANCE, TITLE.numbers["lot 1"])
    rng = Rng(1)
    while CHANCE in state.to_act():
        state.apply(CHANCE, pick(state.odds(), rng))
    return state


def act(state: KingsAbbeyState, seat: int, *texts: str) -> None:
    for text in texts:
        assert state.why_not(seat, TITLE.numbers[text]) is None, text
        state.apply(seat, TITLE.numbers[text])


@pytest.mark.rule("21.8", "21.9", "21.10")
def test_auction_of_three() -> None:
    state = auction(3)
    assert state.players[0].goods[0] == 6
    act(state, 0, "bid 2")
    act(state, 1, "bid 4")
    assert state.why_not(2, TITLE.numbers["bid 4"]) is not None
    act(state, 2, "pass")
    act(state, 0, "pass")
    act(state, 1, "pay stone", "choose library")
    assert state.players[1].goods[3] == 0
    assert state.players[1].goods[0] == 6
    act(state, 0, "pass")
    act(state, 2, "choose garden")  # alone in the lot: for nothing
    assert state.players[2].goods[0] == 6
    act(state, 0, "choose blacksmith")  # the last one, for nothing
    assert PHASES[state.phase] == "set_up"
    assert [
        state.players[0].workers[4],
        state.players[1].workers[12],
        state.players[2].workers[11],
    ] == [1, 1, 1]


@pytest.mark.rule("R51")
def test_a_bid_is_bounded_by_wealth_and_what_is_paid_beyond_it_is_lost() -> None:
    state = auction(2)
    bids = [TITLE.vocabulary[action] for action in state.legal(0)]
    assert bids == ["pass", *[f"bid {n}" for n in range(1, 16)]]  # 6 coins, wood 2, grain 3, stone 4
    act(state, 0, "bid 1")
    act(state, 1, "pass")
    act(state, 0, "pay stone", "choose library")
    assert state.players[0].goods[:4] == [6, 1, 1, 0]
