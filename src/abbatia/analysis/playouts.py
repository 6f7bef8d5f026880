"""Playouts: worlds played on by quick replies of level 4, for a while or to the end.

Chance and every seat have a generator of their own, made from one number (the luck). So two plans that are
compared with the same luck meet the same dice and, where replies are drawn by lot, the same replies.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from abbatia.analysis.calibration import Outlook, Values
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State

Plan = tuple[int, ...]
Plans = Mapping[int, Plan]
"""What seats do first, instead of what they would do by themselves."""
NOBODY: Final = -2


class Playouts:
    """Plays worlds of one title on."""

    def __init__(self, values: Values) -> None:
        self.values: Final = values

    def leaf(self, start: State, plans: Plans, luck: int, last: int = NOBODY) -> State:
        """The world after these plans and some turns of everybody: as far as level 5 looks ahead."""
        return self._play(start.clone(), start, plans, _generators(start, luck), last)

    def horizon(self, start: State, plans: Plans, luck: int, last: int = NOBODY) -> Outlook:
        """What seats may expect there."""
        return self.values.outlook(self.leaf(start, plans, luck, last))

    def to_the_end(self, start: State, luck: int) -> tuple[Outlook, Outlook]:
        """How the game ends, and what seats could expect on the way."""
        generators = _generators(start, luck)
        world = self._play(start.clone(), start, {}, generators, NOBODY)
        expected = self.values.outlook(world)
        while actors := world.to_act():
            self._step(world, actors[0], generators)
        return self.values.outlook(world), expected

    def _play(self, world: State, start: State, plans: Plans, generators: Sequence[Rng], last: int) -> State:
        evaluator = self.values.evaluator
        for seat, plan in plans.items():
            for action in plan:
                if seat not in world.to_act() or action not in world.legal(seat):
                    break  # what follows was planned for what is hidden here
                world.apply(seat, action)
        turns = 0
        while actors := world.to_act():
            actor = actors[0]
            if actor != CHANCE:
                if actor != last:
                    turns, last = turns + 1, actor
                if evaluator.is_far(world, start, turns):
                    break
            self._step(world, actor, generators)
        return world

    def _step(self, world: State, actor: int, generators: Sequence[Rng]) -> None:
        """What chance or a seat does next; the last generator is chance's."""
        if actor == CHANCE:
            world.apply(CHANCE, world.draw_lot(generators[-1]))
            return
        for action in self.values.evaluator.reply(world, actor, generators[actor]):
            world.apply(actor, action)


def _generators(start: State, luck: int) -> list[Rng]:
    return [Rng(luck << 8 | seat) for seat in range(start.seats + 1)]
