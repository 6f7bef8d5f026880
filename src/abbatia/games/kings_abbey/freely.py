"""What a player may do at any own decision: free moves, trades, Bath House, relics, saint (§14.3)."""

from typing import Final

from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import (
    collect_value,
    erect,
    gain,
    has_room,
    leave,
    listed,
    man,
    receive,
    spanned,
    trade_value,
    unbaptised_or_free,
    unman,
)
from abbatia.games.kings_abbey.actions import (
    ACTIVATE,
    AMOUNT,
    ARCHER,
    BAPTISE,
    BATH,
    BUILD,
    CRUSADE,
    DIE,
    DONE,
    DOUBLE,
    FOR,
    FROM,
    GIVE,
    HARVEST_SIX,
    KEEP,
    MOST_TOKENS,
    RELIC,
    REVEAL,
    SAINT,
    SPAN,
    STABLES,
    SUPPORT,
    TAKE,
    TO,
    TRADE,
)
from abbatia.games.kings_abbey.dice import can_support, enlist, is_open, rise, take_die
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    ANDRE,
    ARNAUD,
    BAPTISTRY,
    BATH_HOUSE,
    BATTLEMENT,
    BIT,
    BUILDING,
    BUILDINGS,
    CARDS,
    COIN,
    CREWS,
    CROSS,
    DARKNESS,
    ELIE,
    END_OF_ROUND,
    FEEDING,
    FROM_BUILDINGS,
    GAUVIN,
    GOODS,
    GRAIL,
    GRAIN,
    KINDS,
    LANCE,
    LIONEL,
    MANNA,
    MONEY_CHANGER,
    ON_CARD,
    PEASANTS,
    PLACES,
    RELICS,
    RENAUD,
    ROD,
    RODOLPHE,
    SAINTS,
    SCRIPTORIUM,
    SPANNING,
    TABLETS,
    TOOL,
    TORAH,
    TYPES,
)
from abbatia.games.kings_abbey.pieces import (
    STABLES as STABLES_CARD,
)
from abbatia.games.kings_abbey.questions import (
    ARCHER_WHO,
    BATH_FROM,
    BATH_TO,
    ELIE_WHAT,
    GAUVIN_WHICH,
    LIONEL_WHERE,
    SIX_WHERE,
    SPAN_FIRST,
    SPAN_SECOND,
    SUPPORT_WITH,
    TABLETS_WHAT,
    TAKE_WHICH,
    TRADE_AMOUNT,
    TRADE_FOR,
    TRADE_GIVE,
    answer,
    args_of,
    ask,
)
from abbatia.games.kings_abbey.state import (
    ANDRE_DAY,
    BATHS,
    DOUBLED,
    KEPT,
    OFFERS_MADE,
    SPENT,
    STABLES_USED,
    SUPPORTED,
    SUPPORTING,
    TRADES,
    USED,
    Position,
    tell,
)

TOGETHER: Final = (PEASANTS, FEEDING, DARKNESS, END_OF_ROUND)  # phases that all play at the same time (§R6)
IN_TURN: Final = (3, 4, 5, 7, 11)  # phases in which Stables offers are made (§R6)
TRADE_TOKENS: Final = 2
MOST_OFFERS: Final = 3
LAY_CARDS: Final = 0x3FFFFF  # the buildings and the Bell Tower: cards that a lay brother activates
BUILDING_CARDS: Final = 0x1FFFFF
TOWER_CARDS: Final = 0xC00000  # Battlement and Gate Tower
LISTS: Final[dict[int, tuple[int, ...]]] = {}
TRADE_BIT: Final = 1
BATH_BIT: Final = 2
SAINT_BIT: Final = 4
SUPPORT_BIT: Final = 8


