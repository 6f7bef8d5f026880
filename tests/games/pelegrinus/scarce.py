"""Random positions where pieces are scarce and regions nearly complete, so that rare rules come up."""

from collections.abc import Mapping
from typing import Any

from abbatia.core.chance import Rng, shuffle
from abbatia.core.contract import OptionValue
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.table import track

TURN = 14
FREE = 6  # cities left incomplete, at most


def scarce(seats: int, rng: Rng, options: Mapping[str, OptionValue]) -> PelegrinusState:
    """The last turn, most cities complete, some abbeys built, some seats nearly without pieces."""
    built = full_map(seats, rng)
    start = list(range(seats))
    shuffle(start, rng)
    popes = {turn: rng.below(seats) for turn in range(1, TURN) if rng.below(2)}
    for seat in range(seats):
        won = [turn for turn, owner in popes.items() if owner == seat]
        for turn in won[9:]:
            del popes[turn]
    data: dict[str, Any] = {
        "seats": seats,
        "options": dict(options),
        "turn": TURN,
        "phase": "programming",
        "track": track(start, popes),
        "commanderies": built,
    }
    data["abbeys"] = some_abbeys(data, seats, rng)
    return TITLE.from_json(data)


def full_map(seats: int, rng: Rng) -> dict[str, list[int]]:
    """Commanderies nearly everywhere."""
    board = TITLE.board
    left = [30 - rng.below(3) for _ in range(seats)]  # stocks of none, one or two for who builds most
    built: dict[str, list[int]] = {}
    free = {rng.below(len(board.cities)) for _ in range(1 + rng.below(FREE))}
    for city, name in enumerate(board.cities):
        counts = [0] * seats
        for _ in range(board.limits[seats][city] - (city in free)):
            able = [seat for seat in range(seats) if left[seat]]
            # the first seats build more, so that their stock runs out
            seat = able[min(rng.below(len(able)), rng.below(len(able)))]
            counts[seat] += 1
            left[seat] -= 1
        built[name] = counts
    return built


def some_abbeys(data: dict[str, Any], seats: int, rng: Rng) -> dict[str, int]:
    """One or two abbeys in some complete regions, three or four of one seat."""
    state = TITLE.from_json(data)
    board = TITLE.board
    abbeys: dict[str, int] = {}
    count = [0] * seats
    for region, cities in enumerate(board.region_cities):
        if not state.is_complete(region):
            continue
        for _ in range(rng.below(3)):
            city = cities[rng.below(6)]
            owners = [s for s in range(seats) if state.presence[s] >> city & 1 and count[s] < 4]
            if owners and board.cities[city] not in abbeys:
                seat = owners[min(rng.below(len(owners)), rng.below(len(owners)))]
                abbeys[board.cities[city]] = seat
                count[seat] += 1
    return abbeys
