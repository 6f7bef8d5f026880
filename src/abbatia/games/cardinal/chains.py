"""Chains: how many abbeys separate chains of four or more can cover (§11.5, §11.6, §11.7, §R1).

A set of sites is a bit mask: `mask & -mask` is its lowest site alone, `low.bit_length() - 1` the number of
that site, `rest ^ low` the set without it, and `roads[site] & rest` are its neighbours in the set.

A chain of eight or more splits into chains of four to seven that cover the same abbeys, so the score sheet is
made of those short pieces; pieces that meet are joined again.
"""

from typing import Final

from abbatia.games.cardinal.covering import SHORTEST, Covering, road_order

LONGEST_PIECE: Final = 2 * SHORTEST - 1
MEMO_LIMIT: Final = 20_000
MOST_WORK: Final = 4_000
"""What may be searched for one score sheet, in steps of a microsecond; our board takes a sixth of it."""


class Chains:
    """The road net of a board, and what is known about sets of abbeys on it."""

    __slots__ = ("roads", "order", "width", "memo", "work")

    def __init__(self, sites: int, roads: tuple[tuple[int, int], ...]) -> None:
        self.roads: list[int] = [0] * sites  # the neighbours of each site, as a mask
        for one, other in roads:
            self.roads[one] |= 1 << other
            self.roads[other] |= 1 << one
        self.order, self.width = road_order(self.roads)
        self.memo: dict[int, int] = {}  # the best total of a component
        self.work: int = 0  # what is left of MOST_WORK

    def points(self, abbeys: int) -> int:
        """One point for each abbey that can lie on a chain, over the best choice of them (§11.5, §11.6, §R1).

        Countries play no part in it: a chain may cross borders (§11.7).
        """
        total = 0
        rest = abbeys
        roads = self.roads
        while rest:  # take out the lowest abbey, with all that roads join to it
            low = rest & -rest
            rest ^= low
            if roads[low.bit_length() - 1] & rest:  # lower neighbours would have been met before
                part = self.component(rest | low)
                rest &= ~part
                if part.bit_count() >= SHORTEST:
                    total += self._cover(part)
        return total

    def component(self, abbeys: int) -> int:
        """The abbeys that roads join to the lowest one."""
        part = abbeys & -abbeys
        grown = part  # abbeys of the part whose neighbours have not been looked at
        while grown:
            low = grown & -grown
            grown ^= low
            new = self.roads[low.bit_length() - 1] & abbeys & ~part
            part |= new
            grown |= new
        return part

    def _cover(self, part: int) -> int:
        """The best total within one component (§R1)."""
        known = self.memo.get(part)
        if known is None:
            known = part.bit_count() - Covering(self.roads, self.order, part).left_out()
            if len(self.memo) >= MEMO_LIMIT:
                self.memo.clear()
            self.memo[part] = known
        return known

    # -- for the score sheet -------------------------------------------------------------------------------

    def chains(self, abbeys: int) -> list[list[int]]:
        """Chains that reach the best total, each as its sites along the road.

        Of all best choices the pieces with the lowest sites are shown. Where finding them would take too long
        (nets of roads much denser than ours) it is the choice that the search has found.
        """
        found: list[list[int]] = []
        rest = abbeys
        self.work = MOST_WORK
        while self.points(rest):
            part = self.component(rest)
            piece = self._chosen(part)
            if self.work < 0:
                covering = Covering(self.roads, self.order, part)
                covering.left_out()
                found += covering.chains()
                rest ^= part
            elif piece:
                found.append(self._path(piece))
                rest ^= piece
            else:
                rest ^= part & -part
        return self._joined(found)

    def _chosen(self, part: int) -> int:
        """The lowest piece of a best choice through the lowest abbey; 0 when that abbey stays out."""
        out = part.bit_count() - self.points(part)
        for piece in sorted(self._pieces(part)):
            if self._leaves_out(part ^ piece, out):
                return piece
            if self.work < 0:
                break
        return 0

    def _leaves_out(self, abbeys: int, number: int) -> bool:
        """Whether no more abbeys than this stay out; without the memo, so that work is always the same."""
        searched: list[int] = []
        while abbeys:
            part = self.component(abbeys)
            abbeys ^= part
            if part.bit_count() >= SHORTEST:
                searched.append(part)
            else:
                number -= part.bit_count()
        for part in searched:
            if number < 0 or self.work < 0:
                break
            covering = Covering(self.roads, self.order, part)
            number -= covering.left_out()
            self.work -= covering.work()
        return number >= 0

    def _pieces(self, part: int) -> set[int]:
        """All sets of four to seven abbeys on a path through the lowest abbey of the part."""
        found: set[int] = set()
        low = part & -part
        start = low.bit_length() - 1
        self._grow(low, start, start, part ^ low, 1, found)
        return found

    def _grow(self, piece: int, head: int, tail: int, rest: int, length: int, found: set[int]) -> None:
        """Lengthen a path at its head, then at its tail; -1 as tail says that the tail is done."""
        if length >= SHORTEST:
            found.add(piece)
            self.work -= 1
            if length == LONGEST_PIECE or self.work < 0:
                return
        ends = self.roads[head] & rest
        while ends:  # each neighbour of the head that is not on the path
            low = ends & -ends
            ends ^= low
            self._grow(piece | low, low.bit_length() - 1, tail, rest ^ low, length + 1, found)
        if tail >= 0:
            ends = self.roads[tail] & rest
            while ends:
                low = ends & -ends
                ends ^= low
                # once the tail grows the head stays, so the roles are swapped and the other end is closed
                self._grow(piece | low, low.bit_length() - 1, -1, rest ^ low, length + 1, found)

    def _path(self, piece: int) -> list[int]:
        """The sites of a piece in the order of a path through all of them."""
        sites = [site for site in range(len(self.roads)) if piece >> site & 1]
        for start in sites:
            path = self._walk([start], piece ^ (1 << start))
            if path:
                return path
        raise ValueError("a piece without a path")

    def _walk(self, path: list[int], rest: int) -> list[int]:
        if not rest:
            return path
        for site in range(len(self.roads)):
            if (self.roads[path[-1]] & rest) >> site & 1:
                longer = self._walk([*path, site], rest ^ (1 << site))
                if longer:
                    return longer
        return []

    def _joined(self, chains: list[list[int]]) -> list[list[int]]:
        """Chains whose ends a road joins are one longer chain."""
        for index, chain in enumerate(chains):
            for other in chains[index + 1 :]:
                for one in (chain, chain[::-1]):
                    for two in (other, other[::-1]):
                        if self.roads[one[-1]] >> two[0] & 1:  # a road from the end of one to the other
                            left = [c for c in chains if c is not chain and c is not other]
                            return self._joined([one + two, *left])
        return chains
