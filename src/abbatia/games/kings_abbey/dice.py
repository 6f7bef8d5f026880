"""Monk dice: taking, placing, and what a placed die does."""

from typing import Final

from abbatia.games.kings_abbey.abbey import arrive, gain, unbaptised_or_free
from abbatia.games.kings_abbey.fields import VIKINGS, Position, by_die
from abbatia.games.kings_abbey.pieces import (
    BIT,
    DEACON,
    FROM_CLERGY,
    FROM_VIKINGS,
    LEVELS,
    PRIEST,
    SCRIPTORIUM,
)
from abbatia.games.kings_abbey.player import SUPPORTING, Crusade
from abbatia.games.kings_abbey.questions import CRUSADER, SAINT_HOW, TAKE_WHICH, ask

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


def take_die(state: Position, seat: int, value: int) -> None:
    """An unplaced die is taken up; one that was rolled again goes first, so that the others still may."""
    player = state.players[seat]
    left = player.dice[value - 1] - 1
    player.dice[value - 1] = left
    if player.rerolled[value - 1]:
        player.rerolled[value - 1] -= 1
    if not left:
        player.dice_mask &= ~BIT[value - 1]


def lay_down(state: Position, seat: int, value: int) -> None:
    """A die lies unplaced with this value."""
    player = state.players[seat]
    player.dice[value - 1] += 1
    player.dice_mask |= BIT[value - 1]


def can_put(state: Position, seat: int, area: int, value: int, weight: int) -> bool:
    """Whether a die of this value that counts as `weight` dice can be placed there."""
    if area == PREACHING:
        return value <= 3 and can_preach(state, seat, weight)
    if area == RISING:
        return value >= 4 and can_rise(state, seat, weight)
    if area == DEFENDING:
        return True
    if area == AGAINST_VIKINGS:
        left = state.vikings[len(state.cover) : len(state.cover) + weight]
        return len(left) == weight and left[0] == value and left[-1] == value
    if area == ON_SAINT:
        return value == 1 and weight == 2 and can_support(state, seat)
    return can_crusade(state, seat, area - CRUSADE_1, value, weight)


def can_preach(state: Position, seat: int, weight: int) -> bool:
    """Whether seats, peasants and the limit of three allow `weight` more (§3.2, §17.20, §R17)."""
    player = state.players[seat]
    done = player.preached
    if done + weight > state.facts.event_preach[state.event] or player.reserve_peasants < weight:
        return False
    return 12 - player.benches.bit_count() >= weight


def can_rise(state: Position, seat: int, weight: int) -> bool:
    """Whether the limit of three and the track allow `weight` more steps (§3.4, §R17)."""
    player = state.players[seat]
    done = player.advanced
    return done + weight <= LIMIT and player.clergy + weight <= state.facts.tops[-1]


def can_crusade(state: Position, seat: int, slot: int, value: int, weight: int) -> bool:
    """The crusade has room, the value is right, a peasant is there or can go (§3.12, §3.13)."""
    crusade = state.players[seat].crusades[slot]
    if not is_open(state, crusade) or crusade.filled + weight > state.facts.crusade_dice[crusade.card]:
        return False
    if crusade.face and crusade.face != value:
        return False
    return crusade.crusader > 0 or unbaptised_or_free(state, seat) > 0


def is_open(state: Position, crusade: Crusade) -> bool:
    """Whether there is a crusade that is not accomplished (§3.14)."""
    return crusade.card >= 0 and crusade.filled < state.facts.crusade_dice[crusade.card]


def can_support(state: Position, seat: int) -> bool:
    """The saint is revealed and has not helped this round (§23.3)."""
    player = state.players[seat]
    return player.saint_mode == SUPPORTING and not player.supported


def open_areas(state: Position, seat: int, areas: int, value: int, weight: int) -> int:
    """Mask of the areas, out of these, that take the die."""
    mask = 0
    for area in range(7):
        if areas >> area & 1 and can_put(state, seat, area, value, weight):
            mask |= BIT[area]
    return mask


def put(state: Position, seat: int, area: int, value: int, weight: int, dice: int) -> None:
    """Place a die, or two that count as three, that was taken up before."""
    player = state.players[seat]
    if state.events is not None and area not in (CRUSADE_1, CRUSADE_2):
        state.tell("placed", seat=seat, area=AREAS[area], value=value, n=weight)
    if area <= DEFENDING:
        lay(state, seat, area, value, weight, dice)
    elif area == AGAINST_VIKINGS:
        player.viking_dice += dice
        state.changed |= VIKINGS
        for _ in range(weight):
            state.cover.append(by_die(seat))
        gain(state, seat, FROM_VIKINGS, weight)
    elif area == ON_SAINT:
        player.saint_dice += dice
        player.supported = 1
        ask(state, seat, TAKE_WHICH, 2)
    else:
        march(state, seat, area - CRUSADE_1, value, weight, dice)


