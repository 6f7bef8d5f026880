"""The course of a turn: sealing, revealing, the four resolutions in their order, the next turn."""

from abbatia.core.contract import NOBODY, Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, TURNS
from abbatia.games.pelegrinus.fields import CHOICE, UNORDERED, Position
from abbatia.games.pelegrinus.majorities import crowds
from abbatia.games.pelegrinus.phases import ABBEYS_CHOSEN, ABBEYS_CLAIMED, COMMANDERIES_CHOSEN, OVER
from abbatia.games.pelegrinus.turns import abbeys, commanderies, court, keepers, programming


def seal(state: Position, seat: int) -> None:
    """§3.6: the last seal reveals all programmes and starts the resolution."""
    if programming.seal(state, seat):
        tell_programmes(state)
        resolve(state)


def tell_programmes(state: Position) -> None:
    """§3.6: everybody sees where everybody goes."""
    if state.events is None:
        return
    for seat in range(state.seats):
        first = seat * CHARACTER_COUNT
        places = {name: state.board.places[state.orders[first + n]] for n, name in enumerate(CHARACTERS)}
        state.events.append(Event(Message("pelegrinus.event.revealed", seat=seat, **places), reveals=True))


def resolve(state: Position) -> None:
    """§4.1: the court, then the commanderies; the abbeys follow unless a seat must choose."""
    crowd = crowds(state)
    court.resolve(state, crowd[state.board.court])
    commanderies.resolve(state, crowd)
    if not (state.due and commanderies.ask(state)):
        resolve_abbeys(state)


def resolve_abbeys(state: Position) -> None:
    """§4.1: the abbeys; relics follow unless a seat must choose."""
    abbeys.resolve(state)
    if not (state.due and abbeys.ask_claim(state)):
        settle_abbeys(state)


def settle_abbeys(state: Position) -> None:
    """§7.5: the abbeys that are due, at most two a region; the turn ends unless a seat must choose."""
    abbeys.announce(state)
    if abbeys.settle(state):
        end_turn(state)


def end_turn(state: Position) -> None:
    """§4.1, §10.1, §R7: the relics, then the next turn; after the fourteenth the game is over."""
    keepers.claim_all(state)
    if state.turn < TURNS:
        programming.begin_turn(state)
        return
    state.phase = OVER
    state.actors = NOBODY
    state.orders = [UNORDERED] * len(state.orders)
    state.tell("game_over", turn=state.turn)


def choose(state: Position, seat: int, action: int) -> None:
    """§R16, §R18, §R19: carry out a choice and go on with the resolution."""
    actions = state.actions
    state.changed |= CHOICE
    if state.phase == COMMANDERIES_CHOSEN:
        commanderies.choose(state, seat, action - actions.commandery)
        if not (state.due and commanderies.ask(state)):
            resolve_abbeys(state)
    elif state.phase == ABBEYS_CLAIMED:
        abbeys.claim(state, seat, action - actions.claim)
        if not abbeys.ask_claim(state):
            settle_abbeys(state)
    elif state.phase == ABBEYS_CHOSEN:
        abbeys.choose(state, action - actions.abbey)
        if abbeys.settle(state):
            end_turn(state)
