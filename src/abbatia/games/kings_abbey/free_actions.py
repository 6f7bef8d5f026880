"""Legality of what every own decision offers besides its own actions (§14.3, §R7)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import (
    can_pay,
    has_room,
    listed,
    spanned,
    trade_values,
    unbaptised_or_free,
)
from abbatia.games.kings_abbey.actions import (
    ACTIVATE,
    BAPTISE,
    BATH,
    MOST_TOKENS,
    RELIC,
    SAINT,
    STABLES_WITH,
    SUPPORT,
    TRADE,
)
from abbatia.games.kings_abbey.dice import can_double, can_support, is_open
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.phases import (
    ABBEY,
    BUILDING,
    DARKNESS,
    END_OF_ROUND,
    FEEDING,
    HARVEST,
    INCOME,
    MARKET,
    PEASANTS,
    REWARDS,
)
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BATH_HOUSE,
    BATTLEMENT,
    BIT,
    ELIE,
    GATE_TOWER,
    GAUVIN,
    GRAIL,
    LANCE,
    LAY_BROTHERS,
    LIONEL,
    ON_CARD,
    ROD,
    RODOLPHE,
    SPANNING,
    STABLES,
    TABLETS,
    TOOL,
    TORAH,
    TYPES,
    WORKPLACES,
)
from abbatia.games.kings_abbey.player import KEPT, SUPPORTING

IN_TURN: Final = (ABBEY, MARKET, HARVEST, BUILDING, REWARDS)  # phases with Stables offers (§R6)
LAY_CARDS: Final = (1 << LAY_BROTHERS) - 1  # mask of the cards that a lay brother activates
TOWER_CARDS: Final = 1 << BATTLEMENT | 1 << GATE_TOWER  # mask of the cards on which archers stand
MOVING: Final = 1 << BATH_HOUSE | 1 << STABLES  # mask of the cards whose use has to be looked into

# What is possible is one number, so that its list of actions is made once and shared. From the lowest bit on:
# the cards to activate, then these.
BENCH: Final = LAY_BROTHERS  # three bits: seats of the last bench
TRADE_BIT: Final = 1 << (BENCH + 3)
BATH_BIT: Final = 1 << (BENCH + 4)
SAINT_BIT: Final = 1 << (BENCH + 5)
SUPPORT_BIT: Final = 1 << (BENCH + 6)
RELIC_BITS: Final = BENCH + 7  # seven bits
PARTNERS: Final = RELIC_BITS + 7  # five bits: seats
LISTS: Final[dict[int, tuple[int, ...]]] = {}  # the list of actions for each such number


def free_actions(state: Position, seat: int) -> tuple[int, ...]:
    """The actions that every own decision offers besides its own (§14.3)."""
    player = state.players[seat]
    key = 0
    waiting = player.baptistry
    if waiting:
        key = player.idle & LAY_CARDS
    if waiting < 2:
        key |= player.benches >> 9 << BENCH  # the last bench has the highest three of twelve bits
    if player.trades < TRADE_TOKENS:
        goods = player.goods
        if goods[0] >= state.facts.cheapest or goods[1] or goods[2] or goods[3] or goods[4]:
            key |= TRADE_BIT
    manned = player.manned
    if manned & MOVING:
        if player.workers[BATH_HOUSE] > player.baths and bath_sources(state, seat):
            key |= BATH_BIT
        if manned >> STABLES & 1 and state.phase in IN_TURN:
            key |= partners(state, seat) << PARTNERS
    if player.saint_mode:
        key |= saintly(state, seat)
    if player.relics:
        key |= usable_relics(state, seat) << RELIC_BITS
    found = LISTS.get(key)
    if found is None:
        found = _actions(key)
        LISTS[key] = found
    return found


def saintly(state: Position, seat: int) -> int:
    """The bit for what the patron saint offers now, if anything."""
    mode = state.players[seat].saint_mode
    if mode == KEPT and can_use_saint(state, seat):
        return SAINT_BIT
    if mode == SUPPORTING and support_dice(state, seat):
        return SUPPORT_BIT
    return 0


def _actions(key: int) -> tuple[int, ...]:
    """The list for one number of what is possible."""
    found = listed(BAPTISE, key >> BENCH & 7) + listed(ACTIVATE, key & LAY_CARDS)
    if key & TRADE_BIT:
        found += (TRADE,)
    if key & BATH_BIT:
        found += (BATH,)
    found += listed(RELIC, key >> RELIC_BITS & 127)
    if key & SAINT_BIT:
        found += (SAINT,)
    if key & SUPPORT_BIT:
        found += (SUPPORT,)
    return found + listed(STABLES_WITH, key >> PARTNERS & 31)


# -- peasants: the Bath House ------------------------------------------------------------------------------


def bath_sources(state: Position, seat: int) -> int:
    """Mask of the places from which a peasant can be moved to another card (§15.4)."""
    player = state.players[seat]
    if not player.idle:
        return 0
    mask = 0
    for card in range(WORKPLACES):
        if player.workers[card] > spanned(state, seat, card) and bath_targets(state, seat, ON_CARD + card):
            mask |= BIT[ON_CARD + card]
    if player.span_a >= 0 and bath_targets(state, seat, SPANNING):
        mask |= BIT[SPANNING]
    return mask


def bath_targets(state: Position, seat: int, place: int) -> int:
    """Mask of the cards to which the peasant of this place can move (§R35)."""
    player = state.players[seat]
    idle = player.idle
    if place == SPANNING:
        return idle if can_pay(state, seat, state.facts.archer_cost) else idle & LAY_CARDS
    card = place - ON_CARD
    if card >= BATTLEMENT:
        rough = player.unbaptised_archers[card - BATTLEMENT]
        return idle & TOWER_CARDS if rough == player.workers[card] else idle
    return idle if can_pay(state, seat, state.facts.archer_cost) else idle & LAY_CARDS


def can_bathe_to(state: Position, seat: int, card: int) -> bool:
    """Whether the Bath House can bring a lay brother from another card to this one (§15.4)."""
    player = state.players[seat]
    if not player.idle >> card & 1 or player.workers[BATH_HOUSE] <= player.baths:
        return False
    sources = bath_sources(state, seat) & ~BIT[ON_CARD + card]
    places = [place for place in range(ON_CARD, SPANNING + 1) if sources >> place & 1]
    return any(bath_targets(state, seat, place) >> card & 1 for place in places)


# -- trades ------------------------------------------------------------------------------------------------

TRADE_TOKENS: Final = 2  # uses in a round (§14.4)
MOST_OFFERS: Final = 3  # in a turn (§R20)


def tradable(state: Position, seat: int, given: int) -> int:
    """Mask of the kinds that all tokens of this kind together can buy (§14.4, §14.5)."""
    worth = state.players[seat].goods[given] * state.facts.values[given]
    prices = trade_values(state, seat)
    mask = 0
    for kind in range(TOOL):
        if kind != given and worth >= prices[kind]:
            mask |= BIT[kind]
    return mask


def partners(state: Position, seat: int) -> int:
    """Mask of the players with whom a Stables trade is possible, in solo nobody (§15.20, §R20, §R66)."""
    player = state.players[seat]
    if player.workers[STABLES] <= player.stables_used:
        return 0
    if player.offers_made >= MOST_OFFERS:
        return 0
    mask = 0
    for other in range(state.seats):
        if other != seat and swaps(state, seat, other):
            mask |= BIT[other]
    return mask


def swaps(state: Position, seat: int, other: int) -> int:
    """Mask of the kinds that can be given to this player for something they have (§19.6)."""
    mask = 0
    for given in range(TOOL):
        if swappable(state, seat, other, given):
            mask |= BIT[given]
    return mask


def swappable(state: Position, seat: int, other: int, given: int) -> int:
    """Mask of the kinds the other has that tokens of this kind can buy (§19.6)."""
    worth = min(MOST_TOKENS, state.players[seat].goods[given]) * state.facts.values[given]
    prices = trade_values(state, seat)
    mask = 0
    for kind in range(TOOL):
        if kind != given and state.players[other].goods[kind] and worth >= prices[kind]:
            mask |= BIT[kind]
    return mask


# -- Holy Relics -------------------------------------------------------------------------------------------

TOGETHER: Final = (PEASANTS, FEEDING, DARKNESS, INCOME, END_OF_ROUND)  # played by all at once (§R6)


def usable_relics(state: Position, seat: int) -> int:
    """Mask of the relics that can be used at this decision (§22, the Lance has its own)."""
    player = state.players[seat]
    mask = player.relics & ~BIT[LANCE]
    if player.clergy == state.facts.tops[-1]:
        mask &= ~BIT[GRAIL]
    if player.walls == 5:
        mask &= ~BIT[ROD]
    # The wagons are everybody's: while all act at once, it would matter who is first (§R6).
    if state.phase in TOGETHER or not state.supply_wagons:
        mask &= ~BIT[TORAH]
    if mask & BIT[TABLETS] and (state.phase != BUILDING or not tablet_cards(state, seat)):
        mask &= ~BIT[TABLETS]
    return mask


def tablet_cards(state: Position, seat: int) -> int:
    """Mask of the cards that can be built when one kind of the cost is ignored (§22.8)."""
    mask = 0
    for card in range(ALL_CARDS):
        if is_buildable(state, seat, card) and ignorable(state, seat, card):
            mask |= BIT[card]
    return mask


def is_buildable(state: Position, seat: int, card: int) -> bool:
    """Whether a card could be built if it cost nothing (§7.5, §7.7 to §7.10)."""
    player = state.players[seat]
    if card < TYPES:
        return player.hand[card] > 0 and has_room(state, seat, card)
    if player.made[card] >= state.facts.tower_copies[card - TYPES]:
        return False
    return sum(player.made[TYPES:]) < 4


def ignorable(state: Position, seat: int, card: int) -> int:
    """Mask of the kinds of this card's cost without which it can be paid (§22.8)."""
    cost = state.facts.cost[card]
    short = [kind for kind in range(TOOL) if state.players[seat].goods[kind] < cost[kind]]
    if len(short) > 1:
        return 0
    if short:
        return BIT[short[0]]
    return sum(BIT[kind] for kind in range(TOOL) if cost[kind])


