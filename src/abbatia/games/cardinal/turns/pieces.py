"""Pieces on the board: where a colour may place, and the placing itself."""

from mypy_extensions import i64

from abbatia.games.cardinal.fields import NO_ADVISOR, PIECES, Position
from abbatia.games.cardinal.phases import KING_PLACE


def put(state: Position, colour: i64, action: i64) -> None:
    """Put an abbey or an advisor on the board."""
    tables = state.tables
    if action < tables.first_advisor:
        put_abbey(state, colour, action - tables.first_abbey)
    else:
        put_advisor(state, colour, action - tables.first_advisor)
    if state.events is not None:
        tell_piece(state, colour, action)


def put_abbey(state: Position, colour: i64, site: i64) -> None:
    """Build an abbey; a new lead in the country makes room for one more advisor (§5.4, §5.6)."""
    tables = state.tables
    state.changed |= PIECES
    country: i64 = tables.country_of[site]
    free: i64 = state.free[country]
    free ^= tables.site_bit[site]  # the site was free, so its bit goes
    state.free[country] = free
    if not free:
        state.free_any ^= 1 << country
    state.sites[colour] = state.sites[colour] | tables.site_mask[site]
    left: i64 = state.abbeys_left[colour]
    left -= 1
    state.abbeys_left[colour] = left
    if not left:
        state.spent |= 1 << colour
    packed: i64 = state.abbeys[country]
    if not packed:
        state.opened |= 1 << country
    shift = 4 * colour  # counts have 4 bits for each colour
    packed += 1 << shift
    state.abbeys[country] = packed
    count = packed >> shift & 15
    if count > state.lead[country]:
        state.lead[country] = count
        state.room[country] = state.room[country] + 1
        state.room_any |= 1 << country


def put_advisor(state: Position, colour: i64, country: i64) -> None:
    """Put an advisor onto the seal of a country (§5.5)."""
    state.changed |= PIECES
    left: i64 = state.advisors_left[colour]
    left -= 1
    state.advisors_left[colour] = left
    if not left:
        state.spent |= 1 << colour + NO_ADVISOR
    packed: i64 = state.advisors[country]
    state.advisors[country] = packed + (1 << 4 * colour)
    room: i64 = state.room[country]
    room -= 1
    state.room[country] = room
    if not room:
        state.room_any ^= 1 << country


def tell_piece(state: Position, colour: i64, action: i64) -> None:
    """Tell which piece is placed where."""
    tables = state.tables
    country = tables.board.countries[state.country]
    king = "king_" if state.phase == KING_PLACE else ""
    owner = state.player if king else colour
    if action < tables.first_advisor:
        site = tables.board.sites[action - tables.first_abbey]
        state.tell(f"{king}built", seat=owner, site=site, country=country)
    else:
        state.tell(f"{king}advised", seat=owner, country=country)
