"""What bots, the terminal and research may know of this title beside the contract, and nothing else.

The fields of a position are explained in `fields.py` and `player.py`; an import contract keeps all other
modules inside.
"""

from abbatia.games.kings_abbey.abbey import defence, dice_defence, occupied, population
from abbatia.games.kings_abbey.actions import DONE, FEED, KIND, NEW_CRUSADE, PASS
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.observation_types import (
    BuiltCardSeen,
    CrusadeSeen,
    KingsAbbeyObservation,
    KingsAbbeyPublic,
    PlayerSeen,
)
from abbatia.games.kings_abbey.phases import (
    ABBEY,
    BUILDING,
    DARKNESS,
    END_OF_ROUND,
    EVENT,
    FEEDING,
    HARVEST,
    INCOME,
    MARKET,
    OVER,
    PEASANTS,
    REWARDS,
)
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BAKERY,
    BATTLEMENT,
    BELL_TOWER,
    BISHOP,
    BREWERY,
    BUILDINGS,
    CARDINAL,
    CARDS,
    FARMS,
    GATE_TOWER,
    GOODS,
    GRAIN,
    HALLS,
    POSTULANT,
    TOOL,
    TYPES,
    WAGON,
)
from abbatia.games.kings_abbey.questions import TRADE_AMOUNT
from abbatia.games.kings_abbey.scoring import score
from abbatia.games.kings_abbey.state import KingsAbbeyState

__all__ = [
    "ABBEY",
    "ALL_CARDS",
    "BAKERY",
    "BATTLEMENT",
    "BELL_TOWER",
    "BISHOP",
    "BREWERY",
    "BUILDING",
    "BUILDINGS",
    "CARDINAL",
    "CARDS",
    "DARKNESS",
    "DONE",
    "END_OF_ROUND",
    "EVENT",
    "FARMS",
    "FEED",
    "FEEDING",
    "GATE_TOWER",
    "GOODS",
    "GRAIN",
    "HALLS",
    "HARVEST",
    "INCOME",
    "KIND",
    "MARKET",
    "NEW_CRUSADE",
    "OVER",
    "PASS",
    "PEASANTS",
    "POSTULANT",
    "REWARDS",
    "TOOL",
    "TRADE_AMOUNT",
    "TYPES",
    "WAGON",
    "BuiltCardSeen",
    "CrusadeSeen",
    "Facts",
    "KingsAbbeyObservation",
    "KingsAbbeyPublic",
    "KingsAbbeyState",
    "PlayerSeen",
    "Position",
    "defence",
    "dice_defence",
    "occupied",
    "population",
    "score",
]
