"""The King's Abbey, judged: single actions, whole turns, and rounds played to their end."""

from typing import Final, cast

from abbatia.bots.protocol import Budget, Thinking
from abbatia.bots.values.evaluator import NEVER, Evaluator, Plan, best_first
from abbatia.bots.values.kings_abbey_judge import Judge
from abbatia.bots.values.kings_abbey_rounds import Course, Rounds
from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.games.kings_abbey.position import (
    ABBEY,
    BUILDING,
    EVENT,
    HARVEST,
    MARKET,
    KingsAbbeyState,
)

COST: Final = {EVENT: 10, ABBEY: 2, MARKET: 8, HARVEST: 10, BUILDING: 4}
"""Iterations of a budget that one round played in mind takes, in the phases that are searched."""
REHEARSED: Final = 4  # plans of level 4 at the market, which are played to the end of the round
CLOSE: Final = 4.0  # points behind the best plan that this may make good
WAITING: Final = 12  # rounds played in mind of which variations may still be tried
TEMPERS: Final[tuple[dict[str, float], ...]] = (
    {"die": 1.7},
    {"die": 0.5},
    {"delay": 0.3, "crusade_die": 0.5},
    {"guard": 0.5, "die": 1.3},
    {"clergy": 2.0, "bench": 1.5},
)
"""Other ways to see things, as factors of weights: turns in phase 3 that come to mind, to be rehearsed."""


class KingsAbbeyEvaluator(Evaluator):
    """Values actions by weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.judge: Final = Judge(weights)
        self.others: Final = [
            Judge({**weights, **{key: factor * weights[key] for key, factor in temper.items()}})
            for temper in TEMPERS
        ]

    def value(self, world: State, seat: int) -> float:
        state = cast(KingsAbbeyState, world)
        abbeys = self.judge.abbeys
        mine = abbeys.abbey(state, seat, state.phase)
        others = [abbeys.abbey(state, other, state.phase) for other in range(state.seats) if other != seat]
        return mine - sum(others) / len(others) if others else mine

    def is_worth_searching(self, world: State, seat: int) -> bool:
        return False

    def plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        return self.judge.plans(cast(KingsAbbeyState, world), seat, until)

    def best_plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        """At the market the best plans by what can be made of the cards until the round ends.

        There a glance is wrong most often. Without time to play all rounds to their end, it decides.
        """
        state = cast(KingsAbbeyState, world)
        plans = self.plans(world, seat, rng, until)
        close = [plan for plan in plans[:REHEARSED] if plans[0][0] - plan[0] < CLOSE]
        if state.phase != MARKET or len(close) < 2:
            return plans
        rounds = Rounds(self.judge, state, seat, rng.below(1 << 30))
        found: list[Plan] = []
        for _, plan in close:
            course = rounds.beginning(plan, until)
            if course is None:
                break
            found.append((course.value, plan))
        return best_first(found) if len(found) > 1 else plans

    def root_plans(self, world: State, seat: int, rng: Rng, budget: Budget) -> list[Plan]:
        """The best plans by where they lead until the round ends, and by variations of what comes after.

        Hardly anything is left to chance within a round, so one luck shows what many would. The more time
        there is, the more decisions of the best round found so far are tried otherwise.
        """
        state = cast(KingsAbbeyState, world)
        if state.phase not in COST or state.players[seat].questions or len(state.legal(seat)) == 1:
            return self.plans(state, seat, rng)
        thinking, cost = budget.start(), COST[state.phase]
        rounds = Rounds(self.judge, state, seat, rng.below(1 << 30))
        judges = (self.judge, *self.others) if state.phase == ABBEY else (self.judge,)
        tried = 0
        courses: list[Course] = []
        for judge in judges:
            if not courses or thinking.allows(tried):
                course = rounds.first(judge)
                if course is not None:
                    courses.append(course)
                tried += cost
        return best_first(self.varied(rounds, courses, thinking, tried))

    def varied(self, rounds: Rounds, courses: list[Course], thinking: Thinking, tried: int) -> list[Plan]:
        """Decisions of the best course tried otherwise, then of what became better, then of the next best.

        Returns the first turns of all courses with what came of them.
        """
        cost = COST[rounds.start.phase]
        found = [(course.value, course.turn()) for course in courses]
        seen = {tuple(course.path) for course in courses}
        waiting = courses
        while waiting:
            waiting = sorted(waiting, key=lambda course: -course.value)[:WAITING]
            base = waiting.pop(0)
            for _, _, at, plan in base.variations():
                if not thinking.allows(tried):
                    return found
                key = (*base.path[:at], plan)
                if key in seen:
                    continue
                seen.add(key)
                course = rounds.varied(base, at, plan)
                tried += cost
                if course is None:
                    continue
                found.append((course.value, course.turn()))
                waiting.append(course)
                if course.value > base.value:
                    waiting.append(base)  # what is left of it comes later
                    break
        return found


def evaluator(weights: dict[str, float]) -> KingsAbbeyEvaluator:
    return KingsAbbeyEvaluator(weights)
