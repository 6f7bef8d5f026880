"""Le Roi et le Cardinal: what a lead is board."""

import pytest

from abbatia.bots.values import evaluator_for
from abbatia.bots.values.cardinal import CardinalEvaluator
from abbatia.games import load


def test_a_lead_is_over_the_mean_of_the_others_and_parts_add_up_to_the_whole() -> None:
    evaluator = evaluator_for(load("cardinal"), 3)
    assert isinstance(evaluator, CardinalEvaluator)
    board = evaluator.board_evaluator
    first, second = [5.0, 2.0, 6.0], [1.0, 7.0, 0.0]
    assert board.margin(first, 0) == pytest.approx(5 - board.rivals * 4)
    whole = [one + other for one, other in zip(first, second, strict=True)]
    for seat in range(3):
        parts = board.margin(first, seat) + board.margin(second, seat)
        assert parts == pytest.approx(board.margin(whole, seat))
