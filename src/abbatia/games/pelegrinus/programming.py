"""Programming: everybody at once and in secret sends five characters, then seals."""

from typing import Final

from abbatia.core.chance import Rng
from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import ALL_ORDERED, CHARACTER_COUNT, NO_CHANGES, SEALED
from abbatia.games.pelegrinus.board import CHARACTERS
from abbatia.games.pelegrinus.position import CHANGES, PROGRAMMING, UNORDERED, Position

EVERY_CHARACTER: Final = (1 << CHARACTER_COUNT) - 1
NEXT: Final = tuple(
    next((c for c in range(CHARACTER_COUNT) if missing >> c & 1), ALL_ORDERED)
    for missing in range(EVERY_CHARACTER + 1)
)
"""By the mask of characters without an order: the one that comes into hand."""
ACTORS: Final = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))
"""By the mask of seats that have not sealed: whom the game waits for."""
BLANK_WORLDS: Final = 4  # in one imagined world of so many, others have begun; in the rest they are free to


def begin_turn(pos: Position) -> None:
    """§2.1, §3.1: the next turn; regions open, everybody programmes."""
    pos.turn += 1
    board = pos.board
    pos.tell("turn_began", turn=pos.turn)
    if pos.events is not None:
        for region in board.opening(pos.turn):
            pos.tell("region_opened", region=region, turn=pos.turn)
    pos.phase = PROGRAMMING
    pos.waiting = (1 << pos.seats) - 1
    pos.actors = ACTORS[pos.waiting]
    pos.orders = [UNORDERED] * (pos.seats * CHARACTER_COUNT)
    pos.missing = [EVERY_CHARACTER] * pos.seats
    pos.hand = [0] * pos.seats
    pos.changes = [CHANGES] * pos.seats
    open_cities = usable(pos)
    for seat in range(pos.seats):
        pos.menus[seat] = pos.actions.menu(open_cities & (~pos.full | pos.presence[seat]))


def usable(pos: Position) -> int:
    """§2.1, §2.5, §R9: the cities of open regions that are not closed, without those that have an abbey."""
    board = pos.board
    cities = board.open_at[pos.turn] & ~pos.raised
    if pos.raised:
        for region, mask in enumerate(board.region_mask):
            if pos.is_closed(region):
                cities &= ~mask
    return cities


def apply(pos: Position, seat: int, action: int) -> None:
    """§3.1, §3.5, §R10: one private step; only the seat itself is told."""
    actions = pos.actions
    if action < actions.take:
        character = actions.character[action]
        pos.orders[seat * CHARACTER_COUNT + character] = actions.place[action]
        left = pos.missing[seat] & ~(1 << character)
        pos.missing[seat] = left
        pos.hand[seat] = NEXT[left]
    else:
        character = action - actions.take
        pos.orders[seat * CHARACTER_COUNT + character] = UNORDERED
        pos.missing[seat] |= 1 << character
        pos.hand[seat] = character
        pos.changes[seat] -= 1
    if pos.events is not None:
        tell_step(pos, seat, action)


def tell_step(pos: Position, seat: int, action: int) -> None:
    """§R12: tell a seat its own step; nobody else hears of it."""
    actions = pos.actions
    if action >= actions.take:
        told = Message("pelegrinus.event.took", character=CHARACTERS[action - actions.take])
    else:
        character = CHARACTERS[actions.character[action]]
        place = pos.board.places[actions.place[action]]
        told = Message("pelegrinus.event.ordered", character=character, place=place)
    if pos.events is not None:
        pos.events.append(Event(None, told, (seat,)))


def seal(pos: Position, seat: int) -> bool:
    """§3.6: the programme is final; True when it was the last one."""
    pos.hand[seat] = SEALED
    pos.changes[seat] = CHANGES
    pos.waiting &= ~(1 << seat)
    pos.actors = ACTORS[pos.waiting]
    pos.tell("sealed", seat=seat)
    return not pos.waiting


def imagine_others(pos: Position, seat: int, rng: Rng) -> None:
    """Give the others programmes that `seat` cannot tell from theirs: it knows who has sealed, no more."""
    for other in range(pos.seats):
        if other == seat:
            continue
        if not pos.waiting >> other & 1:
            imagine_orders(pos, other, CHARACTER_COUNT, rng)
            continue
        has_begun = rng.below(BLANK_WORLDS) == 0
        count = rng.below(CHARACTER_COUNT + 1) if has_begun else 0
        imagine_orders(pos, other, count, rng)
        pos.hand[other] = NEXT[pos.missing[other]]
        pos.changes[other] = rng.below(CHANGES + 1) if has_begun else CHANGES


def imagine_orders(pos: Position, seat: int, count: int, rng: Rng) -> None:
    """Random orders for the first `count` characters of a seat, none for the others."""
    for character in range(CHARACTER_COUNT):
        place = UNORDERED
        if character < count:
            sends = pos.menus[seat][NO_CHANGES + character]
            place = pos.actions.place[sends[rng.below(len(sends))]]
        pos.orders[seat * CHARACTER_COUNT + character] = place
    pos.missing[seat] = EVERY_CHARACTER & ~((1 << count) - 1)
