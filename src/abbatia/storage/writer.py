"""Writer: how a store hands jobs to the clerk that writes its file, and hears what became of them.

The clerk is a process of its own: a thread would share the interpreter with the tables, and they would wait
for each other several times in every commit. One group is with the clerk; what comes meanwhile is the next.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, cast

import msgspec

from abbatia.storage.clerk import OUTCOMES, PACK, SIZE, Job, Outcome, Trouble, group_of
from abbatia.storage.store import Answer, Conflict, StoreDown

LOG: Final = logging.getLogger("abbatia.storage")
GROUP: Final = 500
"""No commit waits for more writes than this."""
MEANINGS: Final[dict[Trouble, Callable[[str], Exception]]] = {
    "taken": Conflict,
    "missing": KeyError,
    "unfit": ValueError,
    "down": StoreDown,
}


class Asked(msgspec.Struct, eq=False):
    """A packed job, and who is told what became of it."""

    job: bytes
    answer: Answer
    changed: Sequence[int] = ()  # rows, by each of its statements
    error: Exception | None = None


class Writer(asyncio.SubprocessProtocol):
    """The clerk as the event loop sees it. One that has died is replaced when there is something to write."""

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.loop: Final = asyncio.get_running_loop()
        self.waiting: list[Asked] = []
        self.given: list[Asked] = []  # to the clerk
        self.clerk: asyncio.SubprocessTransport | None = None
        self.heard: Final = bytearray()
        self.is_going = False  # those who wait are given to the clerk soon
        self.is_closed = False
        self.ended: Final = asyncio.Event()

    async def start(self) -> None:
        """Have a clerk. Raises OSError."""
        command = (sys.executable, "-P", "-m", "abbatia.storage.clerk", str(self.file))
        await self.loop.subprocess_exec(lambda: self, *command, stderr=None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.clerk = cast(asyncio.SubprocessTransport, transport)  # uvloop's is of no class of asyncio's

    def write(self, job: Job, answer: Answer) -> Asked:
        """Have a job done, in the order of asking. Raises StoreDown, and at once what no job can hold."""
        if self.is_closed:
            raise StoreDown("The store is closed.")
        asked = Asked(PACK(job), answer)
        self.waiting.append(asked)
        if not self.given and not self.is_going:
            self.is_going = True
            self.loop.call_soon(self._go)
        return asked

    async def close(self) -> None:
        """Write what waits, then stop."""
        self.is_closed = True
        self._end_if_done()
        await self.ended.wait()

    def _end_if_done(self) -> None:
        if not self.is_closed or self.waiting or self.given:
            return
        if self.clerk is None:
            self.ended.set()
        else:
            self._pipe(self.clerk).close()  # it ends by itself then

    # -- giving

    def _go(self) -> None:
        self.is_going = False
        if self.clerk is not None:
            self._give(self.clerk)
        elif self.waiting:
            self.is_going = True
            self.starting = self.loop.create_task(self._start_again())

    async def _start_again(self) -> None:
        try:
            await self.start()
        except Exception as error:  # whatever it is, somebody waits
            self._give_up(str(error))
        self._go()
        self._end_if_done()

    def _give(self, clerk: asyncio.SubprocessTransport) -> None:
        """Those who wait are the next group, if none is with the clerk; of one that is gone we hear soon."""
        pipe = self._pipe(clerk)
        if self.waiting and not self.given and not pipe.is_closing():
            self.given, self.waiting = self.waiting[:GROUP], self.waiting[GROUP:]
            pipe.write(group_of([asked.job for asked in self.given]))

    def _pipe(self, clerk: asyncio.SubprocessTransport) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, clerk.get_pipe_transport(0))

    # -- hearing

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        heard = self.heard
        heard += cast(bytes, data)
        if len(heard) >= SIZE and len(heard) == SIZE + int.from_bytes(heard[:SIZE], "big"):
            outcomes = OUTCOMES.decode(heard[SIZE:])
            heard.clear()
            self._hear(outcomes)

    def _hear(self, outcomes: list[Outcome]) -> None:
        """The group is written, but for what these say. The clerk goes on while its answers are told."""
        group, self.given = self.given, []
        if self.clerk is not None:
            self._give(self.clerk)
        for outcome in outcomes:
            asked = group[outcome.place]
            asked.changed = outcome.changed
            if outcome.trouble:
                asked.error = MEANINGS[outcome.trouble](outcome.why)
        if outcomes and outcomes[0].trouble == "down":
            LOG.warning("nothing can be written: %s", outcomes[0].why)
        answer_all(group)
        self._end_if_done()

    def connection_lost(self, exc: Exception | None) -> None:
        """The clerk has ended: because it should, or what it was given may or may not be written."""
        if self.clerk is not None:
            self.clerk.close()
            self.clerk = None
        self.heard.clear()
        if not self.is_closed or self.given or self.waiting:
            self._give_up("the process that writes it has ended")
        self._end_if_done()

    def _give_up(self, why: str) -> None:
        LOG.warning("%s cannot be written: %s", self.file, why)
        group, self.given, self.waiting = self.given + self.waiting, [], []
        for asked in group:
            asked.error = StoreDown(why)
        answer_all(group)


def answer_all(group: list[Asked]) -> None:
    """Tell everybody; whatever becomes of one, the others are told.

    Who was told is let go at once: after all the others it would have left the processor's caches.
    """
    group.reverse()
    while group:
        asked = group.pop()
        try:
            asked.answer(asked.error)
        except Exception:
            LOG.exception("what was written could not be told")
