"""Luck is zero on average, by whatever value it is measured; and loaded dice are noticed."""

from collections.abc import Callable
from math import sqrt

import pytest

from abbatia.analysis.calibration import Values
from abbatia.analysis.course import Answer, course_of
from abbatia.analysis.luck import luck_of
from abbatia.analysis.playouts import Playouts
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from tests.analysis.games import SMALL, played

STATIC = SMALL._replace(lucks=1)


def answers(title: str, seed: int, level: str = "cleric") -> list[Answer]:
    match = played(title, seed, level)
    return [event for turn in course_of(match) for event in turn.happened if isinstance(event, Answer)]


def wins(state: State, action: int, playouts: Playouts, seed: int) -> list[float]:
    found = luck_of(state, action, playouts, STATIC, Rng(seed))
    return list(found["luck"]["win"]) if found["luck"] is not None else [0.0] * state.seats


@pytest.mark.parametrize("title", ["cardinal", "pelegrinus", "kings_abbey"])
def test_over_all_outcomes_luck_adds_up_to_nothing(title: str) -> None:
    checked = 0
    for answer in answers(title, 4)[:40:4]:
        state, odds = answer.before, answer.before.odds()
        if not 1 < len(odds) <= 8:
            continue
        playouts = Playouts(Values(state.title, state.seats))
        total = sum(weight for _, weight in odds)
        for seat in range(state.seats):
            mean = sum(weight / total * wins(state, action, playouts, 7)[seat] for action, weight in odds)
            assert mean == pytest.approx(0.0, abs=1e-4)
        checked += 1
        if checked == 2:
            break
    assert checked


def surprise(pick: Callable[[Answer, Playouts], int]) -> float:
    """By how many standard errors the luck of seat 0 differs from nothing, over some games."""
    total = squares = 0.0
    for seed in range(16):
        for answer in answers("pelegrinus", seed, "uniform"):
            playouts = Playouts(Values(answer.before.title, answer.before.seats))
            luck = wins(answer.before, pick(answer, playouts), playouts, answer.number)[0]
            total, squares = total + luck, squares + luck * luck
    return total / sqrt(squares)


def best_for_the_first(answer: Answer, playouts: Playouts) -> int:
    """Loaded dice: always what is best for seat 0."""
    outcomes = [action for action, weight in answer.before.odds() if weight]
    return max(outcomes, key=lambda action: wins(answer.before, action, playouts, answer.number)[0])


def test_luck_is_zero_on_average_within_two_standard_errors() -> None:
    assert abs(surprise(lambda answer, _: answer.action)) < 2


def test_loaded_dice_are_noticed() -> None:
    assert surprise(best_for_the_first) > 3


def test_an_outcome_that_had_to_come_is_no_luck() -> None:
    match = played("cardinal", 2, "cleric")
    state = match.title.start(match.seats)
    for entry in match.log:
        if entry[0] == CHANCE and len([1 for _, weight in state.odds() if weight]) == 1:
            playouts = Playouts(Values(state.title, state.seats))
            assert luck_of(state, entry[1], playouts, SMALL, Rng(1))["luck"] is None
            return
        state.apply(*entry)
    pytest.skip("the last card of this pile was not drawn")
