"""What pieces on the board of Le Roi et le Cardinal are worth to a seat: points now and points to come."""

from collections.abc import Sequence
from typing import Final

from abbatia.games.cardinal.position import KING_COLOUR, OVER, Position, Tables, leaders, majority

MEMO_LIMIT: Final = 50_000
Part = tuple[int, int, int]
"""A component of abbeys: its sites and the sites beside it as masks, its size."""
Shares = tuple[float, ...]
"""Points of each colour; a tuple, because a memo full of lists costs the collector of garbage 40 ms."""
STAGES: Final = 8  # steps into which the time left is divided


class BoardEvaluator:
    """Values a board by weights. Every colour counts: the seat's own for it, the rivals' against it."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.rivals: Final = weights["rivals"]
        self.interim: Final = weights["interim"]
        self.present: Final = weights["present"]
        self.ahead: Final = weights["ahead"]
        self.level: Final = weights["level"]
        self.close: Final = weights["close"]
        self.half: Final = weights["half"]
        self.half_base: Final = weights["half_base"]
        self.growth: Final = weights["growth"]
        self.two: Final = weights["chain_two"]
        self.three: Final = weights["chain_three"]
        self.longer: Final = weights["chain_longer"]
        self.roads: Final = weights["roads"]
        self.block: Final = weights["block"]
        self.advisor: Final = weights["advisor_cost"]
        self.stage: int = 0
        self.time: float = 1.0  # the share of the game that is left
        self.again: float = 1.0  # how often abbeys still count
        self.countries: dict[int, Shares] = {}
        self.alliances: dict[int, Shares] = {}
        self.margins: dict[int, float] = {}
        self.bonds: dict[int, float] = {}
        self.parts: dict[int, tuple[Part, ...]] = {}

    def begin(self, state: Position) -> None:
        """Set the time: what is to come is worth less the later it is."""
        cards = state.left + (0 if state.emptied else sum(state.tables.board.kind_cards))
        whole = 2 * sum(state.tables.board.kind_cards)
        share = min(1.0, cards / whole) if state.emptied < 2 else 0.0
        stage = int(share * STAGES + 0.999)
        self.stage = stage * 2 + (state.emptied == 0)
        self.time = stage / STAGES
        self.again = 1.0 + self.interim if state.emptied == 0 else 1.0

    # -- a whole position ----------------------------------------------------------------------------------

    def position(self, state: Position, seat: int) -> float:
        """Points ahead of the average rival, now and to come."""
        if state.phase == OVER:
            return self.margin([float(score) for score in state.scores], seat)
        self.begin(state)
        total = [float(score) for score in state.scores]
        for country, packed in enumerate(state.abbeys):
            if packed:
                self.add(total, self.country_of(state, country, packed, state.free[country].bit_count()))
        for _, a, b in state.tables.board.alliances:
            self.add(total, self.alliance(state.advisors[a], state.advisors[b], state.room[a], state.room[b]))
        free = free_sites(state)
        for other in range(state.seats):
            total[other] += self.chain(state, state.sites[other], free)
            used = state.tables.board.advisors - state.advisors_left[other]
            total[other] -= self.advisor * used * self.time
        return self.margin(total, seat)

    def add(self, total: list[float], more: Shares) -> None:
        for seat in range(len(total)):
            total[seat] += more[seat]

    def margin(self, total: Sequence[float], seat: int) -> float:
        """The seat's points against the mean of the others, who count by a weight.

        The mean, so that the margins of countries and alliances add up to that of the position. Counting the
        best rival twice was tried and won no more (52.1 ± 4.4 % of 360 games of level 4).
        """
        others = [points for other, points in enumerate(total) if other != seat]
        return total[seat] - self.rivals * sum(others) / len(others)

    # -- abbeys in a country -------------------------------------------------------------------------------

    def country(self, state: Position, country: int, packed: int, free: int, seat: int) -> float:
        """What the abbeys of a country are worth to a seat, against the others."""
        if state.duel is not None:
            return self.margin(self.country_of(state, country, packed, free)[: state.seats], seat)
        key = (((packed << 4 | free) << 5 | self.stage) << 3 | seat) << 3 | state.seats
        known = self.margins.get(key)
        if known is None:
            known = self.margin(self.country_of(state, country, packed, free)[: state.seats], seat)
            self.remember(self.margins, key, known)
        return known

    def remember(self, memo: dict[int, float], key: int, value: float) -> None:
        if len(memo) > MEMO_LIMIT:
            memo.clear()
        memo[key] = value

    def country_of(self, state: Position, country: int, packed: int, free: int) -> Shares:
        """What the abbeys of a country are worth to each colour."""
        holder = 7
        if state.duel is not None:
            holder = state.duel.holders[state.tables.board.kind_of[country]] + 1
        key = ((packed << 4 | free) << 5 | self.stage) << 3 | holder
        known = self.countries.get(key)
        if known is None:
            points = self.judge_country(packed, free)
            if state.duel is not None and holder:
                points[holder - 1] += points[KING_COLOUR]
            known = tuple(points)
            if len(self.countries) > MEMO_LIMIT:
                self.countries.clear()
            self.countries[key] = known
        return known

    def judge_country(self, packed: int, free: int) -> list[float]:
        points = majority(packed)
        numbers = [packed >> 4 * colour & 15 for colour in range(5)]
        found = [self.again * p for p in points]
        if free:
            some = self.time * min(free, 3) / 3
            for colour, mine in enumerate(numbers):
                if mine:
                    best = max(number for other, number in enumerate(numbers) if other != colour)
                    found[colour] += some * self.present
                    if mine > best:
                        found[colour] += some * self.ahead
                    elif mine == best:
                        found[colour] += some * self.level
                    elif mine + 1 == best:
                        found[colour] += some * self.close
        return found

    # -- advisors ------------------------------------------------------------------------------------------

    def alliance(self, one: int, other: int, room: int, there: int) -> Shares:
        """What the advisors in the two countries of an alliance are worth to each colour."""
        key = (((one << 20 | other) << 3 | min(room, 2)) << 3 | min(there, 2)) << 5 | self.stage
        known = self.alliances.get(key)
        if known is None:
            known = tuple(self.judge_alliance(one, other, room, there))
            if len(self.alliances) > MEMO_LIMIT:
                self.alliances.clear()
            self.alliances[key] = known
        return known

    def judge_alliance(self, one: int, other: int, room: int, there: int) -> list[float]:
        (first, here), (second, over) = leaders(one), leaders(other)
        found = [0.0] * 5
        for colour in range(5):
            leads, leads_there = first >> colour & 1, second >> colour & 1
            if leads and leads_there:
                found[colour] += here + over + self.growth * self.time * (min(room, 2) + min(there, 2))
            elif leads or leads_there:
                alone = first if leads else second
                left = there if leads else room
                if not alone & alone - 1:
                    found[colour] += self.time * (self.half_base + self.half * (here + over + 1) * (left > 0))
        return found

    def advise(self, state: Position, seat: int, country: int, number: int) -> float:
        """What `number` more advisors of a seat in a country gain."""
        if not number:
            return 0.0
        total = -self.advisor * number * self.time
        now = state.advisors[country]
        then = now + (number << 4 * seat)
        room = state.room[country]
        left = max(room - number, 0)
        for _, a, b in state.tables.board.alliances:
            if country in (a, b):
                far = b if a == country else a
                over, there = state.advisors[far], state.room[far]
                total += self.alliance_margin(then, over, left, there, seat, state.seats)
                total -= self.alliance_margin(now, over, room, there, seat, state.seats)
        return total

    def alliance_margin(self, one: int, other: int, room: int, there: int, seat: int, seats: int) -> float:
        """What the advisors of an alliance are worth to a seat, against the others."""
        key = ((((one << 20 | other) << 4 | room) << 4 | there) << 5 | self.stage) << 6 | seat << 3 | seats
        known = self.bonds.get(key)
        if known is None:
            known = self.margin(self.alliance(one, other, room, there)[:seats], seat)
            self.remember(self.bonds, key, known)
        return known

    # -- chains --------------------------------------------------------------------------------------------

    def chain(self, state: Position, sites: int, free: int) -> float:
        """Points for chains, and something for their beginnings that can still grow."""
        total = 0.0
        for part in self.parts_of(state, sites):
            total += self.part(state, part, free)
        return total

    def part(self, state: Position, part: Part, free: int) -> float:
        """What one component of abbeys is worth."""
        mask, edge, size = part
        points = state.tables.chains.points(mask) if size >= 4 else 0
        return points + self.time * self.growing(size, min((edge & free).bit_count(), 2))

    def parts_of(self, state: Position, sites: int) -> tuple[Part, ...]:
        """The components that roads make of these abbeys."""
        known = self.parts.get(sites)
        if known is None:
            if len(self.parts) > MEMO_LIMIT:
                self.parts.clear()
            known = split(state, sites)
            self.parts[sites] = known
        return known

    def growing(self, size: int, ways: int) -> float:
        """The expected later value of a component that can grow in `ways` ways."""
        if size == 1:
            return self.roads * ways
        if size == 2:
            return self.two * ways
        if size == 3:
            return self.three * ways
        return self.longer * ways

    def sites(self, state: Position, seat: int, country: int) -> list[tuple[float, int]]:
        """The free sites of a country by what an abbey there adds to the chains, the best first."""
        tables = state.tables
        free = free_sites(state)
        own = self.parts_of(state, state.sites[seat])
        found: list[tuple[float, int]] = []
        for site in sites_in(tables, country):
            if tables.country_of[site] == country and state.free[country] & tables.site_bit[site]:
                gain = self.join(state, own, site, free)
                found.append((gain + self.blocked(state, seat, site), site))
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        return found

    def join(self, state: Position, own: tuple[Part, ...], site: int, free: int) -> float:
        """What an abbey on a site adds: it joins the components beside it to one."""
        bit, edge = state.tables.site_mask[site], state.tables.chains.roads[site]
        mask, size, before = bit, 1, 0.0
        for part in own:
            if part[1] & bit:
                mask, edge, size = mask | part[0], edge | part[1], size + part[2]
                before += self.part(state, part, free)
        return self.part(state, (mask, edge & ~mask, size), free & ~bit) - before

    def blocked(self, state: Position, seat: int, site: int) -> float:
        """Something for every rival abbey beside the site: it cannot grow there any more."""
        beside = state.tables.chains.roads[site]
        if not self.block:
            return 0.0
        others = 0
        for colour in range(state.seats):
            if colour != seat:
                others |= state.sites[colour]
        return self.block * self.time * (beside & others).bit_count()

    def two_sites(self, state: Position, seat: int, site: int, other: int) -> float:
        """What abbeys on two sites add to the chains."""
        masks = state.tables.site_mask
        both = masks[site] | masks[other]
        free, own = free_sites(state), state.sites[seat]
        gain = self.chain(state, own | both, free & ~both) - self.chain(state, own, free)
        return gain + self.blocked(state, seat, site) + self.blocked(state, seat, other)


def free_sites(state: Position) -> int:
    """All sites without an abbey, as a mask."""
    taken = 0
    for sites in state.sites:
        taken |= sites
    return ((1 << len(state.tables.country_of)) - 1) & ~taken


def sites_in(tables: Tables, country: int) -> range:
    """The sites that may lie in a country; on most boards they are numbered one after the other."""
    home = tables.country_of
    return range(home.index(country), len(home) - home[::-1].index(country))


def split(state: Position, sites: int) -> tuple[Part, ...]:
    """The components of these abbeys."""
    chains = state.tables.chains
    found: list[Part] = []
    rest = sites
    while rest:
        mask = chains.component(rest)
        rest &= ~mask
        edge, grown = 0, mask
        while grown:
            low = grown & -grown
            grown ^= low
            edge |= chains.roads[low.bit_length() - 1]
        found.append((mask, edge & ~mask, mask.bit_count()))
    return tuple(found)
