"""Networks: groups of adjacent cities with an own commandery, and the pilgrimage sites they link."""

from abbatia.games.pelegrinus.board import Board
from abbatia.games.pelegrinus.fields import Position


def groups(board: Board, cities: int) -> list[int]:
    """§9.2: the connected groups of these cities (masks), by their first city."""
    found: list[int] = []
    rest = cities
    while rest:
        group = 0
        edge = rest & -rest  # the lowest city alone; the group grows from it, edge by edge
        while edge:
            group |= edge
            reached = 0
            while edge:
                low = edge & -edge  # one city of the edge after the other
                edge ^= low
                reached |= board.neighbours[low.bit_length() - 1]
            edge = reached & rest & ~group
        rest &= ~group
        found.append(group)
    return found


def linked_sites(state: Position, group: int) -> list[int]:
    """§9.1, §R5, §R22: the sites in force whose road touches the group, by the option at both ends."""
    board = state.board
    sites: list[int] = []
    for site, (a, b) in enumerate(board.ends):
        if not state.sites >> site & 1:
            continue
        has_a, has_b = group & board.bit[a] > 0, group & board.bit[b] > 0
        if (has_a and has_b) if state.both_ends else (has_a or has_b):
            sites.append(site)
    return sites


def networks(state: Position, seat: int) -> list[list[int]]:
    """§9.3: for each network of a seat the sites it links, two or more, each network once."""
    linked = [linked_sites(state, group) for group in groups(state.board, state.presence[seat])]
    return [sites for sites in linked if len(sites) >= 2]
