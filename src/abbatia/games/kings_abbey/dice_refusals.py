"""Why a die cannot answer an open question: which die, which value, where it goes (§3, §5, §15)."""

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey.abilities import BY_BARRACKS, BY_BLACKSMITH, BY_DOUBLE, BY_LIBRARY
from abbatia.games.kings_abbey.dice import (
    AGAINST_VIKINGS,
    AREAS,
    CRUSADE_1,
    CRUSADES,
    LIMIT,
    ON_SAINT,
    OWN_BOARD,
    PREACHING,
    RISING,
    VIKING,
)
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.phases import ABBEY, EVENT, PHASES
from abbatia.games.kings_abbey.pieces import (
    BLACKSMITH,
    LIBRARY,
    SCRIPTORIUM,
    TOOL,
)
from abbatia.games.kings_abbey.player import SUPPORTING
from abbatia.games.kings_abbey.questions import args_of
from abbatia.games.kings_abbey.reasons import (
    has_die,
    no,
    no_die,
    spent_or_idle,
)


def why_die(state: Position, seat: int, arg: int) -> Refusal:
    """A die on which Library, Blacksmith, Barracks or Scriptorium cannot be used (§15)."""
    (which,) = args_of(state, seat)
    value = arg + 1
    if not has_die(state, seat, value) or which == BY_LIBRARY:
        return no_die(value)
    if which == BY_BLACKSMITH:
        return no("smith_no_use", "15.5", value=value)
    if which == BY_BARRACKS:
        needed = state.vikings[len(state.cover)]
        if needed == value:
            return no("fits_already", "15.3", value=needed)
        return no("barracks_step", "15.3", value=needed)
    if which == BY_DOUBLE:
        return no("double_no_use", "15.18", value=value)
    if state.players[seat].dice[value - 1] < 2:
        return no("two_alike", "15.18", value=value)
    return no("triple_no_use", "R23", value=value)


def why_value(state: Position, seat: int, arg: int) -> Refusal:
    """A value to which the Library or the Blacksmith cannot turn the die (§15.5, §15.13)."""
    value, _, _, areas = args_of(state, seat)
    by_smith = areas & CRUSADES > 0
    if arg + 1 == value:
        return no("same_value", "15.5" if by_smith else "15.13", value=value)
    narrow = state.players[seat].workers[BLACKSMITH] < 2
    if by_smith and narrow and abs(arg + 1 - value) != 1:
        return no("smith_step", "15.5")
    return no("no_crusade_takes", "15.5", value=arg + 1)


def why_put(state: Position, seat: int, area: int) -> Refusal:
    """A place where the die in hand cannot go."""
    value, weight, _, areas, turned = args_of(state, seat)
    if areas >> area & 1:
        return against_placing(state, seat, area, value, weight)
    if areas == VIKING:
        return no("barracks_only", "15.3")
    if areas == CRUSADES:
        return no("smith_only", "15.5")
    if areas == OWN_BOARD:
        return no("library_only", "R18") if turned else no("quarters_only", "15.16")
    if area == ON_SAINT:
        return no("support_dice", "R61")
    needed = EVENT if area == AGAINST_VIKINGS else ABBEY
    rule = "2.4" if area == AGAINST_VIKINGS else "3.1"
    return no("wrong_phase", rule, now=PHASES[state.phase], needed=[PHASES[needed]])


def against_placing(state: Position, seat: int, area: int, value: int, weight: int) -> Refusal:
    """Why a die of this value, which counts as `weight` dice, cannot be placed there."""
    player = state.players[seat]
    if area == PREACHING:
        return against_preaching(state, seat, value, weight)
    if area == RISING:
        if value < 4:
            return no("clergy_value", "3.4")
        return no("clergy_limit", "3.4") if player.advanced + weight > LIMIT else no("clergy_top", "R17")
    if area == AGAINST_VIKINGS:
        needed = state.vikings[len(state.cover)]
        if needed != value:
            return no("no_fitting_die", "2.4", value=needed)
        return no("few_vikings", "R22", value=value, n=weight)
    if area == ON_SAINT:
        if player.saint_mode != SUPPORTING:
            return no("saint_not_shown", "23.2")
        return no("support_spent", "23.3") if player.supported else no("support_dice", "R61")
    return against_crusading(state, seat, area - CRUSADE_1, value, weight)


def against_preaching(state: Position, seat: int, value: int, weight: int) -> Refusal:
    """Preaching: the value, the limit of the round, peasants, seats (§3.2, §17.20, §R17)."""
    player = state.players[seat]
    limit = state.facts.event_preach[state.event]
    if value > 3:
        return no("preach_value", "3.2")
    if player.preached + weight > limit:
        return no("preach_limit", "17.20" if limit < LIMIT else "3.2", n=limit)
    return no("no_flock", "R17") if player.reserve_peasants < weight else no("benches_full", "R17")


