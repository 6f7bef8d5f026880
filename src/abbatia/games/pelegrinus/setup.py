"""The set-up: components dealt out, then chance orders the first popes and draws the sites in force."""

from collections.abc import Mapping, Sequence

from abbatia.core.contract import CHANCE_ACTS, OptionValue, Title
from abbatia.games.pelegrinus.actions import SEALED, Actions
from abbatia.games.pelegrinus.board import (
    ABBEYS,
    COMMANDERIES,
    POPES,
    RELICS_OF_VALUE,
    START_SLOTS,
    TURNS,
)
from abbatia.games.pelegrinus.position import (
    CHANGES,
    NOBODY_THERE,
    POPES_PLACED,
    SITES_DRAWN,
    UNORDERED,
    Position,
)


def lay_out(
    pos: Position, title: Title, actions: Actions, seats: int, options: Mapping[str, OptionValue]
) -> None:
    """§1.1, §6.2, §R3: the position before the first action."""
    board = actions.board
    cities = len(board.cities)
    pos.title = title
    pos.seats = seats
    pos.events = None
    pos.shown = None
    pos.board = board
    pos.actions = actions
    pos.both_ends = bool(options["site_needs_both_ends"])
    pos.own_keeper = bool(options["own_keeper_in_tie"])
    pos.cancelled_keeper = bool(options["keeper_captured_when_abbey_cancelled"])
    pos.phase = POPES_PLACED
    pos.turn = 0
    pos.actors = CHANCE_ACTS
    pos.sites = board.always
    pos.track = [NOBODY_THERE] * (START_SLOTS + TURNS)
    pos.recency = []
    pos.popes = [POPES] * seats
    pos.commanderies = [0] * (seats * cities)
    pos.presence = [0] * seats
    pos.room = list(board.limits[seats])
    pos.full = 0
    pos.abbeys = [NOBODY_THERE] * cities
    pos.raised = 0
    pos.stock = [COMMANDERIES] * seats
    pos.abbey_stock = [ABBEYS] * seats
    pos.relics = list(RELICS_OF_VALUE) * seats
    pos.holders = [NOBODY_THERE] * seats
    pos.orders = [UNORDERED] * (seats * 5)
    pos.missing = [0] * seats
    pos.hand = [SEALED] * seats
    pos.changes = [CHANGES] * seats
    pos.menus = [actions.menu(0)] * seats
    pos.waiting = 0
    pos.due = []


def odds(pos: Position) -> Sequence[tuple[int, int]]:
    """§1.2, §1.3: every order of the first popes and every site of a group is as likely."""
    if pos.phase == POPES_PLACED:
        return [(pos.actions.pope + seat, 1) for seat in range(pos.seats) if seat not in pos.recency]
    if pos.phase == SITES_DRAWN:
        actions = pos.actions
        group = pos.board.draws[open_draw(pos)]
        return [(actions.activate + actions.drawn_sites.index(site), 1) for site in group]
    return ()


def open_draw(pos: Position) -> int:
    """The first group of sites of which none is in force yet; the number of groups when all are drawn."""
    for number, group in enumerate(pos.board.draws):
        if not any(pos.sites >> site & 1 for site in group):
            return number
    return len(pos.board.draws)


def apply(pos: Position, action: int) -> bool:
    """Carry out an action of chance; True when the set-up is finished."""
    actions = pos.actions
    if pos.phase == POPES_PLACED:
        place_first_pope(pos, action - actions.pope)
        left = [seat for seat in range(pos.seats) if seat not in pos.recency]
        if len(left) == 1:
            place_first_pope(pos, left[0])
            pos.phase = SITES_DRAWN
    else:
        activate(pos, actions.drawn_sites[action - actions.activate])
    return pos.phase == SITES_DRAWN and open_draw(pos) == len(pos.board.draws)


def place_first_pope(pos: Position, seat: int) -> None:
    """§1.2, §R1, §R13: the next start slot; a higher slot is more recent."""
    slot = len(pos.recency)
    pos.track[slot] = seat
    pos.recency.insert(0, seat)
    pos.popes[seat] -= 1
    pos.tell("first_pope", seat=seat, slot=slot + 1)


def activate(pos: Position, site: int) -> None:
    """§1.3: one site of the group is in force, the others are not."""
    group = next(group for group in pos.board.draws if site in group)
    pos.sites |= 1 << site
    names = pos.board.sites
    others = [names[other] for other in group if other != site]
    pos.tell("site_drawn", site=names[site], inactive=others)
