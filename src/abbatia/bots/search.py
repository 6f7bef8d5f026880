"""The strongest bot: the best plans of the evaluator, compared in imagined worlds played on for a while."""

from typing import Final

from abbatia.bots.planner import Planner
from abbatia.bots.protocol import Budget
from abbatia.bots.values import Evaluator, Plan, evaluator_for
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.match import Decision

PRIOR: Final = 4.0  # the evaluator's own value counts like this number of playouts
HALVE: Final = 6  # playouts of each plan before the weaker half is left out


class Search(Planner):
    """Flat Monte Carlo with sequential halving: every world is played on after each plan that is left."""

    def __init__(self, rng: Rng, budget: Budget, evaluator: Evaluator | None = None) -> None:
        super().__init__(rng, evaluator=evaluator)
        self.budget = budget

    def decide(self, decision: Decision, world: State) -> tuple[int, ...]:
        evaluator = self.evaluator or evaluator_for(decision.title, world.seats)
        plans = evaluator.root_plans(world, decision.seat, self.rng, self.budget)[: evaluator.width]
        if len(plans) == 1 or not evaluator.is_worth_searching(world, decision.seat):
            return plans[0][1]
        return self.compare(decision, evaluator, plans)[1]

    def compare(self, decision: Decision, evaluator: Evaluator, plans: list[Plan]) -> Plan:
        """The plan that does best in the same worlds with the same luck."""
        best = plans[0][0]
        sums = [PRIOR * (value - best) for value, _ in plans]
        left = list(range(len(plans)))
        thinking = self.budget.start()
        iteration, rounds = 0, 0
        while thinking.allows(iteration):
            world = decision.imagine(self.rng)
            evaluator.prepare(world, decision.seat, self.rng)
            luck = self.rng.below(1 << 30)
            found = []
            for index in left:
                found.append(self.play_on(world, decision.seat, plans[index][1], evaluator, luck))
                iteration += 1
            mean = sum(found) / len(found)  # only differences within a world tell plans apart
            for index, value in zip(left, found, strict=True):
                sums[index] += value - mean
            rounds += 1
            if rounds % HALVE == 0 and len(left) > 2:
                left = sorted(sorted(left, key=lambda i: -sums[i])[: (len(left) + 1) // 2])
        return plans[max(left, key=lambda i: sums[i])]

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
