"""Phase 1: all dice are rolled (§1)."""

from abbatia.games.kings_abbey.dice import lay_down
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Position
from abbatia.games.kings_abbey.phases import CHANCE_DICE, EVENT


def go_on(state: Position) -> None:
    """Phase 1: every die of every reserve is rolled (§1.1)."""
    while state.lap < state.seats:
        seat = (state.first + state.lap) % state.seats
        if state.players[seat].reserve:
            state.turn = seat
            state.chance = CHANCE_DICE
            state.acting = CHANCE_MASK
            return
        state.lap += 1
    state.phase, state.stage, state.lap = EVENT, 0, 0


def die_rolled(state: Position, value: int) -> None:
    """One die of the seat whose reserve is being rolled."""
    seat = state.turn
    player = state.players[seat]
    left = player.reserve - 1
    player.reserve = left
    lay_down(state, seat, value)
    if not left:
        state.lap += 1
        state.acting = 0
