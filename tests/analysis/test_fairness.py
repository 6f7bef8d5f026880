"""Decisions are judged by what the seat could know, and by nothing else."""

import json

import pytest

from abbatia.analysis import Review, hints
from abbatia.analysis.calibration import Values
from abbatia.analysis.course import Choice, course_of
from abbatia.analysis.judging import judge
from abbatia.analysis.playouts import Playouts
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.match import BadLog, Decision, Match
from abbatia.core.record import Record
from tests.analysis.games import SMALL, played
from tests.bots.tables import TABLES, Table, name_of, positions

HIDING = [table for table in TABLES if table[0] != "kings_abbey" or "saints" in table[2]]


def judged(state: State, seat: int) -> str:
    playouts = Playouts(Values(state.title, state.seats))
    plan = playouts.values.evaluator.plans(state, seat, Rng(1))[-1][1]
    return json.dumps(judge(state, seat, plan, playouts, SMALL, Rng(5)))


@pytest.mark.parametrize("table", HIDING, ids=name_of)
def test_worlds_that_a_seat_cannot_tell_apart_give_one_judgement_and_one_hint(table: Table) -> None:
    every = {"cardinal": 47, "pelegrinus": 401, "kings_abbey": 611}[table[0]]
    checked = differed = 0
    for state, seat in positions(table, seed=11, every=every):
        if len(state.legal(seat)) < 2 or checked >= 2:
            continue
        other = state.imagine(seat, Rng(100))
        differed += other.to_json() != state.to_json()
        assert judged(state, seat) == judged(other, seat)
        assert hints(Decision(state, seat), SMALL) == hints(Decision(other, seat), SMALL)
        checked += 1
    assert checked
    assert differed


def test_a_judgement_that_looks_at_the_real_world_is_caught() -> None:
    """The check above can fail: what the others really hold changes what their hands are worth."""
    state, seat = next(positions(("cardinal", 3, {}), seed=11, every=47))
    other = state.imagine(seat, Rng(100))
    values = Values(state.title, state.seats)
    assert values.outlook(state) != values.outlook(other)


def other_truth(match: Match, seat: int) -> Match:
    """A match in which another seat drew another card that it never played: this seat saw the same."""
    for index, (actor, action) in enumerate(match.log):
        if actor != CHANCE or index < 40 or match.log[index - 1][0] in (seat, CHANCE):
            continue
        state = match.title.start(match.seats, **match.options)
        for entry in match.log[:index]:
            state.apply(*entry)
        for outcome, _ in state.odds():
            log = [*match.log[:index], (CHANCE, outcome), *match.log[index + 1 :]]
            if outcome == action or not same_course(match, log, seat):
                continue
            return Match(match.title, match.seats, match.options, rng=Rng(0), log=log)
    raise AssertionError("no such card in this game")


def same_course(match: Match, log: list[tuple[int, int]], seat: int) -> bool:
    """Whether a log is legal and shows this seat the same at every moment."""
    try:
        Match(match.title, match.seats, match.options, rng=Rng(0), log=log)
    except BadLog:
        return False
    here = match.title.start(match.seats, **match.options)
    there = match.title.start(match.seats, **match.options)
    for mine, other in zip(match.log, log, strict=True):
        here.apply(*mine)
        there.apply(*other)
        if here.to_act() and here.observe(seat) != there.observe(seat):
            return False
    return True


def test_two_records_with_another_hidden_truth_give_the_same_judgement() -> None:
    """In Cardinal: a card that somebody else drew in secret and still holds at the end."""
    match = played("cardinal", 3)
    twin = other_truth(match, 0)
    assert twin.log != match.log
    found = []
    for one in (match, twin):
        review = Review(Record.of(one), SMALL)
        last = review.turns[-9:]
        found.append(
            [
                judge(event.before, 0, event.plans[0], review.playouts, SMALL, Rng(event.number))
                for turn in last
                for event in turn.happened
                if isinstance(event, Choice) and 0 in event.plans
            ]
        )
    assert found[0]
    assert found[0] == found[1]


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
