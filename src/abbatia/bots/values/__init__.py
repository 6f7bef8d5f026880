"""Evaluators of each title: whole turns with their value, and the value of a position.

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
from abbatia.bots.values.evaluator import Evaluator, Plan
from abbatia.bots.values.plain import Plain
from abbatia.core.contract import Title

WEIGHTS: Final = Path(__file__).parent / "weights"
KNOWN: Final = ("cardinal", "kings_abbey", "pelegrinus")
USUAL: Final = 4  # seats; weights for another number have a file of their own where they play better
NEWEST: Final = 1_000_000  # any version of a title


def weights_file(title: str, seats: int) -> Path:
    """Where the weights of a title are, those for this number of seats where there are any."""
    own = WEIGHTS / f"{title}-{seats}.json"
    return own if own.exists() else WEIGHTS / f"{title}.json"


def read_weights(title: str, seats: int = USUAL, version: int = NEWEST) -> dict[str, float]:
    """The tuned weights of a title in one of its versions.

    Data that changed may want other weights: `since` has them, by the version from which on they hold.
    """
    data = json.loads(weights_file(title, seats).read_text("utf-8"))
    found: dict[str, float] = data["weights"]
    for number, changed in sorted(data.get("since", {}).items(), key=lambda item: int(item[0])):
        if int(number) <= version:
            found.update(changed)
    return found


def read_temperatures(title: str, seats: int = USUAL) -> dict[str, float]:
    """The temperatures of the lower levels at a title.

    The files keep older names (`heat`, and of levels): arena folders hold a file's hash (`weights_digest`).
    """
    data: dict[str, float] = json.loads(weights_file(title, seats).read_text("utf-8"))["heat"]
    return {level_name(name): temperature for name, temperature in data.items()}


def first_weights(title: str, seats: int = USUAL) -> dict[str, float]:
    """The weights that tuning begins with: made by hand, or, where none are kept, the tuned ones."""
    data = json.loads(weights_file(title, seats).read_text("utf-8"))
    first: dict[str, float] = data.get("first", data["weights"])
    return first


def weights_digest(title: str, seats: int = USUAL) -> str:
    """A hash of the weights and temperatures that the bots use; empty for a title they do not know."""
    file = weights_file(title, seats)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.exists() else ""


def write_weights(title: str, seats: int, version: int, weights: dict[str, float], made_by: str) -> None:
    """Keep weights for a number of seats from a version on, and say which command made them."""
    name = title if seats == USUAL else f"{title}-{seats}"
    data = json.loads(weights_file(title, seats).read_text("utf-8"))
    before = read_weights(title, seats, version - 1)
    changed = {key: weight for key, weight in weights.items() if before.get(key) != weight}
    if version > 1:
        data["since"] = {**data.get("since", {}), str(version): changed}
    else:
        data["weights"] = weights
    data["made_by"] = made_by
    (WEIGHTS / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def maker(title: str) -> Callable[[dict[str, float]], Evaluator]:
    """The function that makes the evaluator of a title from weights."""
    made: Callable[[dict[str, float]], Evaluator] = import_module(f"abbatia.bots.values.{title}").evaluator
    return made


@cache
def evaluator_for(title: Title, seats: int = USUAL, *, by_hand: bool = False) -> Evaluator:
    """The evaluator for a title with its tuned weights, or with those made by hand.

    For a title that bots do not know it is a plain one.
    """
    if title.name in KNOWN and (WEIGHTS / f"{title.name}.json").exists():
        name = title.name
        weights = first_weights(name, seats) if by_hand else read_weights(name, seats, title.version)
        evaluator = maker(name)(weights)
        evaluator.temperatures = read_temperatures(name, seats)
        return evaluator
    return Plain()


__all__ = [
    "KNOWN",
    "Evaluator",
    "Plan",
    "evaluator_for",
    "first_weights",
    "maker",
    "read_temperatures",
    "read_weights",
    "weights_digest",
    "write_weights",
]
