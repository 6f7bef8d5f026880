"""What a viewer sees of a position, and a whole position that a seat cannot tell from the real one."""

from functools import lru_cache
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
from abbatia.games.cardinal.state import KING_COLOUR, ONE_COUNTRY, OPTIONS, Position
from abbatia.games.cardinal.tables import ABROAD_ONLY, Tables

TRIES: Final = 200  # for worlds in which a seat that passed could not have placed
KEPT: Final = 4096  # parts of what was shown at any table, for the next time that they look the same


# -- small readings of packed things -----------------------------------------------------------------------


def hand_ids(tables: Tables, hand: int) -> list[str]:
    """The cards of a hand, in the order of the board's kinds."""
    return _hand_ids(tables.board.kinds, hand)


def _hand_ids(kinds: tuple[str, ...], hand: int) -> list[str]:
    return [name for kind, name in enumerate(kinds) for _ in range(hand >> 2 * kind & 3)]


def bag_ids(tables: Tables, bag: int) -> dict[str, int]:
    """How many cards of each kind a bag holds."""
    return _bag_ids(tables.board.kinds, bag)


def _bag_ids(kinds: tuple[str, ...], bag: int) -> dict[str, int]:
    return {name: bag >> 4 * kind & 15 for kind, name in enumerate(kinds)}


def country_ids(tables: Tables, mask: int) -> list[str]:
    return [name for country, name in enumerate(tables.board.countries) if mask >> country & 1]


def options_of(state: Position) -> dict[str, bool]:
    return _options(state.rules)


def _options(rules: int) -> dict[str, bool]:
    return {name: rules >> bit & 1 == 1 for bit, name in enumerate(OPTIONS)}


def card_id(tables: Tables, kind: int) -> str | None:
    return tables.board.kinds[kind] if kind >= 0 else None


# -- observing ---------------------------------------------------------------------------------------------


def layers(state: Position, viewer: int | None) -> tuple[Observation, ...]:
    """The whole table as this viewer sees it; of other hands only size and known cards (§6.3, §R12).

    What everybody sees, from what never changes to what always does, and what only this viewer sees.
    """
    standing, shown = state.standing, state.shown
    if standing is None:
        standing = state.standing = _standing(state)
    if shown is None:
        shown = state.shown = _shown(state)
    hand = None if viewer is None else hand_ids(state.tables, state.hands[viewer])
    own = {"viewer": viewer, "hand": hand, "unseen": _unseen(state, viewer)}
    return _fixed(state.title.name, state.seats, state.rules), _duel(state), standing, shown, own


@lru_cache(KEPT)
def _fixed(title: str, seats: int, rules: int) -> dict[str, Any]:
    """What stays as it is for a whole match."""
    return {
        "title": title,
        "seats": seats,
        "options": _options(rules),
        "first_seat": 0,
        "removed": REMOVED[seats],
    }


def _shown(state: Position) -> dict[str, Any]:
    tables, seats = state.tables, range(state.seats)
    return {
        "phase": PHASES[state.phase],
        "actors": [seat for seat in state.to_act() if seat >= 0],
        "turn": _turn(state),
        "last_round": state.emptied == 2,
        "interim_done": state.emptied > 0,
        "hands": [_hand(state, seat) for seat in seats],
        "open": [card_id(tables, state.open0), card_id(tables, state.open1)],
        "pile": state.left,
        "discard": bag_ids(tables, state.discard),
    }


def _standing(state: Position) -> dict[str, Any]:
    return {
        "sites": occupied(state),
        "reserves": [_reserve(state, colour) for colour in range(len(state.sites))],
        "scores": state.scores[:],
        "countries": _countries(state),
        "sheets": _sheets_so_far(state),
        "projection": _projection(state),
    }


def _turn(state: Position) -> dict[str, Any]:
    tables = state.tables
    return {
        "seat": state.player if state.player >= 0 else None,
        "country": tables.board.countries[state.country] if state.country >= 0 else None,
        "placed": state.placed,
        "opened": country_ids(tables, state.opened),
        "countries": 1 if state.spread == ONE_COUNTRY else 2,
    }


