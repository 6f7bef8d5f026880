"""Whose turn it is in the phases that are played in order."""

from collections.abc import Callable

from abbatia.games.kings_abbey.pieces import BIT
from abbatia.games.kings_abbey.player import KEPT
from abbatia.games.kings_abbey.state import Position


def next_seat(state: Position, phase: int) -> int:
    """The next seat from the first player on; once all have had their turn -1, and this phase begins."""
    if state.lap == state.seats:
        state.phase, state.stage, state.lap = phase, 0, 0
        return -1
    seat = (state.first + state.lap) % state.seats
    state.lap += 1
    return seat


def begin_turn(state: Position, seat: int) -> None:
    """The turn of a seat begins; it may make offers anew (§R20)."""
    state.turn = seat
    state.offers.clear()
    state.players[seat].offers_made = 0


def take_turn(state: Position, seat: int, legal: Callable[[Position, int], tuple[int, ...]]) -> None:
    """The same; the seat is asked when there is something to decide or its saint may still be used."""
    begin_turn(state, seat)
    if len(legal(state, seat)) > 1 or state.players[seat].saint_mode == KEPT:
        state.acting = BIT[seat]
