"""Legality: what each seat and chance may do now."""

from collections.abc import Callable, Sequence
from math import lcm
from typing import Final

from abbatia.games.kings_abbey import actions
from abbatia.games.kings_abbey.abbey import can_pay, has_room, listed, places, unbaptised_or_free
from abbatia.games.kings_abbey.abilities import ability_actions, helpers, rerolling, wagon_places
from abbatia.games.kings_abbey.actions import (
    ABANDON,
    ALTAR,
    ARCHER,
    ASK,
    BID,
    BUILD,
    BUY,
    CLERGY,
    COLLECT,
    CRUSADE,
    DEFEND,
    DONE,
    FACE,
    FEED,
    FIGHT,
    INITIATIVE,
    MOST_BID,
    NEW_CRUSADE,
    PASS,
    POOL,
    PREACH,
    REMODEL,
    SEND,
    SHEEP,
    STEP,
    TOWER,
    TRADE,
    USE_LANCE,
    USE_WAGON,
    WALL,
)
from abbatia.games.kings_abbey.dice import can_preach, can_rise, is_open
from abbatia.games.kings_abbey.fields import Position, by_die
from abbatia.games.kings_abbey.free_actions import (
    LAY_CARDS,
    MOST_OFFERS,
    TOWER_CARDS,
    free_actions,
    is_buildable,
    partners,
)
from abbatia.games.kings_abbey.phases import (
    CHANCE_CRUSADE,
    CHANCE_EVENT,
    CHANCE_INITIATIVE,
    CHANCE_LOT,
    CHANCE_MARKET,
    CHANCE_SAINT,
    CHANCE_START,
    GIFTS,
    LANCE_ASKED,
)
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BATTLEMENT,
    BIT,
    COIN,
    PLACES,
    SAND,
    STONE,
    TOOL,
    TYPES,
)

ROLL_ODDS: Final = tuple([(actions.ROLL + i, 1) for i in range(6)])


def no_choice(_state: Position, _seat: int) -> tuple[int, ...]:
    """No seat decides anything in this phase."""
    return ()


# -- the phases --------------------------------------------------------------------------------------------


def legal_set_up(state: Position, seat: int) -> tuple[int, ...]:
    """A higher bid or a pass; in the quick game a card of the market (§21.3, §21.9)."""
    if state.stage == GIFTS:
        return listed(BUY, sum(BIT[place] for place in range(8) if state.market[place] >= 0))
    most = min(MOST_BID, wealth(state, seat))
    return (PASS, *range(BID + state.bid + 1, BID + most + 1))


def wealth(state: Position, seat: int) -> int:
    """The value of all coins and resources (§21.10)."""
    return sum(state.players[seat].goods[kind] * state.facts.values[kind] for kind in range(TOOL))


def legal_event(state: Position, seat: int) -> tuple[int, ...]:
    """What the player may do in phase 2 (§2.4, §2.5, §R10, §R11)."""
    if state.stage == LANCE_ASKED:
        return (DONE, USE_LANCE)
    found = defences(state, seat)
    if by_die(seat) in state.cover:
        return (DONE, *found, *free_actions(state, seat))
    if not found or found[0] > SEND + len(PLACES):
        return (PASS, *found, *free_actions(state, seat))
    return found + free_actions(state, seat)


def defences(state: Position, seat: int) -> tuple[int, ...]:
    """A matching die, an ability that gives one, a peasant (§2.4)."""
    needed = state.vikings[len(state.cover)]
    found: tuple[int, ...] = ()
    if state.players[seat].dice_mask >> (needed - 1) & 1:
        found = (FIGHT,)
    if by_die(seat) not in state.cover:
        found += listed(SEND, places(state, seat))
    return found + ability_actions(state, seat)


def _board(mask: int, preach: int, clergy: int) -> tuple[int, ...]:
    """End of turn, preaching, clergy and defence for these dice."""
    found = [DONE]
    found += [PREACH + i for i in range(3) if preach and mask >> i & 1]
    found += [CLERGY + i for i in range(3) if clergy and mask >> (i + 3) & 1]
    found += [DEFEND + i for i in range(6) if mask >> i & 1]
    return tuple(found)


BOARD: Final = [_board(key & 63, key >> 6 & 1, key >> 7) for key in range(256)]
"""By a number: six bits for the values of dice, one for preaching, one for the clergy."""


