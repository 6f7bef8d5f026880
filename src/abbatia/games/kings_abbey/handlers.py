"""Dispatch: which function carries out each action, each answer of chance, each step of a phase."""

from collections.abc import Callable
from typing import Final

from abbatia.games.kings_abbey import actions, questions, setup
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.phases import (
    CHANCE_ELIAS_MARKET,
    CHANCE_ELIAS_RESOURCES,
    CHANCE_EVENT,
    CHANCE_INITIATIVE,
    CHANCE_LOT,
    CHANCE_MARKET,
    CHANCE_POOL,
    CHANCE_REROLL,
    CHANCE_SAINT,
    CHANCE_START,
    CHANCE_VIKING,
    EVENT,
    HARVEST,
    OVER,
    SET_UP,
)
from abbatia.games.kings_abbey.pieces import BIT
from abbatia.games.kings_abbey.turns import (
    abbey,
    abilities,
    agreements,
    building,
    darkness,
    end_of_round,
    event,
    feeding,
    lay_brothers,
    losses,
    market,
    peasants,
    relics,
    resources,
    rewards,
    roll,
    saints,
    trading,
    vikings,
)

Act = Callable[[Position, int, int], None]
Step = Callable[[Position], None]
After = Callable[[Position, int], None]


def nothing(state: Position, seat: int) -> None:
    """No decision is open in this phase."""


GO_ON: Final[list[Step]] = [
    setup.go_on,
    roll.go_on,
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


# -- actions whose meaning depends on the open question ----------------------------------------------------


def do_done(state: Position, seat: int, _arg: int) -> None:
    """End a collection, Lionel's training, or the own part of a phase; or let Vikings take the stock."""
    question = questions.top(state, seat)
    if question == questions.COLLECTING:
        resources.finish(state, seat)
    elif question == questions.LIONEL_WHERE:
        questions.answer(state, seat)
    elif question == questions.RAZE_WHICH:
        questions.answer(state, seat)
        vikings.plunder(state, seat)
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
    question = questions.top(state, seat)
    if question == questions.COLLECTING:
        resources.triple_here(state, seat)
    elif question == questions.DELIVER:
        agreements.deliver_triple(state, seat)
        agreements.deliver_plainly(state, seat)
    else:
        abilities.do_triple(state, seat, arg)


def do_take(state: Position, seat: int, arg: int) -> None:
    question = questions.top(state, seat)
    if question == questions.WAGON_WHERE:
        resources.wagon_at(state, seat, arg)
    elif question == questions.REUSE_WHERE:
        abilities.reuse_from(state, seat, arg)
    else:
        saints.do_take(state, seat, arg)


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
    "take": do_take,
    "ignore": building.do_ignore,
    "reveal": saints.do_reveal,
    "keep": saints.do_keep,
    "span": saints.do_span,
    "six": saints.do_six,
}
HANDLERS: Final[list[Act]] = [DO.get(kind, do_chance) for kind in actions.KIND]
ARG: Final = actions.ARG


# -- chance and what follows by itself ---------------------------------------------------------------------

ROLLS: Final[dict[int, Callable[[Position, int], None]]] = {
    CHANCE_REROLL: abilities.rolled_again,
    CHANCE_VIKING: vikings.viking_rolled,
    CHANCE_ELIAS_MARKET: market.elias_discards,
    CHANCE_ELIAS_RESOURCES: resources.elias_rolled,
    CHANCE_POOL: setup.pool_rolled,
}


def answer_chance(state: Position, action: int) -> None:
    """Carry out a draw, or a roll other than that of the reserves."""
    chance = state.chance
    if action < actions.LOT:
        ROLLS[chance](state, action - actions.ROLL + 1)
    elif chance == CHANCE_MARKET:
        end_of_round.market_drawn(state, action - actions.DRAW_BUILDING)
    elif chance == CHANCE_LOT:
        setup.first_drawn(state, action - actions.LOT)
    elif chance == CHANCE_START:
        setup.start_drawn(state, action - actions.DRAW_BUILDING)
    elif chance == CHANCE_SAINT:
        setup.saint_drawn(state, action - actions.DRAW_SAINT)
    elif chance == CHANCE_INITIATIVE:
        resources.token_drawn(state, action - actions.DRAWS)
    elif chance == CHANCE_EVENT:
        event.drawn(state, action - actions.DRAWS - len(state.token_owner))
    else:
        rewards.crusade_drawn(
            state, action - actions.DRAWS - len(state.token_owner) - len(state.unseen_events)
        )


def run(state: Position) -> None:
    """Go on until somebody has to act or the game is over."""
    while not state.acting and state.phase != OVER:
        GO_ON[state.phase](state)
