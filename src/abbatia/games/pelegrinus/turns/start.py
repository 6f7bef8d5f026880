"""The start: chance orders the first popes and draws the sites in force."""

from abbatia.games.pelegrinus.fields import SITES, TRACK, Position
from abbatia.games.pelegrinus.legality import open_draw
from abbatia.games.pelegrinus.phases import POPES_PLACED, SITES_DRAWN


def apply(state: Position, action: int) -> bool:
    """Carry out an action of chance; True when the set-up is finished."""
    actions = state.actions
    if state.phase == POPES_PLACED:
        place_first_pope(state, action - actions.pope)
        left = [seat for seat in range(state.seats) if seat not in state.recency]
        if len(left) == 1:
            place_first_pope(state, left[0])
            state.phase = SITES_DRAWN
    else:
        activate(state, actions.drawn_sites[action - actions.activate])
    return state.phase == SITES_DRAWN and open_draw(state) == len(state.board.draws)


def place_first_pope(state: Position, seat: int) -> None:
    """§1.2, §R1, §R13: the next start slot; a higher slot is more recent."""
    slot = len(state.recency)
    state.changed |= TRACK
    state.track[slot] = seat
    state.recency.insert(0, seat)
    state.popes[seat] -= 1
    state.tell("first_pope", seat=seat, slot=slot + 1)


def activate(state: Position, site: int) -> None:
    """§1.3: one site of the group is in force, the others are not."""
    group = next(group for group in state.board.draws if site in group)
    state.sites |= 1 << site
    state.changed |= SITES
    names = state.board.sites
    others = [names[other] for other in group if other != site]
    state.tell("site_drawn", site=names[site], inactive=others)
