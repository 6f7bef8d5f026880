"""What a viewer sees of a position, and a whole position that a seat cannot tell from the real one."""

from typing import Any, Final

from abbatia.core.chance import Rng
from abbatia.core.contract import Line, Observation
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.phases import OVER, PHASES
from abbatia.games.cardinal.scoring import (
    counts,
    final_lines,
    if_ended_now,
    interim_lines,
    sheets,
)
from abbatia.games.cardinal.setup import REMOVED
from abbatia.games.cardinal.state import KING_COLOUR, ONE_COUNTRY, OPTIONS, Duel, Position
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


# -- parts that are kept -----------------------------------------------------------------------------------
# A part is made once and then shown wherever a table looks the same: observations are read, never changed.


def _hand(tables: Tables, hand: int) -> list[str]:
    known: list[str] | None = tables.kept.get(("hand", hand))
    return tables.keep(("hand", hand), hand_ids(tables, hand)) if known is None else known


def _bag(tables: Tables, bag: int) -> dict[str, int]:
    known: dict[str, int] | None = tables.kept.get(("bag", bag))
    return tables.keep(("bag", bag), bag_ids(tables, bag)) if known is None else known


def _country(state: Position, country: int) -> dict[str, Any]:
    """One country: pieces of each colour, free sites, the limit for advisors and the room left."""
    abbeys, advisors, colours = state.abbeys[country], state.advisors[country], len(state.sites)
    key = ("country", country, abbeys, advisors, colours)
    known: dict[str, Any] | None = state.tables.kept.get(key)
    if known is None:
        known = {
            "abbeys": counts(abbeys)[:colours],
            "advisors": counts(advisors)[:colours],
            "free": state.free[country].bit_count(),
            "limit": state.lead[country],
            "room": state.room[country],
        }
        state.tables.keep(key, known)
    return known


def _sheets_so_far(state: Position) -> list[list[dict[str, Any]]]:
    """The lines that have been counted."""
    if state.phase == OVER:
        return _lines_json(sheets(state, interim_lines(state) + final_lines(state)))
    key = ("sheets", state.seats, state.interim, state.interim_holders)
    known: list[list[dict[str, Any]]] | None = state.tables.kept.get(key)
    if known is None:
        known = state.tables.keep(key, _lines_json(sheets(state, interim_lines(state))))
    return known


def _fixed(state: Position) -> Observation:
    """What stays as it is for a whole match."""
    key = ("fixed", state.seats, state.rules)
    known: Observation | None = state.tables.kept.get(key)
    if known is None:
        known = {
            "title": state.title.name,
            "seats": state.seats,
            "options": options_of(state),
            "first_seat": 0,
            "removed": REMOVED[state.seats],
        }
        state.tables.keep(key, known)
    return known


NO_DUEL: Final[Observation] = {"duel": None}


def _duel(state: Position) -> Observation:
    """What only Das Duell has to show."""
    duel = state.duel
    if duel is None:
        return NO_DUEL
    key = (
        "duel",
        duel.cards,
        duel.paid,
        duel.king_moved,
        duel.king_first,
        tuple(duel.kept),
        tuple(duel.holders),
        tuple(duel.privileges),
    )
    known: Observation | None = state.tables.kept.get(key)
    return state.tables.keep(key, {"duel": _king(state.tables, duel)}) if known is None else known


def _king(tables: Tables, duel: Duel) -> dict[str, Any]:
    held = [holder if holder >= 0 else None for holder in duel.holders]
    return {
        "king": KING_COLOUR,
        "king_cards": _hand(tables, duel.cards),
        "king_moved": duel.king_moved,
        "king_first": duel.king_first,
        "kept": [_bag(tables, bag) for bag in duel.kept],
        "influence": dict(zip(tables.board.kinds, held, strict=True)),
        "privileges": [
            [name for which, name in enumerate(PRIVILEGES) if left >> which & 1] for left in duel.privileges
        ],
        "paid": _hand(tables, duel.paid),
    }


# -- observing ---------------------------------------------------------------------------------------------


def layers(state: Position, viewer: int | None) -> tuple[Observation, ...]:
    """The whole table as this viewer sees it; of other hands only size and known cards (§6.3, §R12).

    What everybody sees, from what never changes to what always does, and what only this viewer sees.
    """
    standing, shown = state.standing, state.shown
    if standing is None:
        standing = state.standing = _standing(state)
    if shown is None:
        shown = state.shown = _fixed(state), _duel(state), _shown(state)
    tables = state.tables
    hand = None if viewer is None else _hand(tables, state.hands[viewer])
    own = {"viewer": viewer, "hand": hand, "unseen": _bag(tables, _unseen(state, viewer))}
    return shown[0], shown[1], standing, shown[2], own


def _shown(state: Position) -> Observation:
    tables = state.tables
    actor = state.actor
    return {
        "phase": PHASES[state.phase],
        "actors": [actor] if actor >= 0 else [],
        "turn": _turn(state),
        "last_round": state.emptied == 2,
        "interim_done": state.emptied > 0,
        "hands": [
            {"size": tables.hand_size[state.hands[seat]], "known": _hand(tables, state.known[seat])}
            for seat in range(state.seats)
        ],
        "open": [card_id(tables, state.open0), card_id(tables, state.open1)],
        "pile": state.left,
        "discard": _bag(tables, state.discard),
    }


def _standing(state: Position) -> Observation:
    countries = state.tables.board.countries
    return {
        "sites": occupied(state),
        "reserves": [
            {"abbeys": abbeys, "advisors": state.advisors_left[colour]}
            for colour, abbeys in enumerate(state.abbeys_left)
        ],
        "scores": state.scores[:],
        "countries": {name: _country(state, country) for country, name in enumerate(countries)},
        "sheets": _sheets_so_far(state),
        "projection": _projection(state),
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


def _unseen(state: Position, viewer: int | None) -> int:
    """The cards this viewer cannot place, as a bag: in the pile or in the unknown part of another hand."""
    bag_of, bag = state.tables.bag_of, state.pile
    for seat in range(state.seats):
        if seat != viewer:
            bag += bag_of[state.hands[seat]] - bag_of[state.known[seat]]
    return bag


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


def _lines_json(found: tuple[tuple[Line, ...], ...]) -> list[list[dict[str, Any]]]:
    return [[line.to_json() for line in lines] for lines in found]


def _projection(state: Position) -> dict[str, Any]:
    """The scores if the game ended now, with the lines that would be added; all of it is public."""
    added = [] if state.phase == OVER else final_lines(state)
    return {"scores": if_ended_now(state), "sheets": _lines_json(sheets(state, added))}


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
