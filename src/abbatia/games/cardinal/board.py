"""The board: countries, sites, roads, alliances, cards and pieces as numbers; never changes during play.

Ours is `data/v1/board.json` (a later version may have its own); a player's own file has the same form.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from abbatia.core.versions import data_file
from abbatia.core.words import LANGUAGES
from abbatia.games.cardinal.versions import NEWEST

DATA: Final = Path(__file__).parent / "data"

HAND: Final = 3
FACE_UP: Final = 2
COLOURS: Final = 5


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

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Number the things of a board file, which is right (§1.1, §1.2; see `board_file.check_board`)."""
        self.countries: tuple[str, ...] = ids(data["countries"])  # in the order of scoring
        self.sites: tuple[str, ...] = ids(data["sites"])
        self.kinds: tuple[str, ...] = ids(data["cards"])
        country = {name: number for number, name in enumerate(self.countries)}
        site = {name: number for number, name in enumerate(self.sites)}
        self.country_of: tuple[int, ...] = tuple([country[entry["country"]] for entry in data["sites"]])
        self.roads: tuple[tuple[int, int], ...] = tuple(
            [(site[one], site[other]) for one, other in data["roads"]]
        )
        self.alliances: tuple[tuple[int, int, int], ...] = tuple(  # (number, country, country), ascending
            sorted(
                [(entry["number"], country[entry["a"]], country[entry["b"]]) for entry in data["alliances"]]
            )
        )
        self.kind_cards: tuple[int, ...] = tuple(  # how many cards of each kind, before any is removed
            [entry["count"] for entry in data["cards"]]
        )
        self.kind_countries: tuple[tuple[int, ...], ...] = tuple(
            [tuple([country[name] for name in entry["countries"]]) for entry in data["cards"]]
        )
        kind_of = [-1] * len(self.countries)
        for kind, countries in enumerate(self.kind_countries):
            for number in countries:
                kind_of[number] = kind
        self.kind_of: tuple[int, ...] = tuple(kind_of)  # the kind of card that names each country
        self.abbeys: int = data["pieces"]["abbeys"]
        self.advisors: int = data["pieces"]["advisors"]
        self.names: dict[str, dict[str, str]] = {  # by language: `site.cluny` and the like
            language: self._names(data, f"name_{language}") for language in LANGUAGES
        }

    def _names(self, data: Mapping[str, Any], field: str) -> dict[str, str]:
        """The names in one language; a card is named after its countries."""
        names: dict[str, str] = {}
        for part, key in (("countries", "country"), ("sites", "site")):
            for entry in data[part]:
                names[f"{key}.{entry['id']}"] = entry.get(field, entry["name"]).strip()
        for kind, name in enumerate(self.kinds):
            countries = [names[f"country.{self.countries[c]}"] for c in self.kind_countries[kind]]
            names[f"card.{name}"] = "/".join(countries)
        return names


def ids(items: list[dict[str, Any]]) -> tuple[str, ...]:
    """The ids of a list of things, in its order."""
    return tuple([item["id"] for item in items])


def our_data(version: int = NEWEST) -> dict[str, Any]:
    """The board file that comes with a version of the title."""
    data: dict[str, Any] = json.loads(data_file(DATA, "board.json", version).read_text("utf-8"))
    return data
