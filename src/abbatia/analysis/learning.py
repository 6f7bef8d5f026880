"""How a calibration is learned: a conditional logit for chances, a ridge regression for points.

Only tools come here. The numbers are few and most signs of a sample are zero, so plain Python is enough.
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import Final, NamedTuple

from abbatia.analysis.calibration import (
    CHANCE_SIGNS,
    KNOTS,
    POINT_SIGNS,
    SCALES,
    Calibration,
    knots_at,
    shares,
)

ROUNDS: Final = 8  # Newton steps; after five nothing changes any more
RIDGE: Final = 2.0  # how strongly numbers are drawn to zero
BINS: Final = 10

Row = list[tuple[int, float]]
"""The signs of one seat that are not zero: which number they go with, and how strong they are."""


class Sample(NamedTuple):
    """A position of a game, and how the game ended."""

    signs: list[list[float]]
    mean: float
    progress: float
    victory: list[float]
    points: list[float]


def rows_of(sample: Sample, kinds: int) -> list[Row]:
    """What goes with the numbers of each kind of sign and each knot, for every seat."""
    first, far = knots_at(sample.progress)
    rows: list[Row] = []
    for seat in range(len(sample.victory)):
        strengths = [row[seat] for row in sample.signs]
        if kinds == POINT_SIGNS:
            strengths += [1.0, sample.mean]
        rows.append(
            [
                (kind * KNOTS + first + step, strength * share)
                for kind, strength in enumerate(strengths)
                for step, share in ((0, 1.0 - far), (1, far))
                if strength * share
            ]
        )
    return rows


def learn(samples: Sequence[Sample]) -> Calibration:
    """The calibration that fits these samples best."""
    return Calibration(_learn_chances(samples), _learn_points(samples))


def _learn_chances(samples: Sequence[Sample]) -> list[list[float]]:
    size = CHANCE_SIGNS * KNOTS
    numbers = [0.0] * size
    data = [(rows_of(sample, CHANCE_SIGNS), sample.victory) for sample in samples]
    for _ in range(ROUNDS):
        gradient = [RIDGE * number for number in numbers]
        curve = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for rows, won in data:
            chances = shares([sum(numbers[at] * strength for at, strength in row) for row in rows])
            mean = [0.0] * size
            for row, chance, share in zip(rows, chances, won, strict=True):
                for at, strength in row:
                    gradient[at] += (chance - share) * strength
                    mean[at] += chance * strength
                    for other, more in row:
                        curve[at][other] += chance * strength * more
            used = [at for at, one in enumerate(mean) if one]
            for at in used:
                for other in used:
                    curve[at][other] -= mean[at] * mean[other]
        numbers = [one - step for one, step in zip(numbers, solve(curve, gradient), strict=True)]
    return in_rows(numbers)


def _learn_points(samples: Sequence[Sample]) -> list[list[float]]:
    size = POINT_SIGNS * KNOTS
    curve = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    for sample in samples:
        for row, points in zip(rows_of(sample, POINT_SIGNS), sample.points, strict=True):
            for at, strength in row:
                right[at] += strength * points / SCALES[1]
                for other, more in row:
                    curve[at][other] += strength * more
    return in_rows(solve(curve, right))


def in_rows(numbers: Sequence[float]) -> list[list[float]]:
    """By kind of sign, then by knot."""
    return [list(numbers[at : at + KNOTS]) for at in range(0, len(numbers), KNOTS)]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a symmetric positive matrix (Gauss without exchanges)."""
    rows = [[*row, last] for row, last in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            if factor:
                for column in range(at, size + 1):
                    rows[below][column] -= factor * rows[at][column]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


# -- how good it is ------------------------------------------------------------------------------------------

Forecast = tuple[float, float]
"""A chance that was said, and the share of the victory that came."""


def forecasts(calibration: Calibration, samples: Iterable[Sample]) -> list[Forecast]:
    """What the calibration says of every seat in these samples, and what came."""
    found: list[Forecast] = []
    for sample in samples:
        outlook = calibration.outlook(sample.signs, sample.mean, sample.progress)
        found += zip(outlook[: len(sample.victory)], sample.victory, strict=True)
    return found


def brier(found: Sequence[Forecast]) -> float:
    """The mean square of the difference between what was said and what came."""
    return sum((said - came) ** 2 for said, came in found) / max(len(found), 1)


def log_loss(found: Sequence[Forecast]) -> float:
    return -sum(came * log(max(said, 1e-9)) for said, came in found) / max(len(found), 1)


def reliability(found: Sequence[Forecast]) -> list[tuple[int, float, float]]:
    """By tenth of the chance that was said: how many forecasts, their mean, and what came on average."""
    bins: list[list[Forecast]] = [[] for _ in range(BINS)]
    for said, came in found:
        bins[min(int(said * BINS), BINS - 1)].append((said, came))
    return [
        (len(one), sum(said for said, _ in one) / len(one), sum(came for _, came in one) / len(one))
        for one in bins
        if one
    ]


def calibration_error(found: Sequence[Forecast]) -> float:
    """The expected calibration error: how far what came is from what was said, weighted by frequency."""
    return sum(count * abs(said - came) for count, said, came in reliability(found)) / max(len(found), 1)