def legal_abbey(state: Position, seat: int) -> tuple[int, ...]:
    """All uses of the unplaced dice, help, and what is always possible, in any order (§R16)."""
    mask = state.players[seat].dice_mask
    if not mask:
        return (
            DONE,
            *crusade_actions(state, seat, 0),
            *ability_actions(state, seat),
            *free_actions(state, seat),
        )
    key = mask
    if mask & 0b111 and can_preach(state, seat, 1):
        key |= 64
    if mask & 0b111000 and can_rise(state, seat, 1):
        key |= 128
    return (
        BOARD[key]
        + crusade_actions(state, seat, mask)
        + ability_actions(state, seat)
        + free_actions(state, seat)
    )


def crusade_actions(state: Position, seat: int, mask: int) -> tuple[int, ...]:
    """Dice for the own crusades, Elias's pool, asking for help (§3.12, §3.13, §19.1, §24.7)."""
    found: tuple[int, ...] = ()
    pool = asked = 0
    for slot in range(2):
        crusade = state.players[seat].crusades[slot]
        card = crusade.card
        if card < 0 or crusade.filled >= state.facts.crusade_dice[card]:
            continue
        face = crusade.face
        if not crusade.own_dice:
            if mask and (crusade.crusader or unbaptised_or_free(state, seat)):
                found += listed(CRUSADE + slot * 6, mask)
            continue
        if mask >> (face - 1) & 1:
            found += (CRUSADE + slot * 6 + face - 1,)
        if state.seats == 1:
            pool |= BIT[slot] if state.elias.pool[face - 1] else 0
        elif state.players[seat].offers_made < MOST_OFFERS:
            asked |= helpers(state, seat, slot) << 5 * slot  # `ask` counts five seats for each slot
    if pool:
        found += listed(POOL, pool)
    if asked:
        found += listed(ASK, asked)
    return found


def legal_market(state: Position, seat: int) -> tuple[int, ...]:
    """Buy a card, also one that can no longer be built, or pass (§4.1, §R28)."""
    coins = state.players[seat].goods[COIN]
    mask = 0
    reach = coins - state.facts.event_price[state.event]  # the highest price on the board that coins pay
    market = state.market
    for row in range(min(4, reach)):
        if market[row] >= 0:
            mask |= BIT[row]
        if market[row + 4] >= 0:
            mask |= BIT[row + 4]
    return (PASS, *listed(BUY, mask), *rerolling(state, seat), *free_actions(state, seat))


def _places(mask: int, closed: int, taken: int) -> tuple[int, ...]:
    """Pass, collect with these dice at these locations, take the initiative if it is free."""
    found = [PASS]
    found += [COLLECT + k * 6 + i for k in range(4) if not closed >> k & 1 for i in range(6) if mask >> i & 1]
    found += [INITIATIVE + i for i in range(6) if not taken and mask >> i & 1]
    return tuple(found)


TURNS: Final = [_places(key & 63, key >> 6 & 15, key >> 10) for key in range(2048)]
"""By a number: six bits for the values of dice, four for closed locations, one for the initiative taken."""


def legal_resources(state: Position, seat: int) -> tuple[int, ...]:
    """Collect, take the initiative, use a wagon or pass (§5.1, §5.4, §5.7, §5.8, §17.13, §17.14)."""
    player = state.players[seat]
    mask = player.dice_mask
    closed = player.visited
    shut = state.facts.event_closed[state.event]
    if shut:
        closed |= BIT[shut - 1]
    key = mask | closed << 6 | (1024 if state.initiative >= 0 else 0)
    found = TURNS[key]
    if wagon_places(state, seat):
        found += (USE_WAGON,)
    return found + ability_actions(state, seat) + free_actions(state, seat)


FIRST_BENCHES: Final = 0b000_111_111_111  # mask of the seats from which a step leads to a bench
LAST_BENCH: Final = 0b111_000_000_000  # mask of the seats from which a peasant is baptised


def steps(benches: int) -> int:
    """Mask of the seats whose peasant has a free seat before him (§6.2)."""
    return benches & ~(benches >> 3) & FIRST_BENCHES  # `>> 3`: the seat one bench on


def can_move(state: Position, seat: int) -> bool:
    """A move is left and a peasant can use it, now or after free moves."""
    player = state.players[seat]
    benches = player.benches
    if not player.moves or not benches & FIRST_BENCHES:
        return False
    if steps(benches):
        return True
    return benches & LAST_BENCH > 0 and (player.baptistry < 2 or player.idle & LAY_CARDS > 0)


def legal_peasants(state: Position, seat: int) -> tuple[int, ...]:
    """A peasant one bench on, or done (§6.1, §6.2)."""
    return (DONE, *listed(STEP, steps(state.players[seat].benches)), *free_actions(state, seat))


