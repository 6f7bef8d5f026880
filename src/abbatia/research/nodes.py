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
        if value != 0:
            out[self.at] = value

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


# -- objects and lists ---------------------------------------------------------------------------------------


class Record(Node):
    """An object with known keys. `nodes` holds those of the keys that arrays hold."""

    def __init__(self, path: str, keys: Sequence[str], nodes: Mapping[str, Node]) -> None:
        self.path: Final = path or "the observation"
        self.keys: Final = frozenset(keys)
        self.nodes: Final[dict[str, Node]] = dict(nodes)
        self.parts: Final[list[tuple[str, Node]]] = list(self.nodes.items())
        self.left_out: Final = [key for key in keys if key not in nodes]
        self.own_seats: Final = [key for key, node in nodes.items() if isinstance(node, OwnSeat)]

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        fields: dict[str, Any] = value  # a dict to the compiler: no generic look-ups below
        is_known = len(fields) == len(self.keys)
        for key in self.left_out:
            is_known = is_known and key in fields
        for key, node in self.parts:
            part = fields.get(key, MISSING)
            if part is MISSING or not is_known:
                raise BadObservation(f"{self.path} has the keys {sorted(fields.keys() ^ self.keys)} wrong")
            node.write(part, viewer, out)

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return {key: node.read(numbers, viewer) for key, node in self.nodes.items()}

    def kept(self, value: Any) -> Any:
        return {key: node.kept(value[key]) for key, node in self.nodes.items()}


class Maybe(Node):
    """A thing or None; a column says whether it is there."""

    def __init__(self, there: int, node: Node) -> None:
        self.there: Final = there
        self.node: Final = node

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if value is not None:
            out[self.there] = 1
            self.node.write(value, viewer, out)

    def read(self, numbers: Numbers, viewer: int) -> Any:
        return self.node.read(numbers, viewer) if numbers[self.there] else None

    def kept(self, value: Any) -> Any:
        return None if value is None else self.node.kept(value)


class Entries(Node):
    """A list of a fixed length; with `fewer`, its last entries may be missing (all are `Maybe` then)."""

    def __init__(self, path: str, nodes: Sequence[Node], *, fewer: bool = False) -> None:
        self.path: Final = path
        self.nodes: Final[list[Node]] = list(nodes)
        self.fewer: Final = fewer

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if not self.fewer or len(value) > len(self.nodes):
            check_length(value, len(self.nodes), self.path)
        for place, item in enumerate(value):
            self.nodes[place].write(item, viewer, out)

    def read(self, numbers: Numbers, viewer: int) -> Any:
        found = [node.read(numbers, viewer) for node in self.nodes]
        return [item for item in found if item is not None] if self.fewer else found

    def kept(self, value: Any) -> Any:
        return [self.nodes[place].kept(item) for place, item in enumerate(value)]


class PerSeat(Node):
    """A list with one entry for each seat, the viewer's columns first; then entries that are no seat's."""

    def __init__(self, path: str, seats: int, nodes: Sequence[Node]) -> None:
        self.path: Final = path
        self.seats: Final = seats
        self.nodes: Final[list[Node]] = list(nodes)

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        check_length(value, len(self.nodes), self.path)
        items: list[Any] = value
        for seat, item in enumerate(items):
            self.nodes[self._place(seat, viewer)].write(item, viewer, out)

    def _place(self, seat: int, viewer: int) -> int:
        return (seat - viewer) % self.seats if seat < self.seats else seat

    def read(self, numbers: Numbers, viewer: int) -> Any:
        entries = []
        for seat in range(len(self.nodes)):
            node = self.nodes[self._place(seat, viewer)]
            entry = node.read(numbers, viewer)
            if isinstance(node, Record):
                for key in node.own_seats:
                    entry[key] = seat
            entries.append(entry)
        return entries

    def kept(self, value: Any) -> Any:
        return [self.nodes[seat].kept(item) for seat, item in enumerate(value)]


