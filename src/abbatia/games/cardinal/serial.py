"""Serialisation: a whole position as plain JSON, and back; positions written by hand are checked."""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.contract import CHANCE, BadSetup, Title
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.fields import ENDED, NO_ADVISOR, PILE, PRIVILEGED_COUNTRIES, Duel, Position
from abbatia.games.cardinal.names import bag_ids, card_id, country_ids, hand_ids, options_of, site_ids
from abbatia.games.cardinal.phases import (
    BLIND,
    CHANCE_PHASES,
    CROWN,
    DEAL,
    DRAW,
    KEEP,
    KING,
    KING_PLACE,
    MORE,
    OVER,
    PHASES,
    PLACE,
    REVEAL,
)
from abbatia.games.cardinal.scoring import add_final, counts, interim_lines
from abbatia.games.cardinal.setup import cards_to_deal, kind_counts, rules_of, set_up
from abbatia.games.cardinal.tables import LAST, Tables, bag_size
from abbatia.games.cardinal.turns.pieces import put_abbey

FAULT: Final = "cardinal.position.fault"
IMPOSSIBLE: Final = "cardinal.position.impossible"


# -- writing -----------------------------------------------------------------------------------------------


def to_json(state: Position) -> dict[str, Any]:
    """The whole position; what follows from the rest (free sites, limits, scores) is left out."""
    tables, seats = state.tables, range(state.seats)
    board = tables.board
    return {
        "title": state.title.name,
        "version": state.title.version,
        "seats": state.seats,
        "options": options_of(state),
        "phase": PHASES[state.phase],
        "player": state.player if state.player >= 0 else None,
        "country": board.countries[state.country] if state.country >= 0 else None,
        "placed": state.placed,
        "opened": country_ids(tables, state.opened),
        "dealt": state.dealt,
        "emptied": state.emptied,
        "hands": [hand_ids(tables, hand)[:] for hand in state.hands],
        "known": [hand_ids(tables, hand)[:] for hand in state.known],
        "open": [card_id(tables, state.open0), card_id(tables, state.open1)],
        "pile": bag_ids(tables, state.pile),
        "discard": bag_ids(tables, state.discard),
        "sites": _sites_json(state),
        "advisors": _pieces_json(state, tuple(state.advisors)),
        "interim": _pieces_json(state, state.interim) if state.interim else None,
        "barred": [country_ids(tables, state.barred[seat]) for seat in seats],
        "fresh": [hand_ids(tables, state.fresh[seat])[:] for seat in seats],
        "duel": None if state.duel is None else _duel_json(state, state.duel),
    }


def _sites_json(state: Position) -> dict[str, int]:
    """The abbeys: the colour on each occupied site."""
    tables = state.tables
    return {site: colour for colour, mask in enumerate(state.sites) for site in site_ids(tables, mask)}


def _pieces_json(state: Position, packed: tuple[int, ...]) -> dict[str, list[int]]:
    colours = len(state.sites)
    names = state.tables.board.countries
    return {names[country]: counts(pieces)[:colours] for country, pieces in enumerate(packed) if pieces}


def _duel_json(state: Position, duel: Duel) -> dict[str, Any]:
    tables = state.tables
    return {
        "cards": hand_ids(tables, duel.cards)[:],
        "kept": [bag_ids(tables, bag) for bag in duel.kept],
        "influence": _holders_json(tables, tuple(duel.holders)),
        "interim_influence": _holders_json(tables, state.interim_holders),
        "privileges": [
            [name for which, name in enumerate(PRIVILEGES) if left >> which & 1] for left in duel.privileges
        ],
        "paid": hand_ids(tables, duel.paid)[:],
        "king_moved": duel.king_moved,
        "king_first": duel.king_first,
        "two_countries": state.spread == PRIVILEGED_COUNTRIES,
    }


def _holders_json(tables: Tables, holders: tuple[int, ...]) -> dict[str, int]:
    return {tables.board.kinds[kind]: holder for kind, holder in enumerate(holders) if holder >= 0}


# -- reading -----------------------------------------------------------------------------------------------


def from_json(state: Position, title: Title, tables: Tables, data: Mapping[str, Any]) -> None:
    """Make `state` the position that `to_json` wrote. Raises BadSetup for one that cannot be."""
    if data.get("title") != title.name or data.get("version") != title.version:
        raise BadSetup("cardinal.position.other_title", title=title.name, version=title.version)
    seats = _whole(data, "seats", 0, 9)
    options = title.setup(seats, _mapping(data, "options"))
    set_up(state, title, tables, seats, rules_of(options))
    _read_turn(state, data)
    _read_cards(state, data)
    _read_board(state, data)
    if state.duel is not None:
        _read_duel(state, state.duel, _mapping(data, "duel"))
    _check_cards(state)
    _check_phase(state)
    _count_scores(state)


