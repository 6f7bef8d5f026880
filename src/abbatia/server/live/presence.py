"""Presence: the viewers of a table at other processes."""

from typing import NamedTuple


class RemotePresence(NamedTuple):
    """The viewers of a table at another process, as that process reported them at the time `at`."""

    seats: list[int]
    spectators: int
    at: float
