"""Why an action is not allowed: the sentence that helps most, with the number of its rule."""

from abbatia.core.refusals import Refusal
from abbatia.games.cardinal.actions import (
    ABBEY,
    ADVISOR,
    DEAL,
    DRAW_OPEN,
    DRAW_PILE,
    EXCHANGE,
    KEEP,
    KING_FIRST,
    KING_PAIR,
    KING_PAY,
    KING_REST,
    PASS,
    PAY,
    PAY_PAIR,
    PRIVILEGE,
    STOP,
    SWAP,
    SWAPPING,
)
from abbatia.games.cardinal.fields import KING_COLOUR, ONE_COUNTRY, VARIANT_COUNTRIES, Position
from abbatia.games.cardinal.legality import (
    can_draw,
    has_king_piece,
    king_countries,
    missing_cards,
    reach,
    second_reach,
)
from abbatia.games.cardinal.phases import DRAW, KING, MORE, PLACE, TURN
from abbatia.games.cardinal.phases import KEEP as KEEPING
from abbatia.games.cardinal.tables import ABROAD_ONLY, LAST

DUEL_ONLY = (PRIVILEGE, SWAP, KEEP, KING_PAY, KING_PAIR, KING_REST)


def explain(state: Position, seat: int, action: int) -> Refusal:
    """The reason against an action of the seat whose turn it is."""
    does = state.tables.actions.does[action]
    phase = state.phase
    if does >= DEAL:
        return Refusal("cardinal.refusal.chance", "2.5")
    if does in DUEL_ONLY and state.duel is None:
        return Refusal("cardinal.refusal.only_duel", "13.1")
    if phase == TURN:
        return _at_turn(state, seat, action, does)
    if phase == PLACE:
        return _at_place(state, seat, action, does)
    if phase == MORE:
        return _at_more(state, seat, action, does)
    if phase == DRAW:
        return _at_draw(state, seat, action, does)
    if phase == KEEPING:
        if does == KEEP:
            return Refusal("cardinal.refusal.not_played", "13.3", card=_card(state, action))
        return Refusal("cardinal.refusal.keep_first", "13.3")
    if phase == KING:
        return _at_king(state, action, does)
    return _at_place(state, KING_COLOUR, action, does)


# -- by phase ----------------------------------------------------------------------------------------------


def _at_turn(state: Position, seat: int, action: int, does: int) -> Refusal:
    """Before the first piece of a turn."""
    if does in (PAY, PAY_PAIR):
        return _against_paying(state, seat, action, reach(state, seat))
    if does == EXCHANGE:
        return _against_exchange(state, seat, action)
    if does == STOP:
        return Refusal("cardinal.refusal.nothing_placed", "3.1")
    if does == PASS:
        if state.mode & LAST:
            return Refusal("cardinal.refusal.must_place", "R4")
        return Refusal("cardinal.refusal.no_passing", "3.1")
    if does in (PRIVILEGE, SWAP):
        return _against_privilege(state, seat, action, does)
    if does in (DRAW_OPEN, DRAW_PILE):
        return _against_drawing(state, action, does) or Refusal("cardinal.refusal.draw_later", "3.2")
    if does == KEEP:
        return Refusal("cardinal.refusal.keep_later", "13.3")
    if does in (ABBEY, ADVISOR):
        return _against_piece(state, seat, action)
    return Refusal("cardinal.refusal.king_later", "13.6")


def _at_more(state: Position, seat: int, action: int, does: int) -> Refusal:
    """After the first piece of a turn."""
    country = state.tables.board.countries[state.country]
    if does in (PAY, PAY_PAIR):
        if state.spread == ONE_COUNTRY and state.tables.country[action] != state.country:
            return Refusal("cardinal.refusal.one_country", "5.1", country=country)
        return _against_paying(state, seat, action, second_reach(state, seat))
    if does == EXCHANGE:
        return Refusal("cardinal.refusal.placed_already", "3.1")
    if does in (PRIVILEGE, SWAP):
        return Refusal("cardinal.refusal.privilege_late", "13.9")
    if does in (ABBEY, ADVISOR):
        return _against_piece(state, seat, action)
    never = _against_drawing(state, action, does) if does in (DRAW_OPEN, DRAW_PILE) else None
    return never or Refusal("cardinal.refusal.stop_first", "R5")


