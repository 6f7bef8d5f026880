"""Line: sockets whose text has come wait for their turn, first come, first served.

All that came at once would be carried out at once, and who comes next, or waits for an answer that is stored
already, would wait for all of it. So few are carried out at a time; the event loop looks around in between.
"""

import asyncio
from collections import deque
from typing import Final, Protocol

AT_ONCE: Final = 32
"""So many texts are carried out before the event loop looks for other work."""


class Waiting(Protocol):
    """Somebody who stands in the line."""

    def have_turn(self) -> None:
        """Carry out the text that has waited, if it still does."""


class Line:
    """Those who wait, of one server."""

    def __init__(self) -> None:
        self.waiting: Final[deque[Waiting]] = deque()
        self.is_moving = False  # the event loop will call

    def join(self, who: Waiting, loop: asyncio.AbstractEventLoop) -> None:
        """Wait at the end of the line."""
        self.waiting.append(who)
        if not self.is_moving:
            self.is_moving = True
            loop.call_soon(self.move, loop)

    def move(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the first ones have their turn; whatever becomes of one, the others have theirs."""
        waiting = self.waiting
        try:
            for _ in range(min(AT_ONCE, len(waiting))):
                waiting.popleft().have_turn()
        finally:
            self.is_moving = bool(waiting)
            if waiting:
                loop.call_soon(self.move, loop)
