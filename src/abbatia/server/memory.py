"""Memory: when the garbage collector looks for cycles.

What tables, connections and requests leave behind has none: it goes without a collector. To look through the
new objects of 200 busy tables again and again would take 25 ms each time.
"""

import gc
import logging
import time
from typing import Final

LOG: Final = logging.getLogger("abbatia.memory")
OFTEN_ENOUGH: Final = 3600.0
"""Seconds between two times that everything is looked through, which takes 50 ms and more."""
TOO_MANY: Final = 5_000_000
"""So many new objects that are still there are a reason to look earlier: some 500 MB."""


def calm_collector() -> None:
    """Look for no cycles but in `collect_all`, and never through what is there from the beginning."""
    gc.collect()
    gc.freeze()
    gc.disable()


def has_grown() -> bool:
    """Whether there are more new objects than usual."""
    return gc.get_count()[0] > TOO_MANY


def collect_all() -> None:
    """Look through everything once."""
    began = time.monotonic()
    found = gc.collect()
    LOG.info(
        "looked through the memory in %.0f ms, %d objects found", (time.monotonic() - began) * 1e3, found
    )
