"""Clocks: how much time each seat has left, and when the next one falls. Times are milliseconds.

A clock is wound once a turn, never by a single action: what a seat does in a turn, perhaps in secret, cannot
be read off it.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from abbatia.core.turns import Turns
from abbatia.server.live.outages import NO_OUTAGES, Outages
from abbatia.server.ws.model import BankClock, Clock, DaysClock, MoveClock, NoClock

SECOND: Final = 1_000
DAY: Final = 86_400 * SECOND
ALLOWANCE: Final = 60 * SECOND
"""Whoever lets a clock fall and returns has at least this much to go on with, but no full clock."""
DAYS_ALLOWANCE: Final = 3_600 * SECOND


class ClockState:
    """The clocks of one match. `left` was true at the moment `at`, when `running` began to run."""

    __slots__ = ("clock", "left", "running", "at", "outages")

    def __init__(self, clock: Clock, seats: int, at: int, outages: Outages = NO_OUTAGES) -> None:
        self.clock = clock
        self.left = [budget(clock)] * seats
        self.running: tuple[int, ...] = ()
        self.at = at
        self.outages = outages

    def turn(self, at: int, to_act: Sequence[int]) -> None:
        """From this moment on the clocks of these seats run."""
        self.left = self.shown(at)
        self.running = tuple(seat for seat in to_act if seat >= 0)
        self.at = at

    def go_on(
        self,
        at: int,
        turns: Turns,
        turn: int,
        asked: Collection[int],
        to_act: Sequence[int],
        absent: Collection[int],
    ) -> None:
        """The match went on from a turn in which these seats had been to act; absent ones earn nothing."""
        self.turn(at, to_act)
        if turns.count != turn:
            self.pay(seat for seat in turns.seats(turn) if seat not in absent)
            asked = ()
        self.begin(seat for seat in to_act if seat not in asked)

    def go_back(
        self,
        at: int,
        before: Turns,
        turns: Turns,
        to_act: Sequence[int],
        absent: Collection[int],
        *,
        fresh: bool,
    ) -> None:
        """The match went back: what turns brought that are open again is taken back.

        Nobody gains time by an undo of one's own; when all have agreed a clock for a turn begins anew.
        """
        self.turn(at, to_act)
        for turn in range(turns.count, before.count):
            self.take_back(seat for seat in before.seats(turn) if seat not in absent)
        if fresh and turns.count != before.count:
            self.begin(to_act)

    def begin(self, seats: Iterable[int]) -> None:
        """These seats are to act for the first time in a turn: a clock for each turn begins anew."""
        if not isinstance(self.clock, BankClock):
            for seat in seats:
                self.left[seat] = budget(self.clock)

    def pay(self, seats: Iterable[int]) -> None:
        """A turn in which these seats were to act is over: each gets the increment, once."""
        if isinstance(self.clock, BankClock):
            for seat in seats:
                self.left[seat] += self.clock.increment * SECOND

    def take_back(self, seats: Iterable[int]) -> None:
        """A turn in which these seats were to act is open again: what it brought is taken back.

        Nobody's clock falls by it: of what was spent since, the allowance stays.
        """
        if isinstance(self.clock, BankClock):
            for seat in seats:
                floor = min(self.left[seat], allowance(self.clock))
                self.left[seat] = max(self.left[seat] - self.clock.increment * SECOND, floor)

    def refill(self, seat: int) -> None:
        """Whoever takes a seat back has what was left, at least the allowance; never a full clock anew."""
        self.left[seat] = max(self.left[seat], allowance(self.clock))

    def shown(self, now: int) -> list[int]:
        """What the clocks show now; never less than nothing."""
        gone = max(now - self.at - self.outages.since(self.at), 0)
        return [max(left - gone, 0) if seat in self.running else left for seat, left in enumerate(self.left)]

    def falls(self, but: Collection[int]) -> int | None:
        """When the next running clock falls, leaving out some seats (bots)."""
        start = self.at + self.outages.since(self.at)
        ends = [start + self.left[seat] for seat in self.running if seat not in but]
        return min(ends, default=None)

    def fallen(self, now: int, but: Collection[int]) -> list[int]:
        """The seats whose clock has fallen."""
        start = self.at + self.outages.since(self.at)
        return [seat for seat in self.running if seat not in but and start + self.left[seat] <= now]


def budget(clock: Clock) -> int:
    """What a clock begins with."""
    if isinstance(clock, MoveClock | BankClock):
        return clock.seconds * SECOND
    return clock.days * DAY if isinstance(clock, DaysClock) else 0


def allowance(clock: Clock) -> int:
    """What somebody who returns can count on; never more than a whole clock."""
    return min(budget(clock), DAYS_ALLOWANCE if isinstance(clock, DaysClock) else ALLOWANCE)


def has_clock(clock: Clock) -> bool:
    return not isinstance(clock, NoClock)