class ByName(Node):
    """An object whose keys are known names. With `partial` a missing key stands for `absent`."""

    def __init__(self, path: str, nodes: Mapping[str, Node], *, partial: bool, absent: Any) -> None:
        self.path: Final = path
        self.nodes: Final[dict[str, Node]] = dict(nodes)
        self.parts: Final[list[tuple[str, Node]]] = list(self.nodes.items())
        self.partial: Final = partial
        self.absent: Final = absent

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        items: dict[str, Any] = value
        if not items.keys() <= self.nodes.keys() or (len(items) < len(self.nodes) and not self.partial):
            raise BadObservation(f"{self.path} has the keys {sorted(items.keys() ^ self.nodes.keys())} wrong")
        for name, node in self.parts:
            node.write(items.get(name, self.absent), viewer, out)

    def read(self, numbers: Numbers, viewer: int) -> Any:
        items = {name: node.read(numbers, viewer) for name, node in self.nodes.items()}
        return {name: item for name, item in items.items() if not self.partial or item != self.absent}

    def kept(self, value: Any) -> Any:
        return {name: self.nodes[name].kept(item) for name, item in value.items()}


class Rows(Node):
    """A list of objects, each known by the values of some keys; `nodes` has one for each combination."""

    def __init__(
        self,
        path: str,
        keys: Sequence[str],
        are_seats: Sequence[bool],
        seats: int,
        nodes: Mapping[tuple[Any, ...], Node],
        *,
        partial: bool,
    ) -> None:
        self.path: Final = path
        self.keys: Final = tuple(keys)
        self.are_seats: Final = tuple(are_seats)
        self.seats: Final = seats
        self.nodes: Final[dict[tuple[Any, ...], Node]] = dict(nodes)
        self.partial: Final = partial

    def _turned(self, key: tuple[Any, ...], viewer: int) -> tuple[Any, ...]:
        """The key with its seats counted from the viewer."""
        return tuple(
            [
                (value - viewer) % self.seats if is_seat else value
                for value, is_seat in zip(key, self.are_seats, strict=True)
            ]
        )

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        if len(value) < len(self.nodes) and not self.partial:
            check_length(value, len(self.nodes), self.path)
        for row in value:
            key = self._turned(tuple([row[name] for name in self.keys]), viewer)
            node = self.nodes.get(key)
            if node is None:
                raise BadObservation(f"{self.path}: there is no row {key}")
            node.write(row, viewer, out)

    def read(self, numbers: Numbers, viewer: int) -> Any:
        rows = []
        for key in self.nodes:  # in the order of the names, and of the seats as they sit
            row = self.nodes[self._turned(key, viewer)].read(numbers, viewer)
            if row is not None:
                for name, value in zip(self.keys, key, strict=True):
                    row[name] = value
                rows.append(row)
        return rows

    def kept(self, value: Any) -> Any:
        rows = []
        for row in value:
            key = tuple([row[name] for name in self.keys])
            kept = self.nodes[key].kept(row)
            for name in self.keys:
                kept[name] = row[name]
            rows.append(kept)
        return rows


class Cases(Node):
    """An object of a name and a list of values whose meaning depends on the name."""

    def __init__(self, tag: str, content: str, choice: Choice, nodes: Mapping[str, Sequence[Node]]) -> None:
        self.tag: Final = tag
        self.content: Final = content
        self.choice: Final = choice
        self.nodes: Final[dict[str, Entries]] = {
            name: Entries(f"{choice.path}.{name}", entries) for name, entries in nodes.items()
        }

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        self.choice.write(value[self.tag], viewer, out)
        self.nodes[value[self.tag]].write(value[self.content], viewer, out)

    def read(self, numbers: Numbers, viewer: int) -> Any:
        name = self.choice.read(numbers, viewer)
        return {self.tag: name, self.content: self.nodes[name].read(numbers, viewer)}
