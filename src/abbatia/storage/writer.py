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
REST: Final = 1.0
"""Seconds before another clerk is tried where one could not be had."""
ENDED: Final = "the process that writes it has ended"
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


class Hand(asyncio.SubprocessProtocol):
    """One clerk as the event loop sees it: says that it is ready, answers each group, ends once."""

    def __init__(self, hear: Callable[[list[Outcome]], None], lose: Callable[["Hand"], None]) -> None:
        self.hear: Final = hear
        self.lose: Final = lose
        self.is_ready: Final[asyncio.Future[bool]] = asyncio.get_running_loop().create_future()
        self.clerk: asyncio.SubprocessTransport | None = None
        self.is_dismissed = False
        self.heard: Final = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.clerk = cast(asyncio.SubprocessTransport, transport)  # uvloop's is of no class of asyncio's
        if self.is_dismissed:
            self.clerk.close()

    def dismiss(self) -> None:
        """Nobody wants this clerk any more; it may not even be there yet."""
        self.is_dismissed = True
        if self.clerk is not None:
            self.clerk.close()

    def give(self, group: bytes) -> bool:
        """Have a group written; False when the clerk is gone, which we hear soon."""
        pipe = self._pipe()
        if pipe is None or pipe.is_closing():
            return False
        pipe.write(group)
        return True

    def let_go(self) -> None:
        """There are no more groups: it ends by itself."""
        pipe = self._pipe()
        if pipe is not None:
            pipe.close()

    def _pipe(self) -> asyncio.WriteTransport | None:
        pipe = None if self.clerk is None else self.clerk.get_pipe_transport(0)
        return cast(asyncio.WriteTransport | None, pipe)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        heard = self.heard
        heard += cast(bytes, data)
        if len(heard) < SIZE or len(heard) < SIZE + int.from_bytes(heard[:SIZE], "big"):
            return
        outcomes = OUTCOMES.decode(heard[SIZE:])
        heard.clear()
        if not self.is_ready.done():
            self.is_ready.set_result(True)
        else:
            self.hear(outcomes)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.clerk is not None:
            self.clerk.close()
        if not self.is_ready.done():
            self.is_ready.set_result(False)
        self.lose(self)


class Writer:
    """Gives jobs to a clerk; one that has died is replaced when there is something to write."""

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.loop: Final = asyncio.get_running_loop()
        self.waiting: list[Asked] = []
        self.given: list[Asked] = []  # to the clerk
        self.hand: Hand | None = None
        self.starting: asyncio.Task[None] | None = None  # a new clerk; the loop itself keeps no hold of it
        self.is_going = False  # those who wait are given to a clerk soon
        self.rests_until = 0.0
        self.trouble = ""  # why there is no clerk
        self.is_closed = False
        self.ended: Final = asyncio.Event()

    async def start(self) -> None:
        """Have a clerk that is ready. Raises StoreDown."""
        hand = Hand(self._hear, self._lose)
        command = (sys.executable, "-P", "-m", "abbatia.storage.clerk", str(self.file))
        try:
            # A session of its own: Ctrl-C is for the server.
            await self.loop.subprocess_exec(lambda: hand, *command, stderr=None, start_new_session=True)
            if not await hand.is_ready:
                raise StoreDown(ENDED)
        except Exception as error:  # whatever it is, somebody waits
            hand.dismiss()
            self.trouble, self.rests_until = str(error), self.loop.time() + REST
            raise StoreDown(self.trouble) from error
        except BaseException:
            hand.dismiss()
            raise
        self.hand = hand

    def write(self, job: Job, answer: Answer) -> Asked:
        """Have a job done, in the order of asking. Raises StoreDown, and at once what no job can hold."""
        if self.is_closed:
            raise StoreDown("The store is closed.")
        if self.hand is None and not self.is_going and self.loop.time() < self.rests_until:
            raise StoreDown(self.trouble)
        asked = Asked(PACK(job), answer)
        self.waiting.append(asked)
        if not self.given:
            self._go_soon()
        return asked

    async def close(self) -> None:
        """Write what waits, then stop."""
        self.is_closed = True
        self._end_if_done()
        await self.ended.wait()

    def _end_if_done(self) -> None:
        if not self.is_closed or self.waiting or self.given:
            return
        if self.hand is None:
            self.ended.set()
        else:
            self.hand.let_go()

    # -- giving

    def _go_soon(self) -> None:
        if not self.is_going:
            self.is_going = True
            self.loop.call_soon(self._go)

    def _go(self) -> None:
        self.is_going = False
        if self.hand is not None:
            self._give(self.hand)
        elif self.waiting:
            self.is_going = True
            self.starting = self.loop.create_task(self._start_again())

    async def _start_again(self) -> None:
        try:
            await self.start()
        except StoreDown as error:
            waiting, self.waiting = self.waiting, []
            self._give_up(waiting, str(error))
        self._go()
        self._end_if_done()

    def _give(self, hand: Hand) -> None:
        """Those who wait are the next group, if none is with the clerk."""
        if self.waiting and not self.given:
            group = self.waiting[:GROUP]
            if hand.give(group_of([asked.job for asked in group])):
                self.given, self.waiting = group, self.waiting[GROUP:]

    # -- hearing

    def _hear(self, outcomes: list[Outcome]) -> None:
        """The group is written, but for what these say. The clerk goes on while its answers are told."""
        group, self.given = self.given, []
        if self.hand is not None:
            self._give(self.hand)
        for outcome in outcomes:
            asked = group[outcome.place]
            asked.changed = outcome.changed
            if outcome.trouble:
                asked.error = MEANINGS[outcome.trouble](outcome.why)
        if outcomes and outcomes[0].trouble == "down":
            LOG.warning("nothing can be written: %s", outcomes[0].why)
        answer_all(group)
        self._end_if_done()

    def _lose(self, hand: Hand) -> None:
        """A clerk has ended. What it was given may be written or not; what it was not, another one writes."""
        if hand is not self.hand:
            return
        self.hand = None
        given, self.given = self.given, []
        if given or not self.is_closed:
            self._give_up(given, ENDED)
        if self.waiting:
            self._go_soon()
        self._end_if_done()

    def _give_up(self, group: list[Asked], why: str) -> None:
        LOG.warning("%s cannot be written: %s", self.file, why)
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
