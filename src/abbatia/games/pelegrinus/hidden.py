"""Hidden things: a determinization, that is a world that a seat cannot tell from the real one."""

from typing import Final

from abbatia.core.chance import Rng
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT, NO_CHANGES
from abbatia.games.pelegrinus.fields import CHANGES, UNORDERED, Position
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.turns.programming import EVERY_CHARACTER, NEXT

BLANK_WORLDS: Final = 4  # in one of 4 imagined worlds a seat that has not sealed has begun, in the others not


def imagine(state: Position, seat: int, rng: Rng) -> None:
    """Make a copy of the real position a world that the seat cannot tell from it.

    Only the programmes of the others are hidden, until the last seal (§R12): which have been sealed is known.
    """
    if state.phase != PROGRAMMING:
        return
    for other in range(state.seats):
        if other == seat:
            continue
        if not state.waiting >> other & 1:
            imagine_orders(state, other, CHARACTER_COUNT, rng)
            continue
        has_begun = rng.below(BLANK_WORLDS) == 0
        count = rng.below(CHARACTER_COUNT + 1) if has_begun else 0
        imagine_orders(state, other, count, rng)
        state.hand[other] = NEXT[state.missing[other]]
        state.changes[other] = rng.below(CHANGES + 1) if has_begun else CHANGES


def imagine_orders(state: Position, seat: int, count: int, rng: Rng) -> None:
    """Random orders for the first `count` characters of a seat, none for the others."""
    for character in range(CHARACTER_COUNT):
        place = UNORDERED
        if character < count:
            sends = state.menus[seat][NO_CHANGES + character]
            place = state.actions.place[sends[rng.below(len(sends))]]
        state.orders[seat * CHARACTER_COUNT + character] = place
    state.missing[seat] = EVERY_CHARACTER & ~((1 << count) - 1)
