"""What a bot is: something that answers a decision with one of its legal actions."""

from abbatia.core.chance import Rng
from abbatia.core.match import Decision


class Bot:
    """A player without hands. It gets decisions, never a state of the match, and has its own generator."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, decision: Decision) -> int:
        """One of `decision.legal`."""
        raise NotImplementedError
