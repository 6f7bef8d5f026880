"""A board file, ours or a player's own: its form, and checks of what has to fit together.

The limits are what packed positions can hold, and what keeps the counting of chains quick.
"""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.reading import (
    Choice,
    ComponentFile,
    Faults,
    Fields,
    Id,
    Items,
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
from abbatia.games.cardinal.board import DATA, FACE_UP, HAND
from abbatia.games.cardinal.covering import WIDEST, road_order

RESERVED: Final = ("open", "pile")  # `draw open 1` and `draw pile` must not look like a drawn card

SITES: Final = 62
COUNTRY_SITES: Final = 12
SITE_ROADS: Final = 6
FEW_ROADS: Final = 4
"""Where no site has more roads than this, the net may be wider by one (see `covering`)."""
MAP_SIDE: Final = 100_000
INKS: Final = (
    "red",
    "green",
    "orange",
    "yellow",
    "violet",
    "blue",
    "brown",
    "grey",
)  # as the browser draws them

NAMED: Final = {"id": Id(), "name": Text()}
NAMED_TOO: Final = {f"name_{language}": Text() for language in LANGUAGES if language != "en"}
PLACE: Final = {"x": Number(0, MAP_SIDE), "y": Number(0, MAP_SIDE)}
FORM: Final = Fields(
    {
        "map": Fields({"width": Whole(1, MAP_SIDE), "height": Whole(1, MAP_SIDE)}),
        "countries": Items(
            Fields(
                {**NAMED, "seal": Fields(PLACE)},
                {**NAMED_TOO, "rim": Choice(True, False), "site_count": Remark()},
            ),
            2,
            12,
        ),
        "sites": Items(Fields({**NAMED, "country": Id(), **PLACE}, NAMED_TOO), 4, SITES),
        "roads": Items(Items(Id(), 2, 2), 0, SITES * SITE_ROADS // 2),
        "alliances": Items(
            Fields(
                {"number": Whole(1, 99), "a": Id(), "b": Id(), "marker": Fields(PLACE)},
                {"sea": Choice(True, False)},
            ),
            0,
            40,
        ),
        "cards": Items(
            Fields(
                {
                    "id": Id(),
                    "countries": Items(Id(), 1, 4),
                    "count": Whole(3, 15),
                    "colour": Choice(*INKS),
                }
            ),
            2,
            8,
        ),
        "pieces": Fields({"abbeys": Whole(1, 20), "advisors": Whole(0, 15)}),
    },
    {"$schema": Text(200), "about": Remark(), "fields": Remark(), "provenance": Remark()},
)
"""What a board file may hold; what several places must agree on is checked below."""


# -- checking ----------------------------------------------------------------------------------------------


def check_board(data: Any, faults: Faults) -> None:
    """Tell the faults of a board file: first its form, then, if that is right, what does not fit together."""
    if not FORM.check(data, "", faults):
        return
    size = data["map"]
    countries = new_ids(data["countries"], "countries", faults)
    for index, entry in enumerate(data["countries"]):
        point(entry["seal"], f"{at('countries', index, entry)}.seal", size, faults)
    sites = new_ids(data["sites"], "sites", faults)
    for index, entry in enumerate(data["sites"]):
        where = at("sites", index, entry)
        point(entry, where, size, faults)
        known(entry["country"], f"{where}.country", countries, faults)
    homes = [entry["country"] for entry in data["sites"]]
    for name in countries:
        if not 1 <= homes.count(name) <= COUNTRY_SITES:
            faults.add(
                "cardinal.board.country_sites",
                "sites",
                country=name,
                found=homes.count(name),
                most=COUNTRY_SITES,
            )
    _check_roads(data["roads"], sites, faults)
    _check_alliances(data["alliances"], countries, size, faults)
    _check_cards(data["cards"], countries, faults)


def _check_roads(roads: list[list[str]], sites: list[str], faults: Faults) -> None:
    """Roads join two sites each, and their net must not be so dense that chains cannot be counted (§11.5)."""
    seen: set[frozenset[str]] = set()
    count = dict.fromkeys(sites, 0)
    number = {name: index for index, name in enumerate(sites)}
    net = [0] * len(sites)
    for index, (one, other) in enumerate(roads):
        where = f"roads[{index}]"
        if not known(one, where, sites, faults) or not known(other, where, sites, faults):
            continue
        if one == other:
            faults.add("core.file.to_itself", where, value=one)
        if frozenset((one, other)) in seen:
            faults.add("core.file.twice", where, value=f"{one} – {other}")
        seen.add(frozenset((one, other)))
        net[number[one]] |= 1 << number[other]
        net[number[other]] |= 1 << number[one]
        for site in (one, other):
            count[site] += 1
            if count[site] == SITE_ROADS + 1:
                faults.add("cardinal.board.many_roads", where, value=site, most=SITE_ROADS)
    most = max(count.values())
    if most > SITE_ROADS:
        return
    widest = WIDEST if most <= FEW_ROADS else WIDEST - 1
    if (width := road_order(net)[1]) > widest:
        faults.add("cardinal.board.dense_roads", "roads", found=width, most=widest, few=FEW_ROADS)


def _check_alliances(
    alliances: list[dict[str, Any]], countries: list[str], size: Mapping[str, Any], faults: Faults
) -> None:
    numbers: set[int] = set()
    pairs: set[frozenset[str]] = set()
    for index, entry in enumerate(alliances):
        where = f"alliances[{index}]"
        point(entry["marker"], f"{where}.marker", size, faults)
        for end in ("a", "b"):
            known(entry[end], f"{where}.{end}", countries, faults)
        if entry["a"] == entry["b"]:
            faults.add("core.file.to_itself", where, value=entry["a"])
        if entry["number"] in numbers:
            faults.add("core.file.twice", where, value=str(entry["number"]))
        pair = frozenset((entry["a"], entry["b"]))
        if pair in pairs:
            faults.add("core.file.twice", where, value=f"{entry['a']} – {entry['b']}")
        numbers.add(entry["number"])
        pairs.add(pair)


def _check_cards(cards: list[dict[str, Any]], countries: list[str], faults: Faults) -> None:
    """Every country is named by one kind of card, and after dealing there is a pile (§2.2, §2.4, §2.5)."""
    named: set[str] = set()
    for name in new_ids(cards, "cards", faults):
        if name in RESERVED:
            faults.add("core.file.reserved_id", f"cards.{name}.id", value=name)
    for index, entry in enumerate(cards):
        for place, country in enumerate(entry["countries"]):
            where = f"{at('cards', index, entry)}.countries[{place}]"
            known(country, where, countries, faults)
            if country in named:
                faults.add("core.file.twice", where, value=country)
            named.add(country)
    for country in countries:
        if country not in named:
            faults.add("cardinal.board.no_card", "cards", value=country)
    for seats, removed, dealt in (
        (2, 2, 2 * HAND + HAND),
        (3, 2, 3 * HAND),
        (4, 1, 4 * HAND),
        (5, 0, 5 * HAND),
    ):
        left = sum(entry["count"] for entry in cards) - removed * len(cards)
        if left <= dealt + FACE_UP:
            least = dealt + FACE_UP + 1
            faults.add("cardinal.board.few_cards", "cards", seats=seats, found=left, least=least)


def component_file(version: int) -> ComponentFile:
    """What a file of the player's own may hold in a match of this version."""
    return ComponentFile(data_file(DATA, "board.json", version), FORM, check_board)
