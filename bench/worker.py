"""A process that is measured: for each task that is asked for it says how much it did in how much CPU time.

Stands alone, so that it runs in the environment of any peer.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from operator import length_hint
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

Task = Callable[[], float]
"""Does something for a while; returns how many (actions, iterations, clones) it has done."""


LEAST = 0.1
"""A task is repeated for so many seconds of CPU time: a few milliseconds would measure cold caches."""

NUMBERS = 1 << 30
BOOK = 50_000
GENERATOR = Random(1)
BOOKS = cycle([[GENERATOR.randrange(NUMBERS) for _ in range(BOOK)] for _ in range(8)])


def drawn() -> Iterator[int]:
    """Numbers below NUMBERS, drawn beforehand: the leanest loops measure no generator and do not count."""
    return iter(next(BOOKS))


def used(numbers: Iterator[int]) -> int:
    """How many of them were used; there must have been enough."""
    left = length_hint(numbers)
    if not left:
        raise RuntimeError("too few numbers were drawn beforehand")
    return BOOK - left


def cpu_time() -> float:
    """Seconds of CPU time of this process and of those that it started and that have ended."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def serve(tasks: Mapping[str, Task]) -> None:
    """Answer each line, the name of a task, with what was done and the seconds of CPU time."""
    print(json.dumps(sorted(tasks)), flush=True)
    for line in sys.stdin:
        task = tasks[line.strip()]
        began, done, spent = cpu_time(), 0.0, 0.0
        while spent < LEAST:
            done += task()
            spent = cpu_time() - began
        print(json.dumps([done, spent]), flush=True)
