"""Pelegrinus: level 5 cannot be read; what it sends is drawn from a mixture of programmes."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import cast

import pytest

from abbatia.bots import STEADY
from abbatia.bots.search import Search
from abbatia.bots.values import evaluator_for
from abbatia.bots.values.pelegrinus import PelegrinusEvaluator
from abbatia.bots.values.pelegrinus_mixture import Mixture
from abbatia.bots.values.pelegrinus_programmes import BLANK, orders_so_far
from abbatia.core.chance import Rng
from abbatia.core.match import Decision
from abbatia.games import load
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.bots.tables import positions

REPEATS = 10


def evaluator() -> PelegrinusEvaluator:
    return cast(PelegrinusEvaluator, evaluator_for(load("pelegrinus"), 2))


def beginnings() -> Iterator[tuple[PelegrinusState, int]]:
    """Positions in which a seat of two has sent nobody yet."""
    for state, seat in positions(("pelegrinus", 2, {}), seed=3, every=7):
        pos = cast(PelegrinusState, state)
        if pos.phase == PROGRAMMING and orders_so_far(pos, seat) == BLANK:
            yield pos, seat


@pytest.mark.parametrize(
    ("payoffs", "often"),
    [
        ([[1, -1], [-1, 1]], 0.5),  # matching pennies
        ([[2, -1], [-1, 1]], 0.4),
        ([[3, 2], [0, 1]], 1.0),  # the first dominates
    ],
)
def test_a_game_of_two_choices_is_mixed_as_theory_says(payoffs: list[list[float]], often: float) -> None:
    pos, seat = next(beginnings())
    programmes = [evaluator().candidates(pos, other, 2, BLANK) for other in range(2)]
    mixture = Mixture(evaluator(), pos, seat, programmes)
    for i in range(2):
        for j in range(2):
            mixture.known[i, j] = [payoffs[i][j], -payoffs[i][j]]
    rng = Rng(1)
    for _ in range(3000):
        mixture.improve(rng)
    assert mixture.chances(0)[0] == pytest.approx(often, abs=0.06)


def test_a_better_programme_is_added() -> None:
    added = 0
    for pos, seat in beginnings():
        found = [evaluator().candidates(pos, other, 40, BLANK) for other in range(2)]
        bad = [one[-1:] for one in found]  # each seat begins with the worst of its programmes
        mixture = Mixture(evaluator(), pos, seat, bad, [one[:-1] for one in found])
        mixture.improve(Rng(1))
        mixture.widen(Rng(2))
        added += len(mixture.options[seat]) > 1
    assert added >= 3


def test_level_5_does_not_send_the_same_programme_again_and_again() -> None:
    """With the arena's budget no programme is sent in more than 60 % of the cases."""
    seen = 0
    for pos, seat in islice(beginnings(), 4):
        sent = Counter(Search(Rng(n), STEADY).turn(Decision(pos, seat)) for n in range(REPEATS))
        assert sent.most_common(1)[0][1] <= 0.6 * REPEATS
        seen += 1
    assert seen == 4
