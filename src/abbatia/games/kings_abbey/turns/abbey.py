"""Phase 3: preaching, clergy, defence, crusades (§3)."""

from abbatia.games.kings_abbey.dice import CRUSADE_1, DEFENDING, PREACHING, RISING, enlist, put, take_die
from abbatia.games.kings_abbey.fields import COURSE, Position
from abbatia.games.kings_abbey.legality import legal_abbey
from abbatia.games.kings_abbey.phases import MARKET
from abbatia.games.kings_abbey.turns.order import next_seat, take_turn


def go_on(state: Position) -> None:
    """In turn order each player has one turn (§3.1)."""
    seat = next_seat(state, MARKET)
    if seat >= 0:
        take_turn(state, seat, legal_abbey)


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player ends it."""


def do_preach(state: Position, seat: int, arg: int) -> None:
    """A die of 1 to 3 brings a peasant (§3.2)."""
    take_die(state, seat, arg + 1)
    put(state, seat, PREACHING, arg + 1, 1, 1)


def do_clergy(state: Position, seat: int, arg: int) -> None:
    """A die of 4 to 6 advances the marker (§3.4)."""
    take_die(state, seat, arg + 4)
    put(state, seat, RISING, arg + 4, 1, 1)


def do_defend(state: Position, seat: int, arg: int) -> None:
    """Any die defends (§3.11)."""
    take_die(state, seat, arg + 1)
    put(state, seat, DEFENDING, arg + 1, 1, 1)


def do_crusade(state: Position, seat: int, arg: int) -> None:
    """A die for an own crusade (§3.13)."""
    take_die(state, seat, arg % 6 + 1)
    put(state, seat, CRUSADE_1 + arg // 6, arg % 6 + 1, 1, 1)


def do_pool(state: Position, seat: int, slot: int) -> None:
    """A die of Elias's pool for an own crusade (§24.7, §R65)."""
    crusade = state.players[seat].change_crusade(slot)
    state.elias.pool[crusade.face - 1] -= 1
    state.changed |= COURSE
    crusade.pool_dice += 1
    enlist(state, seat, slot, crusade.face, 1)
