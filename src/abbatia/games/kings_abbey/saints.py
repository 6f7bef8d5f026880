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
from abbatia.games.kings_abbey.dice import can_support, enlist, is_open, take_die
from abbatia.games.kings_abbey.lay_brothers import TOWER_CARDS
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    ANDRE,
    ARNAUD,
    BATTLEMENT,
    BIT,
    CREWS,
    ELIE,
    GAUVIN,
    GOODS,
    KINDS,
    LIONEL,
    RENAUD,
    RODOLPHE,
    SAINTS,
    SCRIPTORIUM,
    TYPES,
)
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
from abbatia.games.kings_abbey.state import (
    ANDRE_DAY,
    DOUBLED,
    KEPT,
    SPENT,
    SUPPORTED,
    SUPPORTING,
    USED,
    Position,
    tell,
)

BUILDING_CARDS: Final = 0x1FFFFF


def legal_saint_how(_s: Position, _seat: int) -> tuple[int, ...]:
    return (REVEAL, KEEP)


def do_reveal(s: Position, seat: int, _arg: int) -> None:
    """The saint is shown and supports from now on (§23.2)."""
    answer(s, seat)
    s.saint_mode[seat] = SUPPORTING
    if s.events is not None:
        message = Message("kings_abbey.event.saint_shown", seat=seat, saint=SAINTS[s.saint[seat]])
        s.events.append(Event(message, reveals=True))


def do_keep(s: Position, seat: int, _arg: int) -> None:
    """The saint stays face down for its ability (§23.2)."""
    answer(s, seat)
    s.saint_mode[seat] = KEPT
    if s.events is not None:
        tell(s, "saint_kept", seat=seat)


def can_use_saint(s: Position, seat: int) -> bool:
    """Whether the ability would do anything now."""
    saint = s.saint[seat]
    if saint == ELIE:
        return free_buildings(s, seat) > 0
    if saint == GAUVIN:
        return nearly_done(s, seat) > 0
    if saint == LIONEL:
        return s.idle[seat] & TOWER_CARDS > 0 and unbaptised_or_free(s, seat) > 0
    if saint == RODOLPHE:
        return s.baptistry[seat] > 0 and span_cards(s, seat, -1) > 0
    return True


def free_buildings(s: Position, seat: int) -> int:
    """Mask of the buildings that Élie can build (§23.5, §R55)."""
    mask = 0
    for card in range(TYPES):
        if s.hand[seat * TYPES + card] and has_room(s, seat, card):
            mask |= BIT[card]
    return mask


def nearly_done(s: Position, seat: int) -> int:
    """Mask of the own crusades that Gauvin can accomplish (§23.6, §R56)."""
    mask = 0
    for slot in range(2):
        at = seat * 2 + slot
        if is_open(s, at) and s.own_dice[at] and s.facts.crusade_dice[s.card[at]] - s.filled[at] <= 2:
            mask |= BIT[slot]
    return mask


def span_cards(s: Position, seat: int, first: int) -> int:
    """Mask of the buildings for Rodolphe's peasant; `first` is the one already chosen (§23.9)."""
    idle = s.idle[seat] & BUILDING_CARDS
    mask = 0
    for card in range(TYPES):
        if not idle >> card & 1:
            continue
        free = s.stands[seat * ALL_CARDS + card] - s.crew[seat * CREWS + card]
        if first < 0:
            if free > 1 or idle != BIT[card]:
                mask |= BIT[card]
        elif card != first or free > 1:
            mask |= BIT[card]
    return mask


def do_saint(s: Position, seat: int, _arg: int) -> None:
    """The kept saint is shown, acts once and is discarded (§23.2, §23.4)."""
    saint = s.saint[seat]
    s.saint_mode[seat] = SPENT
    if s.events is not None:
        message = Message("kings_abbey.event.saint_used", seat=seat, saint=SAINTS[saint])
        s.events.append(Event(message, reveals=True))
    if saint == ARNAUD:
        s.extra_defence[seat] += 2
    elif saint == ANDRE:
        s.used[seat * USED + ANDRE_DAY] = 1
    elif saint == ELIE:
        ask(s, seat, ELIE_WHAT)
    elif saint == GAUVIN:
        ask(s, seat, GAUVIN_WHICH)
    elif saint == LIONEL:
        ask(s, seat, LIONEL_WHERE, 2)
    elif saint == RODOLPHE:
        ask(s, seat, SPAN_FIRST)
    elif saint == RENAUD:
        ask(s, seat, SIX_WHERE, 0)


def legal_elie(s: Position, seat: int) -> tuple[int, ...]:
    return listed(BUILD, free_buildings(s, seat))


