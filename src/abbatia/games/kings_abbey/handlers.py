"""Which function belongs to which phase, open question and action: the tables behind the state."""

from collections.abc import Callable
from typing import Final

from abbatia.games.kings_abbey import (
    actions,
    agreements,
    gifts,
    lay_brothers,
    losses,
    phase_abbey,
    phase_building,
    phase_darkness,
    phase_end,
    phase_event,
    phase_feeding,
    phase_market,
    phase_peasants,
    phase_resources,
    phase_rewards,
    questions,
    relics,
    saints,
    setup,
    trading,
    vikings,
)
from abbatia.games.kings_abbey.chances import CHANCE_DICE
from abbatia.games.kings_abbey.dice import lay_down
from abbatia.games.kings_abbey.pieces import BIT, EVENT, HARVEST, SET_UP
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position

Legal = Callable[[Position, int], tuple[int, ...]]
Act = Callable[[Position, int, int], None]
Step = Callable[[Position], None]
After = Callable[[Position, int], None]


def roll(state: Position) -> None:
    """Phase 1: every die of every reserve is rolled (§1.1)."""
    while state.lap < state.seats:
        seat = (state.first + state.lap) % state.seats
        if state.players[seat].reserve:
            state.turn = seat
            state.chance = CHANCE_DICE
            state.acting = CHANCE_MASK
            return
        state.lap += 1
    state.phase, state.stage, state.lap = EVENT, 0, 0


def die_rolled(state: Position, value: int) -> None:
    """One die of the seat whose reserve is being rolled."""
    seat = state.turn
    player = state.players[seat]
    left = player.reserve - 1
    player.reserve = left
    lay_down(state, seat, value)
    if not left:
        state.lap += 1
        state.acting = 0


def nothing(state: Position, seat: int) -> None:
    """No decision is open in this phase."""


def no_choice(_s: Position, _seat: int) -> tuple[int, ...]:
    return ()


GO_ON: Final[list[Step]] = [
    setup.go_on,
    roll,
    phase_event.go_on,
    phase_abbey.go_on,
    phase_market.go_on,
    phase_resources.go_on,
    phase_peasants.go_on,
    phase_building.go_on,
    phase_feeding.go_on,
    phase_darkness.go_on,
    phase_darkness.income,
    phase_rewards.go_on,
    phase_end.go_on,
]
LEGAL: Final[list[Legal]] = [
    setup.legal,
    no_choice,
    phase_event.legal,
    phase_abbey.legal,
    phase_market.legal,
    phase_resources.legal,
    phase_peasants.legal,
    phase_building.legal,
    phase_feeding.legal,
    phase_darkness.legal,
    phase_darkness.legal_income,
    phase_rewards.legal,
    phase_end.legal,
    no_choice,
]
AFTER: Final[list[After]] = [
    setup.after,
    nothing,
    phase_event.after,
    phase_abbey.after,
    phase_market.after,
    phase_resources.after,
    phase_peasants.after,
    phase_building.after,
    phase_feeding.after,
    phase_darkness.after,
    phase_darkness.after_income,
    phase_rewards.after,
    phase_end.after,
    nothing,
]
BY_QUESTION: Final[dict[int, Legal]] = {
    questions.TURN_WHICH: gifts.legal_turn,
    questions.TURN_VALUE: gifts.legal_value,
    questions.HAND: gifts.legal_hand,
    questions.LAID_WHICH: gifts.legal_laid,
    questions.REUSE_WHICH: gifts.legal_reuse,
    questions.TAKE_WHICH: saints.legal_take,
    questions.SAINT_HOW: saints.legal_saint_how,
    questions.CRUSADER: gifts.legal_crusader,
    questions.COLLECTING: phase_resources.legal_collecting,
    questions.ARCHER_WHO: lay_brothers.legal_archer,
    questions.TRADE_GIVE: trading.legal_give,
    questions.TRADE_FOR: trading.legal_for,
    questions.TRADE_AMOUNT: trading.legal_amount,
    questions.BATH_FROM: lay_brothers.legal_bath_from,
    questions.BATH_TO: lay_brothers.legal_bath_to,
    questions.TABLETS_WHAT: phase_building.legal_tablets,
    questions.IGNORE_WHICH: phase_building.legal_ignore,
    questions.ELIE_WHAT: saints.legal_elie,
    questions.GAUVIN_WHICH: saints.legal_gauvin,
    questions.LIONEL_WHERE: saints.legal_lionel,
    questions.SPAN_FIRST: saints.legal_span,
    questions.SPAN_SECOND: saints.legal_span,
    questions.SIX_WHERE: saints.legal_six,
    questions.LOSE_WHO: losses.legal_lose,
    questions.RAZE_WHICH: losses.legal_raze,
    questions.SUPPORT_WITH: saints.legal_support,
    questions.HELP_SPACES: agreements.legal_spaces,
    questions.HELP_SHARE: agreements.legal_share,
    questions.HELP_TERMS: agreements.legal_terms,
    questions.HELP_ANSWER: agreements.legal_answer,
    questions.HELPER: agreements.legal_helper,
    questions.DELIVER: agreements.legal_deliver,
    questions.STABLE_GIVE: agreements.legal_stable_give,
    questions.STABLE_FOR: agreements.legal_stable_for,
    questions.STABLE_AMOUNT: agreements.legal_stable_amount,
    questions.STABLE_RECEIVE: agreements.legal_stable_receive,
    questions.STABLE_ANSWER: agreements.legal_answer,
    questions.PAY_HOW: setup.legal_pay,
    questions.CHOOSE_START: setup.legal_choose,
}
ANSWERS: Final = [BY_QUESTION[kind] for kind in range(len(questions.NAMES))]
"""What may be answered to each kind of question."""


