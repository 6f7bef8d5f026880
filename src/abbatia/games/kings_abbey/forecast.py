"""What this round still brings if nothing changes: food, Darkness, income; and what makes up the defence."""

from typing import Any, Final

from abbatia.games.kings_abbey.abbey import collect_value, defence, dice_defence, population
from abbatia.games.kings_abbey.phase_darkness import brewed, level
from abbatia.games.kings_abbey.phase_feeding import MOST_COWS, MOST_SHEEP, need
from abbatia.games.kings_abbey.phase_peasants import moves
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BAKERY,
    BARRACKS,
    BATTLEMENT,
    CARDINAL,
    CELLARIUM,
    CHAPEL,
    CLOISTER,
    CREWS,
    DAIRY_FARM,
    DEACON,
    FEEDING,
    GARDEN,
    GATE_TOWER,
    GOODS,
    GRAIN,
    KINDS,
    MASONS_GUILD,
    PRIEST,
    RESOURCES,
    SHEEP_FARM,
)
from abbatia.games.kings_abbey.state import Position

DEFENDERS: Final = {
    "barracks": BARRACKS,
    "cellarium": CELLARIUM,
    "cloister": CLOISTER,
    "battlement": BATTLEMENT,
    "gate_tower": GATE_TOWER,
}


def forecast(s: Position, seat: int) -> dict[str, Any]:
    """Food (§8), Darkness (§9), income (§10) and moves (§6.1) as they stand now."""
    levels, grain, sheep, cows = need(s, seat), s.goods[seat * KINDS + GRAIN], s.sheep[seat], s.cows[seat]
    if s.phase < FEEDING:
        grain += grown(s, seat)
        sheep, cows = bred(s, seat)
    fed = cows + s.crew[seat * CREWS + BAKERY]
    hungry = max(0, levels - fed - grain)
    dark = max(0, level(s) - defence(s, seat))
    return {
        "levels": levels,
        "fed": fed,
        "grain": grain,
        "sheep": sheep,
        "hungry": hungry,
        "dark": dark,
        "income": population(s, seat) + brewed(s, seat),
        "moves": moves(s, seat),
    }


def grown(s: Position, seat: int) -> int:
    """Grain that the garden will give (§15.12)."""
    return s.goods[seat * KINDS + GRAIN] // 3 if s.crew[seat * CREWS + GARDEN] else 0


def bred(s: Position, seat: int) -> tuple[int, int]:
    """Sheep and cows after breeding (§8.2)."""
    ready = s.farm_since[seat] < s.round
    lambs = ready and s.crew[seat * CREWS + SHEEP_FARM] > 0 and s.sheep[seat] < MOST_SHEEP
    calves = ready and s.crew[seat * CREWS + DAIRY_FARM] > 0 and s.cows[seat] < MOST_COWS
    return s.sheep[seat] + lambs, s.cows[seat] + calves


def defenders(s: Position, seat: int) -> dict[str, int]:
    """Where the points of the defence come from (§9.3)."""
    tops, clergy, at = s.facts.tops, s.clergy[seat], seat * CREWS
    found = {
        "start": s.base_defence[seat],
        "gifts": s.extra_defence[seat],
        "deacon": int(clergy >= tops[DEACON]),
        "cardinal": int(clergy >= tops[CARDINAL]),
        "altar": s.altar[seat],
        "walls": int(s.walls[seat] == 5),
        "chapel": int(clergy >= tops[PRIEST] and s.stands[seat * ALL_CARDS + CHAPEL] > 0),
        "masons_guild": int(s.crew[at + MASONS_GUILD] > 1),
        **{name: s.crew[at + card] for name, card in DEFENDERS.items()},
        "dice": dice_defence(s, seat),
    }
    return {name: points for name, points in found.items() if points}


def values(s: Position, seat: int) -> dict[str, int]:
    """What one token costs this player at each location this round (§5.5)."""
    return {GOODS[kind]: collect_value(s, seat, kind) for kind in RESOURCES}
