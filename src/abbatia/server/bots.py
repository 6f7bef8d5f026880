"""Bots: those who play at one table. Who is to act thinks elsewhere; what it chose becomes a deed."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final, NamedTuple

from abbatia.server.botwork import Job
from abbatia.server.problems import Denied
from abbatia.server.table import Deed, Repeated, Table
from abbatia.server.thinking import Question
from abbatia.storage.rows import OPEN

if TYPE_CHECKING:
    from abbatia.server.actor import Actor

LOG: Final = logging.getLogger("abbatia.tables")
SHOW_THINKING: Final = 0.4
"""Seconds after which a bot that thinks is shown as thinking."""


class Thought(NamedTuple):
    """What a bot was asked about: its seat, how much it had done, and the last thing taken back."""

    seat: int
    nth: int
    last_cut: int


class Bots:
    """The bots at one table."""

    def __init__(self, actor: "Actor") -> None:
        self.actor: Final = actor
        self.thinking: Final[dict[int, Job]] = {}  # by seat

    def places(self) -> dict[int, int]:
        """Where in the queue each bot is that thinks."""
        botwork = self.actor.tables.botwork
        return {seat: botwork.place(job) for seat, job in self.thinking.items()}

    def wake(self) -> None:
        """Let every bot that is to act think."""
        table = self.actor.table
        if table.status == OPEN or table.match is None or self.actor.is_stale:
            return
        bots = table.automatic()
        if not bots:
            return
        for seat in table.to_act():
            if seat in bots and seat not in self.thinking:
                self._think(seat)

    def _think(self, seat: int) -> None:
        table, tables = self.actor.table, self.actor.tables
        assert table.match is not None
        question = Question(
            title=table.row.title,
            components=table.row.components,
            seats=table.row.seats,
            options=table.match.options,
            log=tuple(table.match.log),
            seat=seat,
            level=table.head.chairs[seat].bot or table.head.stand_in,
            seed=tables.number(),
        )
        job = tables.botwork.submit(question)
        self.thinking[seat] = job
        thought = Thought(seat, len(table.commands[seat]), table.last_cut)
        tables.background(self._await(thought, job))

    async def _await(self, thought: Thought, job: Job) -> None:
        """Play what the bot chooses, unless something else has happened to its seat meanwhile."""
        actor = self.actor
        done, _ = await asyncio.wait([job.answer], timeout=SHOW_THINKING)
        if not done:
            actor.show_table()
        text = await job.answer
        try:
            await actor.do(lambda table, now: played(table, thought, text, now))
        except (Denied, Repeated) as no:
            LOG.info("table %s: the bot at seat %d came too late (%s)", actor.id, thought.seat, no)
        finally:
            self.thinking.pop(thought.seat, None)  # not before: or it would be asked the same again meanwhile
        async with actor.lock:
            self.wake()
        if not done:
            actor.show_table()


def played(table: Table, thought: Thought, text: str, now: int) -> Deed:
    """A bot's action, as long as a bot still has the seat and nothing was taken back since it was asked."""
    if not table.head.chairs[thought.seat].is_automatic:
        raise Denied("not_possible", "server.not_stood_in")
    if table.last_cut != thought.last_cut:
        raise Denied("stale")
    return table.play(thought.seat, thought.nth, text, now, bot=True)
