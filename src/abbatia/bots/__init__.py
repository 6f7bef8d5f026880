"""Opponents: they see what a player sees, and nothing else."""

from collections.abc import Callable
from typing import Final

from abbatia.bots.protocol import Bot
from abbatia.bots.uniform import Uniform
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup

BOTS: Final[dict[str, Callable[[Rng], Bot]]] = {"uniform": Uniform}


def make_bot(name: str, rng: Rng) -> Bot:
    """A bot by its name, with a generator of its own. Raises BadSetup for a name that no bot has."""
    if name not in BOTS:
        raise BadSetup("bots.unknown", bot=name, known=sorted(BOTS))
    return BOTS[name](rng)


__all__ = ["BOTS", "Bot", "make_bot"]
