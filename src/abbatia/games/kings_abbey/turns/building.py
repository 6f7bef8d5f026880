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
from abbatia.games.kings_abbey.free_actions import free_actions
from abbatia.games.kings_abbey.lay_brothers import TOWER_CARDS
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BATTLEMENT,
    BIT,
    CARDS,
    FEEDING,
    FROM_TOWERS,
    SAND,
    STONE,
    TYPES,
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
from abbatia.games.kings_abbey.turns.order import next_seat, take_turn

WALLS: Final = 5


def go_on(state: Position) -> None:
    """In turn order each player builds (§7.1)."""
    seat = next_seat(state, FEEDING)
    if seat >= 0:
        take_turn(state, seat, legal)


def legal(state: Position, seat: int) -> tuple[int, ...]:
    """Everything that can be built and paid now (§7.2 to §7.11)."""
    player = state.players[seat]
    goods = player.goods
    facts = state.facts
    found: tuple[int, ...] = (DONE,)
    if not player.altar and can_pay(state, seat, facts.altar_cost):
        found += (ALTAR,)
    if player.walls < WALLS and can_pay(state, seat, facts.wall_cost):
        found += (WALL,)
    if player.spaces >= 7 and not player.remodelled and can_pay(state, seat, facts.remodel_cost):
        found += (REMODEL,)
    towers = payable_towers(state, seat) if goods[STONE] or goods[SAND] or state.title.own_components else 0
    if towers:
        found += listed(TOWER, towers)
    if (
        player.idle & TOWER_CARDS
        and can_pay(state, seat, facts.archer_cost)
        and unbaptised_or_free(state, seat)
    ):
        found += listed(ARCHER, (player.idle & TOWER_CARDS) >> BATTLEMENT)
    if player.in_hand:
        found += listed(BUILD, payable_buildings(state, seat))
    return found + free_actions(state, seat)


def payable_towers(state: Position, seat: int) -> int:
    """Mask of the towers that can be built and paid (§7.4, §7.5)."""
    mask = 0
    for card in range(TYPES, ALL_CARDS):
        if can_pay(state, seat, state.facts.cost[card]) and is_buildable(state, seat, card):
            mask |= BIT[card - TYPES]
    return mask


def payable_buildings(state: Position, seat: int) -> int:
    """Mask of the buildings of the reserve that can be built and paid (§7.7)."""
    player = state.players[seat]
    mask = 0
    held = player.in_hand
    coins, wood, grain, stone, sand = player.goods[:5]
    for card in listed(0, held):
        cost = state.facts.cost[card]
        paid = wood >= cost[1] and stone >= cost[3] and grain >= cost[2] and coins >= cost[0]
        if paid and sand >= cost[4] and has_room(state, seat, card):
            mask |= BIT[card]
    return mask


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player ends it."""


def do_altar(state: Position, seat: int, _arg: int) -> None:
    """4 coins and 2 wood (§7.2, §R36)."""
    player = state.players[seat]
    pay(state, seat, state.facts.altar_cost)
    player.altar = 1
    if state.events is not None:
        tell(state, "altar", seat=seat)


def do_wall(state: Position, seat: int, _arg: int) -> None:
    """1 stone; the fifth gives defence (§7.3, §R36)."""
    player = state.players[seat]
    pay(state, seat, state.facts.wall_cost)
    player.walls += 1
    if state.events is not None:
        tell(state, "wall", seat=seat, n=player.walls)


def do_remodel(state: Position, seat: int, _arg: int) -> None:
    """2 grain and 2 stone for two more building spaces (§7.11)."""
    player = state.players[seat]
    pay(state, seat, state.facts.remodel_cost)
    player.remodelled = 1
    if state.events is not None:
        tell(state, "remodelled", seat=seat)


def do_tower(state: Position, seat: int, arg: int) -> None:
    """A tower is paid and gives its prestige (§7.4)."""
    card = TYPES + arg
    if top(state, seat) == TABLETS_WHAT:
        choose_kind(state, seat, card)
        return
    pay(state, seat, state.facts.cost[card])
    raise_tower(state, seat, card)


def raise_tower(state: Position, seat: int, card: int) -> None:
    erect(state, seat, card)
    gain(state, seat, FROM_TOWERS, state.facts.prestige[card])
    if state.events is not None:
        tell(state, "built", seat=seat, card=CARDS[card], points=state.facts.prestige[card])


def do_archer(state: Position, seat: int, arg: int) -> None:
    """5 coins make a peasant an archer; which one? (§7.6)"""
    ask(state, seat, ARCHER_WHO, BATTLEMENT + arg, 0)


def do_build(state: Position, seat: int, card: int) -> None:
    """A building of the reserve is paid and gives its prestige (§7.7)."""
    if top(state, seat) == TABLETS_WHAT:
        choose_kind(state, seat, card)
        return
    pay(state, seat, state.facts.cost[card])
    raise_building(state, seat, card)


# -- the Tablets of the Law --------------------------------------------------------------------------------


def legal_tablets(state: Position, seat: int) -> tuple[int, ...]:
    mask = tablet_cards(state, seat)
    return listed(TOWER, mask >> TYPES) + listed(BUILD, mask & (BIT[TYPES] - 1))


def choose_kind(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    ask(state, seat, IGNORE_WHICH, card)
    if ignorable(state, seat, card).bit_count() == 1:
        do_ignore(state, seat, ignorable(state, seat, card).bit_length() - 1)


def legal_ignore(state: Position, seat: int) -> tuple[int, ...]:
    (card,) = args_of(state, seat)
    return listed(IGNORE, ignorable(state, seat, card))


def do_ignore(state: Position, seat: int, kind: int) -> None:
    """The card is built without this kind of its cost (§22.8)."""
    (card,) = answer(state, seat)
    pay(state, seat, state.facts.cost[card], kind)
    if card < TYPES:
        raise_building(state, seat, card)
    else:
        raise_tower(state, seat, card)
