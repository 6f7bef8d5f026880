"""Phase 4: two laps of the building market (§4), Elias before them in solo (§24.3)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import erect, gain, receive
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Position
from abbatia.games.kings_abbey.legality import legal_market
from abbatia.games.kings_abbey.phases import CHANCE_ELIAS_MARKET, HARVEST, SET_UP
from abbatia.games.kings_abbey.pieces import BIT, BUILDINGS, COIN, FROM_BUILDINGS
from abbatia.games.kings_abbey.turns.order import take_turn

ELIAS_ROLLS: Final = 2


def go_on(state: Position) -> None:
    """The next player of the lap; in the second lap only those who bought (§4.1, §4.2)."""
    if state.seats == 1 and state.stage < ELIAS_ROLLS:
        state.chance = CHANCE_ELIAS_MARKET
        state.acting = CHANCE_MASK
        return
    if state.lap == 2 * state.seats:
        state.phase, state.stage, state.lap, state.passed = HARVEST, 0, 0, 0
        return
    lap = state.lap
    state.lap += 1
    step = lap if lap < state.seats else 2 * state.seats - 1 - lap
    seat = (state.first + step) % state.seats
    if lap >= state.seats and not state.players[seat].bought:
        return
    take_turn(state, seat, legal_market)


def elias_discards(state: Position, value: int) -> None:
    """Elias's die: the two cards of this price leave the market (§24.3)."""
    state.stage += 1
    state.acting = 0
    gone = []
    if value <= 4:
        for place in (value - 1, value + 3):
            if state.market[place] >= 0:
                gone.append(BUILDINGS[state.market[place]])
                state.scrapped[state.market[place]] += 1
                state.market[place] = -1
    if state.events is not None:
        state.tell("elias_market", value=value, cards=gone or ["-"])


def price(state: Position, place: int) -> int:
    """Coins for the card on a place (§4.1, §17.10)."""
    return max(0, place % 4 + 1 + state.facts.event_price[state.event])


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player buys or passes."""


def do_buy(state: Position, seat: int, place: int) -> None:
    """The card goes to the reserve, its reward is taken at once (§4.3, §4.4); see §21.3 for the set-up."""
    player = state.players[seat]
    card = state.market[place]
    state.market[place] = -1
    state.acting = 0
    receive(state, seat, state.facts.reward[card])
    if state.phase == SET_UP:
        erect(state, seat, card)
        gain(state, seat, FROM_BUILDINGS, state.facts.prestige[card])
        if state.events is not None:
            state.tell("built", seat=seat, card=BUILDINGS[card], points=state.facts.prestige[card])
        return
    paid = price(state, place)
    player.goods[COIN] -= paid
    player.hand[card] += 1
    player.in_hand |= BIT[card]
    player.bought += 1
    if state.events is not None:
        state.tell("bought", seat=seat, card=BUILDINGS[card], place=place, n=paid)