def _read_turn(state: Position, data: Mapping[str, Any]) -> None:
    phase = data.get("phase")
    if phase not in PHASES:
        raise BadSetup(FAULT, where="phase")
    state.phase = PHASES.index(phase)
    player = data.get("player")
    state.player = -1 if player is None else _whole(data, "player", 0, state.seats - 1)
    names = state.tables.board.countries
    country = data.get("country")
    if country is not None and country not in names:
        raise BadSetup(FAULT, where="country")
    state.country = -1 if country is None else names.index(country)
    state.placed = _whole(data, "placed", 0, 2)
    state.opened = _countries(state, data.get("opened"), "opened")
    state.dealt = _whole(data, "dealt", 0, cards_to_deal(state))
    state.emptied = _whole(data, "emptied", 0, 2)
    if state.emptied == 2:
        state.mode |= LAST
    chance = state.phase in CHANCE_PHASES
    state.actor = CHANCE if chance else ENDED if state.phase == OVER else state.player


def _read_cards(state: Position, data: Mapping[str, Any]) -> None:
    state.hands = [_hand(state, cards, "hands") for cards in _list(data, "hands", state.seats)]
    state.known = [_hand(state, cards, "known") for cards in _list(data, "known", state.seats)]
    state.fresh = tuple(_hand(state, cards, "fresh") for cards in _list(data, "fresh", state.seats))
    state.barred = tuple(_countries(state, some, "barred") for some in _list(data, "barred", state.seats))
    face_up = [-1 if card is None else _kind(state, card, "open") for card in _list(data, "open", 2)]
    state.open0, state.open1 = face_up
    state.offer = (state.open0 >= 0) + 2 * (state.open1 >= 0) + PILE * (state.emptied < 2)
    state.pile = _bag(state, data.get("pile"), "pile")
    state.left = bag_size(state.pile)
    state.discard = _bag(state, data.get("discard"), "discard")
    for kind in range(len(state.tables.board.kinds)):
        for hand, known, fresh in zip(state.hands, state.known, state.fresh, strict=True):
            if not hand >> 2 * kind & 3 >= known >> 2 * kind & 3 >= fresh >> 2 * kind & 3:
                raise BadSetup(FAULT, where="known")


def _read_board(state: Position, data: Mapping[str, Any]) -> None:
    board = state.tables.board
    opened = state.opened
    owners = _mapping(data, "sites")
    for name in owners:
        if name not in board.sites:
            raise BadSetup(FAULT, where=f"sites {str(name)[:40]}")
        put_abbey(state, _whole(owners, name, 0, len(state.sites) - 1), board.sites.index(name))
    state.opened = opened
    state.advisors = _pieces(state, data, "advisors")
    for country, packed in enumerate(state.advisors):
        pieces = counts(packed)
        for colour in range(len(state.sites)):
            state.advisors_left[colour] -= pieces[colour]
            if not state.advisors_left[colour]:
                state.spent |= 1 << colour + NO_ADVISOR
        state.room[country] -= sum(pieces)
        if state.room[country] < 0:
            raise BadSetup(IMPOSSIBLE, where=f"advisors {board.countries[country]}")
        if not state.room[country]:
            state.room_any &= ~(1 << country)
    if min(state.abbeys_left) < 0 or min(state.advisors_left) < 0:
        raise BadSetup(IMPOSSIBLE, where="sites, advisors")
    if (data.get("interim") is not None) != (state.emptied > 0):
        raise BadSetup(IMPOSSIBLE, where="interim")
    if state.emptied:
        state.interim = tuple(_pieces(state, data, "interim"))
        for then, now in zip(state.interim, state.abbeys, strict=True):
            if any(before > after for before, after in zip(counts(then), counts(now), strict=True)):
                raise BadSetup(IMPOSSIBLE, where="interim")


def _read_duel(state: Position, duel: Duel, data: Mapping[str, Any]) -> None:
    duel.cards = _hand(state, data.get("cards"), "duel cards")
    duel.kept = [_bag(state, bag, "duel kept") for bag in _list(data, "kept", state.seats)]
    duel.holders = _holders(state, data, "influence")
    if state.emptied:
        state.interim_holders = tuple(_holders(state, data, "interim_influence"))
    duel.privileges = []
    for names in _list(data, "privileges", state.seats):
        if not isinstance(names, list) or any(name not in PRIVILEGES for name in names):
            raise BadSetup(FAULT, where="duel privileges")
        duel.privileges.append(sum(1 << PRIVILEGES.index(name) for name in set(names)))
    duel.paid = _hand(state, data.get("paid"), "duel paid")
    duel.king_moved = _flag(data, "king_moved")
    duel.king_first = _flag(data, "king_first")
    if _flag(data, "two_countries"):
        state.spread = PRIVILEGED_COUNTRIES


def _holders(state: Position, data: Mapping[str, Any], name: str) -> list[int]:
    holders = [-1] * len(state.tables.board.kinds)
    given = _mapping(data, name)
    for card in given:
        holders[_kind(state, card, name)] = _whole(given, card, 0, state.seats - 1)
    return holders


