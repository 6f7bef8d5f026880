"""Trade tokens, and with whom the Stables can trade (§14.4, §14.5, §19.6)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed, trade_values
from abbatia.games.kings_abbey.actions import AMOUNT, FOR, GIVE, MOST_TOKENS
from abbatia.games.kings_abbey.pieces import BIT, COIN, GOODS, MONEY_CHANGER, STABLES, TOOL
from abbatia.games.kings_abbey.questions import TRADE_AMOUNT, TRADE_FOR, TRADE_GIVE, answer, args_of, ask
from abbatia.games.kings_abbey.state import Position, tell

TRADE_TOKENS: Final = 2
MOST_OFFERS: Final = 3


def do_trade(state: Position, seat: int, _arg: int) -> None:
    """Use a trade token (§14.4)."""
    state.players[seat].trades += 1
    ask(state, seat, TRADE_GIVE)


def tradable(state: Position, seat: int, given: int) -> int:
    """Mask of the kinds that all tokens of this kind together can buy."""
    worth = state.players[seat].goods[given] * state.facts.values[given]
    prices = trade_values(state, seat)
    mask = 0
    for kind in range(TOOL):
        if kind != given and worth >= prices[kind]:
            mask |= BIT[kind]
    return mask


def legal_give(state: Position, seat: int) -> tuple[int, ...]:
    player = state.players[seat]
    values = state.facts.values
    prices = trade_values(state, seat)
    cheapest = min(prices[1:TOOL])
    mask = 1 if player.goods[0] >= cheapest else 0
    for kind in range(1, TOOL):
        if player.goods[kind] * values[kind] >= prices[COIN]:
            mask |= BIT[kind]
    return listed(GIVE, mask)


def legal_for(state: Position, seat: int) -> tuple[int, ...]:
    (given,) = args_of(state, seat)
    return listed(FOR, tradable(state, seat, given))


def legal_amount(state: Position, seat: int) -> tuple[int, ...]:
    """Numbers given; without a Money Changer only those that buy more than one less would."""
    player = state.players[seat]
    given, taken = args_of(state, seat)
    value, price = state.facts.values[given], trade_values(state, seat)[taken]
    change = player.workers[MONEY_CHANGER] > 0
    mask = 0
    for n in range(1, min(MOST_TOKENS, player.goods[given]) + 1):
        bought = n * value // price
        if bought and (change or (n - 1) * value // price < bought):
            mask |= BIT[n - 1]
    return listed(AMOUNT, mask)


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
            tell(state, "traded_change", seat=seat, change=change, **args)
        else:
            tell(state, "traded", seat=seat, **args)


def partners(state: Position, seat: int) -> int:
    """Mask of the players with whom a Stables trade is possible (§15.20, §R20)."""
    player = state.players[seat]
    if player.workers[STABLES] <= player.stables_used:
        return 0
    if player.offers_made >= MOST_OFFERS:
        return 0
    mask = 0
    for other in range(state.seats):
        if other != seat and swaps(state, seat, other):
            mask |= BIT[other]
    return mask


def swaps(state: Position, seat: int, other: int) -> int:
    """Mask of the kinds that can be given to this player for something they have (§19.6)."""
    mask = 0
    for given in range(TOOL):
        if swappable(state, seat, other, given):
            mask |= BIT[given]
    return mask


def swappable(state: Position, seat: int, other: int, given: int) -> int:
    """Mask of the kinds the other has that tokens of this kind can buy."""
    worth = min(MOST_TOKENS, state.players[seat].goods[given]) * state.facts.values[given]
    prices = trade_values(state, seat)
    mask = 0
    for kind in range(TOOL):
        if kind != given and state.players[other].goods[kind] and worth >= prices[kind]:
            mask |= BIT[kind]
    return mask
