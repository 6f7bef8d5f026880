"""Pieces on the board: where a colour may place, and the placing itself."""

from mypy_extensions import i64

from abbatia.core.words import Message
from abbatia.games.cardinal.phases import KING_PLACE
from abbatia.games.cardinal.state import NO_ADVISOR, Position


def reach(state: Position, colour: i64) -> i64:
    """The countries where a colour could place some piece, as a mask (§5.4 to §5.7)."""
    gone = state.spent >> colour
    if not gone:
        return state.free_any | state.room_any
    countries = 0 if gone & 1 else state.free_any
    return countries if gone >> NO_ADVISOR & 1 else countries | state.room_any


def places(state: Position, colour: i64) -> tuple[int, ...]:
    """Where this colour may place a piece in the country that was paid for (§5.4, §5.6, §5.7, §12.2)."""
    country = state.country
    may: i64 = 3 if state.room[country] else 1
    if state.spent or state.opened:
        may &= pieces_left(state, colour, country)
    free: i64 = state.free[country]
    found = state.tables.places[may][country][free]
    return found if found else state.tables.place(country, free, may)


def pieces_left(state: Position, colour: i64, country: i64) -> i64:
    """What a colour may still place in a country with room for it: 1 an abbey, 2 an advisor (§5.7, §12.2)."""
    gone = state.spent >> colour
    may: i64 = 0 if gone & 1 else 1
    return may if gone >> NO_ADVISOR & 1 or state.opened >> country & 1 else may | 2


def put(state: Position, colour: i64, action: i64) -> None:
    """Put an abbey or an advisor on the board."""
    tables = state.tables
    if action < tables.first_advisor:
        put_abbey(state, colour, action - tables.first_abbey)
    else:
        put_advisor(state, colour, action - tables.first_advisor)
    if state.events is not None:
        state.tell(put_message(state, colour, action))


def put_abbey(state: Position, colour: i64, site: i64) -> None:
    """Build an abbey; a new lead in the country makes room for one more advisor (§5.4, §5.6)."""
    tables = state.tables
    country: i64 = tables.country_of[site]
    free: i64 = state.free[country]
    free ^= tables.site_bit[site]
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
    shift = 4 * colour
    packed += 1 << shift
    state.abbeys[country] = packed
    count = packed >> shift & 15
    if count > state.lead[country]:
        state.lead[country] = count
        state.room[country] = state.room[country] + 1
        state.room_any |= 1 << country


def put_advisor(state: Position, colour: i64, country: i64) -> None:
    """Put an advisor onto the seal of a country (§5.5)."""
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


def put_message(state: Position, colour: i64, action: i64) -> Message:
    """What is told about a piece."""
    tables = state.tables
    country = tables.board.countries[state.country]
    king = "king_" if state.phase == KING_PLACE else ""
    owner = state.player if king else colour
    if action < tables.first_advisor:
        site = tables.board.sites[action - tables.first_abbey]
        return Message(f"cardinal.event.{king}built", seat=owner, site=site, country=country)
    return Message(f"cardinal.event.{king}advised", seat=owner, country=country)


def is_stuck(state: Position) -> bool:
    """Whether no colour could place any piece, whatever cards it had (§10.3, §R6)."""
    return not any(reach(state, colour) for colour in range(len(state.sites)))
