"""Heartbeat: this process notes in the store that it serves, and learns when no process did.

A server that was stopped, a machine that slept, a database that did not answer: nobody could have moved then,
so all clocks stand from the last sign of life of any process to the next one.
"""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from abbatia.server.live.outages import Outages
from abbatia.storage.coordination import CoordinationStore

BEAT: Final = 2.0
"""Seconds between two signs of life."""
SILENCE: Final = 6_000
"""Milliseconds without a sign of life after which a process counts as away."""


class Heartbeat:
    """The signs of life of one process, and all outages that the store knows of."""

    def __init__(self, store: CoordinationStore, now: Callable[[], int]) -> None:
        self.store: Final = store
        self.now: Final = now
        self.outages: Final = Outages()
        self.seen = 0  # when this process last gave a sign
        self._lock: Final = asyncio.Lock()

    async def begin(self) -> None:
        """The first sign. Where no other process can serve, nobody did since the last one, however short."""
        await self._sign(SILENCE if self.store.shared else 0)
        await self._learn()

    def is_behind(self) -> bool:
        """Whether this process was away for so long that a clock may not be read before the next sign."""
        return self.now() - self.seen > SILENCE

    async def beat(self) -> bool:
        """Give a sign of life; whether it ended an outage, here or elsewhere. Raises StoreUnavailable."""
        async with self._lock:
            was_away = self.is_behind()
            await self._sign(SILENCE)
            return await self._learn() if was_away or self.store.shared else False

    async def catch_up(self) -> bool:
        """The same, only when this process is behind; of many callers at once, one does it."""
        if not self.is_behind():
            return False
        async with self._lock:
            if not self.is_behind():
                return False
            await self._sign(SILENCE)
            return await self._learn()

    async def _sign(self, silence: int) -> None:
        now = self.now()
        await self.store.heartbeat(now, silence)
        self.seen = now

    async def _learn(self) -> bool:
        uptimes = await self.store.uptimes()
        gaps = [(seen, began) for (_, seen), (began, _) in pairwise(uptimes) if began > seen]
        return self.outages.learn(gaps)
