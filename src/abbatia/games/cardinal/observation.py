"""The observation: what a viewer sees of a position. What is still as it was shown last is not made again.

A part that changes is made anew, or copied and changed: what somebody has seen stays as it is.
"""

from typing import Any

from mypy_extensions import i64

from abbatia.core.contract import Observation
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.fields import KING_COLOUR, ONE_COUNTRY, Duel, Position, Shown
from abbatia.games.cardinal.names import (
    bag_ids,
    card_id,
    changed_bag_ids,
    country_ids,
    hand_ids,
    occupied,
    options_of,
)
from abbatia.games.cardinal.phases import OVER, PHASES
from abbatia.games.cardinal.scoring import (
    Scored,
    abbey_lines,
    alliance_lines,
    chain_lines,
    counts,
    final_lines,
    interim_lines,
)
from abbatia.games.cardinal.setup import REMOVED
from abbatia.games.cardinal.tables import Tables, keep


def layers(state: Position, viewer: int | None) -> tuple[Observation, ...]:
    """The whole table as this viewer sees it; of other hands only size and known cards (§6.3, §R12).

    What everybody sees, from what never changes to what always does, and what only this viewer sees.
    """
    shown = state.shown
    if shown is None:
        shown = state.shown = nothing_shown(state)
    _show_board(state, shown)
    _show_cards(state, shown)
    duel, duel_before = state.duel, shown.before.duel
    if duel is not None and duel_before is not None:
        _show_king(state.tables, duel, duel_before, shown)
    _show_turn(state, shown)
    own = _own(state, shown, viewer)
    return (
        shown.fixed,
        shown.duel,
        shown.counted,
        shown.sites,
        shown.reserves,
        shown.countries,
        shown.projection,
        shown.cards,
        shown.turn,
        own,
    )


# -- the board ---------------------------------------------------------------------------------------------


def _show_board(state: Position, shown: Shown) -> None:
    """The pieces, what has been counted, and the scores if the game ended now; all of it is public."""
    before, duel, duel_before = shown.before, state.duel, shown.before.duel
    is_counted = (
        state.interim is not before.interim
        or (state.phase == OVER) != (before.phase == OVER)
        or state.scores != before.scores
    )
    if is_counted:
        before.scores, before.interim = state.scores[:], state.interim
        shown.counted = {"scores": state.scores[:], "sheets": _sheets_so_far(state)}
    is_placed = state.abbeys != before.abbeys or state.advisors != before.advisors
    is_held = duel is not None and duel_before is not None and duel.holders != duel_before.holders
    if is_placed or is_held:
        _count_pieces(state, shown)
    if is_placed:
        _show_pieces(state, shown)
    if is_placed or is_held or is_counted:
        shown.projection = {"projection": _projection(state, shown)}


def _count_pieces(state: Position, shown: Shown) -> None:
    """The lines of the countries, alliances and chains in which something has changed."""
    before, lines, kind_of = shown.before, shown.lines, state.tables.board.kind_of
    duel, duel_before = state.duel, shown.before.duel
    holder = holder_before = -1
    for country, packed in enumerate(state.abbeys):
        if duel is not None and duel_before is not None:
            kind = kind_of[country]
            holder, holder_before = duel.holders[kind], duel_before.holders[kind]
        if packed != before.abbeys[country] or holder != holder_before:
            lines[country] = abbey_lines(state, country, holder)
    place = len(state.abbeys)
    if state.advisors != before.advisors:
        lines[place] = alliance_lines(state)
    for seat in range(state.seats):
        place += 1
        if state.sites[seat] != before.sites[seat]:
            lines[place] = chain_lines(state, seat)


def _show_pieces(state: Position, shown: Shown) -> None:
    """The pieces on the board and in the reserves."""
    before, tables = shown.before, state.tables
    countries: dict[str, Any] = shown.countries["countries"].copy()
    for country, packed in enumerate(state.abbeys):
        if packed != before.abbeys[country] or state.advisors[country] != before.advisors[country]:
            countries[tables.board.countries[country]] = _country(state, country)
    reserves: list[dict[str, int]] = shown.reserves["reserves"][:]
    for colour in range(len(state.sites)):
        abbeys, advisors = state.abbeys_left[colour], state.advisors_left[colour]
        if abbeys != before.abbeys_left[colour] or advisors != before.advisors_left[colour]:
            reserves[colour] = {"abbeys": abbeys, "advisors": advisors}
    if state.sites != before.sites:
        shown.sites = {"sites": occupied(state)}  # in one order, whatever was built first
    shown.countries, shown.reserves = {"countries": countries}, {"reserves": reserves}
    before.abbeys, before.advisors, before.sites = state.abbeys[:], state.advisors[:], state.sites[:]
    before.abbeys_left, before.advisors_left = state.abbeys_left[:], state.advisors_left[:]


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


