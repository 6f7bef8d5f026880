"""Chains: the exact best total, against brute force on random graphs, and cases easy to get wrong."""

import sys
from collections.abc import Callable
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abbatia.core.chance import Rng
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.chains import MOST_WORK, Chains
from abbatia.games.cardinal.covering import WIDEST, Covering, road_order
from tests.games.cardinal.pieces_search import PiecesSearch

SITES = TITLE.tables.board.sites
FRANCE = [site for site, home in zip(SITES, TITLE.tables.board.country_of, strict=True) if home == 5]


def mask_of(names: list[str]) -> int:
    return sum(1 << SITES.index(name) for name in names)


def brute_force(chains: Chains, abbeys: list[int]) -> int:
    """Try every set of sites as one chain (any path through all of it), any of them beside any others."""
    paths: list[int] = []
    for size in range(4, len(abbeys) + 1):
        for chosen in combinations(abbeys, size):
            if any(is_path(chains, order) for order in permutations(chosen)):
                paths.append(sum(1 << site for site in chosen))
    return best_packing(paths, 0)


def is_path(chains: Chains, order: tuple[int, ...]) -> bool:
    return all(chains.roads[one] >> other & 1 for one, other in pairwise(order))


def best_packing(paths: list[int], used: int) -> int:
    best = 0
    for index, path in enumerate(paths):
        if not path & used:
            best = max(best, path.bit_count() + best_packing(paths[index + 1 :], used | path))
    return best


@pytest.mark.rule("11.5", "11.6", "R1")
@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**9), st.integers(4, 7), st.integers(0, 100))
def test_small_random_graphs_score_as_by_brute_force(seed: int, sites: int, density: int) -> None:
    rng = Rng(seed)
    pairs = list(combinations(range(sites), 2))
    chains = Chains(sites, tuple(pair for pair in pairs if rng.below(100) < density))
    abbeys = [site for site in range(sites) if rng.below(5)]
    assert chains.points(sum(1 << site for site in abbeys)) == brute_force(chains, abbeys)


def by_path_search(chains: Chains, abbeys: int) -> int:
    """A second way for larger graphs: the lowest abbey lies on no chain, or on one found by walking."""
    if abbeys.bit_count() < 4:
        return 0
    low = (abbeys & -abbeys).bit_length() - 1
    best = by_path_search(chains, abbeys ^ (1 << low))
    for path in walks_through(chains, low, abbeys):
        best = max(best, path.bit_count() + by_path_search(chains, abbeys & ~path))
    return best


def walks_through(chains: Chains, site: int, abbeys: int) -> set[int]:
    """All paths of any length of four or more through a site: two walks away from it that do not meet."""
    walks = walks_from(chains, [site], abbeys)
    found: set[int] = set()
    for one in walks:
        for two in walks:
            together = one | two
            if one & two == 1 << site and together.bit_count() >= 4:
                found.add(together)
    return found


def walks_from(chains: Chains, walk: list[int], abbeys: int) -> list[int]:
    found = [sum(1 << site for site in walk)]
    for site in range(len(chains.roads)):
        if chains.roads[walk[-1]] & abbeys & 1 << site and site not in walk:
            found += walks_from(chains, [*walk, site], abbeys)
    return found


