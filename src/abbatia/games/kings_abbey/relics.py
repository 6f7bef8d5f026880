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
    KINDS,
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


def usable_relics(s: Position, seat: int) -> int:
    """Mask of the relics that can be used at this decision (§22, the Lance has its own)."""
    mask = s.relics[seat] & ~BIT[LANCE]
    if s.clergy[seat] == s.facts.tops[-1]:
        mask &= ~BIT[GRAIL]
    if s.walls[seat] == 5:
        mask &= ~BIT[ROD]
    if s.phase in TOGETHER or not s.supply_wagons:  # the wagons are everybody's, so order would matter
        mask &= ~BIT[TORAH]
    if mask & BIT[TABLETS] and (s.phase != BUILDING or not tablet_cards(s, seat)):
        mask &= ~BIT[TABLETS]
    return mask


def tablet_cards(s: Position, seat: int) -> int:
    """Mask of the cards that can be built when one kind of the cost is ignored (§22.8)."""
    mask = 0
    for card in range(ALL_CARDS):
        if is_buildable(s, seat, card) and ignorable(s, seat, card):
            mask |= BIT[card]
    return mask


def is_buildable(s: Position, seat: int, card: int) -> bool:
    """Whether a card could be built if it cost nothing (§7.5, §7.7 to §7.10)."""
    if card < TYPES:
        return s.hand[seat * TYPES + card] > 0 and has_room(s, seat, card)
    at = seat * ALL_CARDS
    if s.made[at + card] >= s.facts.tower_copies[card - TYPES]:
        return False
    return sum(s.made[at + TYPES : at + ALL_CARDS]) < 4


def ignorable(s: Position, seat: int, card: int) -> int:
    """Mask of the kinds of this card's cost without which it can be paid."""
    cost, at = s.facts.cost[card], seat * KINDS
    short = [kind for kind in range(TOOL) if s.goods[at + kind] < cost[kind]]
    if len(short) > 1:
        return 0
    if short:
        return BIT[short[0]]
    return sum(BIT[kind] for kind in range(TOOL) if cost[kind])


def do_relic(s: Position, seat: int, arg: int) -> None:
    """Use a relic; it is discarded (§22.2, §22.3, §22.4, §22.6, §22.7, §22.9, §R54)."""
    s.relics[seat] &= ~BIT[arg]
    s.spent_relics[seat] |= BIT[arg]
    if s.events is not None:
        tell(s, "relic_used", seat=seat, relic=RELICS[arg])
    if arg == GRAIL:
        tops, at = s.facts.tops, s.clergy[seat]
        rise(s, seat, next(top for top in tops if top > at) - at)
    elif arg == CROSS:
        s.extra_defence[seat] += 2
    elif arg == MANNA:
        s.goods[seat * KINDS + GRAIN] += 3
    elif arg == ROD:
        s.walls[seat] = min(5, s.walls[seat] + 2)
    elif arg == TABLETS:
        ask(s, seat, TABLETS_WHAT)
    else:
        receive(s, seat, [0, 0, 0, 0, 0, 0, 2])
