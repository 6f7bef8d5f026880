"""The papal court: the first majority of a turn elects the pope."""

from abbatia.games.pelegrinus.board import START_SLOTS
from abbatia.games.pelegrinus.majorities import LEADER, oldest, outcome, tell_crowd, tell_majority
from abbatia.games.pelegrinus.position import Position


def resolve(pos: Position, crowd: int) -> None:
    """§4.1, §5.3: before all cities, with the track as it was; nobody there, no pope."""
    if not crowd:
        pos.tell("court_empty", turn=pos.turn)
        return
    found = outcome(crowd)
    winner = LEADER[found & 15]
    if winner < 0:
        winner = oldest(pos, found & 15)
    if pos.events is not None:
        tell_crowd(pos, pos.board.court, crowd)
        tell_majority(pos, pos.board.court, crowd, found, winner)
    elect(pos, winner)


def elect(pos: Position, seat: int) -> None:
    """§5.1, §5.2, §R14: the old token is turned down, a new one lies face up on the space of this turn."""
    if not pos.popes[seat]:
        pos.tell("no_pope_left", seat=seat, turn=pos.turn)
        return
    if pos.events is not None:
        old = pos.token(seat)
        pos.tell("pope_elected", seat=seat, turn=pos.turn, turned=old, left=pos.popes[seat] - 1)
    pos.popes[seat] -= 1
    pos.track[START_SLOTS + pos.turn - 1] = seat
    pos.recency.remove(seat)
    pos.recency.insert(0, seat)
