"""Bots think elsewhere, in turn, and a weaker one answers when a strong one does not."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import parent_process
from pathlib import Path
from typing import Final

import pytest
from msgspec import structs

from abbatia.bots import LEVELS, Step
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games import load
from abbatia.server.live import bot_pool
from abbatia.server.live.bot_pool import BotPool, any_action, level_below
from abbatia.server.live.bot_worker import BotTask, think
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import client


def question(level: str = "uniform") -> BotTask:
    title = load("cardinal")
    log = Match(title, 3, rng=Rng(1)).log
    return BotTask("cardinal", title.version, None, 3, title.setup(3, {}), tuple(log), 0, level, 5)


def test_the_ladder_goes_down_to_the_weakest() -> None:
    steps = [LEVELS[-1]]
    while (below := level_below(steps[-1])) is not None:
        steps.append(below)
    assert steps == list(reversed(LEVELS))
    assert level_below("uniform") is None


async def test_bots_of_a_table_play_it_out_in_other_processes() -> None:
    async with running_server(bot_workers=2) as here, client(here) as watcher:
        seats = ["uniform", LEVELS[0], "uniform"]
        table = (await here.create("cardinal", seats, public=True))["table"]["id"]
        await watcher.come(table)
        while (await here.get(f"/api/tables/{table}"))["state"] != "over":
            await asyncio.sleep(0.05)
        assert (await here.get(f"/api/records/{table}/verify"))["good"]
        work = here.server.tables.bot_pool
        assert work.answered > 50
        assert work.fallbacks == 0
        assert 1 <= len(workers_of(work)) <= 2
        page = (await here.http.get("/metrics")).text
        assert f"abbatia_bot_answers_total {work.answered}\n" in page
        assert 'abbatia_entries_total{kind="play"}' in page


async def test_bots_that_act_at_once_are_each_asked_once() -> None:
    store = MemoryStore()
    async with running_server(store, bot_workers=2) as here, client(here) as watcher:
        table = (await here.create("pelegrinus", ["uniform"] * 4))["table"]["id"]
        await watcher.come(table)
        while (await here.get(f"/api/tables/{table}"))["state"] != "over":
            await asyncio.sleep(0.05)
        plays = sum(entry.kind == "play" for entry in await store.entries(table))
        assert here.server.tables.bot_pool.answered == plays


async def test_bots_among_themselves_wait_until_somebody_looks() -> None:
    store = MemoryStore()
    async with running_server(store, bot_workers=1) as here, client(here) as watcher:
        table = (await here.create("cardinal", ["uniform"] * 3))["table"]["id"]
        await here.server.tables.sweep()
        assert here.server.tables.bot_pool.answered == 0
        assert store.database.tables[table].due is None
        await watcher.come(table)
        await watcher.until(lambda message: message["type"] == "step")


async def test_bots_that_people_wait_for_come_first() -> None:
    work = BotPool(1, 30)
    first = work.submit(question(), for_people=False)
    others = [work.submit(question(), for_people=False) for _ in range(3)]
    people = [work.submit(question()) for _ in range(2)]
    assert [work.place(job) for job in (first, *people, *others)] == [0, 1, 2, 3, 4, 5]
    await work.close()


def workers_of(work: BotPool) -> list[object]:
    """The processes in which the bots think."""
    assert work._pool is not None
    return list((work._pool._processes or {}).values())


async def test_only_so_many_think_at_once_and_the_others_know_their_place() -> None:
    work = BotPool(1, 30)
    jobs = [work.submit(question()) for _ in range(3)]
    assert work.running == 1
    assert [work.place(job) for job in jobs] == [0, 1, 2]
    for steps in await asyncio.gather(*(job.answer for job in jobs)):
        assert steps[0].action in steps[0].legal
    assert work.running == 0
    await work.close()


LIMIT: Final = 600.0
"""Seconds that a bot has in these tests: more than a busy machine needs. No test waits for them to pass."""


@pytest.fixture
async def advance(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Puts the clock of the event loop forward, so that limits of time are over when a test says so."""
    loop = asyncio.get_running_loop()
    true_time = loop.time
    ahead = 0.0

    def put_forward(seconds: float) -> None:
        nonlocal ahead
        ahead += seconds

    monkeypatch.setattr(loop, "time", lambda: true_time() + ahead)
    return put_forward


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which workers leave a file with a name when they begin not to answer."""
    monkeypatch.setenv("ABBATIA_TEST_NOTES", str(tmp_path))
    return tmp_path


def never_answer(name: str) -> None:
    (Path(os.environ["ABBATIA_TEST_NOTES"]) / name).touch()
    while True:
        time.sleep(1)


async def left(note: Path) -> None:
    """Wait until a worker has left this note."""
    while not note.exists():
        await asyncio.sleep(0.05)


def think_or_sleep(asked: BotTask) -> tuple[Step, ...]:
    """As the worker's `think`, but the strongest level never answers and the next one fails."""
    assert parent_process() is not None
    if asked.level == LEVELS[-1]:
        never_answer("strongest")
    if asked.level == LEVELS[-2]:
        raise RuntimeError("lost for words")
    return think(asked)


