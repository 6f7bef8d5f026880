"""What bots, the terminal and research may know of this title beside the contract, and nothing else.

The fields of a position are explained in `fields.py`; an import contract keeps all other modules inside.
"""

from abbatia.games.pelegrinus.actions import CHARACTER_COUNT, NO_CHANGES
from abbatia.games.pelegrinus.board import (
    COMMANDERIES,
    KEEPER,
    MASTER,
    PILGRIM,
    POPES,
    RELIC_VALUES,
    TURNS,
    Board,
)
from abbatia.games.pelegrinus.fields import UNORDERED, Position
from abbatia.games.pelegrinus.majorities import HEIGHT, STACKED
from abbatia.games.pelegrinus.networks import groups, linked_sites
from abbatia.games.pelegrinus.observation_types import (
    CitySeen,
    PelegrinusObservation,
    Programme,
    RegionSeen,
    SiteSeen,
)
from abbatia.games.pelegrinus.phases import OVER, PROGRAMMING
from abbatia.games.pelegrinus.scoring import NETWORK_POINTS
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.title import Pelegrinus
from abbatia.games.pelegrinus.turns.programming import EVERY_CHARACTER

__all__ = [
    "CHARACTER_COUNT",
    "COMMANDERIES",
    "EVERY_CHARACTER",
    "HEIGHT",
    "KEEPER",
    "MASTER",
    "NETWORK_POINTS",
    "NO_CHANGES",
    "OVER",
    "PILGRIM",
    "POPES",
    "PROGRAMMING",
    "RELIC_VALUES",
    "STACKED",
    "TURNS",
    "UNORDERED",
    "Board",
    "CitySeen",
    "Pelegrinus",
    "PelegrinusObservation",
    "PelegrinusState",
    "Position",
    "Programme",
    "RegionSeen",
    "SiteSeen",
    "groups",
    "linked_sites",
]
