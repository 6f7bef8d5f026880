"""What a viewer sees of a position, and a whole position that a seat cannot tell from the real one."""

from typing import Any, Final

from abbatia.core.chance import Rng
from abbatia.core.contract import Observation
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.phases import OVER, PHASES
from abbatia.games.cardinal.scoring import (
    Scored,
    abbey_lines,
    add_further_lines,
    counts,
    final_lines,
    if_ended_now,
    interim_lines,
)
from abbatia.games.cardinal.setup import REMOVED
from abbatia.games.cardinal.state import KING_COLOUR, ONE_COUNTRY, OPTIONS, Duel, Position, Shown
from abbatia.games.cardinal.tables import ABROAD_ONLY, Tables

TRIES: Final = 200  # for worlds in which a seat that passed could not have placed


# -- small readings of packed things -----------------------------------------------------------------------


def hand_ids(tables: Tables, hand: int) -> list[str]:
    """The cards of a hand, in the order of the board's kinds."""
    return [name for kind, name in enumerate(tables.board.kinds) for _ in range(hand >> 2 * kind & 3)]


def bag_ids(tables: Tables, bag: int) -> dict[str, int]:
    """How many cards of each kind a bag holds."""
    return {name: bag >> 4 * kind & 15 for kind, name in enumerate(tables.board.kinds)}


def country_ids(tables: Tables, mask: int) -> list[str]:
    return [name for country, name in enumerate(tables.board.countries) if mask >> country & 1]


def options_of(state: Position) -> dict[str, bool]:
    return {name: state.rules >> bit & 1 == 1 for bit, name in enumerate(OPTIONS)}


def card_id(tables: Tables, kind: int) -> str | None:
    return tables.board.kinds[kind] if kind >= 0 else None


# -- observing ---------------------------------------------------------------------------------------------


def layers(state: Position, viewer: int | None) -> tuple[Observation, ...]:
    """The whole table as this viewer sees it; of other hands only size and known cards (§6.3, §R12).

    What everybody sees, from what never changes to what always does, and what only this viewer sees.
    """
    shown = state.shown
    if shown is None:
        shown = state.shown = _nothing_shown(state)
    _show_board(state, shown)
    _show_cards(state, shown)
    _show_turn(state, shown)
    own = _own(state, shown, viewer)
    return shown.fixed, shown.duel, shown.counted, shown.board, shown.projection, shown.cards, shown.turn, own


def _nothing_shown(state: Position) -> Shown:
    """Before the first look: only what stays as it is for a whole match."""
    shown, countries = Shown(), len(state.tables.board.countries)
    shown.fixed = {
        "title": state.title.name,
        "seats": state.seats,
        "options": options_of(state),
        "first_seat": 0,
        "removed": REMOVED[state.seats],
    }
    shown.duel, shown.duel_from = {"duel": None}, None
    shown.abbeys, shown.advisors, shown.holders = [-1] * countries, [-1] * countries, []
    shown.countries, shown.lines = [{} for _ in range(countries)], [[] for _ in range(countries)]
    shown.board, shown.projection = {}, {}
    shown.counted, shown.counted_from = {}, None
    shown.hands, shown.known = [], []
    shown.cards, shown.cards_from = {}, None
    shown.turn, shown.turn_from = {}, None
    shown.own, shown.own_from = [{}] * (state.seats + 1), [(-1, -1)] * (state.seats + 1)
    return shown


def _show_board(state: Position, shown: Shown) -> None:
    """The pieces, what has been counted, and the scores if the game ended now; all of it is public."""
    duel = state.duel
    holders: list[int] = [] if duel is None else duel.holders
    counted_from = (state.phase == OVER, state.scores, state.interim)
    is_counted = counted_from != shown.counted_from
    if is_counted:
        shown.counted_from = (state.phase == OVER, state.scores[:], state.interim)
        shown.counted = {"scores": state.scores[:], "sheets": _sheets_so_far(state)}
    is_placed = state.abbeys != shown.abbeys or state.advisors != shown.advisors
    if is_placed or holders != shown.holders:
        _look_at_countries(state, shown, holders)
    elif not is_counted:
        return
    if is_placed:
        shown.board = _board(state, shown)
    shown.projection = {"projection": _projection(state, shown)}


