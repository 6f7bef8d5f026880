"""What buildings let dice do: turning, doubling, rolling again, taking back (§15, §16.2)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed, unbaptised_or_free
from abbatia.games.kings_abbey.actions import (
    DIE,
    DOUBLE,
    FROM,
    LAID,
    PUT,
    REROLL,
    REUSE,
    TAKE_BACK,
    TRIPLE,
    TURN,
    VALUE,
)
from abbatia.games.kings_abbey.chances import CHANCE_REROLL
from abbatia.games.kings_abbey.dice import (
    AREAS,
    CRUSADES,
    DEFENDING,
    IN_HAND,
    OWN_BOARD,
    SAINT_CARD,
    VIKING,
    lay_down,
    open_areas,
    put,
    take_die,
)
from abbatia.games.kings_abbey.fields import CHANCE_MASK, COURSE, LOCATIONS, Position, by_die, tell
from abbatia.games.kings_abbey.pieces import (
    ABBEY,
    ABBOTTS_DEN,
    BARRACKS,
    BELL_TOWER,
    BIT,
    BLACKSMITH,
    EVENT,
    HARVEST,
    LIBRARY,
    MONKS_QUARTERS,
    SCRIPTORIUM,
)
from abbatia.games.kings_abbey.questions import (
    HAND,
    LAID_WHICH,
    REUSE_WHICH,
    SUPPORT_WITH,
    TAKE_WHICH,
    TURN_VALUE,
    TURN_WHICH,
    answer,
    args_of,
    ask,
    set_arg,
    top,
)

# Which ability turns or multiplies a die.
BY_LIBRARY: Final = 0
BY_BLACKSMITH: Final = 1
BY_BARRACKS: Final = 2
BY_DOUBLE: Final = 3
BY_TRIPLE: Final = 4
GIVING: Final = sum(
    1 << card
    for card in (BELL_TOWER, LIBRARY, BLACKSMITH, BARRACKS, SCRIPTORIUM, ABBOTTS_DEN, MONKS_QUARTERS)
)


def phase_areas(state: Position) -> int:
    """Where dice can be put in this phase, besides resource locations."""
    if state.phase == ABBEY:
        return OWN_BOARD | CRUSADES | SAINT_CARD
    if state.phase == EVENT:
        return VIKING | SAINT_CARD
    return SAINT_CARD


def ability_dice(state: Position, seat: int, which: int) -> int:
    """Mask of the die values that this ability can be used on, now and here."""
    mask = state.players[seat].dice_mask
    found = 0
    for value in range(1, 7):
        if mask >> (value - 1) & 1 and has_ability_use(state, seat, which, value):
            found |= BIT[value - 1]
    return found


def has_ability_use(state: Position, seat: int, which: int, value: int) -> bool:
    """Whether the ability can lead this die anywhere."""
    player = state.players[seat]
    if which == BY_LIBRARY:
        return True
    if which == BY_DOUBLE:
        return open_areas(state, seat, phase_areas(state), value, 2) > 0
    if which == BY_TRIPLE:
        areas = phase_areas(state) & ~SAINT_CARD
        return player.dice[value - 1] >= 2 and open_areas(state, seat, areas, value, 3) > 0
    if which == BY_BARRACKS:
        needed = state.vikings[len(state.cover)]
        wide = player.workers[BARRACKS] > 1
        return needed != value and (wide or abs(needed - value) == 1)
    return smith_values(state, seat, value) > 0


def smith_values(state: Position, seat: int, value: int) -> int:
    """Mask of the values to which the Blacksmith can turn this die for a crusade (§15.5, §R14)."""
    wide = state.players[seat].workers[BLACKSMITH] > 1
    found = 0
    for turned in range(1, 7):
        if turned == value or (not wide and abs(turned - value) != 1):
            continue
        if open_areas(state, seat, CRUSADES, turned, 1):
            found |= BIT[turned - 1]
    return found


def ability_actions(state: Position, seat: int) -> tuple[int, ...]:
    """The special uses of dice that this player has now (§15, §16.2, §R15, §R25)."""
    player = state.players[seat]
    if not player.manned & GIVING:
        return ()
    workers, phase = player.workers, state.phase
    found: tuple[int, ...] = ()
    if player.dice_mask:
        found = rerolling(state, seat)
        if phase == ABBEY:
            if workers[LIBRARY] > player.library_used:
                found += (TURN + BY_LIBRARY,)
            if workers[BLACKSMITH] and not player.smith_used and ability_dice(state, seat, BY_BLACKSMITH):
                found += (TURN + BY_BLACKSMITH,)
        elif phase == EVENT and workers[BARRACKS] and can_use_barracks(state, seat):
            found += (TURN + BY_BARRACKS,)
        if workers[SCRIPTORIUM]:
            if not player.doubled and ability_dice(state, seat, BY_DOUBLE):
                found += (DOUBLE,)
            if workers[SCRIPTORIUM] > 1 and not player.tripled and ability_dice(state, seat, BY_TRIPLE):
                found += (TRIPLE,)
    if workers[ABBOTTS_DEN] > player.den_used and phase in (ABBEY, HARVEST) and laid_dice(state, seat):
        found += (TAKE_BACK,)
    if phase == HARVEST and workers[MONKS_QUARTERS] > 1 and can_reuse(state, seat):
        found += (REUSE,)
    return found


def can_use_barracks(state: Position, seat: int) -> bool:
    """Only the first die of this attack, and one that fits (§15.3)."""
    fresh = not state.players[seat].barracks_used and by_die(seat) not in state.cover
    return fresh and ability_dice(state, seat, BY_BARRACKS) > 0


def can_reuse(state: Position, seat: int) -> bool:
    """Once a round, with a die on a location (§15.16)."""
    return not state.players[seat].reused and location_dice(state, seat) > 0


def rerolling(state: Position, seat: int) -> tuple[int, ...]:
    """Rolling dice again with the Bell Tower (§16.2)."""
    player = state.players[seat]
    if player.manned >> BELL_TOWER & 1 and player.rerolls < 2:
        return listed(REROLL, rerolls(state, seat))
    return ()


def rerolls(state: Position, seat: int) -> int:
    """Mask of the values of which a die may be rolled again (§16.2, §R9)."""
    player = state.players[seat]
    mask = 0
    for i in range(6):
        if player.dice[i] > player.rerolled[i]:
            mask |= BIT[i]
    return mask


def laid_dice(state: Position, seat: int) -> int:
    """Mask of the dice on the own board that phase 3 brought there (§15.1)."""
    player = state.players[seat]
    reused = player.reused - 1
    mask = 0
    for i in range(18):
        if player.laid[i] > (i == reused):
            mask |= BIT[i]
    return mask


def location_dice(state: Position, seat: int) -> int:
    """Mask of the values of own dice on resource locations that can go to the own board (§15.16)."""
    player = state.players[seat]
    mask = 0
    for i in range(4):
        for value in (player.main[i], player.bonus[i]):
            if 0 < value <= 6:
                mask |= BIT[value - 1]
    return mask


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
        tell(state, "rerolled", seat=seat, value=value)


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
    _, weight, dice, areas = answer(state, seat)
    if areas & OWN_BOARD:
        state.players[seat].library_used += 1
    else:
        state.players[seat].smith_used += 1
    ask(state, seat, HAND, arg + 1, weight, dice, areas, 1)
    settle_hand(state, seat)


def settle_hand(state: Position, seat: int) -> None:
    """A die in hand that has one way only takes it."""
    options = legal_hand(state, seat)
    if len(options) == 1:
        do_put(state, seat, options[0] - PUT)


def do_put(state: Position, seat: int, arg: int) -> None:
    """The die in hand is placed."""
    value, weight, dice, _, _ = answer(state, seat)
    put(state, seat, arg, value, weight, dice)


def do_take_back(state: Position, seat: int, _arg: int) -> None:
    """Abbott's Den: choose a die of the own board (§15.1)."""
    ask(state, seat, LAID_WHICH)


