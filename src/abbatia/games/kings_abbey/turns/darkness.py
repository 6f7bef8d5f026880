"""Phases 9 and 10: the Darkness, all players at the same time (§9), and income (§10)."""

from abbatia.games.kings_abbey.abbey import defence, forfeit, occupied, population
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.free_actions import can_bathe_to
from abbatia.games.kings_abbey.phases import INCOME, REWARDS
from abbatia.games.kings_abbey.pieces import BIT, BREWERY, CHAPEL, COIN, FROM_DARKNESS
from abbatia.games.kings_abbey.turns.losses import lose_peasants

FACED = -8  # in NEED: this player is through


def go_on(state: Position) -> None:
    """Ask every player that is too weak, then the marker rises (§9.1, §9.2, §R44)."""
    if state.stage:
        state.darkness = min(state.darkness + 1, len(state.facts.darkness) - 1)
        state.phase, state.stage = INCOME, 0
        return
    state.stage = 1
    for seat in range(state.seats):
        state.players[seat].need = 0
        if shortfall(state, seat) > 0:
            state.acting |= BIT[seat]


def level(state: Position) -> int:
    """The Darkness this round (§9.1, §17.8, §17.18)."""
    return state.facts.darkness[state.darkness] + state.facts.event_darkness[state.event]


def shortfall(state: Position, seat: int) -> int:
    return level(state) - defence(state, seat)


def after(state: Position, seat: int) -> None:
    """Done when faced, or when the defence has become strong enough."""
    if state.players[seat].need == FACED or shortfall(state, seat) <= 0:
        state.acting &= ~BIT[seat]


def do_face(state: Position, seat: int, _arg: int) -> None:
    """For each point missing a peasant and 2 prestige, counted before any is lost (§9.1, §R43)."""
    short = shortfall(state, seat)
    state.players[seat].need = FACED
    if state.events is not None:
        state.tell("darkness", seat=seat, n=short, points=2 * short)
    forfeit(state, seat, FROM_DARKNESS, 2 * short)
    lose_peasants(state, seat, short)


# -- income ----------------------------------------------------------------------------------------------


def income(state: Position) -> None:
    """First whoever can still bring a lay brother to a Brewery is asked (§R7), then all are paid."""
    if state.stage:
        collect_income(state)
        return
    state.stage = 1
    for seat in range(state.seats):
        if can_bathe_to(state, seat, BREWERY):
            state.acting |= BIT[seat]


def after_income(state: Position, seat: int) -> None:
    """Done when the Bath House cannot help the Brewery any more."""
    if not can_bathe_to(state, seat, BREWERY):
        state.acting &= ~BIT[seat]


def collect_income(state: Position) -> None:
    """A coin for each peasant on the board, and what the Brewery adds (§10.1, §15.6)."""
    for seat in range(state.seats):
        coins = income_of(state, seat)
        state.players[seat].goods[COIN] += coins
        if state.events is not None:
            state.tell("income", seat=seat, n=coins)
    state.phase, state.stage, state.lap = REWARDS, 0, 0


def income_of(state: Position, seat: int) -> int:
    """The coins of this player, as the abbey is now (§10.1)."""
    return population(state, seat) + brewed(state, seat)


def brewed(state: Position, seat: int) -> int:
    """What the Brewery adds for each peasant on a card; by the option for each active card (§15.6, §R45)."""
    player = state.players[seat]
    breweries = player.workers[BREWERY]
    if not breweries:
        return 0
    if state.brewery_cards:
        cards = sum(player.workers)
        return breweries * (cards + player.stands[CHAPEL])
    return breweries * occupied(state, seat)
