"""Where games are played: in this process, in a pool of local processes, or on a Ray cluster.

Each yields outcomes as they come, in any order. A worker that dies is replaced and its game played again; a
game that keeps killing its worker is named.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final

from abbatia.arena.series import Game, Outcome, play
from abbatia.core.contract import BadSetup
from abbatia.errors import AbbatiaError

Player = Callable[[Game], Outcome]
TRIES: Final = 3  # how often a game may lose its worker
AHEAD: Final = 2  # games handed out to each worker
ADDRESS: Final = "RAY_ADDRESS"  # where Ray itself looks for a running cluster


class WorkerCrashed(AbbatiaError):
    """A game whose worker died every time."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"the worker died {TRIES} times in game {game.key}")
        self.game = game


def here(games: Iterable[Game], _workers: int | None, player: Player = play) -> Iterator[Outcome]:
    """One game after the other in this process."""
    for game in games:
        yield player(game)


def pool(games: Iterable[Game], workers: int | None, player: Player = play) -> Iterator[Outcome]:
    """Local processes. When one dies the pool is broken: a new one plays what had not come back."""
    workers = workers or os.cpu_count() or 1
    waiting = iter(games)
    again: list[Game] = []
    tries: dict[str, int] = {}
    while True:
        executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        running: dict[Future[Outcome], Game] = {}
        try:
            yield from _keep_busy(executor, running, again, waiting, workers * AHEAD, player)
            return
        except BrokenProcessPool:
            for game in running.values():
                tries[game.key] = tries.get(game.key, 0) + 1
                if tries[game.key] >= TRIES:
                    raise WorkerCrashed(game) from None
            again += running.values()
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _keep_busy(
    executor: ProcessPoolExecutor,
    running: dict[Future[Outcome], Game],
    again: list[Game],
    waiting: Iterator[Game],
    most: int,
    player: Player,
) -> Iterator[Outcome]:
    """Hand out games and yield what comes back; an outcome leaves `running` before it is yielded."""
    while True:
        while len(running) < most:
            game = again[0] if again else next(waiting, None)
            if game is None:
                break
            running[executor.submit(player, game)] = game
            if again:
                again.pop(0)
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            outcome = future.result()
            del running[future]
            yield outcome


def ray(games: Iterable[Game], workers: int | None, player: Player = play) -> Iterator[Outcome]:
    """A Ray cluster that runs already, or this machine when none does (`pip install abbatia[ray]`).

    On a cluster all its processors are used unless `workers` says otherwise.
    """
    try:
        cluster: Any = import_module("ray")
    except ImportError:
        raise BadSetup("arena.no_ray") from None
    started = not cluster.is_initialized()
    try:
        if started:
            join(cluster, workers)
        most = AHEAD * (workers or int(cluster.cluster_resources().get("CPU", 1)))
        task = cluster.remote(max_retries=TRIES)(player)
        waiting = iter(games)
        running: list[Any] = []
        while True:
            while len(running) < most and (game := next(waiting, None)) is not None:
                running.append(task.remote(game))
            if not running:
                return
            done, running = cluster.wait(running)
            for reference in done:
                yield cluster.get(reference)
    except (BadSetup, GeneratorExit, KeyboardInterrupt):
        raise
    except Exception as error:  # of a cluster that cannot be reached or is lost, of many kinds
        raise BadSetup("arena.ray_failed", why=last_line(error)) from None
    finally:
        if started:
            cluster.shutdown()


def join(cluster: Any, workers: int | None) -> None:
    """Join the cluster of RAY_ADDRESS or one that was started on this machine; else start one for ourselves.

    A running cluster has its own number of processors: Ray refuses `num_cpus` there.
    """
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if os.environ.get(ADDRESS):
        cluster.init(**quiet)
        return
    try:
        cluster.init(address="auto", **quiet)
    except ConnectionError:  # there is none
        cluster.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)


def last_line(error: BaseException) -> str:
    """What an error says: of a traceback from another machine, the line that names the cause."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return lines[-1] if "Traceback" in str(error) or "ray::" in lines[0] else lines[0]


EXECUTORS: Final = {"here": here, "pool": pool, "ray": ray}
