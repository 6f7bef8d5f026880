"""A player's abbey: prestige, goods, peasants and their places, active cards, defence."""

from typing import Final

from abbatia.games.kings_abbey.fields import COURSE, Position
from abbatia.games.kings_abbey.pieces import (
    BAPTISTRY,
    BARRACKS,
    BATTLEMENT,
    BIT,
    BUILDINGS,
    CARDINAL,
    CARDS,
    CELLARIUM,
    CHAPEL,
    CLOISTER,
    COIN,
    DAIRY_FARM,
    DEACON,
    FROM_BUILDINGS,
    FROM_HALLS,
    GARDEN,
    GATE_TOWER,
    GRAIN,
    HALLS,
    MASONS_GUILD,
    MONKS_QUARTERS,
    ON_CARD,
    PLACES,
    PLENTY,
    PRIEST,
    SAND,
    SHEEP_FARM,
    SPANNING,
    STONE,
    TOOL,
    TYPES,
    WAGON,
    WORKPLACES,
)
from abbatia.games.kings_abbey.player import FACES, LAID, counted

BENCH_SEATS: Final = 0xFFF  # mask of all twelve seats
# By the mask of the seats taken: the first free one, -1 without any.
FREE_SEAT: Final = [next((seat for seat in range(12) if not mask >> seat & 1), -1) for mask in range(4096)]
SMALL: Final = 128  # masks below are looked up by number
ROWS: Final[list[list[tuple[int, ...]]]] = [[()] * SMALL for _ in range(1024)]  # action, mask
LISTED: Final[dict[int, tuple[int, ...]]] = {}  # by mask << 10 | action, for all other masks
HALL_PRESTIGE: Final = 10
CHEAPENING: Final = 1 << MASONS_GUILD | 1 << GARDEN  # mask of the cards that change trade values


def listed(base: int, mask: int) -> tuple[int, ...]:
    """The actions base + i for each bit i of the mask: a shared tuple."""
    if mask < SMALL:
        few = ROWS[base][mask]
        if mask and not few:
            few = ROWS[base][mask] = _listed(base, mask)
        return few
    key = mask << 10 | base
    found = LISTED.get(key)
    if found is None:
        found = LISTED[key] = _listed(base, mask)
    return found


def _listed(base: int, mask: int) -> tuple[int, ...]:
    return tuple([base + i for i in range(mask.bit_length()) if mask >> i & 1])


# -- prestige and goods ----------------------------------------------------------------------------------


def gain(state: Position, seat: int, source: int, points: int) -> None:
    """Prestige gained; André doubles it (§23.7, §R57)."""
    player = state.players[seat]
    if player.andre_day:
        points *= 2
    player.prestige += points
    player.ledger[source] += points


def forfeit(state: Position, seat: int, source: int, points: int) -> None:
    """Prestige lost, below 0 unless the option `prestige_floor` stops it there (§R5)."""
    player = state.players[seat]
    if state.prestige_floor:
        points = min(points, max(0, player.prestige))
    player.prestige -= points
    player.ledger[source] -= points


def receive(state: Position, seat: int, counts: list[int]) -> None:
    """Goods from the supply; tools and wagons only as far as they go (§R4)."""
    goods = state.players[seat].goods
    for kind in range(COIN, TOOL):
        if counts[kind]:
            goods[kind] += counts[kind]
    if counts[TOOL]:
        taken = min(counts[TOOL], state.supply_tools)
        state.supply_tools -= taken
        state.changed |= COURSE
        goods[TOOL] += taken
    if counts[WAGON]:
        taken = min(counts[WAGON], state.supply_wagons)
        state.supply_wagons -= taken
        state.changed |= COURSE
        goods[WAGON] += taken


def can_pay(state: Position, seat: int, cost: list[int]) -> bool:
    """Whether the coins and resources are there."""
    goods = state.players[seat].goods
    if goods[0] < cost[0] or goods[1] < cost[1] or goods[2] < cost[2]:
        return False
    return goods[3] >= cost[3] and goods[4] >= cost[4]


def pay(state: Position, seat: int, cost: list[int], free: int = -1) -> None:
    """Pay a cost; `free` is a kind that need not be paid (§22.8)."""
    for kind in range(TOOL):
        if kind != free:
            state.players[seat].goods[kind] -= cost[kind]


def trade_values(state: Position, seat: int) -> list[int]:
    """What one token of each kind counts for this player when it is received in a trade (§14.5, §R32)."""
    player = state.players[seat]
    values = state.facts.values
    if state.guild_trades and player.manned & CHEAPENING:
        return values_for(values, player.workers[MASONS_GUILD], player.workers[GARDEN])
    return values


def values_for(values: list[int], guilds: int, gardens: int) -> list[int]:
    """The values of tokens for a player with so many active Mason's Guilds and Gardens (§15.12, §15.14)."""
    values = values[:]
    if guilds:
        values[STONE] = min(values[STONE], 3)
    if gardens > 1:
        values[GRAIN] = min(values[GRAIN], 2)
    return values


