"""The board: countries, sites, roads, alliances, cards and pieces, read from a board file and checked.

Ours is `board.json`; a player's own file has the same form. The limits are what packed positions can hold.
"""

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from abbatia.core.contract import BadSetup

FILE: Final = Path(__file__).parent / "board.json"
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,23}")
RESERVED: Final = ("open", "pile")  # `draw open 1` and `draw pile` must not look like a drawn card

HAND: Final = 3
FACE_UP: Final = 2
COLOURS: Final = 5

COUNTRIES: Final = (2, 12)  # the least and the most, here and below
SITES: Final = (4, 62)
COUNTRY_SITES: Final = (1, 12)
SITE_ROADS: Final = 6
ALLIANCES: Final = (0, 40)
KINDS: Final = (2, 8)
KIND_COUNTRIES: Final = (1, 4)
KIND_CARDS: Final = (3, 15)
ABBEYS: Final = (1, 30)
ADVISORS: Final = (0, 15)
MAP_SIDE: Final = (1, 100_000)
NAME_LENGTH: Final = 60


class Board:
    """The facts of one board; countries, sites and kinds of card are numbers, their ids stand in tuples."""

    __slots__ = (
        "countries",
        "sites",
        "kinds",
        "country_of",
        "kind_of",
        "kind_countries",
        "kind_cards",
        "roads",
        "alliances",
        "abbeys",
        "advisors",
        "names",
    )

    def __init__(self) -> None:
        self.countries: tuple[str, ...] = ()  # in the order of scoring
        self.sites: tuple[str, ...] = ()
        self.kinds: tuple[str, ...] = ()
        self.country_of: tuple[int, ...] = ()  # of each site
        self.kind_of: tuple[int, ...] = ()  # the kind of card that names each country
        self.kind_countries: tuple[tuple[int, ...], ...] = ()
        self.kind_cards: tuple[int, ...] = ()  # how many cards of each kind, before any is removed
        self.roads: tuple[tuple[int, int], ...] = ()
        self.alliances: tuple[tuple[int, int, int], ...] = ()  # (number, country, country), ascending
        self.abbeys: int = 0
        self.advisors: int = 0
        self.names: dict[str, dict[str, str]] = {"en": {}, "fr": {}}  # `site.cluny` and the like


def our_data() -> dict[str, Any]:
    """The board file of Abbatia."""
    data: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return data


def read_board(data: Mapping[str, Any]) -> Board:
    """The board that a board file describes (§1.1, §1.2). Raises BadSetup with what is wrong where."""
    board = Board()
    _read_map(data)
    _read_countries(board, data)
    _read_sites(board, data)
    _read_roads(board, data)
    _read_alliances(board, data)
    _read_cards(board, data)
    pieces = _object(data, "pieces", "")
    board.abbeys = _whole(pieces, "abbeys", "pieces", ABBEYS)
    board.advisors = _whole(pieces, "advisors", "pieces", ADVISORS)
    return board


# -- the parts ---------------------------------------------------------------------------------------------


def _read_map(data: Mapping[str, Any]) -> None:
    size = _object(data, "map", "")
    _whole(size, "width", "map", MAP_SIDE)
    _whole(size, "height", "map", MAP_SIDE)


def _read_countries(board: Board, data: Mapping[str, Any]) -> None:
    ids: list[str] = []
    for where, entry in _entries(data, "countries", COUNTRIES):
        ids.append(_new_id(entry, where, ids))
        _read_names(board, entry, where, f"country.{ids[-1]}")
        _point(_object(entry, "seal", where), f"{where} seal")
    board.countries = tuple(ids)


def _read_sites(board: Board, data: Mapping[str, Any]) -> None:
    ids: list[str] = []
    homes: list[int] = []
    for where, entry in _entries(data, "sites", SITES):
        ids.append(_new_id(entry, where, ids))
        _read_names(board, entry, where, f"site.{ids[-1]}")
        _point(entry, where)
        homes.append(_country(board, entry, "country", where))
    board.sites = tuple(ids)
    board.country_of = tuple(homes)
    for country, name in enumerate(board.countries):
        _within(f"sites ({name})", homes.count(country), COUNTRY_SITES)


