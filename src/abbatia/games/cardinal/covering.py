"""How many abbeys of one component separate chains of four or more can cover, found exactly.

The abbeys are taken in the board's order (`road_order`), each joined to none, one or two of those before it.
Only the *frontier* matters for what follows: abbeys with roads to others that are still to come. The search
notes the frontiers from which it has failed, so its cost depends on the width of frontiers, not on the number
of chains; the width is what a board file has to keep within `WIDEST`.

Chains that close to a ring are welcome: without one of its roads a ring is a chain of the same abbeys. So of
a chain of four or more only its open ends have to be known, not which of them belong together.
"""

from typing import Final

from mypy_extensions import i64

SHORTEST: Final = 4
WIDEST: Final = 5
"""The most sites of a frontier on a board; `board_file.py` allows one less where sites have many roads."""

STARTS: Final = 12  # sites from which an order is tried

# A frontier is one number with five bits for each of its places: what the abbey there is, which is the end of
# a chain or of a piece that is still too short. `frontier >> 5 * place & 31` reads a place, and adding
# `(new - old) * 32**place` writes it. Where both ends of a short piece are in the frontier, each holds the
# place of the other in its lowest three bits (PAIR_OF_2 + place, PAIR_OF_3 + place).
CLOSED: Final = 0  # no road can be added: inside a chain, or left out
LONG: Final = 1  # an end of a chain that is long enough
ALONE: Final = 2
END_OF_2: Final = 3  # the other end of the piece is no longer in the frontier
END_OF_3: Final = 4
OPEN: Final = 5  # an abbey that saves two others: what a forecast takes all earlier ones for
PAIR_OF_2: Final = 8  # + the place of the other end, which is in the frontier too
PAIR_OF_3: Final = 16
PLACES: Final = 8  # of a packed frontier, with the abbey that is just being joined
SIZES: Final = (0, 4, 1, 2, 3, 4, 0, 0, *[2] * 8, *[3] * 8)  # abbeys of the piece, by what its end is


