"""Decisions are judged by what the seat could know, and by nothing else."""

import json
from collections.abc import Iterator

import pytest

from abbatia.analysis import hints
from abbatia.analysis.calibration import Values
from abbatia.analysis.course import Choice, course_of
from abbatia.analysis.judging import judge
from abbatia.analysis.playouts import Playouts
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.match import Decision, Match
from tests.analysis.games import SMALL, played
from tests.bots.tables import TABLES, Table, name_of, positions

HIDING = [table for table in TABLES if table[0] != "kings_abbey" or "saints" in table[2]]


def judged(state: State, seat: int) -> str:
    playouts = Playouts(Values(state.title, state.seats))
    plan = playouts.values.evaluator.plans(state, seat, Rng(1))[-1][1]
    return json.dumps(judge(state, seat, plan, playouts, SMALL, Rng(5)))


@pytest.mark.parametrize("table", HIDING, ids=name_of)
def test_worlds_that_a_seat_cannot_tell_apart_give_one_judgement_and_one_hint(table: Table) -> None:
    every = {"cardinal": 47, "pelegrinus": 401, "kings_abbey": 211}[table[0]]
    checked = 0
    for state, seat in positions(table, seed=11, every=every):
        if len(state.legal(seat)) < 2 or checked:
            continue
        other = state.imagine(seat, Rng(100))
        if other.to_json() == state.to_json():
            continue
        assert judged(state, seat) == judged(other, seat)
        assert hints(Decision(state, seat), SMALL) == hints(Decision(other, seat), SMALL)
        checked += 1
    assert checked


def test_a_judgement_that_looks_at_the_real_world_is_caught() -> None:
    """The check above can fail: what the others really hold changes what their hands are worth."""
    state, seat = next(positions(("cardinal", 3, {}), seed=11, every=47))
    other = state.imagine(seat, Rng(100))
    values = Values(state.title, state.seats)
    assert values.outlook(state) != values.outlook(other)


def twins(match: Match, seat: int) -> Iterator[tuple[State, State, tuple[int, ...]]]:
    """Decisions of a seat in a game, and in one in which another seat drew another card in secret.

    The two games go on alike as long as the card is not played; the seat sees the same in both.
    """
    choices = {
        event.number: event.plans[seat]
        for turn in course_of(match)
        for event in turn.happened
        if isinstance(event, Choice) and seat in event.plans
    }
    state = match.title.start(match.seats, **match.options)
    for index, (actor, action) in enumerate(match.log):
        outcomes = [outcome for outcome, _ in state.odds() if outcome != action] if actor == CHANCE else []
        if outcomes and match.log[index - 1][0] not in (seat, CHANCE):
            here, there = state.clone(), state.clone()
            here.apply(CHANCE, action)
            there.apply(CHANCE, outcomes[0])
            for number, (next_actor, then) in enumerate(match.log[index + 1 :], start=index + 1):
                if there.why_not(next_actor, then) is not None or here.observe(seat) != there.observe(seat):
                    break
                if number in choices:
                    yield here.clone(), there.clone(), choices[number]
                here.apply(next_actor, then)
                there.apply(next_actor, then)
        state.apply(actor, action)


def test_two_games_with_another_hidden_truth_give_the_same_judgement() -> None:
    """In Cardinal: a card that somebody else drew in secret and has not played yet."""
    checked = 0
    for here, there, plan in twins(played("cardinal", 3), 0):
        assert here.to_json() != there.to_json()
        playouts = Playouts(Values(here.title, here.seats))
        found = [judge(state, 0, plan, playouts, SMALL, Rng(5)) for state in (here, there)]
        assert found[0] == found[1]
        checked += 1
        if checked == 4:
            break
    assert checked == 4


def test_the_course_of_a_game_has_every_action_that_was_no_formality() -> None:
    for title in ("cardinal", "pelegrinus", "kings_abbey"):
        match = played(title, 5, "cleric")
        happened = [event for turn in course_of(match) for event in turn.happened]
        chances = sum(seat == CHANCE for seat, _ in match.log)
        choices = [event for event in happened if isinstance(event, Choice)]
        assert len(happened) - len(choices) == chances
        told = sum(len(plan) for event in choices for plan in event.plans.values())
        assert 0 < told <= len(match.log) - chances
        for event in choices:
            for seat, plan in event.plans.items():
                assert match.log[event.number][0] in event.plans
                assert plan[0] in event.before.legal(seat)