@pytest.mark.rule("11.5", "11.6", "R1")
@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**9))
def test_graphs_like_a_board_score_as_by_searching_paths(seed: int) -> None:
    rng = Rng(seed)
    sites = 8 + rng.below(5)
    roads = {(site, site + 1) for site in range(sites - 1) if rng.below(8)}
    for _ in range(sites // 2):
        one, other = sorted((rng.below(sites), rng.below(sites)))
        if one != other:
            roads.add((one, other))
    chains = Chains(sites, tuple(sorted(roads)))
    abbeys = sum(1 << site for site in range(sites) if rng.below(6))
    assert chains.points(abbeys) == by_path_search(chains, abbeys)


@pytest.mark.rule("R1")
def test_all_of_france_scores_eight_not_the_longest_chain_of_seven() -> None:
    assert TITLE.tables.chains.points(mask_of(FRANCE)) == 8


@pytest.mark.rule("11.5")
@pytest.mark.parametrize(
    ("names", "points"),
    [
        (["egmond", "affligem", "stavelot"], 0),
        (["egmond", "affligem", "stavelot", "gorze"], 4),
        (["egmond", "affligem", "gorze", "remiremont"], 0),
        (["fountains", "peterborough", "bury", "st_albans", "canterbury", "glastonbury"], 5),
    ],
)
def test_a_chain_has_at_least_four_abbeys_in_a_row(names: list[str], points: int) -> None:
    assert TITLE.tables.chains.points(mask_of(names)) == points


@pytest.mark.rule("11.5", "11.6")
@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**9), st.integers(4, 20))
def test_the_chains_on_the_score_sheet_are_chains_and_reach_the_total(seed: int, number: int) -> None:
    chains, rng = TITLE.tables.chains, Rng(seed)
    abbeys = 1 << rng.below(len(SITES))
    while abbeys.bit_count() < number:  # grow along roads, so that there are chains
        near = [site for site in range(len(SITES)) if chains.roads[site] & abbeys and not abbeys >> site & 1]
        grown = near[rng.below(len(near))] if near and rng.below(4) else rng.below(len(SITES))
        abbeys |= 1 << grown
    found = chains.chains(abbeys)
    sites = [site for chain in found for site in chain]
    assert len(sites) == len(set(sites)) == chains.points(abbeys)
    for chain in found:
        assert len(chain) >= 4
        assert is_path(chains, tuple(chain))
        assert all(abbeys >> site & 1 for site in chain)


def test_a_long_chain_is_one_line_on_the_score_sheet() -> None:
    row = ["vezelay", "citeaux", "cluny", "saint_maurice", "chiaravalle", "polirone", "vallombrosa", "farfa"]
    found = TITLE.tables.chains.chains(mask_of(row))
    assert [len(chain) for chain in found] == [8]


def test_the_hardest_hand_of_abbeys_on_our_board_is_scored_quickly() -> None:
    """Twenty abbeys around the densest part of the map: exact, with a memo of few thousand parts."""
    chains = Chains(len(SITES), TITLE.tables.board.roads)
    abbeys = 1 << SITES.index("remiremont")
    while abbeys.bit_count() < 20:
        near = [site for site in range(len(SITES)) if chains.roads[site] & abbeys and not abbeys >> site & 1]
        abbeys |= 1 << near[0]
    assert chains.points(abbeys) >= 16
    assert len(chains.memo) < 5000


def grown(roads: list[int], number: int, rng: Rng) -> int:
    """So many abbeys that mostly lie beside each other."""
    sites = len(roads)
    abbeys = 1 << rng.below(sites)
    while abbeys.bit_count() < number:
        near = [site for site in range(sites) if roads[site] & abbeys and not abbeys >> site & 1]
        abbeys |= 1 << (near[rng.below(len(near))] if near and rng.below(12) else rng.below(sites))
    return abbeys


@pytest.mark.rule("R1")
@settings(deadline=None, max_examples=200)
@given(st.integers(0, 10**9), st.integers(4, 20))
def test_our_board_shows_the_same_chains_as_by_trying_all_pieces(seed: int, number: int) -> None:
    board = TITLE.tables.board
    chains, slow = TITLE.tables.chains, PiecesSearch(len(board.sites), board.roads)
    abbeys = grown(chains.roads, number, Rng(seed))
    assert chains.points(abbeys) == slow.points(abbeys)
    assert chains.chains(abbeys) == slow.chains(abbeys)
    assert chains.work > MOST_WORK // 2


