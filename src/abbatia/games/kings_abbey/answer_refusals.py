"""Why an answer to an open question is not possible, with the rule behind it: dice, peasants, cards, saints.

`questions.py` says what is asked, `answers.py` what may be answered; the answers of agreements and trades are
in `trade_refusals.py`.
"""

from collections.abc import Callable
from typing import Final

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey import questions
from abbatia.games.kings_abbey import trade_refusals as trades
from abbatia.games.kings_abbey.abbey import places, unbaptised_or_free
from abbatia.games.kings_abbey.abilities import BY_BARRACKS, BY_BLACKSMITH, BY_DOUBLE, BY_LIBRARY
from abbatia.games.kings_abbey.actions import DRAWS, KIND
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
from abbatia.games.kings_abbey.free_actions import bath_sources, ignorable, is_buildable
from abbatia.games.kings_abbey.phases import ABBEY, EVENT, PHASES
from abbatia.games.kings_abbey.pieces import (
    BATTLEMENT,
    BLACKSMITH,
    CARDS,
    GOODS,
    LIBRARY,
    ON_CARD,
    SCRIPTORIUM,
    SPANNING,
    TOOL,
    TYPES,
)
from abbatia.games.kings_abbey.player import SUPPORTING
from abbatia.games.kings_abbey.questions import args_of
from abbatia.games.kings_abbey.reasons import (
    has_die,
    no,
    no_die,
    no_room,
    not_standing_or_manned,
    short_of,
    spent_or_idle,
    tower_limit,
)

Reason = Callable[[Position, int, int], Refusal]


def why_open(_state: Position, _seat: int, _arg: int) -> Refusal:
    """An answer that is always possible to its question; at any other moment nothing asks for it."""
    return no("not_asked", "14.3")


# -- dice --------------------------------------------------------------------------------------------------


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


# -- peasants and cards ------------------------------------------------------------------------------------


def why_recruit(state: Position, seat: int, place: int) -> Refusal:
    """A peasant for a crusade or a tower comes from benches or Baptistry (§3.12, §7.6, §14.8, §19.3)."""
    if places(state, seat) >> place & 1:
        return no("stays_on_card", "14.8")
    kind = questions.top(state, seat)
    rule = {questions.ARCHER_WHO: "7.6", questions.HELPER: "19.3"}.get(kind, "3.12")
    return no("nobody_there", rule)


def why_bath_from(state: Position, seat: int, place: int) -> Refusal:
    """The Bath House moves a peasant from a card to another one (§15.4, §R35, §R59)."""
    player = state.players[seat]
    if place < ON_CARD:
        return no("from_card_only", "15.4")
    if not places(state, seat) >> place & 1:
        spanned = place < SPANNING and place - ON_CARD in (player.span_a, player.span_b)
        return no("spans_two", "R59") if spanned else no("nobody_there", "15.4")
    if bath_sources(state, seat) >> place & 1:
        return no("nobody_there", "15.4")
    return no("nowhere", "R35")


def why_bath_to(state: Position, seat: int, card: int) -> Refusal:
    """A card to which the peasant cannot move (§15.4, §R35)."""
    found = not_standing_or_manned(state, seat, card, "15.4")
    if found is not None:
        return found
    if card >= BATTLEMENT:
        short = short_of(state, seat, state.facts.archer_cost, "R35")
        if short is not None:
            return short
    return no("never_baptised", "R35")


def why_lose(_state: Position, _seat: int, _place: int) -> Refusal:
    """A peasant that is not there (§R12)."""
    return no("nobody_there", "R12")


def why_raze(state: Position, seat: int, card: int) -> Refusal:
    """A copy without a peasant (§2.8, §R13)."""
    if not state.players[seat].stands[card]:
        return no("not_standing", "2.8", card=CARDS[card])
    return no("manned", "R13", card=CARDS[card])


def why_raze_manned(state: Position, seat: int, card: int) -> Refusal:
    """A copy with a peasant (§2.8, §R13)."""
    if not state.players[seat].stands[card]:
        return no("not_standing", "2.8", card=CARDS[card])
    return no("nobody_there", "R13")


def why_choose(_state: Position, _seat: int, card: int) -> Refusal:
    """A starting building that is not left (§21.10)."""
    return no("start_gone", "21.10", card=CARDS[card])


def why_pay(_state: Position, _seat: int, kind: int) -> Refusal:
    """A token that is not there (§21.10)."""
    return no("cannot_pay", "21.10", good=GOODS[kind], n=1, have=0)


# -- relics and saints -------------------------------------------------------------------------------------


def why_tablets(state: Position, seat: int, card: int) -> Refusal:
    """A building or tower that the Tablets do not make possible (§22.8)."""
    if not is_buildable(state, seat, card):
        if card >= TYPES:
            return tower_limit(state, seat, card)
        return no_room(state, seat, card, "7.7")
    cost, goods = state.facts.cost[card], state.players[seat].goods
    lacking = [GOODS[kind] for kind in range(TOOL) if goods[kind] < cost[kind]]
    return no("two_kinds_short", "22.8", goods=lacking) if lacking else no("relic_idle", "22.8")


def why_tablets_tower(state: Position, seat: int, arg: int) -> Refusal:
    return why_tablets(state, seat, TYPES + arg)


