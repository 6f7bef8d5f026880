"""ReaderThread: the thread that reads for the event loop of a SQLite store.

It is a daemon, as the writing one is: whatever hangs in the file system never keeps a process from ending.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from abbatia.storage.errors import StoreUnavailable

LOG: Final = logging.getLogger("abbatia.storage")
SECONDS: Final = 10.0
"""After this long without an answer a read, a write or a close counts as stuck."""
CLOSED: Final = "The store is closed."
Result = TypeVar("Result")


class ReaderThread:
    """Runs calls one after the other in a thread of its own."""

    def __init__(self) -> None:
        self.seconds = SECONDS
        self.loop: Final = asyncio.get_running_loop()
        self.queue: Final[SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]] | None]] = SimpleQueue()
        self.is_closed = False
        self._thread: Final = threading.Thread(target=self._run, name="abbatia-read", daemon=True)
        self._thread.start()

    async def call(self, call: Callable[[], Result], *, is_long: bool = False) -> Result:
        """What the call returns or raises; StoreUnavailable if it takes too long, unless `is_long`."""
        if self.is_closed:
            raise StoreUnavailable(CLOSED, "closed")
        done: asyncio.Future[Result] = self.loop.create_future()
        self.queue.put((done, call))
        try:
            async with asyncio.timeout(None if is_long else self.seconds):
                return await done
        except TimeoutError:
            raise StoreUnavailable("the disk does not answer", "stuck") from None

    async def close(self, last: Callable[[], None]) -> None:
        """Run a last call, then end."""
        if not self.is_closed:
            try:
                await self.call(last)
            except StoreUnavailable as down:
                LOG.error("the store could not be closed: %s", down)
            self.is_closed = True
            self.queue.put(None)

    def _run(self) -> None:
        while (asked := self.queue.get()) is not None:
            done, call = asked
            if done.done():  # given up meanwhile
                continue
            outcome: Any = None
            error: Exception | None = None
            try:
                outcome = call()
            except Exception as raised:
                error = raised
            try:
                self.loop.call_soon_threadsafe(settle, done, outcome, error)
            except RuntimeError:  # the loop is closed
                return


def settle(done: "asyncio.Future[Any]", outcome: Any, error: Exception | None) -> None:
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(outcome)
