"""Abbatia: three medieval board games, one engine each, for people, bots and research.

This is the public interface: `import abbatia` and the names in `abbatia.__all__`. They stay as they are
within a minor version; the modules below are for those who work on Abbatia itself. A name is loaded when it
is first used, so that importing the package costs next to nothing.

>>> import abbatia
>>> match = abbatia.new_match("cardinal", seats=3, seed=2026)
>>> result = abbatia.play_out(match, [abbatia.make_bot("cleric", seed=seat) for seat in range(3)])
>>> len(result.scores)
3
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from abbatia.api import analyse as analyse
    from abbatia.api import load as load
    from abbatia.api import make_bot as make_bot
    from abbatia.api import new_match as new_match
    from abbatia.api import parse_record as parse_record
    from abbatia.api import play_out as play_out
    from abbatia.api import read_record as read_record
    from abbatia.api import replay as replay
    from abbatia.api import say as say
    from abbatia.api import verify as verify
    from abbatia.api import write_record as write_record
    from abbatia.bots.levels import LEVELS as LEVELS
    from abbatia.bots.protocol import Bot as Bot
    from abbatia.core.chance import Rng as Rng
    from abbatia.core.contract import Event as Event
    from abbatia.core.contract import Result as Result
    from abbatia.core.contract import State as State
    from abbatia.core.contract import Title as Title
    from abbatia.core.match import Decision as Decision
    from abbatia.core.match import Match as Match
    from abbatia.core.playout import random_game as random_game
    from abbatia.core.record import BadRecord as BadRecord
    from abbatia.core.record import Record as Record
    from abbatia.core.refusals import BadSetup as BadSetup
    from abbatia.core.refusals import Refusal as Refusal
    from abbatia.core.refusals import Refused as Refused
    from abbatia.core.words import Message as Message
    from abbatia.errors import AbbatiaError as AbbatiaError
    from abbatia.games import TITLES as TITLES

__version__ = "0.2.0"

HOMES: Final = {
    "abbatia.api": (
        "analyse",
        "load",
        "make_bot",
        "new_match",
        "parse_record",
        "play_out",
        "read_record",
        "replay",
        "say",
        "verify",
        "write_record",
    ),
    "abbatia.bots.levels": ("LEVELS",),
    "abbatia.bots.protocol": ("Bot",),
    "abbatia.core.chance": ("Rng",),
    "abbatia.core.contract": ("Event", "Result", "State", "Title"),
    "abbatia.core.match": ("Decision", "Match"),
    "abbatia.core.playout": ("random_game",),
    "abbatia.core.record": ("BadRecord", "Record"),
    "abbatia.core.refusals": ("BadSetup", "Refusal", "Refused"),
    "abbatia.core.words": ("Message",),
    "abbatia.errors": ("AbbatiaError",),
    "abbatia.games": ("TITLES",),
}
"""The module in which each public name is found."""
MODULE_OF: Final = {name: module for module, names in HOMES.items() for name in names}

__all__ = [
    "LEVELS",
    "TITLES",
    "AbbatiaError",
    "BadRecord",
    "BadSetup",
    "Bot",
    "Decision",
    "Event",
    "Match",
    "Message",
    "Record",
    "Refusal",
    "Refused",
    "Result",
    "Rng",
    "State",
    "Title",
    "__version__",
    "analyse",
    "load",
    "make_bot",
    "new_match",
    "parse_record",
    "play_out",
    "random_game",
    "read_record",
    "replay",
    "say",
    "verify",
    "write_record",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used (PEP 562), and keep it."""
    if name not in MODULE_OF:
        raise AttributeError(f"module 'abbatia' has no attribute {name!r}")
    found = getattr(import_module(MODULE_OF[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *MODULE_OF})
