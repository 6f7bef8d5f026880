"""Observations as arrays of numbers, and back; `layout.py` says which columns there are."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from abbatia.core.contract import OptionValue, Title
from abbatia.core.observation import AnyObservation
from abbatia.games import load
from abbatia.research.layout import Layout
from abbatia.research.nodes import BadObservation

Array = NDArray[np.float32]


class Encoder:
    """Observations of one title, seat count and set of options as arrays; `columns` names their places."""

    def __init__(self, title: Title, seats: int, options: Mapping[str, OptionValue]) -> None:
        self.options = title.setup(seats, options)
        made = Layout(title.observation_type, seats, title.domains(seats, self.options))
        self.title, self.seats, self.root = title.name, seats, made.root
        self.columns = tuple(column.name for column in made.columns.taken)
        self.low: Array = np.array([column.low for column in made.columns.taken], np.float32)
        self.high: Array = np.array([column.high for column in made.columns.taken], np.float32)
        self.place = {name: index for index, name in enumerate(self.columns)}
        self._zeros = bytes(4 * len(self.columns))

    def __len__(self) -> int:
        return len(self.columns)

    def encode(self, observation: AnyObservation, viewer: int) -> Array:
        """What a seat observes as an array. Raises BadObservation when it is not of this layout."""
        return np.frombuffer(self._numbers(observation, viewer), np.float32)

    def encode_many(self, observations: Sequence[AnyObservation], viewers: Sequence[int]) -> Array:
        """Several observations at once: a row for each."""
        rows = array("f")
        for observation, viewer in zip(observations, viewers, strict=True):
            rows.extend(self._numbers(observation, viewer))
        return np.frombuffer(rows, np.float32).reshape(len(viewers), len(self.columns))

    def _numbers(self, observation: AnyObservation, viewer: int) -> "array[float]":
        is_ours = observation["title"] == self.title and observation["seats"] == self.seats
        if not is_ours or observation["options"] != self.options:
            raise BadObservation("title, seats or options are not those of this layout")
        numbers = array("f", self._zeros)
        self.root.write(observation, viewer, numbers)
        return numbers

    def decode(self, numbers: Array, viewer: int) -> dict[str, Any]:
        """The observation of this seat that an array was made of, without what arrays do not hold."""
        found: dict[str, Any] = self.root.read(numbers.tolist(), viewer)
        return found


def encoder(
    title: str, seats: int, options: Mapping[str, OptionValue] | None = None, version: int | None = None
) -> Encoder:
    """The encoder for a title (the newest version, or the given one) on its own board; made once and kept."""
    rules = load(title, version)
    return _encoder(title, rules.version, seats, tuple(sorted(rules.setup(seats, options or {}).items())))


@cache
def _encoder(title: str, version: int, seats: int, options: tuple[tuple[str, OptionValue], ...]) -> Encoder:
    return Encoder(load(title, version), seats, dict(options))


def layout(
    title: str, seats: int, options: Mapping[str, OptionValue] | None = None, version: int | None = None
) -> tuple[str, ...]:
    """The names of the columns, in their order."""
    return encoder(title, seats, options, version).columns
