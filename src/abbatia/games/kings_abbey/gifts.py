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
from abbatia.games.kings_abbey.pieces import (
    ABBEY,
    ABBOTTS_DEN,
    BARRACKS,
    BELL_TOWER,
    BIT,
    BLACKSMITH,
    CREWS,
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
    top,
)
from abbatia.games.kings_abbey.state import (
    BARRACKS_USED,
    CHANCE_MASK,
    DEN_USED,
    DOUBLE_AT,
    DOUBLED,
    LIBRARY_USED,
    REROLLS,
    REUSED,
    SMITH_USED,
    TRIPLE_AT,
    TRIPLED,
    USED,
    Position,
    tell,
)

# Which gift turns or multiplies a die.
BY_LIBRARY: Final = 0
BY_BLACKSMITH: Final = 1
BY_BARRACKS: Final = 2
BY_DOUBLE: Final = 3
BY_TRIPLE: Final = 4
CHANCE_REROLL: Final = 1  # see game.py for the others
GIVING: Final = sum(
    1 << card
    for card in (BELL_TOWER, LIBRARY, BLACKSMITH, BARRACKS, SCRIPTORIUM, ABBOTTS_DEN, MONKS_QUARTERS)
)


def phase_areas(s: Position) -> int:
    """Where dice can be put in this phase, besides resource locations."""
    if s.phase == ABBEY:
        return OWN_BOARD | CRUSADES | SAINT_CARD
    if s.phase == EVENT:
        return VIKING | SAINT_CARD
    return SAINT_CARD


def gift_dice(s: Position, seat: int, which: int) -> int:
    """Mask of the die values that this gift can be used on, now and here."""
    mask = s.mask[seat]
    found = 0
    for value in range(1, 7):
        if mask >> (value - 1) & 1 and has_gift_use(s, seat, which, value):
            found |= BIT[value - 1]
    return found


def has_gift_use(s: Position, seat: int, which: int, value: int) -> bool:
    """Whether the gift can lead this die anywhere."""
    if which == BY_LIBRARY:
        return True
    if which == BY_DOUBLE:
        return open_areas(s, seat, phase_areas(s), value, 2) > 0
    if which == BY_TRIPLE:
        areas = phase_areas(s) & ~SAINT_CARD
        return s.dice[seat * 6 + value - 1] >= 2 and open_areas(s, seat, areas, value, 3) > 0
    if which == BY_BARRACKS:
        needed = s.vikings[len(s.cover)]
        wide = s.crew[seat * CREWS + BARRACKS] > 1
        return needed != value and (wide or abs(needed - value) == 1)
    return smith_values(s, seat, value) > 0


def smith_values(s: Position, seat: int, value: int) -> int:
    """Mask of the values to which the Blacksmith can turn this die for a crusade (§15.5, §R14)."""
    wide = s.crew[seat * CREWS + BLACKSMITH] > 1
    found = 0
    for turned in range(1, 7):
        if turned == value or (not wide and abs(turned - value) != 1):
            continue
        if open_areas(s, seat, CRUSADES, turned, 1):
            found |= BIT[turned - 1]
    return found


def gifts(s: Position, seat: int) -> tuple[int, ...]:
    """The special uses of dice that this player has now (§15, §16.2, §R15, §R25)."""
    if not s.manned[seat] & GIVING:
        return ()
    at, used = seat * CREWS, seat * USED
    crew, counts, phase = s.crew, s.used, s.phase
    found: tuple[int, ...] = ()
    if s.mask[seat]:
        found = rerolling(s, seat)
        if phase == ABBEY:
            if crew[at + LIBRARY] > counts[used + LIBRARY_USED]:
                found += (TURN + BY_LIBRARY,)
            if crew[at + BLACKSMITH] and not counts[used + SMITH_USED] and gift_dice(s, seat, BY_BLACKSMITH):
                found += (TURN + BY_BLACKSMITH,)
        elif phase == EVENT and crew[at + BARRACKS] and can_use_barracks(s, seat):
            found += (TURN + BY_BARRACKS,)
        if crew[at + SCRIPTORIUM]:
            if not counts[used + DOUBLED] and gift_dice(s, seat, BY_DOUBLE):
                found += (DOUBLE,)
            if crew[at + SCRIPTORIUM] > 1 and not counts[used + TRIPLED] and gift_dice(s, seat, BY_TRIPLE):
                found += (TRIPLE,)
    if crew[at + ABBOTTS_DEN] > counts[used + DEN_USED] and phase in (ABBEY, HARVEST) and laid_dice(s, seat):
        found += (TAKE_BACK,)
    if phase == HARVEST and crew[at + MONKS_QUARTERS] > 1 and can_reuse(s, seat):
        found += (REUSE,)
    return found


