"""Turns: where in a log each turn began, and which seats have been to act in it.

A turn is what one seat, or several seats at once, play until the next decision is somebody's own again. The
rules say which turn it is (`State.turn_id`); here the turns of one game are counted. Whoever needs a turn
(clocks, undo, logs, replays) asks this list, so that all of them mean the same.
"""

from bisect import bisect_right

from abbatia.core.contract import CHANCE, State


class Turns:
    """The turns of one game, counted from 1; 0 is what chance does before the first.

    A turn begins where a seat is to act in it: what chance does after the last action of a turn, such as the
    dice of a new round, still belongs to that turn.
    """

    __slots__ = ("starts", "_seats", "_began", "_current")

    def __init__(self) -> None:
        self.starts: list[int] = []  # by turn: the number in the log of its first action
        self._seats: list[int] = []  # by turn: the seats that have been to act in it, as a mask
        self._began: list[int] = []  # by turn: the seats that were to act at its beginning, as a mask
        self._current = 0  # the turn_id of the last one

    def note(self, state: State, number: int) -> None:
        """Take in the position before the action with this number of the log."""
        actors = state.to_act()
        if not actors or CHANCE in actors:
            return
        mask = 0
        for seat in actors:
            mask |= 1 << seat
        current = state.turn_id()
        if not self.starts or current != self._current:
            self._current = current
            self.starts.append(number)
            self._seats.append(mask)
            self._began.append(mask)
        else:
            self._seats[-1] |= mask

    @property
    def count(self) -> int:
        """The number of the turn that is being played, or was played last."""
        return len(self.starts)

    def of(self, number: int) -> int:
        """The turn to which the action with this number of the log belongs."""
        return bisect_right(self.starts, number)

    def seats(self, turn: int) -> tuple[int, ...]:
        """The seats that have been to act in a turn, also those that only answered."""
        return members(self._seats[turn - 1]) if turn else ()

    def owners(self, turn: int) -> tuple[int, ...]:
        """The seats whose turn it is: those that were to act when it began."""
        return members(self._began[turn - 1]) if turn else ()


def members(mask: int) -> tuple[int, ...]:
    """The seats in a mask, ascending."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