def remember_turned(state: Position, seat: int, place: int, rolled: int, dice: int) -> None:
    """Note what dice of the own board showed before the Library turned them (§R25).

    Seven bits a die: 1 + its place in `laid` × 6 + its value - 1. One that was used again is not noted, since
    it cannot be taken back.
    """
    player = state.players[seat]
    if player.reused != IN_HAND:
        for _ in range(dice):
            player.turned = player.turned << 7 | 1 + place * 6 + rolled - 1


def recall_turned(state: Position, seat: int, place: int) -> int:
    """What the die that is taken back from this place was rolled as; 0 for one that was not turned (§R25).

    Of several there, those that the Library did not turn come first.
    """
    player = state.players[seat]
    noted: list[int] = []
    rest = player.turned
    while rest:
        noted.append((rest & 127) - 1)
        rest >>= 7
    here = [note for note in noted if note // 6 == place]
    if not here or player.laid[place] - (player.reused == 1 + place) > len(here):
        return 0
    noted.remove(here[0])
    player.turned = 0
    for note in reversed(noted):
        player.turned = player.turned << 7 | note + 1
    return here[0] % 6 + 1


def lay(state: Position, seat: int, area: int, value: int, weight: int, dice: int) -> None:
    """A die on the own board: preaching, clergy or defence (§3.2, §3.4, §3.11)."""
    player = state.players[seat]
    player.laid[area * 6 + value - 1] += dice
    if player.reused == IN_HAND:
        player.reused = 1 + area * 6 + value - 1
    if area == PREACHING:
        player.preached += weight
        for _ in range(weight):
            arrive(state, seat)
    elif area == RISING:
        player.advanced += weight
        rise(state, seat, weight)
    elif weight == 2:
        player.double_at = value
    elif weight == 3:
        player.triple_at = value


def rise(state: Position, seat: int, steps: int) -> None:
    """Advance the clergy marker and gain what each step brings (§3.5 to §3.10, §R52)."""
    player = state.players[seat]
    facts = state.facts
    for _ in range(steps):
        player.clergy += 1
        at = player.clergy
        if facts.step_prestige[at]:
            gain(state, seat, FROM_CLERGY, facts.step_prestige[at])
        if at in facts.tops:
            if state.events is not None:
                state.tell("accomplished", seat=seat, level=LEVELS[facts.tops.index(at)])
            if at == facts.tops[PRIEST]:
                ask(state, seat, TAKE_WHICH, 2)
            elif at == facts.tops[DEACON] and state.with_saints and not player.saint_mode:
                ask(state, seat, SAINT_HOW)


def march(state: Position, seat: int, slot: int, value: int, weight: int, dice: int) -> None:
    """A die for an own crusade; the peasant goes first (§3.12)."""
    player = state.players[seat]
    if player.crusades[slot].crusader:
        enlist(state, seat, slot, value, weight)
        player.change_crusade(slot).own_dice += dice
        return
    ask(state, seat, CRUSADER, slot, value, weight, dice)


def enlist(state: Position, owner: int, slot: int, value: int, weight: int) -> None:
    """Fill spaces of a crusade; when the last is filled it is accomplished (§3.13, §3.14)."""
    crusade = state.players[owner].change_crusade(slot)
    crusade.face = value
    crusade.filled += weight
    if state.events is not None:
        state.tell("crusade_die", seat=owner, slot=slot + 1, value=value, n=weight)
        if not is_open(state, crusade):
            state.tell("crusade_filled", seat=owner, crusade=state.facts.crusade_ids[crusade.card])


def can_double(state: Position, seat: int) -> bool:
    """The Scriptorium may let one die count as two (§15.18)."""
    player = state.players[seat]
    return player.workers[SCRIPTORIUM] > 0 and not player.doubled


def can_triple_here(state: Position, seat: int) -> bool:
    """Whether two equal dice may count as three on a location (§R23); not in version 1."""
    return state.facts.version >= 2 and can_triple(state, seat)


def can_triple(state: Position, seat: int) -> bool:
    """The second Scriptorium may let two equal dice count as three (§15.18)."""
    player = state.players[seat]
    return player.workers[SCRIPTORIUM] > 1 and not player.tripled
