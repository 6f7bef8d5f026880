"""Plans are whole and legal, at every kind of decision of every title, and values stay with what is known."""

import pytest

from abbatia.bots.values import evaluator_for, maker, read_weights
from abbatia.core.chance import Rng
from tests.bots.tables import TABLES, Table, name_of, positions


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_each_action_of_each_plan_is_legal_when_its_turn_comes(table: Table) -> None:
    every = 7 if table[0] == "cardinal" else 41
    for state, seat in positions(table, seed=5, every=every):
        world = state.imagine(seat, Rng(1))
        plans = evaluator_for(state.title).plans(world, seat, Rng(2))
        assert plans
        for _, actions in plans[:30]:
            after = world.clone()
            for action in actions:
                refusal = after.why_not(seat, action)
                assert refusal is None, (state.title.vocabulary[action], refusal and refusal.reason)
                after.apply(seat, action)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_plans_come_the_best_first(table: Table) -> None:
    for state, seat in positions(table, seed=6, every=97):
        values = [
            value for value, _ in evaluator_for(state.title).plans(state.imagine(seat, Rng(1)), seat, Rng(2))
        ]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_planning_changes_nothing(table: Table) -> None:
    for state, seat in positions(table, seed=7, every=97):
        before = state.to_json()
        evaluator_for(state.title).plans(state, seat, Rng(2))
        evaluator_for(state.title).value(state, seat)
        assert state.to_json() == before


@pytest.mark.parametrize("table", [TABLES[1], TABLES[3], *TABLES[4:]], ids=name_of)
def test_who_has_no_time_left_has_a_legal_plan_all_the_same(table: Table) -> None:
    make, weights = maker(table[0]), read_weights(table[0])
    is_shorter = False
    for state, seat in positions(table, seed=9, every=3 if table[0] == "cardinal" else 61):
        hurried = make(weights).plans(state, seat, Rng(2), 0.0)
        assert state.why_not(seat, hurried[0][1][0]) is None
        is_shorter |= hurried != make(weights).plans(state, seat, Rng(2))
    assert is_shorter, "the time was not looked at"
