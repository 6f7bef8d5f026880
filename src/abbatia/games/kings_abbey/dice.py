"""Monk dice: taking, placing, and what a placed die does."""

from typing import Final

from abbatia.games.kings_abbey.abbey import arrive, gain, unbaptised_or_free
from abbatia.games.kings_abbey.pieces import BIT, DEACON, FROM_CLERGY, FROM_VIKINGS, LEVELS, PRIEST
from abbatia.games.kings_abbey.questions import CRUSADER, SAINT_HOW, TAKE_WHICH, ask
from abbatia.games.kings_abbey.state import (
    ADVANCED,
    DOUBLE_AT,
    PREACHED,
    REUSED,
    SUPPORTED,
    SUPPORTING,
    TRIPLE_AT,
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
OWN_BOARD: Final = 0b0000111  # where the Library works (§R18)
CRUSADES: Final = 0b0011000
VIKING: Final = 0b0100000
SAINT_CARD: Final = 0b1000000
LIMIT: Final = 3  # preaching dice, clergy dice
IN_HAND: Final = 99  # in REUSED: the die is on its way; afterwards 1 + its place on the own board


def take_die(s: Position, seat: int, value: int) -> None:
    """An unplaced die is taken up; one that was rolled again goes first, so that the others still may."""
    at = seat * 6 + value - 1
    left = s.dice[at] - 1
    s.dice[at] = left
    if s.rerolled[at]:
        s.rerolled[at] -= 1
    if not left:
        s.mask[seat] &= ~BIT[value - 1]


def lay_down(s: Position, seat: int, value: int) -> None:
    """A die lies unplaced with this value."""
    s.dice[seat * 6 + value - 1] += 1
    s.mask[seat] |= BIT[value - 1]


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
