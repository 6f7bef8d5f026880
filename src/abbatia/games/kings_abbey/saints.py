"""The Patron Saints: support and abilities (§23)."""

from typing import Final

from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import (
    collect_value,
    has_room,
    listed,
    man,
    raise_building,
    unbaptised_or_free,
)
from abbatia.games.kings_abbey.actions import (
    ARCHER,
    BUILD,
    CRUSADE,
    DIE,
    DONE,
    DOUBLE,
    HARVEST_SIX,
    KEEP,
    REVEAL,
    SPAN,
    TAKE,
)
from abbatia.games.kings_abbey.dice import can_double, can_support, enlist, is_open, take_die
from abbatia.games.kings_abbey.lay_brothers import TOWER_CARDS
from abbatia.games.kings_abbey.pieces import (
    ANDRE,
    ARNAUD,
    BATTLEMENT,
    BIT,
    ELIE,
    GAUVIN,
    GOODS,
    LIONEL,
    RENAUD,
    RODOLPHE,
    SAINTS,
    TYPES,
)
from abbatia.games.kings_abbey.player import KEPT, SPENT, SUPPORTING
from abbatia.games.kings_abbey.questions import (
    ARCHER_WHO,
    ELIE_WHAT,
    GAUVIN_WHICH,
    LIONEL_WHERE,
    SIX_WHERE,
    SPAN_FIRST,
    SPAN_SECOND,
    SUPPORT_WITH,
    TAKE_WHICH,
    answer,
    args_of,
    ask,
)
from abbatia.games.kings_abbey.state import Position, tell

BUILDING_CARDS: Final = (1 << TYPES) - 1  # a mask


def legal_saint_how(_state: Position, _seat: int) -> tuple[int, ...]:
    return (REVEAL, KEEP)


def do_reveal(state: Position, seat: int, _arg: int) -> None:
    """The saint is shown and supports from now on (§23.2)."""
    player = state.players[seat]
    answer(state, seat)
    player.saint_mode = SUPPORTING
    if state.events is not None:
        message = Message("kings_abbey.event.saint_shown", seat=seat, saint=SAINTS[player.saint])
        state.events.append(Event(message, reveals=True))


def do_keep(state: Position, seat: int, _arg: int) -> None:
    """The saint stays face down for its ability (§23.2)."""
    answer(state, seat)
    state.players[seat].saint_mode = KEPT
    if state.events is not None:
        tell(state, "saint_kept", seat=seat)


def can_use_saint(state: Position, seat: int) -> bool:
    """Whether the ability would do anything now."""
    player = state.players[seat]
    saint = player.saint
    if saint == ELIE:
        return free_buildings(state, seat) > 0
    if saint == GAUVIN:
        return nearly_done(state, seat) > 0
    if saint == LIONEL:
        return player.idle & TOWER_CARDS > 0 and unbaptised_or_free(state, seat) > 0
    if saint == RODOLPHE:
        return player.baptistry > 0 and span_cards(state, seat, -1) > 0
    return True


def free_buildings(state: Position, seat: int) -> int:
    """Mask of the buildings that Élie can build (§23.5, §R55)."""
    mask = 0
    for card in range(TYPES):
        if state.players[seat].hand[card] and has_room(state, seat, card):
            mask |= BIT[card]
    return mask


def nearly_done(state: Position, seat: int) -> int:
    """Mask of the own crusades that Gauvin can accomplish (§23.6, §R56)."""
    mask = 0
    for slot in range(2):
        crusade = state.players[seat].crusades[slot]
        if (
            is_open(state, crusade)
            and crusade.own_dice
            and state.facts.crusade_dice[crusade.card] - crusade.filled <= 2
        ):
            mask |= BIT[slot]
    return mask


def span_cards(state: Position, seat: int, first: int) -> int:
    """Mask of the buildings for Rodolphe's peasant; `first` is the one already chosen (§23.9)."""
    player = state.players[seat]
    idle = player.idle & BUILDING_CARDS
    mask = 0
    for card in range(TYPES):
        if not idle >> card & 1:
            continue
        free = player.stands[card] - player.workers[card]
        if first < 0:
            if free > 1 or idle != BIT[card]:
                mask |= BIT[card]
        elif card != first or free > 1:
            mask |= BIT[card]
    return mask


def do_saint(state: Position, seat: int, _arg: int) -> None:
    """The kept saint is shown, acts once and is discarded (§23.2, §23.4)."""
    player = state.players[seat]
    saint = player.saint
    player.saint_mode = SPENT
    if state.events is not None:
        message = Message("kings_abbey.event.saint_used", seat=seat, saint=SAINTS[saint])
        state.events.append(Event(message, reveals=True))
    if saint == ARNAUD:
        player.extra_defence += 2
    elif saint == ANDRE:
        player.andre_day = 1
    elif saint == ELIE:
        ask(state, seat, ELIE_WHAT)
    elif saint == GAUVIN:
        ask(state, seat, GAUVIN_WHICH)
    elif saint == LIONEL:
        ask(state, seat, LIONEL_WHERE, 2)
    elif saint == RODOLPHE:
        ask(state, seat, SPAN_FIRST)
    elif saint == RENAUD:
        ask(state, seat, SIX_WHERE, 0)


