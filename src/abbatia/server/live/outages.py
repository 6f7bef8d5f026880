"""Outages: the times when no process could answer. Clocks stand then. Times are milliseconds."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Outage(NamedTuple):
    """From the last sign of life of any process to the next one."""

    began: int
    ended: int


class Outages:
    """All outages of a store in their order, as a process knows them; all its clocks look here."""

    __slots__ = ("known",)

    def __init__(self, known: Sequence[tuple[int, int]] = ()) -> None:
        self.known = [Outage(*one) for one in known]

    def learn(self, known: Sequence[tuple[int, int]]) -> bool:
        """These are all there were; says whether that is news."""
        before, self.known = self.known, [Outage(*one) for one in known]
        return self.known != before

    def since(self, at: int) -> int:
        """How much of the time after this moment was outage."""
        found = 0
        for began, ended in reversed(self.known):  # the newest come last, and few are newer than a clock
            if ended <= at:
                break
            found += ended - max(began, at)
        return found


NO_OUTAGES: Final = Outages()
"""For tables that are read without a running server."""
