"""A process that is measured: for each task that is asked for it says how much it did in how much CPU time.

Stands alone, so that it runs in the environment of any peer.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

Task = Callable[[], float]
"""Does something for a while; returns how many (actions, iterations, clones) it has done."""


NUMBERS = 1 << 30
generator = Random(1)
drawn: Iterator[int] = cycle([generator.randrange(NUMBERS) for _ in range(10_007)])
"""Numbers below NUMBERS, drawn beforehand for the choices of the leanest loops: they measure no generator."""


def cpu_time() -> float:
    """Seconds of CPU time of this process and of those that it started and that have ended."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def serve(tasks: Mapping[str, Task]) -> None:
    """Answer each line, the name of a task, with what was done and the seconds of CPU time."""
    print(json.dumps(sorted(tasks)), flush=True)
    for line in sys.stdin:
        task = tasks[line.strip()]
        began = cpu_time()
        count = task()
        print(json.dumps([count, cpu_time() - began]), flush=True)
