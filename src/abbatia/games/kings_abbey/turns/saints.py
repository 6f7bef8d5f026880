"""The Patron Saints: support and abilities (§23)."""

from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import collect_value, man, raise_building
from abbatia.games.kings_abbey.dice import enlist, take_die
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import (
    ANDRE,
    ARNAUD,
    BATTLEMENT,
    ELIE,
    GAUVIN,
    GOODS,
    LIONEL,
    RENAUD,
    RODOLPHE,
    SAINTS,
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
    ask,
)


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
        state.tell("saint_kept", seat=seat)


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


def do_free_build(state: Position, seat: int, card: int) -> None:
    """Élie builds for nothing (§23.5)."""
    answer(state, seat)
    raise_building(state, seat, card)


def do_gauvin(state: Position, seat: int, slot: int) -> None:
    """Gauvin accomplishes a crusade that lacks at most two dice (§23.6)."""
    answer(state, seat)
    crusade = state.players[seat].crusades[slot]
    enlist(state, seat, slot, crusade.face, state.facts.crusade_dice[crusade.card] - crusade.filled)


def do_lionel(state: Position, seat: int, arg: int) -> None:
    """Lionel trains an archer for nothing (§23.8, §R58)."""
    (left,) = answer(state, seat)
    if left > 1:
        ask(state, seat, LIONEL_WHERE, left - 1)
    ask(state, seat, ARCHER_WHO, BATTLEMENT + arg, 1)


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
        state.tell("renaud", seat=seat, goods=[GOODS[first], GOODS[second]])


def do_support(state: Position, seat: int, _arg: int) -> None:
    """The die of 1 goes to the saint; which other one? (§23.3)"""
    player = state.players[seat]
    take_die(state, seat, 1)
    player.saint_dice += 1
    player.supported = 1
    ask(state, seat, SUPPORT_WITH)


def choose_support(state: Position, seat: int, value: int) -> None:
    """The other die goes to the saint, who gives two resources."""
    answer(state, seat)
    take_die(state, seat, value)
    state.players[seat].saint_dice += 1
    ask(state, seat, TAKE_WHICH, 2)
    if state.events is not None:
        state.tell("supported", seat=seat, value=value)


def do_take(state: Position, seat: int, arg: int) -> None:
    """A resource of one's choice from the supply (§3.8, §23.3)."""
    (left,) = answer(state, seat)
    state.players[seat].goods[arg + 1] += 1
    if state.events is not None:
        state.tell("took", seat=seat, good=GOODS[arg + 1])
    if left > 1:
        ask(state, seat, TAKE_WHICH, left - 1)
