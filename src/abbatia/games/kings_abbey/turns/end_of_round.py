"""Phase 12: the end of the round, all players at the same time (§12)."""

from typing import Final

from abbatia.games.kings_abbey.fields import CHANCE_MASK, ELIAS, Position
from abbatia.games.kings_abbey.legality import legal_end_of_round
from abbatia.games.kings_abbey.phases import CHANCE_MARKET, CLEAR_UP, DECIDE, OVER, REFILL, ROLL
from abbatia.games.kings_abbey.pieces import (
    BIT,
    BUILDINGS,
    CELLARIUM,
    GOODS,
    MONKS_QUARTERS,
    RESOURCES,
    TITHE_BARN,
)
from abbatia.games.kings_abbey.player import FACES, KEPT, LAID
from abbatia.games.kings_abbey.turns.rewards import disband

LIMIT: Final = 3
NO_LIMIT: Final = 9999


def go_on(state: Position) -> None:
    """First player, dice, broken crusades and trades, storage, market, tokens (§12)."""
    if state.stage == CLEAR_UP:
        new_first(state)
        for seat in range(state.seats):
            return_dice(state, seat)
        state.stage = DECIDE
        for seat in range(state.seats):
            if len(legal_end_of_round(state, seat)) > 1 or state.players[seat].saint_mode == KEPT:
                state.acting |= BIT[seat]
        return
    if state.stage == DECIDE:
        for seat in range(state.seats):
            tenth_die(state, seat)
            store(state, seat)
        close_round(state)
        return
    refill(state)


def new_first(state: Position) -> None:
    """The player who took the initiative is first player (§12.1, §24.5)."""
    if state.initiative == ELIAS:
        state.elias.first = 1
    elif state.initiative >= 0:
        state.first = state.initiative
        state.elias.first = 0
        state.players[state.initiative].reserve += 1
    state.initiative = -1


def return_dice(state: Position, seat: int) -> None:
    """All dice but those on crusades return; the Viking card is cleared (§2.11, §12.2, §18.3)."""
    player = state.players[seat]
    dice = sum(player.dice) + sum(player.laid)
    for i in range(4):
        dice += (player.main[i] > 0) + (0 < player.bonus[i] <= 6)
        player.main[i] = player.bonus[i] = 0
    player.reserve += dice + player.saint_dice + player.viking_dice
    player.gone += player.viking_peasants
    player.saint_dice = player.viking_dice = player.viking_peasants = player.dice_mask = player.turned = 0
    player.dice, player.rerolled, player.laid = [0] * FACES, [0] * FACES, [0] * LAID


def after(state: Position, seat: int) -> None:
    """Asked until the player is done."""


def do_abandon(state: Position, seat: int, slot: int) -> None:
    """Dice return, peasants are discarded, promises lapse, the card stays (§11.5, §12.3, §R21)."""
    crusade = state.players[seat].crusades[slot]
    state.players[seat].gone += crusade.crusader
    if crusade.ally >= 0:
        state.players[crusade.ally].gone += 1
    if state.events is not None:
        state.tell("abandoned", seat=seat, crusade=state.facts.crusade_ids[crusade.card])
    disband(state, seat, slot)


def tenth_die(state: Position, seat: int) -> None:
    """Without Monk's Quarters the tenth die leaves once it is in the reserve (§R8)."""
    player = state.players[seat]
    if player.tenth and not player.workers[MONKS_QUARTERS] and player.reserve:
        player.tenth = 0
        player.reserve -= 1


def storage(state: Position, seat: int) -> int:
    """How many tokens of each resource are kept (§12.4, §15.8, §15.21, §R48)."""
    player = state.players[seat]
    if player.workers[TITHE_BARN]:
        return NO_LIMIT
    return LIMIT + player.workers[CELLARIUM]


def store(state: Position, seat: int) -> None:
    """What exceeds the limit goes back to the supply (§12.4)."""
    player = state.players[seat]
    limit = storage(state, seat)
    for kind in RESOURCES:
        surplus = player.goods[kind] - limit
        if surplus > 0:
            player.goods[kind] = limit
            if state.events is not None:
                state.tell("surplus", seat=seat, good=GOODS[kind], n=surplus)


def close_round(state: Position) -> None:
    """The end of the game, or the market for the next round (§12.5, §12.6, §12.7, §14.1)."""
    state.event = -1
    state.vikings.clear()
    state.cover.clear()
    state.elias.lost += state.elias.dice
    state.elias.dice = 0
    for player in state.players:
        player.begin_round()
    state.bonus_left = [bonus_spaces(state)] * 4
    if state.round == state.rounds:
        state.phase = OVER
        if state.events is not None:
            state.tell("over")
        return
    for column in (0, 4):
        slide(state, column)
    state.stage = REFILL
    refill(state)


def bonus_spaces(state: Position) -> int:
    """Open bonus spaces of a location (§5.3)."""
    return 2 if state.seats > 3 else 1


def slide(state: Position, column: int) -> None:
    """The lowest card is discarded, the others slide down (§12.6, §R47)."""
    cards = [card for card in state.market[column : column + 4] if card >= 0]
    if cards and state.events is not None:
        state.tell("market_discard", card=BUILDINGS[cards[0]])
    if cards:
        state.scrapped[cards[0]] += 1
    kept = cards[1:]
    for i in range(4):
        state.market[column + i] = kept[i] if i < len(kept) else -1


def refill(state: Position) -> None:
    """Chance fills the market; then the next round begins (§12.6)."""
    if -1 in state.market and any(state.building_bag):
        state.chance = CHANCE_MARKET
        state.acting = CHANCE_MASK
        return
    next_round(state)


def next_round(state: Position) -> None:
    state.round += 1
    state.phase, state.stage, state.lap = ROLL, 0, 0
    if state.events is not None:
        state.tell("round", n=state.round)


def market_drawn(state: Position, card: int) -> None:
    """The next empty place of the market is filled (§13.3)."""
    place = state.market.index(-1)
    state.market[place] = card
    state.building_bag[card] -= 1
    state.acting = CHANCE_MASK if -1 in state.market and any(state.building_bag) else 0
    if state.events is not None:
        state.tell("market", card=BUILDINGS[card], place=place)
