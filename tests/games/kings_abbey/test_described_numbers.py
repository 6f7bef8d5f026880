"""The numbers that components.json only describes are those that are played, whatever no file can change."""

from collections.abc import Iterator
from typing import Any

import pytest

from abbatia.games.kings_abbey.pieces import OURS
from tests.games.kings_abbey.measures import (
    Numbers,
    at_start,
    by_option,
    clergy,
    feeding_and_darkness,
    limits,
    on_the_main_board,
    on_the_player_board,
    scoring,
    vikings,
)
from tests.games.kings_abbey.measures_of_cards import cards, holy, solo

DATA: dict[str, Any] = OURS
READ = (  # what a file may change: `facts` reads it, and other tests show that it counts
    *("about", "version", "resources", "coin_value", "events", "crusades", "relics_rich_removes"),
    *(
        "supply.tool_tokens",
        "supply.wagon_tokens",
        "main_board.darkness_track.values",
        "main_board.initiative.tokens",
    ),
    *(f"buildings.*.{part}" for part in ("cost", "prestige", "unbuilt_penalty", "purchase_reward", "copies")),
    "buildings.*.starting_copies",
    *(f"towers.*.{part}" for part in ("cost", "prestige", "copies_per_player")),
    *("clergy_track.levels.*.steps", "clergy_track.levels.*.prestige_per_step"),
)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """The numbers of a part of the data by their paths; things in lists by their ids."""
    if any(path == read or (("*" in read) and matches(path, read)) for read in READ):
        return
    if isinstance(value, int) and not isinstance(value, bool):
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            if key != "provenance":
                yield from leaves(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from leaves(part, f"{path}.{part['id'] if isinstance(part, dict) else place}")


def matches(path: str, pattern: str) -> bool:
    parts, wanted = path.split("."), pattern.split(".")
    return len(parts) == len(wanted) and all(w in ("*", p) for p, w in zip(parts, wanted, strict=True))


DESCRIBED: Numbers = dict(leaves(DATA))

COUNTED = {  # pieces in the box that no rule counts
    *(
        "supply.sheep",
        "supply.cow",
        "supply.barn",
        "supply.remodel",
        "supply.viking_dice",
        "supply.defence_markers",
    ),
}
MEASURES = (
    *(at_start, by_option, on_the_main_board, on_the_player_board, limits, clergy, feeding_and_darkness),
    *(vikings, scoring, holy, solo, cards),
)


@pytest.mark.parametrize("measure", MEASURES, ids=[measure.__name__ for measure in MEASURES])
def test_the_described_numbers_are_those_that_are_played(measure: Any) -> None:
    found = measure()
    assert found == {path: DESCRIBED.get(path) for path in found}


def test_every_described_number_is_measured() -> None:
    found = {path for measure in MEASURES for path in measure()}
    assert DESCRIBED.keys() - found == COUNTED
