"""Legality of what buildings let dice do: turning, doubling, rolling again, taking back (§15, §16.2).

And of what the dice of others can do for a crusade (§19).
"""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed, unbaptised_or_free
from abbatia.games.kings_abbey.actions import DOUBLE, REROLL, REUSE, TAKE_BACK, TRIPLE, TURN
from abbatia.games.kings_abbey.dice import (
    CRUSADES,
    OWN_BOARD,
    SAINT_CARD,
    VIKING,
    can_double,
    can_triple,
    open_areas,
)
from abbatia.games.kings_abbey.fields import Position, by_die
from abbatia.games.kings_abbey.phases import ABBEY, EVENT, HARVEST
from abbatia.games.kings_abbey.pieces import (
    ABBOTTS_DEN,
    BARRACKS,
    BELL_TOWER,
    BIT,
    BLACKSMITH,
    LIBRARY,
    MONKS_QUARTERS,
    SCRIPTORIUM,
    WAGON,
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
    """Mask of the areas where dice can be put in this phase, besides resource locations (§R15)."""
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
    """Whether the ability can lead this die anywhere; two that count as three go to one area (§R23)."""
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


def own_locations(state: Position, seat: int) -> int:
    """Mask of the locations where this player has a die."""
    player = state.players[seat]
    mask = 0
    for i in range(4):
        if player.main[i] or player.bonus[i]:
            mask |= BIT[i]
    return mask


def wagon_places(state: Position, seat: int) -> int:
    """Mask of the locations where a wagon can be used after collecting (§5.7, §R67); none in version 1."""
    if state.facts.version < 2 or not state.players[seat].goods[WAGON]:
        return 0
    return own_locations(state, seat)


def reuse_places(state: Position, seat: int, value: int) -> int:
    """Mask of the locations with a die of this value that can go to the own board (§15.16, §R26)."""
    player = state.players[seat]
    mask = 0
    for i in range(4):
        if value in (player.main[i], player.bonus[i]):
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


# -- allies on a crusade, and how much they help -----------------------------------------------------------


def helpers(state: Position, owner: int, slot: int) -> int:
    """Mask of the players who could help on this crusade now (§19.1, §19.5)."""
    crusade = state.players[owner].crusades[slot]
    ally, face = crusade.ally, crusade.face
    mask = 0
    for other in range(state.seats):
        if other == owner or (other != ally if ally >= 0 else not unbaptised_or_free(state, other)):
            continue
        if state.players[other].dice_mask >> (face - 1) & 1 or smith_dice(state, other, face):
            mask |= BIT[other]
    return mask


def power(state: Position, seat: int, value: int) -> int:
    """The most spaces a player can fill with dice of this value, all abilities counted (§R19)."""
    natural = state.players[seat].dice[value - 1]
    smith = smith_dice(state, seat, value) > 0
    return reach(natural, natural + smith, can_double(state, seat), can_triple(state, seat))


def reach(natural: int, dice: int, double: bool, triple: bool) -> int:
    """Spaces that a number of dice fills; two that show the value may count as three, another one as two."""
    if triple and natural >= 2:
        return dice + 1 + (double and natural >= 3)
    return dice + (double and natural >= 1)


def smith_dice(state: Position, seat: int, value: int) -> int:
    """Mask of the dice that the Blacksmith can turn to this value."""
    player = state.players[seat]
    workers = player.workers[BLACKSMITH]
    if not workers or player.smith_used:
        return 0
    mask = 0
    for shown in range(1, 7):
        if (
            shown != value
            and player.dice_mask >> (shown - 1) & 1
            and (workers > 1 or abs(shown - value) == 1)
        ):
            mask |= BIT[shown - 1]
    return mask
