"""The strongest bot: the best plans of the evaluator, compared in imagined worlds played on for a while."""

from math import sqrt
from typing import Final

from abbatia.bots.planner import Planner
from abbatia.bots.protocol import Budget
from abbatia.bots.values import Evaluator, Plan, evaluator_for
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.match import Decision

PRIOR: Final = 4.0  # the evaluator's own value counts like this number of playouts
CHALLENGERS: Final = 5  # plans that are compared with the first one in a world
CURIOSITY: Final = 1.0  # standard errors by which a plan may do better than it did so far
SPREAD: Final = 3.0  # points: how far values of a plan lie apart, before any were seen


class Search(Planner):
    """Plans compared in the same worlds with the same luck; the more time, the more plans and worlds.

    In every world the evaluator's first plan is played on, and beside it the plans that may be the best
    (upper confidence bounds). Values are differences to the first plan, so that plans which were tried in
    different worlds can be compared.
    """

    def __init__(self, rng: Rng, budget: Budget, evaluator: Evaluator | None = None) -> None:
        super().__init__(rng, evaluator=evaluator)
        self.budget = budget

    def decide(self, decision: Decision, world: State) -> tuple[int, ...]:
        evaluator = self.evaluator or evaluator_for(decision.title, world.seats)
        mixed = evaluator.mixed_plan(world, decision.seat, self.rng, self.budget)
        if mixed is not None:
            return mixed
        plans = evaluator.root_plans(world, decision.seat, self.rng, self.budget)[: evaluator.width]
        if len(plans) == 1 or not evaluator.is_worth_searching(world, decision.seat):
            return plans[0][1]
        return self.compare(decision, evaluator, plans)[1]

    def compare(self, decision: Decision, evaluator: Evaluator, plans: list[Plan]) -> Plan:
        """The plan that does best."""
        first = plans[0][1]
        tries = [PRIOR] * len(plans)
        sums = [PRIOR * (value - plans[0][0]) for value, _ in plans]
        squares, seen = SPREAD**2 * PRIOR, PRIOR
        thinking = self.budget.start()
        iteration = 0
        while thinking.allows(iteration):
            world = decision.imagine(self.rng)
            evaluator.prepare(world, decision.seat, self.rng)
            luck = self.rng.below(1 << 30)
            base = self.play_on(world, decision.seat, first, evaluator, luck)
            doubt = CURIOSITY * sqrt(squares / seen)
            bounds = [total / n + doubt / sqrt(n) for total, n in zip(sums, tries, strict=True)]
            promising = sorted(range(1, len(plans)), key=lambda i: -bounds[i])[:CHALLENGERS]
            for index in promising:
                value = self.play_on(world, decision.seat, plans[index][1], evaluator, luck) - base
                squares += (value - sums[index] / tries[index]) ** 2
                seen += 1
                sums[index] += value
                tries[index] += 1
            iteration += 1 + len(promising)
        return plans[max(range(len(plans)), key=lambda i: (sums[i] / tries[i], -i))]

    def play_on(
        self, start: State, seat: int, plan: tuple[int, ...], evaluator: Evaluator, luck: int
    ) -> float:
        """The value for the seat after the plan and some turns of everybody."""
        rng = Rng(luck)
        world = start.clone()
        for action in plan:
            world.apply(seat, action)
        turns, last = 0, seat
        while actors := world.to_act():
            actor = actors[0]
            if actor == CHANCE:
                world.apply(CHANCE, world.draw_lot(rng))
                continue
            if actor != last:
                turns, last = turns + 1, actor
                if evaluator.is_far(world, start, turns):
                    break
            for action in evaluator.reply(world, actor, rng):
                world.apply(actor, action)
        return evaluator.value(world, seat)
