"""Phase 6: peasants move along the benches, all players at the same time (§6)."""

from abbatia.games.kings_abbey.abbey import listed
from abbatia.games.kings_abbey.actions import DONE, STEP
from abbatia.games.kings_abbey.facts import NO_MOVES
from abbatia.games.kings_abbey.free_actions import free_actions
from abbatia.games.kings_abbey.lay_brothers import LAY_CARDS
from abbatia.games.kings_abbey.pieces import BISHOP, BIT, BUILDING, PLACES, POSTULANT
from abbatia.games.kings_abbey.state import Position, tell

LAST_BENCH = 0xE00


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


def steps(benches: int) -> int:
    """Mask of the seats whose peasant has a free seat before him (§6.2)."""
    return benches & ~(benches >> 3) & 0x1FF


def can_move(state: Position, seat: int) -> bool:
    """A move is left and a peasant can use it, now or after free moves."""
    player = state.players[seat]
    benches = player.benches
    if not player.moves or not benches & 0x1FF:
        return False
    if steps(benches):
        return True
    return benches & LAST_BENCH > 0 and (player.baptistry < 2 or player.idle & LAY_CARDS > 0)


def legal(state: Position, seat: int) -> tuple[int, ...]:
    return (DONE, *listed(STEP, steps(state.players[seat].benches)), *free_actions(state, seat))


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
        tell(state, "moved", seat=seat, **args)
