"""What a worker process does: think about a turn with a bot. Imports nothing of the server."""

import os
import signal
import threading
from multiprocessing import connection, parent_process
from typing import Any

from msgspec import Struct

from abbatia.bots import Step, make_bot
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue
from abbatia.core.match import Match
from abbatia.games.own import title_with


class BotTask(Struct, frozen=True):
    """A decision of a bot: the match as its log, the seat, and which bot shall think."""

    title: str
    version: int
    components: dict[str, Any] | None
    seats: int
    options: dict[str, OptionValue]
    log: tuple[tuple[int, int], ...]
    seat: int
    level: str
    seed: int


def think(question: BotTask) -> tuple[Step, ...]:
    """The action that the bot chooses and its plan for the turn; it gets a Decision and nothing else."""
    title = title_with(question.title, question.components, question.version)
    match = Match(title, question.seats, question.options, rng=Rng(0), log=question.log)
    bot = make_bot(question.level, Rng(question.seed))
    return bot.turn(match.decision(question.seat))


def begin() -> None:
    """Called once in each worker: leave Ctrl-C to the server, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
