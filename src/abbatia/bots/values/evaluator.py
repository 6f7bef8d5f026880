"""`Evaluator`: values of positions and plans for a seat; each title has its own subclass."""

from typing import Final

from abbatia.bots.protocol import Budget
from abbatia.core.chance import Rng
from abbatia.core.contract import State

Plan = tuple[float, tuple[int, ...]]
"""A whole turn, or what is left of it: its value in points, and its actions."""
NEVER: Final = float("inf")
"""The CPU time of this process (`process_time`) when an evaluator that is not pressed has to end."""
USUAL_TEMPERATURES: Final = {"novice": 3.0, "cleric": 1.0, "prior": 0.5}
"""The temperature of each level that errs, in points: a plan worse by that much is e times rarer."""


class Evaluator:
    """Values positions of a title for a seat, and proposes whole turns (plans)."""

    temperatures: dict[str, float] = USUAL_TEMPERATURES  # each title keeps its own beside its weights
    depth: int = 4  # how many turns a playout looks ahead
    width: int = 8  # how many of the best plans a search compares

    def plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        """Whole turns of a seat that is to act, the best first; the actions need no answer in between.

        Once the CPU time is `until`, what was found by then is all.
        """
        raise NotImplementedError

    def best_plans(self, world: State, seat: int, rng: Rng, until: float = NEVER) -> list[Plan]:
        """The same for a bot that never errs on purpose; a title may look at them more closely."""
        return self.plans(world, seat, rng, until)

    def root_plans(self, world: State, seat: int, rng: Rng, budget: Budget) -> list[Plan]:
        """The plans that a search begins with; a title may think about them longer than `plans` does."""
        return self.plans(world, seat, rng)

    def mixed_plan(self, world: State, seat: int, rng: Rng, budget: Budget) -> tuple[int, ...] | None:
        """The actions of a turn drawn by lot, where seats choose at once in secret and must not be read.

        None where a search for the best plan is right.
        """
        return None

    def value(self, world: State, seat: int) -> float:
        """How well a position is for a seat: points ahead of the mean of the others, expected at the end."""
        raise NotImplementedError

    def is_worth_searching(self, world: State, seat: int) -> bool:
        """Whether a decision is worth a search; else the best plan is taken as judged."""
        return True

    def is_far(self, world: State, start: State, turns: int) -> bool:
        """Whether a playout is to be valued now, `turns` turns after its start."""
        return turns > self.depth

    def prepare(self, world: State, seat: int, rng: Rng) -> None:
        """Make an imagined world likelier: where hidden things are others' choices, sensible ones."""

    def reply(self, world: State, seat: int, rng: Rng) -> tuple[int, ...]:
        """A quick good turn, for playouts."""
        return self.plans(world, seat, rng)[0][1]


def best_first(plans: list[Plan]) -> list[Plan]:
    """Plans by falling value; equal ones in the order of their actions, so that nothing is left to chance."""
    return sorted(plans, key=lambda plan: (-plan[0], plan[1]))
