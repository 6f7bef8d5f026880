"""Opponents: they see what a player sees, and nothing else."""

import re
from collections.abc import Callable
from typing import Final

from abbatia.bots import imported, program
from abbatia.bots.imported import Imported
from abbatia.bots.levels import LEVELS, level_name
from abbatia.bots.planner import GREEDY, Planner
from abbatia.bots.program import Patience, Program
from abbatia.bots.protocol import Bot, Budget, Step
from abbatia.bots.search import Search
from abbatia.bots.uct import Uct
from abbatia.bots.uniform import Uniform
from abbatia.bots.values.evaluator import NEVER
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup

VERSION: Final = 4
"""Rises whenever a bot would choose otherwise with the same seed; a test pins what they choose."""
STRONGEST: Final = LEVELS[-1]
PLANNERS: Final = (*LEVELS[:-1], GREEDY)
"""Bots that judge whole turns; `greedy` is level 4 by weights made by hand, and never looks at a clock."""
CAPS: Final = {"novice": 0.03, "cleric": 0.03, "prior": 0.03, "abbot": 0.06}
"""Seconds of CPU time after which these levels begin nothing new: well before 50 and 100 ms are over."""
ABOUT_A_SECOND: Final = Budget(iterations=640, seconds=1.0, cap=3.0)
"""What the strongest level may think about one decision."""
STEADY: Final = Budget(iterations=64, cap=NEVER)
"""The same for the arena: fewer playouts, but no clock, so that all machines choose alike."""
PLAYOUTS: Final = Budget(iterations=400)
"""What the plain tree search may do, on every machine alike."""
TIMES: Final = re.compile(rf"{STRONGEST}\*(\d{{1,3}})")  # the strongest level with a multiple of its time


def _planner(name: str) -> Callable[[Rng], Bot]:
    return lambda rng: Planner(rng, name, cap=CAPS.get(name, NEVER))


BOTS: Final[dict[str, Callable[[Rng], Bot]]] = {
    "uniform": Uniform,
    **{name: _planner(name) for name in PLANNERS},
    STRONGEST: lambda rng: Search(rng, ABOUT_A_SECOND),
    "uct": lambda rng: Uct(rng, PLAYOUTS),
}


def make_bot(
    name: str, rng: Rng, *, steady: bool = False, own: bool = False, patience: Patience | None = None
) -> Bot:
    """A bot by its name, with a generator of its own. Raises BadSetup for a name that no bot has.

    A steady bot does not look at the clock. Besides the names in BOTS there is `legate*10`, which thinks
    ten times as long; names that levels had before (`levels.py`) are known. Where bots of one's `own` are
    allowed there are `run:COMMAND`, a program, and `module:Class`, a class: names that somebody typed here,
    never names out of a file or a message.
    """
    name = level_name(name)
    times = TIMES.fullmatch(name)
    if name == STRONGEST or times:
        budget = STEADY if steady else ABOUT_A_SECOND
        return Search(rng, budget.times(int(times.group(1))) if times else budget)
    if name == "uct" and steady:
        return Uct(rng, Budget(iterations=PLAYOUTS.iterations, cap=NEVER))
    if name in PLANNERS and steady:
        return Planner(rng, name)
    if name in BOTS:
        return BOTS[name](rng)
    if own and name.startswith(program.PREFIX):
        command = program.command_of(name)
        return Program(rng, command, fallback=_fallback(rng), patience=patience)
    if own and imported.NAME.fullmatch(name):
        return Imported(rng, name, fallback=_fallback(rng))
    raise BadSetup("bots.unknown", bot=name, known=sorted(BOTS))


def _fallback(rng: Rng) -> Bot:
    """What plays the moves in which a bot of somebody's own fails."""
    return make_bot(LEVELS[0], rng.spawn(), steady=True)


def source_of(name: str) -> str:
    """A hash of what a bot of somebody's own is made of; empty for the bots that VERSION speaks of."""
    if name.startswith(program.PREFIX):
        return program.source_of(name)
    return imported.source_of(name)


__all__ = [
    "BOTS",
    "LEVELS",
    "STRONGEST",
    "VERSION",
    "Bot",
    "Budget",
    "Patience",
    "Step",
    "level_name",
    "make_bot",
    "source_of",
]
