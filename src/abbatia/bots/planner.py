"""Bots that judge whole turns: the best one, or, with a temperature, one that is not quite the best."""

from itertools import pairwise
from math import exp
from time import process_time
from typing import Final

from abbatia.bots.protocol import Bot, Step
from abbatia.bots.values import Evaluator, Plan, evaluator_for
from abbatia.bots.values.evaluator import NEVER
from abbatia.core.chance import Rng, draw_from
from abbatia.core.contract import State
from abbatia.core.match import Decision

ALWAYS_BEST: Final = 0.0  # the temperature of a bot that never errs on purpose
GREEDY: Final = "greedy"  # judges by the weights made by hand, as a person would set them


class Planner(Bot):
    """Judges the turns it may take and takes one of them, action by action.

    A plan is kept until it is carried out or other actions are legal than expected: a bot that errs by chance
    errs once a turn, in the arena, at a terminal and at a table alike. A bot that was made anew in the middle
    of a turn judges what is left of it. An evaluator that has taken `cap` seconds of CPU time begins nothing
    new. The level decides the temperature; that of most bots is zero.
    """

    def __init__(
        self,
        rng: Rng,
        level: str = "",
        evaluator: Evaluator | None = None,
        cap: float = NEVER,
    ) -> None:
        super().__init__(rng)
        self.level = level
        self.cap = cap
        self.evaluator = evaluator
        self.plan: tuple[Step, ...] = ()

    def choose(self, decision: Decision) -> int:
        legal = tuple(decision.legal)
        if not self.plan or self.plan[0].legal != legal:
            self.plan = ()
            if len(legal) == 1:
                return legal[0]
            world = decision.imagine(self.rng)
            self.plan = rehearsed(world, decision.seat, self.decide(decision, world))
        action, self.plan = self.plan[0].action, self.plan[1:]
        return action

    def ahead(self) -> tuple[Step, ...]:
        return self.plan

    def decide(self, decision: Decision, world: State) -> tuple[int, ...]:
        """The actions of the turn to take."""
        until = process_time() + self.cap
        evaluator = self.evaluator or evaluator_for(decision.title, world.seats, by_hand=self.level == GREEDY)
        temperature = evaluator.temperatures.get(self.level, ALWAYS_BEST)
        find = evaluator.plans if temperature > 0 else evaluator.best_plans
        return pick_plan(find(world, decision.seat, self.rng, until), temperature, self.rng)[1]


def rehearsed(world: State, seat: int, actions: tuple[int, ...]) -> tuple[Step, ...]:
    """A plan carried out in a world, as far as the seat goes on by itself: each step with what is legal."""
    steps = [Step(actions[0], tuple(world.legal(seat)))]
    for before, action in pairwise(actions):
        world.apply(seat, before)
        if seat not in world.to_act():
            break
        steps.append(Step(action, tuple(world.legal(seat))))
    return tuple(steps)


def pick_plan(plans: list[Plan], temperature: float, rng: Rng) -> Plan:
    """The best plan at temperature 0, else one by chance: `temperature` points less are e times rarer."""
    if temperature <= 0:
        return plans[0]
    weights = [int(1_000_000 * exp((value - plans[0][0]) / temperature)) for value, _ in plans]
    return plans[draw_from(weights, rng)]
