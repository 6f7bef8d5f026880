"""Nodes of objects and lists: they hold other nodes and let each write its part.

The nodes of single values are in `nodes.py`. This module is compiled with the rules, too.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final

from abbatia.research.nodes import (
    MISSING,
    BadObservation,
    Choice,
    Flag,
    Node,
    Number,
    Numbers,
    OwnSeat,
    check_length,
)


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


def is_blank(node: Node, value: Any) -> bool:
    """Whether a node writes nothing for a value."""
    if isinstance(node, (Number, Flag)):
        return not value
    return isinstance(node, Maybe) and value is None


class ByName(Node):
    """An object whose keys are known names. With `partial` a missing key stands for `absent`."""

    def __init__(self, path: str, nodes: Mapping[str, Node], *, partial: bool, absent: Any) -> None:
        self.path: Final = path
        self.nodes: Final[dict[str, Node]] = dict(nodes)
        self.partial: Final = partial
        self.absent: Final = absent
        self.is_absent_written: Final = not all(is_blank(node, absent) for node in self.nodes.values())

    def write(self, value: Any, viewer: int, out: "array[float]") -> None:
        items: dict[str, Any] = value
        if len(items) < len(self.nodes):
            if not self.partial:
                self._refuse(items)
            if self.is_absent_written:
                self._write_absent(items, viewer, out)
        for name, item in items.items():
            node = self.nodes.get(name)
            if node is None:
                self._refuse(items)
            else:
                node.write(item, viewer, out)

    def _write_absent(self, items: dict[str, Any], viewer: int, out: "array[float]") -> None:
        for name, node in self.nodes.items():
            if name not in items:
                node.write(self.absent, viewer, out)

    def _refuse(self, items: dict[str, Any]) -> None:
        raise BadObservation(f"{self.path} has the keys {sorted(items.keys() ^ self.nodes.keys())} wrong")

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
