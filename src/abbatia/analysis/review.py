"""A review: the analysis of a whole record, turn by turn, in steps that can be left and taken up again.

Every part depends on the record, the budget and the seed only, and on no other part. So a review that was
interrupted goes on from the parts that are there, on this machine or another, and comes to the same result.
"""

import hashlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any, Final, NamedTuple

from abbatia import bots, games
from abbatia.analysis.books import balance
from abbatia.analysis.budget import BUDGETS, USUAL, Budget
from abbatia.analysis.calibration import Calibration, Values, digest, drift_of, victory
from abbatia.analysis.course import Answer, Choice, Turn, course_of
from abbatia.analysis.judging import judge, of_all
from abbatia.analysis.luck import luck_of
from abbatia.analysis.outlooks import hides_something, outlook_of, written
from abbatia.analysis.playouts import NOBODY, Playouts
from abbatia.analysis.statistics import Controlled, Tally
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.record import BadRecord, Record, print_record
from abbatia.core.record import replay as replayed

VERSION: Final = 1
"""Rises whenever an analysis would come out otherwise with the same seed and budget."""
TURNING_POINTS: Final = 3
FOR_THE_START: Final = 8.0
"""So many times the playouts of a moment for the beginning, since all books begin with it."""
FOR_EYES: Final = 0.25  # the same for what each seat may expect, besides a spectator
OUTLOOKS, CHOICES, CHANCES, UNSEEN = range(4)  # what a generator is for


class Progress(NamedTuple):
    """How far a review is: turns done of all turns."""

    done: int
    total: int


