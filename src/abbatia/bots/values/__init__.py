"""What bots know about each title: whole turns with their value, and the worth of a position.

Everything here works on imagined worlds. A value may use only what the seat it is for may know, so that it is
the same in every world that this seat cannot tell apart.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from abbatia.bots.values.judgement import Judgement, Plan
from abbatia.bots.values.plain import Plain
from abbatia.core.contract import Title

WEIGHTS: Final = Path(__file__).parent / "weights"
KNOWN: Final = ("cardinal", "kings_abbey", "pelegrinus")


def read_weights(title: str) -> dict[str, float]:
    """The tuned weights of a title."""
    data: dict[str, float] = json.loads((WEIGHTS / f"{title}.json").read_text("utf-8"))["weights"]
    return data


def maker(title: str) -> Callable[[dict[str, float]], Judgement]:
    """What makes the judgement of a title from weights."""
    made: Callable[[dict[str, float]], Judgement] = import_module(f"abbatia.bots.values.{title}").judgement
    return made


@cache
def judge(title: Title) -> Judgement:
    """The judgement for a title with its tuned weights; for a title that bots do not know, a plain one."""
    if title.name in KNOWN and (WEIGHTS / f"{title.name}.json").exists():
        return maker(title.name)(read_weights(title.name))
    return Plain()


__all__ = ["Judgement", "Plan", "judge", "maker", "read_weights"]
