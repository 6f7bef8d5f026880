"""Hints: for somebody who is to act, three good turns with what they are worth, and why."""

from typing import Any, Final

from abbatia.analysis.budget import Budget
from abbatia.analysis.calibration import Values
from abbatia.analysis.judging import Comparison, described
from abbatia.analysis.playouts import Playouts
from abbatia.analysis.reasons import Sheets
from abbatia.core.chance import Rng
from abbatia.core.match import Decision

GOOD: Final = 3
HINT: Final = Budget(playouts=0, error=0.0, worlds=6, plans=8, lucks=0)
"""Little enough for an answer within a blink."""


def hints(decision: Decision, budget: Budget = HINT, seed: int = 1) -> list[dict[str, Any]]:
    """Up to three good turns, the best first: actions, chance to win, points, and why.

    `why` names the score lines by which the best one is ahead of the second, and those by which the others
    are ahead of the best or behind it. Everything comes from what the seat can know. A decision is judged as
    bots judge it: a whole turn where nothing comes to light in between, else the part before that.
    """
    state = decision.imagine(Rng(seed))
    seats = state.seats
    playouts = Playouts(Values(decision.title, seats))
    budget = budget.thrifty(playouts.values.traits.thrift)
    comparison = Comparison(state, decision.seat, playouts, Rng(seed << 32 | 1))
    comparison.propose(max(budget.plans, GOOD), apart=True)
    best = comparison.select(budget, most=GOOD)
    sheets = Sheets(decision.seat, *best)
    comparison.look(best, budget.worlds, sheets)
    best = comparison.best_first(best)
    found = []
    for place, number in enumerate(best):
        rival = best[0] if place else best[-1] if len(best) < 2 else best[1]
        found.append({**described(comparison, number), "why": sheets.differences(number, rival)})
    return found
