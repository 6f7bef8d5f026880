"""Trade tokens, and with whom the Stables can trade (§14.4, §14.5, §19.6)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed, trade_values
from abbatia.games.kings_abbey.actions import AMOUNT, FOR, GIVE, MOST_TOKENS
from abbatia.games.kings_abbey.pieces import BIT, COIN, CREWS, GOODS, KINDS, MONEY_CHANGER, STABLES, TOOL
from abbatia.games.kings_abbey.questions import TRADE_AMOUNT, TRADE_FOR, TRADE_GIVE, answer, args_of, ask
from abbatia.games.kings_abbey.state import OFFERS_MADE, STABLES_USED, TRADES, USED, Position, tell

TRADE_TOKENS: Final = 2
MOST_OFFERS: Final = 3


def do_trade(s: Position, seat: int, _arg: int) -> None:
    """Use a trade token (§14.4)."""
    s.used[seat * USED + TRADES] += 1
    ask(s, seat, TRADE_GIVE)


def tradable(s: Position, seat: int, given: int) -> int:
    """Mask of the kinds that all tokens of this kind together can buy."""
    worth = s.goods[seat * KINDS + given] * s.facts.values[given]
    prices = trade_values(s, seat)
    mask = 0
    for kind in range(TOOL):
        if kind != given and worth >= prices[kind]:
            mask |= BIT[kind]
    return mask


def legal_give(s: Position, seat: int) -> tuple[int, ...]:
    at, values = seat * KINDS, s.facts.values
    prices = trade_values(s, seat)
    cheapest = min(prices[1:TOOL])
    mask = 1 if s.goods[at] >= cheapest else 0
    for kind in range(1, TOOL):
        if s.goods[at + kind] * values[kind] >= prices[COIN]:
            mask |= BIT[kind]
    return listed(GIVE, mask)


def legal_for(s: Position, seat: int) -> tuple[int, ...]:
    (given,) = args_of(s, seat)
    return listed(FOR, tradable(s, seat, given))


def legal_amount(s: Position, seat: int) -> tuple[int, ...]:
    """Numbers given; without a Money Changer only those that buy more than one less would."""
    given, taken = args_of(s, seat)
    value, price = s.facts.values[given], trade_values(s, seat)[taken]
    change = s.crew[seat * CREWS + MONEY_CHANGER] > 0
    mask = 0
    for n in range(1, min(MOST_TOKENS, s.goods[seat * KINDS + given]) + 1):
        bought = n * value // price
        if bought and (change or (n - 1) * value // price < bought):
            mask |= BIT[n - 1]
    return listed(AMOUNT, mask)


def do_give(s: Position, seat: int, arg: int) -> None:
    answer(s, seat)
    ask(s, seat, TRADE_FOR, arg)


def do_for(s: Position, seat: int, arg: int) -> None:
    (given,) = answer(s, seat)
    ask(s, seat, TRADE_AMOUNT, given, arg)


def do_amount(s: Position, seat: int, arg: int) -> None:
    """The exchange: as many tokens as the value allows, change only by the Money Changer (§R31, §R33)."""
    given, taken = answer(s, seat)
    at, n = seat * KINDS, arg + 1
    price = trade_values(s, seat)[taken]
    worth = n * s.facts.values[given]
    bought = worth // price
    s.goods[at + given] -= n
    s.goods[at + taken] += bought
    left = worth - bought * price
    change = left if s.crew[seat * CREWS + MONEY_CHANGER] else 0
    s.goods[at + COIN] += change
    if s.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": bought}
        if change:
            tell(s, "traded_change", seat=seat, change=change, **args)
        else:
            tell(s, "traded", seat=seat, **args)


def partners(s: Position, seat: int) -> int:
    """Mask of the players with whom a Stables trade is possible (§15.20, §R20)."""
    used = seat * USED
    if s.crew[seat * CREWS + STABLES] <= s.used[used + STABLES_USED]:
        return 0
    if s.used[used + OFFERS_MADE] >= MOST_OFFERS:
        return 0
    mask = 0
    for other in range(s.seats):
        if other != seat and swaps(s, seat, other):
            mask |= BIT[other]
    return mask


def swaps(s: Position, seat: int, other: int) -> int:
    """Mask of the kinds that can be given to this player for something they have (§19.6)."""
    mask = 0
    for given in range(TOOL):
        if swappable(s, seat, other, given):
            mask |= BIT[given]
    return mask


def swappable(s: Position, seat: int, other: int, given: int) -> int:
    """Mask of the kinds the other has that tokens of this kind can buy."""
    worth = min(MOST_TOKENS, s.goods[seat * KINDS + given]) * s.facts.values[given]
    prices = trade_values(s, seat)
    mask = 0
    for kind in range(TOOL):
        if kind != given and s.goods[other * KINDS + kind] and worth >= prices[kind]:
            mask |= BIT[kind]
    return mask