# -- Patron Saints -----------------------------------------------------------------------------------------

BUILDING_CARDS: Final = (1 << TYPES) - 1  # mask of the buildings


def can_use_saint(state: Position, seat: int) -> bool:
    """Whether the saint's ability would do anything now (§23.2)."""
    player = state.players[seat]
    saint = player.saint
    if saint == ELIE:
        return free_buildings(state, seat) > 0
    if saint == GAUVIN:
        return nearly_done(state, seat) > 0
    if saint == LIONEL:
        return player.idle & TOWER_CARDS > 0 and unbaptised_or_free(state, seat) > 0
    if saint == RODOLPHE:
        return player.baptistry > 0 and span_cards(state, seat, -1) > 0
    return True


def rescues(state: Position, seat: int) -> tuple[int, ...]:
    """The Bath House and Élie before Vikings take a card or the stock (§R68); nothing in version 1."""
    if state.facts.version < 2:
        return ()
    player = state.players[seat]
    found: tuple[int, ...] = ()
    if player.workers[BATH_HOUSE] > player.baths and bath_sources(state, seat):
        found = (BATH,)
    if player.saint_mode == KEPT and player.saint == ELIE and can_use_saint(state, seat):
        found += (SAINT,)
    return found


def may_save_stock(state: Position, seat: int) -> bool:
    """Whether a player without a card is asked before Vikings take the stock (§R68).

    Nobody else knows which saint was kept, so whoever has one and a building to build is asked.
    """
    player = state.players[seat]
    return state.facts.version >= 2 and player.saint_mode == KEPT and player.in_hand > 0


