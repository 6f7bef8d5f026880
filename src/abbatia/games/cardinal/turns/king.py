"""Das Duell (reconstructed): the King's piece, the cards a seat keeps, their influence, the privileges."""

from abbatia.core.contract import CHANCE
from abbatia.games.cardinal.actions import KING_FIRST, PRIVILEGES, SWAPPING, TWO_COUNTRIES
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.fields import (
    CARDS,
    DUEL_PARTS,
    INFLUENCE,
    KING_COLOUR,
    ONE_COUNTRY,
    PRIVILEGED_COUNTRIES,
    Duel,
    Position,
)
from abbatia.games.cardinal.legality import has_king_piece, is_stuck, keeps
from abbatia.games.cardinal.phases import CROWN, KEEP, KING, KING_PLACE, TURN
from abbatia.games.cardinal.turns.ending import empty_pile, finish, next_turn
from abbatia.games.cardinal.turns.pieces import put


def end_turn(state: Position, duel: Duel) -> None:
    """Before the turn passes, the King is due: three cards, then one piece (§13.1, §13.6, §R17)."""
    if _is_king_short(state, duel):
        state.phase = CROWN
        state.actor = CHANCE
    elif duel.king_moved or not has_king_piece(state, duel):
        pass_turn(state, duel)
    else:
        state.opened = 0  # the King finds the board as it is now (§R16)
        state.phase = KING
        state.actor = state.player


def pass_turn(state: Position, duel: Duel) -> None:
    """The turn passes; the cards played, the King's piece and two countries were of the old one (§13.9)."""
    state.changed |= DUEL_PARTS
    next_turn(state)
    if state.phase == TURN:
        duel.king_moved = False
        duel.paid = 0
        if state.spread == PRIVILEGED_COUNTRIES:
            state.spread = ONE_COUNTRY


# -- the King's piece --------------------------------------------------------------------------------------


def _is_king_short(state: Position, duel: Duel) -> bool:
    """Whether a card of the King's is to be replaced (§R18)."""
    return state.emptied < 2 and state.tables.hand_size[duel.cards] < HAND


def command_king(state: Position, seat: int, action: int) -> None:
    """Pay with the King's cards, or let him rest (§13.6)."""
    tables, duel = state.tables, state.duel
    if duel is None:
        return
    country = tables.country[action]
    if country < 0:
        state.tell("king_rested", seat=seat)
        pass_turn(state, duel)
        return
    state.changed |= CARDS | DUEL_PARTS
    duel.cards -= tables.cost[action]
    state.discard += tables.discarded[action]
    state.country = country
    state.phase = KING_PLACE
    card, where = tables.board.kinds[tables.kind[action]], tables.board.countries[country]
    key = "king_paid_pair" if tables.cards[action] == 2 else "king_paid"
    state.tell(key, seat=seat, card=card, country=where)


def place_king(state: Position, action: int) -> None:
    """Place the King's piece; his used cards are replaced at once (§13.6)."""
    duel = state.duel
    if duel is None:
        return
    opened = state.opened
    put(state, KING_COLOUR, action)
    state.opened = opened  # what the King opens does not bind the seat (§R16)
    state.changed |= DUEL_PARTS
    duel.king_moved = True
    if is_stuck(state):
        finish(state, "stuck")
    else:
        _after_king(state, duel)


def _after_king(state: Position, duel: Duel) -> None:
    """Fill the King's hand, then go on with the seat's own turn if the King came first."""
    if _is_king_short(state, duel):
        state.phase = CROWN
        state.actor = CHANCE
    elif duel.king_first:
        duel.king_first = False
        state.country = -1
        state.phase = TURN
        state.actor = state.player
    else:
        pass_turn(state, duel)


def crown(state: Position, kind: int) -> None:
    """Chance: a card for the King, face up (§13.1)."""
    duel = state.duel
    if duel is None:
        return
    state.changed |= DUEL_PARTS
    duel.cards += state.tables.card[kind]
    state.tell("crowned", card=state.tables.board.kinds[kind])
    if not state.left:
        empty_pile(state)
    _after_king(state, duel)


def start_keeping(state: Position, seat: int) -> bool:
    """Whether the seat has to choose a card to keep; with one kind played there is nothing to choose."""
    found = keeps(state)
    if len(found) == 1:
        keep(state, seat, found[0])
    elif found:
        state.phase = KEEP
        return True
    return False


def keep(state: Position, seat: int, action: int) -> None:
    """Keep a card; no fewer of its kind than the opponent bring the influence (§13.3, §13.4, §13.5)."""
    tables, duel = state.tables, state.duel
    if duel is None:
        return
    kind = tables.kind[action]
    state.changed |= CARDS | DUEL_PARTS
    state.discard -= tables.unit[kind]
    duel.kept[seat] += tables.unit[kind]
    duel.paid = 0
    card = tables.board.kinds[kind]
    state.tell("kept", seat=seat, card=card)
    mine, theirs = duel.kept[seat] >> 4 * kind & 15, duel.kept[1 - seat] >> 4 * kind & 15
    if mine >= theirs and duel.holders[kind] != seat:
        state.changed |= INFLUENCE
        duel.holders[kind] = seat
        state.tell("influence", seat=seat, card=card)


def use_privilege(state: Position, seat: int, action: int) -> None:
    """The King's piece before the seat's own, or two countries this turn (§13.9)."""
    duel = state.duel
    if duel is None:
        return
    state.changed |= DUEL_PARTS
    which = state.tables.what[action]
    duel.privileges[seat] ^= 1 << which
    if which == TWO_COUNTRIES:
        state.spread = PRIVILEGED_COUNTRIES
    elif which == KING_FIRST:
        duel.king_first = True
        state.phase = KING
    state.tell(f"privilege_{PRIVILEGES[which]}", seat=seat)


def swap(state: Position, seat: int, action: int) -> None:
    """Give a hand card for a face-up card; everybody sees both (§13.9)."""
    tables, duel = state.tables, state.duel
    if duel is None:
        return
    state.changed |= CARDS | DUEL_PARTS
    duel.privileges[seat] ^= 1 << SWAPPING
    given, place = tables.kind[action], tables.what[action]
    taken = state.open1 if place else state.open0
    if place:
        state.open1 = given
    else:
        state.open0 = given
    state.hands[seat] += tables.card[taken] - tables.card[given]
    if state.known[seat] >> 2 * given & 3:
        state.known[seat] -= tables.card[given]
    state.known[seat] += tables.card[taken]
    names = tables.board.kinds
    state.tell("swapped", seat=seat, card=names[given], taken=names[taken], place=place + 1)
