"""Luck: what an answer of chance was worth, beside the mean of all that chance might have answered."""

from typing import Any, Final

from abbatia.analysis.budget import Budget
from abbatia.analysis.calibration import Outlook
from abbatia.analysis.judging import of_all
from abbatia.analysis.playouts import Playouts
from abbatia.analysis.statistics import Tally
from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, State

FEW: Final = 12  # outcomes that are all looked at; of more, some are drawn
DRAWN: Final = 8


def luck_of(state: State, action: int, playouts: Playouts, budget: Budget, rng: Rng) -> dict[str, Any]:
    """For every seat: the value after an answer of chance less the value expected before.

    All outcomes are played on with the same luck. The mean over all that `odds` may give is exact where they
    are few, else it comes from some that are drawn; either way luck is zero on average, by whatever value
    it is measured.
    """
    odds = [(outcome, weight) for outcome, weight in state.odds() if weight]
    is_exact = len(odds) <= FEW
    total = sum(weight for _, weight in odds)
    tally = Tally(2 * state.seats)
    for _ in range(budget.lucks if len(odds) > 1 else 0):
        luck = rng.below(1 << 30)
        after = _after(state, action, playouts, luck)
        expected = [0.0] * (2 * state.seats)
        if is_exact:
            for outcome, weight in odds:
                found = after if outcome == action else _after(state, outcome, playouts, luck)
                expected = [sum_ + weight / total * one for sum_, one in zip(expected, found, strict=True)]
        else:
            for _ in range(DRAWN):
                found = _after(state, pick(odds, rng), playouts, luck)
                expected = [sum_ + one / DRAWN for sum_, one in zip(expected, found, strict=True)]
        tally.add([one - mean for one, mean in zip(after, expected, strict=True)])
    return {
        "action": state.title.vocabulary[action],
        "outcomes": len(odds),
        "exact": is_exact,
        "luck": of_all(tally, state.seats) if tally.count else None,
    }


def _after(state: State, action: int, playouts: Playouts, luck: int) -> Outlook:
    world = state.clone()
    world.apply(CHANCE, action)
    return playouts.horizon(world, {}, luck)
