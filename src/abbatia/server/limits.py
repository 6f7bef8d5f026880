"""Limits on how much somebody may ask in a while."""

import time
from collections import OrderedDict
from typing import Final

KEPT: Final = 20_000


class Bucket:
    """So many at once, then so many a second."""

    __slots__ = ("rate", "burst", "left", "at")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        left = self.left + (now - self.at) * self.rate
        if left > self.burst:
            left = self.burst
        self.at = now
        allowed = left >= 1
        self.left = left - 1 if allowed else left
        return allowed


class Limits:
    """A bucket for each address; those not heard of for long are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self.buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(self.rate, self.burst)
            if len(self.buckets) > KEPT:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(who)
        return bucket.take()
