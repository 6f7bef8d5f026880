"""The books: how the beginning, luck and skill of everybody add up to the end of a game.

    initial + luck of chance + luck of the unseen + own skill + others' skill + rest = final

Each entry is measured by itself, so the rest is what was measured wrongly or not at all: luck that nobody
could see coming some turns ahead, and errors of estimates. It has to be within the stated error.
"""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final

MEASURES: Final = ("win", "points")
ENTRIES: Final = ("initial", "chance", "unseen", "own", "others")
DIGITS: Final = {"win": 4, "points": 2}


class Account:
    """The books of one seat in one measure."""

    def __init__(self) -> None:
        self.sums: dict[str, float] = dict.fromkeys(ENTRIES, 0.0)
        self.error = 0.0

    def enter(self, entry: str, amount: float, error: float) -> None:
        self.sums[entry] += amount
        self.error = hypot(self.error, error)

    def close(self, final: float, drift: float, digits: int) -> dict[str, float]:
        """The entries, the end, the rest, and the error within which the rest should be."""
        rest = final - sum(self.sums.values())
        return {
            **{entry: round(amount, digits) for entry, amount in self.sums.items()},
            "rest": round(rest, digits),
            "final": round(final, digits),
            "error": round(hypot(self.error, drift), digits),
        }


def balance(
    parts: Sequence[Mapping[str, Any]], final: Mapping[str, Sequence[float]], drift: Sequence[float]
) -> list[dict[str, dict[str, float]]]:
    """The books of every seat, from the parts of a review; `drift` is the usual rest of each measure."""
    seats = len(final["win"])
    accounts = [{measure: Account() for measure in MEASURES} for _ in range(seats)]

    def enter(entry: str, seat: int, found: Mapping[str, Any]) -> None:
        for measure in MEASURES:
            accounts[seat][measure].enter(entry, found[measure][seat], found["error"][measure][seat])

    for seat in range(seats):
        enter("initial", seat, parts[0]["initial"])
        for part in parts:
            for chance in part["chances"]:
                if chance["luck"] is not None:
                    enter("chance", seat, chance["luck"])
            for unseen in part["unseen"]:
                enter("unseen", seat, unseen)
            for decision in part["decisions"]:
                enter("own" if decision["seat"] == seat else "others", seat, decision["skill"])
    return [
        {
            measure: accounts[seat][measure].close(final[measure][seat], drift[index], DIGITS[measure])
            for index, measure in enumerate(MEASURES)
        }
        for seat in range(seats)
    ]
