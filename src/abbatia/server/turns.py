"""Turns: one after the other at one table."""

import asyncio


class Turn(asyncio.Lock):
    """A lock that can also be taken without waiting, where it is free."""

    def take(self) -> bool:
        """Take it at once; False when somebody has it or waits for it."""
        if self.locked():
            return False
        taking = self.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False
