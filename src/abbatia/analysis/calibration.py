"""Calibration: the evaluators of bots, turned into chances to win and final points of every seat.

An evaluator says how many points ahead a seat is. What that means for the end of the game was learned from
games of bots: a logistic model with few numbers for each title and number of seats. `tools/calibrate.py`
makes the files in `calibrations/`; each says by which command, and with which rules and bots.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Final

from abbatia.analysis.titles import Traits, traits_of
from abbatia.bots.values import Evaluator, evaluator_for
from abbatia.core.contract import CHANCE, State, Title

FOLDER: Final = Path(__file__).parent / "calibrations"
KNOTS: Final = 5  # moments of a game for which a number of its own is learned; between them it is a line
CHANCE_SIGNS: Final = 3  # how far ahead by the evaluator, by the points so far, and in the order of turns
POINT_SIGNS: Final = 5  # the same, a constant and the mean of the points so far
SCALES: Final = (10.0, 20.0, 1.0)
"""By what signs are divided, so that all numbers learned are of about the same size."""

Outlook = list[float]
"""What seats may expect: first the chance of each to win, then the points of each at the end."""


def knots_at(progress: float) -> tuple[int, float]:
    """The knot before a moment, and how far it is to the next one."""
    at = min(max(progress, 0.0), 1.0) * (KNOTS - 1)
    first = min(int(at), KNOTS - 2)
    return first, at - first


def at_moment(numbers: Sequence[float], first: int, far: float) -> float:
    return numbers[first] * (1.0 - far) + numbers[first + 1] * far


def centred(numbers: Sequence[float]) -> list[float]:
    """The same numbers less their mean."""
    mean = sum(numbers) / len(numbers)
    return [number - mean for number in numbers]


def shares(logits: Sequence[float]) -> list[float]:
    """Chances that add up to one (softmax)."""
    top = max(logits)
    odds = [exp(logit - top) for logit in logits]
    total = sum(odds)
    return [one / total for one in odds]


def victory(ranks: Sequence[int]) -> list[float]:
    """Each seat's share of the victory."""
    winners = ranks.count(1)
    return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]


def signs_of(world: State, evaluator: Evaluator) -> tuple[list[list[float]], float]:
    """The signs of each kind by seat, each with mean zero; and the mean of the points so far."""
    seats = range(world.seats)
    ahead = centred([evaluator.value(world, seat) / SCALES[0] for seat in seats])
    points = points_so_far(world)
    actors = world.to_act()
    order = [0.0] * world.seats
    if len(actors) == 1 and actors[0] != CHANCE and world.seats > 1:
        order = centred([((seat - actors[0]) % world.seats) / (world.seats - 1) for seat in seats])
    mean = sum(points) / len(points) / SCALES[1]
    return [ahead, centred([one / SCALES[1] for one in points]), order], mean


def points_so_far(world: State) -> Sequence[float]:
    """The points if the game ended now."""
    for section in world.sections():
        if section.name == "projected":
            found: Sequence[float] = section.make(world)
            return found
    return [0.0] * world.seats


class Calibration:
    """What was learned for one number of seats: by sign and knot, for chances and for points."""

    def __init__(
        self, chances: Sequence[Sequence[float]], points: Sequence[Sequence[float]], *, known: bool = True
    ) -> None:
        self.chances: Final = chances
        self.points: Final = points
        self.known: Final = known  # whether it was learned for this title and number of seats

    def outlook(self, signs: list[list[float]], mean: float, progress: float) -> Outlook:
        first, far = knots_at(progress)
        weights = [at_moment(row, first, far) for row in self.chances]
        slopes = [at_moment(row, first, far) for row in self.points]
        seats = range(len(signs[0]))
        chances = shares(
            [sum(w * row[seat] for w, row in zip(weights, signs, strict=True)) for seat in seats]
        )
        base = slopes[3] + slopes[4] * mean
        points = [
            SCALES[1] * (base + sum(slopes[kind] * row[seat] for kind, row in enumerate(signs)))
            for seat in seats
        ]
        return chances + points

    def to_json(self) -> dict[str, Any]:
        def rounded(rows: Sequence[Sequence[float]]) -> list[list[float]]:
            return [[round(number, 4) for number in row] for row in rows]

        return {"chances": rounded(self.chances), "points": rounded(self.points)}


UNLEARNED: Final = Calibration(
    [[1.0] * KNOTS, [1.0] * KNOTS, [0.0] * KNOTS],
    [[0.25] * KNOTS, [0.5] * KNOTS, [0.0] * KNOTS, [0.0] * KNOTS, [1.0] * KNOTS],
    known=False,
)


class Values:
    """Values of positions of one title and number of seats: exact at the end, before it as learned."""

    def __init__(self, title: Title, seats: int, calibration: Calibration | None = None) -> None:
        self.title: Final = title
        self.evaluator: Final = evaluator_for(title, seats)
        self.traits: Final[Traits] = traits_of(title)
        self.calibration: Final = calibration or calibration_for(title.name, seats)

    def outlook(self, world: State) -> Outlook:
        """The chances and points of all seats in a world that chance does not have to answer first."""
        result = world.result() if not world.to_act() else None
        if result is not None:
            return victory(result.ranks) + [float(score) for score in result.scores]
        signs, mean = signs_of(world, self.evaluator)
        return self.calibration.outlook(signs, mean, self.traits.progress(world))


def read_file(title: str) -> dict[str, Any]:
    """What the file of a title says; empty where there is none."""
    file = FOLDER / f"{title}.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


@cache
def calibration_for(title: str, seats: int) -> Calibration:
    """What was learned for a title and number of seats, or for the number next to it."""
    learned = read_file(title).get("seats", {})
    if not learned:
        return UNLEARNED
    nearest = min(learned, key=lambda number: (abs(int(number) - seats), number))
    numbers = learned[nearest]
    return Calibration(numbers["chances"], numbers["points"], known=int(nearest) == seats)


def drift_of(title: str) -> tuple[float, float]:
    """How far books of this title are usually from balancing: root mean squares of chances and points."""
    found = read_file(title).get("drift", {"win": 0.5, "points": 20.0})
    return float(found["win"]), float(found["points"])


def digest(title: str) -> str:
    """A hash of what was learned, by which a stored analysis knows whether it is out of date."""
    file = FOLDER / f"{title}.json"
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.exists() else ""
