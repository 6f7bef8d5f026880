"""The single values of which an observation is made, and the columns of numbers that each becomes.

A title describes its observation as a tree of these and of `containers` (`research/observations`). A field
takes its places in a `Layout` once, and gives two functions: one writes a value into an array, the other
reads it back. Seats are always counted from the viewer: 0 is the viewer, 1 the left neighbour, and so on.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from abbatia.errors import AbbatiaError

Write = Callable[[Any, int, list[float]], None]
"""Write a value, as this viewer sees it, into the array."""
Read = Callable[[Sequence[float], int], Any]
"""Read the value of this viewer back."""
Build = tuple[Write, Read]

SEATS: Final = "seats"  # as the values of a key: the seats of the table
NOBODY: Final[Mapping[Any, str]] = {None: "nobody"}


class Column(NamedTuple):
    """One number of an array: what it says, and between which bounds."""

    name: str
    low: float
    high: float


class Layout:
    """The columns of one title and seat count, in their order."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.columns: list[Column] = []

    def add(self, name: str, low: float = 0, high: float = 1) -> int:
        """Take the next place."""
        self.columns.append(Column(name, low, high))
        return len(self.columns) - 1


class Field:
    """A part of an observation."""

    def build(self, layout: Layout, path: str) -> Build:
        """Take the columns of this field and return how it is written and read."""
        raise NotImplementedError

    def shown(self, value: Any) -> Any:
        """The value without what no array holds: what `decode` gives back."""
        return value


class BadObservation(AbbatiaError):
    """An observation that does not fit its description."""


# -- single values -------------------------------------------------------------------------------------------


class Number(Field):
    """A whole number; None where it may be missing."""

    def __init__(self, low: float = 0, high: float = inf, *, nullable: bool = False) -> None:
        self.low, self.high, self.nullable = low, high, nullable

    def build(self, layout: Layout, path: str) -> Build:
        at = layout.add(path, min(self.low, 0), self.high)
        if not self.nullable:

            def write(value: Any, _viewer: int, out: list[float]) -> None:
                out[at] = value

            return write, lambda numbers, _viewer: int(numbers[at])
        none = layout.add(f"{path}=none")

        def write_or_none(value: Any, _viewer: int, out: list[float]) -> None:
            if value is None:
                out[none] = 1
            else:
                out[at] = value

        return write_or_none, lambda numbers, _viewer: None if numbers[none] else int(numbers[at])


class Flag(Field):
    """True or False."""

    def build(self, layout: Layout, path: str) -> Build:
        at = layout.add(path)

        def write(value: Any, _viewer: int, out: list[float]) -> None:
            out[at] = value

        return write, lambda numbers, _viewer: bool(numbers[at])


class Choice(Field):
    """One of some texts or numbers, one column each; None where it may be missing."""

    def __init__(self, values: Iterable[Any], *, nullable: bool = False) -> None:
        self.values: tuple[Any, ...] = (*values, None) if nullable else tuple(values)

    def build(self, layout: Layout, path: str) -> Build:
        places = {value: layout.add(f"{path}={'none' if value is None else value}") for value in self.values}

        def write(value: Any, _viewer: int, out: list[float]) -> None:
            out[found(places, value, path)] = 1

        return write, lambda numbers, _viewer: next(value for value, at in places.items() if numbers[at])


class Seat(Field):
    """A seat, counted from the viewer to the left, or one of `others`: values that are no seat, by name."""

    def __init__(self, others: Mapping[Any, str] | None = None) -> None:
        self.others = others or {}

    def build(self, layout: Layout, path: str) -> Build:
        seats = layout.seats
        first = len(layout.columns)
        for seat in range(seats):
            layout.add(f"{path}={seat}")
        others = {value: layout.add(f"{path}={name}") for value, name in self.others.items()}

        def write(value: Any, viewer: int, out: list[float]) -> None:
            at = others.get(value)
            if at is None:
                if not isinstance(value, int) or not 0 <= value < seats:
                    raise BadObservation(f"{path}: {value!r} is no seat")
                at = first + (value - viewer) % seats
            out[at] = 1

        def read(numbers: Sequence[float], viewer: int) -> Any:
            for seat in range(seats):
                if numbers[first + seat]:
                    return (seat + viewer) % seats
            return next(value for value, at in others.items() if numbers[at])

        return write, read


class Constant(Field):
    """What is the same in every observation of this title, seat count and set of options: no column."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def build(self, layout: Layout, path: str) -> Build:
        def write(value: Any, _viewer: int, _out: list[float]) -> None:
            if value != self.value:
                raise BadObservation(f"{path} is {value!r}, not {self.value!r}")

        return write, lambda _numbers, _viewer: self.value


class Viewer(Field):
    """The seat that looks: known to who encodes and decodes, so no column."""

    def build(self, layout: Layout, path: str) -> Build:
        def write(value: Any, viewer: int, _out: list[float]) -> None:
            if value != viewer:
                raise BadObservation(f"{path} is {value!r}, not {viewer}")

        return write, lambda _numbers, viewer: viewer


class OwnSeat(Field):
    """In an entry of `PerSeat`: the seat that the entry is about; no column."""

    def build(self, layout: Layout, path: str) -> Build:
        return lambda _value, _viewer, _out: None, lambda _numbers, _viewer: None  # PerSeat fills it in


class LeftOut(Field):
    """What is in no array, and why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


# -- sets of seats -------------------------------------------------------------------------------------------


class SeatSet(Field):
    """Some of the seats, in ascending order, or as the bits of a number (`mask`)."""

    def __init__(self, *, mask: bool = False) -> None:
        self.mask = mask

    def build(self, layout: Layout, path: str) -> Build:
        seats, mask = layout.seats, self.mask
        places = [layout.add(f"{path}[{seat}]") for seat in range(seats)]

        def write(value: Any, viewer: int, out: list[float]) -> None:
            for seat in [seat for seat in range(seats) if value >> seat & 1] if mask else value:
                out[places[(seat - viewer) % seats]] = 1

        def read(numbers: Sequence[float], viewer: int) -> Any:
            there = [seat for seat in range(seats) if numbers[places[(seat - viewer) % seats]]]
            return sum(1 << seat for seat in there) if mask else there

        return write, read


def found(places: Mapping[Any, Any], value: Any, path: str) -> Any:
    """The place of a value, or a clear refusal."""
    try:
        return places[value]
    except (KeyError, TypeError):
        raise BadObservation(f"{path}: {value!r} is not one of {list(places)}") from None
