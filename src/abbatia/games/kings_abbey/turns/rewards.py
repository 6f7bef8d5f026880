"""Phase 11: accomplished crusades are resolved, new ones bought (§11)."""

from abbatia.games.kings_abbey.abbey import BENCH_SEATS, arrive, gain, receive
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Position
from abbatia.games.kings_abbey.legality import can_buy, can_raise_coins, can_take
from abbatia.games.kings_abbey.phases import CHANCE_CRUSADE, END_OF_ROUND, SET_UP
from abbatia.games.kings_abbey.pieces import BIT, COIN, FROM_CRUSADES, GOODS, KINDS, RELICS
from abbatia.games.kings_abbey.player import SLOTS, Crusade
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


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player buys or ends it."""


def do_new_crusade(state: Position, seat: int, _arg: int) -> None:
    """1 coin for the next crusade of the pile (§11.4)."""
    state.players[seat].goods[COIN] -= 1
    state.chance = CHANCE_CRUSADE
    state.acting = CHANCE_MASK


def crusade_drawn(state: Position, card: int) -> None:
    """The card lies open before the player (§11.4, §13.5)."""
    seat = state.turn
    player = state.players[seat]
    slot = 0 if player.crusades[0].card < 0 else 1
    player.change_crusade(slot).card = card
    state.crusade_bag[card] = 0
    state.acting = 0
    if state.events is not None:
        state.tell("crusade_drawn", seat=seat, crusade=state.facts.crusade_ids[card])
    if state.phase == SET_UP:
        state.lap += 1


def resolve(state: Position, seat: int) -> None:
    """Dice, peasants, reward and prestige of the accomplished crusades (§11.1 to §11.3)."""
    player = state.players[seat]
    for slot in range(SLOTS):
        crusade = player.crusades[slot]
        card = crusade.card
        if card < 0 or crusade.filled < state.facts.crusade_dice[card]:
            continue
        ally = crusade.ally
        come_home(state, seat)
        if ally >= 0:
            come_home(state, ally)
        if state.events is not None:
            name = state.facts.crusade_ids[card]
            state.tell("crusade_resolved", seat=seat, crusade=name, points=state.facts.crusade_prestige[card])
        share_out(state, crusade, seat, ally)
        disband(state, seat, slot)
        player.change_crusade(slot).card = -1
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
            state.tell("relic_won", seat=holder, relic=RELICS[relic])
    if ally >= 0:
        receive(state, ally, list(promised))
        gain(state, ally, FROM_CRUSADES, crusade.share)
        if state.events is not None:
            goods = [GOODS[kind] for kind in range(KINDS) for _ in range(promised[kind])]
            state.tell("shared", seat=ally, goods=goods or ["-"], points=crusade.share)


def disband(state: Position, seat: int, slot: int) -> None:
    """The card is empty again: dice to their reserves, Elias's out of the game (§11.1, §R65)."""
    player = state.players[seat]
    crusade = player.crusades[slot]
    player.reserve += crusade.own_dice
    if crusade.ally >= 0:
        state.players[crusade.ally].reserve += crusade.ally_dice
    state.elias.lost += crusade.pool_dice
    player.change_crusade(slot).empty()