def _at_place(state: Position, colour: int, action: int, does: int) -> Refusal:
    """A piece has been paid for."""
    board = state.tables.board
    country = state.country
    name = board.countries[country]
    if does not in (ABBEY, ADVISOR) or state.tables.country[action] != country:
        return Refusal("cardinal.refusal.place_first", "4.1", country=name)
    if does == ABBEY:
        return _against_site(state, action) or _no_abbeys(state, colour)
    return _against_advisor(state, colour, country)


def _at_draw(state: Position, seat: int, action: int, does: int) -> Refusal:
    """The hand has to be filled."""
    if does in (DRAW_OPEN, DRAW_PILE):
        return _against_drawing(state, action, does) or _card_taken(state, action)
    return Refusal("cardinal.refusal.draw_first", "6.1", n=missing_cards(state, seat))


def _at_king(state: Position, action: int, does: int) -> Refusal:
    """The King is to place a piece."""
    tables, duel = state.tables, state.duel
    if duel is None or does not in (KING_PAY, KING_PAIR, KING_REST):
        return Refusal("cardinal.refusal.king_now", "13.6")
    if does == KING_REST:
        return Refusal("cardinal.refusal.king_must", "13.9")
    number = 1 if does == KING_PAY else 2
    if duel.cards >> 2 * tables.kind[action] & 3 < number:
        return Refusal("cardinal.refusal.no_king_card", "13.6", card=_card(state, action), n=number)
    country = tables.country[action]
    if reach(state, KING_COLOUR) >> country & 1 and not king_countries(state) >> country & 1:
        return Refusal("cardinal.refusal.king_empty", "13.6", country=_country(state, action))
    return _against_country(state, KING_COLOUR, country)


# -- by rule -----------------------------------------------------------------------------------------------


def _against_piece(state: Position, seat: int, action: int) -> Refusal:
    """It is not paid for; but where it could not be placed or paid for at all, that helps more (§4.1, §5)."""
    tables = state.tables
    country = tables.country[action]
    if tables.actions.does[action] == ABBEY:
        taken = _against_site(state, action)
        if taken is not None:
            return taken
    elif not state.room[country]:
        return _against_advisor(state, seat, country)
    paying = [pay for pay in state.legal(seat) if tables.actions.does[pay] in (PAY, PAY_PAIR)]
    if any(tables.country[pay] == country for pay in paying):
        return Refusal("cardinal.refusal.pay_first", "4.1", country=_country(state, action))
    return explain(state, seat, tables.actions.first[PAY] + country)


def _against_site(state: Position, action: int) -> Refusal | None:
    """An abbey stands there already (§5.4)."""
    site = state.tables.what[action]
    if any(sites >> site & 1 for sites in state.sites):
        return Refusal("cardinal.refusal.site_taken", "5.4", site=state.tables.board.sites[site])
    return None


def _against_paying(state: Position, seat: int, action: int, countries: int) -> Refusal:
    """The cards are missing, the pair is not allowed, or there is no place in the country (§4.1, §4.2)."""
    tables = state.tables
    kind, country = tables.kind[action], tables.country[action]
    held = state.hands[seat] >> 2 * kind & 3
    pair = tables.actions.does[action] == PAY_PAIR
    if pair and held < 2:
        return Refusal("cardinal.refusal.no_pair", "4.2", card=_card(state, action))
    if not held:
        return Refusal("cardinal.refusal.no_card", "4.1", card=_card(state, action))
    if pair and state.mode & ABROAD_ONLY and tables.board.kind_of[country] == kind:
        return Refusal("cardinal.refusal.joker_at_home", "R7", card=_card(state, action))
    if state.opened >> country & 1 and not countries >> country & 1 and state.spread != VARIANT_COUNTRIES:
        return Refusal("cardinal.refusal.opened_alone", "5.2", country=_country(state, action))
    return _against_country(state, seat, country)


