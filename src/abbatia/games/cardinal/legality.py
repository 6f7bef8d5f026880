"""Legality: what each seat and chance may do now, and where pieces may go."""

from mypy_extensions import i64

from abbatia.games.cardinal.actions import KEEP as KEEP_CARD
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.fields import (
    DRAW_LAST,
    KING_COLOUR,
    NO_ADVISOR,
    ONE_COUNTRY,
    PILE,
    PRIVILEGED_COUNTRIES,
    Duel,
    Position,
)
from abbatia.games.cardinal.tables import LAST, MAY_EXCHANGE, PART_BITS, PART_MASK
from abbatia.games.cardinal.tables import MORE as MORE_MODE


def odds(state: Position) -> tuple[tuple[int, int], ...]:
    """Each kind of card in the pile with its number; the action says where the card goes (§2.5)."""
    pile = state.pile  # a bag, looked up in parts of three kinds (see `Tables.count`)
    return (
        _part(state, 0, pile & PART_MASK)
        + _part(state, 1, pile >> PART_BITS & PART_MASK)
        + _part(state, 2, pile >> 2 * PART_BITS)
    )


def _part(state: Position, part: int, bag: int) -> tuple[tuple[int, int], ...]:
    """The same for three kinds of card."""
    known = state.tables.odds[state.phase][part][bag]
    return known if known or not bag else state.tables.count(state.phase, part, bag)


def can_draw(state: Position) -> bool:
    """Whether there is a card to draw; none after the second emptying but for an option (§10.1, §R2, §R3)."""
    return state.offer >= PILE or (state.offer > 0 and state.rules & DRAW_LAST > 0)


def missing_cards(state: Position, seat: int) -> int:
    """How many cards a seat will draw: to a full hand, or as many as lie face up when no others are left."""
    missing = HAND - state.tables.hand_size[state.hands[seat]]
    return missing if state.offer >= PILE else min(missing, (state.offer & 1) + (state.offer >> 1 & 1))


def turn_actions(state: Position, seat: i64) -> tuple[int, ...]:
    """Pay for a first piece, exchange, or pass in the last round (§3.1, §7.1, §R4).

    What the cards of a hand can pay for, `Tables.payments` says (§4.1, §4.2).
    """
    countries = reach(state, seat) if state.spent else state.free_any | state.room_any
    mode = state.mode
    if mode and mode & LAST and can_draw(state):  # mostly there is no mode before the last round
        mode |= MAY_EXCHANGE
    hand: i64 = state.hands[seat]
    found = state.tables.choices[mode][hand][countries]
    if not found:
        found = state.tables.choose(mode, hand, countries)
    return found if state.duel is None else found + privileges(state, seat)


def more_actions(state: Position, seat: i64) -> tuple[int, ...]:
    """Pay for a second piece, or stop (§5.1, §5.3, §R5)."""
    if state.spread == ONE_COUNTRY and not state.spent:
        countries = (state.free_any | state.room_any) & 1 << state.country
    else:
        countries = second_reach(state, seat)
    mode = state.mode | MORE_MODE
    hand: i64 = state.hands[seat]
    found = state.tables.choices[mode][hand][countries]
    return found if found else state.tables.choose(mode, hand, countries)


def second_reach(state: Position, seat: i64) -> i64:
    """Where the second piece may go: the same country, or any of two (§5.1, §12.1, §12.2, §R11)."""
    spread = state.spread
    if spread == ONE_COUNTRY:
        return reach(state, seat) & 1 << state.country
    if spread == PRIVILEGED_COUNTRIES:
        return reach(state, seat) & ~state.opened
    free = 0 if state.spent >> seat & 1 else state.free_any
    return free | reach(state, seat) & ~state.opened


def reach(state: Position, colour: i64) -> i64:
    """The countries where a colour could place some piece, as a mask (§5.4 to §5.7)."""
    gone = state.spent >> colour  # bit 0: no abbey left; bit NO_ADVISOR: no advisor left
    if not gone:
        return state.free_any | state.room_any
    countries = 0 if gone & 1 else state.free_any
    return countries if gone >> NO_ADVISOR & 1 else countries | state.room_any


def places(state: Position, colour: i64) -> tuple[int, ...]:
    """Where this colour may place a piece in the country that was paid for (§5.4, §5.6, §5.7, §12.2)."""
    country = state.country
    may: i64 = 3 if state.room[country] else 1  # bit 0: an abbey, bit 1: an advisor
    if state.spent or state.opened:
        may &= pieces_left(state, colour, country)
    free: i64 = state.free[country]  # bits of the sites of this country only
    found = state.tables.places[may][country][free]
    return found if found else state.tables.place(country, free, may)


def pieces_left(state: Position, colour: i64, country: i64) -> i64:
    """What a colour may still place in a country with room for it: 1 an abbey, 2 an advisor (§5.7, §12.2)."""
    gone = state.spent >> colour
    may: i64 = 0 if gone & 1 else 1
    return may if gone >> NO_ADVISOR & 1 or state.opened >> country & 1 else may | 2


def is_stuck(state: Position) -> bool:
    """Whether no colour could place any piece, whatever cards it had (§10.3, §R6)."""
    return not any(reach(state, colour) for colour in range(len(state.sites)))


def king_countries(state: Position) -> i64:
    """Where the King may go: a country with abbeys; an empty one only if that is all he can do (§13.6)."""
    countries = reach(state, KING_COLOUR)
    duel = state.duel
    if duel is None:
        return 0
    inhabited: i64 = 0
    bit: i64 = 1
    for packed in state.abbeys:
        if packed:
            inhabited |= bit
        bit <<= 1
    if state.tables.king_choices(duel.cards, countries & inhabited, rest=False):
        return countries & inhabited
    return countries


def has_king_piece(state: Position, duel: Duel) -> bool:
    """Whether the King's cards can bring one of his pieces onto the board."""
    return len(state.tables.king_choices(duel.cards, king_countries(state), rest=False)) > 0


def king_actions(state: Position) -> tuple[int, ...]:
    """The King's payments, or his rest; a privilege spent on him must be used (§13.6, §13.9)."""
    duel = state.duel
    if duel is None:
        return ()
    return state.tables.king_choices(duel.cards, king_countries(state), rest=not duel.king_first)


# -- kept cards and influence ------------------------------------------------------------------------------


def keeps(state: Position) -> tuple[int, ...]:
    """The kinds of card played this turn, one of which is kept (§13.3, §R14)."""
    duel = state.duel
    if duel is None:
        return ()
    first = state.tables.actions.first[KEEP_CARD]
    kinds = range(len(state.tables.board.kinds))
    return tuple(first + kind for kind in kinds if duel.paid >> 2 * kind & 3)


# -- privileges --------------------------------------------------------------------------------------------


def privileges(state: Position, seat: int) -> tuple[int, ...]:
    """The privileges a seat may use at the start of its turn (§13.9, §R19)."""
    duel = state.duel
    if duel is None:
        return ()
    left = duel.privileges[seat]
    if not left:
        return ()
    face_up = (state.open0 >= 0) + 2 * (state.open1 >= 0)
    king = not duel.king_moved and has_king_piece(state, duel)
    return state.tables.privileges(left, state.hands[seat], face_up, king=king)
