"""Limits on how much somebody may ask in a while."""

import time
from collections import OrderedDict
from typing import Final

KEPT: Final = 20_000


class Bucket:
    """Token bucket: holds `burst` tokens, refilled by `rate` a second."""

    __slots__ = ("rate", "burst", "left", "at")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Pay this many tokens, if they are there; a cost above the whole bucket needs a full one."""
        now = time.monotonic()
        left = self.left + (now - self.at) * self.rate
        if left > self.burst:
            left = self.burst
        self.at = now
        cost = min(cost, self.burst)
        allowed = left >= cost
        self.left = left - cost if allowed else left
        return allowed


class Limits:
    """A bucket for each client; those not used for long are dropped."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self.buckets: Final[OrderedDict[str, Bucket]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(self.rate, self.burst)
            if len(self.buckets) > KEPT:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(who)
        return bucket.take(cost)
