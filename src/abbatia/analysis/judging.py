"""A decision judged: what was played, beside the best plans, in the same worlds with the same luck.

Only worlds that the seat could imagine are looked at, so that two positions which the seat cannot tell apart
give the same judgement.
"""

from collections.abc import Sequence
from typing import Any, Final

from abbatia.analysis.budget import Budget
from abbatia.analysis.calibration import Outlook
from abbatia.analysis.outlooks import imagined
from abbatia.analysis.playouts import Plan, Playouts
from abbatia.analysis.reasons import Sheets
from abbatia.analysis.statistics import Tally
from abbatia.core.chance import Rng
from abbatia.core.contract import State

POINT: Final = 0.002
"""What a point counts for when plans are compared, in chances to win: it decides where these are equal."""
INACCURACY: Final = 0.02
MISTAKE: Final = 0.05
BLUNDER: Final = 0.10
"""Grades: how much of the chance to win has surely been lost, one standard error less than measured."""
PATIENCE: Final = 3  # how many times the worlds of a round the last comparison may take at most
SURE: Final = 0.01  # the standard error of a loss with which the last comparison ends

PAR: Final = 0  # the plan number of playing on by quick replies, which skill is measured against


class Comparison:
    """Plans of a seat in a position, played on in the same imagined worlds with the same luck.

    Plan 0 is *par*: what the seat would have done in a playout.
    """

    def __init__(self, state: State, seat: int, playouts: Playouts, rng: Rng) -> None:
        self.state = state
        self.seat = seat
        self.playouts = playouts
        self.rng = rng
        self.plans: list[Plan] = [()]
        self.tallies: list[Tally] = [self._tally()]

    def _tally(self) -> Tally:
        return Tally(2 * self.state.seats)

    def add(self, plan: Plan) -> int:
        """Compare this plan, too; its number."""
        if plan in self.plans:
            return self.plans.index(plan)
        self.plans.append(plan)
        self.tallies.append(self._tally())
        return len(self.plans) - 1

    def propose(self, width: int, *, apart: bool = False) -> None:
        """Add the plans that look best to the evaluator of the title; with `apart` none that are alike."""
        evaluator = self.playouts.values.evaluator
        world = imagined(self.state, self.seat, self.playouts, self.rng)
        chosen: list[Plan] = []
        for _, plan in evaluator.plans(world, self.seat, self.rng):
            if len(chosen) == width:
                break
            if not apart or not any(are_alike(plan, other) for other in chosen):
                chosen.append(plan)
                self.add(plan)

    def forget(self) -> None:
        """Begin to count anew, so that what comes is not what the best plan was chosen by."""
        self.tallies = [self._tally() for _ in self.plans]

    def look(self, numbers: Sequence[int], worlds: int, sheets: Sheets | None = None) -> None:
        """Play these plans on in some more worlds."""
        for _ in range(worlds):
            world = imagined(self.state, self.seat, self.playouts, self.rng)
            luck = self.rng.below(1 << 30)
            for number in numbers:
                plans = {self.seat: self.plans[number]} if number != PAR else {}
                leaf = self.playouts.leaf(world, plans, luck, self.seat)
                self.tallies[number].add(self.playouts.values.outlook(leaf))
                if sheets is not None:
                    sheets.add(number, leaf)

    def differ(
        self, pairs: Sequence[tuple[int, int]], worlds: int, sheets: Sheets | None = None
    ) -> list[Tally]:
        """For each pair of plans the differences of what they bring, in some fresh worlds."""
        found = [self._tally() for _ in pairs]
        self.more(pairs, worlds, found, sheets)
        return found

    def more(
        self, pairs: Sequence[tuple[int, int]], worlds: int, found: list[Tally], sheets: Sheets | None = None
    ) -> None:
        numbers = sorted({number for pair in pairs for number in pair})
        for _ in range(worlds):
            world = imagined(self.state, self.seat, self.playouts, self.rng)
            luck = self.rng.below(1 << 30)
            seen: dict[int, Outlook] = {}
            for number in numbers:
                plans = {self.seat: self.plans[number]} if number != PAR else {}
                leaf = self.playouts.leaf(world, plans, luck, self.seat)
                seen[number] = self.playouts.values.outlook(leaf)
                self.tallies[number].add(seen[number])
                if sheets is not None:
                    sheets.add(number, leaf)
            for tally, (one, other) in zip(found, pairs, strict=True):
                tally.add([a - b for a, b in zip(seen[one], seen[other], strict=True)])

    def merit(self, number: int) -> float:
        """How good a plan looks for the seat: chance to win, and a little for points."""
        means = self.tallies[number].means
        return means[self.seat] + POINT * means[self.state.seats + self.seat]

    def best_first(self, numbers: Sequence[int]) -> list[int]:
        return sorted(numbers, key=lambda number: (-self.merit(number), number))

    def select(self, budget: Budget, kept: Sequence[int] = (), most: int = 1) -> list[int]:
        """The best plans, the best first: all in some worlds, then the better half in as many more.

        Plan 0 is left out where plans were proposed: it is one of them, or drawn by lot.
        """
        numbers = list(range(len(self.plans)))
        self.look(numbers, budget.worlds)
        half = max(most + 1, (len(numbers) + 1) // 2)
        left = sorted({*self.best_first(numbers)[:half], *kept})
        self.look(left, budget.worlds)
        proposed = [number for number in left if number != PAR] or [PAR]
        return self.best_first(proposed)[:most]


def are_alike(one: Plan, other: Plan) -> bool:
    """Whether two plans begin alike and differ in one action only, such as the site of an abbey."""
    if len(one) != len(other) or one[0] != other[0]:
        return False
    return sum(a != b for a, b in zip(one, other, strict=True)) <= 1


def judge(
    state: State, seat: int, played: Plan, playouts: Playouts, budget: Budget, rng: Rng
) -> dict[str, Any]:
    """The judgement of a decision: the best plan, the loss of the one played, its skill, its grade, and why.

    The best plan is chosen in some worlds and compared with the one that was played in fresh ones, so that
    it is not overrated for having been lucky when it was chosen.
    """
    comparison = Comparison(state, seat, playouts, rng)
    mine = comparison.add(played)
    comparison.propose(budget.plans)
    best = comparison.select(budget, kept=[mine])[0]
    comparison.forget()
    sheets = Sheets(seat, mine, best)
    pairs = [(best, mine), (mine, PAR)]
    loss, skill = comparison.differ(pairs, budget.worlds, sheets)
    for _ in range(PATIENCE - 1):
        if loss.error(seat) <= SURE and skill.error(seat) <= SURE:
            break
        comparison.more(pairs, budget.worlds, [loss, skill], sheets)
    if loss.means[seat] + POINT * loss.means[state.seats + seat] <= 0:
        best, loss = mine, Tally(2 * state.seats)
    return report(comparison, mine, best, loss, skill, sheets)


def report(
    comparison: Comparison, mine: int, best: int, loss: Tally, skill: Tally, sheets: Sheets
) -> dict[str, Any]:
    seat, seats = comparison.seat, comparison.state.seats
    is_best = mine == best
    lost = 0.0 if is_best else loss.means[seat]
    error = 0.0 if is_best else loss.error(seat)
    return {
        "played": described(comparison, mine),
        "best": described(comparison, best),
        "loss": {
            "win": round(lost, 4),
            "points": 0.0 if is_best else round(loss.means[seats + seat], 2),
            "error": {
                "win": round(error, 4),
                "points": 0.0 if is_best else round(loss.error(seats + seat), 2),
            },
        },
        "skill": of_all(skill, seats),
        "grade": "best" if is_best else grade(lost - error),
        "plans": len(comparison.plans) - 1,
        "worlds": skill.count,
        "why": [] if is_best else sheets.differences(best, mine),
    }


def described(comparison: Comparison, number: int) -> dict[str, Any]:
    """A plan, and what it brings the seat."""
    tally, seat, seats = comparison.tallies[number], comparison.seat, comparison.state.seats
    vocabulary = comparison.state.title.vocabulary
    return {
        "actions": [vocabulary[action] for action in comparison.plans[number]],
        "win": round(tally.means[seat], 4),
        "points": round(tally.means[seats + seat], 2),
        "error": {"win": round(tally.error(seat), 4), "points": round(tally.error(seats + seat), 2)},
    }


def of_all(tally: Tally, seats: int) -> dict[str, Any]:
    """Means and errors for every seat, as JSON."""
    errors = tally.errors()
    return {
        "win": [round(mean, 5) for mean in tally.means[:seats]],
        "points": [round(mean, 3) for mean in tally.means[seats:]],
        "error": {
            "win": [round(error, 5) for error in errors[:seats]],
            "points": [round(error, 3) for error in errors[seats:]],
        },
    }


def grade(loss: float) -> str:
    """The grade of a decision that has surely lost so much of the chance to win."""
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if loss >= INACCURACY else "fine"