WALLS: Final = 5


def legal_building(state: Position, seat: int) -> tuple[int, ...]:
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


def legal_feeding(state: Position, seat: int) -> tuple[int, ...]:
    """Slaughter a sheep, trade and the like, or feed with what there is (§R41)."""
    sheep = (SHEEP,) if state.players[seat].sheep else ()
    return (*sheep, FEED, *free_actions(state, seat))


def legal_darkness(state: Position, seat: int) -> tuple[int, ...]:
    """Face it, after whatever is always possible (§9.1)."""
    return (FACE, *free_actions(state, seat))


def legal_income(state: Position, seat: int) -> tuple[int, ...]:
    """Whatever is always possible, before all are paid (§R7)."""
    return (DONE, *free_actions(state, seat))


def legal_rewards(state: Position, seat: int) -> tuple[int, ...]:
    """Buy a crusade, or not (§11.4)."""
    buy = (NEW_CRUSADE,) if can_buy(state, seat) else ()
    return (DONE, *buy, *free_actions(state, seat))


def can_take(state: Position, seat: int) -> bool:
    """Fewer than two crusades, and one in the pile (§11.4)."""
    first, second = state.players[seat].crusades
    return (first.card < 0 or second.card < 0) and 1 in state.crusade_bag


def can_buy(state: Position, seat: int) -> bool:
    """A crusade to take and the coin for it (§11.4)."""
    return state.players[seat].goods[COIN] > 0 and can_take(state, seat)


def can_raise_coins(state: Position, seat: int) -> bool:
    """Something to trade for the coin that is missing (§R7)."""
    return TRADE in free_actions(state, seat) or partners(state, seat) != 0


def legal_end_of_round(state: Position, seat: int) -> tuple[int, ...]:
    """Break off a crusade, trade and the like, or be done (§12.3, §12.4)."""
    mask = 0
    for slot in range(2):
        crusade = state.players[seat].crusades[slot]
        if is_open(state, crusade) and crusade.crusader:
            mask |= BIT[slot]
    return (DONE, *listed(ABANDON, mask), *free_actions(state, seat))


LEGAL: Final[list[Callable[[Position, int], tuple[int, ...]]]] = [
    legal_set_up,
    no_choice,  # phase 1: chance rolls
    legal_event,
    legal_abbey,
    legal_market,
    legal_resources,
    legal_peasants,
    legal_building,
    legal_feeding,
    legal_darkness,
    legal_income,
    legal_rewards,
    legal_end_of_round,
    no_choice,  # the game is over
]
"""What a seat that has no open question may do, by phase."""


# -- chance ------------------------------------------------------------------------------------------------


def odds(state: Position) -> Sequence[tuple[int, int]]:
    """Every outcome of what chance is to decide now, with its weight."""
    chance = state.chance
    tokens = actions.DRAWS  # the draws stand in the vocabulary as tokens, then events, then crusades
    events = tokens + len(state.token_owner)
    if chance == CHANCE_EVENT:
        return weighted(events, event_weights(state))
    if chance == CHANCE_MARKET:
        return weighted(actions.DRAW_BUILDING, state.building_bag)
    if chance == CHANCE_CRUSADE:
        return weighted(events + len(state.unseen_events), state.crusade_bag)
    if chance == CHANCE_INITIATIVE:
        return [(tokens + token, 1) for token, owner in enumerate(state.token_owner) if owner < 0]
    if chance == CHANCE_LOT:
        return [(actions.LOT + seat, 1) for seat in range(state.seats)]
    if chance == CHANCE_START:
        return weighted(actions.DRAW_BUILDING, state.start_left)
    if chance == CHANCE_SAINT:
        return weighted(actions.DRAW_SAINT, state.saint_bag)
    return ROLL_ODDS


def weighted(base: int, copies: list[int]) -> list[tuple[int, int]]:
    """The draws of what there are copies of, each with their number as its weight."""
    return [(base + number, weight) for number, weight in enumerate(copies) if weight]


def event_weights(state: Position) -> list[int]:
    """The weight of every event card: its category by the pile, then each unseen card alike (§13.6)."""
    categories = state.facts.event_category
    unseen = [0, 0, 0]
    for event, copies in enumerate(state.unseen_events):
        unseen[categories[event]] += copies
    whole = lcm(*[n for n in unseen if n])  # so that every share is a whole number
    shares = [state.pile[i] * whole // max(1, unseen[i]) for i in range(3)]
    return [copies * shares[categories[event]] for event, copies in enumerate(state.unseen_events)]