def do_free_build(s: Position, seat: int, card: int) -> None:
    """Élie builds for nothing (§23.5)."""
    answer(s, seat)
    raise_building(s, seat, card)


def legal_gauvin(s: Position, seat: int) -> tuple[int, ...]:
    """The crusade is named by the action that would put a die of its value there."""
    mask = nearly_done(s, seat)
    return tuple([CRUSADE + slot * 6 + s.face[seat * 2 + slot] - 1 for slot in range(2) if mask >> slot & 1])


def do_gauvin(s: Position, seat: int, slot: int) -> None:
    """Gauvin accomplishes a crusade that lacks at most two dice (§23.6)."""
    answer(s, seat)
    at = seat * 2 + slot
    enlist(s, seat, slot, s.face[at], s.facts.crusade_dice[s.card[at]] - s.filled[at])


def legal_lionel(s: Position, seat: int) -> tuple[int, ...]:
    if not unbaptised_or_free(s, seat):
        return (DONE,)
    return (DONE, *listed(ARCHER, (s.idle[seat] & TOWER_CARDS) >> BATTLEMENT))


def do_lionel(s: Position, seat: int, arg: int) -> None:
    """Lionel trains an archer for nothing (§23.8, §R58)."""
    (left,) = answer(s, seat)
    if left > 1:
        ask(s, seat, LIONEL_WHERE, left - 1)
    ask(s, seat, ARCHER_WHO, BATTLEMENT + arg, 1)


def legal_span(s: Position, seat: int) -> tuple[int, ...]:
    args = args_of(s, seat)
    return listed(SPAN, span_cards(s, seat, args[0] if args else -1))


def do_span(s: Position, seat: int, card: int) -> None:
    """Rodolphe's peasant stands on two buildings (§23.9, §R59)."""
    args = answer(s, seat)
    if not args:
        ask(s, seat, SPAN_SECOND, card)
        return
    s.baptistry[seat] -= 1
    s.span_a[seat], s.span_b[seat] = args[0], card
    man(s, seat, args[0])
    man(s, seat, card)


def legal_six(_s: Position, _seat: int) -> tuple[int, ...]:
    return listed(HARVEST_SIX, 15)


def do_six(s: Position, seat: int, arg: int) -> None:
    """Renaud collects with two dice of 6, on one resource or on two (§23.10, §R60)."""
    (first,) = answer(s, seat)
    if not first:
        ask(s, seat, SIX_WHERE, arg + 1)
        return
    at, second = seat * KINDS, arg + 1
    if first == second:
        s.goods[at + first] += 12 // collect_value(s, seat, first)
    else:
        for kind in (first, second):
            s.goods[at + kind] += 6 // collect_value(s, seat, kind)
    if s.events is not None:
        tell(s, "renaud", seat=seat, goods=[GOODS[first], GOODS[second]])


def support_dice(s: Position, seat: int) -> bool:
    """A die of 1 and another one lie unplaced, or one that counts double (§23.3, §R22, §R61)."""
    if not s.mask[seat] & 1 or not can_support(s, seat):
        return False
    if s.mask[seat] != 1 or s.dice[seat * 6] > 1:
        return True
    return can_double(s, seat)


def can_double(s: Position, seat: int) -> bool:
    return s.crew[seat * CREWS + SCRIPTORIUM] > 0 and not s.used[seat * USED + DOUBLED]


def do_support(s: Position, seat: int, _arg: int) -> None:
    """The die of 1 goes to the saint; which other one? (§23.3)"""
    take_die(s, seat, 1)
    s.saint_dice[seat] += 1
    s.used[seat * USED + SUPPORTED] = 1
    ask(s, seat, SUPPORT_WITH)


def legal_support(s: Position, seat: int) -> tuple[int, ...]:
    doubled = (DOUBLE,) if can_double(s, seat) else ()
    return doubled + listed(DIE, s.mask[seat])


def choose_support(s: Position, seat: int, value: int) -> None:
    """The other die goes to the saint, who gives two resources."""
    answer(s, seat)
    take_die(s, seat, value)
    s.saint_dice[seat] += 1
    ask(s, seat, TAKE_WHICH, 2)
    if s.events is not None:
        tell(s, "supported", seat=seat, value=value)


def legal_take(_s: Position, _seat: int) -> tuple[int, ...]:
    return listed(TAKE, 15)


def do_take(s: Position, seat: int, arg: int) -> None:
    """A resource of one's choice from the supply (§3.8, §23.3)."""
    (left,) = answer(s, seat)
    s.goods[seat * KINDS + arg + 1] += 1
    if s.events is not None:
        tell(s, "took", seat=seat, good=GOODS[arg + 1])
    if left > 1:
        ask(s, seat, TAKE_WHICH, left - 1)