def why_ignore(state: Position, seat: int, kind: int) -> Refusal:
    """A part of the cost that need not, or must not, be left out (§22.8)."""
    (card,) = args_of(state, seat)
    if not state.facts.cost[card][kind]:
        return no("not_in_cost", "22.8", good=GOODS[kind])
    mask = ignorable(state, seat, card)
    return no("lacks_other", "22.8", good=GOODS[mask.bit_length() - 1])


def why_elie(state: Position, seat: int, card: int) -> Refusal:
    """A building that Élie cannot build (§23.5, §R55)."""
    return no_room(state, seat, card, "23.5")


def why_gauvin(state: Position, seat: int, arg: int) -> Refusal:
    """A crusade that Gauvin cannot accomplish (§23.6, §R56)."""
    slot = arg // 6
    crusade = state.players[seat].crusades[slot]
    if crusade.card < 0:
        return no("no_crusade", "23.6", slot=slot + 1)
    left = state.facts.crusade_dice[crusade.card] - crusade.filled
    if left <= 0:
        return no("crusade_full", "3.14")
    if not crusade.own_dice:
        return no("own_die_first", "R56")
    return no("lacks_dice", "23.6", n=left) if left > 2 else no("other_value", "3.13", value=crusade.face)


def why_lionel(state: Position, seat: int, _arg: int) -> Refusal:
    """A tower that gets no archer from Lionel (§23.8, §R58)."""
    return no("no_tower", "R58") if unbaptised_or_free(state, seat) else no("no_recruit", "23.8")


def why_span(state: Position, seat: int, card: int) -> Refusal:
    """A building that Rodolphe's lay brother cannot stand on (§23.9)."""
    found = not_standing_or_manned(state, seat, card, "23.9")
    return no("other_building", "23.9") if found is None else found


RECRUITING: Final[dict[str, Reason]] = {"from": why_recruit}
BY_QUESTION: Final[dict[int, dict[str, Reason]]] = {
    questions.TURN_WHICH: {"die": why_die},
    questions.TURN_VALUE: {"value": why_value},
    questions.HAND: {"put": why_put, "turn": why_turn_in_hand, "double": why_double_in_hand},
    questions.LAID_WHICH: {"laid": why_laid},
    questions.REUSE_WHICH: {"die": why_reused},
    questions.TAKE_WHICH: {"take": why_open},
    questions.SAINT_HOW: {"reveal": why_open, "keep": why_open},
    questions.CRUSADER: RECRUITING,
    questions.COLLECTING: {
        "done": why_open,
        "bonus": why_bonus,
        "use_tool": why_tool,
        "use_wagon": why_wagon,
        "double": why_double_here,
    },
    questions.ARCHER_WHO: RECRUITING,
    questions.TRADE_GIVE: {"give": trades.why_give},
    questions.TRADE_FOR: {"for": trades.why_for},
    questions.TRADE_AMOUNT: {"amount": trades.why_amount},
    questions.BATH_FROM: {"from": why_bath_from},
    questions.BATH_TO: {"to": why_bath_to},
    questions.TABLETS_WHAT: {"build": why_tablets, "tower": why_tablets_tower},
    questions.IGNORE_WHICH: {"ignore": why_ignore},
    questions.ELIE_WHAT: {"build": why_elie},
    questions.GAUVIN_WHICH: {"crusade": why_gauvin},
    questions.LIONEL_WHERE: {"archer": why_lionel, "done": why_open},
    questions.SPAN_FIRST: {"span": why_span},
    questions.SPAN_SECOND: {"span": why_span},
    questions.SIX_WHERE: {"six": why_open},
    questions.LOSE_WHO: {"lose": why_lose},
    questions.RAZE_WHICH: {"raze": why_raze, "raze_manned": why_raze_manned},
    questions.SUPPORT_WITH: {"die": why_support_die, "double": why_support_double},
    questions.HELP_SPACES: {"spaces": trades.why_spaces, "withdraw": why_open},
    questions.HELP_SHARE: {"share": trades.why_share, "withdraw": why_open},
    questions.HELP_TERMS: {
        "token": trades.why_token,
        "with_relic": trades.why_with_relic,
        "offer": trades.why_offer,
        "withdraw": why_open,
    },
    questions.HELP_ANSWER: {"accept": why_open, "refuse": why_open},
    questions.HELPER: RECRUITING,
    questions.DELIVER: {
        "die": trades.why_deliver,
        "double": trades.why_deliver_double,
        "triple": trades.why_deliver_triple,
    },
    questions.STABLE_GIVE: {"give": trades.why_stable_give, "withdraw": why_open},
    questions.STABLE_FOR: {"for": trades.why_stable_for, "withdraw": why_open},
    questions.STABLE_AMOUNT: {"amount": trades.why_stable_amount, "withdraw": why_open},
    questions.STABLE_RECEIVE: {"receive": trades.why_stable_receive, "withdraw": why_open},
    questions.STABLE_ANSWER: {"accept": why_open, "refuse": why_open},
    questions.PAY_HOW: {"pay": why_pay},
    questions.CHOOSE_START: {"choose": why_choose},
}
"""The kinds of action that answer each question, with the function that says why one is refused."""

ANSWERING: Final = [
    tuple(action for action in range(DRAWS) if KIND[action] in BY_QUESTION[kind])
    for kind in range(len(questions.NAMES))
]
"""All actions that answer each question, legal or not."""
