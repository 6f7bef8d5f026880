"""A board file of the player's own: everything the rules and the drawing need, checked place by place."""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.contract import BadSetup
from abbatia.games.pelegrinus.board import ABBEYS, COMMANDERIES, POPES, RELICS, SEATS, TURNS
from abbatia.games.pelegrinus.reading import (
    a_count,
    a_known,
    a_list,
    a_number,
    a_point,
    a_text,
    an_object,
    field,
    new_id,
    objects,
    shown,
)

MOST_CITIES: Final = 48
MOST_REGIONS: Final = 14
MOST_ROUTES: Final = 200
MOST_SITES: Final = 10
SITES_IN_FORCE: Final = 5  # §9.4 has no value for more
MOST_IN_CITY: Final = 9
MAP_SIDE: Final = 10_000
RESERVED: Final = ("court", "home")
KINDS: Final = ("land", "sea", "terre", "mer")
ALWAYS: Final = "always"
SUPPLY: Final[dict[str, Any]] = {
    "commanderies": COMMANDERIES,
    "abbeys": ABBEYS,
    "popes": POPES,
    "relics": list(RELICS),
}
"""What the rules fix for each player; a file may repeat it, not change it."""


def check_board(data: Any) -> None:
    """Raise BadSetup for the first fault of a board file, with the place where it stands."""
    board = an_object(data, "board")
    a_fixed(board.get("turns", TURNS), "turns", TURNS)
    for name, given in an_object(board.get("supply", {}), "supply").items():
        a_fixed(given, f"supply.{shown(name)}", SUPPLY.get(name))
    width, height = _check_map(board)
    regions = _check_regions(board)
    cities = _check_cities(board, regions, width, height)
    routes = _check_routes(board, cities, width, height)
    _check_sites(board, routes, width, height)


def _check_map(board: Mapping[str, Any]) -> tuple[int, int]:
    size = an_object(field(board, "map", ""), "map")
    width = a_number(field(size, "width", "map"), "map.width", 1, MAP_SIDE)
    height = a_number(field(size, "height", "map"), "map.height", 1, MAP_SIDE)
    return int(width), int(height)


def _check_regions(board: Mapping[str, Any]) -> set[str]:
    """§2.1: every region opens on some turn, one of them on the first."""
    known: set[str] = set()
    first = TURNS
    for where, region in objects(board, "regions", 1, MOST_REGIONS):
        known.add(new_id(region, where, known))
        a_text(field(region, "name", where), f"{where}.name")
        first = min(first, a_count(field(region, "opens", where), f"{where}.opens", 1, TURNS))
    if first > 1:
        raise BadSetup("pelegrinus.board.no_first_region", where="regions", turn=first)
    return known


def _check_cities(board: Mapping[str, Any], regions: set[str], width: int, height: int) -> set[str]:
    """§6.2: every city lies in a region and has a limit for each number of players."""
    known: set[str] = set()
    empty = set(regions)
    for where, city in objects(board, "cities", 1, MOST_CITIES):
        name = new_id(city, where, known)
        if name in RESERVED:
            raise BadSetup("pelegrinus.board.reserved_id", where=f"{where}.id", id=name)
        known.add(name)
        a_text(field(city, "name", where), f"{where}.name")
        empty.discard(a_known(field(city, "region", where), f"{where}.region", regions))
        a_point([field(city, "x", where), field(city, "y", where)], where, width, height)
        limit = an_object(field(city, "limit", where), f"{where}.limit")
        for seats in SEATS:
            spot = f"{where}.limit.{seats}"
            a_count(field(limit, str(seats), f"{where}.limit"), spot, 1, MOST_IN_CITY)
    if empty:
        raise BadSetup("pelegrinus.board.empty_region", where="cities", region=sorted(empty)[0])
    return known


def _check_routes(board: Mapping[str, Any], cities: set[str], width: int, height: int) -> set[frozenset[str]]:
    """§2.2: a route joins two different cities, and two cities have one route at most."""
    known: set[frozenset[str]] = set()
    for where, route in objects(board, "routes", 0, MOST_ROUTES):
        ends = frozenset(a_known(field(route, end, where), f"{where}.{end}", cities) for end in ("a", "b"))
        if len(ends) == 1:
            raise BadSetup("pelegrinus.board.route_to_itself", where=where, city=next(iter(ends)))
        if ends in known:
            raise BadSetup("pelegrinus.board.route_twice", where=where, cities=sorted(ends))
        known.add(ends)
        kind = field(route, "kind", where)
        if kind not in KINDS:
            raise BadSetup(
                "pelegrinus.board.unknown_kind", where=f"{where}.kind", value=shown(kind), known=list(KINDS)
            )
        for bend, point in enumerate(a_list(route.get("via", []), f"{where}.via", 0, MOST_CITIES)):
            a_point(point, f"{where}.via[{bend}]", width, height)
    return known


def _check_sites(board: Mapping[str, Any], routes: set[frozenset[str]], width: int, height: int) -> None:
    """§9.1: a site lies on a route of its own; §1.3: always in force, or one of a group that is drawn."""
    known: set[str] = set()
    taken: dict[frozenset[str], str] = {}
    groups: dict[str, list[str]] = {}
    for where, site in objects(board, "sites", 0, MOST_SITES):
        name = new_id(site, where, known)
        known.add(name)
        a_text(field(site, "name", where), f"{where}.name")
        ends = a_list(field(site, "route", where), f"{where}.route", 2, 2)
        road = frozenset(a_text(end, f"{where}.route") for end in ends)
        if road not in routes:
            raise BadSetup(
                "pelegrinus.board.no_route", where=f"{where}.route", cities=[shown(e) for e in ends]
            )
        if road in taken:
            raise BadSetup(
                "pelegrinus.board.road_taken", where=f"{where}.route", site=name, other=taken[road]
            )
        taken[road] = name
        a_point([field(site, "x", where), field(site, "y", where)], where, width, height)
        groups.setdefault(a_text(field(site, "active", where), f"{where}.active"), []).append(name)
    always = groups.pop(ALWAYS, [])
    for group, members in groups.items():
        if len(members) < 2:
            raise BadSetup("pelegrinus.board.lone_draw", where="sites", group=group, site=members[0])
    in_force = len(always) + len(groups)
    if in_force > SITES_IN_FORCE:
        raise BadSetup("pelegrinus.board.too_many_sites", where="sites", count=in_force, most=SITES_IN_FORCE)


def a_fixed(value: Any, where: str, ours: Any) -> None:
    """§1.1, §3.1: what the rules fix for every board."""
    if value != ours:
        raise BadSetup("pelegrinus.board.fixed", where=where, value=shown(value), ours=str(ours))
