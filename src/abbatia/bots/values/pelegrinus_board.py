"""What a position of Pelegrinus is worth to a seat: points now, and abbeys, networks and popes to come.

What is to come is a sum of signs, each with a weight (`tools/tune.py`).
"""

from typing import Final

from abbatia.games.pelegrinus.position import (
    COMMANDERIES,
    NETWORK_POINTS,
    OVER,
    POPES,
    RELIC_VALUES,
    TURNS,
    Board,
    Position,
    groups,
    linked_sites,
)

FAR: Final = 5  # cities that a network may still lie away from a site
DECAY: Final = 0.7  # what a site is worth for each city that it lies farther away
NEXT_SITE: Final = (1.5, 4.0, 5.0, 7.0, 9.0, 0.0)
"""What one site more is worth, by the size of the network."""
MEMO_LIMIT: Final = 20_000
SIGNS: Final = ("ripe", "near", "young", "settled", "touched", "reach", "reach_late", "pope", "relics")
"""Signs of points to come: own commanderies in complete regions that still take abbeys, in regions more
than half complete and in others; cities settled and sites touched, by the time left; sites in reach, early
and late; a recent pope; relics."""
Net = tuple[float, tuple[float, ...]]
"""The points of networks, and their signs; tuples, which a collector of garbage need not look through."""
RIPE, NEAR, YOUNG, SETTLED, TOUCHED, REACH, REACH_LATE, POPE, RELICS = range(len(SIGNS))


