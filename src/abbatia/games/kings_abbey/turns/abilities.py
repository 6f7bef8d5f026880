"""What buildings let dice do, carried out: turning, doubling, rolling again, taking back (§15, §16.2)."""

from typing import Final

from abbatia.games.kings_abbey.abilities import (
    BY_BARRACKS,
    BY_BLACKSMITH,
    BY_DOUBLE,
    BY_LIBRARY,
    BY_TRIPLE,
    phase_areas,
    reuse_places,
)
from abbatia.games.kings_abbey.actions import PUT
from abbatia.games.kings_abbey.answers import legal_hand
from abbatia.games.kings_abbey.dice import (
    AREAS,
    CRUSADES,
    DEFENDING,
    IN_HAND,
    OWN_BOARD,
    SAINT_CARD,
    VIKING,
    lay_down,
    put,
    recall_turned,
    remember_turned,
    take_die,
)
from abbatia.games.kings_abbey.fields import CHANCE_MASK, COURSE, LOCATIONS, Position
from abbatia.games.kings_abbey.phases import CHANCE_REROLL
from abbatia.games.kings_abbey.pieces import BIT
from abbatia.games.kings_abbey.questions import (
    HAND,
    LAID_WHICH,
    REUSE_WHERE,
    REUSE_WHICH,
    SUPPORT_WITH,
    TAKE_WHICH,
    TURN_VALUE,
    TURN_WHICH,
    answer,
    ask,
    set_arg,
    top,
)

PLAIN: Final = 6  # the highest value of a die on a bonus space; above, the main die counts double


def do_reroll(state: Position, seat: int, arg: int) -> None:
    """The Bell Tower: the die is rolled again, the new value stands (§16.2)."""
    player = state.players[seat]
    player.dice[arg] -= 1
    if not player.dice[arg]:
        player.dice_mask &= ~BIT[arg]
    player.rerolls += 1
    state.turn = seat
    state.changed |= COURSE
    state.resume = state.acting
    state.acting = CHANCE_MASK
    state.chance = CHANCE_REROLL


def rolled_again(state: Position, value: int) -> None:
    """Chance answers the Bell Tower."""
    seat = state.turn
    lay_down(state, seat, value)
    state.players[seat].rerolled[value - 1] += 1
    state.acting = state.resume
    if state.events is not None:
        state.tell("rerolled", seat=seat, value=value)


def do_turn(state: Position, seat: int, arg: int) -> None:
    """Library, Blacksmith or Barracks: choose the die; with a die in hand the Library turns that one."""
    if top(state, seat) == HAND:
        value, weight, dice, areas, _ = answer(state, seat)
        ask(state, seat, TURN_VALUE, value, weight, dice, areas & OWN_BOARD)
        return
    ask(state, seat, TURN_WHICH, arg)


def do_double(state: Position, seat: int, _arg: int) -> None:
    """The Scriptorium: one die counts as two (§15.18); with a die in hand it is that one."""
    player = state.players[seat]
    if top(state, seat) == HAND:
        set_arg(state, seat, 1, 2)  # the weight
        player.doubled = 1
        settle_hand(state, seat)
        return
    if top(state, seat) == SUPPORT_WITH:
        answer(state, seat)
        player.doubled = 1
        ask(state, seat, TAKE_WHICH, 2)
        return
    ask(state, seat, TURN_WHICH, BY_DOUBLE)


def do_triple(state: Position, seat: int, _arg: int) -> None:
    """The second Scriptorium: two equal dice count as three (§15.18, §R23)."""
    ask(state, seat, TURN_WHICH, BY_TRIPLE)