# -- checks ------------------------------------------------------------------------------------------------


def _check_cards(state: Position) -> None:
    """Every card of the game lies somewhere, and nowhere twice (law 9)."""
    for kind, total in enumerate(kind_counts(state.tables, state.seats)):
        if cards_of_kind(state, kind) != total:
            raise BadSetup("cardinal.position.cards", card=state.tables.board.kinds[kind], total=total)


def cards_of_kind(state: Position, kind: int) -> int:
    """How many cards of a kind there are in all places together."""
    number = (state.pile >> 4 * kind & 15) + (state.discard >> 4 * kind & 15)
    number += sum(hand >> 2 * kind & 3 for hand in state.hands)
    number += (state.open0 == kind) + (state.open1 == kind)
    if state.duel is not None:
        number += (state.duel.cards >> 2 * kind & 3) + sum(bag >> 4 * kind & 15 for bag in state.duel.kept)
    return number


def _check_phase(state: Position) -> None:
    """What the game waits for must be possible."""
    phase, duel = state.phase, state.duel
    size = state.tables.hand_size
    dealing = state.dealt < cards_to_deal(state)
    filled = phase in (DRAW, BLIND) and size[state.hands[state.player]] >= HAND
    faults = [
        ("player", (state.player < 0) != (dealing or _is_before_first_turn(state))),
        ("dealt", (phase == DEAL) != dealing),
        ("hands", filled or (dealing and sum(size[hand] for hand in state.hands) != state.dealt)),
        ("pile", (state.left == 0) != (state.emptied == 2)),
        ("country", state.country < 0 and phase in (PLACE, MORE, KING_PLACE)),
        ("placed", phase == MORE and not state.placed),
        ("open", phase == REVEAL and state.open0 >= 0 and state.open1 >= 0),
        ("duel", duel is None and phase in (KEEP, KING, KING_PLACE, CROWN)),
        ("duel cards", duel is not None and phase == CROWN and size[duel.cards] >= HAND),
        ("emptied", state.emptied == 2 and phase in CHANCE_PHASES),
    ]
    for where, is_wrong in faults:
        if is_wrong:
            raise BadSetup(IMPOSSIBLE, where=where)
    if phase not in CHANCE_PHASES and phase != OVER and not state.legal(state.actor):
        raise BadSetup(IMPOSSIBLE, where="phase")


def _is_before_first_turn(state: Position) -> bool:
    """Face-up cards, and in Das Duell the King's, are turned up before anybody has a turn."""
    return state.phase in CHANCE_PHASES and state.player < 0


def _count_scores(state: Position) -> None:
    """The points counted so far follow from the interim scoring, and at the end from the board."""
    for seat, line in interim_lines(state):
        state.scores[seat] += line.points
    if state.phase == OVER:
        add_final(state, state.scores)


# -- the pieces of the file --------------------------------------------------------------------------------


def _whole(data: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadSetup(FAULT, where=name)
    return value


def _flag(data: Mapping[str, Any], name: str) -> bool:
    value = data.get(name)
    if not isinstance(value, bool):
        raise BadSetup(FAULT, where=f"duel {name}")
    return value


def _mapping(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name)
    if not isinstance(value, Mapping):
        raise BadSetup(FAULT, where=name)
    return value


def _list(data: Mapping[str, Any], name: str, length: int) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list) or len(value) != length:
        raise BadSetup(FAULT, where=name)
    return value


def _kind(state: Position, card: Any, where: str) -> int:
    kinds = state.tables.board.kinds
    if not isinstance(card, str) or card not in kinds:
        raise BadSetup(FAULT, where=where)
    return kinds.index(card)


def _hand(state: Position, cards: Any, where: str) -> int:
    if not isinstance(cards, list) or len(cards) > HAND:
        raise BadSetup(FAULT, where=where)
    return sum(state.tables.card[_kind(state, card, where)] for card in cards)


def _bag(state: Position, cards: Any, where: str) -> int:
    if not isinstance(cards, Mapping):
        raise BadSetup(FAULT, where=where)
    return sum(_whole(cards, name, 0, 15) * state.tables.unit[_kind(state, name, where)] for name in cards)


def _countries(state: Position, names: Any, where: str) -> int:
    known = state.tables.board.countries
    if not isinstance(names, list) or any(name not in known for name in names):
        raise BadSetup(FAULT, where=where)
    return sum(1 << known.index(name) for name in set(names))


def _pieces(state: Position, data: Mapping[str, Any], name: str) -> list[int]:
    """Pieces of each colour in each country, packed."""
    packed = [0] * len(state.abbeys)
    known = state.tables.board.countries
    given = _mapping(data, name)
    for country, pieces in given.items():
        if country not in known or len(_list(given, country, len(state.sites))) == 0:
            raise BadSetup(FAULT, where=name)
        for colour, number in enumerate(pieces):
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 15:
                raise BadSetup(FAULT, where=f"{name} {country}")
            packed[known.index(country)] += number << 4 * colour
    return packed
