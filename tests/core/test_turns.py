"""Turns: where they begin, whose they are, and that all titles count them as players do."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import Options
from abbatia.core.contract import CHANCE
from abbatia.core.match import LogEntry, Match
from abbatia.games import load
from tests.tithe import TITLE

SEAL, ACCEPT = TITLE.numbers["seal"], TITLE.numbers["accept"]


def play_out(match: Match, rng: Rng) -> None:
    while actors := match.to_act():
        seat = actors[rng.below(len(actors))]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])


def test_all_who_choose_at_once_have_one_turn_and_an_answer_belongs_to_the_offer() -> None:
    match = Match(TITLE, 3, rng=Rng(1))
    told: list[LogEntry] = []
    match.listeners.append(told.append)
    assert (match.turns.starts, match.turns.owners(1), match.turns.of(0)) == ([6], (0, 1, 2), 0)
    for seat in (2, 0, 1):
        match.play(seat, match.state.legal(seat)[0])
        assert match.turns.count == 1, "a private step begins no turn"
    for seat in (0, 1, 2):
        assert match.turns.count == 1
        match.play(seat, SEAL)
    (winner,) = match.to_act()
    assert match.turns.starts == [6, 12]
    match.play(winner, match.number("offer 1"))
    (neighbour,) = match.to_act()
    match.play(neighbour, ACCEPT)
    assert match.turns.owners(2) == (winner,)
    assert match.turns.seats(2) == tuple(sorted((winner, neighbour)))
    assert [happening.turn for happening in told] == [1] * 6 + [2] * 2
    assert [match.turns.of(happening.number) for happening in told] == [1] * 6 + [2] * 2


def test_what_is_taken_back_is_no_turn_any_more() -> None:
    match = Match(TITLE, 3, rng=Rng(1))
    for seat in range(3):
        match.play(seat, match.state.legal(seat)[0])
        match.play(seat, SEAL)
    match.undo(2, agreed=True)
    assert (match.turns.count, match.turns.starts) == (1, [6])


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_turn_of_cardinal_is_all_that_a_seat_does_before_the_next(seats: int, seed: int) -> None:
    match = Match(load("cardinal"), seats, rng=Rng(seed))
    play_out(match, Rng(seed + 100))
    owners = [match.turns.owners(turn) for turn in range(1, match.turns.count + 1)]
    assert owners == [(number % seats,) for number in range(len(owners))]
    for number, (seat, _) in enumerate(match.log):
        assert seat in (CHANCE, *match.turns.seats(match.turns.of(number)))


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_of_pelegrinus_is_all_that_seats_order_until_the_last_seal(seed: int) -> None:
    title = load("pelegrinus")
    match = Match(title, 3, rng=Rng(seed))
    play_out(match, Rng(seed + 100))
    at_once = [turn for turn in range(1, match.turns.count + 1) if len(match.turns.owners(turn)) > 1]
    assert len(at_once) == 14, "fourteen turns, whatever the seats did in secret"
    seal = title.numbers["seal"]
    ends = [*match.turns.starts[1:], len(match.log)]
    for turn in at_once:
        actions = match.log[match.turns.starts[turn - 1] : ends[turn - 1]]
        assert sorted(seat for seat, action in actions if action == seal) == [0, 1, 2]


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {}), (2, {"auction": True}), (4, {"auction": True})]
)
def test_turns_of_the_kings_abbey_end_with_each_part_of_a_phase(seats: int, options: Options) -> None:
    match = Match(load("kings_abbey"), seats, options, rng=Rng(5))
    phases: list[tuple[object, object]] = []
    turns: list[int] = []
    rng = Rng(6)
    while actors := match.to_act():
        seen = match.state.observe(None)
        phases.append((seen["public"]["round"], seen["phase"]))
        turns.append(match.turns.count)
        seat = actors[rng.below(len(actors))]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    for (before, turn), (after, next_turn) in zip(
        zip(phases, turns, strict=True), list(zip(phases, turns, strict=True))[1:], strict=False
    ):
        assert before == after or next_turn == turn + 1, "no turn goes on into another phase"
    assert match.turns.count > 7
