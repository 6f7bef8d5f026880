"""Phase 11: accomplished crusades are resolved, new ones bought (§11)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import BENCH_SEATS, arrive, gain, receive
from abbatia.games.kings_abbey.actions import DONE, NEW_CRUSADE, TRADE
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.pieces import (
    BIT,
    COIN,
    END_OF_ROUND,
    FROM_CRUSADES,
    GOODS,
    KINDS,
    RELICS,
    SET_UP,
)
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position, tell
from abbatia.games.kings_abbey.trading import partners
from abbatia.games.kings_abbey.turns import begin_turn, next_seat

CHANCE_CRUSADE: Final = 7


def go_on(s: Position) -> None:
    """First all rewards, then in turn order each may buy a crusade (§11.1, §11.4)."""
    if not s.stage:
        s.stage = 1
        for lap in range(s.seats):
            resolve(s, (s.first + lap) % s.seats)
        return
    seat = next_seat(s, END_OF_ROUND)
    if seat < 0:
        return
    begin_turn(s, seat)
    if can_take(s, seat) and (can_buy(s, seat) or can_raise_coins(s, seat)):
        s.acting = BIT[seat]


def can_take(s: Position, seat: int) -> bool:
    """Fewer than two crusades, and one in the pile (§11.4)."""
    return -1 in s.card[seat * 2 : seat * 2 + 2] and 1 in s.crusade_bag


def can_buy(s: Position, seat: int) -> bool:
    """A crusade to take and the coin for it (§11.4)."""
    return s.goods[seat * KINDS + COIN] > 0 and can_take(s, seat)


def can_raise_coins(s: Position, seat: int) -> bool:
    """Something to trade for the coin that is missing (§R7)."""
    return TRADE in anytime(s, seat) or partners(s, seat) != 0


def legal(s: Position, seat: int) -> tuple[int, ...]:
    buy = (NEW_CRUSADE,) if can_buy(s, seat) else ()
    return (DONE, *buy, *anytime(s, seat))


def after(s: Position, seat: int) -> None:
    """The turn lasts until the player buys or ends it."""


def do_new_crusade(s: Position, seat: int, _arg: int) -> None:
    """1 coin for the next crusade of the pile (§11.4)."""
    s.goods[seat * KINDS + COIN] -= 1
    s.chance = CHANCE_CRUSADE
    s.acting = CHANCE_MASK


def crusade_odds(s: Position, base: int) -> list[tuple[int, int]]:
    return [(base + card, 1) for card, there in enumerate(s.crusade_bag) if there]


def crusade_drawn(s: Position, card: int) -> None:
    """The card lies open before the player (§11.4, §13.5)."""
    seat = s.turn
    slot = s.card.index(-1, seat * 2)
    s.crusade_bag[card] = 0
    s.card[slot] = card
    s.acting = 0
    if s.events is not None:
        tell(s, "crusade_drawn", seat=seat, crusade=s.facts.crusade_ids[card])
    if s.phase == SET_UP:
        s.lap += 1


def resolve(s: Position, seat: int) -> None:
    """Dice, peasants, reward and prestige of the accomplished crusades (§11.1 to §11.3)."""
    for slot in range(2):
        at = seat * 2 + slot
        card = s.card[at]
        if card < 0 or s.filled[at] < s.facts.crusade_dice[card]:
            continue
        ally = s.ally[at]
        come_home(s, seat)
        if ally >= 0:
            come_home(s, ally)
        if s.events is not None:
            name = s.facts.crusade_ids[card]
            tell(s, "crusade_resolved", seat=seat, crusade=name, points=s.facts.crusade_prestige[card])
        share_out(s, at, seat, ally)
        disband(s, at)
        s.card[at] = -1
        s.resolved[seat] += 1


def come_home(s: Position, seat: int) -> None:
    """A crusader takes the first free seat, else goes to the reserve (§11.2, §R46)."""
    s.flock[seat] += 1
    if s.benches[seat] != BENCH_SEATS:
        arrive(s, seat)


def share_out(s: Position, at: int, seat: int, ally: int) -> None:
    """Reward, prestige and relic, shared as agreed (§11.3, §19.4, §22.2)."""
    card = s.card[at]
    reward = s.facts.crusade_reward[card]
    promised = s.share_goods[at * KINDS : at * KINDS + KINDS]
    receive(s, seat, [reward[kind] - promised[kind] for kind in range(KINDS)])
    gain(s, seat, FROM_CRUSADES, s.facts.crusade_prestige[card] - s.share[at])
    relic = s.facts.crusade_relic[card]
    if relic >= 0:
        holder = ally if s.share_relic[at] else seat
        s.relics[holder] |= BIT[relic]
        if s.events is not None:
            tell(s, "relic_won", seat=holder, relic=RELICS[relic])
    if ally >= 0:
        receive(s, ally, promised)
        gain(s, ally, FROM_CRUSADES, s.share[at])
        if s.events is not None:
            goods = [GOODS[kind] for kind in range(KINDS) for _ in range(promised[kind])]
            tell(s, "shared", seat=ally, goods=goods or ["-"], points=s.share[at])


def disband(s: Position, at: int) -> None:
    """The card is empty again: dice to their reserves, Elias's out of the game (§11.1, §R65)."""
    s.reserve[at // 2] += s.own_dice[at]
    if s.ally[at] >= 0:
        s.reserve[s.ally[at]] += s.ally_dice[at]
    s.elias_lost += s.pool_dice[at]
    s.face[at] = s.filled[at] = s.own_dice[at] = s.ally_dice[at] = s.pool_dice[at] = 0
    s.crusader[at] = s.share[at] = s.share_relic[at] = 0
    s.ally[at] = -1
    for kind in range(KINDS):
        s.share_goods[at * KINDS + kind] = 0