async def test_a_weaker_bot_answers_when_the_strong_ones_do_not(
    monkeypatch: pytest.MonkeyPatch, notes: Path, advance: Callable[[float], None]
) -> None:
    monkeypatch.setattr(bot_pool, "think", think_or_sleep)
    work = BotPool(1, LIMIT)
    job = work.submit(question(LEVELS[-1]))
    await left(notes / "strongest")
    assert not job.answer.done()
    advance(LIMIT)
    assert await job.answer == think(question(LEVELS[-3]))
    assert work.fallbacks == 2
    await work.close()


def think_together(asked: BotTask) -> tuple[Step, ...]:
    """As the worker's `think`, but one question is never answered, the other only when asked again."""
    if asked.seed == 1 and asked.level == LEVELS[-1]:
        never_answer("slow")
    if asked.seed == 2 and not (Path(os.environ["ABBATIA_TEST_NOTES"]) / "quick").exists():
        never_answer("quick")
    return (Step(asked.seed, (LEVELS.index(asked.level),)),)


async def test_a_bot_that_does_not_answer_takes_no_level_from_the_others(
    monkeypatch: pytest.MonkeyPatch, notes: Path, advance: Callable[[float], None]
) -> None:
    """Its worker is ended, and the others with it: what those were asked is asked again, no level lower."""
    monkeypatch.setattr(bot_pool, "think", think_together)
    work = BotPool(2, LIMIT)
    slow = work.submit(structs.replace(question(LEVELS[-1]), seed=1))
    await left(notes / "slow")
    advance(LIMIT / 2)
    quick = work.submit(structs.replace(question(LEVELS[-1]), seed=2))
    await left(notes / "quick")
    advance(LIMIT / 2)  # the time of the first is over, of the second only half
    assert await quick.answer == (Step(2, (len(LEVELS) - 1,)),)
    assert await slow.answer == (Step(1, (len(LEVELS) - 2,)),)
    assert work.fallbacks == 1
    await work.close()


class Closed:
    """A pool that was shut down before it began with what it was given."""

    _processes: Final[dict[int, object]] = {}

    def __init__(self, *_: object) -> None:
        pass

    def submit(self, *_: object) -> "Future[tuple[Step, ...]]":
        given: Future[tuple[Step, ...]] = Future()
        given.cancel()
        return given

    def shutdown(self, **_: object) -> None:
        pass


async def test_a_question_that_never_reached_a_worker_is_answered_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_pool, "ProcessPoolExecutor", Closed)
    work = BotPool(1, 20)
    steps = await asyncio.wait_for(work.submit(question()).answer, 20)
    assert steps[0].action in steps[0].legal
    await work.close()


def test_any_legal_action_will_do_in_the_end() -> None:
    title = load("cardinal")
    asked = question()
    match = Match(title, 3, rng=Rng(0), log=asked.log)
    assert any_action(asked).action in match.state.legal(0)
