"""Phase 2: the event card; Plenty and Disaster act, Vikings attack (§2, §17)."""

from math import lcm
from typing import Final

from abbatia.games.kings_abbey.abbey import arrive, can_arrive, receive
from abbatia.games.kings_abbey.actions import DONE, PASS, SEND, USE_LANCE
from abbatia.games.kings_abbey.chances import CHANCE_EVENT
from abbatia.games.kings_abbey.free_actions import free_actions
from abbatia.games.kings_abbey.losses import lose_peasants
from abbatia.games.kings_abbey.pieces import ABBEY, BIT, PLACES, TOOL, VIKINGS
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position, by_die, tell
from abbatia.games.kings_abbey.turns.vikings import (
    ATTACK,
    LANCE_ASKED,
    LEAVE,
    PILLAGE,
    ask_lance,
    defences,
    next_defender,
    next_victim,
    roll_vikings,
)

DRAW: Final = 0
PLAGUE: Final = 4


def go_on(state: Position) -> None:
    """The next step of phase 2."""
    if state.stage == DRAW:
        draw(state)
    elif state.stage == LANCE_ASKED:
        roll_vikings(state)
    elif state.stage == ATTACK:
        next_defender(state)
    elif state.stage == PILLAGE:
        next_victim(state)
    elif state.stage == PLAGUE:
        next_plagued(state)
    else:
        state.phase, state.stage, state.lap = ABBEY, 0, 0


def draw(state: Position) -> None:
    """Chance draws, unless only Vikings put under the pile are left (§2.1, §2.2)."""
    if sum(state.pile):
        state.chance = CHANCE_EVENT
        state.acting = CHANCE_MASK
    elif state.round == 1:  # a pile of Vikings only: the first card is spent without effect
        state.under -= 1
        state.stage = LEAVE
    else:
        state.under -= 1
        turned_up(state, state.facts.event_category.index(VIKINGS))


def event_weights(state: Position) -> list[int]:
    """The weight of every card: its category by the pile, then each unseen card alike (§13.6)."""
    categories = state.facts.event_category
    unseen = [0, 0, 0]
    for event, copies in enumerate(state.unseen_events):
        unseen[categories[event]] += copies
    whole = lcm(*[n for n in unseen if n])
    shares = [state.pile[i] * whole // max(1, unseen[i]) for i in range(3)]
    return [copies * shares[categories[event]] for event, copies in enumerate(state.unseen_events)]


def event_odds(state: Position, base: int) -> list[tuple[int, int]]:
    """Every card that can come."""
    return [(base + event, weight) for event, weight in enumerate(event_weights(state)) if weight]


def drawn(state: Position, event: int) -> None:
    """A card is turned up; Vikings of round 1 go under the pile (§2.2)."""
    category = state.facts.event_category[event]
    state.pile[category] -= 1
    state.unseen_events[event] -= 1
    state.acting = 0
    if category == VIKINGS and state.round == 1:
        state.under += 1
        if state.events is not None:
            tell(state, "vikings_later")
        return
    turned_up(state, event)


def turned_up(state: Position, event: int) -> None:
    """The event of the round acts (§2.1): gifts, losses and arrivals at once (§17.5, §17.6)."""
    state.event = event
    state.lap = 0
    if state.events is not None:
        tell(state, "event", event=state.facts.event_ids[event])
    if state.facts.event_category[event] == VIKINGS:
        ask_lance(state)
        return
    state.stage = PLAGUE if state.facts.event_deaths[event] else LEAVE
    for seat in range(state.seats):
        receive(state, seat, state.facts.event_gain[event])
        lose_goods(state, seat, state.facts.event_loss[event])
        for _ in range(state.facts.event_arrivals[event]):
            if can_arrive(state, seat):
                arrive(state, seat)


def lose_goods(state: Position, seat: int, loss: list[int]) -> None:
    """Goods given back, or what is there (§17.12, §17.15)."""
    player = state.players[seat]
    for kind in range(TOOL):
        if loss[kind]:
            player.goods[kind] -= min(loss[kind], player.goods[kind])


def next_plagued(state: Position) -> None:
    """In turn order each player discards a peasant (§17.16)."""
    if state.lap == state.seats:
        state.stage = LEAVE
        return
    seat = (state.first + state.lap) % state.seats
    state.lap += 1
    lose_peasants(state, seat, state.facts.event_deaths[state.event])
    if state.players[seat].questions:
        state.turn = seat
        state.acting = BIT[seat]


def legal(state: Position, seat: int) -> tuple[int, ...]:
    """What the player may do in phase 2 (§2.4, §2.5, §R10, §R11)."""
    if state.stage == LANCE_ASKED:
        return (DONE, USE_LANCE)
    found = defences(state, seat)
    if by_die(seat) in state.cover:
        return (DONE, *found, *free_actions(state, seat))
    if not found or found[0] > SEND + len(PLACES):
        return (PASS, *found, *free_actions(state, seat))
    return found + free_actions(state, seat)


def after(state: Position, seat: int) -> None:
    """The turn ends when all Vikings are met, after a peasant, or when no further die fits."""
    if state.stage != ATTACK:
        state.acting = 0
        return
    if len(state.cover) == len(state.vikings) or (by_die(seat) in state.cover and not defences(state, seat)):
        state.acting = 0