def anytime(s: Position, seat: int) -> tuple[int, ...]:
    """The actions that every own decision offers besides its own."""
    key = 0
    if s.baptistry[seat]:
        key = s.idle[seat] & LAY_CARDS
    if s.baptistry[seat] < 2:
        key |= (s.benches[seat] >> 9) << 22
    flags = 0
    if s.used[seat * USED + TRADES] < TRADE_TOKENS:
        at = seat * KINDS
        goods = s.goods
        if goods[at] >= s.facts.cheapest or goods[at + 1] or goods[at + 2] or goods[at + 3] or goods[at + 4]:
            flags = TRADE_BIT
    if s.crew[seat * CREWS + BATH_HOUSE] > s.used[seat * USED + BATHS] and bath_sources(s, seat):
        flags |= BATH_BIT
    mode = s.saint_mode[seat]
    if mode:
        if mode == KEPT and can_use_saint(s, seat):
            flags |= SAINT_BIT
        elif mode == SUPPORTING and support_dice(s, seat):
            flags |= SUPPORT_BIT
    relics = usable_relics(s, seat) if s.relics[seat] else 0
    stables = 0
    if s.crew[seat * CREWS + STABLES_CARD] and s.phase in IN_TURN:
        stables = partners(s, seat)
    key |= flags << 25 | relics << 29 | stables << 36
    found = LISTS.get(key)
    if found is None:
        found = _actions(key)
        LISTS[key] = found
    return found


def _actions(key: int) -> tuple[int, ...]:
    flags = key >> 25 & 15
    found = listed(BAPTISE, key >> 22 & 7) + listed(ACTIVATE, key & LAY_CARDS)
    if flags & TRADE_BIT:
        found += (TRADE,)
    if flags & BATH_BIT:
        found += (BATH,)
    found += listed(RELIC, key >> 29 & 127)
    if flags & SAINT_BIT:
        found += (SAINT,)
    if flags & SUPPORT_BIT:
        found += (SUPPORT,)
    return found + listed(STABLES, key >> 36 & 31)


# -- free moves ------------------------------------------------------------------------------------------


def do_baptise(s: Position, seat: int, arg: int) -> None:
    """From the last bench to the Baptistry (§14.6)."""
    s.benches[seat] &= ~BIT[9 + arg]
    s.baptistry[seat] += 1
    if s.events is not None:
        tell(s, "baptised", seat=seat, place=PLACES[9 + arg].replace(" ", "_"))


def do_activate(s: Position, seat: int, arg: int) -> None:
    """From the Baptistry to a card, as its lay brother (§14.7)."""
    s.baptistry[seat] -= 1
    man(s, seat, arg)


# -- trades ----------------------------------------------------------------------------------------------


def do_trade(s: Position, seat: int, _arg: int) -> None:
    """Use a trade token (§14.4)."""
    s.used[seat * USED + TRADES] += 1
    ask(s, seat, TRADE_GIVE)


def tradable(s: Position, seat: int, given: int) -> int:
    """Mask of the kinds that all tokens of this kind together can buy."""
    worth = s.goods[seat * KINDS + given] * s.facts.values[given]
    mask = 0
    for kind in range(TOOL):
        if kind != given and worth >= trade_value(s, seat, kind):
            mask |= BIT[kind]
    return mask


def legal_give(s: Position, seat: int) -> tuple[int, ...]:
    mask = 0
    for kind in range(TOOL):
        if tradable(s, seat, kind):
            mask |= BIT[kind]
    return listed(GIVE, mask)


def legal_for(s: Position, seat: int) -> tuple[int, ...]:
    (given,) = args_of(s, seat)
    return listed(FOR, tradable(s, seat, given))


