"""The course of a game: its turns, and in them each decision and each answer of chance, with the position."""

from collections.abc import Sequence
from typing import NamedTuple

from abbatia.analysis.playouts import Plan
from abbatia.analysis.titles import Traits, traits_of
from abbatia.core.contract import CHANCE, State
from abbatia.core.match import Match
from abbatia.core.playout import Entry


class Answer(NamedTuple):
    """What chance answered, in the position before it."""

    number: int  # of the log
    before: State
    action: int


class Choice(NamedTuple):
    """What a seat, or several at once and in secret, decided, in the position before it.

    A choice is what bots decide at once: a whole turn, or a part of one that chance divides.
    """

    number: int
    before: State
    plans: dict[int, Plan]


class Turn(NamedTuple):
    """A turn: the position in which it began, and all that happened in it. The first one is the deal."""

    turn: int
    number: int
    before: State
    happened: list[Answer | Choice]


def course_of(match: Match) -> list[Turn]:
    """The turns of a match, in their order; turn 0 is what chance does before the first."""
    traits = traits_of(match.title)
    state = match.title.start(match.seats, **match.options)
    starts = [0, *match.turns.starts]
    ends = [*match.turns.starts, len(match.log)]
    turns: list[Turn] = []
    for turn, (start, end) in enumerate(zip(starts, ends, strict=True)):
        before = state.clone()
        happened = cut(state, match.log, start, end, traits)
        turns.append(Turn(turn, start, before, happened))
    return turns


def cut(state: State, log: Sequence[Entry], start: int, end: int, traits: Traits) -> list[Answer | Choice]:
    """Carry out a part of a log and say what happened in it; what was forced is no choice."""
    happened: list[Answer | Choice] = []
    number = start
    while number < end:
        seat, action = log[number]
        before = state.clone()
        if seat == CHANCE:
            happened.append(Answer(number, before, action))
            state.apply(seat, action)
            number += 1
        elif traits.is_sealed(state):
            first, plans = number, dict[int, Plan]()
            while number < end and traits.is_sealed(state):
                seat, action = log[number]
                plans[seat] = (*plans.get(seat, ()), action)
                state.apply(seat, action)
                number += 1
            happened.append(Choice(first, before, plans))
        else:
            plan: Plan = ()
            first = number
            is_free = False
            while number < end and log[number][0] == seat:
                if plan and (seat not in state.to_act() or traits.divides(state, seat)):
                    break
                is_free = is_free or len(state.legal(seat)) > 1
                plan = (*plan, log[number][1])
                state.apply(seat, log[number][1])
                number += 1
            if is_free:
                happened.append(Choice(first, before, {seat: plan}))
    return happened