def do_laid(state: Position, seat: int, arg: int) -> None:
    """The die is unplaced again; a defence point leaves with it (§R25)."""
    player = state.players[seat]
    answer(state, seat)
    area, value = arg // 6, arg % 6 + 1
    player.den_used += 1
    player.laid[arg] -= 1
    left = player.laid[arg]
    if area == DEFENDING:
        tripled = player.triple_at == value
        if player.double_at == value and left < (3 if tripled else 1):
            player.double_at = 0
        elif tripled and left < 2:
            player.triple_at = 0
    lay_down(state, seat, value)
    if state.events is not None:
        tell(state, "taken_back", seat=seat, area=AREAS[area], value=value)


def do_reuse(state: Position, seat: int, _arg: int) -> None:
    """The second Monk's Quarters: choose a die of a resource location (§15.16)."""
    ask(state, seat, REUSE_WHICH)


def choose_reused(state: Position, seat: int, value: int) -> None:
    """The die leaves its space, which is free again; the location stays used (§R26)."""
    player = state.players[seat]
    answer(state, seat)
    state.changed |= LOCATIONS
    for i in range(4):
        if player.main[i] == value:
            player.main[i] = 0
            break
        if player.bonus[i] == value:
            player.bonus[i] = 0
            state.bonus_left[i] += 1
            break
    player.reused = IN_HAND
    ask(state, seat, HAND, value, 1, 1, OWN_BOARD, 0)
    settle_hand(state, seat)


def legal_turn(state: Position, seat: int) -> tuple[int, ...]:
    (which,) = args_of(state, seat)
    return listed(DIE, ability_dice(state, seat, which))


def legal_value(state: Position, seat: int) -> tuple[int, ...]:
    value, weight, _, areas = args_of(state, seat)
    if areas & CRUSADES:
        return listed(VALUE, smith_values(state, seat, value))
    mask = 0
    for turned in range(1, 7):
        if turned != value and open_areas(state, seat, areas, turned, weight):
            mask |= BIT[turned - 1]
    return listed(VALUE, mask)


def legal_hand(state: Position, seat: int) -> tuple[int, ...]:
    player = state.players[seat]
    value, weight, _, areas, turned = args_of(state, seat)
    found: tuple[int, ...] = ()
    if not turned and areas & OWN_BOARD and player.workers[LIBRARY] > player.library_used:
        found = (TURN + BY_LIBRARY,)
    can_double = weight == 1 and player.workers[SCRIPTORIUM] and not player.doubled
    if can_double and open_areas(state, seat, areas, value, 2):
        found += (DOUBLE,)
    return found + listed(PUT, open_areas(state, seat, areas, value, weight))


def legal_laid(state: Position, seat: int) -> tuple[int, ...]:
    return listed(LAID, laid_dice(state, seat))


def legal_reuse(state: Position, seat: int) -> tuple[int, ...]:
    return listed(DIE, location_dice(state, seat))


def legal_crusader(state: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(state, seat))
