"""Phase 12: the end of the round, all players at the same time (§12)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import listed
from abbatia.games.kings_abbey.actions import ABANDON, DONE
from abbatia.games.kings_abbey.dice import is_open
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.phase_rewards import disband
from abbatia.games.kings_abbey.pieces import (
    BIT,
    BUILDINGS,
    CELLARIUM,
    CREWS,
    GOODS,
    KINDS,
    MONKS_QUARTERS,
    OVER,
    RESOURCES,
    ROLL,
    TITHE_BARN,
)
from abbatia.games.kings_abbey.state import CHANCE_MASK, ELIAS, KEPT, Position, tell

CHANCE_MARKET: Final = 8
LIMIT: Final = 3
NO_LIMIT: Final = 9999
CLEAR_UP: Final = 0
DECIDE: Final = 1
REFILL: Final = 2


def go_on(s: Position) -> None:
    """First player, dice, broken crusades and trades, storage, market, tokens (§12)."""
    if s.stage == CLEAR_UP:
        new_first(s)
        for seat in range(s.seats):
            return_dice(s, seat)
        s.stage = DECIDE
        for seat in range(s.seats):
            if len(legal(s, seat)) > 1 or s.saint_mode[seat] == KEPT:
                s.acting |= BIT[seat]
        return
    if s.stage == DECIDE:
        for seat in range(s.seats):
            tenth_die(s, seat)
            store(s, seat)
        close_round(s)
        return
    refill(s)


def new_first(s: Position) -> None:
    """Who took the initiative is first player (§12.1, §24.5)."""
    if s.initiative == ELIAS:
        s.elias_first = 1
    elif s.initiative >= 0:
        s.first = s.initiative
        s.elias_first = 0
        s.reserve[s.initiative] += 1
    s.initiative = -1


def return_dice(s: Position, seat: int) -> None:
    """All dice but those on crusades return; the Viking card is cleared (§2.11, §12.2, §18.3)."""
    dice = 0
    for face in range(seat * 6, seat * 6 + 6):
        dice += s.dice[face]
    for place in range(seat * 18, seat * 18 + 18):
        dice += s.laid[place]
    for i in range(seat * 4, seat * 4 + 4):
        dice += (s.main[i] > 0) + (0 < s.bonus[i] <= 6)
        s.main[i] = s.bonus[i] = 0
    s.reserve[seat] += dice + s.saint_dice[seat] + s.viking_dice[seat]
    s.gone[seat] += s.viking_peasants[seat]
    s.saint_dice[seat] = s.viking_dice[seat] = s.viking_peasants[seat] = s.mask[seat] = 0
    s.dice[seat * 6 : seat * 6 + 6] = s.rerolled[seat * 6 : seat * 6 + 6] = [0] * 6
    s.laid[seat * 18 : seat * 18 + 18] = [0] * 18


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """Break off a crusade, trade and the like, or be done (§12.3, §12.4)."""
    mask = 0
    for slot in range(2):
        at = seat * 2 + slot
        if is_open(s, at) and s.crusader[at]:
            mask |= BIT[slot]
    return (DONE, *listed(ABANDON, mask), *anytime(s, seat))


def after(s: Position, seat: int) -> None:
    """Asked until the player is done."""


def do_abandon(s: Position, seat: int, slot: int) -> None:
    """Dice return, peasants are discarded, promises lapse, the card stays (§11.5, §12.3, §R21)."""
    at = seat * 2 + slot
    s.gone[seat] += s.crusader[at]
    if s.ally[at] >= 0:
        s.gone[s.ally[at]] += 1
    if s.events is not None:
        tell(s, "abandoned", seat=seat, crusade=s.facts.crusade_ids[s.card[at]])
    disband(s, at)


def tenth_die(s: Position, seat: int) -> None:
    """Without Monk's Quarters the tenth die leaves once it is in the reserve (§R8)."""
    if s.tenth[seat] and not s.crew[seat * CREWS + MONKS_QUARTERS] and s.reserve[seat]:
        s.tenth[seat] = 0
        s.reserve[seat] -= 1


def storage(s: Position, seat: int) -> int:
    """How many tokens of each resource are kept (§12.4, §15.8, §15.21, §R48)."""
    if s.crew[seat * CREWS + TITHE_BARN]:
        return NO_LIMIT
    return LIMIT + s.crew[seat * CREWS + CELLARIUM]


def store(s: Position, seat: int) -> None:
    """What exceeds the limit goes back to the supply (§12.4)."""
    limit = storage(s, seat)
    for kind in RESOURCES:
        surplus = s.goods[seat * KINDS + kind] - limit
        if surplus > 0:
            s.goods[seat * KINDS + kind] = limit
            if s.events is not None:
                tell(s, "surplus", seat=seat, good=GOODS[kind], n=surplus)


def close_round(s: Position) -> None:
    """The end of the game, or the market for the next round (§12.5, §12.6, §12.7, §14.1)."""
    s.event = -1
    s.vikings.clear()
    s.cover.clear()
    s.elias_lost += s.elias_dice
    s.elias_dice = 0
    s.used = [0] * len(s.used)
    s.bonus_left = [bonus_spaces(s)] * 4
    if s.round == s.rounds:
        s.phase = OVER
        if s.events is not None:
            tell(s, "over")
        return
    for column in (0, 4):
        slide(s, column)
    s.stage = REFILL
    refill(s)


def bonus_spaces(s: Position) -> int:
    """Open bonus spaces of a location (§5.3)."""
    return 2 if s.seats > 3 else 1


def slide(s: Position, column: int) -> None:
    """The lowest card is discarded, the others slide down (§12.6, §R47)."""
    cards = [card for card in s.market[column : column + 4] if card >= 0]
    if cards and s.events is not None:
        tell(s, "market_discard", card=BUILDINGS[cards[0]])
    if cards:
        s.scrapped[cards[0]] += 1
    kept = cards[1:]
    for i in range(4):
        s.market[column + i] = kept[i] if i < len(kept) else -1


def refill(s: Position) -> None:
    """Chance fills the market; then the next round begins (§12.6)."""
    if -1 in s.market and any(s.building_bag):
        s.chance = CHANCE_MARKET
        s.acting = CHANCE_MASK
        return
    next_round(s)


def next_round(s: Position) -> None:
    s.round += 1
    s.phase, s.stage, s.lap = ROLL, 0, 0
    if s.events is not None:
        tell(s, "round", n=s.round)


def market_odds(s: Position, base: int) -> list[tuple[int, int]]:
    return [(base + card, copies) for card, copies in enumerate(s.building_bag) if copies]


def market_drawn(s: Position, card: int) -> None:
    """The next empty place of the market is filled (§13.3)."""
    place = s.market.index(-1)
    s.market[place] = card
    s.building_bag[card] -= 1
    s.acting = CHANCE_MASK if -1 in s.market and any(s.building_bag) else 0
    if s.events is not None:
        tell(s, "market", card=BUILDINGS[card], place=place)