def collect_value(state: Position, seat: int, kind: int) -> int:
    """What one token collected counts for this player this round (§5.5, §15.12, §15.14).

    Events change it as well (§17.3, §17.4, §17.11, §17.21).
    """
    player = state.players[seat]
    value = state.facts.values[kind]
    if kind == STONE and player.workers[MASONS_GUILD]:
        value = min(value, 3)
    elif kind == GRAIN and player.workers[GARDEN] > 1:
        value = min(value, 2)
    changed = state.facts.event_value[state.event][kind]
    if changed:
        if state.facts.event_category[state.event] == PLENTY:
            return min(value, changed)
        return max(value, changed)
    return value


# -- peasants --------------------------------------------------------------------------------------------


def arrive(state: Position, seat: int) -> None:
    """A peasant of the reserve takes the first free seat (§3.3)."""
    player = state.players[seat]
    free = FREE_SEAT[player.benches]
    player.reserve_peasants -= 1
    player.benches |= BIT[free]
    if state.events is not None:
        state.tell("arrived", seat=seat, place=PLACES[free].replace(" ", "_"))


def can_arrive(state: Position, seat: int) -> bool:
    """Whether there is a peasant in the reserve and a seat for him (§R17)."""
    player = state.players[seat]
    return player.reserve_peasants > 0 and player.benches != BENCH_SEATS


def population(state: Position, seat: int) -> int:
    """Peasants on the own board (§8.3); Rodolphe's is one (§R59)."""
    player = state.players[seat]
    return player.benches.bit_count() + player.baptistry + occupied(state, seat)


def occupied(state: Position, seat: int) -> int:
    """Peasants on tower and building cards."""
    player = state.players[seat]
    total = -1 if player.span_a >= 0 else 0
    cards = player.manned
    while cards:  # only the cards with somebody on them: `cards & -cards` is the lowest bit alone
        low = cards & -cards
        cards ^= low
        total += player.workers[low.bit_length() - 1]
    return total


def places(state: Position, seat: int) -> int:
    """Mask of the places of the own board where a peasant is, for the choice which one goes (§R12)."""
    player = state.players[seat]
    mask = unbaptised_or_free(state, seat) | player.manned << ON_CARD
    if player.span_a >= 0:
        mask |= BIT[SPANNING]
        for card in (player.span_a, player.span_b):
            if player.workers[card] == spanned(state, seat, card):
                mask &= ~BIT[ON_CARD + card]
    return mask


def spanned(state: Position, seat: int, card: int) -> int:
    """How many places of this card Rodolphe's peasant holds."""
    player = state.players[seat]
    return (player.span_a == card) + (player.span_b == card)


def unbaptised_or_free(state: Position, seat: int) -> int:
    """Mask of the peasants who may leave for a crusade or a tower: benches and Baptistry (§3.12, §7.6)."""
    player = state.players[seat]
    mask = player.benches
    if player.baptistry:
        mask |= BIT[BAPTISTRY]
    return mask


def leave(state: Position, seat: int, place: int) -> None:
    """A peasant leaves his place; the card he stood on is inactive (§14.8, §14.9)."""
    player = state.players[seat]
    if place < BAPTISTRY:
        player.benches &= ~BIT[place]
    elif place == BAPTISTRY:
        player.baptistry -= 1
    elif place == SPANNING:
        first, second = player.span_a, player.span_b
        player.span_a = player.span_b = -1
        unman(state, seat, first)
        unman(state, seat, second)
    else:
        card = place - ON_CARD
        if card >= BATTLEMENT and player.unbaptised_archers[card - BATTLEMENT]:
            player.unbaptised_archers[card - BATTLEMENT] -= 1
        unman(state, seat, card)


def discard_peasant(state: Position, seat: int, place: int) -> None:
    """A peasant of the board leaves the game (§14.2)."""
    leave(state, seat, place)
    state.players[seat].gone += 1
    if state.events is not None:
        state.tell("peasant_lost", seat=seat, place=PLACES[place].replace(" ", "_"))


# -- cards -----------------------------------------------------------------------------------------------


def man(state: Position, seat: int, card: int) -> None:
    """A peasant comes onto a card, which works from now on (§14.9); `workers` counts them (§14.10)."""
    player = state.players[seat]
    player.workers[card] += 1
    player.manned |= BIT[card]
    refresh(state, seat, card)
    if state.events is not None:
        state.tell("activated", seat=seat, card=CARDS[card])
    if card in HALLS:
        honour(state, seat, card)
    elif card in (DAIRY_FARM, SHEEP_FARM):
        player.farm_since = state.round
    elif card == MONKS_QUARTERS and not player.tenth:
        player.tenth = 1
        player.reserve += 1


