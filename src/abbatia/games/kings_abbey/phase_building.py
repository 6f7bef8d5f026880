"""Phase 7: construction in turn order (§7)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import (
    can_pay,
    erect,
    gain,
    has_room,
    listed,
    pay,
    raise_building,
    unbaptised_or_free,
)
from abbatia.games.kings_abbey.actions import ALTAR, ARCHER, BUILD, DONE, IGNORE, REMODEL, TOWER, WALL
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.lay_brothers import TOWER_CARDS
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BATTLEMENT,
    BIT,
    CARDS,
    COIN,
    FEEDING,
    FROM_TOWERS,
    GRAIN,
    KINDS,
    SAND,
    STONE,
    TYPES,
    WOOD,
)
from abbatia.games.kings_abbey.questions import (
    ARCHER_WHO,
    IGNORE_WHICH,
    TABLETS_WHAT,
    answer,
    args_of,
    ask,
    top,
)
from abbatia.games.kings_abbey.relics import ignorable, is_buildable, tablet_cards
from abbatia.games.kings_abbey.state import Position, tell
from abbatia.games.kings_abbey.turns import next_seat, take_turn

WALLS: Final = 5
ARCHER_COST: Final = 5


def go_on(s: Position) -> None:
    """In turn order each player builds (§7.1)."""
    seat = next_seat(s, FEEDING)
    if seat >= 0:
        take_turn(s, seat, legal)


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """Everything that can be built and paid now (§7.2 to §7.11)."""
    at = seat * KINDS
    goods = s.goods
    coins, stone = goods[at + COIN], goods[at + STONE]
    found: tuple[int, ...] = (DONE,)
    if coins >= 4 and goods[at + WOOD] >= 2 and not s.altar[seat]:
        found += (ALTAR,)
    if stone and s.walls[seat] < WALLS:
        found += (WALL,)
    if stone >= 2 and goods[at + GRAIN] >= 2 and not s.remodelled[seat] and s.spaces[seat] >= 7:
        found += (REMODEL,)
    towers = payable_towers(s, seat) if stone or goods[at + SAND] or s.title.own_components else 0
    if towers:
        found += listed(TOWER, towers)
    if coins >= ARCHER_COST and s.idle[seat] & TOWER_CARDS and unbaptised_or_free(s, seat):
        found += listed(ARCHER, (s.idle[seat] & TOWER_CARDS) >> BATTLEMENT)
    if s.in_hand[seat]:
        found += listed(BUILD, payable_buildings(s, seat))
    return found + anytime(s, seat)


def payable_towers(s: Position, seat: int) -> int:
    """Mask of the towers that can be built and paid (§7.4, §7.5)."""
    mask = 0
    for card in range(TYPES, ALL_CARDS):
        if can_pay(s, seat, s.facts.cost[card]) and is_buildable(s, seat, card):
            mask |= BIT[card - TYPES]
    return mask


def payable_buildings(s: Position, seat: int) -> int:
    """Mask of the buildings of the reserve that can be built and paid (§7.7)."""
    mask = 0
    held = s.in_hand[seat]
    at = seat * KINDS
    coins, wood, grain, stone, sand = s.goods[at : at + 5]
    for card in listed(0, held):
        cost = s.facts.cost[card]
        paid = wood >= cost[1] and stone >= cost[3] and grain >= cost[2] and coins >= cost[0]
        if paid and sand >= cost[4] and has_room(s, seat, card):
            mask |= BIT[card]
    return mask


def after(s: Position, seat: int) -> None:
    """The turn lasts until the player ends it."""


def do_altar(s: Position, seat: int, _arg: int) -> None:
    """4 coins and 2 wood (§7.2, §R36)."""
    s.goods[seat * KINDS + COIN] -= 4
    s.goods[seat * KINDS + WOOD] -= 2
    s.altar[seat] = 1
    if s.events is not None:
        tell(s, "altar", seat=seat)


def do_wall(s: Position, seat: int, _arg: int) -> None:
    """1 stone; the fifth gives defence (§7.3, §R36)."""
    s.goods[seat * KINDS + STONE] -= 1
    s.walls[seat] += 1
    if s.events is not None:
        tell(s, "wall", seat=seat, n=s.walls[seat])


def do_remodel(s: Position, seat: int, _arg: int) -> None:
    """2 grain and 2 stone for two more building spaces (§7.11)."""
    s.goods[seat * KINDS + GRAIN] -= 2
    s.goods[seat * KINDS + STONE] -= 2
    s.remodelled[seat] = 1
    if s.events is not None:
        tell(s, "remodelled", seat=seat)


def do_tower(s: Position, seat: int, arg: int) -> None:
    """A tower is paid and gives its prestige (§7.4)."""
    card = TYPES + arg
    if top(s, seat) == TABLETS_WHAT:
        choose_kind(s, seat, card)
        return
    pay(s, seat, s.facts.cost[card])
    raise_tower(s, seat, card)


def raise_tower(s: Position, seat: int, card: int) -> None:
    erect(s, seat, card)
    gain(s, seat, FROM_TOWERS, s.facts.prestige[card])
    if s.events is not None:
        tell(s, "built", seat=seat, card=CARDS[card], points=s.facts.prestige[card])


def do_archer(s: Position, seat: int, arg: int) -> None:
    """5 coins make a peasant an archer; which one? (§7.6)"""
    ask(s, seat, ARCHER_WHO, BATTLEMENT + arg, 0)


def do_build(s: Position, seat: int, card: int) -> None:
    """A building of the reserve is paid and gives its prestige (§7.7)."""
    if top(s, seat) == TABLETS_WHAT:
        choose_kind(s, seat, card)
        return
    pay(s, seat, s.facts.cost[card])
    raise_building(s, seat, card)


# -- the Tablets of the Law --------------------------------------------------------------------------------


def legal_tablets(s: Position, seat: int) -> tuple[int, ...]:
    mask = tablet_cards(s, seat)
    return listed(TOWER, mask >> TYPES) + listed(BUILD, mask & (BIT[TYPES] - 1))


def choose_kind(s: Position, seat: int, card: int) -> None:
    answer(s, seat)
    ask(s, seat, IGNORE_WHICH, card)
    if ignorable(s, seat, card).bit_count() == 1:
        do_ignore(s, seat, ignorable(s, seat, card).bit_length() - 1)


def legal_ignore(s: Position, seat: int) -> tuple[int, ...]:
    (card,) = args_of(s, seat)
    return listed(IGNORE, ignorable(s, seat, card))


def do_ignore(s: Position, seat: int, kind: int) -> None:
    """The card is built without this kind of its cost (§22.8)."""
    (card,) = answer(s, seat)
    pay(s, seat, s.facts.cost[card], kind)
    if card < TYPES:
        raise_building(s, seat, card)
    else:
        raise_tower(s, seat, card)
