"""Networks: groups of adjacent cities, sites in force, both options, equal to a brute force."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.board import our_data
from abbatia.games.pelegrinus.networks import networks
from abbatia.games.pelegrinus.scoring import NETWORK_POINTS, lines
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.title import of_version
from tests.games.pelegrinus.table import BLUE, position

BOARD = TITLE.board
ROADS = our_data()["routes"]
SITES = our_data()["sites"]
WITH_ROME = ["jerusalem", "rome", "compostelle", "mont_saint_michel", "gniezno"]
ONE_END = {"site_needs_both_ends": False}


def with_cities(cities: Iterable[str], *, both_ends: bool = False, drawn: str = "rome") -> PelegrinusState:
    return position(
        14,
        commanderies={city: [1, 0, 0, 0] for city in cities},
        sites=["jerusalem", drawn, "compostelle", "mont_saint_michel", "gniezno"],
        options={"site_needs_both_ends": both_ends},
    )


def found(state: PelegrinusState) -> list[list[str]]:
    return sorted(sorted(BOARD.sites[site] for site in sites) for sites in networks(state, BLUE))


def brute_force(cities: set[str], drawn: str, *, both_ends: bool) -> list[list[str]]:
    """Two sites belong together when some walk through own cities leads from one to the other."""
    linked: dict[str, set[str]] = {}
    for site in SITES:
        if site["active"] != "always" and site["id"] != drawn:
            continue
        ends = set(site["route"]) & cities
        if len(ends) >= (2 if both_ends else 1):
            linked[site["id"]] = walk(cities, ends)
    groups: list[list[str]] = []
    for site, reached in linked.items():
        group = sorted(other for other, there in linked.items() if there == reached)
        if len(group) >= 2 and site == group[0]:
            groups.append(group)
    return sorted(groups)


def walk(cities: set[str], start: set[str]) -> set[str]:
    reached = set(start)
    while True:
        more = {
            there
            for road in ROADS
            for here, there in ((road["a"], road["b"]), (road["b"], road["a"]))
            if here in reached and there in cities
        }
        if more <= reached:
            return reached
        reached |= more


@pytest.mark.rule("9.2", "9.3", "R22")
@settings(max_examples=300, deadline=None)
@given(
    cities=st.sets(st.sampled_from(BOARD.cities), max_size=30),
    both_ends=st.booleans(),
    drawn=st.sampled_from(["rome", "avignon"]),
)
def test_networks_equal_a_brute_force(cities: set[str], both_ends: bool, drawn: str) -> None:
    state = with_cities(cities, both_ends=both_ends, drawn=drawn)
    assert found(state) == brute_force(cities, drawn, both_ends=both_ends)


@pytest.mark.rule("9.1", "R22")
def test_both_ends_are_needed_unless_the_option_is_switched_off() -> None:
    west = ["lisbonne", "ceuta", "marseille", "genes"]
    assert found(with_cities(west)) == [["compostelle", "rome"]]
    assert found(with_cities(west, both_ends=True)) == []
    both = [*west, "leon", "naples"]
    assert found(with_cities(both, both_ends=True)) == [["compostelle", "rome"]]


@pytest.mark.rule("9.1", "R22")
@pytest.mark.parametrize(("version", "linked"), [(1, [["jerusalem", "rome"]]), (2, [])])
def test_the_usual_game_asks_for_both_ends_since_version_2(version: int, linked: list[list[str]]) -> None:
    title = of_version(version)
    one_end = ["acre", "chypre", "crete", "palerme", "genes"]

    def on(cities: list[str]) -> PelegrinusState:
        return position(
            14, title=title, sites=WITH_ROME, commanderies={city: [1, 0, 0, 0] for city in cities}
        )

    assert found(on(one_end)) == linked
    assert found(on([*one_end, "sinai", "naples"])) == [["jerusalem", "rome"]]
    assert title.start(2).options()["site_needs_both_ends"] is (version == 2)
    assert title.start(2, site_needs_both_ends=version == 1).options()["site_needs_both_ends"] is (
        version == 1
    )


@pytest.mark.rule("1.3", "R4")
def test_the_site_out_of_the_game_links_nothing_but_its_road_does() -> None:
    cities = ["naples", "genes", "lyon", "paris", "nantes"]
    assert found(with_cities(cities, drawn="rome")) == [["mont_saint_michel", "rome"]]
    assert found(with_cities(cities, drawn="avignon")) == [["avignon", "mont_saint_michel"]]
    assert found(with_cities(["naples", "genes", "marseille", "lyon"], drawn="avignon")) == []


@pytest.mark.rule("9.4")
def test_a_single_site_is_worth_nothing() -> None:
    assert found(with_cities(["acre", "sinai"])) == []


@pytest.mark.rule("9.4")
def test_the_values_of_all_ways_to_group_five_sites() -> None:
    def worth(*networks_of: int) -> int:
        return sum(NETWORK_POINTS[sites] for sites in networks_of)

    assert [worth(2), worth(3), worth(4), worth(5), worth(2, 2), worth(2, 3)] == [4, 9, 16, 25, 8, 13]


@pytest.mark.rule("9.4", "10.6")
def test_all_five_sites_in_one_network() -> None:
    cities = ["acre", "chypre", "crete", "palerme", "genes", "marseille", "bordeaux", "leon", "nantes"]
    cities += ["venise", "ratisbonne", "prague"]
    points = [line.points for line in lines(with_cities(cities), BLUE) if line.rule == "10.6"]
    assert points == [25]


@pytest.mark.rule("R5")
def test_a_road_into_a_region_that_is_not_open_counts() -> None:
    state = position(
        7,
        options=ONE_END,
        commanderies={city: [1, 0, 0, 0] for city in ("marseille", "genes")},
        sites=["jerusalem", "avignon", "compostelle", "mont_saint_michel", "gniezno"],
    )
    assert found(state) == []
    state = position(
        8,
        options=ONE_END,
        commanderies={city: [1, 0, 0, 0] for city in ("marseille", "bordeaux", "nantes")},
        sites=["jerusalem", "avignon", "compostelle", "mont_saint_michel", "gniezno"],
    )
    assert found(state) == [["avignon", "mont_saint_michel"]], "London is not open on turn 8"


@pytest.mark.rule("9.2")
def test_commanderies_of_others_neither_help_nor_block() -> None:
    mine = {city: [1, 0, 0, 0] for city in ("sinai", "acre", "chypre", "palerme", "genes", "naples")}
    assert found(position(14, commanderies={**mine, "crete": [0, 2, 0, 0]})) == []
    assert found(position(14, commanderies={**mine, "crete": [1, 1, 0, 0]})) == [["jerusalem", "rome"]]
