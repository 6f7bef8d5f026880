"""The King's Abbey: what its evaluator sees, rehearsals of level 5, and abbeys that look like abbeys."""

from typing import cast

import pytest

from abbatia.bots import make_bot
from abbatia.bots.protocol import Budget
from abbatia.bots.values import read_weights
from abbatia.bots.values.evaluator import NEVER
from abbatia.bots.values.kings_abbey import KingsAbbeyEvaluator
from abbatia.bots.values.kings_abbey_board import coming
from abbatia.bots.values.kings_abbey_rounds import Rounds
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.games.kings_abbey.phases import ABBEY, BUILDING, HARVEST, MARKET
from abbatia.games.kings_abbey.state import KingsAbbeyState
from tests.bots.tables import TABLES, Table, name_of, positions

EVALUATOR = KingsAbbeyEvaluator(read_weights("kings_abbey"))
OURS = [table for table in TABLES if table[0] == "kings_abbey"]


def first_abbey_phase(seed: int) -> tuple[KingsAbbeyState, int]:
    """A position in which a player is about to place dice in the first round."""
    match = Match(load("kings_abbey"), 4, rng=Rng(seed))
    state = cast(KingsAbbeyState, match.state)
    assert state.phase == ABBEY
    return state, match.to_act()[0]


@pytest.mark.parametrize("table", OURS, ids=name_of)
def test_rehearsed_plans_are_legal_come_the_best_first_and_change_nothing(table: Table) -> None:
    for state, seat in positions(table, seed=8, every=151):
        before = state.to_json()
        plans = EVALUATOR.root_plans(state, seat, Rng(2), Budget(iterations=64))
        assert state.to_json() == before
        assert [value for value, _ in plans] == sorted((value for value, _ in plans), reverse=True)
        assert all(plan[0] in state.legal(seat) for _, plan in plans)


def test_a_rehearsal_sees_the_end_of_the_last_round() -> None:
    state, seat = first_abbey_phase(3)
    state.round = state.rounds
    done = state.title.numbers["done"]
    course = Rounds(EVALUATOR.judge, state, seat, 1).beginning((done,))
    assert course is not None
    assert course.value == int(course.value), "a score, not an estimate"


def test_a_round_in_mind_goes_through_all_phases_and_can_be_varied_at_each_decision() -> None:
    state, seat = first_abbey_phase(7)
    rounds = Rounds(EVALUATOR.judge, state, seat, 1)
    course = rounds.first(EVALUATOR.judge)
    assert course is not None
    assert {before.phase for before in course.states} >= {ABBEY, MARKET, HARVEST, BUILDING}
    assert course.turn()[-1] == state.title.numbers["done"]
    _, behind, at, plan = course.variations()[-1]
    other = rounds.varied(course, at, plan)
    assert other is not None
    assert behind >= 0
    assert other.path[: at + 1] == [*course.path[:at], plan]


def test_level_5_finds_better_rounds_with_more_time() -> None:
    found: list[list[float]] = []
    for iterations in (2, 24):
        values = []
        for seed in (3, 4):
            state, seat = first_abbey_phase(seed)
            plans = EVALUATOR.root_plans(state, seat, Rng(2), Budget(iterations=iterations, cap=NEVER))
            values.append(plans[0][0])
        found.append(values)
    assert all(short <= long for short, long in zip(*found, strict=True))
    assert sum(found[0]) < sum(found[1])


def test_without_time_for_whole_rounds_a_glance_at_the_market_decides() -> None:
    state, seat = first_abbey_phase(4)
    while state.phase != MARKET:
        state.apply(state.to_act()[0], state.title.numbers["done"])
    seat = state.to_act()[0]
    in_time = EVALUATOR.best_plans(state, seat, Rng(1))
    late = EVALUATOR.best_plans(state, seat, Rng(1), 0.0)
    assert late == EVALUATOR.plans(state, seat, Rng(1), 0.0)
    assert in_time != late


def test_a_card_that_can_never_be_built_is_not_bought_in_the_last_round() -> None:
    state, seat = first_abbey_phase(4)
    player = state.players[seat]
    state.round, state.phase = state.rounds, MARKET
    player.goods[:5] = [2, 0, 0, 0, 0]
    player.dice = [0] * 6
    player.dice_mask = 0
    state.acting, state.turn = 1 << seat, seat
    best = EVALUATOR.plans(state, seat, Rng(1))[0][1]
    assert state.title.vocabulary[best[0]] == "pass"


def test_peasants_nearer_to_the_baptistry_become_lay_brothers_sooner() -> None:
    state, seat = first_abbey_phase(5)
    player = state.players[seat]
    player.benches, player.baptistry, player.clergy = 0b001, 1, 0
    assert coming(state, seat, 1, BUILDING) == 1, "one move is left, three are needed"
    assert coming(state, seat, 3, BUILDING) == 2
    player.benches = 0b001_000_000_000
    assert coming(state, seat, 0, BUILDING) == 2, "from the last bench the way is free"


@pytest.mark.slow
def test_heuristic_players_end_with_abbeys_worth_the_name() -> None:
    built: list[int] = []
    crusades: list[int] = []
    for seed in range(4):
        match = Match(load("kings_abbey", 2), 4, rng=Rng(seed))  # weights by hand were made for its values
        bots = [make_bot("greedy", Rng(10 * seed + seat)) for seat in range(4)]
        while actors := match.to_act():
            match.play(actors[0], bots[actors[0]].choose(match.decision(actors[0])))
        statistics = match.state.statistics()
        built += statistics["buildings"]
        crusades += statistics["crusades"]
    assert 5 <= sum(built) / 16 <= 10
    assert 1.5 <= sum(crusades) / 16 <= 4