def _projection(state: Position, shown: Shown) -> dict[str, Any]:
    """The scores if the game ended now, with the lines that would be added."""
    scores = state.scores[:]
    sheets: list[list[dict[str, Any]]] = [[] for _ in scores]
    if state.phase != OVER:
        for lines in shown.lines:
            for seat, line in lines:
                scores[seat] = scores[seat] + line.points
                sheets[seat].append(line.to_json())
    return {"scores": scores, "sheets": sheets}


def _sheets_so_far(state: Position) -> list[list[dict[str, Any]]]:
    """The lines that have been counted, of each seat."""
    scored: list[Scored] = interim_lines(state)
    if state.phase == OVER:
        scored += final_lines(state)
    found: list[list[dict[str, Any]]] = [[] for _ in range(state.seats)]
    for seat, line in scored:
        found[seat].append(line.to_json())
    return found


# -- the cards ---------------------------------------------------------------------------------------------


def _show_cards(state: Position, shown: Shown) -> None:
    """The cards as far as everybody sees them."""
    before, tables = shown.before, state.tables
    changed: Observation = {}
    if state.hands != before.hands or state.known != before.known:
        changed["hands"] = shown.hands = _hands(state, shown)
        before.hands, before.known = state.hands[:], state.known[:]
    if state.open0 != before.open0 or state.open1 != before.open1:
        before.open0, before.open1 = state.open0, state.open1
        changed["open"] = [card_id(tables, state.open0), card_id(tables, state.open1)]
    if state.left != before.left:
        changed["pile"] = before.left = state.left
    if state.discard != before.discard:
        shown.discard = changed_bag_ids(tables, shown.discard, before.discard, state.discard)
        changed["discard"] = shown.discard
        before.discard = state.discard
    if state.emptied != before.emptied:
        before.emptied = state.emptied
        changed["last_round"], changed["interim_done"] = state.emptied == 2, state.emptied > 0
    if changed:
        shown.cards = {**shown.cards, **changed}


def _hands(state: Position, shown: Shown) -> list[dict[str, Any]]:
    """Of each hand what everybody knows."""
    tables, before = state.tables, shown.before
    found = shown.hands[:]
    for seat in range(state.seats):
        hand, known = state.hands[seat], state.known[seat]
        if hand != before.hands[seat] or known != before.known[seat]:
            found[seat] = {"size": tables.hand_size[hand], "known": hand_ids(tables, known)}
    return found


def _show_king(tables: Tables, duel: Duel, before: Duel, shown: Shown) -> None:
    """Das Duell: the King's cards, what the seats keep, hold and may still do."""
    changed: Observation = {}
    if duel.cards != before.cards:
        before.cards = duel.cards
        changed["king_cards"] = hand_ids(tables, duel.cards)
    if duel.paid != before.paid:
        before.paid = duel.paid
        changed["paid"] = hand_ids(tables, duel.paid)
    if duel.king_moved != before.king_moved:
        changed["king_moved"] = before.king_moved = duel.king_moved
    if duel.king_first != before.king_first:
        changed["king_first"] = before.king_first = duel.king_first
    if duel.kept != before.kept:
        shown.kept = [
            changed_bag_ids(tables, shown.kept[seat], before.kept[seat], bag)
            for seat, bag in enumerate(duel.kept)
        ]
        changed["kept"] = shown.kept
        before.kept = duel.kept[:]
    if duel.holders != before.holders:
        shown.influence = shown.influence.copy()
        for kind, holder in enumerate(duel.holders):
            if holder != before.holders[kind]:
                shown.influence[tables.board.kinds[kind]] = holder if holder >= 0 else None
        changed["influence"] = shown.influence
        before.holders = duel.holders[:]
    if duel.privileges != before.privileges:
        before.privileges = duel.privileges[:]
        changed["privileges"] = [
            [name for which, name in enumerate(PRIVILEGES) if left >> which & 1] for left in duel.privileges
        ]
    if changed:
        shown.king = {**shown.king, **changed}
        shown.duel = {"duel": shown.king}


# -- whose turn it is, and what only the viewer sees -------------------------------------------------------


