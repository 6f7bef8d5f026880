"""Majorities: the pieces at each place, cancelled Masters, the highest stack, and ties."""

from typing import Final

from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, INFLUENCE, KEEPER, MASTER, PILGRIM
from abbatia.games.pelegrinus.fields import Position

SEATS: Final = 4
STACKED: Final = 4  # characters with influence
# A crowd is one number: bits 0 to 15 say which of the four characters with influence stand there, four bits a
# seat, and bits 16 to 19 whose keeper does. Each piece is there once, so that adding its bit puts it there.
KEEPERS: Final = SEATS * STACKED
ONLY_STACKS: Final = (1 << KEEPERS) - 1
MASTERS_THERE: Final = sum(1 << seat * STACKED + MASTER for seat in range(SEATS))
PILGRIMS_THERE: Final = sum(1 << seat * STACKED + PILGRIM for seat in range(SEATS))
PIECE: Final = tuple(
    1 << KEEPERS + seat if character == KEEPER else 1 << seat * STACKED + character
    for seat in range(SEATS)
    for character in range(CHARACTER_COUNT)
)
"""By seat × character: its bit in a crowd."""
HEIGHT: Final = tuple(
    sum(INFLUENCE[character] for character in range(STACKED) if stack >> character & 1)
    for stack in range(1 << STACKED)
)
LEADER: Final = tuple(mask.bit_length() - 1 if mask.bit_count() == 1 else -1 for mask in range(1 << SEATS))
"""By the mask of leading seats: the only one, or -1 for a tie."""
OUTCOMES: Final[dict[int, int]] = {}
"""By crowd without keepers: height of the highest stack × 16 + mask of the seats that have it."""


def crowds(state: Position) -> list[int]:
    """§3.6: for every place the characters that stand there, as one number."""
    crowd = [0] * len(state.board.places)
    for piece, place in enumerate(state.orders):
        crowd[place] += PIECE[piece]
    return crowd


def crowd_at(state: Position, place: int) -> int:
    """The characters that stand at one place."""
    crowd = 0
    for piece, where in enumerate(state.orders):
        if where == place:
            crowd += PIECE[piece]
    return crowd


def outcome(crowd: int) -> int:
    """Height of the highest stack × 16 + mask of the seats that have it; 0 when nobody has influence."""
    stacks = crowd & ONLY_STACKS
    found = OUTCOMES.get(stacks)
    if found is None:
        found = _outcome(stacks)
        OUTCOMES[stacks] = found
    return found


def _outcome(crowd: int) -> int:
    """§4.2, §4.4: the highest sum has the majority; a keeper alone never."""
    best = 0
    leaders = 0
    for seat, height in enumerate(heights(crowd)):
        if height > best:
            best = height
            leaders = 1 << seat
        elif height and height == best:
            leaders |= 1 << seat
    return best * 16 + leaders


def heights(crowd: int) -> list[int]:
    """§4.3: the influence of each seat, after pilgrims have cancelled every Master of the place."""
    if crowd & PILGRIMS_THERE:
        crowd &= ~MASTERS_THERE
    return [HEIGHT[stack_of(crowd, seat)] for seat in range(SEATS)]


def stack_of(crowd: int, seat: int) -> int:
    """The four influential characters of a seat in a crowd, as bits."""
    return crowd >> seat * STACKED & 15


def most_recent(state: Position, seats: int) -> int:
    """§4.5, §R13: of these seats (a mask) the one whose face-up pope is the most recent."""
    for seat in state.recency:
        if seats >> seat & 1:
            return seat
    raise ValueError("a tie between nobody")


def oldest(state: Position, seats: int) -> int:
    """§4.6: of these seats (a mask) the one whose face-up pope is the oldest."""
    for seat in reversed(state.recency):
        if seats >> seat & 1:
            return seat
    raise ValueError("a tie between nobody")


# -- events: every majority step by step -----------------------------------------------------------------


def seats_in(mask: int) -> list[int]:
    return [seat for seat in range(SEATS) if mask >> seat & 1]


def seats_with(crowd: int, character: int) -> list[int]:
    """The seats whose character of this kind is in a crowd."""
    return [seat for seat in range(SEATS) if crowd & PIECE[seat * CHARACTER_COUNT + character]]


def tell_crowd(state: Position, place: int, crowd: int) -> None:
    """Report the pieces at a place and the Masters that go home."""
    name = state.board.places[place]
    for seat in range(state.seats):
        present = [c for c in range(CHARACTER_COUNT) if crowd & PIECE[seat * CHARACTER_COUNT + c]]
        if present:
            height = sum(INFLUENCE[character] for character in present)
            there = [CHARACTERS[character] for character in present]
            state.tell("stood", seat=seat, place=name, characters=there, height=height)
    masters = seats_with(crowd, MASTER)
    pilgrims = seats_with(crowd, PILGRIM)
    if masters and pilgrims:
        state.tell("masters_cancelled", place=name, masters=masters, pilgrims=pilgrims)


def tell_majority(state: Position, place: int, crowd: int, winner: int) -> None:
    """Report the pieces at a place, the majority there, and the token that broke a tie."""
    if state.events is None:
        return
    tell_crowd(state, place, crowd)
    found = outcome(crowd)
    board = state.board
    stacks = heights(crowd)[: state.seats]
    place_id, height = board.places[place], found >> 4
    if LEADER[found & 15] >= 0:
        state.tell("majority", place=place_id, seat=winner, height=height, stacks=stacks)
        return
    key = "court_tie" if place == board.court else "city_tie"
    tied = seats_in(found & 15)
    state.tell_by_token(key, winner, place=place_id, height=height, stacks=stacks, tied=tied)
