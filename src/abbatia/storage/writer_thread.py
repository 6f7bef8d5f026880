"""Threads that serve the event loop of a SQLite store: one writes, one reads.

Both are daemons: whatever hangs in the file system never keeps a process from ending.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.sqlite_writer import Job, Outcome, SqliteWriter

LOG: Final = logging.getLogger("abbatia.storage")
GROUP: Final = 500
"""One commit takes at most this many writes."""
SECONDS: Final = 10.0
"""After this long without an answer a write, a read or a close counts as stuck."""
CLOSED: Final = "The store is closed."
Result = TypeVar("Result")


class PendingWrite:
    """A job on its way to the file, and the future of whoever waits for it."""

    __slots__ = ("job", "written", "since", "is_abandoned")

    def __init__(self, job: Job, written: "asyncio.Future[Sequence[int]]", since: float) -> None:
        self.job: Final = job
        self.written: Final = written
        self.since: Final = since
        self.is_abandoned = False  # its time was up: the thread need not write it any more

    def settle(self, outcome: Outcome) -> None:
        """Answer, unless whoever waited has given up."""
        if self.written.done():
            return
        if isinstance(outcome, Exception):
            self.written.set_exception(outcome)
        else:
            self.written.set_result(outcome)


class WriterThread:
    """Writes jobs in the order of asking, all that wait in one commit; the loop hears what became of them."""

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.seconds = SECONDS
        self.loop: Final = asyncio.get_running_loop()
        self.writer: Final = SqliteWriter(file)
        self.queue: Final[SimpleQueue[PendingWrite | None]] = SimpleQueue()  # None: end
        self.pending: Final[deque[PendingWrite]] = deque()  # asked and not answered
        self.is_closed = False
        self.trouble: StoreUnavailable | None = None  # why the last group was not written
        self.is_stuck = False
        self.written_at = float("-inf")  # the loop's time of the last group that was written
        self._ended: Final = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._thread: Final = threading.Thread(target=self._run, name="abbatia-write", daemon=True)
        self._thread.start()

    def write(self, job: Job) -> "asyncio.Future[Sequence[int]]":
        """How many rows each statement of the job changed, when it is on disk. Raises StoreUnavailable."""
        if self.is_closed:
            raise StoreUnavailable(CLOSED, "closed")
        if self.is_stuck:
            raise StoreUnavailable("the disk does not answer", "stuck")
        write = PendingWrite(job, self.loop.create_future(), self.loop.time())
        self.pending.append(write)
        if self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._watch)
        self.queue.put(write)
        return write.written

    def has_written(self, seconds: float) -> bool:
        """Whether the last group was written, and so many seconds ago at most."""
        if self.is_stuck or self.trouble is not None:
            return False
        return self.loop.time() - self.written_at <= seconds

    async def close(self) -> None:
        """Write what was accepted, then stop; give up on what does not answer."""
        self.is_closed = True
        self.queue.put(None)
        try:
            await asyncio.wait_for(self._ended.wait(), self.seconds)
        except TimeoutError:
            self._give_up()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # -- in the event loop

    def _settle(self, group: Sequence[PendingWrite], outcomes: Sequence[Outcome]) -> None:
        """The thread has done with a group."""
        down = next((outcome for outcome in outcomes if isinstance(outcome, StoreUnavailable)), None)
        self._tell_operators(down)
        if down is None:
            self.written_at = self.loop.time()
        self.is_stuck = False
        for write, outcome in zip(group, outcomes, strict=True):
            if not write.is_abandoned:
                self.pending.popleft()  # groups are answered in the order of asking
                write.settle(outcome)

    def _tell_operators(self, down: StoreUnavailable | None) -> None:
        """One line when writing becomes impossible, one when it is possible again."""
        if down is not None and (self.trouble is None or str(down) != str(self.trouble)):
            LOG.error("%s cannot be written: %s", self.file, down)
        elif down is None and (self.trouble is not None or self.is_stuck):
            LOG.warning("%s can be written again", self.file)
        self.trouble = down

    def _watch(self) -> None:
        """Whether the oldest write has waited too long."""
        self._timer = None
        if not self.pending:
            return
        rest = self.pending[0].since + self.seconds - self.loop.time()
        if rest > 0:
            self._timer = self.loop.call_later(rest, self._watch)
        else:
            self._give_up()

    def _give_up(self) -> None:
        """The thread hangs: what it was given is in doubt, and nothing more is accepted until it answers."""
        self.is_stuck = True
        LOG.error("%s: the disk has not answered for %g seconds", self.file, self.seconds)
        for write in self.pending:
            write.is_abandoned = True
            write.settle(StoreUnavailable("the disk does not answer", "stuck"))
        self.pending.clear()

    def _revive(self) -> None:
        """The thread came too late for all that it was given, but it is there."""
        self.is_stuck = False

    # -- in the thread

    def _run(self) -> None:
        is_last = False
        while not is_last:
            group, is_last = self._next_group()
            if group:
                outcomes = self.writer.commit([write.job for write in group])
                self._call_loop(self._settle, group, outcomes)
            else:
                self._call_loop(self._revive)
        self.writer.close()
        self._call_loop(self._ended.set)

    def _next_group(self) -> tuple[list[PendingWrite], bool]:
        """All that waits, at least one; and whether the end has come."""
        write = self.queue.get()
        group: list[PendingWrite] = []
        while write is not None:
            if not write.is_abandoned:
                group.append(write)
            try:
                if len(group) == GROUP:
                    break
                write = self.queue.get_nowait()
            except Empty:
                break
        return group, write is None

    def _call_loop(self, call: Callable[..., object], *args: Any) -> None:
        try:
            self.loop.call_soon_threadsafe(call, *args)
        except RuntimeError:  # the loop was closed with the store still open: nobody waits
            LOG.debug("the event loop is closed")


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