def _show_turn(state: Position, shown: Shown) -> None:
    """Whose turn it is and how far it has come."""
    key = state.phase << 3 | state.actor + 2
    key = key << 3 | state.player + 1
    key = key << 4 | state.country + 1
    key = (key << 2 | state.placed) << 2 | state.spread
    key = key << 12 | state.opened
    if key != shown.turn_key:
        shown.turn_key, shown.before.phase = key, state.phase
        turns = state.tables.turns
        known = turns.get(key)
        shown.turn = keep(turns, key, _turn(state)) if known is None else known


def _turn(state: Position) -> Observation:
    tables, actor = state.tables, state.actor
    return {
        "phase": PHASES[state.phase],
        "actors": [actor] if actor >= 0 else [],
        "turn": {
            "seat": state.player if state.player >= 0 else None,
            "country": tables.board.countries[state.country] if state.country >= 0 else None,
            "placed": state.placed,
            "opened": country_ids(tables, state.opened),
            "countries": 1 if state.spread == ONE_COUNTRY else 2,
        },
    }


def _own(state: Position, shown: Shown, viewer: int | None) -> Observation:
    """The own hand, and the cards that this viewer cannot place."""
    place = state.seats if viewer is None else viewer
    hand: i64 = -1 if viewer is None else state.hands[place]
    unseen, unseen_before = unseen_cards(state, place), shown.unseen_bags[place]
    if hand != shown.own_hands[place] or unseen != unseen_before:
        shown.own_hands[place], shown.unseen_bags[place] = hand, unseen
        shown.unseen[place] = changed_bag_ids(state.tables, shown.unseen[place], unseen_before, unseen)
        shown.own[place] = {
            "viewer": viewer,
            "hand": None if viewer is None else hand_ids(state.tables, hand),
            "unseen": shown.unseen[place],
        }
    return shown.own[place]


def unseen_cards(state: Position, viewer: int) -> i64:
    """The cards a seat cannot place, as a bag: in the pile or in the unknown part of another hand."""
    bag_of, bag = state.tables.bag_of, state.pile
    for seat in range(state.seats):
        if seat != viewer:
            bag += bag_of[state.hands[seat]] - bag_of[state.known[seat]]
    return bag


def nothing_shown(state: Position) -> Shown:
    """The cache before the first look: an empty table, which every look brings up to date."""
    shown, before, tables = Shown(), Position(), state.tables
    colours, countries = len(state.sites), len(state.abbeys)
    empty = bag_ids(tables, 0)
    shown.before = before
    shown.fixed = {
        "title": state.title.name,
        "seats": state.seats,
        "options": options_of(state),
        "first_seat": 0,
        "removed": REMOVED[state.seats],
    }
    shown.counted, before.scores, before.interim = {}, [], ()
    shown.projection = {}
    shown.countries, before.abbeys, before.advisors = {"countries": {}}, [-1] * countries, [-1] * countries
    shown.sites, before.sites = {"sites": {}}, [0] * colours
    shown.reserves = {"reserves": [{}] * colours}
    before.abbeys_left, before.advisors_left = [-1] * colours, [-1] * colours
    shown.lines = [[] for _ in range(countries + 1 + state.seats)]
    shown.discard, before.discard = empty, 0
    shown.hands, before.hands, before.known = [{}] * state.seats, [-1] * state.seats, [0] * state.seats
    shown.cards, before.open0, before.open1 = {"discard": empty, "open": [None, None]}, -1, -1
    before.left = before.emptied = -1
    shown.turn, shown.turn_key, before.phase = {}, -1, -1
    shown.own = [{}] * (state.seats + 1)
    shown.own_hands, shown.unseen_bags = [-2] * (state.seats + 1), [0] * (state.seats + 1)
    shown.unseen = [empty] * (state.seats + 1)
    shown.duel, before.duel = {"duel": None}, None
    if state.duel is not None:
        before.duel = _no_duel_shown(tables, shown, empty)
    return shown


def _no_duel_shown(tables: Tables, shown: Shown, empty: dict[str, int]) -> Duel:
    """The same for what Das Duell adds; what was shown of it last."""
    before = Duel()
    before.cards = before.paid = 0
    before.king_moved = before.king_first = False
    before.holders, before.privileges, before.kept = [-1] * len(tables.board.kinds), [0, 0], [0, 0]
    shown.kept, shown.influence = [empty, empty], dict.fromkeys(tables.board.kinds)
    shown.king = {
        "king": KING_COLOUR,
        "king_cards": [],
        "king_moved": False,
        "king_first": False,
        "kept": shown.kept,
        "influence": shown.influence,
        "privileges": [[], []],
        "paid": [],
    }
    shown.duel = {"duel": shown.king}
    return before
