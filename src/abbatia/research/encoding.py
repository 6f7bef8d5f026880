"""Observations as arrays of numbers, for every title by the same rules.

An observation is a tree of plain JSON. Each leaf becomes columns with a readable name, its path:
    numbers and booleans   `players.0.goods.coin`        the value
    texts                  `phase=abbey`                 1 for the text that stands there
    lists of texts         `hand[france]`                how often the text is in the list
    lists of objects       `cities.acre.room`            by the object's id if it has one, else its place
Lists with one entry a seat begin with the viewer and go on to the left, so that `.0` is always "I". Score
sheets and what never changes during a match are left out. The columns of a title and seat count are those
that some random games show, always the same ones; `layout` lists them.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Observation, OptionValue
from abbatia.games import load

Array = NDArray[np.float32]
LEFT_OUT: Final = frozenset({"title", "options", "seats", "sheet", "sheets", "lines", "label", "seat"})
GAMES: Final = 4  # random games that show the columns
EVERY: Final = 9  # one position in so many is looked at


def leaves(value: Any, path: str, seats: int, viewer: int) -> Iterator[tuple[str, float]]:
    """The columns of a part of an observation, with their values."""
    if isinstance(value, bool | int | float):
        yield path, float(value)
    elif isinstance(value, str):
        yield f"{path}={value}", 1.0
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key not in LEFT_OUT:
                yield from leaves(item, f"{path}.{key}" if path else str(key), seats, viewer)
    elif isinstance(value, list):
        yield from _list(value, path, seats, viewer)


def _list(items: list[Any], path: str, seats: int, viewer: int) -> Iterator[tuple[str, float]]:
    if any(isinstance(item, str) for item in items):
        for item in items:
            if item is not None:
                yield f"{path}[{item}]", 1.0
        return
    if len(items) == seats:
        items = items[viewer:] + items[:viewer]
    for index, item in enumerate(items):
        name = item.get("id", index) if isinstance(item, Mapping) else index
        yield from leaves(item, f"{path}.{name}", seats, viewer)


class Encoder:
    """Observations of one title and seat count as arrays; `columns` names their places."""

    def __init__(self, columns: tuple[str, ...], seats: int) -> None:
        self.columns = columns
        self.seats = seats
        self.place = {name: index for index, name in enumerate(columns)}

    def __len__(self) -> int:
        return len(self.columns)

    def encode(self, observation: Observation, viewer: int) -> Array:
        """One observation as an array; what has no column is left out."""
        found = np.zeros(len(self.columns), dtype=np.float32)
        for name, value in leaves(observation, "", self.seats, viewer):
            index = self.place.get(name)
            if index is not None:
                found[index] += value
        return found


def encoder(title: str, seats: int, options: Mapping[str, OptionValue] | None = None) -> Encoder:
    """The encoder for a title; made once and kept."""
    return _encoder(title, seats, tuple(sorted((options or {}).items())))


@cache
def _encoder(title: str, seats: int, options: tuple[tuple[str, OptionValue], ...]) -> Encoder:
    columns: set[str] = set()
    for seed in range(GAMES):
        rng = Rng(seed)
        state = load(title).start(seats, **dict(options))
        count = 0
        while actors := state.to_act():
            seat = actors[rng.below(len(actors))]
            if seat == CHANCE:
                state.apply(CHANCE, state.draw_lot(rng))
                continue
            if count % EVERY == 0:
                columns |= {name for name, _ in leaves(state.observe(seat), "", seats, seat)}
            count += 1
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    return Encoder(tuple(sorted(columns)), seats)


def layout(title: str, seats: int) -> tuple[str, ...]:
    """The names of the columns, in their order."""
    return encoder(title, seats).columns
