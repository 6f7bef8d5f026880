"""Phase 6: peasants move along the benches, all players at the same time (§6)."""

from abbatia.games.kings_abbey.components import NO_MOVES
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.legality import can_move
from abbatia.games.kings_abbey.phases import BUILDING
from abbatia.games.kings_abbey.pieces import BISHOP, BIT, PLACES, POSTULANT


def go_on(state: Position) -> None:
    """Everybody who can move is asked at once (§R6)."""
    if state.stage:
        state.phase, state.stage, state.lap = BUILDING, 0, 0
        return
    state.stage = 1
    for seat in range(state.seats):
        state.players[seat].moves = moves(state, seat)
        if can_move(state, seat):
            state.acting |= BIT[seat]


def moves(state: Position, seat: int) -> int:
    """Moves of this round (§6.1, §3.6, §3.9, §17.7, §17.17, §R49)."""
    player = state.players[seat]
    extra = state.facts.event_moves[state.event]
    if extra == NO_MOVES:
        return 0
    at, tops = player.clergy, state.facts.tops
    return max(0, 1 + 2 * (at >= tops[POSTULANT]) + 3 * (at >= tops[BISHOP]) + extra)


def after(state: Position, seat: int) -> None:
    """Done when no move is left (§6.2)."""
    if not can_move(state, seat):
        state.acting &= ~BIT[seat]


def do_step(state: Position, seat: int, place: int) -> None:
    """One bench to the right, in the same row (§6.1, §6.2)."""
    player = state.players[seat]
    player.benches += BIT[place + 3] - BIT[place]
    player.moves -= 1
    if state.events is not None:
        args = {"place": PLACES[place].replace(" ", "_"), "to": PLACES[place + 3].replace(" ", "_")}
        state.tell("moved", seat=seat, **args)
