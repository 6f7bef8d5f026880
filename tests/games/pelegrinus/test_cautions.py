"""Cautions: what a seat is told, from what it sees itself, before it seals something that has no effect."""

from collections.abc import Mapping

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Caution
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.board import CHARACTERS
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.scarce import scarce
from tests.games.pelegrinus.table import BLUE, NEAR_EAST, RED, do, filled, order, position, track

FULL = ("acre", "sinai", "constantinople", "iconium", "antioche")
OPTIONS = {option.name: option.default for option in TITLE.options}


def near_east(room: int) -> PelegrinusState:
    """All of the Near East is complete but Cyprus, which has so many places left."""
    board = TITLE.board
    limit = board.limits[4][board.city_number["chypre"]]
    built = filled(FULL, {"acre": [1, 1, 0, 0]})
    return position(2, commanderies={**built, "chypre": [0, 0, limit - room, 0]})


def told(state: PelegrinusState, seat: int, *, chosen: bool = True) -> list[tuple[str, str, bool]]:
    return [
        (caution.reason.key.removeprefix("pelegrinus.caution."), caution.rule, caution.certain)
        for caution in state.cautions(seat)
        if caution.chosen == chosen
    ]


@pytest.mark.rule("3.8")
def test_a_complete_city_of_a_region_that_cannot_be_completed_this_turn_has_no_effect() -> None:
    state = near_east(2)
    assert ("void", "3.8", True) in told(state, BLUE, chosen=False)  # known before anybody is sent
    assert told(state, BLUE) == []
    order(state, BLUE, {"master": "acre"})
    assert told(state, BLUE) == [("void", "3.8", True)]
    city = next(one for one in state.cautions(BLUE) if one.chosen)
    assert city.reason.args["city"] == "acre"
    assert city.reason.args["cities"] == ["chypre"]


@pytest.mark.rule("3.8", "R9")
def test_where_the_region_may_be_completed_it_is_a_bet_unless_one_fills_it_oneself() -> None:
    state = near_east(1)
    order(state, BLUE, {"master": "acre"})
    assert told(state, BLUE) == [("bet", "3.8", False)]
    other = near_east(1)
    order(other, BLUE, {"master": "acre", "nun": "chypre"})
    assert told(other, BLUE) == []


@pytest.mark.rule("4.3")
def test_a_pilgrim_cancels_the_own_master() -> None:
    state = position(1)
    order(state, BLUE, {"master": "court", "pilgrim": "court"})
    assert told(state, BLUE) == [("own_pilgrim", "4.3", True)]


@pytest.mark.rule("3.7", "8.3")
def test_a_keeper_where_nobody_else_can_come_has_no_effect() -> None:
    state = position(2, commanderies=filled(NEAR_EAST, {}))
    order(state, BLUE, {"keeper": "acre"})
    assert told(state, BLUE) == [("keeper_alone", "8.3", True)]


@pytest.mark.rule("R14")
def test_who_has_no_pope_token_left_places_none() -> None:
    popes = dict.fromkeys(range(1, 10), BLUE)
    state = position(10, track=track(range(4), popes))
    order(state, BLUE, {"master": "court"})
    assert told(state, BLUE) == [("no_pope_left", "R14", False)]


def test_nothing_is_told_to_who_has_sealed_or_of_the_programmes_of_others() -> None:
    state = near_east(1)
    order(state, BLUE, {"master": "acre"})
    before = state.cautions(BLUE)
    order(state, RED, {"nun": "chypre"})
    assert list(state.cautions(BLUE)) == list(before)
    do(state, BLUE, "seal")
    assert list(state.cautions(BLUE)) == []


def certain(state: PelegrinusState, seat: int) -> list[Caution]:
    return [caution for caution in state.cautions(seat) if caution.certain and caution.chosen]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_certainly_has_no_effect_has_none(seats: int) -> None:
    """The same turn without those characters leads to the same position."""
    found: dict[str, int] = {}
    for seed in range(400):
        rng = Rng(seed)
        state = scarce(seats, rng, OPTIONS) if seed % 2 else opening(seats, rng)
        blank = state.clone()
        programmes = [random_orders(state, seat, rng) for seat in range(seats)]
        for seat, programme in enumerate(programmes):
            order(state, seat, programme)
        for seat in range(seats):
            for caution in certain(state, seat):
                kept = {**programmes[seat], **dict.fromkeys(idle(caution, programmes[seat]), "home")}
                other = played(blank, {**dict(enumerate(programmes)), seat: kept})
                key = caution.reason.key
                assert other == played(blank, dict(enumerate(programmes))), (seed, key)
                found[key.rsplit(".", 1)[1]] = found.get(key.rsplit(".", 1)[1], 0) + 1
    assert set(found) == {"void", "own_pilgrim", "keeper_alone"}, found


def idle(caution: Caution, programme: Mapping[str, str]) -> list[str]:
    """The characters that a caution speaks of."""
    place = caution.reason.args.get("city") or caution.reason.args["place"]
    kind = caution.reason.key.rsplit(".", 1)[1]
    only = {"own_pilgrim": ["master"], "keeper_alone": ["keeper"]}.get(kind, list(CHARACTERS))
    return [character for character in only if programme[character] == place]


def opening(seats: int, rng: Rng) -> PelegrinusState:
    """A position that random play leads to in a few turns."""
    state = TITLE.start(seats)
    turn = 2 + rng.below(6)
    while state.turn < turn or state.phase != PROGRAMMING:
        step(state, rng)
    return state


def step(state: PelegrinusState, rng: Rng) -> None:
    actors = state.to_act()
    if CHANCE in actors:
        state.apply(CHANCE, state.draw_lot(rng))
        return
    seat = actors[0]
    legal = [a for a in state.legal(seat) if not TITLE.vocabulary[a].startswith("take ")]
    state.apply(seat, legal[rng.below(len(legal))])


def random_orders(state: PelegrinusState, seat: int, rng: Rng) -> dict[str, str]:
    """Any programme of a seat; often several characters in one place."""
    orders: dict[str, str] = {}
    world = state.clone()
    for character in CHARACTERS:
        texts = [TITLE.vocabulary[action] for action in world.legal(seat)]
        sends = [text.rsplit(" ", 1)[1] for text in texts if text.startswith((f"send {character} ", "keep "))]
        again = [place for place in orders.values() if place in sends]
        place = again[rng.below(len(again))] if again and rng.below(2) else sends[rng.below(len(sends))]
        orders[character] = place
        do(world, seat, f"keep {character} home" if place == "home" else f"send {character} to {place}")
    return orders


def played(blank: PelegrinusState, programmes: Mapping[int, Mapping[str, str]]) -> object:
    """The position after this turn, all choices made the first way that is offered."""
    world = blank.clone()
    for seat in range(world.seats):
        order(world, seat, programmes[seat])
    for seat in range(world.seats):
        do(world, seat, "seal")
    while world.phase != PROGRAMMING and world.to_act():
        world.apply(world.to_act()[0], world.legal(world.to_act()[0])[0])
    return world.to_json()
