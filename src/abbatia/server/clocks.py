"""Clocks: how much time each seat has left, and when the next one falls. Times are milliseconds."""

from collections.abc import Collection, Sequence
from typing import Final

from abbatia.server.messages import BankClock, Clock, DaysClock, MoveClock, NoClock

SECOND: Final = 1_000
DAY: Final = 86_400 * SECOND


class Face:
    """The clocks of one match. `left` was true at the moment `at`, when `running` began to run."""

    __slots__ = ("clock", "left", "running", "at")

    def __init__(self, clock: Clock, seats: int, at: int) -> None:
        self.clock = clock
        self.left = [budget(clock)] * seats
        self.running: tuple[int, ...] = ()
        self.at = at

    def turn(self, at: int, to_act: Sequence[int], actor: int | None = None) -> None:
        """Somebody acted (or nobody did) and now these seats are to act."""
        self.left = self.shown(at)
        if isinstance(self.clock, BankClock):
            if actor is not None:
                self.left[actor] = max(self.left[actor], 0) + self.clock.increment * SECOND
        else:
            for seat in to_act:
                if seat not in self.running or seat == actor:
                    self.left[seat] = budget(self.clock)
        self.running = tuple(seat for seat in to_act if seat >= 0)
        self.at = at

    def take_back(self, actors: Collection[int]) -> None:
        """Actions of these seats were taken back, and with each what it had added to the bank."""
        if isinstance(self.clock, BankClock):
            for seat in actors:
                self.left[seat] = max(self.left[seat] - self.clock.increment * SECOND, 0)

    def refill(self, seat: int) -> None:
        """Who takes a seat back has a fresh clock to begin with."""
        self.left[seat] = budget(self.clock)

    def shown(self, now: int) -> list[int]:
        """What the clocks show now; never less than nothing."""
        gone = max(now - self.at, 0)
        return [max(left - gone, 0) if seat in self.running else left for seat, left in enumerate(self.left)]

    def falls(self, but: Collection[int]) -> int | None:
        """When the next running clock falls, leaving out some seats (bots)."""
        ends = [self.at + self.left[seat] for seat in self.running if seat not in but]
        return min(ends, default=None)

    def fallen(self, now: int, but: Collection[int]) -> list[int]:
        """The seats whose clock has fallen."""
        return [seat for seat in self.running if seat not in but and self.at + self.left[seat] <= now]


def budget(clock: Clock) -> int:
    """What a clock begins with."""
    if isinstance(clock, MoveClock | BankClock):
        return clock.seconds * SECOND
    return clock.days * DAY if isinstance(clock, DaysClock) else 0


def has_clock(clock: Clock) -> bool:
    return not isinstance(clock, NoClock)
