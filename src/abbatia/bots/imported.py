"""Bots in Python: a class of somebody's own, named `module:Class`.

The module is found as Python finds it, or in the folder where the command is given. The class is called with
a generator of its own (`abbatia.core.chance.Rng`) for every seat of every game; its `choose(decision)` gets a
`Decision` and returns one of `decision.legal`. `abbatia.bots.Bot` may be its base class. Such a bot runs in
the process that plays the game, so a server never loads one.
"""

import hashlib
import os
import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from abbatia.bots.guest import LOG, BotFailed, Guest
from abbatia.bots.protocol import Bot
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Decision

NAME: Final = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)", re.ASCII)


class Imported(Guest):
    """A bot whose class is somebody's own."""

    def __init__(self, rng: Rng, name: str, *, fallback: Bot) -> None:
        super().__init__(rng, name, fallback=fallback)
        made = class_of(name)
        try:
            self.bot: Any = made(rng)
        except Exception as error:
            LOG.exception("the bot %s cannot be made", name)
            raise BadSetup("bots.not_made", bot=name, why=one_line(error)) from None
        if not callable(getattr(self.bot, "choose", None)):
            raise BadSetup("bots.no_choose", bot=name)

    def ask(self, decision: Decision) -> int:
        try:
            action = self.bot.choose(decision)
        except Exception as error:
            if not self.failures:
                LOG.exception("the bot %s has failed", self.name)
            raise BotFailed(f"has failed: {one_line(error)}") from None
        if isinstance(action, bool) or action not in decision.legal:
            raise BotFailed(f"answered {action!r:.80}, which is not legal")
        return int(action)


def class_of(name: str) -> Any:
    """What `module:Class` names. Raises BadSetup."""
    module, _, inside = name.partition(":")
    try:
        look_here(module)
        return getattr(import_module(module), inside)
    except Exception as error:  # whatever the module does when it is imported
        raise BadSetup("bots.not_made", bot=name, why=one_line(error)) from None


def look_here(module: str) -> None:
    """Let modules of the current folder be found, as `python -m` would, if this one is nowhere else."""
    here = os.getcwd()
    if here not in sys.path and find_spec(module.partition(".")[0]) is None:
        sys.path.insert(0, here)


def source_of(name: str) -> str:
    """A hash of the module's file, so that a changed bot is known as another one; empty without a file."""
    match = NAME.fullmatch(name)
    found = sys.modules.get(match[1]) if match else None
    file = getattr(found, "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""


def one_line(error: BaseException) -> str:
    """An error's name and its first line."""
    said = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
