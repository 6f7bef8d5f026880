"""The Holy Relics and what each does (§22)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import has_room, receive
from abbatia.games.kings_abbey.dice import rise
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BIT,
    BUILDING,
    CROSS,
    DARKNESS,
    END_OF_ROUND,
    FEEDING,
    GRAIL,
    GRAIN,
    INCOME,
    LANCE,
    MANNA,
    PEASANTS,
    RELICS,
    ROD,
    TABLETS,
    TOOL,
    TORAH,
    TYPES,
)
from abbatia.games.kings_abbey.questions import TABLETS_WHAT, ask
from abbatia.games.kings_abbey.state import Position, tell

TOGETHER: Final = (PEASANTS, FEEDING, DARKNESS, INCOME, END_OF_ROUND)  # played by all at once (§R6)


def usable_relics(state: Position, seat: int) -> int:
    """Mask of the relics that can be used at this decision (§22, the Lance has its own)."""
    player = state.players[seat]
    mask = player.relics & ~BIT[LANCE]
    if player.clergy == state.facts.tops[-1]:
        mask &= ~BIT[GRAIL]
    if player.walls == 5:
        mask &= ~BIT[ROD]
    if (
        state.phase in TOGETHER or not state.supply_wagons
    ):  # the wagons are everybody's, so order would matter
        mask &= ~BIT[TORAH]
    if mask & BIT[TABLETS] and (state.phase != BUILDING or not tablet_cards(state, seat)):
        mask &= ~BIT[TABLETS]
    return mask


def tablet_cards(state: Position, seat: int) -> int:
    """Mask of the cards that can be built when one kind of the cost is ignored (§22.8)."""
    mask = 0
    for card in range(ALL_CARDS):
        if is_buildable(state, seat, card) and ignorable(state, seat, card):
            mask |= BIT[card]
    return mask


def is_buildable(state: Position, seat: int, card: int) -> bool:
    """Whether a card could be built if it cost nothing (§7.5, §7.7 to §7.10)."""
    player = state.players[seat]
    if card < TYPES:
        return player.hand[card] > 0 and has_room(state, seat, card)
    if player.made[card] >= state.facts.tower_copies[card - TYPES]:
        return False
    return sum(player.made[TYPES:]) < 4


def ignorable(state: Position, seat: int, card: int) -> int:
    """Mask of the kinds of this card's cost without which it can be paid."""
    cost = state.facts.cost[card]
    short = [kind for kind in range(TOOL) if state.players[seat].goods[kind] < cost[kind]]
    if len(short) > 1:
        return 0
    if short:
        return BIT[short[0]]
    return sum(BIT[kind] for kind in range(TOOL) if cost[kind])


def do_relic(state: Position, seat: int, arg: int) -> None:
    """Use a relic; it is discarded (§22.2, §22.3, §22.4, §22.6, §22.7, §22.9, §R54)."""
    player = state.players[seat]
    player.relics &= ~BIT[arg]
    player.spent_relics |= BIT[arg]
    if state.events is not None:
        tell(state, "relic_used", seat=seat, relic=RELICS[arg])
    if arg == GRAIL:
        tops, at = state.facts.tops, player.clergy
        rise(state, seat, next(top for top in tops if top > at) - at)
    elif arg == CROSS:
        player.extra_defence += 2
    elif arg == MANNA:
        player.goods[GRAIN] += 3
    elif arg == ROD:
        player.walls = min(5, player.walls + 2)
    elif arg == TABLETS:
        ask(state, seat, TABLETS_WHAT)
    else:
        receive(state, seat, [0, 0, 0, 0, 0, 0, 2])
