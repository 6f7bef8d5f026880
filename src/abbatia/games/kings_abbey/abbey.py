"""A player's abbey: prestige, goods, peasants and their places, active cards, defence."""

from typing import Final

from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
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
    CREWS,
    DAIRY_FARM,
    DEACON,
    FROM_BUILDINGS,
    FROM_HALLS,
    GARDEN,
    GATE_TOWER,
    GRAIN,
    HALLS,
    KINDS,
    LEDGER,
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
)
from abbatia.games.kings_abbey.state import ANDRE_DAY, DOUBLE_AT, TRIPLE_AT, USED, Position, tell

BENCH_SEATS: Final = 0xFFF
FREE_SEAT: Final = [next((seat for seat in range(12) if not mask >> seat & 1), -1) for mask in range(4096)]
SMALL: Final = 128  # masks below are looked up by number
ROWS: Final[list[list[tuple[int, ...]]]] = [[()] * SMALL for _ in range(1024)]  # action, mask
LISTED: Final[dict[int, tuple[int, ...]]] = {}
HALL_PRESTIGE: Final = 10
CHEAPENING: Final = 1 << MASONS_GUILD | 1 << GARDEN


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


def gain(s: Position, seat: int, source: int, points: int) -> None:
    """Prestige gained; André doubles it (§23.7, §R57)."""
    if s.used[seat * USED + ANDRE_DAY]:
        points *= 2
    s.prestige[seat] += points
    s.ledger[seat * LEDGER + source] += points


def forfeit(s: Position, seat: int, source: int, points: int) -> None:
    """Prestige lost, below 0 unless the option `prestige_floor` stops it there (§R5)."""
    if s.prestige_floor:
        points = min(points, max(0, s.prestige[seat]))
    s.prestige[seat] -= points
    s.ledger[seat * LEDGER + source] -= points


def receive(s: Position, seat: int, counts: list[int]) -> None:
    """Goods from the supply; tools and wagons only as far as they go (§R4)."""
    goods, at = s.goods, seat * KINDS
    for kind in range(COIN, TOOL):
        if counts[kind]:
            goods[at + kind] += counts[kind]
    if counts[TOOL]:
        taken = min(counts[TOOL], s.supply_tools)
        s.supply_tools -= taken
        goods[at + TOOL] += taken
    if counts[WAGON]:
        taken = min(counts[WAGON], s.supply_wagons)
        s.supply_wagons -= taken
        goods[at + WAGON] += taken


def can_pay(s: Position, seat: int, cost: list[int]) -> bool:
    """Whether the coins and resources are there."""
    goods, at = s.goods, seat * KINDS
    if goods[at] < cost[0] or goods[at + 1] < cost[1] or goods[at + 2] < cost[2]:
        return False
    return goods[at + 3] >= cost[3] and goods[at + 4] >= cost[4]


def pay(s: Position, seat: int, cost: list[int], free: int = -1) -> None:
    """Pay a cost; `free` is a kind that need not be paid (§22.8)."""
    for kind in range(TOOL):
        if kind != free:
            s.goods[seat * KINDS + kind] -= cost[kind]


def trade_values(s: Position, seat: int) -> list[int]:
    """What one token of each kind counts for this player when it is received in a trade (§14.5, §R32)."""
    values = s.facts.values
    if s.guild_trades and s.manned[seat] & CHEAPENING:
        values = values[:]
        if s.crew[seat * CREWS + MASONS_GUILD]:
            values[STONE] = min(values[STONE], 3)
        if s.crew[seat * CREWS + GARDEN] > 1:
            values[GRAIN] = min(values[GRAIN], 2)
    return values


def collect_value(s: Position, seat: int, kind: int) -> int:
    """What one token collected counts for this player this round (§5.5, §15.12, §15.14).

    Events change it as well (§17.3, §17.4, §17.11, §17.21).
    """
    value = s.facts.values[kind]
    if kind == STONE and s.crew[seat * CREWS + MASONS_GUILD]:
        value = min(value, 3)
    elif kind == GRAIN and s.crew[seat * CREWS + GARDEN] > 1:
        value = min(value, 2)
    changed = s.facts.event_value[s.event][kind]
    if changed:
        if s.facts.event_category[s.event] == PLENTY:
            return min(value, changed)
        return max(value, changed)
    return value


# -- peasants --------------------------------------------------------------------------------------------


def arrive(s: Position, seat: int) -> None:
    """A peasant of the reserve takes the first free seat (§3.3)."""
    free = FREE_SEAT[s.benches[seat]]
    s.flock[seat] -= 1
    s.benches[seat] |= BIT[free]
    if s.events is not None:
        tell(s, "arrived", seat=seat, place=PLACES[free].replace(" ", "_"))


