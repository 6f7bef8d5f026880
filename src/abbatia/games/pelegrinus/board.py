"""The map as the rules look it up: regions, cities, routes, pilgrimage sites; never changes during play."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from abbatia.core.versions import data_file
from abbatia.games.pelegrinus.observation_types import Character, RelicValue
from abbatia.games.pelegrinus.versions import NEWEST

SEATS: Final = (2, 3, 4)
TURNS: Final = 14
COMMANDERIES: Final = 30
ABBEYS: Final = 4
POPES: Final = 10
RELICS: Final = (1, 2, 2, 4)
RELIC_VALUES: Final[tuple[RelicValue, ...]] = (1, 2, 4)
RELICS_OF_VALUE: Final = tuple(RELICS.count(value) for value in RELIC_VALUES)
ABBEYS_IN_REGION: Final = 2
START_SLOTS: Final = 4
"""The foot of the pope track; the space of turn t is START_SLOTS + t - 1."""

CHARACTERS: Final[tuple[Character, ...]] = ("master", "chaplain", "nun", "pilgrim", "keeper")
INFLUENCE: Final = (4, 3, 2, 1, 0)
MASTER: Final = 0
PILGRIM: Final = 3
KEEPER: Final = 4

DATA: Final = Path(__file__).parent / "data"


class Board:
    """One map, checked before (see board_file), as tables of small numbers and masks."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data: Final = data
        self.regions: Final[tuple[str, ...]] = ids(data["regions"])
        self.cities: Final[tuple[str, ...]] = ids(data["cities"])
        self.sites: Final[tuple[str, ...]] = ids(data["sites"])
        city_number = {city: number for number, city in enumerate(self.cities)}
        self.city_number: Final[dict[str, int]] = city_number
        self.court: Final[int] = len(self.cities)
        self.home: Final[int] = self.court + 1
        self.places: Final[tuple[str, ...]] = (*self.cities, "court", "home")
        self.bit: Final[tuple[int, ...]] = tuple(1 << city for city in range(len(self.cities)))  # in a mask
        self.region_of: Final[tuple[int, ...]] = tuple(
            self.regions.index(city["region"]) for city in data["cities"]
        )
        self.region_cities: Final[tuple[tuple[int, ...], ...]] = tuple(
            tuple(city for city, home in enumerate(self.region_of) if home == region)
            for region in range(len(self.regions))
        )
        self.region_mask: Final[tuple[int, ...]] = tuple(mask_of(cities) for cities in self.region_cities)
        self.most_abbeys: Final[tuple[int, ...]] = tuple(
            min(ABBEYS_IN_REGION, len(cities)) for cities in self.region_cities
        )
        self.opens: Final[tuple[int, ...]] = tuple(region["opens"] for region in data["regions"])
        self.open_at: Final[tuple[int, ...]] = tuple(self._open_at(turn) for turn in range(TURNS + 1))
        self.limits: Final[dict[int, tuple[int, ...]]] = {
            seats: tuple(city["limit"][str(seats)] for city in data["cities"]) for seats in SEATS
        }
        self.neighbours: Final[tuple[int, ...]] = neighbours(data["routes"], city_number)
        self.ends: Final[tuple[tuple[int, int], ...]] = tuple(
            (city_number[site["route"][0]], city_number[site["route"][1]]) for site in data["sites"]
        )
        self.end_mask: Final[tuple[int, ...]] = tuple(mask_of(ends) for ends in self.ends)
        self.always: Final[int] = mask_of(
            tuple(number for number, site in enumerate(data["sites"]) if site["active"] == "always")
        )
        self.draws: Final[tuple[tuple[int, ...], ...]] = draws(data["sites"])

    def _open_at(self, turn: int) -> int:
        """§2.1, §R6: the cities of all regions open on this turn."""
        mask = 0
        for region, opens in enumerate(self.opens):
            if opens <= turn:
                mask |= self.region_mask[region]
        return mask

    def opening(self, turn: int) -> list[str]:
        """The regions that open as this turn begins."""
        return [region for region, opens in zip(self.regions, self.opens, strict=True) if opens == turn]


def ids(items: list[dict[str, Any]]) -> tuple[str, ...]:
    """The ids of a list of things, in its order."""
    return tuple(item["id"] for item in items)


def mask_of(numbers: tuple[int, ...]) -> int:
    """A set of small numbers as bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def neighbours(routes: list[dict[str, Any]], city_number: Mapping[str, int]) -> tuple[int, ...]:
    """§2.2, §R4: the cities that a route joins to each city; land and sea are alike."""
    masks = [0] * len(city_number)
    for route in routes:
        a, b = city_number[route["a"]], city_number[route["b"]]
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks)


def draws(sites: list[dict[str, Any]]) -> tuple[tuple[int, ...], ...]:
    """§1.3: the groups of sites of which one is drawn."""
    groups: dict[str, list[int]] = {}
    for number, site in enumerate(sites):
        if site["active"] != "always":
            groups.setdefault(site["active"], []).append(number)
    return tuple(tuple(group) for group in groups.values())


def our_data(version: int = NEWEST) -> dict[str, Any]:
    """The board file that comes with a version of the title."""
    data: dict[str, Any] = json.loads(data_file(DATA, "board.json", version).read_text("utf-8"))
    return data
