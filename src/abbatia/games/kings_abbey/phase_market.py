"""Phase 4: two laps of the building market (§4), Elias before them in solo (§24.3)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import erect, gain, listed, receive
from abbatia.games.kings_abbey.actions import BUY, PASS
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.gifts import rerolling
from abbatia.games.kings_abbey.pieces import (
    BIT,
    BUILDINGS,
    COIN,
    FROM_BUILDINGS,
    HARVEST,
    KINDS,
    SET_UP,
    TYPES,
)
from abbatia.games.kings_abbey.state import BOUGHT, CHANCE_MASK, USED, Position, tell
from abbatia.games.kings_abbey.turns import take_turn

CHANCE_ELIAS_MARKET: Final = 4
ELIAS_ROLLS: Final = 2


def go_on(s: Position) -> None:
    """The next player of the lap; in the second lap only those who bought (§4.1, §4.2)."""
    if s.seats == 1 and s.stage < ELIAS_ROLLS:
        s.chance = CHANCE_ELIAS_MARKET
        s.acting = CHANCE_MASK
        return
    if s.lap == 2 * s.seats:
        s.phase, s.stage, s.lap, s.passed = HARVEST, 0, 0, 0
        return
    lap = s.lap
    s.lap += 1
    step = lap if lap < s.seats else 2 * s.seats - 1 - lap
    seat = (s.first + step) % s.seats
    if lap >= s.seats and not s.used[seat * USED + BOUGHT]:
        return
    take_turn(s, seat, legal)


def elias_discards(s: Position, value: int) -> None:
    """Elias's die: the two cards of this price leave the market (§24.3)."""
    s.stage += 1
    s.acting = 0
    gone = []
    if value <= 4:
        for place in (value - 1, value + 3):
            if s.market[place] >= 0:
                gone.append(BUILDINGS[s.market[place]])
                s.scrapped[s.market[place]] += 1
                s.market[place] = -1
    if s.events is not None:
        tell(s, "elias_market", value=value, cards=gone or ["-"])


def price(s: Position, place: int) -> int:
    """Coins for the card on a place (§4.1, §17.10)."""
    return max(0, place % 4 + 1 + s.facts.event_price[s.event])


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """Buy a card, also one that can no longer be built, or pass (§4.1, §R28)."""
    coins = s.goods[seat * KINDS + COIN]
    mask = 0
    reach = coins - s.facts.event_price[s.event]  # the highest price on the board that these coins pay
    market = s.market
    for row in range(min(4, reach)):
        if market[row] >= 0:
            mask |= BIT[row]
        if market[row + 4] >= 0:
            mask |= BIT[row + 4]
    return (PASS, *listed(BUY, mask), *rerolling(s, seat), *anytime(s, seat))


def after(s: Position, seat: int) -> None:
    """The turn lasts until the player buys or passes."""


def do_buy(s: Position, seat: int, place: int) -> None:
    """The card goes to the reserve, its reward is taken at once (§4.3, §4.4); see §21.3 for the set-up."""
    card = s.market[place]
    s.market[place] = -1
    s.acting = 0
    receive(s, seat, s.facts.reward[card])
    if s.phase == SET_UP:
        erect(s, seat, card)
        gain(s, seat, FROM_BUILDINGS, s.facts.prestige[card])
        if s.events is not None:
            tell(s, "built", seat=seat, card=BUILDINGS[card], points=s.facts.prestige[card])
        return
    paid = price(s, place)
    s.goods[seat * KINDS + COIN] -= paid
    s.hand[seat * TYPES + card] += 1
    s.in_hand[seat] |= BIT[card]
    s.used[seat * USED + BOUGHT] += 1
    if s.events is not None:
        tell(s, "bought", seat=seat, card=BUILDINGS[card], place=place, n=paid)
