"""Phase 6: peasants move along the benches, all players at the same time (§6)."""

from abbatia.games.kings_abbey.abbey import listed
from abbatia.games.kings_abbey.actions import DONE, STEP
from abbatia.games.kings_abbey.facts import NO_MOVES
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.lay_brothers import LAY_CARDS
from abbatia.games.kings_abbey.pieces import BISHOP, BIT, BUILDING, PLACES, POSTULANT
from abbatia.games.kings_abbey.state import MOVES, USED, Position, tell

LAST_BENCH = 0xE00


def go_on(s: Position) -> None:
    """Everybody who can move is asked at once (§R6)."""
    if s.stage:
        s.phase, s.stage, s.lap = BUILDING, 0, 0
        return
    s.stage = 1
    for seat in range(s.seats):
        s.used[seat * USED + MOVES] = moves(s, seat)
        if can_move(s, seat):
            s.acting |= BIT[seat]


def moves(s: Position, seat: int) -> int:
    """Moves of this round (§6.1, §3.6, §3.9, §17.7, §17.17, §R49)."""
    extra = s.facts.event_moves[s.event]
    if extra == NO_MOVES:
        return 0
    at, tops = s.clergy[seat], s.facts.tops
    return max(0, 1 + 2 * (at >= tops[POSTULANT]) + 3 * (at >= tops[BISHOP]) + extra)


def steps(benches: int) -> int:
    """Mask of the seats whose peasant has a free seat before him (§6.2)."""
    return benches & ~(benches >> 3) & 0x1FF


def can_move(s: Position, seat: int) -> bool:
    """A move is left and a peasant can use it, now or after free moves."""
    benches = s.benches[seat]
    if not s.used[seat * USED + MOVES] or not benches & 0x1FF:
        return False
    if steps(benches):
        return True
    return benches & LAST_BENCH > 0 and (s.baptistry[seat] < 2 or s.idle[seat] & LAY_CARDS > 0)


def legal(s: Position, seat: int) -> tuple[int, ...]:
    return (DONE, *listed(STEP, steps(s.benches[seat])), *anytime(s, seat))


def after(s: Position, seat: int) -> None:
    """Done when no move is left (§6.2)."""
    if not can_move(s, seat):
        s.acting &= ~BIT[seat]


def do_step(s: Position, seat: int, place: int) -> None:
    """One bench to the right, in the same row (§6.1, §6.2)."""
    s.benches[seat] += BIT[place + 3] - BIT[place]
    s.used[seat * USED + MOVES] -= 1
    if s.events is not None:
        args = {"place": PLACES[place].replace(" ", "_"), "to": PLACES[place + 3].replace(" ", "_")}
        tell(s, "moved", seat=seat, **args)
