"""Means, their errors, and what a control variate saves."""

from math import sqrt
from statistics import fmean, stdev

import pytest

from abbatia.analysis.statistics import UNKNOWN, Controlled, Tally
from abbatia.core.chance import Rng


def test_means_and_errors_are_those_of_a_sample() -> None:
    numbers = [3.0, 5.0, 4.0, 8.0]
    tally = Tally(1)
    for number in numbers:
        tally.add([number])
    assert tally.means[0] == pytest.approx(fmean(numbers))
    assert tally.error(0) == pytest.approx(stdev(numbers) / sqrt(4))


def test_one_number_says_nothing_about_its_error() -> None:
    tally = Tally(1)
    tally.add([1.0])
    assert tally.error(0) == UNKNOWN


def noise(rng: Rng) -> float:
    return rng.below(1 << 20) / (1 << 20) - 0.5


def estimate(seed: int, along: float) -> Controlled:
    """Dear numbers with mean 2 that go along with cheap ones; the cheap ones are biased by 5."""
    rng = Rng(seed)
    found = Controlled(1)
    for index in range(600):
        common = noise(rng)
        cheap = common + 5.0
        if index % 3:
            found.add_cheap([cheap])
        else:
            found.add([2.0 + along * common + (1 - along) * noise(rng)], [cheap])
    return found


def test_a_control_variate_makes_the_error_smaller() -> None:
    sharp = estimate(1, 0.9)
    plain = sharp.dear.error(0)
    assert sharp.error(0) < 0.75 * plain
    assert estimate(1, 0.0).error(0) == pytest.approx(estimate(1, 0.0).dear.error(0), rel=0.05)


def test_a_biased_control_variate_does_not_bias_the_mean_and_the_error_is_true() -> None:
    """Of 60 estimates about two thirds lie within one standard error."""
    found = [estimate(seed, 0.9) for seed in range(60)]
    away = [abs(one.means()[0] - 2.0) / one.error(0) for one in found]
    assert abs(fmean(one.means()[0] for one in found) - 2.0) < 3 * fmean(
        one.error(0) for one in found
    ) / sqrt(60)
    assert 28 <= sum(one < 1 for one in away) <= 52
    assert max(away) < 4
