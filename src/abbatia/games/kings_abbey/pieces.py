"""The names and numbers of everything on the table: goods, buildings, towers, relics, saints, places.

Which buildings there are, our component file says: `data/v1/components.json`, or that of a later version.
"""

import json
from pathlib import Path
from typing import Any, Final

from abbatia.core.versions import data_file
from abbatia.games.kings_abbey.versions import NEWEST

DATA: Final = Path(__file__).parent / "data"


def our_data(version: int) -> dict[str, Any]:
    """The component file that comes with a version of the title."""
    data: dict[str, Any] = json.loads(data_file(DATA, "components.json", version).read_text("utf-8"))
    return data


OURS: Final = our_data(NEWEST)

GOODS: Final = ("coin", "wood", "grain", "stone", "sand", "tool", "wagon")
KINDS: Final = len(GOODS)
COIN: Final = 0
WOOD: Final = 1
GRAIN: Final = 2
STONE: Final = 3
SAND: Final = 4
TOOL: Final = 5
WAGON: Final = 6
RESOURCES: Final = (WOOD, GRAIN, STONE, SAND)

# The buildings have the numbers of their order in the component file, in which new ones come last.
BUILDINGS: Final = tuple([str(card["id"]) for card in OURS["buildings"]])
TYPES: Final = len(BUILDINGS)
ABBOTTS_DEN: Final = 0
BAKERY: Final = 1
BARRACKS: Final = 2
BATH_HOUSE: Final = 3
BLACKSMITH: Final = 4
BREWERY: Final = 5
CALEFACTORY: Final = 6
CELLARIUM: Final = 7
CHAPTERHOUSE: Final = 8
CLOISTER: Final = 9
DAIRY_FARM: Final = 10
GARDEN: Final = 11
LIBRARY: Final = 12
MASONS_GUILD: Final = 13
MONEY_CHANGER: Final = 14
MONKS_QUARTERS: Final = 15
REFECTORY: Final = 16
SCRIPTORIUM: Final = 17
SHEEP_FARM: Final = 18
STABLES: Final = 19
TITHE_BARN: Final = 20
HALLS: Final = (CALEFACTORY, CHAPTERHOUSE, REFECTORY)
FARMS: Final = (DAIRY_FARM, SHEEP_FARM)

# A card of an abbey: the buildings, then the towers; peasants stand on all but the last.
TOWERS: Final = ("bell_tower", "battlement", "gate_tower", "chapel")
BELL_TOWER: Final = TYPES
BATTLEMENT: Final = TYPES + 1
GATE_TOWER: Final = TYPES + 2
CHAPEL: Final = TYPES + 3
CARDS: Final = BUILDINGS + TOWERS
WORKPLACES: Final = CHAPEL  # cards on which a peasant can stand
ALL_CARDS: Final = len(CARDS)
LAY_BROTHERS: Final = BELL_TOWER + 1  # the first cards: those that a lay brother activates

# A place of a peasant: twelve seats (bench × 3 + row), the Baptistry, the cards, two cards at once.
BENCHES: Final = 4
ROWS: Final = 3
SEATS: Final = BENCHES * ROWS
BAPTISTRY: Final = 12
ON_CARD: Final = 13
SPANNING: Final = ON_CARD + WORKPLACES
PLACES: Final = (
    *(f"bench {bench + 1} {row + 1}" for bench in range(BENCHES) for row in range(ROWS)),
    "baptistry",
    *CARDS[:WORKPLACES],
    "spanning",
)

RELICS: Final = ("holy_grail", "holy_cross", "holy_lance", "manna", "aarons_rod", "tablets", "torah")
GRAIL: Final = 0
CROSS: Final = 1
LANCE: Final = 2
MANNA: Final = 3
ROD: Final = 4
TABLETS: Final = 5
TORAH: Final = 6

SAINTS: Final = ("arnaud", "elie", "gauvin", "andre", "lionel", "rodolphe", "renaud")
ARNAUD: Final = 0
ELIE: Final = 1
GAUVIN: Final = 2
ANDRE: Final = 3
LIONEL: Final = 4
RODOLPHE: Final = 5
RENAUD: Final = 6

LEVELS: Final = ("postulant", "deacon", "priest", "bishop", "cardinal")
POSTULANT: Final = 0
DEACON: Final = 1
PRIEST: Final = 2
BISHOP: Final = 3
CARDINAL: Final = 4

PLENTY: Final = 0
DISASTER: Final = 1
VIKINGS: Final = 2
CATEGORIES: Final = ("plenty", "disaster", "vikings")

# Where prestige came from, for the score sheet.
SOURCES: Final = (
    "start",
    "vikings",
    "buildings",
    "towers",
    "halls",
    "clergy",
    "crusades",
    "relics",
    "hunger",
    "darkness",
)
FROM_START: Final = 0
FROM_VIKINGS: Final = 1
FROM_BUILDINGS: Final = 2
FROM_TOWERS: Final = 3
FROM_HALLS: Final = 4
FROM_CLERGY: Final = 5
FROM_CRUSADES: Final = 6
FROM_RELICS: Final = 7
FROM_HUNGER: Final = 8
FROM_DARKNESS: Final = 9
LEDGER: Final = len(SOURCES)

BIT: Final = tuple(1 << i for i in range(64))