def choose_die(state: Position, seat: int, value: int) -> None:
    """The die that an ability is used on."""
    player = state.players[seat]
    (which,) = answer(state, seat)
    take_die(state, seat, value)
    if which == BY_LIBRARY:
        ask(state, seat, TURN_VALUE, value, 1, 1, OWN_BOARD)
    elif which == BY_BLACKSMITH:
        ask(state, seat, TURN_VALUE, value, 1, 1, CRUSADES)
    elif which == BY_BARRACKS:
        player.barracks_used = 1
        ask(state, seat, HAND, state.vikings[len(state.cover)], 1, 1, VIKING, 1)
        settle_hand(state, seat)
    elif which == BY_DOUBLE:
        player.doubled = 1
        ask(state, seat, HAND, value, 2, 1, phase_areas(state), 0)
        settle_hand(state, seat)
    else:
        take_die(state, seat, value)
        player.tripled = 1
        ask(state, seat, HAND, value, 3, 2, phase_areas(state) & ~SAINT_CARD, 0)
        settle_hand(state, seat)


def do_value(state: Position, seat: int, arg: int) -> None:
    """The Library or the Blacksmith turns the die to this value (§15.5, §15.13)."""
    rolled, weight, dice, areas = answer(state, seat)
    if areas & OWN_BOARD:
        state.players[seat].library_used += 1
    else:
        state.players[seat].smith_used += 1
    turned = rolled if areas & OWN_BOARD and state.facts.version >= 2 else 1
    ask(state, seat, HAND, arg + 1, weight, dice, areas, turned)
    settle_hand(state, seat)


def settle_hand(state: Position, seat: int) -> None:
    """A die in hand that has one way only takes it."""
    options = legal_hand(state, seat)
    if len(options) == 1:
        do_put(state, seat, options[0] - PUT)


def do_put(state: Position, seat: int, arg: int) -> None:
    """The die in hand is placed."""
    value, weight, dice, areas, turned = answer(state, seat)
    if turned and areas & OWN_BOARD and state.facts.version >= 2:
        remember_turned(state, seat, arg * 6 + value - 1, turned, dice)
    put(state, seat, arg, value, weight, dice)


def do_take_back(state: Position, seat: int, _arg: int) -> None:
    """Abbott's Den: choose a die of the own board (§15.1)."""
    ask(state, seat, LAID_WHICH)


def do_laid(state: Position, seat: int, arg: int) -> None:
    """The die is unplaced again, as it was rolled; a defence point leaves with it (§R25)."""
    player = state.players[seat]
    answer(state, seat)
    area, value = arg // 6, arg % 6 + 1
    rolled = recall_turned(state, seat, arg) or value
    player.den_used += 1
    player.laid[arg] -= 1
    left = player.laid[arg]
    if area == DEFENDING:
        tripled = player.triple_at == value
        if player.double_at == value and left < (3 if tripled else 1):
            player.double_at = 0
        elif tripled and left < 2:
            player.triple_at = 0
    lay_down(state, seat, rolled)
    if state.events is not None:
        if rolled == value:
            state.tell("taken_back", seat=seat, area=AREAS[area], value=value)
        else:
            state.tell("taken_back_turned", seat=seat, area=AREAS[area], value=value, rolled=rolled)


def do_reuse(state: Position, seat: int, _arg: int) -> None:
    """The second Monk's Quarters: choose a die of a resource location (§15.16)."""
    ask(state, seat, REUSE_WHICH)


def choose_reused(state: Position, seat: int, value: int) -> None:
    """A die of this value, from the first location that has one, or from which one is asked (§R26)."""
    answer(state, seat)
    places = reuse_places(state, seat, value)
    ask(state, seat, REUSE_WHERE, value)
    if state.facts.version < 2 or places & (places - 1) == 0:
        reuse_from(state, seat, (places & -places).bit_length() - 1)


def reuse_from(state: Position, seat: int, kind: int) -> None:
    """The die leaves its space, which is free again; the location stays used (§R26)."""
    player = state.players[seat]
    (value,) = answer(state, seat)
    state.changed |= LOCATIONS
    if player.main[kind] == value:
        player.main[kind] = 0
        if player.bonus[kind] > PLAIN and state.facts.version >= 2:  # it counted double on both spaces
            player.bonus[kind] = 0
            state.bonus_left[kind] += 1
    else:
        player.bonus[kind] = 0
        state.bonus_left[kind] += 1
    player.reused = IN_HAND
    ask(state, seat, HAND, value, 1, 1, OWN_BOARD, 0)
    settle_hand(state, seat)
