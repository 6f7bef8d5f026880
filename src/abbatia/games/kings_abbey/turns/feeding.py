"""Phase 8: gardens, breeding, food, all players at the same time (§8)."""

from abbatia.games.kings_abbey.abbey import forfeit, population
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.free_actions import can_bathe_to
from abbatia.games.kings_abbey.phases import DARKNESS
from abbatia.games.kings_abbey.pieces import BAKERY, BIT, DAIRY_FARM, FROM_HUNGER, GARDEN, GRAIN, SHEEP_FARM
from abbatia.games.kings_abbey.turns.losses import lose_peasants

MOST_SHEEP = 5
MOST_COWS = 3
FED = -9  # in NEED: this player is through


def go_on(state: Position) -> None:
    """Gardens, then breeding, then food (§8.1); players with a choice are asked (§R7, §R41)."""
    if state.stage:
        state.phase, state.stage, state.lap = DARKNESS, 0, 0
        return
    state.stage = 1
    for seat in range(state.seats):
        player = state.players[seat]
        garden(state, seat)
        breed(state, seat)
        player.need = need(state, seat)
        short = missing(state, seat)
        if short <= 0:
            player.need = FED
        elif player.goods[GRAIN] < short or player.sheep or can_bathe_to(state, seat, BAKERY):
            state.acting |= BIT[seat]
        else:
            feed(state, seat)


def garden(state: Position, seat: int) -> None:
    """One grain for each three held, with two gardens too (§15.12, §R39)."""
    player = state.players[seat]
    if player.workers[GARDEN]:
        grown = player.goods[GRAIN] // 3
        player.goods[GRAIN] += grown
        if grown and state.events is not None:
            state.tell("grown", seat=seat, n=grown)


def breed(state: Position, seat: int) -> None:
    """A farm adds an animal, but not in the round of its activation (§8.2, §R42)."""
    player = state.players[seat]
    if player.farm_since >= state.round:
        return
    if player.workers[SHEEP_FARM] and player.sheep < MOST_SHEEP:
        player.sheep += 1
    elif player.workers[DAIRY_FARM] and player.cows < MOST_COWS:
        player.cows += 1
    else:
        return
    if state.events is not None:
        state.tell("bred", seat=seat, sheep=player.sheep, cows=player.cows)


def need(state: Position, seat: int) -> int:
    """Levels to feed this round (§8.3, §17.9, §17.19)."""
    people = population(state, seat)
    if not people:
        return 0
    level = 1 if people <= 4 else 2 if people <= 8 else 3
    return max(0, level + state.facts.event_food[state.event])


def missing(state: Position, seat: int) -> int:
    """Levels that cows and Bakeries do not feed (§8.5, §15.2, §R40)."""
    player = state.players[seat]
    return player.need - player.workers[BAKERY] - player.cows


def after(state: Position, seat: int) -> None:
    """Done when everybody is fed, or when the lost peasants are chosen."""
    if missing(state, seat) <= 0:
        state.players[seat].need = FED
        state.acting &= ~BIT[seat]


def do_sheep(state: Position, seat: int, _arg: int) -> None:
    """A sheep given back feeds two levels (§8.6)."""
    player = state.players[seat]
    player.sheep -= 1
    player.need -= 2
    if state.events is not None:
        state.tell("slaughtered", seat=seat)


def do_feed(state: Position, seat: int, _arg: int) -> None:
    feed(state, seat)


def feed(state: Position, seat: int) -> None:
    """Grain as far as it goes; for each level unfed a peasant and 2 prestige (§8.4, §8.7)."""
    player = state.players[seat]
    short = missing(state, seat)
    eaten = min(short, player.goods[GRAIN])
    player.goods[GRAIN] -= eaten
    player.need = FED
    unfed = short - eaten
    if state.events is not None:
        state.tell("fed", seat=seat, n=eaten)
    if unfed:
        if state.events is not None:
            state.tell("hunger", seat=seat, n=unfed, points=2 * unfed)
        forfeit(state, seat, FROM_HUNGER, 2 * unfed)
        lose_peasants(state, seat, unfed)
