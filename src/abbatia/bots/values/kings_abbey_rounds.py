"""Rounds of The King's Abbey played to their end in mind, and the variations of them that a search tries."""

from time import process_time
from typing import Final

from abbatia.bots.values.evaluator import NEVER, Plan
from abbatia.bots.values.kings_abbey_judge import Judge
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE
from abbatia.games.kings_abbey.position import (
    DONE,
    END_OF_ROUND,
    FEED,
    HARVEST,
    MARKET,
    PASS,
    REWARDS,
    KingsAbbeyState,
)

QUIET: Final = (DONE, PASS, FEED)  # what others do where they are hardly in the way
CHOICES: Final = 4  # plans that are kept of each decision
CLOSE: Final = 4.0  # points behind the best plan that a variation may make good


class Course:
    """A round as a seat may play it: its decisions with the plans there were, and what came out."""

    __slots__ = ("states", "choices", "path", "value")

    def __init__(self, states: list[KingsAbbeyState], choices: list[list[Plan]], path: list[tuple[int, ...]]):
        self.states: Final = states  # before each decision of the seat
        self.choices: Final = choices  # the best plans of each decision
        self.path: Final = path  # the plan that was taken
        self.value: float = 0.0

    def length(self) -> int:
        """How many decisions the first turn has: until the phase ends or somebody else acts."""
        phase = self.states[0].phase
        found = 1
        while phase != HARVEST and found < len(self.path) and self.states[found].phase == phase:
            found += 1
        return found

    def turn(self) -> tuple[int, ...]:
        """The actions of the first turn."""
        found: tuple[int, ...] = ()
        for plan in self.path[: self.length()]:
            found += plan
        return found

    def variations(self) -> list[tuple[bool, float, int, tuple[int, ...]]]:
        """What else might have been done, the first turn first, then the plans that were judged best.

        Whether it comes after the first turn, how much worse it was judged, at which decision, the plan.
        """
        found: list[tuple[bool, float, int, tuple[int, ...]]] = []
        length = self.length()
        for at, plans in enumerate(self.choices):
            for value, plan in plans:
                behind = plans[0][0] - value
                if plan != self.path[at] and behind < CLOSE:
                    found.append((at >= length, behind, at, plan))
        found.sort()
        return found


class Rounds:
    """Plays rounds in mind from one position, always with the same luck.

    The others answer what they are asked and buy the buildings they want, since those are gone then; for the
    rest they do nothing more.
    """

    def __init__(self, judge: Judge, start: KingsAbbeyState, seat: int, luck: int) -> None:
        self.judge: Final = judge
        self.start: Final = start
        self.seat: Final = seat
        self.luck: Final = luck

    def first(self, judge: Judge, until: float = NEVER) -> Course | None:
        """The round as a judge would play this phase and the usual one the rest; None without time."""
        return self.go_on(Course([], [], []), self.start.clone(), judge, until)

    def beginning(self, plan: tuple[int, ...], until: float = NEVER) -> Course | None:
        """The round that begins with a plan."""
        return self.varied(Course([self.start], [[]], [plan]), 0, plan, until)

    def varied(self, course: Course, at: int, plan: tuple[int, ...], until: float = NEVER) -> Course | None:
        """The same round with another plan at one decision."""
        state = course.states[at].clone()
        before = course.states[: at + 1], course.choices[: at + 1], [*course.path[:at], plan]
        for action in plan:
            state.apply(self.seat, action)
        return self.go_on(Course(*before), state, self.judge, until)

    def go_on(self, course: Course, state: KingsAbbeyState, judge: Judge, until: float) -> Course | None:
        seat, start = self.seat, self.start
        rng = Rng(self.luck)
        lasts = state.rounds > start.round
        while actors := state.to_act():
            if lasts and (state.round != start.round or state.phase >= REWARDS):
                break
            actor = actors[0]
            if actor == CHANCE:
                state.apply(CHANCE, state.draw_lot(rng))
            elif actor == seat:
                if process_time() > until:
                    return None
                found = (judge if state.phase == start.phase else self.judge).plans(state, seat)
                course.states.append(state.clone())
                course.choices.append(found[:CHOICES])
                course.path.append(found[0][1])
                for action in found[0][1]:
                    state.apply(seat, action)
            elif state.players[actor].questions or state.phase == MARKET:
                for action in self.judge.plans(state, actor)[0][1]:
                    state.apply(actor, action)
            else:
                state.apply(actor, quiet(state, actor))
        phase = state.phase if state.round == start.round else END_OF_ROUND
        state.round = start.round
        course.value = self.judge.abbeys.abbey(state, seat, phase)
        return course


def quiet(state: KingsAbbeyState, seat: int) -> int:
    """An action that ends a turn, or any where something has to be chosen."""
    legal = state.legal(seat)
    return next((action for action in QUIET if action in legal), legal[0])