def legal_amount(s: Position, seat: int) -> tuple[int, ...]:
    """Numbers given; without a Money Changer only those that buy more than one less would."""
    given, taken = args_of(s, seat)
    value, price = s.facts.values[given], trade_value(s, seat, taken)
    change = s.crew[seat * CREWS + MONEY_CHANGER] > 0
    mask = 0
    for n in range(1, min(MOST_TOKENS, s.goods[seat * KINDS + given]) + 1):
        bought = n * value // price
        if bought and (change or (n - 1) * value // price < bought):
            mask |= BIT[n - 1]
    return listed(AMOUNT, mask)


def do_give(s: Position, seat: int, arg: int) -> None:
    answer(s, seat)
    ask(s, seat, TRADE_FOR, arg)


def do_for(s: Position, seat: int, arg: int) -> None:
    (given,) = answer(s, seat)
    ask(s, seat, TRADE_AMOUNT, given, arg)


def do_amount(s: Position, seat: int, arg: int) -> None:
    """The exchange: as many tokens as the value allows, change only by the Money Changer (§R31, §R33)."""
    given, taken = answer(s, seat)
    at, n = seat * KINDS, arg + 1
    price = trade_value(s, seat, taken)
    worth = n * s.facts.values[given]
    bought = worth // price
    s.goods[at + given] -= n
    s.goods[at + taken] += bought
    left = worth - bought * price
    change = left if s.crew[seat * CREWS + MONEY_CHANGER] else 0
    s.goods[at + COIN] += change
    if s.events is not None:
        args = {"given": GOODS[given], "n": n, "taken": GOODS[taken], "m": bought, "change": change}
        tell(s, "traded", seat=seat, **args)


# -- Bath House ------------------------------------------------------------------------------------------


def do_bath(s: Position, seat: int, _arg: int) -> None:
    """The Bath House moves a peasant from card to card (§15.4)."""
    s.used[seat * USED + BATHS] += 1
    ask(s, seat, BATH_FROM)


def bath_sources(s: Position, seat: int) -> int:
    """Mask of the places from which a peasant can be moved to another card."""
    if not s.idle[seat]:
        return 0
    mask = 0
    for card in range(CREWS):
        if s.crew[seat * CREWS + card] > spanned(s, seat, card) and bath_targets(s, seat, ON_CARD + card):
            mask |= BIT[ON_CARD + card]
    if s.span_a[seat] >= 0 and bath_targets(s, seat, SPANNING):
        mask |= BIT[SPANNING]
    return mask


def bath_targets(s: Position, seat: int, place: int) -> int:
    """Mask of the cards to which the peasant of this place can move (§R35)."""
    idle = s.idle[seat]
    if place == SPANNING:
        return idle if s.goods[seat * KINDS] >= 5 else idle & LAY_CARDS
    card = place - ON_CARD
    idle &= ~BIT[card]
    if card >= BATTLEMENT:
        rough = s.rough[seat * 2 + card - BATTLEMENT]
        return idle & TOWER_CARDS if rough == s.crew[seat * CREWS + card] else idle
    return idle if s.goods[seat * KINDS] >= 5 else idle & LAY_CARDS


def legal_bath_from(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, bath_sources(s, seat))


def legal_bath_to(s: Position, seat: int) -> tuple[int, ...]:
    (place,) = args_of(s, seat)
    return listed(TO, bath_targets(s, seat, place))


def do_bath_from(s: Position, seat: int, place: int) -> None:
    answer(s, seat)
    ask(s, seat, BATH_TO, place)


def do_to(s: Position, seat: int, arg: int) -> None:
    """The move; a lay brother who becomes an archer pays for it (§R35)."""
    (place,) = answer(s, seat)
    source = place - ON_CARD
    rough = 0
    if place != SPANNING and source >= BATTLEMENT:
        at = seat * 2 + source - BATTLEMENT
        if s.rough[at] and (arg >= BATTLEMENT or s.rough[at] == s.crew[seat * CREWS + source]):
            rough = 1
            s.rough[at] -= 1
        unman(s, seat, source)
    else:
        leave(s, seat, place)
        if arg >= BATTLEMENT:
            s.goods[seat * KINDS + COIN] -= 5
    if arg >= BATTLEMENT:
        s.rough[seat * 2 + arg - BATTLEMENT] += rough
    if s.events is not None:
        tell(s, "bathed", seat=seat, place=PLACES[place].replace(" ", "_"), card=CARDS[arg])
    man(s, seat, arg)


# -- relics ----------------------------------------------------------------------------------------------


def usable_relics(s: Position, seat: int) -> int:
    """Mask of the relics that can be used at this decision (§22, the Lance has its own)."""
    mask = s.relics[seat] & ~BIT[LANCE]
    if s.clergy[seat] == s.facts.tops[-1]:
        mask &= ~BIT[GRAIL]
    if s.walls[seat] == 5:
        mask &= ~BIT[ROD]
    if s.phase in TOGETHER or not s.supply_wagons:  # the wagons are everybody's, so order would matter
        mask &= ~BIT[TORAH]
    if mask & BIT[TABLETS] and (s.phase != BUILDING or not tablet_cards(s, seat)):
        mask &= ~BIT[TABLETS]
    return mask


def tablet_cards(s: Position, seat: int) -> int:
    """Mask of the cards that can be built when one kind of the cost is ignored (§22.8)."""
    mask = 0
    for card in range(ALL_CARDS):
        if is_buildable(s, seat, card) and ignorable(s, seat, card):
            mask |= BIT[card]
    return mask


def is_buildable(s: Position, seat: int, card: int) -> bool:
    """Whether a card could be built if it cost nothing (§7.5, §7.7 to §7.10)."""
    if card < TYPES:
        return s.hand[seat * TYPES + card] > 0 and has_room(s, seat, card)
    at = seat * ALL_CARDS
    if s.made[at + card] >= s.facts.tower_copies[card - TYPES]:
        return False
    return sum(s.made[at + TYPES : at + ALL_CARDS]) < 4


def ignorable(s: Position, seat: int, card: int) -> int:
    """Mask of the kinds of this card's cost without which it can be paid."""
    cost, at = s.facts.cost[card], seat * KINDS
    short = [kind for kind in range(TOOL) if s.goods[at + kind] < cost[kind]]
    if len(short) > 1:
        return 0
    if short:
        return BIT[short[0]]
    return sum(BIT[kind] for kind in range(TOOL) if cost[kind])


def do_relic(s: Position, seat: int, arg: int) -> None:
    """Use a relic; it is discarded (§22.2)."""
    s.relics[seat] &= ~BIT[arg]
    s.spent_relics[seat] |= BIT[arg]
    if s.events is not None:
        tell(s, "relic_used", seat=seat, relic=RELICS[arg])
    if arg == GRAIL:
        tops, at = s.facts.tops, s.clergy[seat]
        rise(s, seat, next(top for top in tops if top > at) - at)
    elif arg == CROSS:
        s.extra_defence[seat] += 2
    elif arg == MANNA:
        s.goods[seat * KINDS + GRAIN] += 3
    elif arg == ROD:
        s.walls[seat] = min(5, s.walls[seat] + 2)
    elif arg == TABLETS:
        ask(s, seat, TABLETS_WHAT)
    else:
        receive(s, seat, [0, 0, 0, 0, 0, 0, 2])


# -- the patron saint ------------------------------------------------------------------------------------


def legal_saint_how(_s: Position, _seat: int) -> tuple[int, ...]:
    return (REVEAL, KEEP)


def do_reveal(s: Position, seat: int, _arg: int) -> None:
    """The saint is shown and supports from now on (§23.2)."""
    answer(s, seat)
    s.saint_mode[seat] = SUPPORTING
    if s.events is not None:
        message = Message("kings_abbey.event.saint_shown", seat=seat, saint=SAINTS[s.saint[seat]])
        s.events.append(Event(message, reveals=True))


def do_keep(s: Position, seat: int, _arg: int) -> None:
    """The saint stays face down for its ability (§23.2)."""
    answer(s, seat)
    s.saint_mode[seat] = KEPT
    if s.events is not None:
        tell(s, "saint_kept", seat=seat)


def can_use_saint(s: Position, seat: int) -> bool:
    """Whether the ability would do anything now."""
    saint = s.saint[seat]
    if saint == ELIE:
        return free_buildings(s, seat) > 0
    if saint == GAUVIN:
        return nearly_done(s, seat) > 0
    if saint == LIONEL:
        return s.idle[seat] & TOWER_CARDS > 0 and unbaptised_or_free(s, seat) > 0
    if saint == RODOLPHE:
        return s.baptistry[seat] > 0 and span_cards(s, seat, -1) > 0
    return True


def free_buildings(s: Position, seat: int) -> int:
    """Mask of the buildings that Élie can build (§23.5, §R55)."""
    mask = 0
    for card in range(TYPES):
        if s.hand[seat * TYPES + card] and has_room(s, seat, card):
            mask |= BIT[card]
    return mask


def nearly_done(s: Position, seat: int) -> int:
    """Mask of the own crusades that Gauvin can accomplish (§23.6, §R56)."""
    mask = 0
    for slot in range(2):
        at = seat * 2 + slot
        if is_open(s, at) and s.own_dice[at] and s.facts.crusade_dice[s.card[at]] - s.filled[at] <= 2:
            mask |= BIT[slot]
    return mask


def span_cards(s: Position, seat: int, first: int) -> int:
    """Mask of the buildings for Rodolphe's peasant; `first` is the one already chosen (§23.9)."""
    idle = s.idle[seat] & BUILDING_CARDS
    mask = 0
    for card in range(TYPES):
        if not idle >> card & 1:
            continue
        free = s.stands[seat * ALL_CARDS + card] - s.crew[seat * CREWS + card]
        if first < 0:
            if free > 1 or idle != BIT[card]:
                mask |= BIT[card]
        elif card != first or free > 1:
            mask |= BIT[card]
    return mask


def do_saint(s: Position, seat: int, _arg: int) -> None:
    """The kept saint is shown, acts once and is discarded (§23.2)."""
    saint = s.saint[seat]
    s.saint_mode[seat] = SPENT
    if s.events is not None:
        message = Message("kings_abbey.event.saint_used", seat=seat, saint=SAINTS[saint])
        s.events.append(Event(message, reveals=True))
    if saint == ARNAUD:
        s.extra_defence[seat] += 2
    elif saint == ANDRE:
        s.used[seat * USED + ANDRE_DAY] = 1
    elif saint == ELIE:
        ask(s, seat, ELIE_WHAT)
    elif saint == GAUVIN:
        ask(s, seat, GAUVIN_WHICH)
    elif saint == LIONEL:
        ask(s, seat, LIONEL_WHERE, 2)
    elif saint == RODOLPHE:
        ask(s, seat, SPAN_FIRST)
    elif saint == RENAUD:
        ask(s, seat, SIX_WHERE, 0)


def legal_elie(s: Position, seat: int) -> tuple[int, ...]:
    return listed(BUILD, free_buildings(s, seat))


def do_free_build(s: Position, seat: int, card: int) -> None:
    """Élie builds for nothing (§23.5)."""
    answer(s, seat)
    raise_building(s, seat, card)


def raise_building(s: Position, seat: int, card: int) -> None:
    """A building of the reserve stands; it gives its prestige (§7.7)."""
    s.hand[seat * TYPES + card] -= 1
    if not s.hand[seat * TYPES + card]:
        s.in_hand[seat] &= ~BIT[card]
    erect(s, seat, card)
    gain(s, seat, FROM_BUILDINGS, s.facts.prestige[card])
    if s.events is not None:
        tell(s, "built", seat=seat, card=BUILDINGS[card], points=s.facts.prestige[card])


def legal_gauvin(s: Position, seat: int) -> tuple[int, ...]:
    """The crusade is named by the action that would put a die of its value there."""
    mask = nearly_done(s, seat)
    return tuple([CRUSADE + slot * 6 + s.face[seat * 2 + slot] - 1 for slot in range(2) if mask >> slot & 1])


def do_gauvin(s: Position, seat: int, slot: int) -> None:
    """Gauvin accomplishes a crusade that lacks at most two dice (§23.6)."""
    answer(s, seat)
    at = seat * 2 + slot
    enlist(s, seat, slot, s.face[at], s.facts.crusade_dice[s.card[at]] - s.filled[at])


def legal_lionel(s: Position, seat: int) -> tuple[int, ...]:
    if not unbaptised_or_free(s, seat):
        return (DONE,)
    return (DONE, *listed(ARCHER, (s.idle[seat] & TOWER_CARDS) >> BATTLEMENT))


def do_lionel(s: Position, seat: int, arg: int) -> None:
    """Lionel trains an archer for nothing (§23.8, §R58)."""
    (left,) = answer(s, seat)
    if left > 1:
        ask(s, seat, LIONEL_WHERE, left - 1)
    ask(s, seat, ARCHER_WHO, BATTLEMENT + arg, 1)


def legal_archer(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(s, seat))


def do_archer_from(s: Position, seat: int, place: int) -> None:
    """The peasant becomes an archer; one from the benches is not baptised (§7.6)."""
    tower, free = answer(s, seat)
    leave(s, seat, place)
    if not free:
        s.goods[seat * KINDS + COIN] -= 5
    if place != BAPTISTRY:
        s.rough[seat * 2 + tower - BATTLEMENT] += 1
    man(s, seat, tower)


def do_crusader_from(s: Position, seat: int, place: int) -> None:
    """The peasant goes on crusade, then the first die (§3.12)."""
    slot, value, weight, dice = answer(s, seat)
    leave(s, seat, place)
    at = seat * 2 + slot
    s.crusader[at] = 1
    s.own_dice[at] += dice
    if s.events is not None:
        tell(s, "crusader", seat=seat, slot=slot + 1, place=PLACES[place].replace(" ", "_"))
    enlist(s, seat, slot, value, weight)


def legal_span(s: Position, seat: int) -> tuple[int, ...]:
    args = args_of(s, seat)
    return listed(SPAN, span_cards(s, seat, args[0] if args else -1))


def do_span(s: Position, seat: int, card: int) -> None:
    """Rodolphe's peasant stands on two buildings (§23.9, §R59)."""
    args = answer(s, seat)
    if not args:
        ask(s, seat, SPAN_SECOND, card)
        return
    s.baptistry[seat] -= 1
    s.span_a[seat], s.span_b[seat] = args[0], card
    man(s, seat, args[0])
    man(s, seat, card)


def legal_six(_s: Position, _seat: int) -> tuple[int, ...]:
    return listed(HARVEST_SIX, 15)


def do_six(s: Position, seat: int, arg: int) -> None:
    """Renaud collects with two dice of 6, on one resource or on two (§23.10, §R60)."""
    (first,) = answer(s, seat)
    if not first:
        ask(s, seat, SIX_WHERE, arg + 1)
        return
    at, second = seat * KINDS, arg + 1
    if first == second:
        s.goods[at + first] += 12 // collect_value(s, seat, first)
    else:
        for kind in (first, second):
            s.goods[at + kind] += 6 // collect_value(s, seat, kind)
    if s.events is not None:
        tell(s, "renaud", seat=seat, goods=[GOODS[first], GOODS[second]])


# -- the saints' support ----------------------------------------------------------------------------------


def support_dice(s: Position, seat: int) -> bool:
    """A die of 1 and another one lie unplaced, or one that counts double (§23.3, §R22, §R61)."""
    if not s.mask[seat] & 1 or not can_support(s, seat):
        return False
    if s.mask[seat] != 1 or s.dice[seat * 6] > 1:
        return True
    return can_double(s, seat)


def can_double(s: Position, seat: int) -> bool:
    return s.crew[seat * CREWS + SCRIPTORIUM] > 0 and not s.used[seat * USED + DOUBLED]


def do_support(s: Position, seat: int, _arg: int) -> None:
    """The die of 1 goes to the saint; which other one? (§23.3)"""
    take_die(s, seat, 1)
    s.saint_dice[seat] += 1
    s.used[seat * USED + SUPPORTED] = 1
    ask(s, seat, SUPPORT_WITH)


def legal_support(s: Position, seat: int) -> tuple[int, ...]:
    doubled = (DOUBLE,) if can_double(s, seat) else ()
    return doubled + listed(DIE, s.mask[seat])


def choose_support(s: Position, seat: int, value: int) -> None:
    """The other die goes to the saint, who gives two resources."""
    answer(s, seat)
    take_die(s, seat, value)
    s.saint_dice[seat] += 1
    ask(s, seat, TAKE_WHICH, 2)
    if s.events is not None:
        tell(s, "supported", seat=seat, value=value)


def legal_take(_s: Position, _seat: int) -> tuple[int, ...]:
    return listed(TAKE, 15)


def do_take(s: Position, seat: int, arg: int) -> None:
    """A resource of one's choice from the supply (§3.8, §23.3)."""
    (left,) = answer(s, seat)
    s.goods[seat * KINDS + arg + 1] += 1
    if s.events is not None:
        tell(s, "took", seat=seat, good=GOODS[arg + 1])
    if left > 1:
        ask(s, seat, TAKE_WHICH, left - 1)


# -- Stables: with whom ------------------------------------------------------------------------------------


def partners(s: Position, seat: int) -> int:
    """Mask of the players with whom a Stables trade is possible (§15.20, §R20)."""
    used = seat * USED
    if s.crew[seat * CREWS + STABLES_CARD] <= s.used[used + STABLES_USED]:
        return 0
    if s.used[used + OFFERS_MADE] >= MOST_OFFERS:
        return 0
    mask = 0
    for other in range(s.seats):
        if other != seat and swaps(s, seat, other):
            mask |= BIT[other]
    return mask


def swaps(s: Position, seat: int, other: int) -> int:
    """Mask of the kinds that can be given to this player for something they have (§19.6)."""
    mask = 0
    for given in range(TOOL):
        if swappable(s, seat, other, given):
            mask |= BIT[given]
    return mask


def swappable(s: Position, seat: int, other: int, given: int) -> int:
    """Mask of the kinds the other has that tokens of this kind can buy."""
    worth = min(MOST_TOKENS, s.goods[seat * KINDS + given]) * s.facts.values[given]
    mask = 0
    for kind in range(TOOL):
        if kind != given and s.goods[other * KINDS + kind] and worth >= trade_value(s, seat, kind):
            mask |= BIT[kind]
    return mask


def legal_crusader_from(s: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(s, seat))
