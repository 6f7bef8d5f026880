"""Which function belongs to which phase, open question and action: the tables behind the state."""

from collections.abc import Callable
from typing import Final

from abbatia.games.kings_abbey import (
    abilities,
    actions,
    agreements,
    lay_brothers,
    losses,
    questions,
    relics,
    saints,
    setup,
    trading,
)
from abbatia.games.kings_abbey.chances import CHANCE_DICE
from abbatia.games.kings_abbey.dice import lay_down
from abbatia.games.kings_abbey.pieces import BIT, EVENT, HARVEST, SET_UP
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position
from abbatia.games.kings_abbey.turns import (
    abbey,
    building,
    darkness,
    end_of_round,
    event,
    feeding,
    market,
    peasants,
    resources,
    rewards,
    vikings,
)

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


def no_choice(_state: Position, _seat: int) -> tuple[int, ...]:
    return ()


GO_ON: Final[list[Step]] = [
    setup.go_on,
    roll,
    event.go_on,
    abbey.go_on,
    market.go_on,
    resources.go_on,
    peasants.go_on,
    building.go_on,
    feeding.go_on,
    darkness.go_on,
    darkness.income,
    rewards.go_on,
    end_of_round.go_on,
]
LEGAL: Final[list[Legal]] = [
    setup.legal,
    no_choice,
    event.legal,
    abbey.legal,
    market.legal,
    resources.legal,
    peasants.legal,
    building.legal,
    feeding.legal,
    darkness.legal,
    darkness.legal_income,
    rewards.legal,
    end_of_round.legal,
    no_choice,
]
AFTER: Final[list[After]] = [
    setup.after,
    nothing,
    event.after,
    abbey.after,
    market.after,
    resources.after,
    peasants.after,
    building.after,
    feeding.after,
    darkness.after,
    darkness.after_income,
    rewards.after,
    end_of_round.after,
    nothing,
]
BY_QUESTION: Final[dict[int, Legal]] = {
    questions.TURN_WHICH: abilities.legal_turn,
    questions.TURN_VALUE: abilities.legal_value,
    questions.HAND: abilities.legal_hand,
    questions.LAID_WHICH: abilities.legal_laid,
    questions.REUSE_WHICH: abilities.legal_reuse,
    questions.TAKE_WHICH: saints.legal_take,
    questions.SAINT_HOW: saints.legal_saint_how,
    questions.CRUSADER: abilities.legal_crusader,
    questions.COLLECTING: resources.legal_collecting,
    questions.ARCHER_WHO: lay_brothers.legal_archer,
    questions.TRADE_GIVE: trading.legal_give,
    questions.TRADE_FOR: trading.legal_for,
    questions.TRADE_AMOUNT: trading.legal_amount,
    questions.BATH_FROM: lay_brothers.legal_bath_from,
    questions.BATH_TO: lay_brothers.legal_bath_to,
    questions.TABLETS_WHAT: building.legal_tablets,
    questions.IGNORE_WHICH: building.legal_ignore,
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
        resources.finish(state, seat)
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
        resources.do_pass(state, seat, arg)
    else:
        state.acting = 0


def do_die(state: Position, seat: int, arg: int) -> None:
    question = questions.top(state, seat)
    if question == questions.TURN_WHICH:
        abilities.choose_die(state, seat, arg + 1)
    elif question == questions.REUSE_WHICH:
        abilities.choose_reused(state, seat, arg + 1)
    elif question == questions.SUPPORT_WITH:
        saints.choose_support(state, seat, arg + 1)
    else:
        agreements.deliver_die(state, seat, arg + 1)
        agreements.deliver_plainly(state, seat)


def do_double(state: Position, seat: int, arg: int) -> None:
    question = questions.top(state, seat)
    if question == questions.COLLECTING:
        resources.double_here(state, seat)
    elif question == questions.DELIVER:
        agreements.deliver_double(state, seat)
        agreements.deliver_plainly(state, seat)
    else:
        abilities.do_double(state, seat, arg)


def do_triple(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.DELIVER:
        agreements.deliver_triple(state, seat)
        agreements.deliver_plainly(state, seat)
    else:
        abilities.do_triple(state, seat, arg)


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
        abbey.do_crusade(state, seat, arg)


def do_archer(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.LIONEL_WHERE:
        saints.do_lionel(state, seat, arg)
    else:
        building.do_archer(state, seat, arg)


def do_build(state: Position, seat: int, arg: int) -> None:
    if questions.top(state, seat) == questions.ELIE_WHAT:
        saints.do_free_build(state, seat, arg)
    else:
        building.do_build(state, seat, arg)


def do_chance(state: Position, seat: int, arg: int) -> None:
    """Never reached: the actions of chance are not done by a seat."""


DO: Final[dict[str, Act]] = {
    "done": do_done,
    "pass": do_pass,
    "fight": vikings.do_fight,
    "send": vikings.do_send,
    "use_lance": vikings.do_lance,
    "preach": abbey.do_preach,
    "clergy": abbey.do_clergy,
    "defend": abbey.do_defend,
    "crusade": do_crusade,
    "pool": abbey.do_pool,
    "ask": agreements.do_ask,
    "buy": market.do_buy,
    "bid": setup.do_bid,
    "pay": setup.do_pay,
    "choose": setup.do_choose,
    "collect": resources.do_collect,
    "initiative": resources.do_initiative,
    "bonus": resources.do_bonus,
    "use_tool": resources.do_tool,
    "use_wagon": resources.do_wagon,
    "step": peasants.do_step,
    "altar": building.do_altar,
    "wall": building.do_wall,
    "remodel": building.do_remodel,
    "tower": building.do_tower,
    "archer": do_archer,
    "build": do_build,
    "slaughter": feeding.do_sheep,
    "feed": feeding.do_feed,
    "face": darkness.do_face,
    "new_crusade": rewards.do_new_crusade,
    "abandon": end_of_round.do_abandon,
    "reroll": abilities.do_reroll,
    "turn": abilities.do_turn,
    "double": do_double,
    "triple": do_triple,
    "take_back": abilities.do_take_back,
    "reuse": abilities.do_reuse,
    "baptise": lay_brothers.do_baptise,
    "activate": lay_brothers.do_activate,
    "trade": trading.do_trade,
    "bath": lay_brothers.do_bath,
    "relic": relics.do_relic,
    "saint": saints.do_saint,
    "support": saints.do_support,
    "stables": agreements.do_stables,
    "die": do_die,
    "value": abilities.do_value,
    "put": abilities.do_put,
    "laid": abilities.do_laid,
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
    "ignore": building.do_ignore,
    "reveal": saints.do_reveal,
    "keep": saints.do_keep,
    "span": saints.do_span,
    "six": saints.do_six,
}
HANDLERS: Final[list[Act]] = [DO.get(kind, do_chance) for kind in actions.KIND]
ARG: Final = actions.ARG
