"""Nodes: how each part of an observation is written into an array of numbers and read back.

`layout.py` makes a tree of nodes from the type of an observation; every node has taken its columns by then.
Arrays begin as zeros, and a node writes only what is not zero. Seats are always counted from the viewer: 0 is
the viewer, 1 the left neighbour, and so on. This module is compiled with the rules, because an observation
has hundreds of parts.
"""

from array import array
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

from abbatia.errors import AbbatiaError

Numbers = Sequence[float]
MISSING: Final = object()


class BadObservation(AbbatiaError):
    """An observation that does not fit its type."""


class Column:
    """One number of an array: what it says, and between which bounds."""

    def __init__(self, name: str, low: float, high: float) -> None:
        self.name: Final = name
        self.low: Final = low
        self.high: Final = high


class Columns:
    """The columns that have been taken, in their order."""

    def __init__(self, seats: int) -> None:
        self.seats: Final = seats
        self.taken: Final[list[Column]] = []

    def take(self, name: str, low: float = 0, high: float = 1) -> int:
        """Take the next column and return its place."""
        self.taken.append(Column(name, low, high))
        return len(self.taken) - 1


class Node:
    """A part of an observation with its columns."""

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        """Write a value, as this viewer sees it."""
        raise NotImplementedError

    def read(self, numbers: Numbers, viewer: int) -> Any:
        """The value that was written."""
        raise NotImplementedError

    def kept(self, value: Any) -> Any:
        """The value without what no array holds: what `read` gives back."""
        return value


def place_of(places: Mapping[Any, int], value: Any, path: str) -> int:
    """The column of one of several values, or a clear refusal."""
    at = places.get(value, -1)
    if at < 0:
        raise BadObservation(f"{path}: {value!r} is not one of {list(places)}")
    return at


def check_length(value: Any, length: int, path: str) -> None:
    if len(value) != length:
        raise BadObservation(f"{path} has {len(value)} entries, not {length}")


# -- single values -------------------------------------------------------------------------------------------


class Number(Node):
    """A whole number."""

    def __init__(self, columns: Columns, path: str, least: float = 0, most: float = inf) -> None:
        self.at: Final = columns.take(path, min(least, 0), most)

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        number: int = value  # an int to the compiler: compared without a call
        if number != 0:
            out[self.at] = number

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return int(numbers[self.at])


class NumberOrNone(Node):
    """A whole number or None, which has a column of its own."""

    def __init__(self, columns: Columns, path: str, least: float = 0, most: float = inf) -> None:
        self.at: Final = columns.take(path, min(least, 0), most)
        self.none: Final = columns.take(f"{path}=none")

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if value is None:
            out[self.none] = 1
        elif value != 0:
            out[self.at] = value

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return None if numbers[self.none] else int(numbers[self.at])


class Flag(Node):
    """True or False."""

    def __init__(self, columns: Columns, path: str) -> None:
        self.at: Final = columns.take(path)

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if value:
            out[self.at] = 1

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return bool(numbers[self.at])


class Choice(Node):
    """One of several values, None among them where it may be missing: a column each."""

    def __init__(self, columns: Columns, path: str, values: Sequence[Any]) -> None:
        self.path: Final = path
        self.places: Final[dict[Any, int]] = {
            value: columns.take(f"{path}={'none' if value is None else value}") for value in values
        }

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        out[place_of(self.places, value, self.path)] = 1

    def read(self, numbers: Numbers, viewer: int) -> Any:
        for value, at in self.places.items():
            if numbers[at]:
                return value
        raise BadObservation(f"{self.path} has no value in this array")


class Seat(Node):
    """A seat, or one of `others`: values that are no seat, by name."""

    def __init__(self, columns: Columns, path: str, others: Mapping[Any, str]) -> None:
        self.path: Final = path
        self.seats: Final = columns.seats
        self.first: Final = len(columns.taken)
        for seat in range(columns.seats):
            columns.take(f"{path}={seat}")
        self.others: Final[dict[Any, int]] = {
            value: columns.take(f"{path}={name}") for value, name in others.items()
        }

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        at = self.others.get(value, -1)
        if at < 0:
            if not isinstance(value, int) or not 0 <= value < self.seats:
                raise BadObservation(f"{self.path}: {value!r} is no seat")
            at = self.first + (value - viewer) % self.seats
        out[at] = 1

    def read(self, numbers: Numbers, viewer: int) -> Any:
        for seat in range(self.seats):
            if numbers[self.first + seat]:
                return (seat + viewer) % self.seats
        for value, at in self.others.items():
            if numbers[at]:
                return value
        raise BadObservation(f"{self.path} has no value in this array")


class Viewer(Node):
    """The seat that looks. Encoder and decoder know it, so it has no column."""

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if value != viewer:
            raise BadObservation(f"viewer is {value!r}, not {viewer}")

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return viewer


class Missing(Node):
    """What is never there with these options: None, without a column."""

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if value is not None:
            raise BadObservation(f"{value!r} stands where these options allow nothing")

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return None


class OwnSeat(Node):
    """In an entry of `PerSeat`: the seat that the entry is about; no column, `PerSeat` fills it in."""

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        pass

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return None


class SeatSet(Node):
    """Some of the seats, in ascending order."""

    def __init__(self, columns: Columns, path: str) -> None:
        self.path: Final = path
        self.seats: Final = columns.seats
        self.first: Final = len(columns.taken)
        for seat in range(columns.seats):
            columns.take(f"{path}[{seat}]")

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        for seat in value:
            if not isinstance(seat, int) or not 0 <= seat < self.seats:
                raise BadObservation(f"{self.path}: {seat!r} is no seat")
            out[self.first + (seat - viewer) % self.seats] = 1

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return [seat for seat in range(self.seats) if numbers[self.first + (seat - viewer) % self.seats]]


class Bag(Node):
    """A list of known values in their order, each as often as it is there: how many of each."""

    def __init__(self, columns: Columns, path: str, values: Sequence[Any], most: float) -> None:
        self.path: Final = path
        self.places: Final[dict[Any, int]] = {
            value: columns.take(f"{path}[{value}]", 0, most) for value in values
        }

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        for name in value:
            at = place_of(self.places, name, self.path)
            out[at] = out[at] + 1

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return [value for value, at in self.places.items() for _ in range(int(numbers[at]))]