def can_use_barracks(s: Position, seat: int) -> bool:
    """Only the first die of this attack, and one that fits (§15.3)."""
    fresh = not s.used[seat * USED + BARRACKS_USED] and seat * 2 + 1 not in s.cover
    return fresh and gift_dice(s, seat, BY_BARRACKS) > 0


def can_reuse(s: Position, seat: int) -> bool:
    """Once a round, with a die on a location (§15.16)."""
    return not s.used[seat * USED + REUSED] and location_dice(s, seat) > 0


def rerolling(s: Position, seat: int) -> tuple[int, ...]:
    """Rolling dice again with the Bell Tower (§16.2)."""
    if s.manned[seat] >> BELL_TOWER & 1 and s.used[seat * USED + REROLLS] < 2:
        return listed(REROLL, rerolls(s, seat))
    return ()


def rerolls(s: Position, seat: int) -> int:
    """Mask of the values of which a die may be rolled again (§16.2, §R9)."""
    mask = 0
    for i in range(6):
        if s.dice[seat * 6 + i] > s.rerolled[seat * 6 + i]:
            mask |= BIT[i]
    return mask


def laid_dice(s: Position, seat: int) -> int:
    """Mask of the dice on the own board that phase 3 brought there (§15.1)."""
    reused = s.used[seat * USED + REUSED] - 1
    mask = 0
    for i in range(18):
        if s.laid[seat * 18 + i] > (i == reused):
            mask |= BIT[i]
    return mask


def location_dice(s: Position, seat: int) -> int:
    """Mask of the values of own dice on resource locations that can go to the own board (§15.16)."""
    mask = 0
    for i in range(seat * 4, seat * 4 + 4):
        for value in (s.main[i], s.bonus[i]):
            if 0 < value <= 6:
                mask |= BIT[value - 1]
    return mask


def do_reroll(s: Position, seat: int, arg: int) -> None:
    """The Bell Tower: the die is rolled again, the new value stands (§16.2)."""
    at = seat * 6 + arg
    s.dice[at] -= 1
    if not s.dice[at]:
        s.mask[seat] &= ~BIT[arg]
    s.used[seat * USED + REROLLS] += 1
    s.turn = seat
    s.resume = s.acting
    s.acting = CHANCE_MASK
    s.chance = CHANCE_REROLL


def rolled_again(s: Position, value: int) -> None:
    """Chance answers the Bell Tower."""
    seat = s.turn
    lay_down(s, seat, value)
    s.rerolled[seat * 6 + value - 1] += 1
    s.acting = s.resume
    if s.events is not None:
        tell(s, "rerolled", seat=seat, value=value)


def do_turn(s: Position, seat: int, arg: int) -> None:
    """Library, Blacksmith or Barracks: choose the die; with a die in hand the Library turns that one."""
    if top(s, seat) == HAND:
        value, weight, dice, areas, _ = answer(s, seat)
        ask(s, seat, TURN_VALUE, value, weight, dice, areas & OWN_BOARD)
        return
    ask(s, seat, TURN_WHICH, arg)


def do_double(s: Position, seat: int, _arg: int) -> None:
    """The Scriptorium: one die counts as two (§15.18); with a die in hand it is that one."""
    if top(s, seat) == HAND:
        s.asks[seat][-5] = 2
        s.used[seat * USED + DOUBLED] = 1
        settle_hand(s, seat)
        return
    if top(s, seat) == SUPPORT_WITH:
        answer(s, seat)
        s.used[seat * USED + DOUBLED] = 1
        ask(s, seat, TAKE_WHICH, 2)
        return
    ask(s, seat, TURN_WHICH, BY_DOUBLE)


def do_triple(s: Position, seat: int, _arg: int) -> None:
    """The second Scriptorium: two equal dice count as three (§15.18, §R23)."""
    ask(s, seat, TURN_WHICH, BY_TRIPLE)


def choose_die(s: Position, seat: int, value: int) -> None:
    """The die that a gift is used on."""
    (which,) = answer(s, seat)
    take_die(s, seat, value)
    used = seat * USED
    if which == BY_LIBRARY:
        ask(s, seat, TURN_VALUE, value, 1, 1, OWN_BOARD)
    elif which == BY_BLACKSMITH:
        ask(s, seat, TURN_VALUE, value, 1, 1, CRUSADES)
    elif which == BY_BARRACKS:
        s.used[used + BARRACKS_USED] = 1
        ask(s, seat, HAND, s.vikings[len(s.cover)], 1, 1, VIKING, 1)
        settle_hand(s, seat)
    elif which == BY_DOUBLE:
        s.used[used + DOUBLED] = 1
        ask(s, seat, HAND, value, 2, 1, phase_areas(s), 0)
        settle_hand(s, seat)
    else:
        take_die(s, seat, value)
        s.used[used + TRIPLED] = 1
        ask(s, seat, HAND, value, 3, 2, phase_areas(s) & ~SAINT_CARD, 0)
        settle_hand(s, seat)


