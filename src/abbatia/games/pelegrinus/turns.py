"""The course of a turn: sealing, revealing, the four resolutions in their order, the next turn."""

from abbatia.core.contract import NOBODY, Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus import abbeys, commanderies, court, keepers, programming
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, TURNS
from abbatia.games.pelegrinus.majorities import crowds
from abbatia.games.pelegrinus.position import (
    ABBEYS_CHOSEN,
    ABBEYS_CLAIMED,
    COMMANDERIES_CHOSEN,
    OVER,
    UNORDERED,
    Position,
)


def seal(pos: Position, seat: int) -> None:
    """§3.6: the last seal reveals all programmes and starts the resolution."""
    if programming.seal(pos, seat):
        tell_programmes(pos)
        resolve(pos)


def tell_programmes(pos: Position) -> None:
    """§3.6: everybody sees where everybody goes."""
    if pos.events is None:
        return
    for seat in range(pos.seats):
        first = seat * CHARACTER_COUNT
        places = {name: pos.board.places[pos.orders[first + n]] for n, name in enumerate(CHARACTERS)}
        pos.events.append(Event(Message("pelegrinus.event.revealed", seat=seat, **places), reveals=True))


def resolve(pos: Position) -> None:
    """§4.1: the court, then the commanderies; the abbeys follow unless a seat must choose."""
    crowd = crowds(pos)
    court.resolve(pos, crowd[pos.board.court])
    commanderies.resolve(pos, crowd)
    if not (pos.due and commanderies.ask(pos)):
        resolve_abbeys(pos)


def resolve_abbeys(pos: Position) -> None:
    """§4.1: the abbeys; relics follow unless a seat must choose."""
    abbeys.resolve(pos)
    if not (pos.due and abbeys.ask_claim(pos)):
        settle_abbeys(pos)


def settle_abbeys(pos: Position) -> None:
    abbeys.announce(pos)
    if abbeys.settle(pos):
        end_turn(pos)


def end_turn(pos: Position) -> None:
    """§4.1, §10.1, §R7: the relics, then the next turn; after the fourteenth the game is over."""
    keepers.claim_all(pos)
    if pos.turn < TURNS:
        programming.begin_turn(pos)
        return
    pos.phase = OVER
    pos.actors = NOBODY
    pos.orders = [UNORDERED] * len(pos.orders)
    pos.tell("game_over", turn=pos.turn)


def choose(pos: Position, seat: int, action: int) -> None:
    """§R16, §R18, §R19: carry out a choice and go on with the resolution."""
    actions = pos.actions
    if pos.phase == COMMANDERIES_CHOSEN:
        commanderies.choose(pos, seat, action - actions.commandery)
        if not (pos.due and commanderies.ask(pos)):
            resolve_abbeys(pos)
    elif pos.phase == ABBEYS_CLAIMED:
        abbeys.claim(pos, seat, action - actions.claim)
        if not abbeys.ask_claim(pos):
            settle_abbeys(pos)
    elif pos.phase == ABBEYS_CHOSEN:
        abbeys.choose(pos, action - actions.abbey)
        if abbeys.settle(pos):
            end_turn(pos)


def legal_choices(pos: Position) -> tuple[int, ...]:
    """What the seat that is asked may choose."""
    if pos.phase == COMMANDERIES_CHOSEN:
        return commanderies.legal(pos)
    if pos.phase == ABBEYS_CLAIMED:
        return abbeys.legal_claims(pos)
    if pos.phase == ABBEYS_CHOSEN:
        return abbeys.legal_abbeys(pos)
    return ()