def can_arrive(s: Position, seat: int) -> bool:
    """Whether there is a peasant in the reserve and a seat for him (§R17)."""
    return s.flock[seat] > 0 and s.benches[seat] != BENCH_SEATS


def population(s: Position, seat: int) -> int:
    """Peasants on the own board (§8.3); Rodolphe's is one (§R59)."""
    return s.benches[seat].bit_count() + s.baptistry[seat] + occupied(s, seat)


def occupied(s: Position, seat: int) -> int:
    """Peasants on tower and building cards."""
    total = -1 if s.span_a[seat] >= 0 else 0
    cards = s.manned[seat]
    while cards:
        low = cards & -cards
        cards ^= low
        total += s.crew[seat * CREWS + low.bit_length() - 1]
    return total


def places(s: Position, seat: int) -> int:
    """Mask of the places of the own board where a peasant is, for the choice which one goes (§R12)."""
    mask = unbaptised_or_free(s, seat) | s.manned[seat] << ON_CARD
    if s.span_a[seat] >= 0:
        mask |= BIT[SPANNING]
        for card in (s.span_a[seat], s.span_b[seat]):
            if s.crew[seat * CREWS + card] == spanned(s, seat, card):
                mask &= ~BIT[ON_CARD + card]
    return mask


def spanned(s: Position, seat: int, card: int) -> int:
    """How many places of this card Rodolphe's peasant holds."""
    return (s.span_a[seat] == card) + (s.span_b[seat] == card)


def unbaptised_or_free(s: Position, seat: int) -> int:
    """Mask of the peasants who may leave for a crusade or a tower: benches and Baptistry (§3.12, §7.6)."""
    mask = s.benches[seat]
    if s.baptistry[seat]:
        mask |= BIT[BAPTISTRY]
    return mask


def leave(s: Position, seat: int, place: int) -> None:
    """A peasant leaves his place; the card he stood on is inactive (§14.9)."""
    if place < BAPTISTRY:
        s.benches[seat] &= ~BIT[place]
    elif place == BAPTISTRY:
        s.baptistry[seat] -= 1
    elif place == SPANNING:
        first, second = s.span_a[seat], s.span_b[seat]
        s.span_a[seat] = s.span_b[seat] = -1
        unman(s, seat, first)
        unman(s, seat, second)
    else:
        card = place - ON_CARD
        if card >= BATTLEMENT and s.rough[seat * 2 + card - BATTLEMENT]:
            s.rough[seat * 2 + card - BATTLEMENT] -= 1
        unman(s, seat, card)


def discard_peasant(s: Position, seat: int, place: int) -> None:
    """A peasant of the board leaves the game (§14.2)."""
    leave(s, seat, place)
    s.gone[seat] += 1
    if s.events is not None:
        tell(s, "peasant_lost", seat=seat, place=PLACES[place].replace(" ", "_"))


# -- cards -----------------------------------------------------------------------------------------------


def man(s: Position, seat: int, card: int) -> None:
    """A peasant comes onto a card, which works from now on (§14.9); `crew` counts active copies (§14.10)."""
    s.crew[seat * CREWS + card] += 1
    s.manned[seat] |= BIT[card]
    refresh(s, seat, card)
    if s.events is not None:
        tell(s, "activated", seat=seat, card=CARDS[card])
    if card in HALLS:
        honour(s, seat, card)
    elif card in (DAIRY_FARM, SHEEP_FARM):
        s.farm_since[seat] = s.round
    elif card == MONKS_QUARTERS and not s.tenth[seat]:
        s.tenth[seat] = 1
        s.reserve[seat] += 1


def honour(s: Position, seat: int, card: int) -> None:
    """A great hall gives its prestige once for each card (§15.7, §15.9, §15.17, §R38)."""
    if s.paid[seat * TYPES + card] < s.stands[seat * ALL_CARDS + card]:
        s.paid[seat * TYPES + card] += 1
        gain(s, seat, FROM_HALLS, HALL_PRESTIGE)
        if s.events is not None:
            tell(s, "hall", seat=seat, card=CARDS[card], points=HALL_PRESTIGE)


def unman(s: Position, seat: int, card: int) -> None:
    at = seat * CREWS + card
    s.crew[at] -= 1
    if not s.crew[at]:
        s.manned[seat] &= ~BIT[card]
    refresh(s, seat, card)


def refresh(s: Position, seat: int, card: int) -> None:
    """Keep the mask of cards without a full crew up to date."""
    if s.stands[seat * ALL_CARDS + card] > s.crew[seat * CREWS + card]:
        s.idle[seat] |= BIT[card]
    else:
        s.idle[seat] &= ~BIT[card]


