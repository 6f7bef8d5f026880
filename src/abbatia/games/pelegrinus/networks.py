"""Networks: groups of adjacent cities with an own commandery, and the pilgrimage sites they link."""

from abbatia.games.pelegrinus.board import Board
from abbatia.games.pelegrinus.fields import Position


def groups(board: Board, cities: int) -> list[int]:
    """§9.2: the connected groups of these cities (masks), by their first city."""
    neighbours = board.neighbours
    found: list[int] = []
    rest = cities
    while rest:
        group = edge = rest & -rest  # the lowest city alone; the group grows from it, city by city
        rest ^= edge
        while edge:
            low = edge & -edge  # one city of the edge after the other
            edge ^= low
            reached = neighbours[low.bit_length() - 1] & rest
            rest ^= reached
            edge |= reached
            group |= reached
        found.append(group)
    return found


def linked_sites(state: Position, group: int) -> list[int]:
    """§9.1, §R5, §R22: the sites in force whose road touches the group, by the option at both ends."""
    in_force = state.sites
    ends = enumerate(state.board.end_mask)
    if state.both_ends:
        return [site for site, mask in ends if group & mask == mask and in_force >> site & 1]
    return [site for site, mask in ends if group & mask and in_force >> site & 1]


def networks(state: Position, seat: int) -> list[list[int]]:
    """§9.3: for each network of a seat the sites it links, two or more, each network once."""
    presence = state.presence[seat]
    if len(linked_sites(state, presence)) < 2:
        return []
    linked = [linked_sites(state, group) for group in groups(state.board, presence)]
    return [sites for sites in linked if len(sites) >= 2]
