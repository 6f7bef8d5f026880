"""The bot that plays any legal action, each as likely as the others."""

from abbatia.bots.protocol import Bot
from abbatia.core.match import Decision


class Uniform(Bot):
    """Plays at random: the yardstick for everything better."""

    def choose(self, decision: Decision) -> int:
        return decision.legal[self.rng.below(len(decision.legal))]
