"""Trades with a trade token (§14.4, §14.5)."""

from abbatia.games.kings_abbey.abbey import trade_values
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import COIN, GOODS, MONEY_CHANGER
from abbatia.games.kings_abbey.questions import TRADE_AMOUNT, TRADE_FOR, TRADE_GIVE, answer, ask


def do_trade(state: Position, seat: int, _arg: int) -> None:
    """Use a trade token (§14.4)."""
    state.players[seat].trades += 1
    ask(state, seat, TRADE_GIVE)


def do_give(state: Position, seat: int, arg: int) -> None:
    answer(state, seat)
    ask(state, seat, TRADE_FOR, arg)


def do_for(state: Position, seat: int, arg: int) -> None:
    (given,) = answer(state, seat)
    ask(state, seat, TRADE_AMOUNT, given, arg)


def do_amount(state: Position, seat: int, arg: int) -> None:
    """The exchange: as many tokens as the value allows, change only by the Money Changer (§R31, §R33)."""
    player = state.players[seat]
    given, taken = answer(state, seat)
    n = arg + 1
    price = trade_values(state, seat)[taken]
    worth = n * state.facts.values[given]
    bought = worth // price
    player.goods[given] -= n
    player.goods[taken] += bought
    left = worth - bought * price
    change = left if player.workers[MONEY_CHANGER] else 0
    player.goods[COIN] += change
    if state.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": bought}
        if change:
            state.tell("traded_change", seat=seat, change=change, **args)
        else:
            state.tell("traded", seat=seat, **args)