def do_value(s: Position, seat: int, arg: int) -> None:
    """The Library or the Blacksmith turns the die to this value (§15.5, §15.13)."""
    _, weight, dice, areas = answer(s, seat)
    s.used[seat * USED + (LIBRARY_USED if areas & OWN_BOARD else SMITH_USED)] += 1
    ask(s, seat, HAND, arg + 1, weight, dice, areas, 1)
    settle_hand(s, seat)


def settle_hand(s: Position, seat: int) -> None:
    """A die in hand that has one way only takes it."""
    options = legal_hand(s, seat)
    if len(options) == 1:
        do_put(s, seat, options[0] - PUT)


def do_put(s: Position, seat: int, arg: int) -> None:
    """The die in hand is placed."""
    value, weight, dice, _, _ = answer(s, seat)
    put(s, seat, arg, value, weight, dice)


def do_take_back(s: Position, seat: int, _arg: int) -> None:
    """Abbott's Den: choose a die of the own board (§15.1)."""
    ask(s, seat, LAID_WHICH)


def do_laid(s: Position, seat: int, arg: int) -> None:
    """The die is unplaced again; a defence point leaves with it (§R25)."""
    answer(s, seat)
    used, area, value = seat * USED, arg // 6, arg % 6 + 1
    s.used[used + DEN_USED] += 1
    s.laid[seat * 18 + arg] -= 1
    left = s.laid[seat * 18 + arg]
    if area == DEFENDING:
        tripled = s.used[used + TRIPLE_AT] == value
        if s.used[used + DOUBLE_AT] == value and left < (3 if tripled else 1):
            s.used[used + DOUBLE_AT] = 0
        elif tripled and left < 2:
            s.used[used + TRIPLE_AT] = 0
    lay_down(s, seat, value)
    if s.events is not None:
        tell(s, "taken_back", seat=seat, area=AREAS[area], value=value)


def do_reuse(s: Position, seat: int, _arg: int) -> None:
    """The second Monk's Quarters: choose a die of a resource location (§15.16)."""
    ask(s, seat, REUSE_WHICH)


def choose_reused(s: Position, seat: int, value: int) -> None:
    """The die leaves its space, which is free again; the location stays used (§R26)."""
    answer(s, seat)
    for i in range(4):
        if s.main[seat * 4 + i] == value:
            s.main[seat * 4 + i] = 0
            break
        if s.bonus[seat * 4 + i] == value:
            s.bonus[seat * 4 + i] = 0
            s.bonus_left[i] += 1
            break
    s.used[seat * USED + REUSED] = IN_HAND
    ask(s, seat, HAND, value, 1, 1, OWN_BOARD, 0)
    settle_hand(s, seat)


def legal_turn(s: Position, seat: int) -> tuple[int, ...]:
    (which,) = args_of(s, seat)
    return listed(DIE, gift_dice(s, seat, which))


def legal_value(s: Position, seat: int) -> tuple[int, ...]:
    value, weight, _, areas = args_of(s, seat)
    if areas & CRUSADES:
        return listed(VALUE, smith_values(s, seat, value))
    mask = 0
    for turned in range(1, 7):
        if turned != value and open_areas(s, seat, areas, turned, weight):
            mask |= BIT[turned - 1]
    return listed(VALUE, mask)


def legal_hand(s: Position, seat: int) -> tuple[int, ...]:
    value, weight, _, areas, turned = args_of(s, seat)
    used, at = seat * USED, seat * CREWS
    found: tuple[int, ...] = ()
    if not turned and areas & OWN_BOARD and s.crew[at + LIBRARY] > s.used[used + LIBRARY_USED]:
        found = (TURN + BY_LIBRARY,)
    can_double = weight == 1 and s.crew[at + SCRIPTORIUM] and not s.used[used + DOUBLED]
    if can_double and open_areas(s, seat, areas, value, 2):
        found += (DOUBLE,)
    return found + listed(PUT, open_areas(s, seat, areas, value, weight))


def legal_laid(s: Position, seat: int) -> tuple[int, ...]:
    return listed(LAID, laid_dice(s, seat))


def legal_reuse(s: Position, seat: int) -> tuple[int, ...]:
    return listed(DIE, location_dice(s, seat))


def legal_crusader(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(s, seat))
