"""Phase 8: gardens, breeding, food, all players at the same time (§8)."""

from abbatia.games.kings_abbey.abbey import forfeit, population
from abbatia.games.kings_abbey.actions import FEED, SHEEP
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.lay_brothers import can_bathe_to
from abbatia.games.kings_abbey.losses import lose_peasants
from abbatia.games.kings_abbey.pieces import (
    BAKERY,
    BIT,
    CREWS,
    DAIRY_FARM,
    DARKNESS,
    FROM_HUNGER,
    GARDEN,
    GRAIN,
    KINDS,
    SHEEP_FARM,
)
from abbatia.games.kings_abbey.state import NEED, USED, Position, tell

MOST_SHEEP = 5
MOST_COWS = 3
FED = -9  # in NEED: this player is through


def go_on(s: Position) -> None:
    """Gardens, then breeding, then food (§8.1); asked is who has a choice (§R7, §R41)."""
    if s.stage:
        s.phase, s.stage, s.lap = DARKNESS, 0, 0
        return
    s.stage = 1
    for seat in range(s.seats):
        garden(s, seat)
        breed(s, seat)
        s.used[seat * USED + NEED] = need(s, seat)
        short = missing(s, seat)
        if short <= 0:
            s.used[seat * USED + NEED] = FED
        elif s.goods[seat * KINDS + GRAIN] < short or s.sheep[seat] or can_bathe_to(s, seat, BAKERY):
            s.acting |= BIT[seat]
        else:
            feed(s, seat)


def garden(s: Position, seat: int) -> None:
    """One grain for each three held, with two gardens too (§15.12, §R39)."""
    if s.crew[seat * CREWS + GARDEN]:
        grown = s.goods[seat * KINDS + GRAIN] // 3
        s.goods[seat * KINDS + GRAIN] += grown
        if grown and s.events is not None:
            tell(s, "grown", seat=seat, n=grown)


def breed(s: Position, seat: int) -> None:
    """A farm adds an animal, but not in the round of its activation (§8.2, §R42)."""
    if s.farm_since[seat] >= s.round:
        return
    if s.crew[seat * CREWS + SHEEP_FARM] and s.sheep[seat] < MOST_SHEEP:
        s.sheep[seat] += 1
    elif s.crew[seat * CREWS + DAIRY_FARM] and s.cows[seat] < MOST_COWS:
        s.cows[seat] += 1
    else:
        return
    if s.events is not None:
        tell(s, "bred", seat=seat, sheep=s.sheep[seat], cows=s.cows[seat])


def need(s: Position, seat: int) -> int:
    """Levels to feed this round (§8.3, §17.9, §17.19)."""
    people = population(s, seat)
    if not people:
        return 0
    level = 1 if people <= 4 else 2 if people <= 8 else 3
    return max(0, level + s.facts.event_food[s.event])


def missing(s: Position, seat: int) -> int:
    """Levels that cows and Bakeries do not feed (§8.5, §15.2, §R40)."""
    return s.used[seat * USED + NEED] - s.crew[seat * CREWS + BAKERY] - s.cows[seat]


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """Slaughter a sheep, trade and the like, or feed with what there is (§R41)."""
    sheep = (SHEEP,) if s.sheep[seat] else ()
    return (*sheep, FEED, *anytime(s, seat))


def after(s: Position, seat: int) -> None:
    """Done when everybody is fed, or when the lost peasants are chosen."""
    if missing(s, seat) <= 0:
        s.used[seat * USED + NEED] = FED
        s.acting &= ~BIT[seat]


def do_sheep(s: Position, seat: int, _arg: int) -> None:
    """A sheep given back feeds two levels (§8.6)."""
    s.sheep[seat] -= 1
    s.used[seat * USED + NEED] -= 2
    if s.events is not None:
        tell(s, "slaughtered", seat=seat)


def do_feed(s: Position, seat: int, _arg: int) -> None:
    feed(s, seat)


def feed(s: Position, seat: int) -> None:
    """Grain as far as it goes; for each level unfed a peasant and 2 prestige (§8.4, §8.7)."""
    short = missing(s, seat)
    eaten = min(short, s.goods[seat * KINDS + GRAIN])
    s.goods[seat * KINDS + GRAIN] -= eaten
    s.used[seat * USED + NEED] = FED
    unfed = short - eaten
    if s.events is not None:
        tell(s, "fed", seat=seat, n=eaten)
    if unfed:
        if s.events is not None:
            tell(s, "hunger", seat=seat, n=unfed, points=2 * unfed)
        forfeit(s, seat, FROM_HUNGER, 2 * unfed)
        lose_peasants(s, seat, unfed)