def raze(s: Position, seat: int, card: int, *, manned: bool) -> None:
    """A card leaves the game with its peasant, a farm with barn and animals (§2.9, §R13)."""
    at = seat * ALL_CARDS + card
    if manned:
        place = ON_CARD + card
        if card < TYPES and s.crew[seat * CREWS + card] == spanned(s, seat, card):
            place = SPANNING
        discard_peasant(s, seat, place)
    if card in HALLS and s.paid[seat * TYPES + card] > s.crew[seat * CREWS + card]:
        s.paid[seat * TYPES + card] -= 1  # the lost copy had given its prestige
    s.stands[at] -= 1
    if card < CREWS:
        refresh(s, seat, card)
    if card < TYPES:
        s.scrapped[card] += 1
    if card < TYPES and not s.stands[at]:
        s.spaces[seat] -= 1
        if card in (DAIRY_FARM, SHEEP_FARM):
            s.spaces[seat] -= 1
            s.sheep[seat] = s.cows[seat] = 0
    if s.events is not None:
        tell(s, "razed", seat=seat, card=CARDS[card])


def defence(s: Position, seat: int) -> int:
    """The defence of an abbey, never below 1 (§9.3).

    Clergy §3.7 and §3.10; towers §16.1, §16.3, §16.4; buildings §15.3, §15.8, §15.10, §15.14.
    """
    tops, clergy, at = s.facts.tops, s.clergy[seat], seat * CREWS
    crew = s.crew
    points = s.base_defence[seat] + s.extra_defence[seat] + s.altar[seat] + dice_defence(s, seat)
    points += (clergy >= tops[DEACON]) + (clergy >= tops[CARDINAL]) + (s.walls[seat] == 5)
    points += clergy >= tops[PRIEST] and s.stands[seat * ALL_CARDS + CHAPEL] > 0
    points += crew[at + BATTLEMENT] + crew[at + GATE_TOWER]
    points += crew[at + BARRACKS] + crew[at + CELLARIUM] + crew[at + CLOISTER]
    points += crew[at + MASONS_GUILD] > 1
    return max(1, points)


def dice_defence(s: Position, seat: int) -> int:
    """Points of the defence dice, those that count double or triple included (§3.11, §R22, §R23)."""
    used = seat * USED
    dice = (s.used[used + DOUBLE_AT] > 0) + (s.used[used + TRIPLE_AT] > 0)
    for place in range(seat * 18 + 12, seat * 18 + 18):
        dice += s.laid[place]
    return dice


def has_room(s: Position, seat: int, card: int) -> bool:
    """Whether space and number let this building be built (§7.7, §7.8, §7.9, §7.10, §R37)."""
    made = s.made
    at = seat * ALL_CARDS
    free = 7 + 2 * s.remodelled[seat] - s.spaces[seat]
    if card in (DAIRY_FARM, SHEEP_FARM):
        return free >= 2 and not made[at + DAIRY_FARM] and not made[at + SHEEP_FARM]
    if made[at + card] >= 2 or (not s.stands[at + card] and free < 1):
        return False
    if card in HALLS:
        return not any(made[at + hall] for hall in HALLS if hall != card)
    return True


def erect(s: Position, seat: int, card: int) -> None:
    """Put a built card into the abbey; a farm brings its barn (§15.11, §15.19)."""
    at = seat * ALL_CARDS + card
    s.stands[at] += 1
    s.made[at] += 1
    if card < CREWS:
        refresh(s, seat, card)
    if card < TYPES and s.stands[at] == 1:
        s.spaces[seat] += 1
        if card in (DAIRY_FARM, SHEEP_FARM):
            s.spaces[seat] += 1
            s.sheep[seat] = 2 if card == SHEEP_FARM else 0


def storage_value(s: Position, seat: int) -> int:
    """Value of the resources held, for ties (§20.8)."""
    at = seat * KINDS
    return sum(s.goods[at + kind] * s.facts.values[kind] for kind in range(1, SAND + 1))


def raise_building(s: Position, seat: int, card: int) -> None:
    """A building of the reserve stands; it gives its prestige (§7.7)."""
    s.hand[seat * TYPES + card] -= 1
    if not s.hand[seat * TYPES + card]:
        s.in_hand[seat] &= ~BIT[card]
    erect(s, seat, card)
    gain(s, seat, FROM_BUILDINGS, s.facts.prestige[card])
    if s.events is not None:
        tell(s, "built", seat=seat, card=BUILDINGS[card], points=s.facts.prestige[card])
