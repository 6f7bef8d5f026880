"""The papal court: the first majority of a turn elects the pope."""

from abbatia.games.pelegrinus.board import START_SLOTS
from abbatia.games.pelegrinus.fields import TRACK, Position
from abbatia.games.pelegrinus.majorities import LEADER, oldest, outcome, tell_majority


def resolve(state: Position, crowd: int) -> None:
    """§4.1, §5.3: before all cities, with the track as it was; nobody there, no pope."""
    if not crowd:
        state.tell("court_empty", turn=state.turn)
        return
    found = outcome(crowd)
    winner = LEADER[found & 15]
    if winner < 0:
        winner = oldest(state, found & 15)
    tell_majority(state, state.board.court, crowd, winner)
    elect(state, winner)


def elect(state: Position, seat: int) -> None:
    """§5.1, §5.2, §R14: the old token is turned down, a new one lies face up on the space of this turn."""
    if not state.popes[seat]:
        state.tell("no_pope_left", seat=seat, turn=state.turn)
        return
    tell_election(state, seat)
    state.changed |= TRACK
    state.popes[seat] -= 1
    state.track[START_SLOTS + state.turn - 1] = seat
    state.recency.remove(seat)
    state.recency.insert(0, seat)


def tell_election(state: Position, seat: int) -> None:
    """Report the pope that is elected, and the token that is turned down for the new one."""
    if state.events is None:
        return
    old = state.token(seat)
    state.tell("pope_elected", seat=seat, turn=state.turn, turned=old, left=state.popes[seat] - 1)
