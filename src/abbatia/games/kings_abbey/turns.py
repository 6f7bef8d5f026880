"""Whose turn it is in the phases that are played in order."""

from collections.abc import Callable

from abbatia.games.kings_abbey.pieces import BIT
from abbatia.games.kings_abbey.state import KEPT, OFFERS_MADE, USED, Position


def next_seat(s: Position, phase: int) -> int:
    """The next seat from the first player on; once all have had their turn -1, and this phase begins."""
    if s.lap == s.seats:
        s.phase, s.stage, s.lap = phase, 0, 0
        return -1
    seat = (s.first + s.lap) % s.seats
    s.lap += 1
    return seat


def begin_turn(s: Position, seat: int) -> None:
    """The turn of a seat begins; it may make offers anew (§R20)."""
    s.turn = seat
    s.offers.clear()
    s.used[seat * USED + OFFERS_MADE] = 0


def take_turn(s: Position, seat: int, legal: Callable[[Position, int], tuple[int, ...]]) -> None:
    """The same; the seat is asked when there is something to decide or its saint may still be used."""
    begin_turn(s, seat)
    if len(legal(s, seat)) > 1 or s.saint_mode[seat] == KEPT:
        s.acting = BIT[seat]
