"""Bots: the bots of one table. Each thinks in the pool; the steps of its plan are played like a person's."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from abbatia.bots import Step
from abbatia.core.contract import CHANCE
from abbatia.core.match import Match
from abbatia.server.errors import Denied
from abbatia.server.live.bot_pool import Job
from abbatia.server.live.bot_worker import BotTask
from abbatia.server.live.match_state import Repeated, Transition
from abbatia.server.live.table_state import TableState
from abbatia.storage.model import OPEN

if TYPE_CHECKING:
    from abbatia.server.live.live_table import LiveTable

LOG: Final = logging.getLogger("abbatia.tables")
SHOW_THINKING: Final = 0.4
"""Seconds after which a bot that thinks is shown as thinking."""


class Thought(NamedTuple):
    """What a bot was asked: its seat and level, how much it had done, and the last thing taken back."""

    seat: int
    nth: int
    level: str
    last_cut: int


class Shown(NamedTuple):
    """A bot that is shown as thinking: in which turn, and its first long thought in it."""

    turn: int
    job: Job


class Bots:
    """The bots at one table."""

    def __init__(self, live: "LiveTable") -> None:
        self.live: Final = live
        self.thinking: Final[dict[int, Job]] = {}  # by seat
        self.shown: Final[dict[int, Shown]] = {}  # by seat
        self.reciting: Final[set[int]] = set()  # the seats that play a line of a lesson

    def places(self) -> dict[int, int]:
        """Where in the queue each bot is that is shown as thinking.

        From its first long thought on it is shown so for the rest of its turn: nobody can count its steps.
        """
        table, bot_pool = self.live.table, self.live.tables.bot_pool
        if table.match is None:
            return {}
        turn, bots = table.match.turns.count, table.automatic()
        return {
            seat: bot_pool.place(shown.job)
            for seat, shown in self.shown.items()
            if shown.turn == turn and seat in bots and seat in table.to_act()
        }

    def wake(self) -> None:
        """Let every bot that is to act think."""
        table = self.live.table
        if table.status == OPEN or table.match is None or table.is_paused or self.live.is_stale:
            return
        bots = table.automatic()
        if not bots or not (table.head.has_people or self.live.is_watched()):
            return
        for seat in table.to_act():
            if seat not in bots or seat in self.thinking or seat in self.reciting:
                continue
            if table.script is None:
                self._think(seat)
            else:
                self._follow_lesson(seat)

    def _follow_lesson(self, seat: int) -> None:
        """In a lesson a seat plays the line that it has; without one the lesson may let a bot think."""
        table = self.live.table
        walk = table.walk()
        if walk is not None and walk.line(seat) is not None:
            self.reciting.add(seat)
            self.live.tables.background(self._recite(seat))
        elif walk is not None and walk.lesson.others and not walk.is_done:
            self._think(seat)

    async def _recite(self, seat: int) -> None:
        """Play a line of the lesson, then let the next seat act."""
        try:
            await self.live.do(partial(recited, seat=seat))
        except (Denied, Repeated) as no:
            LOG.info("table %s: the line of seat %d came too late (%s)", self.live.id, seat, no)
        finally:
            self.reciting.discard(seat)
        async with self.live.lock:
            self.wake()

    def _think(self, seat: int) -> None:
        table, tables = self.live.table, self.live.tables
        assert table.match is not None
        level = level_at(table, seat)
        question = BotTask(
            title=table.row.title,
            version=table.row.version,
            components=table.row.components,
            seats=table.row.seats,
            options=table.match.options,
            log=tuple(table.match.log),
            seat=seat,
            level=level,
            seed=tables.number(),
        )
        job = tables.bot_pool.submit(question, for_people=table.head.has_people)
        self.thinking[seat] = job
        thought = Thought(seat, len(table.commands[seat]), level, table.cut_for(seat))
        tables.background(self._await(thought, job))

    async def _await(self, thought: Thought, job: Job) -> None:
        """Play what the bot has planned, step by step, until something happens that it did not foresee.

        The seat counts as thinking until then, so that it is not asked again in the middle of its plan.
        """
        live = self.live
        done, _ = await asyncio.wait([job.answer], timeout=SHOW_THINKING)
        if not done:
            self._show(thought.seat, job)
        steps = await job.answer
        try:
            for number, step in enumerate(steps):
                make = partial(played, thought=thought, number=number, step=step)
                await live.do(make)
        except (Denied, Repeated) as no:
            LOG.info("table %s: the bot at seat %d came too late (%s)", live.id, thought.seat, no)
        finally:
            self.thinking.pop(thought.seat, None)  # not before: or it would be asked the same again meanwhile
        async with live.lock:
            self.wake()
        if thought.seat in self.shown and thought.seat not in self.places():
            del self.shown[thought.seat]
            live.show_table()

    def _show(self, seat: int, job: Job) -> None:
        """Show a bot as thinking, unless that has been done in this turn."""
        match = self.live.table.match
        if match is not None and seat not in self.places():
            self.shown[seat] = Shown(match.turns.count, job)
            self.live.show_table()


def level_at(table: TableState, seat: int) -> str:
    """Which bot plays at a seat."""
    return table.head.chairs[seat].bot or table.head.stand_in


def played(table: TableState, now: int, thought: Thought, number: int, step: Step) -> Transition:
    """A step of a bot's plan, as long as the same bot has the seat and all goes as it was planned."""
    if not table.head.chairs[thought.seat].is_automatic:
        raise Denied("not_possible", "server.not_stood_in")
    if table.cut_for(thought.seat) != thought.last_cut or level_at(table, thought.seat) != thought.level:
        raise Denied("stale")
    if number and not is_foreseen(table.playing(), thought.seat, step):
        raise Denied("stale")
    text = table.title.vocabulary[step.action]
    return table.play(thought.seat, thought.nth + number, [text], now, bot=True)


def recited(table: TableState, now: int, seat: int) -> Transition:
    """The line of a seat in a lesson, if there still is one."""
    walk = table.walk()
    line = None if walk is None else walk.line(seat)
    if line is None:
        raise Denied("stale")
    return table.play(seat, len(table.commands[seat]), [table.title.vocabulary[line]], now, bot=True)


def is_foreseen(match: Match, seat: int, step: Step) -> bool:
    """Whether chance has not answered since the seat's last action, and what is legal is as planned."""
    for actor, _ in reversed(match.log):
        if actor == seat:
            break
        if actor == CHANCE:
            return False
    return tuple(match.state.legal(seat)) == step.legal