class Review:
    """The analysis of one finished record. `steps` does the work, `result` is what came out.

    `parts` are those of an earlier review with the same record, budget and seed (`to_json`), if there is one.
    """

    def __init__(
        self,
        record: Record,
        budget: str | Budget = USUAL,
        seed: int = 1,
        *,
        parts: Sequence[dict[str, Any]] = (),
        calibration: Calibration | None = None,
    ) -> None:
        self.match: Final[Match] = replayed(record, games.load)
        if self.match.result() is None:
            raise BadRecord(record.first_action + len(record.log), "analysis.unfinished")
        self.record: Final = record
        self.seed: Final = seed
        self.values: Final = Values(self.match.title, self.match.seats, calibration)
        self.playouts: Final = Playouts(self.values)
        self.asked: Final = BUDGETS[budget] if isinstance(budget, str) else budget
        self.budget: Final = self.asked.thrifty(self.values.traits.thrift)
        self.turns: Final[list[Turn]] = course_of(self.match)
        self.parts: list[dict[str, Any]] = list(parts)

    def key(self) -> dict[str, Any]:
        """What the result depends on; a stored analysis with another key is out of date."""
        return {
            "analysis": VERSION,
            "bots": bots.VERSION,
            "title": self.record.title,
            "rules": self.record.version,
            "calibration": digest(self.record.title),
            "record": hashlib.sha256(print_record(self.record).encode()).hexdigest()[:16],
            "seed": self.seed,
            "budget": dict(self.asked._asdict()),
        }

    def to_json(self) -> dict[str, Any]:
        """What is done so far; `resume` goes on from it."""
        return {"key": self.key(), "parts": self.parts}

    @classmethod
    def resume(cls, record: Record, data: Mapping[str, Any]) -> "Review":
        """The review that `to_json` wrote; one that is out of date begins anew."""
        key = data["key"]
        review = cls(record, Budget(**key["budget"]), key["seed"])
        if review.key() == key:
            review.parts = list(data["parts"])
        return review

    def steps(self) -> Generator[Progress, None, None]:
        """Do what is left, and say after each decision and each answer of chance how far it is.

        Whoever stops asking cancels the review; the turns that are done are kept.
        """
        total = len(self.turns)
        while len(self.parts) < total:
            done = len(self.parts)
            part: dict[str, Any] = {}
            for _ in self._look_at(self.turns[done], part):
                yield Progress(done, total)
            self.parts.append(part)
            yield Progress(len(self.parts), total)

    def run(self) -> dict[str, Any]:
        """Do all of it."""
        for _ in self.steps():
            pass
        return self.result()

    def _rng(self, number: int, purpose: int) -> Rng:
        """A generator for one thing that is looked at, which nothing else draws from."""
        return Rng(self.seed << 32 | number << 2 | purpose)

    # -- a turn --------------------------------------------------------------------------------------------

    def _look_at(self, turn: Turn, part: dict[str, Any]) -> Iterator[None]:
        part.update(turn=turn.turn, number=turn.number, decisions=[], chances=[], unseen=[])
        if turn.turn == 0:
            rng = self._rng(0, OUTLOOKS)
            start = self.match.title.start(self.match.seats, **self.match.options)
            part["initial"] = outlook_of(
                start, None, self.playouts, self.budget.times(FOR_THE_START), rng, real=True
            )[0]
        else:
            yield from self._outlooks(turn, part)
        for one in turn.happened:
            if isinstance(one, Answer):
                found = luck_of(
                    one.before, one.action, self.playouts, self.budget, self._rng(one.number, CHANCES)
                )
                part["chances"].append({"number": one.number, **found})
            else:
                self._judge(one, part)
            yield

    def _outlooks(self, turn: Turn, part: dict[str, Any]) -> Iterator[None]:
        """What a spectator and every seat may expect when the turn begins."""
        rng = self._rng(turn.number, OUTLOOKS)
        part["public"], whole = outlook_of(turn.before, None, self.playouts, self.budget, rng)
        if whole is not None:
            part["bias"] = bias_of(whole, self.match.seats)
        yield
        part["eyes"] = None
        if hides_something(turn.before, rng):
            part["eyes"] = []
            for seat in range(self.match.seats):
                budget = self.budget.times(FOR_EYES)
                part["eyes"].append(outlook_of(turn.before, seat, self.playouts, budget, rng)[0])
                yield

    def _judge(self, choice: Choice, part: dict[str, Any]) -> None:
        """A decision of a seat, or of several at once; and what it owed to what they could not see."""
        skills: list[dict[str, Any]] = []
        for seat, plan in sorted(choice.plans.items()):
            rng = self._rng(choice.number << 3 | seat, CHOICES)
            found = judge(choice.before, seat, plan, self.playouts, self.budget, rng)
            skills.append(found["skill"])
            part["decisions"].append({"turn": part["turn"], "number": choice.number, "seat": seat, **found})
        part["unseen"].append({"number": choice.number, **self._unseen(choice, skills)})

    def _unseen(self, choice: Choice, skills: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What a decision brought in the real world, less what it should have brought by what seats knew."""
        rng = self._rng(choice.number, UNSEEN)
        last = next(iter(choice.plans)) if len(choice.plans) == 1 else NOBODY
        tally = Tally(2 * self.match.seats)
        for _ in range(2 * self.budget.worlds):
            luck = rng.below(1 << 30)
            played = self.playouts.horizon(choice.before, choice.plans, luck, last)
            usual = self.playouts.horizon(choice.before, {}, luck, last)
            tally.add([one - other for one, other in zip(played, usual, strict=True)])
        found = of_all(tally, self.match.seats)
        for skill in skills:
            for measure in ("win", "points"):
                for seat in range(self.match.seats):
                    found[measure][seat] -= skill[measure][seat]
                    errors = found["error"][measure]
                    errors[seat] = hypot(errors[seat], skill["error"][measure][seat])
        return found

    # -- all of it -----------------------------------------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """The finished analysis, as plain JSON."""
        if len(self.parts) < len(self.turns):
            raise ValueError("the review is not finished")
        result = self.match.result()
        assert result is not None  # the record is finished
        final = victory(result.ranks) + [float(score) for score in result.scores]
        seats = self.match.seats
        end = written(final, [0.0] * (2 * seats), 0, seats)
        decisions = [decision for part in self.parts for decision in part["decisions"]]
        moments = [
            {key: part[key] for key in ("turn", "number", "public", "eyes")} for part in self.parts[1:]
        ]
        owners = [list(self.match.turns.owners(part["turn"])) for part in self.parts[1:]]
        for moment, seats_to_act in zip(moments, owners, strict=True):
            moment["seats"] = seats_to_act
        last = {
            "turn": len(self.turns),
            "number": len(self.match.log),
            "public": end,
            "eyes": None,
            "seats": [],
        }
        return {
            **self.key(),
            "seats": seats,
            "players": self.record.players,
            "names": self.record.names,
            "calibrated": self.values.calibration.known,
            "initial": self.parts[0]["initial"],
            "moments": [*moments, last],
            "decisions": decisions,
            "chances": [
                {"turn": part["turn"], **chance} for part in self.parts for chance in part["chances"]
            ],
            "unseen": [{"turn": part["turn"], **one} for part in self.parts for one in part["unseen"]],
            "books": balance(self.parts, end, drift_of(self.record.title)),
            "summary": [summary_of(decisions, seat) for seat in range(seats)],
            "turning_points": turning_points([*moments, last]),
            "evaluator": mean_bias([part["bias"] for part in self.parts if "bias" in part], seats),
        }


def bias_of(whole: Controlled, seats: int) -> dict[str, list[float]]:
    """How much the chances on the way were above what came of them, with standard errors."""
    count = whole.dear.count
    biases, errors = [], []
    for seat in range(seats):
        biases.append(round(whole.paired.means[seat] - whole.dear.means[seat], 5))
        spread = whole.paired.squares[seat] + whole.dear.squares[seat] - 2 * whole.products[seat]
        errors.append(round((max(spread, 0.0) / max(count - 1, 1) / count) ** 0.5, 5))
    return {"bias": biases, "error": errors}


def mean_bias(found: Sequence[Mapping[str, Sequence[float]]], seats: int) -> dict[str, list[float]] | None:
    """The same over a whole game; None where playouts do not reach the end."""
    if not found:
        return None
    count = len(found)
    return {
        "bias": [round(sum(one["bias"][seat] for one in found) / count, 4) for seat in range(seats)],
        "error": [round(hypot(*(one["error"][seat] for one in found)) / count, 4) for seat in range(seats)],
    }


def summary_of(decisions: Sequence[Mapping[str, Any]], seat: int) -> dict[str, Any]:
    """How a seat decided: its grades, its mean losses, its costliest decisions (the worst first)."""
    mine = [decision for decision in decisions if decision["seat"] == seat]
    grades = dict.fromkeys(("best", "fine", "inaccuracy", "mistake", "blunder"), 0)
    for decision in mine:
        grades[decision["grade"]] += 1
    worst = sorted(mine, key=lambda decision: (-decision["loss"]["win"], decision["number"]))
    count = max(len(mine), 1)
    return {
        "decisions": len(mine),
        "grades": grades,
        "loss": {
            measure: round(sum(decision["loss"][measure] for decision in mine) / count, 4)
            for measure in ("win", "points")
        },
        "worst": [decision["number"] for decision in worst if decision["loss"]["win"] > 0][:3],
    }


def turning_points(moments: Sequence[Mapping[str, Any]]) -> list[int]:
    """The turns in which the chances of some seat changed most, for a spectator, in the order of the game."""
    changes = []
    for before, after in pairwise(moments):
        pairs = zip(before["public"]["win"], after["public"]["win"], strict=True)
        changes.append((max(abs(one - other) for one, other in pairs), before["turn"]))
    largest = sorted(changes, key=lambda change: (-change[0], change[1]))[:TURNING_POINTS]
    return sorted(turn for _, turn in largest)
