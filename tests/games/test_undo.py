"""Undo anywhere in a random game, whoever acted in between: it is carried out or refused, never torn."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.match import Match
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
