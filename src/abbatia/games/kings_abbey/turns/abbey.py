"""Phase 3: preaching, clergy, defence, crusades (§3)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed, unbaptised_or_free
from abbatia.games.kings_abbey.abilities import ability_actions
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
from abbatia.games.kings_abbey.fields import COURSE, Position
from abbatia.games.kings_abbey.free_actions import free_actions
from abbatia.games.kings_abbey.pieces import BIT, MARKET
from abbatia.games.kings_abbey.trading import MOST_OFFERS
from abbatia.games.kings_abbey.turns.order import next_seat, take_turn


def _board(mask: int, preach: int, clergy: int) -> tuple[int, ...]:
    """End of turn, preaching, clergy and defence for these dice."""
    found = [DONE]
    found += [PREACH + i for i in range(3) if preach and mask >> i & 1]
    found += [CLERGY + i for i in range(3) if clergy and mask >> (i + 3) & 1]
    found += [DEFEND + i for i in range(6) if mask >> i & 1]
    return tuple(found)


BOARD: Final = [_board(key & 63, key >> 6 & 1, key >> 7) for key in range(256)]


def go_on(state: Position) -> None:
    """In turn order each player has one turn (§3.1)."""
    seat = next_seat(state, MARKET)
    if seat >= 0:
        take_turn(state, seat, legal)


def legal(state: Position, seat: int) -> tuple[int, ...]:
    """All uses of the unplaced dice, help, and what is always possible, in any order (§R16)."""
    mask = state.players[seat].dice_mask
    if not mask:
        return (
            DONE,
            *crusade_actions(state, seat, 0),
            *ability_actions(state, seat),
            *free_actions(state, seat),
        )
    key = mask
    if mask & 7 and can_preach(state, seat, 1):
        key |= 64
    if mask & 56 and can_rise(state, seat, 1):
        key |= 128
    return (
        BOARD[key]
        + crusade_actions(state, seat, mask)
        + ability_actions(state, seat)
        + free_actions(state, seat)
    )


def crusade_actions(state: Position, seat: int, mask: int) -> tuple[int, ...]:
    """Dice for the own crusades, Elias's pool, asking for help (§3.12, §3.13, §19.1, §24.7)."""
    found: tuple[int, ...] = ()
    pool = asked = 0
    for slot in range(2):
        crusade = state.players[seat].crusades[slot]
        card = crusade.card
        if card < 0 or crusade.filled >= state.facts.crusade_dice[card]:
            continue
        face = crusade.face
        if not crusade.own_dice:
            if mask and (crusade.crusader or unbaptised_or_free(state, seat)):
                found += listed(CRUSADE + slot * 6, mask)
            continue
        if mask >> (face - 1) & 1:
            found += (CRUSADE + slot * 6 + face - 1,)
        if state.seats == 1:
            pool |= BIT[slot] if state.elias.pool[face - 1] else 0
        elif state.players[seat].offers_made < MOST_OFFERS:
            asked |= helpers(state, seat, slot) << 5 * slot
    if pool:
        found += listed(POOL, pool)
    if asked:
        found += listed(ASK, asked)
    return found


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player ends it."""


def do_preach(state: Position, seat: int, arg: int) -> None:
    """A die of 1 to 3 brings a peasant (§3.2)."""
    take_die(state, seat, arg + 1)
    put(state, seat, PREACHING, arg + 1, 1, 1)


def do_clergy(state: Position, seat: int, arg: int) -> None:
    """A die of 4 to 6 advances the marker (§3.4)."""
    take_die(state, seat, arg + 4)
    put(state, seat, RISING, arg + 4, 1, 1)


def do_defend(state: Position, seat: int, arg: int) -> None:
    """Any die defends (§3.11)."""
    take_die(state, seat, arg + 1)
    put(state, seat, DEFENDING, arg + 1, 1, 1)


def do_crusade(state: Position, seat: int, arg: int) -> None:
    """A die for an own crusade (§3.13)."""
    take_die(state, seat, arg % 6 + 1)
    put(state, seat, CRUSADE_1 + arg // 6, arg % 6 + 1, 1, 1)


def do_pool(state: Position, seat: int, slot: int) -> None:
    """A die of Elias's pool for an own crusade (§24.7, §R65)."""
    crusade = state.players[seat].crusades[slot]
    state.elias.pool[crusade.face - 1] -= 1
    state.changed |= COURSE
    crusade.pool_dice += 1
    enlist(state, seat, slot, crusade.face, 1)