def _look_at_countries(state: Position, shown: Shown, holders: list[int]) -> None:
    """Of the countries those in which something has changed."""
    kind_of = state.tables.board.kind_of
    before = shown.holders
    for country, packed in enumerate(state.abbeys):
        kind = kind_of[country]
        holder = holders[kind] if holders else -1
        is_built = packed != shown.abbeys[country]
        if is_built or (before and before[kind] != holder):
            shown.lines[country] = abbey_lines(state, country, holder)
        if is_built or state.advisors[country] != shown.advisors[country]:
            shown.countries[country] = _country(state, country)
    shown.abbeys, shown.advisors, shown.holders = state.abbeys[:], state.advisors[:], holders[:]


def _country(state: Position, country: int) -> dict[str, Any]:
    """One country: pieces of each colour, free sites, the limit for advisors and the room left."""
    colours = len(state.sites)
    return {
        "abbeys": counts(state.abbeys[country])[:colours],
        "advisors": counts(state.advisors[country])[:colours],
        "free": state.free[country].bit_count(),
        "limit": state.lead[country],
        "room": state.room[country],
    }


def _board(state: Position, shown: Shown) -> Observation:
    return {
        "sites": occupied(state),
        "reserves": [
            {"abbeys": abbeys, "advisors": state.advisors_left[colour]}
            for colour, abbeys in enumerate(state.abbeys_left)
        ],
        "countries": dict(zip(state.tables.board.countries, shown.countries, strict=True)),
    }


def occupied(state: Position) -> dict[str, int]:
    """The abbeys: the colour on each occupied site; a colour is a seat, or 2 for the King of Das Duell."""
    found: dict[str, int] = {}
    names = state.tables.board.sites
    for colour, sites in enumerate(state.sites):
        while sites:
            low = sites & -sites
            sites ^= low
            found[names[low.bit_length() - 1]] = colour
    return found


def _projection(state: Position, shown: Shown) -> dict[str, Any]:
    """The scores if the game ended now, with the lines that would be added."""
    added: list[Scored] = []
    if state.phase != OVER:
        for lines in shown.lines:
            added += lines
        add_further_lines(state, added)
    return {"scores": if_ended_now(state), "sheets": _written(state, added)}


def _sheets_so_far(state: Position) -> list[list[dict[str, Any]]]:
    """The lines that have been counted."""
    lines = interim_lines(state)
    return _written(state, lines + final_lines(state) if state.phase == OVER else lines)


def _written(state: Position, scored: list[Scored]) -> list[list[dict[str, Any]]]:
    """The lines of each seat."""
    found: list[list[dict[str, Any]]] = [[] for _ in range(state.seats)]
    for seat, line in scored:
        found[seat].append(line.to_json())
    return found


def _show_cards(state: Position, shown: Shown) -> None:
    """The cards as far as everybody sees them, and in Das Duell the King's and what is kept."""
    cards_from = (state.open0, state.open1, state.left, state.discard, state.emptied)
    if cards_from != shown.cards_from or state.hands != shown.hands or state.known != shown.known:
        shown.cards_from, shown.hands, shown.known = cards_from, state.hands[:], state.known[:]
        shown.cards = _cards(state)
    duel = state.duel
    if duel is not None:
        duel_from = (
            (duel.cards, duel.paid, duel.king_moved, duel.king_first),
            *duel.kept,
            *duel.holders,
            *duel.privileges,
        )
        if duel_from != shown.duel_from:
            shown.duel_from = duel_from
            shown.duel = {"duel": _king(state.tables, duel)}


def _cards(state: Position) -> Observation:
    tables = state.tables
    return {
        "last_round": state.emptied == 2,
        "interim_done": state.emptied > 0,
        "hands": [
            {"size": tables.hand_size[state.hands[seat]], "known": hand_ids(tables, state.known[seat])}
            for seat in range(state.seats)
        ],
        "open": [card_id(tables, state.open0), card_id(tables, state.open1)],
        "pile": state.left,
        "discard": bag_ids(tables, state.discard),
    }


