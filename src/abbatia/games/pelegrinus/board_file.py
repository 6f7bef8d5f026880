"""A board file of the player's own: everything the rules and the drawing need, checked place by place."""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.reading import (
    Choice,
    ComponentFile,
    Faults,
    Fields,
    Fixed,
    Id,
    Items,
    Matching,
    Number,
    Remark,
    Text,
    Whole,
    at,
    known,
    new_ids,
    point,
)
from abbatia.core.versions import data_file
from abbatia.core.words import LANGUAGES
from abbatia.games.pelegrinus.board import ABBEYS, COMMANDERIES, DATA, POPES, RELICS, SEATS, TURNS

MOST_CITIES: Final = 48
SITES_IN_FORCE: Final = 5  # §9.4 has no value for more
MAP_SIDE: Final = 10_000
RESERVED: Final = ("court", "home")
ALWAYS: Final = "always"

NAMED: Final = {"id": Id(), "name": Text()}
REMARKS: Final = {
    **{f"name_{language}": Text() for language in LANGUAGES if language != "fr"},
    "status": Remark(),
}
X: Final = Number(0, MAP_SIDE)
PLACE: Final = {"x": X, "y": X}
FORM: Final = Fields(
    {
        "map": Fields({"width": Whole(1, MAP_SIDE), "height": Whole(1, MAP_SIDE)}),
        "regions": Items(
            Fields(
                {**NAMED, "opens": Whole(1, TURNS)},
                {**REMARKS, "color": Matching("#[0-9a-fA-F]{6}", "#2f6b3a")},
            ),
            1,
            14,
        ),
        "cities": Items(
            Fields(
                {
                    **NAMED,
                    "region": Id(),
                    **PLACE,
                    "limit": Fields({str(seats): Whole(1, 9) for seats in SEATS}),
                },
                REMARKS,
            ),
            1,
            MOST_CITIES,
        ),
        "routes": Items(
            Fields(
                {"a": Id(), "b": Id(), "kind": Choice("land", "sea", "terre", "mer")},
                {"via": Items(Items(X, 2, 2), 0, 20), "status": Remark()},
            ),
            0,
            200,
        ),
        "sites": Items(
            Fields({**NAMED, "route": Items(Id(), 2, 2), **PLACE, "active": Id()}, REMARKS), 0, 10
        ),
    },
    {
        "$schema": Text(200),
        "game": Fixed("pelegrinus"),
        "about": Remark(),
        "fields": Remark(),
        "legend": Remark(),
        "turns": Fixed(TURNS),
        "supply": Fields(
            {},
            {
                "commanderies": Fixed(COMMANDERIES),
                "abbeys": Fixed(ABBEYS),
                "popes": Fixed(POPES),
                "relics": Fixed(list(RELICS)),
            },
        ),
    },
)
"""What a board file may hold; `turns` and `supply` it may repeat, not change (§1.1, §3.1)."""


def check_board(data: Any, faults: Faults) -> None:
    """Tell the faults of a board file: first its form, then, if that is right, what does not fit together."""
    if not FORM.check(data, "", faults):
        return
    size = data["map"]
    regions = new_ids(data["regions"], "regions", faults)
    first = min(region["opens"] for region in data["regions"])
    if first > 1:
        faults.add("pelegrinus.board.no_first_region", "regions", turn=first)
    cities = new_ids(data["cities"], "cities", faults)
    _check_cities(data["cities"], regions, size, faults)
    routes = _check_routes(data["routes"], cities, size, faults)
    _check_sites(data["sites"], routes, size, faults)


def _check_cities(
    cities: list[dict[str, Any]], regions: list[str], size: Mapping[str, Any], faults: Faults
) -> None:
    """§6.2: every city lies in a region, and every region has one."""
    for index, city in enumerate(cities):
        where = at("cities", index, city)
        if city["id"] in RESERVED:
            faults.add("core.file.reserved_id", f"{where}.id", value=city["id"])
        known(city["region"], f"{where}.region", regions, faults)
        point(city, where, size, faults)
    homes = {city["region"] for city in cities}
    for region in regions:
        if region not in homes:
            faults.add("pelegrinus.board.empty_region", "cities", region=region)


def _check_routes(
    routes: list[dict[str, Any]], cities: list[str], size: Mapping[str, Any], faults: Faults
) -> set[frozenset[str]]:
    """§2.2: a route joins two different cities, and two cities have one route at most."""
    seen: set[frozenset[str]] = set()
    for index, route in enumerate(routes):
        where = f"routes[{index}]"
        for end in ("a", "b"):
            known(route[end], f"{where}.{end}", cities, faults)
        ends = frozenset((route["a"], route["b"]))
        if len(ends) == 1:
            faults.add("core.file.to_itself", where, value=route["a"])
        if ends in seen:
            faults.add("core.file.twice", where, value=f"{route['a']} – {route['b']}")
        seen.add(ends)
        for bend, (x, y) in enumerate(route.get("via", [])):
            point({"x": x, "y": y}, f"{where}.via[{bend}]", size, faults)
    return seen


def _check_sites(
    sites: list[dict[str, Any]], routes: set[frozenset[str]], size: Mapping[str, Any], faults: Faults
) -> None:
    """§9.1: a site lies on a route of its own; §1.3: always in force, or one of a group that is drawn."""
    new_ids(sites, "sites", faults)
    taken: dict[frozenset[str], str] = {}
    groups: dict[str, list[str]] = {}
    for index, site in enumerate(sites):
        where = at("sites", index, site)
        road = frozenset(site["route"])
        if road not in routes:
            faults.add("pelegrinus.board.no_route", f"{where}.route", cities=site["route"])
        if road in taken:
            faults.add("pelegrinus.board.road_taken", f"{where}.route", site=site["id"], other=taken[road])
        taken[road] = site["id"]
        point(site, where, size, faults)
        groups.setdefault(site["active"], []).append(site["id"])
    always = groups.pop(ALWAYS, [])
    for group, members in groups.items():
        if len(members) < 2:
            faults.add("pelegrinus.board.lone_draw", "sites", group=group, site=members[0])
    in_force = len(always) + len(groups)
    if in_force > SITES_IN_FORCE:
        faults.add("pelegrinus.board.too_many_sites", "sites", count=in_force, most=SITES_IN_FORCE)


def component_file(version: int) -> ComponentFile:
    """What a file of the player's own may hold in a match of this version."""
    return ComponentFile(data_file(DATA, "board.json", version), FORM, check_board)


def names_of(data: Mapping[str, Any], language: str) -> dict[str, str]:
    """The names on a board as words of the catalogue: `name_en` in English where it is given, else `name`."""
    found: dict[str, str] = {}
    for part, key in (("regions", "region"), ("cities", "place"), ("sites", "site")):
        for item in data[part]:
            name: str = item.get(f"name_{language}", item["name"])
            found[f"pelegrinus.{key}.{item['id']}"] = name.strip()
    return found
