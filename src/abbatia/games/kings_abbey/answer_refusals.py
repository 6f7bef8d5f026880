"""Why an answer to an open question is not possible, with the rule behind it: peasants, cards, saints.

`questions.py` says what is asked, `answers.py` what may be answered; the answers with dice are in
`dice_refusals.py`, those of agreements and trades in `trade_refusals.py`.
"""

from collections.abc import Callable
from typing import Final

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey import questions
from abbatia.games.kings_abbey import trade_refusals as trades
from abbatia.games.kings_abbey.abbey import places, unbaptised_or_free
from abbatia.games.kings_abbey.actions import DRAWS, KIND
from abbatia.games.kings_abbey.dice_refusals import (
    why_bonus,
    why_die,
    why_double_here,
    why_double_in_hand,
    why_laid,
    why_put,
    why_reuse_where,
    why_reused,
    why_support_die,
    why_support_double,
    why_tool,
    why_triple_here,
    why_turn_in_hand,
    why_value,
    why_wagon,
    why_wagon_where,
)
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.free_actions import bath_sources, ignorable, is_buildable
from abbatia.games.kings_abbey.pieces import (
    BATTLEMENT,
    CARDS,
    GOODS,
    ON_CARD,
    SPANNING,
    TOOL,
    TYPES,
)
from abbatia.games.kings_abbey.questions import args_of
from abbatia.games.kings_abbey.reasons import (
    no,
    no_room,
    not_standing_or_manned,
    short_of,
    tower_limit,
)

Reason = Callable[[Position, int, int], Refusal]


def why_open(_state: Position, _seat: int, _arg: int) -> Refusal:
    """An answer that is always possible to its question; at any other moment nothing asks for it."""
    return no("not_asked", "14.3")


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


def why_keep_all(_state: Position, _seat: int, _arg: int) -> Refusal:
    """A player with a card loses one (§2.8)."""
    return no("must_lose", "2.8")


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
        "triple": why_triple_here,
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
    questions.RAZE_WHICH: {"raze": why_raze, "raze_manned": why_raze_manned, "done": why_keep_all},
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
    questions.WAGON_WHERE: {"take": why_wagon_where},
    questions.REUSE_WHERE: {"take": why_reuse_where},
}
"""The kinds of action that answer each question, with the function that says why one is refused."""

ANSWERING: Final = [
    tuple(action for action in range(DRAWS) if KIND[action] in BY_QUESTION[kind])
    for kind in range(len(questions.NAMES))
]
"""All actions that answer each question, legal or not."""
