"""Peasants on their way: Baptistry, cards, Bath House, towers, crusades (§14.6, §14.7, §14.8)."""

from abbatia.games.kings_abbey.abbey import leave, man, pay, unman
from abbatia.games.kings_abbey.dice import enlist
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import BAPTISTRY, BATTLEMENT, BIT, CARDS, ON_CARD, PLACES, SPANNING
from abbatia.games.kings_abbey.questions import BATH_FROM, BATH_TO, answer, ask


def do_baptise(state: Position, seat: int, arg: int) -> None:
    """From the last bench to the Baptistry (§14.6)."""
    player = state.players[seat]
    player.benches &= ~BIT[9 + arg]
    player.baptistry += 1
    if state.events is not None:
        state.tell("baptised", seat=seat, place=PLACES[9 + arg].replace(" ", "_"))


def do_activate(state: Position, seat: int, arg: int) -> None:
    """From the Baptistry to a card, as its lay brother (§14.7)."""
    state.players[seat].baptistry -= 1
    man(state, seat, arg)


def do_bath(state: Position, seat: int, _arg: int) -> None:
    """The Bath House moves a peasant from card to card (§15.4)."""
    state.players[seat].baths += 1
    ask(state, seat, BATH_FROM)


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
        state.tell("bathed", seat=seat, place=PLACES[place].replace(" ", "_"), card=CARDS[arg])
    man(state, seat, arg)


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
    crusade = state.players[seat].change_crusade(slot)
    crusade.crusader = 1
    crusade.own_dice += dice
    if state.events is not None:
        state.tell("crusader", seat=seat, slot=slot + 1, place=PLACES[place].replace(" ", "_"))
    enlist(state, seat, slot, value, weight)
