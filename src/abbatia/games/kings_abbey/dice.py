"""Monk dice: taking, placing, turning, doubling, rolling again, taking back."""

from typing import Final

from abbatia.games.kings_abbey.abbey import arrive, gain, listed, unbaptised_or_free
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
from abbatia.games.kings_abbey.pieces import (
    ABBEY,
    ABBOTTS_DEN,
    BARRACKS,
    BELL_TOWER,
    BIT,
    BLACKSMITH,
    CREWS,
    DEACON,
    EVENT,
    FROM_CLERGY,
    FROM_VIKINGS,
    HARVEST,
    LEVELS,
    LIBRARY,
    MONKS_QUARTERS,
    PRIEST,
    SCRIPTORIUM,
)
from abbatia.games.kings_abbey.questions import (
    CRUSADER,
    HAND,
    LAID_WHICH,
    REUSE_WHICH,
    SAINT_HOW,
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
    ADVANCED,
    BARRACKS_USED,
    CHANCE_MASK,
    DEN_USED,
    DOUBLE_AT,
    DOUBLED,
    LIBRARY_USED,
    PREACHED,
    REROLLS,
    REUSED,
    SMITH_USED,
    SUPPORTED,
    SUPPORTING,
    TRIPLE_AT,
    TRIPLED,
    USED,
    Position,
    tell,
)

# Where a die can be put.
PREACHING: Final = 0
RISING: Final = 1
DEFENDING: Final = 2
CRUSADE_1: Final = 3
CRUSADE_2: Final = 4
AGAINST_VIKINGS: Final = 5
ON_SAINT: Final = 6
AREAS: Final = ("preaching", "clergy", "defence", "crusade_1", "crusade_2", "vikings", "saint")
OWN_BOARD: Final = 0b0000111
CRUSADES: Final = 0b0011000
VIKING: Final = 0b0100000
SAINT_CARD: Final = 0b1000000

# Which gift turns or multiplies a die.
BY_LIBRARY: Final = 0
BY_BLACKSMITH: Final = 1
BY_BARRACKS: Final = 2
BY_DOUBLE: Final = 3
BY_TRIPLE: Final = 4

CHANCE_REROLL: Final = 1  # see game.py for the others
LIMIT: Final = 3  # preaching dice, clergy dice
IN_HAND: Final = 99  # in REUSED: the die is on its way; afterwards 1 + its place on the own board


def take_die(s: Position, seat: int, value: int) -> None:
    """An unplaced die is taken up; one that was rolled again goes first, so that the others still may."""
    at = seat * 6 + value - 1
    s.dice[at] -= 1
    if s.rerolled[at]:
        s.rerolled[at] -= 1
    if not s.dice[at]:
        s.mask[seat] &= ~BIT[value - 1]


def lay_down(s: Position, seat: int, value: int) -> None:
    """A die lies unplaced with this value."""
    s.dice[seat * 6 + value - 1] += 1
    s.mask[seat] |= BIT[value - 1]


# -- what a die can do -----------------------------------------------------------------------------------


def can_put(s: Position, seat: int, area: int, value: int, weight: int) -> bool:
    """Whether a die of this value that counts as `weight` dice can be placed there."""
    if area == PREACHING:
        return value <= 3 and can_preach(s, seat, weight)
    if area == RISING:
        return value >= 4 and can_rise(s, seat, weight)
    if area == DEFENDING:
        return True
    if area == AGAINST_VIKINGS:
        left = s.vikings[len(s.cover) : len(s.cover) + weight]
        return len(left) == weight and left[0] == value and left[-1] == value
    if area == ON_SAINT:
        return value == 1 and weight == 2 and can_support(s, seat)
    return can_crusade(s, seat, area - CRUSADE_1, value, weight)


def can_preach(s: Position, seat: int, weight: int) -> bool:
    """Seats, peasants and the limit of three allow so many more (§3.2, §17.20, §R17)."""
    done = s.used[seat * USED + PREACHED]
    if done + weight > s.facts.event_preach[s.event] or s.flock[seat] < weight:
        return False
    return 12 - s.benches[seat].bit_count() >= weight


def can_rise(s: Position, seat: int, weight: int) -> bool:
    """The limit of three and the track allow so many more steps (§3.4, §R17)."""
    done = s.used[seat * USED + ADVANCED]
    return done + weight <= LIMIT and s.clergy[seat] + weight <= s.facts.tops[-1]


def can_crusade(s: Position, seat: int, slot: int, value: int, weight: int) -> bool:
    """The crusade has room, the value is right, a peasant is there or can go (§3.12, §3.13)."""
    at = seat * 2 + slot
    if not is_open(s, at) or s.filled[at] + weight > s.facts.crusade_dice[s.card[at]]:
        return False
    if s.face[at] and s.face[at] != value:
        return False
    return s.crusader[at] > 0 or unbaptised_or_free(s, seat) > 0


def is_open(s: Position, at: int) -> bool:
    """Whether there is a crusade that is not accomplished (§3.14)."""
    return s.card[at] >= 0 and s.filled[at] < s.facts.crusade_dice[s.card[at]]


def can_support(s: Position, seat: int) -> bool:
    """The saint is revealed and has not helped this round (§23.3)."""
    return s.saint_mode[seat] == SUPPORTING and not s.used[seat * USED + SUPPORTED]


def open_areas(s: Position, seat: int, areas: int, value: int, weight: int) -> int:
    """Mask of the areas, out of these, that take the die."""
    mask = 0
    for area in range(7):
        if areas >> area & 1 and can_put(s, seat, area, value, weight):
            mask |= BIT[area]
    return mask


