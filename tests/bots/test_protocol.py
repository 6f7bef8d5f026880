"""Budgets, the registry, and plans that are carried out over several decisions."""

import pytest

from abbatia.bots import BOTS, LEVELS, make_bot
from abbatia.bots.planner import Planner, pick_plan
from abbatia.bots.protocol import Budget
from abbatia.bots.values import KNOWN, Plan, evaluator_for, maker, read_temperatures, read_weights
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Match
from abbatia.core.words import LANGUAGES, words
from abbatia.games import load


def test_iterations_are_counted_and_time_is_not_asked_for() -> None:
    thinking = Budget(iterations=3, cap=float("inf")).start(lambda: 0.0)
    assert [thinking.allows(n) for n in range(5)] == [True, True, True, False, False]


def test_time_ends_thinking_and_the_cap_is_hard() -> None:
    now = 0.0
    thinking = Budget(seconds=1.0, cap=3.0).start(lambda: now)
    assert thinking.allows(1000)
    now = 1.0
    assert not thinking.allows(0)
    now = 0.0
    capped = Budget(iterations=10**9, cap=3.0).start(lambda: now)
    now = 2.9
    assert capped.allows(5)
    now = 3.0
    assert not capped.allows(5)


def test_a_budget_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="iterations or seconds"):
        Budget()


def test_every_level_is_a_bot_with_a_name_in_each_language() -> None:
    assert set(LEVELS) <= set(BOTS)
    for language in LANGUAGES:
        entries = words(language).entries
        for name in BOTS:
            assert entries[f"bots.bot.{name}"]
            assert entries[f"bots.bot.{name}.about"]


@pytest.mark.parametrize("name", ["archbishop", "cardinal*", "cardinal*-1", "novice*2", ""])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BadSetup) as bad:
        make_bot(name, Rng(1))
    assert bad.value.message.args["known"] == sorted(BOTS)


def test_the_best_plan_is_taken_when_it_is_cold_and_others_when_it_is_warm() -> None:
    plans: list[Plan] = [(2.0, (1,)), (1.0, (2,)), (-9.0, (3,))]
    rng = Rng(4)
    assert all(pick_plan(plans, 0.0, rng) == plans[0] for _ in range(20))
    taken = [pick_plan(plans, 1.0, rng)[1][0] for _ in range(3000)]
    assert taken.count(1) / taken.count(2) == pytest.approx(2.718, rel=0.15)
    assert taken.count(3) == 0


def test_a_plan_is_followed_and_one_made_in_the_middle_of_a_turn_ends_alike() -> None:
    """A bot that remembers its plan and bots made anew for each action play the same turn."""
    match = Match(load("cardinal"), 4, rng=Rng(3))
    fixed = Planner(Rng(1))
    seat = match.to_act()[0]
    while match.to_act() == (seat,):
        decision = match.decision(seat)
        action = fixed.choose(decision)
        assert Planner(Rng(77)).choose(decision) == action
        match.play(seat, action)


def test_a_plan_is_dropped_when_the_table_is_another() -> None:
    bot = make_bot("abbot", Rng(1))
    for seed in range(6):
        match = Match(load("cardinal"), 4, rng=Rng(seed))
        decision = match.decision(match.to_act()[0])
        assert bot.choose(decision) in decision.legal


@pytest.mark.parametrize("title", KNOWN)
def test_each_level_that_errs_is_colder_than_the_one_below_it(title: str) -> None:
    for temperatures in (read_temperatures(title), evaluator_for(load(title)).temperatures):
        assert tuple(temperatures) == LEVELS[:3]
        assert temperatures["novice"] > temperatures["cleric"] > temperatures["prior"] > 0


def test_a_level_without_a_temperature_takes_the_best_plan_and_a_hot_one_any() -> None:
    title = load("cardinal")
    match = Match(title, 4, rng=Rng(3))
    decision = match.decision(match.to_act()[0])
    evaluator = maker("cardinal")(read_weights("cardinal"))
    evaluator.temperatures = {"novice": 1000.0}
    cold = {Planner(Rng(seed), "abbot", evaluator).choose(decision) for seed in range(8)}
    hot = {Planner(Rng(seed), "novice", evaluator).choose(decision) for seed in range(8)}
    assert len(cold) == 1 < len(hot)
