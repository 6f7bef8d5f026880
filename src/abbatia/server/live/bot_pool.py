"""Bots think in worker processes, some at once; a bot that waits is shown with its place in the queue."""

import asyncio
import gc
import logging
import multiprocessing
import secrets
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from msgspec import structs

from abbatia.bots import BOTS, LEVELS, Step
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games.own import title_with
from abbatia.server.live.bot_worker import BotTask, begin, think

LOG: Final = logging.getLogger("abbatia.bots")


def level_below(level: str) -> str | None:
    """The next weaker bot, None for the weakest."""
    at = LEVELS.index(level) if level in LEVELS else 0
    return LEVELS[at - 1] if at > 0 else None


class Job:
    """A question on its way through the queue; `answer` holds an action and the plan behind it in the end."""

    __slots__ = ("question", "for_people", "answer", "is_running")

    def __init__(self, question: BotTask, *, for_people: bool) -> None:
        self.question = question
        self.for_people = for_people  # a person plays at the table
        self.answer: asyncio.Future[tuple[Step, ...]] = asyncio.get_running_loop().create_future()
        self.is_running = False


class BotPool:
    """The queue and its workers."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers: Final = workers
        self.seconds: Final = seconds
        self.waiting: Final[deque[Job]] = deque()
        self.running = 0
        self.fallbacks = 0
        self.answered = 0
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def submit(self, question: BotTask, *, for_people: bool = True) -> Job:
        """Queue a question: behind all that came before, but bots that people wait for come first."""
        job = Job(question, for_people=for_people)
        others = sum(not waiting.for_people for waiting in self.waiting) if for_people else 0
        self.waiting.insert(len(self.waiting) - others, job)
        self._pump()
        return job

    def place(self, job: Job) -> int:
        """0 while the bot thinks, else its place in the queue."""
        if job.is_running or job not in self.waiting:
            return 0
        return self.waiting.index(job) + 1

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for worker in list((pool._processes or {}).values()):  # whatever it thinks about
                worker.terminate()
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
            # The pool's semaphores are removed with it, which is part of a cycle. At the exit it would be too
            # late: a process that uvicorn ends by a signal runs no exit functions.
            del pool
            gc.collect()

    def _pump(self) -> None:
        while self.waiting and self.running < self.workers:
            job = self.waiting.popleft()
            if job.answer.cancelled():
                continue
            job.is_running = True
            self.running += 1
            task = asyncio.get_running_loop().create_task(self._work(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, job: Job) -> None:
        try:
            steps = await self._think(job.question)
        finally:
            self.running -= 1
            self._pump()
        if not job.answer.done():
            self.answered += 1
            job.answer.set_result(steps)

    async def _think(self, question: BotTask) -> tuple[Step, ...]:
        """Ask the bot, then weaker and weaker ones; in the end any legal action will do."""
        level: str | None = question.level if question.level in BOTS else LEVELS[0]
        while level is not None:
            pool = self._open_pool()
            try:
                return await self._ask(pool, structs.replace(question, level=level))
            except BrokenProcessPool:
                if pool is not self._pool:
                    continue  # it was ended because of another question: this one is asked again
                LOG.warning("bot %s lost its worker", level)
                self._drop_pool(pool)
            except TimeoutError:
                LOG.warning("bot %s gave no answer", level)
                self._drop_pool(pool)
            except Exception:
                LOG.exception("bot %s failed", level)
            self.fallbacks += 1
            level = level_below(level)
        return (any_action(question),)

    async def _ask(self, pool: ProcessPoolExecutor, question: BotTask) -> tuple[Step, ...]:
        """What the bot chooses. Raises TimeoutError, and BrokenProcessPool when its worker was ended."""
        thought = pool.submit(think, question)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(thought), self.seconds)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenProcessPool("ended before it began") from None

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, spawn, begin)
        return self._pool

    def _drop_pool(self, pool: ProcessPoolExecutor | None) -> None:
        """Stop all workers of a pool, unless that was done; the next question starts new ones."""
        if pool is None or pool is not self._pool:
            return
        self._pool = None
        workers = list((pool._processes or {}).values())  # a worker that does not answer must be ended
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def any_action(question: BotTask) -> Step:
    """Some legal action, when no bot answers."""
    title = title_with(question.title, question.components, question.version)
    match = Match(title, question.seats, question.options, rng=Rng(0), log=question.log)
    legal = match.state.legal(question.seat)
    return Step(secrets.choice(legal), tuple(legal))
