"""What every own decision offers besides its own actions (§14.3, §R7)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed
from abbatia.games.kings_abbey.actions import (
    ACTIVATE,
    BAPTISE,
    BATH,
    RELIC,
    SAINT,
    STABLES_WITH,
    SUPPORT,
    TRADE,
)
from abbatia.games.kings_abbey.lay_brothers import LAY_CARDS, bath_sources
from abbatia.games.kings_abbey.pieces import BATH_HOUSE, LAY_BROTHERS, STABLES
from abbatia.games.kings_abbey.player import KEPT, SUPPORTING
from abbatia.games.kings_abbey.relics import usable_relics
from abbatia.games.kings_abbey.saints import can_use_saint, support_dice
from abbatia.games.kings_abbey.state import Position
from abbatia.games.kings_abbey.trading import TRADE_TOKENS, partners

IN_TURN: Final = (3, 4, 5, 7, 11)  # phases in which Stables offers are made (§R6)
MOVING: Final = 1 << BATH_HOUSE | 1 << STABLES
LISTS: Final[dict[int, tuple[int, ...]]] = {}
"""By a key: the bits of the cards to activate, then those of the parts below, each from its first bit on."""
BENCH: Final = LAY_BROTHERS  # three bits: seats of the last bench
TRADE_BIT: Final = 1 << (BENCH + 3)
BATH_BIT: Final = 1 << (BENCH + 4)
SAINT_BIT: Final = 1 << (BENCH + 5)
SUPPORT_BIT: Final = 1 << (BENCH + 6)
RELIC_BITS: Final = BENCH + 7  # seven bits
PARTNERS: Final = RELIC_BITS + 7  # five bits


def free_actions(state: Position, seat: int) -> tuple[int, ...]:
    """The actions that every own decision offers besides its own."""
    player = state.players[seat]
    key = 0
    waiting = player.baptistry
    if waiting:
        key = player.idle & LAY_CARDS
    if waiting < 2:
        key |= player.benches >> 9 << BENCH
    if player.trades < TRADE_TOKENS:
        goods = player.goods
        if goods[0] >= state.facts.cheapest or goods[1] or goods[2] or goods[3] or goods[4]:
            key |= TRADE_BIT
    manned = player.manned
    if manned & MOVING:
        if player.workers[BATH_HOUSE] > player.baths and bath_sources(state, seat):
            key |= BATH_BIT
        if manned >> STABLES & 1 and state.phase in IN_TURN:
            key |= partners(state, seat) << PARTNERS
    if player.saint_mode:
        key |= saintly(state, seat)
    if player.relics:
        key |= usable_relics(state, seat) << RELIC_BITS
    found = LISTS.get(key)
    if found is None:
        found = _actions(key)
        LISTS[key] = found
    return found


def saintly(state: Position, seat: int) -> int:
    """The bit for what the patron saint offers now, if anything."""
    mode = state.players[seat].saint_mode
    if mode == KEPT and can_use_saint(state, seat):
        return SAINT_BIT
    if mode == SUPPORTING and support_dice(state, seat):
        return SUPPORT_BIT
    return 0


def _actions(key: int) -> tuple[int, ...]:
    found = listed(BAPTISE, key >> BENCH & 7) + listed(ACTIVATE, key & LAY_CARDS)
    if key & TRADE_BIT:
        found += (TRADE,)
    if key & BATH_BIT:
        found += (BATH,)
    found += listed(RELIC, key >> RELIC_BITS & 127)
    if key & SAINT_BIT:
        found += (SAINT,)
    if key & SUPPORT_BIT:
        found += (SUPPORT,)
    return found + listed(STABLES_WITH, key >> PARTNERS & 31)
