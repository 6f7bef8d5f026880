"""Every refusal, with its rule; the list of the catalogue is covered."""

from collections.abc import Callable
from typing import Any

import pytest

from abbatia.core.refusals import Refusal
from abbatia.core.words import words
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.table import BLUE, GREEN, NEAR_EAST, RED, do, filled, order, position
from tests.games.pelegrinus.test_choices import claiming, equal_stacks, short_of_commanderies


def refused(state: PelegrinusState, text: str, seat: int = BLUE) -> Refusal:
    refusal = state.why_not(seat, TITLE.numbers[text])
    assert refusal is not None, f"{text} is legal"
    return refusal


def near_east(**abbeys: int) -> PelegrinusState:
    owners = {city: [1, 0, 0, 0] for city in NEAR_EAST}
    owners["acre"] = [0, 1, 0, 0]
    return position(3, commanderies=filled(NEAR_EAST, owners), abbeys=abbeys)


def all_ordered() -> PelegrinusState:
    state = position(1)
    order(state, BLUE, {})
    return state


def no_changes() -> PelegrinusState:
    state = position(1)
    for character in ("nun", "pilgrim") * 5:
        do(state, BLUE, f"take {character}")
    return state


def no_changes_all_ordered() -> PelegrinusState:
    state = no_changes()
    for character in ("pilgrim", "master", "chaplain", "nun", "keeper"):
        do(state, BLUE, f"keep {character} home")
    return state


Case = tuple[Callable[[], PelegrinusState], str, str, str, dict[str, Any]]
"""A position, an action, and the reason, rule and arguments of its refusal."""
CASES: dict[str, Case] = {
    "chance places popes": (lambda: position(1), "place pope 1", "chance", "1.2", {}),
    "chance draws sites": (lambda: position(1), "activate rome", "chance", "1.3", {}),
    "no choice before the reveal": (
        lambda: position(1),
        "build commandery at acre",
        "still_programming",
        "3.6",
        {},
    ),
    "no seal without all orders": (
        lambda: position(1),
        "seal",
        "orders_missing",
        "3.1",
        {"characters": ["master", "chaplain", "nun", "pilgrim", "keeper"]},
    ),
    "the keeper at the court": (lambda: position(1), "send keeper to court", "keeper_at_court", "3.3", {}),
    "a region that is not open": (
        lambda: position(1),
        "send master to venise",
        "not_open",
        "2.1",
        {"city": "venise", "region": "italie", "turn": 3},
    ),
    "a closed region": (
        lambda: near_east(chypre=BLUE, acre=RED),
        "send master to sinai",
        "closed",
        "2.5",
        {"city": "sinai", "region": "proche_orient"},
    ),
    "a city with its abbey": (
        lambda: near_east(chypre=BLUE),
        "send master to chypre",
        "has_abbey",
        "7.2",
        {"city": "chypre"},
    ),
    "a complete city of others": (
        near_east,
        "send master to acre",
        "complete",
        "3.7",
        {"city": "acre"},
    ),
    "another character in hand": (
        lambda: position(1),
        "send nun to acre",
        "other_in_hand",
        "3.5",
        {"character": "nun", "hand": "master"},
    ),
    "a character with an order": (all_ordered, "send nun to acre", "has_order", "3.5", {"character": "nun"}),
    "already in hand": (
        lambda: position(1),
        "take master",
        "already_in_hand",
        "3.5",
        {"character": "master"},
    ),
    "no change left": (no_changes, "take nun", "no_change_left", "R10", {"n": 10}),
    "no change left for an order": (
        no_changes_all_ordered,
        "send nun to acre",
        "no_change_left",
        "R10",
        {"n": 10},
    ),
    "orders after the reveal": (short_of_commanderies, "send nun to acre", "revealed", "3.6", {}),
    "a seal after the reveal": (short_of_commanderies, "seal", "revealed", "3.6", {}),
    "a commandery elsewhere": (
        short_of_commanderies,
        "build commandery at paris",
        "not_offered",
        "R16",
        {"city": "paris", "cities": ["lyon", "leon"]},
    ),
    "a claim elsewhere": (
        claiming,
        "claim abbey at paris",
        "not_offered",
        "R19",
        {"city": "paris", "cities": ["acre", "venise"]},
    ),
    "an abbey elsewhere": (
        equal_stacks,
        "build abbey at acre",
        "not_offered",
        "R18",
        {"city": "acre", "cities": ["venise", "genes"]},
    ),
    "another kind of choice": (
        equal_stacks,
        "build commandery at venise",
        "not_offered",
        "R18",
        {"city": "venise", "cities": ["venise", "genes"]},
    ),
}


@pytest.mark.rule("1.2", "1.3", "2.1", "2.5", "3.1", "3.3", "3.5", "3.6", "3.7", "7.2", "R10", "R16", "R18")
@pytest.mark.parametrize("case", CASES)
def test_the_reason_is_the_most_helpful(case: str) -> None:
    make, text, reason, rule, args = CASES[case]
    refusal = refused(make(), text)
    assert refusal == Refusal(f"pelegrinus.refusal.{reason}", rule, **args)


def test_every_refusal_of_the_catalogue_is_shown_here() -> None:
    keys = {key for key in words("en").entries if key.startswith("pelegrinus.refusal.")}
    assert {f"pelegrinus.refusal.{reason}" for _, _, reason, _, _ in CASES.values()} == keys


def test_a_seat_that_has_sealed_waits() -> None:
    state = all_ordered()
    do(state, BLUE, "seal")
    refusal = refused(state, "take nun")
    assert refusal.reason.key == "core.not_your_turn"
    assert refusal.reason.args == {"seats": [RED, GREEN, 3]}


def test_a_refused_action_changes_nothing() -> None:
    for make, text, _, _, _ in CASES.values():
        state = make()
        before = state.to_json()
        refused(state, text)
        assert state.to_json() == before
