"""What is asked of a player, as one sentence."""

from typing import Any

from abbatia.core.words import Message
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.phases import (
    DARKNESS,
    EVENT,
    FEEDING,
    GIFTS,
    LANCE_ASKED,
    PEASANTS,
    PHASES,
    SET_UP,
)
from abbatia.games.kings_abbey.pieces import GOODS, KINDS
from abbatia.games.kings_abbey.questions import (
    COLLECTING,
    DELIVER,
    HELP_ANSWER,
    LOSE_WHO,
    NAMES,
    PAY_HOW,
    STABLE_ANSWER,
    TAKE_WHICH,
    args_of,
    top,
)
from abbatia.games.kings_abbey.turns.darkness import shortfall
from abbatia.games.kings_abbey.turns.feeding import missing


def prompt(state: Position, seat: int) -> Message:
    """The open question of a seat as one sentence."""
    question = top(state, seat)
    if question < 0:
        return phase_asked(state, seat)
    args = args_of(state, seat)
    name = f"kings_abbey.asked.{NAMES[question]}"
    if question in (LOSE_WHO, TAKE_WHICH, PAY_HOW):
        return Message(name, n=args[0])
    if question == COLLECTING:
        return Message(name, good=GOODS[args[0] + 1])
    if question == DELIVER:
        return Message(name, n=args[2], value=state.players[args[0]].crusades[args[1]].face)
    if question == HELP_ANSWER:
        goods = [GOODS[kind] for kind in range(KINDS) for _ in range(args[4 + kind])]
        crusade = state.facts.crusade_ids[state.players[args[0]].crusades[args[1]].card]
        relic = "yes" if args[-1] else "no"
        terms: dict[str, Any] = {"crusade": crusade, "n": args[2], "points": args[3], "goods": goods or ["-"]}
        return Message(name, seat=args[0], relic=relic, **terms)
    if question == STABLE_ANSWER:
        swap = {"given": GOODS[args[1]], "taken": GOODS[args[2]], "n": args[3], "m": args[4]}
        return Message(name, seat=args[0], **swap)
    return Message(name)


def phase_asked(state: Position, seat: int) -> Message:
    """What the phase asks."""
    name = f"kings_abbey.asked.phase_{PHASES[state.phase]}"
    if state.phase == EVENT:
        if state.stage == LANCE_ASKED:
            return Message("kings_abbey.asked.lance")
        return Message(name, value=state.vikings[len(state.cover)])
    if state.phase == SET_UP:
        if state.stage == GIFTS:
            return Message("kings_abbey.asked.gift")
        return Message("kings_abbey.asked.bid", n=max(0, state.bid))
    if state.phase == PEASANTS:
        return Message(name, n=state.players[seat].moves)
    if state.phase == FEEDING:
        return Message(name, n=missing(state, seat))
    if state.phase == DARKNESS:
        return Message(name, n=shortfall(state, seat))
    return Message(name)
