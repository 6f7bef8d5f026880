"""Mail: what is written for many sockets at about the same time leaves together.

To write to a socket takes the kernel, and wakes whoever reads there. Done between one move and the next, that
is a quarter of the event loop's time; many in a row find everything warm and awake, and take half of it.
"""

import asyncio
from typing import Final

AT_ONCE: Final = 64
"""When so many wait, they leave at once; fewer leave when the event loop looks for other work."""


class Mail:
    """What leaves next, of one server: first posted, first written."""

    def __init__(self) -> None:
        self.bag: list[tuple[asyncio.Transport, bytes]] = []

    def post(self, to: asyncio.Transport, data: bytes, loop: asyncio.AbstractEventLoop) -> None:
        """Write this, very soon."""
        self.bag.append((to, data))
        if len(self.bag) == 1:
            loop.call_soon(self.leave)
        elif len(self.bag) >= AT_ONCE:
            self.leave()

    def leave(self) -> None:
        """Write all that waits; who has gone meanwhile gets nothing."""
        bag, self.bag = self.bag, []
        for to, data in bag:
            if not to.is_closing():
                to.write(data)