# -- actions whose meaning depends on the open question ----------------------------------------------------


def do_done(state: Position, seat: int, _arg: int) -> None:
    """End a collection, Lionel's training, or the own part of a phase."""
    question = questions.top(state, seat)
    if question == questions.COLLECTING:
        phase_resources.finish(state, seat)
    elif question == questions.LIONEL_WHERE:
        questions.answer(state, seat)
    else:
        state.acting &= ~BIT[seat]


def do_pass(state: Position, seat: int, arg: int) -> None:
    """Out of the lot, the lap or the phase; against Vikings nothing to meet them with."""
    if state.phase == EVENT:
        vikings.overrun(state, seat)
    elif state.phase == SET_UP:
        setup.do_pass(state, seat, arg)
    elif state.phase == HARVEST:
        phase_resources.do_pass(state, seat, arg)
    else:
        state.acting = 0


def do_die(state: Position, seat: int, arg: int) -> None:
    question = questions.top(state, seat)
    if question == questions.TURN_WHICH:
        gifts.choose_die(state, seat, arg + 1)
    elif question == questions.REUSE_WHICH:
        gifts.choose_reused(state, seat, arg + 1)
    elif question == questions.SUPPORT_WITH:
        saints.choose_support(state, seat, arg + 1)
    else:
        agreements.deliver_die(state, seat, arg + 1)
        agreements.deliver_plainly(state, seat)


def do_double(state: Position, seat: int, arg: int) -> None:
    question = questions.top(state, seat)
    if question == questions.COLLECTING:
        phase_resources.double_here(state, seat)
    elif question == questions.DELIVER:
        agreements.deliver_double(state, seat)
        agreements.deliver_plainly(state, seat)
    else:
        gifts.do_double(state, seat, arg)


