"""Bots think in worker processes, at most so many at once; who waits is shown its place in the queue."""

import asyncio
import logging
import multiprocessing
import secrets
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from msgspec import structs

from abbatia.bots import BOTS, LEVELS
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.server.thinking import Question, begin, think

LOG: Final = logging.getLogger("abbatia.bots")
CROWD: Final = 3
"""With more than so many waiting for each worker, the next one thinks a level lower."""


def level_below(level: str) -> str | None:
    """The next weaker bot, None for the weakest."""
    at = LEVELS.index(level) if level in LEVELS else 0
    return LEVELS[at - 1] if at > 0 else None


class Job:
    """A question on its way through the queue; `answer` holds an action's text in the end."""

    __slots__ = ("question", "answer", "is_running")

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.is_running = False


class Botwork:
    """The queue and its workers. `moved` is called whenever places in the queue have changed."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers: Final = workers
        self.seconds: Final = seconds
        self.waiting: Final[deque[Job]] = deque()
        self.running = 0
        self.fallbacks = 0
        self.answered = 0
        self.moved: Callable[[], None] = lambda: None
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def submit(self, question: Question) -> Job:
        """Queue a question."""
        job = Job(question)
        self.waiting.append(job)
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
        self._drop_pool(self._pool)

    def _pump(self) -> None:
        while self.waiting and self.running < self.workers:
            crowd = len(self.waiting) > CROWD * self.workers
            job = self.waiting.popleft()
            if job.answer.cancelled():
                continue
            job.is_running = True
            self.running += 1
            task = asyncio.get_running_loop().create_task(self._work(job, crowd=crowd))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            self.moved()

    async def _work(self, job: Job, *, crowd: bool) -> None:
        try:
            text = await self._think(job.question, crowd=crowd)
        finally:
            self.running -= 1
            self._pump()
        if not job.answer.done():
            self.answered += 1
            job.answer.set_result(text)

    async def _think(self, question: Question, *, crowd: bool) -> str:
        """Ask the bot, then weaker and weaker ones; in the end any legal action will do."""
        level: str | None = question.level if question.level in BOTS else LEVELS[0]
        if crowd and level is not None:
            level = level_below(level) or level
            self.fallbacks += 1
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
        return any_action(question)

    async def _ask(self, pool: ProcessPoolExecutor, question: Question) -> str:
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


def any_action(question: Question) -> str:
    """Some legal action, when no bot answers."""
    title = load(question.title)
    if question.components is not None:
        title = title.with_components(question.components)
    match = Match(title, question.seats, question.options, rng=Rng(0), log=question.log)
    return title.vocabulary[secrets.choice(match.state.legal(question.seat))]
