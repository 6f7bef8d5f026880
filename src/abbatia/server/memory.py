"""Memory: when the garbage collector looks for cycles. What a table leaves behind has none."""

import gc
import logging
import time
from typing import Final

LOG: Final = logging.getLogger("abbatia.memory")
YOUNG: Final = 20_000
"""After so many new objects the new ones are looked through, which takes a millisecond."""
NEVER: Final = 1_000_000
OFTEN_ENOUGH: Final = 3600.0
"""Seconds between two times that everything is looked through, which takes 50 ms and more."""


def calm_collector() -> None:
    """Look through the new objects only: what has been there for a while is left to `collect_all`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


def collect_all() -> None:
    """Look through everything once."""
    began = time.monotonic()
    found = gc.collect()
    LOG.info(
        "looked through the memory in %.0f ms, %d objects found", (time.monotonic() - began) * 1e3, found
    )
