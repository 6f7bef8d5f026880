"""Programming: everybody at once and in secret sends five characters, then seals."""

from typing import Final

from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import ALL_ORDERED, CHARACTER_COUNT, SEALED
from abbatia.games.pelegrinus.board import CHARACTERS
from abbatia.games.pelegrinus.fields import CHANGES, ROUND, SEALS, UNORDERED, Position
from abbatia.games.pelegrinus.legality import usable
from abbatia.games.pelegrinus.phases import PROGRAMMING

EVERY_CHARACTER: Final = (1 << CHARACTER_COUNT) - 1
NEXT: Final = tuple(
    next((c for c in range(CHARACTER_COUNT) if missing >> c & 1), ALL_ORDERED)
    for missing in range(EVERY_CHARACTER + 1)
)
"""By the mask of characters without an order: the one that comes into hand."""
ACTORS: Final = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))
"""By the mask of seats that have not sealed: whom the game waits for."""


def begin_turn(state: Position) -> None:
    """§2.1, §3.1, §3.7: the next turn; regions open, everybody programmes where they may send somebody."""
    state.turn += 1
    state.changed |= ROUND | SEALS
    tell_beginning(state)
    state.phase = PROGRAMMING
    state.waiting = (1 << state.seats) - 1
    state.actors = ACTORS[state.waiting]
    state.orders = [UNORDERED] * (state.seats * CHARACTER_COUNT)
    state.missing = [EVERY_CHARACTER] * state.seats
    state.hand = [0] * state.seats
    state.changes = [CHANGES] * state.seats
    open_cities = usable(state)
    for seat in range(state.seats):
        # masks of cities: not complete, or with a commandery of this seat (§3.7)
        state.menus[seat] = state.actions.menu(open_cities & (~state.full | state.presence[seat]))


def tell_beginning(state: Position) -> None:
    """Tell that a turn begins, and which regions open with it."""
    if state.events is None:
        return
    state.tell("turn_began", turn=state.turn)
    for region in state.board.opening(state.turn):
        state.tell("region_opened", region=region, turn=state.turn)


def apply(state: Position, seat: int, action: int) -> None:
    """§3.1, §3.5, §R10: one private step; its event goes to the seat alone."""
    actions = state.actions
    if action < actions.take:
        character = actions.character[action]
        state.orders[seat * CHARACTER_COUNT + character] = actions.place[action]
        left = state.missing[seat] & ~(1 << character)
        state.missing[seat] = left
        state.hand[seat] = NEXT[left]
    else:
        character = action - actions.take
        state.orders[seat * CHARACTER_COUNT + character] = UNORDERED
        state.missing[seat] |= 1 << character
        state.hand[seat] = character
        state.changes[seat] -= 1
    if state.events is not None:
        tell_step(state, seat, action)


def tell_step(state: Position, seat: int, action: int) -> None:
    """§R12: report a step to the seat that made it, and to nobody else."""
    if state.events is None:
        return
    actions = state.actions
    if action >= actions.take:
        message = Message("pelegrinus.event.took", character=CHARACTERS[action - actions.take])
    else:
        character = CHARACTERS[actions.character[action]]
        place = state.board.places[actions.place[action]]
        message = Message("pelegrinus.event.ordered", character=character, place=place)
    state.events.append(Event(None, message, (seat,)))


def seal(state: Position, seat: int) -> bool:
    """§3.6: the programme is final; True when it was the last one."""
    state.hand[seat] = SEALED
    state.changes[seat] = CHANGES
    state.waiting &= ~(1 << seat)
    state.changed |= SEALS
    state.actors = ACTORS[state.waiting]
    state.tell("sealed", seat=seat)
    return not state.waiting
