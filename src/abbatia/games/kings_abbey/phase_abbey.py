"""Phase 3: preaching, clergy, defence, crusades (§3)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed, unbaptised_or_free
from abbatia.games.kings_abbey.actions import ASK, CLERGY, CRUSADE, DEFEND, DONE, POOL, PREACH
from abbatia.games.kings_abbey.agreements import helpers
from abbatia.games.kings_abbey.dice import (
    CRUSADE_1,
    DEFENDING,
    PREACHING,
    RISING,
    can_preach,
    can_rise,
    enlist,
    put,
    take_die,
)
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.gifts import gifts
from abbatia.games.kings_abbey.pieces import BIT, MARKET
from abbatia.games.kings_abbey.state import OFFERS_MADE, USED, Position
from abbatia.games.kings_abbey.trading import MOST_OFFERS
from abbatia.games.kings_abbey.turns import next_seat, take_turn


def _board(mask: int, preach: int, clergy: int) -> tuple[int, ...]:
    """End of turn, preaching, clergy and defence for these dice."""
    found = [DONE]
    found += [PREACH + i for i in range(3) if preach and mask >> i & 1]
    found += [CLERGY + i for i in range(3) if clergy and mask >> (i + 3) & 1]
    found += [DEFEND + i for i in range(6) if mask >> i & 1]
    return tuple(found)


BOARD: Final = [_board(key & 63, key >> 6 & 1, key >> 7) for key in range(256)]


def go_on(s: Position) -> None:
    """In turn order each player has one turn (§3.1)."""
    seat = next_seat(s, MARKET)
    if seat >= 0:
        take_turn(s, seat, legal)


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """All uses of the unplaced dice, help, and what is always possible, in any order (§R16)."""
    mask = s.mask[seat]
    if not mask:
        return (DONE, *crusade_actions(s, seat, 0), *gifts(s, seat), *anytime(s, seat))
    key = mask
    if mask & 7 and can_preach(s, seat, 1):
        key |= 64
    if mask & 56 and can_rise(s, seat, 1):
        key |= 128
    return BOARD[key] + crusade_actions(s, seat, mask) + gifts(s, seat) + anytime(s, seat)


def crusade_actions(s: Position, seat: int, mask: int) -> tuple[int, ...]:
    """Dice for the own crusades, Elias's pool, asking for help (§3.12, §3.13, §19.1, §24.7)."""
    found: tuple[int, ...] = ()
    pool = asked = 0
    for slot in range(2):
        at = seat * 2 + slot
        card = s.card[at]
        if card < 0 or s.filled[at] >= s.facts.crusade_dice[card]:
            continue
        face = s.face[at]
        if not s.own_dice[at]:
            if mask and (s.crusader[at] or unbaptised_or_free(s, seat)):
                found += listed(CRUSADE + slot * 6, mask)
            continue
        if mask >> (face - 1) & 1:
            found += (CRUSADE + slot * 6 + face - 1,)
        if s.seats == 1:
            pool |= BIT[slot] if s.pool[face - 1] else 0
        elif s.used[seat * USED + OFFERS_MADE] < MOST_OFFERS:
            asked |= helpers(s, seat, slot) << 5 * slot
    if pool:
        found += listed(POOL, pool)
    if asked:
        found += listed(ASK, asked)
    return found


def after(s: Position, seat: int) -> None:
    """The turn lasts until the player ends it."""


def do_preach(s: Position, seat: int, arg: int) -> None:
    """A die of 1 to 3 brings a peasant (§3.2)."""
    take_die(s, seat, arg + 1)
    put(s, seat, PREACHING, arg + 1, 1, 1)


def do_clergy(s: Position, seat: int, arg: int) -> None:
    """A die of 4 to 6 advances the marker (§3.4)."""
    take_die(s, seat, arg + 4)
    put(s, seat, RISING, arg + 4, 1, 1)


def do_defend(s: Position, seat: int, arg: int) -> None:
    """Any die defends (§3.11)."""
    take_die(s, seat, arg + 1)
    put(s, seat, DEFENDING, arg + 1, 1, 1)


def do_crusade(s: Position, seat: int, arg: int) -> None:
    """A die for an own crusade (§3.13)."""
    take_die(s, seat, arg % 6 + 1)
    put(s, seat, CRUSADE_1 + arg // 6, arg % 6 + 1, 1, 1)


def do_pool(s: Position, seat: int, slot: int) -> None:
    """A die of Elias's pool for an own crusade (§24.7, §R65)."""
    at = seat * 2 + slot
    s.pool[s.face[at] - 1] -= 1
    s.pool_dice[at] += 1
    enlist(s, seat, slot, s.face[at], 1)
