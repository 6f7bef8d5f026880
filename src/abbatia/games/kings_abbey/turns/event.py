"""Phase 2: the event card; Plenty and Disaster act, Vikings attack (§2, §17)."""

from abbatia.games.kings_abbey.abbey import arrive, can_arrive, receive
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Position, by_die
from abbatia.games.kings_abbey.legality import defences
from abbatia.games.kings_abbey.phases import (
    ABBEY,
    ATTACK,
    CHANCE_EVENT,
    DRAW_EVENT,
    LANCE_ASKED,
    LEAVE,
    PILLAGE,
    PLAGUE,
)
from abbatia.games.kings_abbey.pieces import BIT, TOOL, VIKINGS
from abbatia.games.kings_abbey.turns.losses import lose_peasants
from abbatia.games.kings_abbey.turns.vikings import ask_lance, next_defender, next_victim, roll_vikings


def go_on(state: Position) -> None:
    """The next step of phase 2."""
    if state.stage == DRAW_EVENT:
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


def drawn(state: Position, event: int) -> None:
    """A card is turned up; Vikings of round 1 go under the pile (§2.2)."""
    category = state.facts.event_category[event]
    state.pile[category] -= 1
    state.unseen_events[event] -= 1
    state.acting = 0
    if category == VIKINGS and state.round == 1:
        state.under += 1
        if state.events is not None:
            state.tell("vikings_later")
        return
    turned_up(state, event)


def turned_up(state: Position, event: int) -> None:
    """The event of the round acts (§2.1): gifts, losses and arrivals at once (§17.5, §17.6)."""
    state.event = event
    state.lap = 0
    if state.events is not None:
        state.tell("event", event=state.facts.event_ids[event])
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


def after(state: Position, seat: int) -> None:
    """The turn ends when all Vikings are met, after a peasant, or when no further die fits."""
    if state.stage != ATTACK:
        state.acting = 0
        return
    if len(state.cover) == len(state.vikings) or (by_die(seat) in state.cover and not defences(state, seat)):
        state.acting = 0