def do_triple(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.DELIVER:
        agreements.deliver_triple(state, seat)
        agreements.deliver_plainly(state, seat)
    else:
        gifts.do_triple(state, seat, arg)


def do_from(state: Position, seat: int, arg: int) -> None:
    question = questions.top(state, seat)
    if question == questions.CRUSADER:
        lay_brothers.do_crusader_from(state, seat, arg)
    elif question == questions.ARCHER_WHO:
        lay_brothers.do_archer_from(state, seat, arg)
    elif question == questions.BATH_FROM:
        lay_brothers.do_bath_from(state, seat, arg)
    else:
        agreements.do_helper_from(state, seat, arg)


def do_give(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.TRADE_GIVE:
        trading.do_give(state, seat, arg)
    else:
        agreements.do_stable_give(state, seat, arg)


def do_for(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.TRADE_FOR:
        trading.do_for(state, seat, arg)
    else:
        agreements.do_stable_for(state, seat, arg)


def do_amount(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.TRADE_AMOUNT:
        trading.do_amount(state, seat, arg)
    else:
        agreements.do_stable_amount(state, seat, arg)


def do_crusade(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.GAUVIN_WHICH:
        saints.do_gauvin(state, seat, arg // 6)
    else:
        phase_abbey.do_crusade(state, seat, arg)


def do_archer(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.LIONEL_WHERE:
        saints.do_lionel(state, seat, arg)
    else:
        phase_building.do_archer(state, seat, arg)


def do_build(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.ELIE_WHAT:
        saints.do_free_build(state, seat, arg)
    else:
        phase_building.do_build(state, seat, arg)


def do_chance(state: Position, seat: int, arg: int) -> None:
    """Never reached: the actions of chance are not done by a seat."""


DO: Final[dict[str, Act]] = {
    "done": do_done,
    "pass": do_pass,
    "fight": vikings.do_fight,
    "send": vikings.do_send,
    "use_lance": vikings.do_lance,
    "preach": phase_abbey.do_preach,
    "clergy": phase_abbey.do_clergy,
    "defend": phase_abbey.do_defend,
    "crusade": do_crusade,
    "pool": phase_abbey.do_pool,
    "ask": agreements.do_ask,
    "buy": phase_market.do_buy,
    "bid": setup.do_bid,
    "pay": setup.do_pay,
    "choose": setup.do_choose,
    "collect": phase_resources.do_collect,
    "initiative": phase_resources.do_initiative,
    "bonus": phase_resources.do_bonus,
    "use_tool": phase_resources.do_tool,
    "use_wagon": phase_resources.do_wagon,
    "step": phase_peasants.do_step,
    "altar": phase_building.do_altar,
    "wall": phase_building.do_wall,
    "remodel": phase_building.do_remodel,
    "tower": phase_building.do_tower,
    "archer": do_archer,
    "build": do_build,
    "slaughter": phase_feeding.do_sheep,
    "feed": phase_feeding.do_feed,
    "face": phase_darkness.do_face,
    "new_crusade": phase_rewards.do_new_crusade,
    "abandon": phase_end.do_abandon,
    "reroll": gifts.do_reroll,
    "turn": gifts.do_turn,
    "double": do_double,
    "triple": do_triple,
    "take_back": gifts.do_take_back,
    "reuse": gifts.do_reuse,
    "baptise": lay_brothers.do_baptise,
    "activate": lay_brothers.do_activate,
    "trade": trading.do_trade,
    "bath": lay_brothers.do_bath,
    "relic": relics.do_relic,
    "saint": saints.do_saint,
    "support": saints.do_support,
    "stables": agreements.do_stables,
    "die": do_die,
    "value": gifts.do_value,
    "put": gifts.do_put,
    "laid": gifts.do_laid,
    "give": do_give,
    "for": do_for,
    "amount": do_amount,
    "receive": agreements.do_receive,
    "spaces": agreements.do_spaces,
    "share": agreements.do_share,
    "token": agreements.do_token,
    "with_relic": agreements.do_with_relic,
    "offer": agreements.do_offer,
    "withdraw": agreements.do_withdraw,
    "accept": agreements.do_accept,
    "refuse": agreements.do_refuse,
    "from": do_from,
    "to": lay_brothers.do_to,
    "lose": losses.do_lose,
    "raze": losses.do_raze,
    "raze_manned": losses.do_raze_manned,
    "take": saints.do_take,
    "ignore": phase_building.do_ignore,
    "reveal": saints.do_reveal,
    "keep": saints.do_keep,
    "span": saints.do_span,
    "six": saints.do_six,
}
HANDLERS: Final[list[Act]] = [DO.get(kind, do_chance) for kind in actions.KIND]
ARG: Final = actions.ARG