def _read_roads(board: Board, data: Mapping[str, Any]) -> None:
    roads: list[tuple[int, int]] = []
    count = [0] * len(board.sites)
    number = {site: index for index, site in enumerate(board.sites)}
    for where, entry in _items(data, "roads", (0, len(board.sites) * SITE_ROADS // 2)):
        if not isinstance(entry, list) or len(entry) != 2:
            raise BadSetup("cardinal.board.bad_road", where=where)
        for end in entry:
            if not isinstance(end, str) or end not in number:
                raise BadSetup("cardinal.board.unknown_site", where=where, value=_short(end))
        road = (number[entry[0]], number[entry[1]])
        if road[0] == road[1]:
            raise BadSetup("cardinal.board.to_itself", where=where, value=entry[0])
        if road in roads or (road[1], road[0]) in roads:
            raise BadSetup("cardinal.board.twice", where=where, value=" – ".join(entry))
        roads.append(road)
        for site in road:
            count[site] += 1
            if count[site] > SITE_ROADS:
                raise BadSetup(
                    "cardinal.board.many_roads", where=where, value=board.sites[site], most=SITE_ROADS
                )
    board.roads = tuple(roads)


def _read_alliances(board: Board, data: Mapping[str, Any]) -> None:
    alliances: list[tuple[int, int, int]] = []
    for where, entry in _entries(data, "alliances", ALLIANCES):
        number = _whole(entry, "number", where, (1, 99))
        pair = sorted((_country(board, entry, "a", where), _country(board, entry, "b", where)))
        if pair[0] == pair[1]:
            raise BadSetup("cardinal.board.to_itself", where=where, value=board.countries[pair[0]])
        for other, *others in alliances:
            if other == number:
                raise BadSetup("cardinal.board.twice", where=where, value=str(number))
            if sorted(others) == pair:
                between = " – ".join(board.countries[country] for country in pair)
                raise BadSetup("cardinal.board.twice", where=where, value=between)
        _point(_object(entry, "marker", where), f"{where} marker")
        alliances.append((number, _country(board, entry, "a", where), _country(board, entry, "b", where)))
    board.alliances = tuple(sorted(alliances))


def _read_cards(board: Board, data: Mapping[str, Any]) -> None:
    ids: list[str] = []
    cards: list[int] = []
    named: list[tuple[int, ...]] = []
    kind_of = [-1] * len(board.countries)
    for where, entry in _entries(data, "cards", KINDS):
        ids.append(_new_id(entry, where, ids))
        if ids[-1] in RESERVED:
            raise BadSetup("cardinal.board.reserved_id", where=where, value=ids[-1])
        cards.append(_whole(entry, "count", where, KIND_CARDS))
        _text(entry, "colour", where)
        countries: list[int] = []
        for place, _ in _items(entry, "countries", KIND_COUNTRIES, where):
            country = _country(board, {"": entry["countries"][len(countries)]}, "", place)
            if kind_of[country] >= 0:
                raise BadSetup("cardinal.board.twice", where=place, value=board.countries[country])
            kind_of[country] = len(ids) - 1
            countries.append(country)
        named.append(tuple(countries))
    if -1 in kind_of:
        raise BadSetup("cardinal.board.no_card", where="cards", value=board.countries[kind_of.index(-1)])
    board.kinds, board.kind_cards = tuple(ids), tuple(cards)
    board.kind_of, board.kind_countries = tuple(kind_of), tuple(named)
    _enough_cards(board)
    for kind, name in enumerate(board.kinds):
        for names in board.names.values():
            countries_of = [names[f"country.{board.countries[c]}"] for c in board.kind_countries[kind]]
            names[f"card.{name}"] = "/".join(countries_of)


def _enough_cards(board: Board) -> None:
    """After dealing there must be a pile, for every number of players (§2.2, §2.4, §2.5)."""
    for seats, removed, dealt in (
        (2, 2, 2 * HAND + HAND),
        (3, 2, 3 * HAND),
        (4, 1, 4 * HAND),
        (5, 0, 5 * HAND),
    ):
        left = sum(board.kind_cards) - removed * len(board.kinds)
        if left <= dealt + FACE_UP:
            raise BadSetup(
                "cardinal.board.few_cards", where="cards", seats=seats, found=left, least=dealt + FACE_UP + 1
            )


# -- the pieces of a file ----------------------------------------------------------------------------------


def _short(value: object) -> str:
    """A value as it is shown in a message."""
    return value[:40] if isinstance(value, str) else "…"


def _at(where: str, name: str) -> str:
    return f"{where} {name}".strip()


def _get(data: Mapping[str, Any], name: str, where: str) -> Any:
    if name not in data:
        raise BadSetup("cardinal.board.missing", where=_at(where, name))
    return data[name]


def _object(data: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    value = _get(data, name, where)
    if not isinstance(value, Mapping):
        raise BadSetup("cardinal.board.not_object", where=_at(where, name))
    return value


def _items(
    data: Mapping[str, Any], name: str, bounds: tuple[int, int], where: str = ""
) -> list[tuple[str, Any]]:
    """The items of a list with the place where each stands; people count from 1."""
    value = _get(data, name, where)
    if not isinstance(value, list):
        raise BadSetup("cardinal.board.not_list", where=_at(where, name))
    _within(_at(where, name), len(value), bounds)
    return [(f"{_at(where, name)} #{index + 1}", item) for index, item in enumerate(value)]


def _entries(
    data: Mapping[str, Any], name: str, bounds: tuple[int, int]
) -> list[tuple[str, Mapping[str, Any]]]:
    """The items of a list that are all objects; an entry with an id is named by it."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    for where, item in _items(data, name, bounds):
        if not isinstance(item, Mapping):
            raise BadSetup("cardinal.board.not_object", where=where)
        found.append((f"{where} ({_short(item['id'])})" if "id" in item else where, item))
    return found


def _within(where: str, found: int, bounds: tuple[int, int]) -> None:
    if not bounds[0] <= found <= bounds[1]:
        raise BadSetup(
            "cardinal.board.out_of_bounds", where=where, found=found, least=bounds[0], most=bounds[1]
        )


def _whole(data: Mapping[str, Any], name: str, where: str, bounds: tuple[int, int]) -> int:
    value = _get(data, name, where)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadSetup("cardinal.board.not_number", where=_at(where, name))
    _within(_at(where, name), value, bounds)
    return value


def _point(data: Mapping[str, Any], where: str) -> None:
    """A place on the map, so that the table can be drawn."""
    for name in ("x", "y"):
        value = _get(data, name, where)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise BadSetup("cardinal.board.not_number", where=_at(where, name))


def _text(data: Mapping[str, Any], name: str, where: str) -> str:
    value = _get(data, name, where)
    if not isinstance(value, str) or not value.strip() or len(value) > NAME_LENGTH or not value.isprintable():
        raise BadSetup("cardinal.board.not_text", where=_at(where, name), most=NAME_LENGTH)
    return value.strip()


def _new_id(data: Mapping[str, Any], where: str, known: list[str]) -> str:
    value = _get(data, "id", where)
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise BadSetup("cardinal.board.bad_id", where=where, value=_short(value))
    if value in known:
        raise BadSetup("cardinal.board.twice", where=where, value=value)
    return value


def _country(board: Board, data: Mapping[str, Any], name: str, where: str) -> int:
    value = _get(data, name, where)
    if not isinstance(value, str) or value not in board.countries:
        raise BadSetup("cardinal.board.unknown_country", where=_at(where, name), value=_short(value))
    return board.countries.index(value)


def _read_names(board: Board, data: Mapping[str, Any], where: str, key: str) -> None:
    name = _text(data, "name", where)
    board.names["en"][key] = name
    board.names["fr"][key] = _text(data, "name_fr", where) if "name_fr" in data else name