# -- placing ---------------------------------------------------------------------------------------------


def put(s: Position, seat: int, area: int, value: int, weight: int, dice: int) -> None:
    """Place a die, or two that count as three, that was taken up before."""
    if s.events is not None and area not in (CRUSADE_1, CRUSADE_2):
        tell(s, "placed", seat=seat, area=AREAS[area], value=value, n=weight)
    if area <= DEFENDING:
        lay(s, seat, area, value, weight, dice)
    elif area == AGAINST_VIKINGS:
        s.viking_dice[seat] += dice
        for _ in range(weight):
            s.cover.append(seat * 2 + 1)
        gain(s, seat, FROM_VIKINGS, weight)
    elif area == ON_SAINT:
        s.saint_dice[seat] += dice
        s.used[seat * USED + SUPPORTED] = 1
        ask(s, seat, TAKE_WHICH, 2)
    else:
        march(s, seat, area - CRUSADE_1, value, weight, dice)


def lay(s: Position, seat: int, area: int, value: int, weight: int, dice: int) -> None:
    """A die on the own board: preaching, clergy or defence (§3.2, §3.4, §3.11)."""
    used = seat * USED
    s.laid[seat * 18 + area * 6 + value - 1] += dice
    if s.used[used + REUSED] == IN_HAND:
        s.used[used + REUSED] = 1 + area * 6 + value - 1
    if area == PREACHING:
        s.used[used + PREACHED] += weight
        for _ in range(weight):
            arrive(s, seat)
    elif area == RISING:
        s.used[used + ADVANCED] += weight
        rise(s, seat, weight)
    elif weight == 2:
        s.used[used + DOUBLE_AT] = value
    elif weight == 3:
        s.used[used + TRIPLE_AT] = value


def rise(s: Position, seat: int, steps: int) -> None:
    """Advance the clergy marker and gain what each step brings (§3.5 to §3.10, §R52)."""
    facts = s.facts
    for _ in range(steps):
        s.clergy[seat] += 1
        at = s.clergy[seat]
        if facts.step_prestige[at]:
            gain(s, seat, FROM_CLERGY, facts.step_prestige[at])
        if at in facts.tops:
            if s.events is not None:
                tell(s, "accomplished", seat=seat, level=LEVELS[facts.tops.index(at)])
            if at == facts.tops[PRIEST]:
                ask(s, seat, TAKE_WHICH, 2)
            elif at == facts.tops[DEACON] and s.with_saints and not s.saint_mode[seat]:
                ask(s, seat, SAINT_HOW)


def march(s: Position, seat: int, slot: int, value: int, weight: int, dice: int) -> None:
    """A die for an own crusade; the peasant goes first (§3.12)."""
    at = seat * 2 + slot
    if s.crusader[at]:
        enlist(s, seat, slot, value, weight)
        s.own_dice[at] += dice
        return
    ask(s, seat, CRUSADER, slot, value, weight, dice)


def enlist(s: Position, owner: int, slot: int, value: int, weight: int) -> None:
    """Fill spaces of a crusade; when the last is filled it is accomplished (§3.13, §3.14)."""
    at = owner * 2 + slot
    s.face[at] = value
    s.filled[at] += weight
    if s.events is not None:
        tell(s, "crusade_die", seat=owner, slot=slot + 1, value=value, n=weight)
        if not is_open(s, at):
            tell(s, "crusade_filled", seat=owner, crusade=s.facts.crusade_ids[s.card[at]])


# -- gifts: turning, doubling, rolling again, taking back -------------------------------------------------


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
        elif phase == EVENT and crew[at + BARRACKS] and not counts[used + BARRACKS_USED]:
            if seat * 2 + 1 not in s.cover and gift_dice(s, seat, BY_BARRACKS):
                found += (TURN + BY_BARRACKS,)
        if crew[at + SCRIPTORIUM]:
            if not counts[used + DOUBLED] and gift_dice(s, seat, BY_DOUBLE):
                found += (DOUBLE,)
            if crew[at + SCRIPTORIUM] > 1 and not counts[used + TRIPLED] and gift_dice(s, seat, BY_TRIPLE):
                found += (TRIPLE,)
    if crew[at + ABBOTTS_DEN] > counts[used + DEN_USED] and phase in (ABBEY, HARVEST) and laid_dice(s, seat):
        found += (TAKE_BACK,)
    if phase == HARVEST and crew[at + MONKS_QUARTERS] > 1 and not counts[used + REUSED]:
        if location_dice(s, seat):
            found += (REUSE,)
    return found


def rerolling(s: Position, seat: int) -> tuple[int, ...]:
    """Rolling dice again with the Bell Tower (§16.2)."""
    if s.crew[seat * CREWS + BELL_TOWER] and s.used[seat * USED + REROLLS] < 2:
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


# -- what is legal while a die is chosen ------------------------------------------------------------------


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
    if weight == 1 and s.crew[at + SCRIPTORIUM] and not s.used[used + DOUBLED]:
        if open_areas(s, seat, areas, value, 2):
            found += (DOUBLE,)
    return found + listed(PUT, open_areas(s, seat, areas, value, weight))


def legal_laid(s: Position, seat: int) -> tuple[int, ...]:
    return listed(LAID, laid_dice(s, seat))


def legal_reuse(s: Position, seat: int) -> tuple[int, ...]:
    return listed(DIE, location_dice(s, seat))


def legal_crusader(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(s, seat))
