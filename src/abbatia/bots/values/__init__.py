"""What bots know about each title: whole turns with their value, and the worth of a position.

Everything here works on imagined worlds. A value may use only what the seat it is for may know, so that it is
the same in every world that this seat cannot tell apart.
"""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from abbatia.bots.levels import level_name
from abbatia.bots.values.judgement import Judgement, Plan
from abbatia.bots.values.plain import Plain
from abbatia.core.contract import Title

WEIGHTS: Final = Path(__file__).parent / "weights"
KNOWN: Final = ("cardinal", "kings_abbey", "pelegrinus")
USUAL: Final = 4  # seats; weights for another number have a file of their own where they play better


def weights_file(title: str, seats: int) -> Path:
    """Where the weights of a title are, those for so many seats where there are any."""
    own = WEIGHTS / f"{title}-{seats}.json"
    return own if own.exists() else WEIGHTS / f"{title}.json"


def read_weights(title: str, seats: int = USUAL) -> dict[str, float]:
    """The tuned weights of a title."""
    data: dict[str, float] = json.loads(weights_file(title, seats).read_text("utf-8"))["weights"]
    return data


def read_heat(title: str, seats: int = USUAL) -> dict[str, float]:
    """The temperatures of the lower levels at a title.

    The files keep the levels' names of before: arena folders hold the hash of the file (`weights_digest`).
    """
    heat: dict[str, float] = json.loads(weights_file(title, seats).read_text("utf-8"))["heat"]
    return {level_name(name): warmth for name, warmth in heat.items()}


def first_weights(title: str, seats: int = USUAL) -> dict[str, float]:
    """The weights that tuning begins with: made by hand, or, where none are kept, the tuned ones."""
    data = json.loads(weights_file(title, seats).read_text("utf-8"))
    first: dict[str, float] = data.get("first", data["weights"])
    return first


def weights_digest(title: str, seats: int = USUAL) -> str:
    """A hash of the weights and temperatures that the bots use; empty for a title they do not know."""
    file = weights_file(title, seats)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.exists() else ""


def write_weights(title: str, seats: int, weights: dict[str, float], made_by: str) -> None:
    """Keep weights for so many seats, say which command made them, and keep what it began with."""
    name = title if seats == USUAL else f"{title}-{seats}"
    heat, first = read_heat(title, seats), first_weights(title, seats)
    data = {"made_by": made_by, "heat": heat, "first": first, "weights": weights}
    (WEIGHTS / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def maker(title: str) -> Callable[[dict[str, float]], Judgement]:
    """What makes the judgement of a title from weights."""
    made: Callable[[dict[str, float]], Judgement] = import_module(f"abbatia.bots.values.{title}").judgement
    return made


@cache
def judge(title: Title, seats: int = USUAL, *, by_hand: bool = False) -> Judgement:
    """The judgement for a title with its tuned weights, or with those made by hand.

    For a title that bots do not know it is a plain one.
    """
    if title.name in KNOWN and (WEIGHTS / f"{title.name}.json").exists():
        weights = first_weights if by_hand else read_weights
        judgement = maker(title.name)(weights(title.name, seats))
        judgement.heat = read_heat(title.name, seats)
        return judgement
    return Plain()


__all__ = [
    "KNOWN",
    "Judgement",
    "Plan",
    "first_weights",
    "judge",
    "maker",
    "read_heat",
    "read_weights",
    "weights_digest",
    "write_weights",
]