def road_order(roads: list[int]) -> tuple[list[int], int]:
    """The sites in an order that keeps frontiers narrow, and how many sites the widest frontier has.

    The next site is always one that leaves the narrowest frontier; the best of several beginnings is taken.
    """
    sites = len(roads)
    best: list[int] = []
    best_cost, best_width = 0, 0
    for start in range(0, sites, max(1, sites // STARTS)):
        order, cost, width = _order_from(start, roads)
        if not best or (width, cost) < (best_width, best_cost):
            best, best_cost, best_width = order, cost, width
    return best, best_width


def _order_from(start: int, roads: list[int]) -> tuple[list[int], int, int]:
    """An order from this site on, the sum of 2 ** width over its frontiers, and the greatest width."""
    left = (1 << len(roads)) - 1
    order: list[int] = []
    frontier, cost, width = 0, 0, 0
    site = start
    while True:
        order.append(site)
        left ^= 1 << site
        frontier = _frontier(frontier | 1 << site, left, roads)
        size = frontier.bit_count()
        cost += 1 << size
        width = max(width, size)
        if not left:
            return order, cost, width
        near = 0
        rest = frontier
        while rest:
            low = rest & -rest
            rest ^= low
            near |= roads[low.bit_length() - 1]
        site = _narrowest(near & left or left, frontier, left, roads)


def _narrowest(candidates: int, frontier: int, left: int, roads: list[int]) -> int:
    """The site to take next."""
    best, best_size = -1, 0
    while candidates:
        low = candidates & -candidates
        candidates ^= low
        size = _frontier(frontier | low, left ^ low, roads).bit_count()
        if best < 0 or size < best_size:
            best, best_size = low.bit_length() - 1, size
    return best


def _frontier(taken: int, left: int, roads: list[int]) -> int:
    """Those of the sites taken that have a road to one that is left."""
    found = 0
    while taken:  # the lowest site first, as in `chains`
        low = taken & -taken
        taken ^= low
        if roads[low.bit_length() - 1] & left:
            found |= low
    return found


def _walked(site: int, joined: dict[int, list[int]]) -> list[int]:
    """The sites of a chain from one of them on; they are taken out."""
    chain = [site]
    while True:
        fresh = [other for other in joined[chain[-1]] if other not in chain]
        joined[chain[-1]] = []
        if not fresh:
            return chain
        chain.append(fresh[0])


class Covering:
    """The search for the best chains within one component of abbeys."""

    __slots__ = (
        "sites",
        "before",
        "leaving",
        "place",
        "unit",
        "limit",
        "failed",
        "links",
        "least",
        "frontiers",
        "near",
    )

    def __init__(self, roads: list[int], order: list[int], part: int) -> None:
        self.sites: list[int] = [site for site in order if part >> site & 1]
        self.before: list[list[int]] = []  # places of the earlier neighbours of each abbey
        self.near: list[list[int]] = []  # the same neighbours as sites
        self.leaving: list[list[int]] = []  # places that are free once it is joined
        self.place: list[int] = []  # its own place in the frontier
        self.unit: list[i64] = [32**place for place in range(PLACES)]  # a shifted literal would lose bits
        self.limit: i64 = 0
        self.failed: list[dict[int, int]] = [{} for _ in self.sites]  # frontier -> the most left out in vain
        self.links: list[tuple[int, int]] = [(-1, -1)] * len(self.sites)  # earlier sites each is joined to
        self.least: list[i64] = [0] * (len(self.sites) + 1)  # that are lost from each abbey on, at best
        self.frontiers: list[i64] = []  # where all earlier abbeys are OPEN
        held: list[int] = [-1] * PLACES  # the site in each place
        left = part
        for site in self.sites:
            left ^= 1 << site
            before = [at for at, there in enumerate(held) if there >= 0 and roads[site] >> there & 1]
            self.before.append(before)
            self.near.append([held[at] for at in before])
            self.frontiers.append(sum([OPEN * 32**at for at, there in enumerate(held) if there >= 0]))
            own = held.index(-1)
            held[own] = site
            self.place.append(own)
            gone = [at for at, there in enumerate(held) if there >= 0 and not roads[there] & left]
            self.leaving.append(gone)
            for at in gone:
                held[at] = -1

    def left_out(self) -> int:
        """How many abbeys have to stay out of all chains; `links` then tells how the others are joined.

        Before the whole, its ends are searched: from each abbey on, with all earlier ones as useful as can
        be. What is lost even so is lost in the whole too, so the search need not try everything else first.
        """
        index: i64 = len(self.sites)
        while index > 0:
            index -= 1
            self.limit = self.least[index + 1]
            while not self._join(index, self.frontiers[index], 0):
                self.limit += 1
            self.least[index] = self.limit
        return self.limit

    def work(self) -> int:
        """How much was searched: the same for the same abbeys on the same board."""
        return len(self.sites) + sum([len(failed) for failed in self.failed])

    def chains(self) -> list[list[int]]:
        """After `left_out`: the chains that were found, each as its sites along the road."""
        joined: dict[int, list[int]] = {site: [] for site in self.sites}
        for site, links in zip(self.sites, self.links, strict=True):
            for other in links:
                if other >= 0:
                    joined[site].append(other)
                    joined[other].append(site)
        found: list[list[int]] = []
        for ends in (1, 2):  # from the ends of the chains; what is left then are rings
            for site in self.sites:
                if len(joined[site]) == ends:
                    chain = _walked(site, joined)
                    if len(chain) >= SHORTEST:
                        found.append(chain)
        return found

    def _join(self, index: i64, frontier: i64, lost: i64) -> bool:
        """Join the abbeys from this one on, with no more left out than the limit."""
        if index == len(self.sites):
            return True
        failed = self.failed[index]
        spare = self.limit - lost
        known = failed.get(frontier)
        if known is not None and known >= spare:
            return False
        place: i64 = self.place[index]
        fresh = frontier + ALONE * self.unit[place]
        before = self.before[index]
        for first in range(len(before)):
            one: i64 = before[first]
            joined = self._linked(fresh, place, one)
            if joined < 0:
                continue
            for second in range(first + 1, len(before)):
                other: i64 = before[second]
                both = self._linked(joined, place, other)
                if both >= 0 and self._leave(index, both, lost):
                    self.links[index] = (self.near[index][first], self.near[index][second])
                    return True
            if self._leave(index, joined, lost):
                self.links[index] = (self.near[index][first], -1)
                return True
        if self._leave(index, fresh, lost):
            self.links[index] = (-1, -1)
            return True
        failed[frontier] = spare
        return False

    def _leave(self, index: i64, frontier: i64, lost: i64) -> bool:
        """Take those out of the frontier that have met all their neighbours; short pieces are lost then."""
        for gone in self.leaving[index]:
            place: i64 = gone
            what = frontier >> 5 * place & 31
            frontier -= what * self.unit[place]
            if what >= PAIR_OF_2:
                mate = what & 7  # the other end stays, and is alone now
                size: i64 = 3 if what >= PAIR_OF_3 else 2
                now = END_OF_2 if size == 2 else END_OF_3
                frontier += (now - (frontier >> 5 * mate & 31)) * self.unit[mate]
            elif what >= ALONE and what != OPEN:
                lost += what - 1  # ALONE, END_OF_2, END_OF_3 are one more than the abbeys they stand for
        if lost + self.least[index + 1] > self.limit:
            return False
        return self._join(index + 1, frontier, lost)

    def _linked(self, frontier: i64, place: i64, other: i64) -> i64:
        """The frontier after a road joins the abbeys of two places; -1 when it cannot."""
        one = frontier >> 5 * place & 31
        two = frontier >> 5 * other & 31
        if one == CLOSED or two == CLOSED:
            return -1
        if one == LONG and two in (LONG, OPEN):
            return -1  # both are chains already
        if one >= PAIR_OF_2 and one & 7 == other:
            return -1  # three abbeys in a ring are no chain of four
        size: i64 = SIZES[one] + SIZES[two]  # SHORTEST or more for every chain that is long enough
        # the far ends of both pieces: -1 when not in the frontier, or when no longer asked for (long chains)
        end: i64 = place if one == ALONE else (one & 7 if one >= PAIR_OF_2 else -1)
        far: i64 = other if two == ALONE else (two & 7 if two >= PAIR_OF_2 else -1)
        if end != place:
            frontier -= one * self.unit[place]
        if two == OPEN:
            frontier -= (OPEN - LONG) * self.unit[other]
        elif far != other:
            frontier -= two * self.unit[other]
        ending: i64 = LONG
        farther: i64 = LONG
        if size < SHORTEST:
            single: i64 = END_OF_2 if size == 2 else END_OF_3
            pair: i64 = PAIR_OF_2 if size == 2 else PAIR_OF_3
            ending = pair + far if far >= 0 else single
            farther = pair + end if end >= 0 else single
        if end >= 0:
            frontier += (ending - (frontier >> 5 * end & 31)) * self.unit[end]
        if far >= 0:
            frontier += (farther - (frontier >> 5 * far & 31)) * self.unit[far]
        return frontier