def against_crusading(state: Position, seat: int, slot: int, value: int, weight: int) -> Refusal:
    """An own crusade: whether there is one, its spaces, its value, its peasant (§3.12 to §3.14)."""
    crusade = state.players[seat].crusades[slot]
    if crusade.card < 0:
        return no("no_crusade", "3.13", slot=slot + 1)
    left = state.facts.crusade_dice[crusade.card] - crusade.filled
    if left <= 0:
        return no("crusade_full", "3.14")
    if crusade.face and crusade.face != value:
        return no("other_value", "3.13", value=crusade.face)
    if left < weight:
        return no("crusade_room", "R22", n=left)
    return no("no_crusader", "3.12")


def why_turn_in_hand(state: Position, seat: int, arg: int) -> Refusal:
    """With a die in hand only the Library can turn it, once, for the own board (§15.13, §R18)."""
    if arg != BY_LIBRARY:
        return no("only_library", "15.5" if arg == BY_BLACKSMITH else "15.3")
    _, _, _, areas, turned = args_of(state, seat)
    if turned:
        return no("turned_already", "15.13")
    if not areas & OWN_BOARD:
        return no("library_only", "R18")
    return spent_or_idle(state, seat, LIBRARY, "15.13")


def why_double_in_hand(state: Position, seat: int, _arg: int) -> Refusal:
    """The Scriptorium and the die in hand (§15.18, §R22)."""
    value, weight, _, _, _ = args_of(state, seat)
    if weight > 1:
        return no("counts_already", "R22")
    player = state.players[seat]
    if not player.workers[SCRIPTORIUM] or player.doubled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18")
    return no("double_no_use", "15.18", value=value)


def why_laid(_state: Position, _seat: int, arg: int) -> Refusal:
    """A die that Abbott's Den cannot take back (§15.1)."""
    return no("not_laid", "15.1", area=AREAS[arg // 6], value=arg % 6 + 1)


def why_reused(_state: Position, _seat: int, arg: int) -> Refusal:
    """A die that Monk's Quarters cannot use again (§15.16)."""
    return no("no_location_die", "15.16", value=arg + 1)


def why_support_die(_state: Position, _seat: int, arg: int) -> Refusal:
    """The other die for the saint (§23.3)."""
    return no_die(arg + 1)


def why_support_double(state: Position, seat: int, _arg: int) -> Refusal:
    """The Scriptorium doubles the die of 1 (§R22)."""
    return spent_or_idle(state, seat, SCRIPTORIUM, "15.18")


# -- collecting --------------------------------------------------------------------------------------------


def why_bonus(state: Position, seat: int, arg: int) -> Refusal:
    """A second die on the bonus space (§5.2, §5.3)."""
    return against_bonus(state, seat) or no_die(arg + 1)


def against_bonus(state: Position, seat: int) -> Refusal | None:
    """Why the bonus space of the location is not free for this player."""
    kind = args_of(state, seat)[0]
    if state.players[seat].bonus[kind]:
        return no("bonus_placed", "5.2")
    return None if state.bonus_left[kind] else no("bonus_taken", "5.3")


def why_tool(state: Position, seat: int, _arg: int) -> Refusal:
    """A tool that is not there, or a die of 6 (§5.6)."""
    player = state.players[seat]
    return no("no_tool", "5.6") if player.goods[TOOL] <= player.tools_used else no("tool_on_six", "5.6")


def why_wagon(_state: Position, _seat: int, _arg: int) -> Refusal:
    """A wagon that is not there (§5.7)."""
    return no("no_wagon", "5.7")


def why_double_here(state: Position, seat: int, _arg: int) -> Refusal:
    """The Scriptorium doubles the die on main and bonus space (§R22)."""
    player = state.players[seat]
    if not player.workers[SCRIPTORIUM] or player.doubled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18")
    return no("bonus_needed", "R22")


def why_triple_here(state: Position, seat: int, _arg: int) -> Refusal:
    """The second Scriptorium lets equal dice on main and bonus space count as three (§R23)."""
    if state.facts.version < 2:
        return no("triple_not_here", "R23")
    player = state.players[seat]
    if player.workers[SCRIPTORIUM] < 2 or player.tripled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18", copies=2)
    return no("equal_dice_here", "R23")


def why_wagon_where(_state: Position, _seat: int, _kind: int) -> Refusal:
    """A location without an own die brings a wagon nothing (§5.7, §R67)."""
    return no("no_die_there", "R67")


def why_reuse_where(state: Position, seat: int, _kind: int) -> Refusal:
    """A location without a die of the value that Monk's Quarters takes (§15.16, §R26)."""
    (value,) = args_of(state, seat)
    return no("no_such_die_there", "R26", value=value)