def _hand(state: Position, seat: int) -> dict[str, Any]:
    tables = state.tables
    size = tables.hand_size[state.hands[seat]]
    return {"size": size, "known": hand_ids(tables, state.known[seat])}


def _unseen(state: Position, viewer: int | None) -> dict[str, int]:
    """The cards this viewer cannot place: in the pile or in the unknown part of another hand."""
    found: dict[str, int] = {}
    for kind, name in enumerate(state.tables.board.kinds):
        number = state.pile >> 4 * kind & 15
        for seat in range(state.seats):
            if seat != viewer:
                number += (state.hands[seat] >> 2 * kind & 3) - (state.known[seat] >> 2 * kind & 3)
        found[name] = number
    return found


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


def _countries(state: Position) -> dict[str, dict[str, Any]]:
    """What stands in each country."""
    colours = len(state.sites)
    return {
        name: _country(
            colours,
            state.abbeys[country],
            state.advisors[country],
            state.free[country],
            state.lead[country],
            state.room[country],
        )
        for country, name in enumerate(state.tables.board.countries)
    }


@lru_cache(KEPT)
def _country(colours: int, abbeys: int, advisors: int, free: int, lead: int, room: int) -> dict[str, Any]:
    """One country: pieces of each colour, free sites, the limit for advisors and the room left."""
    return {
        "abbeys": counts(abbeys)[:colours],
        "advisors": counts(advisors)[:colours],
        "free": free.bit_count(),
        "limit": lead,
        "room": room,
    }


def _reserve(state: Position, colour: int) -> dict[str, int]:
    return {"abbeys": state.abbeys_left[colour], "advisors": state.advisors_left[colour]}


NO_DUEL: Final[Observation] = {"duel": None}


def _duel(state: Position) -> Observation:
    duel = state.duel
    if duel is None:
        return NO_DUEL
    lists = (tuple(duel.kept), tuple(duel.holders), tuple(duel.privileges))
    return _king(state.tables.board.kinds, duel.cards, duel.paid, duel.king_moved, duel.king_first, *lists)


@lru_cache(KEPT)
def _king(
    kinds: tuple[str, ...],
    cards: int,
    paid: int,
    moved: bool,
    first: bool,
    kept: tuple[int, ...],
    holders: tuple[int, ...],
    privileges: tuple[int, ...],
) -> Observation:
    """What only Das Duell has to show."""
    held = [holder if holder >= 0 else None for holder in holders]
    duel = {
        "king": KING_COLOUR,
        "king_cards": _hand_ids(kinds, cards),
        "king_moved": moved,
        "king_first": first,
        "kept": [_bag_ids(kinds, bag) for bag in kept],
        "influence": dict(zip(kinds, held, strict=True)),
        "privileges": [
            [name for which, name in enumerate(PRIVILEGES) if left >> which & 1] for left in privileges
        ],
        "paid": _hand_ids(kinds, paid),
    }
    return {"duel": duel}


def _lines_json(found: tuple[tuple[Line, ...], ...]) -> list[list[dict[str, Any]]]:
    return [[line.to_json() for line in lines] for lines in found]


def _sheets_so_far(state: Position) -> list[list[dict[str, Any]]]:
    """The lines that have been counted."""
    if state.phase == OVER:
        return _lines_json(sheets(state, interim_lines(state) + final_lines(state)))
    kept = state.tables.interim_sheets
    key = (state.seats, state.interim, state.interim_holders)
    known = kept.get(key)
    if known is None:
        if len(kept) >= KEPT:
            kept.clear()
        known = kept[key] = _lines_json(sheets(state, interim_lines(state)))
    return known


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
    unseen = _unseen_list(state, others)
    for _ in range(TRIES):
        _deal_again(state, world, others, unseen, rng)
        if all(_could_not_place(world, other) for other in others if state.barred[other]):
            return


def _unseen_list(state: Position, others: list[int]) -> list[int]:
    """The kinds of all cards that may lie elsewhere."""
    unseen: list[int] = []
    for kind in range(len(state.tables.board.kinds)):
        number = state.pile >> 4 * kind & 15
        for other in others:
            number += (state.hands[other] >> 2 * kind & 3) - (state.known[other] >> 2 * kind & 3)
        unseen += [kind] * number
    return unseen


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
