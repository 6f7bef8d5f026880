"""Turns: one after the other at one table."""

import asyncio
from collections import deque
from typing import Final


class Turn:
    """A lock, first come, first served, that can also be taken without waiting where it is free."""

    def __init__(self) -> None:
        self.is_taken = False
        self.waiting: Final[deque[asyncio.Future[None]]] = deque()

    def take(self) -> bool:
        """Take it at once; False when somebody has it."""
        if self.is_taken:
            return False
        self.is_taken = True
        return True

    def release(self) -> None:
        """Hand it to who waits longest, if anybody still does."""
        while self.waiting:
            first = self.waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self.is_taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was handed over, and given up, at the same moment
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