def legal_elie(state: Position, seat: int) -> tuple[int, ...]:
    return listed(BUILD, free_buildings(state, seat))


def do_free_build(state: Position, seat: int, card: int) -> None:
    """Élie builds for nothing (§23.5)."""
    answer(state, seat)
    raise_building(state, seat, card)


def legal_gauvin(state: Position, seat: int) -> tuple[int, ...]:
    """The crusade is named by the action that would put a die of its value there."""
    mask = nearly_done(state, seat)
    return tuple(
        [
            CRUSADE + slot * 6 + state.players[seat].crusades[slot].face - 1
            for slot in range(2)
            if mask >> slot & 1
        ]
    )


def do_gauvin(state: Position, seat: int, slot: int) -> None:
    """Gauvin accomplishes a crusade that lacks at most two dice (§23.6)."""
    answer(state, seat)
    crusade = state.players[seat].crusades[slot]
    enlist(state, seat, slot, crusade.face, state.facts.crusade_dice[crusade.card] - crusade.filled)


def legal_lionel(state: Position, seat: int) -> tuple[int, ...]:
    if not unbaptised_or_free(state, seat):
        return (DONE,)
    return (DONE, *listed(ARCHER, (state.players[seat].idle & TOWER_CARDS) >> BATTLEMENT))


def do_lionel(state: Position, seat: int, arg: int) -> None:
    """Lionel trains an archer for nothing (§23.8, §R58)."""
    (left,) = answer(state, seat)
    if left > 1:
        ask(state, seat, LIONEL_WHERE, left - 1)
    ask(state, seat, ARCHER_WHO, BATTLEMENT + arg, 1)


def legal_span(state: Position, seat: int) -> tuple[int, ...]:
    args = args_of(state, seat)
    return listed(SPAN, span_cards(state, seat, args[0] if args else -1))


def do_span(state: Position, seat: int, card: int) -> None:
    """Rodolphe's peasant stands on two buildings (§23.9, §R59)."""
    player = state.players[seat]
    args = answer(state, seat)
    if not args:
        ask(state, seat, SPAN_SECOND, card)
        return
    player.baptistry -= 1
    player.span_a, player.span_b = args[0], card
    man(state, seat, args[0])
    man(state, seat, card)


def legal_six(_state: Position, _seat: int) -> tuple[int, ...]:
    return listed(HARVEST_SIX, 15)


def do_six(state: Position, seat: int, arg: int) -> None:
    """Renaud collects with two dice of 6, on one resource or on two (§23.10, §R60)."""
    player = state.players[seat]
    (first,) = answer(state, seat)
    if not first:
        ask(state, seat, SIX_WHERE, arg + 1)
        return
    second = arg + 1
    if first == second:
        player.goods[first] += 12 // collect_value(state, seat, first)
    else:
        for kind in (first, second):
            player.goods[kind] += 6 // collect_value(state, seat, kind)
    if state.events is not None:
        tell(state, "renaud", seat=seat, goods=[GOODS[first], GOODS[second]])


def support_dice(state: Position, seat: int) -> bool:
    """A die of 1 and another one lie unplaced, or one that counts double (§23.3, §R22, §R61)."""
    player = state.players[seat]
    if not player.dice_mask & 1 or not can_support(state, seat):
        return False
    if player.dice_mask != 1 or player.dice[0] > 1:
        return True
    return can_double(state, seat)


def do_support(state: Position, seat: int, _arg: int) -> None:
    """The die of 1 goes to the saint; which other one? (§23.3)"""
    player = state.players[seat]
    take_die(state, seat, 1)
    player.saint_dice += 1
    player.supported = 1
    ask(state, seat, SUPPORT_WITH)


def legal_support(state: Position, seat: int) -> tuple[int, ...]:
    doubled = (DOUBLE,) if can_double(state, seat) else ()
    return doubled + listed(DIE, state.players[seat].dice_mask)


def choose_support(state: Position, seat: int, value: int) -> None:
    """The other die goes to the saint, who gives two resources."""
    answer(state, seat)
    take_die(state, seat, value)
    state.players[seat].saint_dice += 1
    ask(state, seat, TAKE_WHICH, 2)
    if state.events is not None:
        tell(state, "supported", seat=seat, value=value)


def legal_take(_state: Position, _seat: int) -> tuple[int, ...]:
    return listed(TAKE, 15)


def do_take(state: Position, seat: int, arg: int) -> None:
    """A resource of one's choice from the supply (§3.8, §23.3)."""
    (left,) = answer(state, seat)
    state.players[seat].goods[arg + 1] += 1
    if state.events is not None:
        tell(state, "took", seat=seat, good=GOODS[arg + 1])
    if left > 1:
        ask(state, seat, TAKE_WHICH, left - 1)
