"""Phase 2: the event card; Plenty and Disaster act, Vikings attack (§2, §17)."""

from math import lcm
from typing import Final

from abbatia.games.kings_abbey.abbey import arrive, can_arrive, receive
from abbatia.games.kings_abbey.actions import DONE, PASS, SEND, USE_LANCE
from abbatia.games.kings_abbey.freely import anytime
from abbatia.games.kings_abbey.losses import lose_peasants
from abbatia.games.kings_abbey.pieces import ABBEY, BIT, KINDS, PLACES, TOOL, VIKINGS
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position, tell
from abbatia.games.kings_abbey.vikings import (
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

CHANCE_EVENT: Final = 2
DRAW: Final = 0
PLAGUE: Final = 4


def go_on(s: Position) -> None:
    """The next step of phase 2."""
    if s.stage == DRAW:
        draw(s)
    elif s.stage == LANCE_ASKED:
        roll_vikings(s)
    elif s.stage == ATTACK:
        next_defender(s)
    elif s.stage == PILLAGE:
        next_victim(s)
    elif s.stage == PLAGUE:
        next_plagued(s)
    else:
        s.phase, s.stage, s.lap = ABBEY, 0, 0


def draw(s: Position) -> None:
    """Chance draws, unless only Vikings put under the pile are left (§2.1, §2.2)."""
    if sum(s.pile):
        s.chance = CHANCE_EVENT
        s.acting = CHANCE_MASK
    elif s.round == 1:  # a pile of Vikings only: the first card is spent without effect
        s.under -= 1
        s.stage = LEAVE
    else:
        s.under -= 1
        turned_up(s, s.facts.event_category.index(VIKINGS))


def event_weights(s: Position) -> list[int]:
    """The weight of every card: its category by the pile, then each unseen card alike (§13.6)."""
    categories = s.facts.event_category
    unseen = [0, 0, 0]
    for event, copies in enumerate(s.unseen_events):
        unseen[categories[event]] += copies
    whole = lcm(*[n for n in unseen if n])
    shares = [s.pile[i] * whole // max(1, unseen[i]) for i in range(3)]
    return [copies * shares[categories[event]] for event, copies in enumerate(s.unseen_events)]


def event_odds(s: Position, base: int) -> list[tuple[int, int]]:
    """Every card that can come."""
    return [(base + event, weight) for event, weight in enumerate(event_weights(s)) if weight]


def drawn(s: Position, event: int) -> None:
    """A card is turned up; Vikings of round 1 go under the pile (§2.2)."""
    category = s.facts.event_category[event]
    s.pile[category] -= 1
    s.unseen_events[event] -= 1
    s.acting = 0
    if category == VIKINGS and s.round == 1:
        s.under += 1
        if s.events is not None:
            tell(s, "vikings_later")
        return
    turned_up(s, event)


def turned_up(s: Position, event: int) -> None:
    """The event of the round acts (§2.1): gifts, losses and arrivals at once (§17.5, §17.6)."""
    s.event = event
    s.lap = 0
    if s.events is not None:
        tell(s, "event", event=s.facts.event_ids[event])
    if s.facts.event_category[event] == VIKINGS:
        ask_lance(s)
        return
    s.stage = PLAGUE if s.facts.event_deaths[event] else LEAVE
    for seat in range(s.seats):
        receive(s, seat, s.facts.event_gain[event])
        lose_goods(s, seat, s.facts.event_loss[event])
        for _ in range(s.facts.event_arrivals[event]):
            if can_arrive(s, seat):
                arrive(s, seat)


def lose_goods(s: Position, seat: int, loss: list[int]) -> None:
    """Goods given back, or what is there (§17.12, §17.15)."""
    for kind in range(TOOL):
        if loss[kind]:
            s.goods[seat * KINDS + kind] -= min(loss[kind], s.goods[seat * KINDS + kind])


def next_plagued(s: Position) -> None:
    """In turn order each player discards a peasant (§17.16)."""
    if s.lap == s.seats:
        s.stage = LEAVE
        return
    seat = (s.first + s.lap) % s.seats
    s.lap += 1
    lose_peasants(s, seat, s.facts.event_deaths[s.event])
    if s.asks[seat]:
        s.turn = seat
        s.acting = BIT[seat]


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """What the player may do in phase 2 (§2.4, §2.5, §R10, §R11)."""
    if s.stage == LANCE_ASKED:
        return (DONE, USE_LANCE)
    found = defences(s, seat)
    if seat * 2 + 1 in s.cover:
        return (DONE, *found, *anytime(s, seat))
    if not found or found[0] > SEND + len(PLACES):
        return (PASS, *found, *anytime(s, seat))
    return found + anytime(s, seat)


def after(s: Position, seat: int) -> None:
    """The turn ends when all Vikings are met, after a peasant, or when no further die fits."""
    if s.stage != ATTACK:
        s.acting = 0
        return
    if len(s.cover) == len(s.vikings) or (seat * 2 + 1 in s.cover and not defences(s, seat)):
        s.acting = 0
