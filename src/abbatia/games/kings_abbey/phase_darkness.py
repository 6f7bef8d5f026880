"""Phases 9 and 10: the Darkness, all players at the same time (§9), and income (§10)."""

from abbatia.games.kings_abbey.abbey import defence, forfeit, occupied, population
from abbatia.games.kings_abbey.actions import DONE, FACE
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.lay_brothers import can_bathe_to
from abbatia.games.kings_abbey.losses import lose_peasants
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BIT,
    BREWERY,
    CHAPEL,
    COIN,
    CREWS,
    FROM_DARKNESS,
    INCOME,
    KINDS,
    REWARDS,
)
from abbatia.games.kings_abbey.state import NEED, USED, Position, tell

FACED = -8  # in NEED: this player is through


def go_on(s: Position) -> None:
    """Who is too weak is asked, then the marker rises (§9.1, §9.2, §R44)."""
    if s.stage:
        s.darkness = min(s.darkness + 1, len(s.facts.darkness) - 1)
        s.phase, s.stage = INCOME, 0
        return
    s.stage = 1
    for seat in range(s.seats):
        s.used[seat * USED + NEED] = 0
        if shortfall(s, seat) > 0:
            s.acting |= BIT[seat]


def level(s: Position) -> int:
    """The Darkness this round (§9.1, §17.8, §17.18)."""
    return s.facts.darkness[s.darkness] + s.facts.event_darkness[s.event]


def shortfall(s: Position, seat: int) -> int:
    return level(s) - defence(s, seat)


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """Face it, after whatever is always possible (§9.1)."""
    return (FACE, *anytime(s, seat))


def after(s: Position, seat: int) -> None:
    """Done when faced, or when the defence has become strong enough."""
    if s.used[seat * USED + NEED] == FACED or shortfall(s, seat) <= 0:
        s.acting &= ~BIT[seat]


def do_face(s: Position, seat: int, _arg: int) -> None:
    """For each point missing a peasant and 2 prestige, counted before any is lost (§9.1, §R43)."""
    short = shortfall(s, seat)
    s.used[seat * USED + NEED] = FACED
    if s.events is not None:
        tell(s, "darkness", seat=seat, n=short, points=2 * short)
    forfeit(s, seat, FROM_DARKNESS, 2 * short)
    lose_peasants(s, seat, short)


# -- income ----------------------------------------------------------------------------------------------


def income(s: Position) -> None:
    """First whoever can still bring a lay brother to a Brewery is asked (§R7), then all are paid."""
    if s.stage:
        collect_income(s)
        return
    s.stage = 1
    for seat in range(s.seats):
        if can_bathe_to(s, seat, BREWERY):
            s.acting |= BIT[seat]


def legal_income(s: Position, seat: int) -> tuple[int, ...]:
    return (DONE, *anytime(s, seat))


def after_income(s: Position, seat: int) -> None:
    """Done when the Bath House cannot help the Brewery any more."""
    if not can_bathe_to(s, seat, BREWERY):
        s.acting &= ~BIT[seat]


def collect_income(s: Position) -> None:
    """A coin for each peasant on the board, and what the Brewery adds (§10.1, §15.6)."""
    for seat in range(s.seats):
        coins = population(s, seat) + brewed(s, seat)
        s.goods[seat * KINDS + COIN] += coins
        if s.events is not None:
            tell(s, "income", seat=seat, n=coins)
    s.phase, s.stage, s.lap = REWARDS, 0, 0


def brewed(s: Position, seat: int) -> int:
    """For each peasant on a card; with `brewery_cards` for each active card (§R45)."""
    breweries = s.crew[seat * CREWS + BREWERY]
    if not breweries:
        return 0
    if s.brewery_cards:
        cards = sum(s.crew[seat * CREWS : seat * CREWS + CREWS])
        return breweries * (cards + s.stands[seat * ALL_CARDS + CHAPEL])
    return breweries * occupied(s, seat)
