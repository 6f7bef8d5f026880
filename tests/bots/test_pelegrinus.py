"""Pelegrinus: what cities are worth together, and what level 4 thinks of it."""

from collections.abc import Iterator
from typing import cast

import pytest

from abbatia.bots.values import maker, read_weights
from abbatia.bots.values.pelegrinus import PelegrinusEvaluator
from abbatia.bots.values.pelegrinus_board import DECAY, NEXT_SITE, reach
from abbatia.bots.values.pelegrinus_opponents import OpponentModel
from abbatia.bots.values.pelegrinus_programmes import Programme
from abbatia.core.chance import Rng
from abbatia.games.pelegrinus.networks import linked_sites
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.bots.tables import positions
from tests.games.pelegrinus.table import position

STACKS = 16
SURE = [1.0] * STACKS
NEVER_WON = [0.0] * STACKS
Case = tuple[PelegrinusState, int, PelegrinusEvaluator, OpponentModel, list[int]]


def cases() -> Iterator[Case]:
    """Positions in which a seat may settle in four cities."""
    evaluator = cast(PelegrinusEvaluator, maker("pelegrinus")(read_weights("pelegrinus")))
    for state, seat in positions(("pelegrinus", 4, {}), seed=5, every=41):
        pos = cast(PelegrinusState, state)
        if pos.phase != PROGRAMMING or not pos.stock[seat]:
            continue
        opponents = evaluator.opponents(pos)
        cities = [city for city in opponents.cities[seat] if not pos.full & pos.board.bit[city]]
        if len(cities) >= 4:
            yield pos, seat, evaluator, opponents, cities[:4]


def together(case: Case, programme: Programme, chances: list[float]) -> float:
    """What the evaluator says when each city of the programme is won with these chances."""
    pos, seat, evaluator, opponents, cities = case
    known = opponents.chances[seat]
    for city in cities:
        known[city] = chances
    return evaluator.together(pos, seat, opponents, programme)


def test_cities_that_are_surely_won_are_worth_what_they_are_worth_together() -> None:
    differing = 0
    for case in cases():
        pos, seat, evaluator, _, cities = case
        net, mine = evaluator.board_evaluator.net, pos.presence[seat]
        all_of_them = mine
        singly = 0.0
        for city in cities:
            all_of_them |= pos.board.bit[city]
            singly += net(pos, mine | pos.board.bit[city]) - net(pos, mine)
        more = net(pos, all_of_them) - net(pos, mine) - singly
        assert together(case, (*cities, cities[0]), SURE) == pytest.approx(more)
        differing += abs(more) > 0.1
    assert differing >= 3, "too few positions in which it matters"


def test_a_city_alone_and_cities_that_nobody_wins_add_nothing() -> None:
    seen = 0
    for case in cases():
        cities = case[4]
        assert together(case, (cities[0],) * 5, SURE) == pytest.approx(0.0)
        assert together(case, (*cities, cities[0]), NEVER_WON) == pytest.approx(0.0)
        seen += 1
    assert seen >= 3


def test_the_best_programmes_are_judged_together() -> None:
    weights = read_weights("pelegrinus")
    assert weights["joint"] > 0
    changed = 0
    for pos, seat, evaluator, _, _ in cases():
        apart = maker("pelegrinus")({**weights, "joint": 0.0})
        changed += apart.plans(pos, seat, Rng(2))[0] != evaluator.plans(pos, seat, Rng(2))[0]
    assert changed


def worth_reaching(city: str, *, both_ends: bool, complete: str = "") -> float:
    """What Rome, between Naples and Genoa, is worth to a network of one city; it is the only site."""
    state = position(7, seats=2, options={"site_needs_both_ends": both_ends})
    board = state.board
    state.sites = 1 << board.sites.index("rome")
    group = board.bit[board.city_number[city]]
    passable = sum(board.bit) & ~(board.bit[board.city_number[complete]] if complete else 0)
    return reach(state, group, linked_sites(state, group), passable)


@pytest.mark.rule("R22")
def test_a_site_is_as_far_as_the_cities_that_are_missing_at_its_road() -> None:
    near = DECAY * NEXT_SITE[0]
    assert worth_reaching("venise", both_ends=False) == pytest.approx(near)
    assert worth_reaching("genes", both_ends=True) == pytest.approx(near), "half of it is there"
    assert worth_reaching("venise", both_ends=True) == pytest.approx(near * DECAY), "two cities are missing"


@pytest.mark.rule("R22")
def test_a_site_is_out_of_reach_when_an_end_of_its_road_is_complete() -> None:
    assert worth_reaching("genes", both_ends=True, complete="naples") == 0.0
    assert worth_reaching("venise", both_ends=False, complete="naples") > 0.0
