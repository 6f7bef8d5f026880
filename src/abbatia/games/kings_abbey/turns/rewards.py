"""Phase 11: accomplished crusades are resolved, new ones bought (§11)."""

from abbatia.games.kings_abbey.abbey import BENCH_SEATS, arrive, gain, receive
from abbatia.games.kings_abbey.actions import DONE, NEW_CRUSADE, TRADE
from abbatia.games.kings_abbey.chances import CHANCE_CRUSADE
from abbatia.games.kings_abbey.free_actions import free_actions
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
from abbatia.games.kings_abbey.player import Crusade
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position, tell
from abbatia.games.kings_abbey.trading import partners
from abbatia.games.kings_abbey.turns.order import begin_turn, next_seat


def go_on(state: Position) -> None:
    """First all rewards, then in turn order each may buy a crusade (§11.1, §11.4)."""
    if not state.stage:
        state.stage = 1
        for lap in range(state.seats):
            resolve(state, (state.first + lap) % state.seats)
        return
    seat = next_seat(state, END_OF_ROUND)
    if seat < 0:
        return
    begin_turn(state, seat)
    if can_take(state, seat) and (can_buy(state, seat) or can_raise_coins(state, seat)):
        state.acting = BIT[seat]


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


def legal(state: Position, seat: int) -> tuple[int, ...]:
    buy = (NEW_CRUSADE,) if can_buy(state, seat) else ()
    return (DONE, *buy, *free_actions(state, seat))


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player buys or ends it."""


def do_new_crusade(state: Position, seat: int, _arg: int) -> None:
    """1 coin for the next crusade of the pile (§11.4)."""
    state.players[seat].goods[COIN] -= 1
    state.chance = CHANCE_CRUSADE
    state.acting = CHANCE_MASK


def crusade_odds(state: Position, base: int) -> list[tuple[int, int]]:
    return [(base + card, 1) for card, there in enumerate(state.crusade_bag) if there]


def crusade_drawn(state: Position, card: int) -> None:
    """The card lies open before the player (§11.4, §13.5)."""
    seat = state.turn
    first, second = state.players[seat].crusades
    free = first if first.card < 0 else second
    free.card = card
    state.crusade_bag[card] = 0
    state.acting = 0
    if state.events is not None:
        tell(state, "crusade_drawn", seat=seat, crusade=state.facts.crusade_ids[card])
    if state.phase == SET_UP:
        state.lap += 1


def resolve(state: Position, seat: int) -> None:
    """Dice, peasants, reward and prestige of the accomplished crusades (§11.1 to §11.3)."""
    player = state.players[seat]
    for crusade in player.crusades:
        card = crusade.card
        if card < 0 or crusade.filled < state.facts.crusade_dice[card]:
            continue
        ally = crusade.ally
        come_home(state, seat)
        if ally >= 0:
            come_home(state, ally)
        if state.events is not None:
            name = state.facts.crusade_ids[card]
            tell(
                state, "crusade_resolved", seat=seat, crusade=name, points=state.facts.crusade_prestige[card]
            )
        share_out(state, crusade, seat, ally)
        disband(state, seat, crusade)
        crusade.card = -1
        player.resolved += 1


def come_home(state: Position, seat: int) -> None:
    """A crusader takes the first free seat, else goes to the reserve (§11.2, §R46)."""
    player = state.players[seat]
    player.reserve_peasants += 1
    if player.benches != BENCH_SEATS:
        arrive(state, seat)


def share_out(state: Position, crusade: Crusade, seat: int, ally: int) -> None:
    """Reward, prestige and relic, shared as agreed (§11.3, §19.4, §22.2)."""
    card = crusade.card
    reward = state.facts.crusade_reward[card]
    promised = crusade.share_goods
    receive(state, seat, [reward[kind] - promised[kind] for kind in range(KINDS)])
    gain(state, seat, FROM_CRUSADES, state.facts.crusade_prestige[card] - crusade.share)
    relic = state.facts.crusade_relic[card]
    if relic >= 0:
        holder = ally if crusade.share_relic else seat
        state.players[holder].relics |= BIT[relic]
        if state.events is not None:
            tell(state, "relic_won", seat=holder, relic=RELICS[relic])
    if ally >= 0:
        receive(state, ally, list(promised))
        gain(state, ally, FROM_CRUSADES, crusade.share)
        if state.events is not None:
            goods = [GOODS[kind] for kind in range(KINDS) for _ in range(promised[kind])]
            tell(state, "shared", seat=ally, goods=goods or ["-"], points=crusade.share)


def disband(state: Position, seat: int, crusade: Crusade) -> None:
    """The card is empty again: dice to their reserves, Elias's out of the game (§11.1, §R65)."""
    state.players[seat].reserve += crusade.own_dice
    if crusade.ally >= 0:
        state.players[crusade.ally].reserve += crusade.ally_dice
    state.elias.lost += crusade.pool_dice
    crusade.empty()
