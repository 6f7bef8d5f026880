"""Why one plan is better than another: the score lines, as they stand some turns later, rule by rule."""

from typing import Any, Final

from abbatia.core.contract import State

SHOWN: Final = 3
LEAST: Final = 0.1  # points
SAMPLE: Final = 24  # worlds of which score sheets are read


class Sheets:
    """The score sheets of a seat after some plans, added up over worlds."""

    def __init__(self, seat: int, *numbers: int) -> None:
        self.seat = seat
        self.sums: dict[int, dict[tuple[str, str], float]] = {number: {} for number in numbers}
        self.counts: dict[int, int] = dict.fromkeys(numbers, 0)

    def add(self, number: int, world: State) -> None:
        """Take in the sheet of a world that a plan has led to."""
        if number not in self.sums or self.counts[number] >= SAMPLE:
            return
        self.counts[number] += 1
        sums = self.sums[number]
        for key, rule, points in lines_of(world, self.seat):
            sums[key, rule] = sums.get((key, rule), 0.0) + points

    def differences(self, one: int, other: int) -> list[dict[str, Any]]:
        """By what score lines the first plan is ahead of the second, or behind; the largest first."""
        found: list[dict[str, Any]] = []
        for key, rule in sorted({*self.sums[one], *self.sums[other]}):
            mean, against = (
                self.sums[number].get((key, rule), 0.0) / max(self.counts[number], 1)
                for number in (one, other)
            )
            if abs(mean - against) >= LEAST:
                found.append({"line": key, "rule": rule, "points": round(mean - against, 1)})
        return sorted(found, key=lambda line: (-abs(line["points"]), line["line"]))[:SHOWN]


def lines_of(world: State, seat: int) -> list[tuple[str, str, int]]:
    """The score lines of a seat at the end, or as if the game ended now: key, rule, points."""
    result = world.result() if not world.to_act() else None
    if result is not None:
        return [(entry.label.key, entry.rule, entry.points) for entry in result.lines[seat]]
    for section in world.sections():
        if section.name == "sheets":
            sheets = section.make(world)
            if sheets is None:
                return []
            return [(line["label"]["key"], line["rule"], line["points"]) for line in sheets[seat]]
    return []
