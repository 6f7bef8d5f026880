"""Peasants on their way: Baptistry, cards, Bath House, towers, crusades (§14.6, §14.7, §14.8)."""

from typing import Final

from abbatia.games.kings_abbey.abbey import (
    can_pay,
    leave,
    listed,
    man,
    pay,
    spanned,
    unbaptised_or_free,
    unman,
)
from abbatia.games.kings_abbey.actions import FROM, TO
from abbatia.games.kings_abbey.dice import enlist
from abbatia.games.kings_abbey.pieces import (
    BAPTISTRY,
    BATH_HOUSE,
    BATTLEMENT,
    BIT,
    CARDS,
    GATE_TOWER,
    LAY_BROTHERS,
    ON_CARD,
    PLACES,
    SPANNING,
    WORKPLACES,
)
from abbatia.games.kings_abbey.questions import BATH_FROM, BATH_TO, answer, args_of, ask
from abbatia.games.kings_abbey.state import Position, tell

LAY_CARDS: Final = (
    1 << LAY_BROTHERS
) - 1  # a mask: the buildings and the Bell Tower: cards that a lay brother activates
TOWER_CARDS: Final = 1 << BATTLEMENT | 1 << GATE_TOWER  # a mask: Battlement and Gate Tower


def do_baptise(state: Position, seat: int, arg: int) -> None:
    """From the last bench to the Baptistry (§14.6)."""
    player = state.players[seat]
    player.benches &= ~BIT[9 + arg]
    player.baptistry += 1
    if state.events is not None:
        tell(state, "baptised", seat=seat, place=PLACES[9 + arg].replace(" ", "_"))


def do_activate(state: Position, seat: int, arg: int) -> None:
    """From the Baptistry to a card, as its lay brother (§14.7)."""
    state.players[seat].baptistry -= 1
    man(state, seat, arg)


def do_bath(state: Position, seat: int, _arg: int) -> None:
    """The Bath House moves a peasant from card to card (§15.4)."""
    state.players[seat].baths += 1
    ask(state, seat, BATH_FROM)


def bath_sources(state: Position, seat: int) -> int:
    """Mask of the places from which a peasant can be moved to another card."""
    player = state.players[seat]
    if not player.idle:
        return 0
    mask = 0
    for card in range(WORKPLACES):
        if player.workers[card] > spanned(state, seat, card) and bath_targets(state, seat, ON_CARD + card):
            mask |= BIT[ON_CARD + card]
    if player.span_a >= 0 and bath_targets(state, seat, SPANNING):
        mask |= BIT[SPANNING]
    return mask


def bath_targets(state: Position, seat: int, place: int) -> int:
    """Mask of the cards to which the peasant of this place can move (§R35)."""
    player = state.players[seat]
    idle = player.idle
    if place == SPANNING:
        return idle if can_pay(state, seat, state.facts.archer_cost) else idle & LAY_CARDS
    card = place - ON_CARD
    if card >= BATTLEMENT:
        rough = player.unbaptised_archers[card - BATTLEMENT]
        return idle & TOWER_CARDS if rough == player.workers[card] else idle
    return idle if can_pay(state, seat, state.facts.archer_cost) else idle & LAY_CARDS


def can_bathe_to(state: Position, seat: int, card: int) -> bool:
    """Whether the Bath House can bring a lay brother from another card to this one (§15.4)."""
    player = state.players[seat]
    if not player.idle >> card & 1 or player.workers[BATH_HOUSE] <= player.baths:
        return False
    sources = bath_sources(state, seat) & ~BIT[ON_CARD + card]
    places = [place for place in range(ON_CARD, SPANNING + 1) if sources >> place & 1]
    return any(bath_targets(state, seat, place) >> card & 1 for place in places)


def legal_bath_from(state: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, bath_sources(state, seat))


def legal_bath_to(state: Position, seat: int) -> tuple[int, ...]:
    (place,) = args_of(state, seat)
    return listed(TO, bath_targets(state, seat, place))


def do_bath_from(state: Position, seat: int, place: int) -> None:
    answer(state, seat)
    ask(state, seat, BATH_TO, place)


def do_to(state: Position, seat: int, arg: int) -> None:
    """The move; a lay brother who becomes an archer pays for it (§R35)."""
    player = state.players[seat]
    (place,) = answer(state, seat)
    source = place - ON_CARD
    unbaptised = 0
    if place != SPANNING and source >= BATTLEMENT:
        there = player.unbaptised_archers[source - BATTLEMENT]
        if there and (arg >= BATTLEMENT or there == player.workers[source]):
            unbaptised = 1
            player.unbaptised_archers[source - BATTLEMENT] -= 1
        unman(state, seat, source)
    else:
        leave(state, seat, place)
        if arg >= BATTLEMENT:
            pay(state, seat, state.facts.archer_cost)
    if arg >= BATTLEMENT:
        player.unbaptised_archers[arg - BATTLEMENT] += unbaptised
    if state.events is not None:
        tell(state, "bathed", seat=seat, place=PLACES[place].replace(" ", "_"), card=CARDS[arg])
    man(state, seat, arg)


def legal_archer(state: Position, seat: int) -> tuple[int, ...]:
    return listed(FROM, unbaptised_or_free(state, seat))


def do_archer_from(state: Position, seat: int, place: int) -> None:
    """The peasant becomes an archer; one from the benches is not baptised (§7.6)."""
    player = state.players[seat]
    tower, free = answer(state, seat)
    leave(state, seat, place)
    if not free:
        pay(state, seat, state.facts.archer_cost)
    if place != BAPTISTRY:
        player.unbaptised_archers[tower - BATTLEMENT] += 1
    man(state, seat, tower)


def do_crusader_from(state: Position, seat: int, place: int) -> None:
    """The peasant goes on crusade, then the first die (§3.12)."""
    slot, value, weight, dice = answer(state, seat)
    leave(state, seat, place)
    crusade = state.players[seat].crusades[slot]
    crusade.crusader = 1
    crusade.own_dice += dice
    if state.events is not None:
        tell(state, "crusader", seat=seat, slot=slot + 1, place=PLACES[place].replace(" ", "_"))
    enlist(state, seat, slot, value, weight)
