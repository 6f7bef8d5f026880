"""Goals: conditions on what the learner sees or on the lines of their score sheet, as a lesson writes them.

    { see = "public.countries.italy.abbeys[me]", at_least = 2 }
    { see = "own.hand", has = "france" }
    { score = "9.1", gains = 3 }

A path names fields of the observation (docs/observations.md): `.name` goes into an object, `[2]` into a list
counted from 0, `[me]` to the learner's entry, `[id=cluny]` to the entry whose field `id` is `cluny`; `#` at
the end counts the entries. `score` adds up the learner's lines of that rule, as if the game ended now.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from abbatia.core.observation import AnyObservation

PATH: Final = r"[a-z_0-9]+(\.[a-z_0-9]+|\[[a-z_0-9]+(=[a-z_0-9]+)?\])*#?"
PART: Final = re.compile(r"([a-z_0-9]+)|\[(?:([a-z_]+)=)?([a-z_0-9]+)\]")
COMPARISONS: Final = ("is", "is_not", "at_least", "at_most", "has", "lacks", "gains")
Scalar = bool | int | str | None


class Goal:
    """A condition that holds for an observation or not; `gains` compares with the one the step began with."""

    __slots__ = ("see", "score", "how", "wanted")

    def __init__(self, written: Mapping[str, Any]) -> None:
        self.see: str = written.get("see", "")
        self.score: str = written.get("score", "")
        self.how: str = next(name for name in COMPARISONS if name in written)
        self.wanted: Scalar = written[self.how]

    def value(self, seen: AnyObservation, seat: int) -> Any:
        """What stands at the path, or the points of the rule; None where nothing is."""
        if self.score:
            return sum(line["points"] for line in seen["sheets"][seat] if line["rule"] == self.score)
        return looked_up(seen, self.see, seat)

    def holds(self, seen: AnyObservation, before: AnyObservation, seat: int) -> bool:
        value = self.value(seen, seat)
        if self.how == "gains":
            return number(value) - number(self.value(before, seat)) >= number(self.wanted)
        if self.how in ("is", "is_not"):
            return (type(value) is type(self.wanted) and value == self.wanted) == (self.how == "is")
        if self.how in ("has", "lacks"):
            inside = isinstance(value, Sequence | Mapping) and self.wanted in value
            return inside == (self.how == "has")
        if not isinstance(value, int):
            return False
        return value >= number(self.wanted) if self.how == "at_least" else value <= number(self.wanted)


def all_hold(goals: Sequence[Goal], seen: AnyObservation, before: AnyObservation, seat: int) -> bool:
    """Whether all of some goals are reached; no goals are never reached."""
    return bool(goals) and all(goal.holds(seen, before, seat) for goal in goals)


def number(value: Any) -> int:
    """A number as it is, anything else as 0."""
    return value if isinstance(value, int) else 0


def looked_up(seen: Any, path: str, seat: int) -> Any:
    """What stands at a path of an observation; None where nothing does."""
    value = seen
    for name, field, place in PART.findall(path):
        if name:
            value = value.get(name) if isinstance(value, Mapping) else None
        elif not isinstance(value, Sequence) or isinstance(value, str):
            return None
        elif field:
            value = next((item for item in value if str(item.get(field)) == place), None)
        else:
            index = seat if place == "me" else int(place) if place.isdigit() else len(value)
            value = value[index] if index < len(value) else None
    if path.endswith("#"):
        return len(value) if isinstance(value, Sequence | Mapping) else None
    return value
