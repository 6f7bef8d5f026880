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
from abbatia.games.kings_abbey.pieces import BATH_HOUSE, CREWS, KINDS, STABLES
from abbatia.games.kings_abbey.relics import usable_relics
from abbatia.games.kings_abbey.saints import can_use_saint, support_dice
from abbatia.games.kings_abbey.state import BATHS, KEPT, SUPPORTING, TRADES, USED, Position
from abbatia.games.kings_abbey.trading import TRADE_TOKENS, partners

IN_TURN: Final = (3, 4, 5, 7, 11)  # phases in which Stables offers are made (§R6)
LISTS: Final[dict[int, tuple[int, ...]]] = {}
TRADE_BIT: Final = 1
BATH_BIT: Final = 2
SAINT_BIT: Final = 4
SUPPORT_BIT: Final = 8


def anytime(s: Position, seat: int) -> tuple[int, ...]:
    """The actions that every own decision offers besides its own."""
    key = 0
    if s.baptistry[seat]:
        key = s.idle[seat] & LAY_CARDS
    if s.baptistry[seat] < 2:
        key |= (s.benches[seat] >> 9) << 22
    flags = 0
    if s.used[seat * USED + TRADES] < TRADE_TOKENS:
        at = seat * KINDS
        goods = s.goods
        if goods[at] >= s.facts.cheapest or goods[at + 1] or goods[at + 2] or goods[at + 3] or goods[at + 4]:
            flags = TRADE_BIT
    if s.crew[seat * CREWS + BATH_HOUSE] > s.used[seat * USED + BATHS] and bath_sources(s, seat):
        flags |= BATH_BIT
    mode = s.saint_mode[seat]
    if mode:
        if mode == KEPT and can_use_saint(s, seat):
            flags |= SAINT_BIT
        elif mode == SUPPORTING and support_dice(s, seat):
            flags |= SUPPORT_BIT
    relics = usable_relics(s, seat) if s.relics[seat] else 0
    stables = 0
    if s.crew[seat * CREWS + STABLES] and s.phase in IN_TURN:
        stables = partners(s, seat)
    key |= flags << 25 | relics << 29 | stables << 36
    found = LISTS.get(key)
    if found is None:
        found = _actions(key)
        LISTS[key] = found
    return found


def _actions(key: int) -> tuple[int, ...]:
    flags = key >> 25 & 15
    found = listed(BAPTISE, key >> 22 & 7) + listed(ACTIVATE, key & LAY_CARDS)
    if flags & TRADE_BIT:
        found += (TRADE,)
    if flags & BATH_BIT:
        found += (BATH,)
    found += listed(RELIC, key >> 29 & 127)
    if flags & SAINT_BIT:
        found += (SAINT,)
    if flags & SUPPORT_BIT:
        found += (SUPPORT,)
    return found + listed(STABLES_WITH, key >> 36 & 31)