def honour(state: Position, seat: int, card: int) -> None:
    """A great hall gives its prestige once for each card (§15.7, §15.9, §15.17, §R38)."""
    player = state.players[seat]
    if player.paid[card] < player.stands[card]:
        player.paid = counted(player.paid, card, 1)
        gain(state, seat, FROM_HALLS, HALL_PRESTIGE)
        if state.events is not None:
            state.tell("hall", seat=seat, card=CARDS[card], points=HALL_PRESTIGE)


def unman(state: Position, seat: int, card: int) -> None:
    """A peasant leaves a card, which is inactive if nobody else is there (§14.9)."""
    player = state.players[seat]
    player.workers[card] -= 1
    if not player.workers[card]:
        player.manned &= ~BIT[card]
    refresh(state, seat, card)


def refresh(state: Position, seat: int, card: int) -> None:
    """Keep the mask of cards that lack a peasant up to date."""
    player = state.players[seat]
    if player.stands[card] > player.workers[card]:
        player.idle |= BIT[card]
    else:
        player.idle &= ~BIT[card]


def raze(state: Position, seat: int, card: int, *, manned: bool) -> None:
    """A card leaves the game with its peasant, a farm with barn and animals (§2.9, §R13)."""
    player = state.players[seat]
    if manned:
        place = ON_CARD + card
        if card < TYPES and player.workers[card] == spanned(state, seat, card):
            place = SPANNING
        discard_peasant(state, seat, place)
    if card in HALLS and player.paid[card] > player.workers[card]:
        player.paid = counted(player.paid, card, -1)  # the lost copy had given its prestige
    player.stands = counted(player.stands, card, -1)
    if card < WORKPLACES:
        refresh(state, seat, card)
    if card < TYPES:
        state.scrapped[card] += 1
    if card < TYPES and not player.stands[card]:
        player.spaces -= 1
        if card in (DAIRY_FARM, SHEEP_FARM):
            player.spaces -= 1
            player.sheep = player.cows = 0
    if state.events is not None:
        state.tell("razed", seat=seat, card=CARDS[card])


def defence(state: Position, seat: int) -> int:
    """The defence of an abbey, never below 1 (§9.3).

    Clergy §3.7 and §3.10; towers §16.1, §16.3, §16.4; buildings §15.3, §15.8, §15.10, §15.14.
    """
    player = state.players[seat]
    tops, clergy = state.facts.tops, player.clergy
    workers = player.workers
    points = player.base_defence + player.extra_defence + player.altar + dice_defence(state, seat)
    points += (clergy >= tops[DEACON]) + (clergy >= tops[CARDINAL]) + (player.walls == 5)
    points += clergy >= tops[PRIEST] and player.stands[CHAPEL] > 0
    points += workers[BATTLEMENT] + workers[GATE_TOWER]
    points += workers[BARRACKS] + workers[CELLARIUM] + workers[CLOISTER]
    points += workers[MASONS_GUILD] > 1
    return max(1, points)


def dice_defence(state: Position, seat: int) -> int:
    """Points of the defence dice, those that count double or triple included (§3.11, §R22, §R23)."""
    player = state.players[seat]
    dice = (player.double_at > 0) + (player.triple_at > 0)
    for place in range(2 * FACES, LAID):
        dice += player.laid[place]
    return dice


def has_room(state: Position, seat: int, card: int) -> bool:
    """Whether space and number let this building be built (§7.7, §7.8, §7.9, §7.10, §R37)."""
    player = state.players[seat]
    made = player.made
    free = 7 + 2 * player.remodelled - player.spaces
    if card in (DAIRY_FARM, SHEEP_FARM):
        return free >= 2 and not made[DAIRY_FARM] and not made[SHEEP_FARM]
    if made[card] >= 2 or (not player.stands[card] and free < 1):
        return False
    if card in HALLS:
        return not any(made[hall] for hall in HALLS if hall != card)
    return True


def erect(state: Position, seat: int, card: int) -> None:
    """Put a built card into the abbey; a farm brings its barn (§15.11, §15.19)."""
    player = state.players[seat]
    player.stands = counted(player.stands, card, 1)
    player.made = counted(player.made, card, 1)
    if card < WORKPLACES:
        refresh(state, seat, card)
    if card < TYPES and player.stands[card] == 1:
        player.spaces += 1
        if card in (DAIRY_FARM, SHEEP_FARM):
            player.spaces += 1
            player.sheep = 2 if card == SHEEP_FARM else 0


def storage_value(state: Position, seat: int) -> int:
    """Value of the resources held, for ties (§20.8)."""
    return sum(state.players[seat].goods[kind] * state.facts.values[kind] for kind in range(1, SAND + 1))


def raise_building(state: Position, seat: int, card: int) -> None:
    """A building of the reserve stands; it gives its prestige (§7.7)."""
    player = state.players[seat]
    player.hand[card] -= 1
    if not player.hand[card]:
        player.in_hand &= ~BIT[card]
    erect(state, seat, card)
    gain(state, seat, FROM_BUILDINGS, state.facts.prestige[card])
    if state.events is not None:
        state.tell("built", seat=seat, card=BUILDINGS[card], points=state.facts.prestige[card])
