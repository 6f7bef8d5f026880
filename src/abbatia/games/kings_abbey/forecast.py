"""What this round still brings if nothing changes: food, Darkness, income; and what makes up the defence."""

from abbatia.games.kings_abbey.abbey import collect_value, defence, dice_defence
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.observation_types import Defender, ForecastSeen, ResourceId
from abbatia.games.kings_abbey.phases import FEEDING
from abbatia.games.kings_abbey.pieces import (
    BAKERY,
    BARRACKS,
    BATTLEMENT,
    CARDINAL,
    CELLARIUM,
    CHAPEL,
    CLOISTER,
    DAIRY_FARM,
    DEACON,
    GARDEN,
    GATE_TOWER,
    GRAIN,
    MASONS_GUILD,
    PRIEST,
    SAND,
    SHEEP_FARM,
    STONE,
    WOOD,
)
from abbatia.games.kings_abbey.turns.darkness import income_of, level
from abbatia.games.kings_abbey.turns.feeding import MOST_COWS, MOST_SHEEP, need
from abbatia.games.kings_abbey.turns.peasants import moves


def forecast(state: Position, seat: int) -> ForecastSeen:
    """Food (§8), Darkness (§9), income (§10) and moves (§6.1) as they stand now."""
    player = state.players[seat]
    levels, grain, sheep, cows = need(state, seat), player.goods[GRAIN], player.sheep, player.cows
    if state.phase < FEEDING:
        grain += grown(state, seat)
        sheep, cows = bred(state, seat)
    fed = cows + player.workers[BAKERY]
    hungry = max(0, levels - fed - grain)
    dark = max(0, level(state) - defence(state, seat))
    return {
        "levels": levels,
        "fed": fed,
        "grain": grain,
        "sheep": sheep,
        "hungry": hungry,
        "dark": dark,
        "income": income_of(state, seat),
        "moves": moves(state, seat),
    }


def grown(state: Position, seat: int) -> int:
    """Grain that the garden will give (§15.12)."""
    player = state.players[seat]
    return player.goods[GRAIN] // 3 if player.workers[GARDEN] else 0


def bred(state: Position, seat: int) -> tuple[int, int]:
    """Sheep and cows after breeding (§8.2)."""
    player = state.players[seat]
    ready = player.farm_since < state.round
    lambs = ready and player.workers[SHEEP_FARM] > 0 and player.sheep < MOST_SHEEP
    calves = ready and player.workers[DAIRY_FARM] > 0 and player.cows < MOST_COWS
    return player.sheep + lambs, player.cows + calves


def defenders(state: Position, seat: int) -> dict[Defender, int]:
    """Where the points of the defence come from (§9.3)."""
    player = state.players[seat]
    tops, clergy = state.facts.tops, player.clergy
    workers = player.workers
    found: dict[Defender, int] = {
        "start": player.base_defence,
        "gifts": player.extra_defence,
        "deacon": int(clergy >= tops[DEACON]),
        "cardinal": int(clergy >= tops[CARDINAL]),
        "altar": player.altar,
        "walls": int(player.walls == 5),
        "chapel": int(clergy >= tops[PRIEST] and player.stands[CHAPEL] > 0),
        "masons_guild": int(workers[MASONS_GUILD] > 1),
        "barracks": workers[BARRACKS],
        "cellarium": workers[CELLARIUM],
        "cloister": workers[CLOISTER],
        "battlement": workers[BATTLEMENT],
        "gate_tower": workers[GATE_TOWER],
        "dice": dice_defence(state, seat),
    }
    return {name: points for name, points in found.items() if points}


def values(state: Position, seat: int) -> dict[ResourceId, int]:
    """What one token costs this player at each location this round (§5.5)."""
    return {
        "wood": collect_value(state, seat, WOOD),
        "grain": collect_value(state, seat, GRAIN),
        "stone": collect_value(state, seat, STONE),
        "sand": collect_value(state, seat, SAND),
    }
