"""Chains by trying all short pieces: what the rules used before, kept to compare with. Exponential.

A set of sites is a bit mask. A chain of eight or more splits into chains of four to seven that cover the same
abbeys, so only those short pieces are searched; for the score sheet, pieces that meet are joined again.
"""

from typing import Final

SHORTEST: Final = 4
LONGEST_PIECE: Final = 2 * SHORTEST - 1
MEMO_LIMIT: Final = 200_000


class PiecesSearch:
    """The road net of a board, and what is known about sets of abbeys on it."""

    __slots__ = ("roads", "memo")

    def __init__(self, sites: int, roads: tuple[tuple[int, int], ...]) -> None:
        self.roads: list[int] = [0] * sites  # the neighbours of each site, as a mask
        self.memo: dict[int, int] = {}
        for one, other in roads:
            self.roads[one] |= 1 << other
            self.roads[other] |= 1 << one

    def points(self, abbeys: int) -> int:
        """One point for each abbey that can lie on a chain, over the best choice of chains."""
        total = 0
        rest = abbeys
        roads = self.roads
        while rest:
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
        grown = part
        while grown:
            low = grown & -grown
            grown ^= low
            new = self.roads[low.bit_length() - 1] & abbeys & ~part
            part |= new
            grown |= new
        return part

    def _cover(self, part: int) -> int:
        """The best total within one component."""
        known = self.memo.get(part)
        if known is not None:
            return known
        low = part & -part
        size = part.bit_count()
        best = self.points(part ^ low)  # the lowest abbey stays out, or lies on one of the pieces
        if best < size:
            for piece in self._pieces(part):
                got = piece.bit_count() + self.points(part ^ piece)
                if got > best:
                    best = got
                    if best == size:
                        break
        if len(self.memo) >= MEMO_LIMIT:
            self.memo.clear()
        self.memo[part] = best
        return best

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
            if length == LONGEST_PIECE:
                return
        ends = self.roads[head] & rest
        while ends:
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

    # -- for the score sheet -------------------------------------------------------------------------------

    def chains(self, abbeys: int) -> list[list[int]]:
        """Chains that reach the best total, each as its sites along the road."""
        found: list[list[int]] = []
        rest = abbeys
        while self.points(rest):
            part = self.component(rest)
            piece = self._chosen(part)
            rest ^= piece if piece else part & -part
            if piece:
                found.append(self._path(piece))
        return self._joined(found)

    def _chosen(self, part: int) -> int:
        """A piece through the lowest abbey that belongs to a best choice; 0 when that abbey stays out."""
        best = self.points(part)
        for piece in sorted(self._pieces(part)):
            if piece.bit_count() + self.points(part ^ piece) == best:
                return piece
        return 0

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
                        if self.roads[one[-1]] >> two[0] & 1:
                            left = [c for c in chains if c is not chain and c is not other]
                            return self._joined([one + two, *left])
        return chains