def _king(tables: Tables, duel: Duel) -> dict[str, Any]:
    held = [holder if holder >= 0 else None for holder in duel.holders]
    return {
        "king": KING_COLOUR,
        "king_cards": hand_ids(tables, duel.cards),
        "king_moved": duel.king_moved,
        "king_first": duel.king_first,
        "kept": [bag_ids(tables, bag) for bag in duel.kept],
        "influence": dict(zip(tables.board.kinds, held, strict=True)),
        "privileges": [
            [name for which, name in enumerate(PRIVILEGES) if left >> which & 1] for left in duel.privileges
        ],
        "paid": hand_ids(tables, duel.paid),
    }


def _show_turn(state: Position, shown: Shown) -> None:
    """Whose turn it is and how far it has come."""
    turn_from = (
        state.phase,
        state.actor,
        state.player,
        state.country,
        state.placed,
        state.opened,
        state.spread,
    )
    if turn_from != shown.turn_from:
        shown.turn_from = turn_from
        actor = state.actor
        shown.turn = {
            "phase": PHASES[state.phase],
            "actors": [actor] if actor >= 0 else [],
            "turn": _turn(state),
        }


def _turn(state: Position) -> dict[str, Any]:
    tables = state.tables
    return {
        "seat": state.player if state.player >= 0 else None,
        "country": tables.board.countries[state.country] if state.country >= 0 else None,
        "placed": state.placed,
        "opened": country_ids(tables, state.opened) if state.opened else [],
        "countries": 1 if state.spread == ONE_COUNTRY else 2,
    }


def _own(state: Position, shown: Shown, viewer: int | None) -> Observation:
    """The own hand, and the cards that this viewer cannot place."""
    hand = -1 if viewer is None else state.hands[viewer]
    own_from = (hand, _unseen(state, viewer))
    place = state.seats if viewer is None else viewer
    if own_from != shown.own_from[place]:
        shown.own_from[place] = own_from
        tables = state.tables
        own = None if viewer is None else hand_ids(tables, hand)
        shown.own[place] = {"viewer": viewer, "hand": own, "unseen": bag_ids(tables, own_from[1])}
    return shown.own[place]


def _unseen(state: Position, viewer: int | None) -> int:
    """The cards this viewer cannot place, as a bag: in the pile or in the unknown part of another hand."""
    bag_of, bag = state.tables.bag_of, state.pile
    for seat in range(state.seats):
        if seat != viewer:
            bag += bag_of[state.hands[seat]] - bag_of[state.known[seat]]
    return bag


# -- imagining ---------------------------------------------------------------------------------------------


def imagine(state: Position, world: Position, seat: int, rng: Rng) -> None:
    """Deal the cards this seat cannot place anew: between the pile and the unknown parts of other hands.

    `world` is a copy of the state. Known cards stay where they are; a seat that passed although it had to
    place if it could keeps a hand that could not have placed (§R4).
    """
    others = [other for other in range(state.seats) if other != seat]
    bag, kinds = _unseen(state, seat), range(len(state.tables.board.kinds))
    unseen = [kind for kind in kinds for _ in range(bag >> 4 * kind & 15)]
    for _ in range(TRIES):
        _deal_again(state, world, others, unseen, rng)
        if all(_could_not_place(world, other) for other in others if state.barred[other]):
            return


def _deal_again(state: Position, world: Position, others: list[int], unseen: list[int], rng: Rng) -> None:
    tables = state.tables
    size = len(unseen)
    for other in others:
        hand = state.known[other]
        for _ in range(tables.hand_size[state.hands[other]] - tables.hand_size[hand]):
            index = rng.below(size)
            size -= 1
            kind = unseen[index]
            unseen[index] = unseen[size]
            unseen[size] = kind
            hand += tables.card[kind]
        world.hands[other] = hand
    pile = 0
    for index in range(size):
        pile += tables.unit[unseen[index]]
    world.pile = pile


def _could_not_place(world: Position, seat: int) -> bool:
    hand = world.hands[seat] - world.fresh[seat]
    abroad_only = world.mode & ABROAD_ONLY > 0
    return not world.tables.payments(hand, world.barred[seat], abroad_only=abroad_only)