def _against_country(state: Position, colour: int, country: int) -> Refusal:
    """No piece of this colour can go into the country (§5.4, §5.6, §5.7)."""
    if state.free[country] and not state.abbeys_left[colour] and not state.room[country]:
        return _no_abbeys(state, colour)
    if not state.room[country] and not state.free[country]:
        name = state.tables.board.countries[country]
        return Refusal("cardinal.refusal.country_full", "5.6", country=name, limit=state.lead[country])
    if state.opened >> country & 1:
        return _against_advisor(state, colour, country)
    if state.free[country]:
        return Refusal("cardinal.refusal.no_pieces", "5.7")
    return _against_advisor(state, colour, country)


def _against_advisor(state: Position, colour: int, country: int) -> Refusal:
    """No advisor of this colour can go onto the seal (§5.5, §5.6, §5.7, §12.2)."""
    name = state.tables.board.countries[country]
    if not state.abbeys[country]:
        return Refusal("cardinal.refusal.empty_country", "5.2", country=name)
    if state.opened >> country & 1:
        return Refusal("cardinal.refusal.opened_this_turn", "12.2", country=name)
    if not state.advisors_left[colour]:
        return Refusal("cardinal.refusal.no_advisors", "5.7", limit=state.tables.board.advisors)
    return Refusal("cardinal.refusal.advisor_limit", "5.6", country=name, limit=state.lead[country])


def _no_abbeys(state: Position, colour: int) -> Refusal:
    if colour >= state.seats:
        return Refusal("cardinal.refusal.king_no_abbeys", "5.7")
    return Refusal("cardinal.refusal.no_abbeys", "5.7", limit=state.tables.board.abbeys)


def _against_exchange(state: Position, seat: int, action: int) -> Refusal:
    """No such card, nothing to draw any more, or a piece must be placed (§7.1, §10.1, §R4)."""
    if not state.hands[seat] >> 2 * state.tables.kind[action] & 3:
        return Refusal("cardinal.refusal.no_card", "7.1", card=_card(state, action))
    if state.tables.actions.first[PASS] in state.legal(seat):
        return Refusal("cardinal.refusal.nothing_to_draw", "10.1")
    return Refusal("cardinal.refusal.must_place", "R4")


def _against_drawing(state: Position, action: int, does: int) -> Refusal | None:
    """In the last round nothing is drawn but, by an option, the face-up cards that are left (§10.1, §R3)."""
    if not state.mode & LAST:
        return None
    if not can_draw(state):
        return Refusal("cardinal.refusal.no_drawing", "10.1")
    if does == DRAW_PILE:
        return Refusal("cardinal.refusal.pile_empty", "10.1")
    if not state.offer >> state.tables.what[action] & 1:
        return _card_taken(state, action)
    return None


def _card_taken(state: Position, action: int) -> Refusal:
    """No face-up card lies there; in the last round none is replaced any more (§6.2, §R2)."""
    place = state.tables.what[action] + 1
    if state.mode & LAST:
        return Refusal("cardinal.refusal.card_gone", "R2", place=place)
    return Refusal("cardinal.refusal.card_taken", "6.2", place=place)


def _against_privilege(state: Position, seat: int, action: int, does: int) -> Refusal:
    """It was used, or there is nothing to use it on (§13.9)."""
    duel = state.duel
    which = SWAPPING if does == SWAP else state.tables.what[action]
    if duel is not None and not duel.privileges[seat] >> which & 1:
        return Refusal("cardinal.refusal.privilege_used", "13.9")
    if does == SWAP:
        if not state.hands[seat] >> 2 * state.tables.kind[action] & 3:
            return Refusal("cardinal.refusal.no_card", "13.9", card=_card(state, action))
        return _card_taken(state, action)
    if which == KING_FIRST and duel is not None and not has_king_piece(state, duel):
        return Refusal("cardinal.refusal.king_cannot", "13.9")
    return Refusal("cardinal.refusal.privilege_used", "13.9")


def _card(state: Position, action: int) -> str:
    return state.tables.board.kinds[state.tables.kind[action]]


def _country(state: Position, action: int) -> str:
    return state.tables.board.countries[state.tables.country[action]]
