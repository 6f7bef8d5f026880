"""Undo anywhere in a random game, whoever acted in between: it is carried out or refused, never torn."""

import pytest

from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import LogEntry, Match, TakeBack, discloses
from abbatia.core.playout import choice, first
from abbatia.core.refusals import Refused
from abbatia.games import TITLES, load

EVERY = {"cardinal": 9, "kings_abbey": 3, "pelegrinus": 3}  # a game is looked at after so many actions


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_undo_is_carried_out_or_refused(title: str, seed: int) -> None:
    rng, rules = Rng(seed), load(title)
    match = Match(rules, 4, rng=rng)
    free = 0
    while match.to_act() and len(match.log) < 400:
        seat = first(match.to_act(), rng)
        match.play(seat, choice(match.state, seat, rng))
        if len(match.log) % EVERY[title] == 0:
            free += sum(undo(match, seat) for seat in range(match.seats))
    assert free, "something could be taken back"


def undo(match: Match, seat: int) -> bool:
    """Whether a seat could take back its last action, on a copy; what others did must still stand."""
    copy = Match(match.title, match.seats, match.options, rng=Rng(0), log=match.log)
    try:
        copy.undo(seat)
    except Refused:
        return False
    others = [entry for entry in match.log if entry[0] != seat]
    assert [entry for entry in copy.log if entry[0] != seat] == others
    return True


def played_turn(match: Match, seats: list[int], rng: Rng) -> None:
    """Let these seats, one after the other, act as long as they may and nothing is revealed."""
    for seat in seats:
        while seat in match.to_act():
            told: list[LogEntry] = []
            match.listeners[:] = [told.append]
            match.play(seat, choice(match.state, seat, rng))
            if len(told) > 1 or any(discloses(event, seat) for event in told[0].events):
                return


@pytest.mark.parametrize("seed", range(4))
def test_beyond_a_reveal_the_turn_is_open_again_for_all_seats(seed: int) -> None:
    """Nobody keeps an order that the others have seen, whoever sealed last (Pelegrinus is simultaneous)."""
    rng = Rng(seed)
    match = Match(load("pelegrinus"), 3, rng=FairRng(bytes([seed])))
    for turn in range(3):
        played_turn(match, [turn % 3, (turn + 1) % 3, (turn + 2) % 3], rng)
    before, start = match.state.to_json(), len(match.log)
    played_turn(match, [1, 2, 0], rng)
    assert match.state.to_json() != before, "revealed"
    match.play(1, choice(match.state, 1, rng))  # somebody has gone on
    match.undo(0, agreed=True)
    assert len(match.log) == start
    assert match.state.to_json() == before
    assert match.take_backs == [TakeBack(0, start)]
    assert set(match.to_act()) == {0, 1, 2}


def test_who_acts_alone_takes_back_one_action_beyond_a_reveal() -> None:
    rng = Rng(3)
    match = Match(load("cardinal"), 3, rng=FairRng(b"3"))
    while len({seat for seat, _ in match.log if seat >= 0}) < 3:
        seat = match.to_act()[0]
        match.play(seat, choice(match.state, seat, rng))
    last = max(index for index, (seat, _) in enumerate(match.log) if seat == 0)
    match.undo(0, agreed=True)
    assert len(match.log) == last
    assert match.take_backs == [TakeBack(0, last)]


@pytest.mark.parametrize("title", TITLES)
def test_a_take_back_is_remembered_exactly_when_something_was_revealed(title: str) -> None:
    rng = Rng(1)
    match = Match(load(title), 3, rng=FairRng(b"1"))
    free = seen = 0
    for _ in range(200):
        if not match.to_act():
            break
        seat = first(match.to_act(), rng)
        match.play(seat, choice(match.state, seat, rng))
        seat = rng.below(3)
        if rng.below(8) == 0 and any(actor == seat for actor, _ in match.log):
            is_free = undo(match, seat)
            before = len(match.take_backs)
            match.undo(seat, agreed=not is_free)
            if is_free:
                assert len(match.take_backs) == before
            free += is_free
            seen += len(match.take_backs) - before
    assert seen
    assert free or title == "cardinal"
