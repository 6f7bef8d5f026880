"""Observations as arrays of numbers, and back.

The columns of a title come from its components and the description of its observation (`observations`),
never from games that were played: `layout` lists them, the same on every machine. A column has a readable
name, its path:
    numbers and flags      `players.0.goods.coin`        the value
    one of several         `phase=abbey`                 1 for the one that it is, `=none` for none of them
    bags                   `hand[france]`                how many are in it
    seats                  `sites.cluny=0`               0 is the viewer, 1 the next to the left; or `=nobody`
    things that may lack   `players.0.saint=there`       1 when the thing is there
Everything of an observation is in its array but the lines that explain the points; `decode` gives it back.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from abbatia.core.contract import Observation, OptionValue, Title
from abbatia.games import load
from abbatia.research.observations import description
from abbatia.research.schema import Layout

Array = NDArray[np.float32]


class Encoder:
    """Observations of one title, seat count and set of options as arrays; `columns` names their places."""

    def __init__(self, title: Title, seats: int, options: Mapping[str, OptionValue]) -> None:
        self.description = description(title, seats, title.setup(seats, options))
        self.seats = seats
        places = Layout(seats)
        self._write, self._read = self.description.build(places, "")
        self.columns = tuple(column.name for column in places.columns)
        self.low: Array = np.array([column.low for column in places.columns], np.float32)
        self.high: Array = np.array([column.high for column in places.columns], np.float32)
        self.place = {name: index for index, name in enumerate(self.columns)}

    def __len__(self) -> int:
        return len(self.columns)

    def encode(self, observation: Observation, viewer: int) -> Array:
        """What a seat observes as an array. Raises BadObservation when it does not fit the description."""
        numbers = [0.0] * len(self.columns)
        self._write(observation, viewer, numbers)
        return np.array(numbers, np.float32)

    def decode(self, numbers: Array, viewer: int) -> dict[str, Any]:
        """The observation of this seat that an array was made of, without what arrays do not hold."""
        found: dict[str, Any] = self._read(numbers.tolist(), viewer)
        return found


def encoder(title: str, seats: int, options: Mapping[str, OptionValue] | None = None) -> Encoder:
    """The encoder for a title on its own board; made once and kept."""
    chosen = load(title).setup(seats, options or {})
    return _encoder(title, seats, tuple(sorted(chosen.items())))


@cache
def _encoder(title: str, seats: int, options: tuple[tuple[str, OptionValue], ...]) -> Encoder:
    return Encoder(load(title), seats, dict(options))


def layout(title: str, seats: int, options: Mapping[str, OptionValue] | None = None) -> tuple[str, ...]:
    """The names of the columns, in their order."""
    return encoder(title, seats, options).columns
