"""Opponents: they see what a player sees, and nothing else."""

from collections.abc import Callable
from typing import Final

from abbatia.bots.planner import COLD, Planner
from abbatia.bots.protocol import Bot, Budget
from abbatia.bots.search import Search
from abbatia.bots.uniform import Uniform
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup

LEVELS: Final = ("novice", "clerc", "prieur", "abbe", "cardinal")
"""The ladder, from the weakest to the strongest."""
TEMPERATURES: Final = (3.0, 1.2, 0.5, COLD)
THINKING: Final = Budget(iterations=120, seconds=1.0, cap=3.0)
"""What the strongest level may think about one decision."""

BOTS: Final[dict[str, Callable[[Rng], Bot]]] = {
    "uniform": Uniform,
    "greedy": Planner,
    "novice": lambda rng: Planner(rng, TEMPERATURES[0]),
    "clerc": lambda rng: Planner(rng, TEMPERATURES[1]),
    "prieur": lambda rng: Planner(rng, TEMPERATURES[2]),
    "abbe": lambda rng: Planner(rng, TEMPERATURES[3]),
    "cardinal": lambda rng: Search(rng, THINKING),
}


def make_bot(name: str, rng: Rng) -> Bot:
    """A bot by its name, with a generator of its own. Raises BadSetup for a name that no bot has."""
    if name not in BOTS:
        raise BadSetup("bots.unknown", bot=name, known=sorted(BOTS))
    return BOTS[name](rng)


__all__ = ["BOTS", "LEVELS", "Bot", "Budget", "make_bot"]
