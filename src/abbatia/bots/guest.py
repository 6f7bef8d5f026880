"""Bots that are not ours: one that fails loses the move to the weakest level, and the failure is counted."""

import logging
from typing import Final

from abbatia.bots.protocol import Bot
from abbatia.core.chance import Rng
from abbatia.core.match import Decision
from abbatia.errors import AbbatiaError

LOG: Final = logging.getLogger("abbatia.bots")


class BotFailed(AbbatiaError):
    """What a bot did wrong, as the end of a sentence that begins with its name."""


class Guest(Bot):
    """Asks a bot of somebody's own; `fallback` plays the moves in which it fails.

    `failures` counts these moves. Each kind of failure is logged once a game: the count has the rest.
    """

    def __init__(self, rng: Rng, name: str, *, fallback: Bot) -> None:
        super().__init__(rng)
        self.name: Final = name
        self.fallback: Final = fallback
        self.failures = 0
        self._logged: Final[set[str]] = set()

    def choose(self, decision: Decision) -> int:
        try:
            return self.ask(decision)
        except BotFailed as failed:
            self.failures += 1
            if str(failed) not in self._logged:
                self._logged.add(str(failed))
                LOG.warning("the bot %s %s; a novice plays this move", self.name, failed)
            return self.fallback.choose(decision)

    def ask(self, decision: Decision) -> int:
        """The bot's own action, a legal one. Raises BotFailed."""
        raise NotImplementedError