def free_buildings(state: Position, seat: int) -> int:
    """Mask of the buildings that Élie can build (§23.5, §R55)."""
    mask = 0
    for card in range(TYPES):
        if state.players[seat].hand[card] and has_room(state, seat, card):
            mask |= BIT[card]
    return mask


def nearly_done(state: Position, seat: int) -> int:
    """Mask of the own crusades that Gauvin can accomplish (§23.6, §R56)."""
    mask = 0
    for slot in range(2):
        crusade = state.players[seat].crusades[slot]
        if (
            is_open(state, crusade)
            and crusade.own_dice
            and state.facts.crusade_dice[crusade.card] - crusade.filled <= 2
        ):
            mask |= BIT[slot]
    return mask


def span_cards(state: Position, seat: int, first: int) -> int:
    """Mask of the buildings for Rodolphe's peasant; `first` is the one already chosen (§23.9)."""
    player = state.players[seat]
    idle = player.idle & BUILDING_CARDS
    mask = 0
    for card in range(TYPES):
        if not idle >> card & 1:
            continue
        free = player.stands[card] - player.workers[card]
        if first < 0:
            if free > 1 or idle != BIT[card]:
                mask |= BIT[card]
        elif card != first or free > 1:
            mask |= BIT[card]
    return mask


def support_dice(state: Position, seat: int) -> bool:
    """A die of 1 and another one lie unplaced, or one that counts double (§23.3, §R22, §R61)."""
    player = state.players[seat]
    if not player.dice_mask & 1 or not can_support(state, seat):
        return False
    if player.dice_mask != 1 or player.dice[0] > 1:
        return True
    return can_double(state, seat)
