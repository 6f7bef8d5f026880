"""While everybody programmes, the order between the seats does not matter (law 6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abbatia.core.chance import Rng
from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.scarce import scarce
from tests.games.pelegrinus.table import position

Steps = list[list[int]]


def write_steps(state: PelegrinusState, rng: Rng) -> Steps:
    """What each seat will do this turn, its changes of mind included, up to its seal."""
    steps: Steps = []
    for seat in range(state.seats):
        alone = state.clone()
        mine: list[int] = []
        while not mine or mine[-1] != TITLE.numbers["seal"]:
            actions = alone.legal(seat)
            mine.append(actions[rng.below(len(actions))])
            if mine[-1] != TITLE.numbers["seal"]:
                alone.apply(seat, mine[-1])
        steps.append(mine)
    return steps


def follow(state: PelegrinusState, steps: Steps, turns: list[int]) -> list[Message]:
    """Carry the steps out, the seats mixed as `turns` says; what the resolution told."""
    left = [list(mine) for mine in steps]
    told: list[Event] = []
    for pick in turns + [0] * sum(map(len, left)):
        waiting = [seat for seat in range(state.seats) if left[seat]]
        if not waiting:
            break
        seat = waiting[pick % len(waiting)]
        told = []
        state.events = told
        state.apply(seat, left[seat].pop(0))
    state.events = None
    resolution = [event.seen for event in told if event.seen is not None]
    return [message for message in resolution if message.key != "pelegrinus.event.sealed"]


@pytest.mark.rule("3.1", "3.6")
@settings(max_examples=150, deadline=None)
@given(
    seats=st.sampled_from([2, 3, 4]),
    seed=st.integers(0, 2**32),
    one=st.lists(st.integers(0, 11), max_size=120),
    other=st.lists(st.integers(0, 11), max_size=120),
    is_scarce=st.booleans(),
)
def test_the_resolution_does_not_depend_on_the_order_of_the_seats(
    seats: int, seed: int, one: list[int], other: list[int], is_scarce: bool
) -> None:
    rng = Rng(seed)
    state = scarce(seats, rng, {}) if is_scarce else position(1 + seed % 14, seats=seats)
    steps = write_steps(state, rng)
    here, there = state.clone(), state.clone()
    assert follow(here, steps, one) == follow(there, steps, other)
    assert here.to_json() == there.to_json()
    assert here.to_act() == there.to_act()