@pytest.mark.rule("R1")
@settings(deadline=None, max_examples=200)
@given(st.integers(0, 10**9), st.integers(4, 13), st.integers(5, 60))
def test_random_nets_score_as_by_trying_all_pieces(seed: int, sites: int, density: int) -> None:
    rng = Rng(seed)
    roads = tuple(pair for pair in combinations(range(sites), 2) if rng.below(100) < density)
    chains, slow = Chains(sites, roads), PiecesSearch(sites, roads)
    if chains.width > WIDEST:
        return
    abbeys = sum(1 << site for site in range(sites) if rng.below(6))
    assert chains.points(abbeys) == slow.points(abbeys)
    found = chains.chains(abbeys)
    assert sum(len(chain) for chain in found) == slow.points(abbeys)
    for chain in found:
        assert len(chain) >= 4
        assert is_path(chains, tuple(chain))
    if chains.work >= 0:
        assert found == slow.chains(abbeys)


HARDEST = {  # nets of twenty sites that hill climbing has found to be the hardest within each limit
    "four roads": [
        (0, 1),
        (0, 10),
        (0, 17),
        (0, 18),
        (1, 6),
        (1, 16),
        (2, 3),
        (2, 10),
        (2, 14),
        (3, 4),
        (3, 17),
        (4, 5),
        (4, 19),
        (5, 6),
        (5, 10),
        (5, 18),
        (6, 7),
        (6, 9),
        (7, 8),
        (7, 11),
        (7, 13),
        (8, 9),
        (8, 16),
        (11, 12),
        (13, 14),
        (14, 15),
        (14, 18),
        (16, 17),
        (16, 19),
        (17, 18),
    ],
    "six roads": [
        (0, 4),
        (0, 6),
        (0, 16),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 3),
        (2, 8),
        (2, 16),
        (3, 4),
        (3, 8),
        (3, 16),
        (4, 5),
        (4, 8),
        (5, 6),
        (5, 10),
        (5, 12),
        (5, 14),
        (6, 7),
        (7, 8),
        (7, 9),
        (8, 9),
        (8, 12),
        (9, 12),
        (9, 13),
        (10, 11),
        (10, 12),
        (10, 13),
        (10, 14),
        (10, 18),
        (11, 13),
        (11, 14),
        (11, 17),
        (11, 18),
        (12, 13),
        (13, 14),
        (14, 17),
        (14, 18),
        (15, 16),
        (16, 17),
        (16, 19),
        (17, 18),
    ],
}


def calls_of(work: Callable[[], object]) -> int:
    """How many Python functions are called by it; of compiled code, none."""
    count = 0

    def note(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("net", HARDEST)
def test_twenty_abbeys_on_the_hardest_net_are_scored_within_bounds(net: str) -> None:
    """A step is about a microsecond of compiled code, and 20 abbeys may take 5 ms.

    The search that tried all pieces calls sixty times as many functions on the net of six roads.
    """
    chains = Chains(20, tuple(HARDEST[net]))
    assert calls_of(lambda: chains.points((1 << 20) - 1)) < 200_000
    covering = Covering(chains.roads, chains.order, (1 << 20) - 1)
    covering.left_out()
    assert covering.work() < 10_000
    found = chains.chains((1 << 20) - 1)
    assert sum(len(chain) for chain in found) == chains.points((1 << 20) - 1)
    for chain in found:
        assert is_path(chains, tuple(chain))


def test_the_order_of_a_board_keeps_its_frontier_narrow() -> None:
    roads = TITLE.tables.chains.roads
    order, width = road_order(roads)
    assert sorted(order) == list(range(len(SITES)))
    assert width == 4
    wide = [0] * 49  # a square of seven by seven has a frontier of seven
    for site in range(49):
        for other in (site + 1 if site % 7 < 6 else -1, site + 7 if site < 42 else -1):
            if other >= 0:
                wide[site] |= 1 << other
                wide[other] |= 1 << site
    assert road_order(wide)[1] == 7
