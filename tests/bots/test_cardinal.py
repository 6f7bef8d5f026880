"""Le Roi et le Cardinal: what a lead is worth."""

import pytest

from abbatia.bots.values import judge
from abbatia.bots.values.cardinal import CardinalJudgement
from abbatia.games import load


def test_a_lead_is_over_the_mean_of_the_others_and_parts_add_up_to_the_whole() -> None:
    judgement = judge(load("cardinal"), 3)
    assert isinstance(judgement, CardinalJudgement)
    worth = judgement.worth
    first, second = [5.0, 2.0, 6.0], [1.0, 7.0, 0.0]
    assert worth.margin(first, 0) == pytest.approx(5 - worth.rivals * 4)
    whole = [one + other for one, other in zip(first, second, strict=True)]
    for seat in range(3):
        parts = worth.margin(first, seat) + worth.margin(second, seat)
        assert parts == pytest.approx(worth.margin(whole, seat))