class BoardEvaluator:
    """Values a position by weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.rivals: Final = weights["rivals"]
        self.court: Final = weights["court"]
        self.abbey_now: Final = weights["abbey_now"]
        self.signs: Final = [weights[sign] for sign in SIGNS]
        self.nets: dict[tuple[int, int, int, int], Net] = {}

    def position(self, state: Position, seat: int) -> float:
        """Points ahead of the average rival, now and to come.

        Rivals are added up in the order of their popes: sums of floats depend on their order, and the order
        of the seats must not decide anything.
        """
        others = 0.0
        for other in state.recency:
            if other != seat:
                others += self.seat(state, other)
        return self.seat(state, seat) - self.rivals * others / (state.seats - 1)

    def positions(self, state: Position) -> list[float]:
        """The same for every seat, each looked at once."""
        seats = [self.seat(state, seat) for seat in range(state.seats)]
        total = 0.0
        for seat in state.recency:
            total += seats[seat]
        return [mine - self.rivals * (total - mine) / (state.seats - 1) for mine in seats]

    def seat(self, state: Position, seat: int) -> float:
        """What a seat has and may expect."""
        points, signs = self.signs_of(state, seat)
        return points + sum(a * b for a, b in zip(self.signs, signs, strict=True))

    def signs_of(self, state: Position, seat: int) -> tuple[float, list[float]]:
        """The points a seat has, and the signs of points to come; none when the game is over."""
        points, of_net = self.net_signs(state, state.presence[seat])
        points += POPES - state.popes[seat] + COMMANDERIES - state.stock[seat] + relics(state, seat)
        signs = list(of_net)
        for region in range(len(state.board.regions)):
            mine = held(state, seat, region)
            points += mine * sum(
                1 for city in state.board.region_cities[region] if state.abbeys[city] == seat
            )
            sign, chance = hope(state, seat, region)
            signs[sign] += mine * chance
        if state.phase != OVER:
            signs[POPE] = (state.seats - 1 - state.recency.index(seat)) * time_left(state)
            signs[RELICS] = relics(state, seat) * time_left(state)
        return points, signs

    # -- what places are worth -------------------------------------------------------------------------------

    def prizes(self, state: Position, seat: int, cities: list[int]) -> list[float]:
        """What winning each place is worth to a seat; nothing where it cannot go."""
        board = state.board
        found = [0.0] * len(board.places)
        recent = self.signs[POPE] * time_left(state) * state.recency.index(seat)
        found[board.court] = self.court + recent if state.popes[seat] else 0.1
        net = self.net(state, state.presence[seat])
        for city in cities:
            region = board.region_of[city]
            if state.full & board.bit[city]:
                found[city] = self.abbey_prize(state, seat, region)
            elif state.stock[seat]:
                sign, chance = hope(state, seat, region)
                more = self.net(state, state.presence[seat] | board.bit[city]) - net
                found[city] = max(1.0 + more + self.signs[sign] * chance, 0.1)
        return found

    def abbey_prize(self, state: Position, seat: int, region: int) -> float:
        """What an abbey is worth once the region is complete; nothing where it cannot be complete this turn.

        How likely a region is completed this turn is for `OpponentModel` to say.
        """
        if not state.abbey_stock[seat] or not can_be_complete(state, region):
            return 0.0
        return self.abbey_now * held(state, seat, region)

    # -- networks --------------------------------------------------------------------------------------------

    def net(self, state: Position, presence: int) -> float:
        """What these cities are worth as networks."""
        points, signs = self.net_signs(state, presence)
        return points + sum(a * b for a, b in zip(self.signs, signs, strict=True))

    def net_signs(self, state: Position, presence: int) -> Net:
        """Points of the networks of these cities, and signs of what they may still reach."""
        passable = ~state.full & (1 << len(state.board.cities)) - 1 if state.phase != OVER else 0
        moment = state.turn if state.phase != OVER else -1
        key = (presence, passable, moment, state.sites << 1 | state.both_ends)
        known = self.nets.get(key)
        if known is None:
            known = judge_net(state, presence, passable)
            if len(self.nets) > MEMO_LIMIT:
                self.nets.clear()
            self.nets[key] = known
        return known


def judge_net(state: Position, presence: int, passable: int) -> Net:
    time = time_left(state)
    signs = [0.0] * len(SIGNS)
    points, best = 0.0, 0.0
    for group in groups(state.board, presence):
        sites = linked_sites(state, group)
        points += NETWORK_POINTS[len(sites)]
        signs[TOUCHED] += len(sites) * time
        best = max(best, reach(state, group, sites, presence | passable))
    if state.phase != OVER:
        signs[SETTLED] = presence.bit_count() * time
        signs[REACH] = best * time
        signs[REACH_LATE] = best * (1.0 - time) if time else 0.0
    return points, tuple(signs)


def reach(state: Position, group: int, sites: list[int], passable: int) -> float:
    """What sites not linked yet are worth to a group, the less the farther they lie."""
    board = state.board
    total = 0.0
    linked = len(sites)
    left = [site for site in range(len(board.sites)) if state.sites >> site & 1 and site not in sites]
    seen = edge = group
    factor = 1.0
    for _ in range(min(FAR, TURNS - state.turn)):
        if not left:
            break
        before = seen
        edge = around(board, edge) & passable & ~seen
        seen |= edge
        factor *= DECAY
        for site in left[:]:
            ends = board.end_mask[site]
            if state.both_ends:  # the second end is one city more, after the first
                is_reached = before & ends != 0 and seen & ends == ends
            else:
                is_reached = seen & ends != 0
            if is_reached:
                left.remove(site)
                total += factor * NEXT_SITE[min(linked, 5)]
                linked += 1
    return total


def hope(state: Position, seat: int, region: int) -> tuple[int, float]:
    """The sign of abbeys to come that each commandery in a region is, and its strength."""
    board = state.board
    places = board.most_abbeys[region] - state.abbeys_in(region)
    if state.phase == OVER or not places or not state.abbey_stock[seat]:
        return RIPE, 0.0
    share = places / board.most_abbeys[region]
    missing = sum(state.room[city] for city in board.region_cities[region])
    if not missing:
        return RIPE, share if state.turn < TURNS else 0.0
    turns = TURNS - state.turn
    if missing > 3 * state.seats * turns:
        return RIPE, 0.0
    limits = board.limits[state.seats]
    filled = 1.0 - missing / sum(limits[city] for city in board.region_cities[region])
    return (NEAR, share * filled) if filled > 0.5 else (YOUNG, share)


def open_cities(state: Position, region: int) -> list[int]:
    """The cities of a region that are not complete."""
    return [city for city in state.board.region_cities[region] if state.room[city]]


def can_be_complete(state: Position, region: int) -> bool:
    """Whether the region is complete, or may be after this turn: one commandery a city is built (§6.1)."""
    return all(state.room[city] <= 1 for city in state.board.region_cities[region])


def around(board: Board, cities: int) -> int:
    """The cities beside these."""
    found = 0
    while cities:
        low = cities & -cities
        cities ^= low
        found |= board.neighbours[low.bit_length() - 1]
    return found


def time_left(state: Position) -> float:
    """The share of the game that is left after this turn."""
    return max(TURNS - state.turn, 0) / TURNS


def held(state: Position, seat: int, region: int) -> int:
    """The commanderies of a seat in a region."""
    first = seat * len(state.board.cities)
    return sum(state.commanderies[first + city] for city in state.board.region_cities[region])


def relics(state: Position, seat: int) -> int:
    """The points of a seat's relics."""
    kinds = len(RELIC_VALUES)
    return sum(value * state.relics[seat * kinds + kind] for kind, value in enumerate(RELIC_VALUES))


def lowest_relic(state: Position, seat: int) -> int:
    """What a seat would lose with a keeper it holds."""
    kinds = len(RELIC_VALUES)
    for kind, value in enumerate(RELIC_VALUES):
        if state.relics[seat * kinds + kind]:
            return value
    return 0
