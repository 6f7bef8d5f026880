"""What a position of Pelegrinus is worth to a seat: points now, and abbeys, networks and popes to come."""

from typing import Final

from abbatia.games.pelegrinus.board import COMMANDERIES, POPES, RELIC_VALUES, TURNS, Board
from abbatia.games.pelegrinus.networks import groups, linked_sites
from abbatia.games.pelegrinus.position import OVER, Position
from abbatia.games.pelegrinus.scoring import NETWORK_POINTS

FAR: Final = 4  # cities that a network may still lie away from a site
NEXT_SITE: Final = (1.5, 4.0, 5.0, 7.0, 9.0, 0.0)
"""What one site more is worth to a network of so many."""
MEMO_LIMIT: Final = 100_000


class Worth:
    """The worth of a position by weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.rivals: Final = weights["rivals"]
        self.abbey: Final = weights["abbey"]
        self.abbey_late: Final = weights["abbey_late"]
        self.network: Final = weights["network"]
        self.decay: Final = weights["decay"]
        self.pope: Final = weights["pope"]
        self.settled: Final = weights["settled"]
        self.nets: dict[tuple[int, int, int, int], float] = {}

    def position(self, pos: Position, seat: int) -> float:
        """Points ahead of the average rival, now and to come."""
        total = [self.seat(pos, other) for other in range(pos.seats)]
        others = sum(total) - total[seat]
        return total[seat] - self.rivals * others / (pos.seats - 1)

    def seat(self, pos: Position, seat: int) -> float:
        """What a seat has and may expect."""
        total = float(POPES - pos.popes[seat] + COMMANDERIES - pos.stock[seat] + relics(pos, seat))
        for region in range(len(pos.board.regions)):
            total += self.region(pos, seat, region, held(pos, seat, region))
        total += self.net(pos, seat, pos.presence[seat])
        if pos.phase != OVER:
            total += self.pope * (pos.seats - 1 - pos.recency.index(seat)) * time_left(pos)
        return total

    # -- abbeys --------------------------------------------------------------------------------------------

    def region(self, pos: Position, seat: int, region: int, mine: int) -> float:
        """The abbeys of a region: those that stand, and the chance of those that may come."""
        board = pos.board
        standing = sum(1 for city in board.region_cities[region] if pos.abbeys[city] == seat)
        return mine * (standing + self.chance(pos, seat, region))

    def chance(self, pos: Position, seat: int, region: int) -> float:
        """How many abbeys a seat may still expect in a region."""
        board = pos.board
        places = board.most_abbeys[region] - pos.abbeys_in(region)
        if pos.phase == OVER or not places or not pos.abbey_stock[seat]:
            return 0.0
        missing = sum(pos.room[city] for city in board.region_cities[region])
        turns = TURNS - pos.turn
        if missing > 3 * pos.seats * turns:
            return 0.0
        share = self.abbey if not missing else self.abbey_late
        return share * places / board.most_abbeys[region]

    # -- networks ------------------------------------------------------------------------------------------

    def net(self, pos: Position, seat: int, presence: int) -> float:
        """Points of the networks of these cities, and of the sites they may still reach."""
        if not presence:
            return 0.0
        passable = ~pos.full if pos.phase != OVER else 0
        key = (
            presence,
            passable & (1 << len(pos.board.cities)) - 1,
            pos.turn,
            pos.sites << 1 | pos.both_ends,
        )
        known = self.nets.get(key)
        if known is None:
            known = self.judge_net(pos, presence, key[1])
            if len(self.nets) > MEMO_LIMIT:
                self.nets.clear()
            self.nets[key] = known
        return known

    def judge_net(self, pos: Position, presence: int, passable: int) -> float:
        time = time_left(pos)
        total, best = self.settled * time * presence.bit_count(), 0.0
        for group in groups(pos.board, presence):
            sites = linked_sites(pos, group)
            total += NETWORK_POINTS[len(sites)]
            if time and pos.phase != OVER:
                best = max(best, self.reach(pos, group, sites, presence | passable))
        return total + self.network * best

    def reach(self, pos: Position, group: int, sites: list[int], passable: int) -> float:
        """What sites not linked yet are worth to a group, the less the farther they lie."""
        board = pos.board
        total = 0.0
        linked = len(sites)
        left = [site for site in range(len(board.sites)) if pos.sites >> site & 1 and site not in sites]
        seen = edge = group
        factor = 1.0
        turns = TURNS - pos.turn
        for step in range(1, FAR + 1):
            edge = around(board, edge) & passable & ~seen
            if not edge or step > turns:
                break
            seen |= edge
            factor *= self.decay
            for site in left[:]:
                a, b = board.ends[site]
                if seen >> a & 1 or seen >> b & 1:
                    left.remove(site)
                    total += factor * NEXT_SITE[min(linked, 5)]
                    linked += 1
        return total


def around(board: Board, cities: int) -> int:
    """The cities beside these."""
    found = 0
    while cities:
        low = cities & -cities
        cities ^= low
        found |= board.neighbours[low.bit_length() - 1]
    return found


def time_left(pos: Position) -> float:
    """The share of the game that is left after this turn."""
    return max(TURNS - pos.turn, 0) / TURNS


def held(pos: Position, seat: int, region: int) -> int:
    """The commanderies of a seat in a region."""
    first = seat * len(pos.board.cities)
    return sum(pos.commanderies[first + city] for city in pos.board.region_cities[region])


def relics(pos: Position, seat: int) -> int:
    """The points of a seat's relics."""
    kinds = len(RELIC_VALUES)
    return sum(value * pos.relics[seat * kinds + kind] for kind, value in enumerate(RELIC_VALUES))


def lowest_relic(pos: Position, seat: int) -> int:
    """What a seat would lose with a keeper it holds."""
    kinds = len(RELIC_VALUES)
    for kind, value in enumerate(RELIC_VALUES):
        if pos.relics[seat * kinds + kind]:
            return value
    return 0
