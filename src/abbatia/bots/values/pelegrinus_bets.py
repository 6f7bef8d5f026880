"""Bets of Pelegrinus: complete cities of regions that may be completed this very turn.

An abbey is built there only if the last commanderies of the region are built in the same turn (§3.8, §7.7),
by any seat. A seat can see to that itself: one character in each missing city, since somebody has a majority
wherever anybody stands.
"""

from typing import Final

from abbatia.bots.values.pelegrinus_board import can_be_complete, open_cities
from abbatia.bots.values.pelegrinus_chances import Row
from abbatia.bots.values.pelegrinus_programmes import Gains
from abbatia.games.pelegrinus.position import STACKED, Position

SURE: Final = 1000.0  # points: more than any place is worth, so that the best splits fill all missing cities


class Race:
    """A region that may be completed this turn."""

    __slots__ = ("region", "missing", "bets")

    def __init__(self, region: int, missing: tuple[int, ...], bets: tuple[int, ...]) -> None:
        self.region: Final = region
        self.missing: Final = missing  # cities that lack one commandery each
        self.bets: Final = bets  # complete cities, where abbeys would be due


def find_races(state: Position) -> list[Race]:
    """The regions with complete cities that may be completed this turn."""
    found: list[Race] = []
    for region, cities in enumerate(state.board.region_cities):
        missing = open_cities(state, region)
        if missing and len(missing) < len(cities) and can_be_complete(state, region):
            found.append(Race(region, tuple(missing), tuple(c for c in cities if not state.room[c])))
    return found


def cover_of(state: Position, seat: int, race: Race, places: tuple[int, ...]) -> int:
    """The missing cities that a seat with these places surely fills, as a mask; it needs commanderies."""
    covered = 0
    for place in places:
        if place in race.missing:
            covered |= state.board.bit[place]
    return covered if covered.bit_count() <= state.stock[seat] else 0


def wish_for(state: Position, seat: int, race: Race, gains: Gains, stakes: dict[int, Row]) -> Gains:
    """Gains that make the best splits fill all missing cities and bet on them; none where that is no use."""
    bets = [city for city in race.bets if city in stakes and max(stakes[city]) > 0.0]
    number = len(race.missing)
    if not bets or number >= STACKED or number > state.stock[seat]:
        return []
    wish = gains[:]
    for city in bets:
        wish[city] = stakes[city]
    for city in race.missing:
        wish[city] = [SURE + gain if stack else gain for stack, gain in enumerate(gains[city])]
    return wish
