"""The containers of an observation: objects, lists and rows of the fields of `schema`."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import inf
from typing import Any

from abbatia.research.schema import SEATS, BadObservation, Build, Field, Layout, LeftOut, OwnSeat, found


class Record(Field):
    """An object with these keys, no more and no fewer."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self.fields = dict(fields)

    def build(self, layout: Layout, path: str) -> Build:
        kept = [(key, field) for key, field in self.fields.items() if not isinstance(field, LeftOut)]
        parts = [(key, *field.build(layout, f"{path}.{key}" if path else key)) for key, field in kept]
        names = frozenset(self.fields)

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if value.keys() != names:
                wrong = sorted(value.keys() ^ names)
                raise BadObservation(f"{path or 'the observation'} has the keys {wrong} wrong")
            for key, write_part, _ in parts:
                write_part(value[key], viewer, out)

        def read(numbers: Sequence[float], viewer: int) -> Any:
            return {key: read_part(numbers, viewer) for key, _, read_part in parts}

        return write, read

    def shown(self, value: Any) -> Any:
        kept = {key: field for key, field in self.fields.items() if not isinstance(field, LeftOut)}
        return {key: field.shown(value[key]) for key, field in kept.items()}


class Maybe(Field):
    """A thing or None; a column says whether it is there."""

    def __init__(self, item: Field) -> None:
        self.item = item

    def build(self, layout: Layout, path: str) -> Build:
        there = layout.add(f"{path}=there")
        write_item, read_item = self.item.build(layout, path)

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if value is not None:
                out[there] = 1
                write_item(value, viewer, out)

        return write, lambda numbers, viewer: read_item(numbers, viewer) if numbers[there] else None

    def shown(self, value: Any) -> Any:
        return None if value is None else self.item.shown(value)


class PerSeat(Field):
    """A list with one entry for each seat, the viewer's first, and then one for each of `more` by name."""

    def __init__(self, item: Field, more: Sequence[str] = ()) -> None:
        self.item, self.more = item, tuple(more)

    def build(self, layout: Layout, path: str) -> Build:
        seats = layout.seats
        parts = [self.item.build(layout, f"{path}.{name}") for name in (*range(seats), *self.more)]
        fields = self.item.fields if isinstance(self.item, Record) else {}
        own = [key for key, field in fields.items() if isinstance(field, OwnSeat)]

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if len(value) != len(parts):
                raise BadObservation(f"{path} has {len(value)} entries, not {len(parts)}")
            for seat, item in enumerate(value):
                parts[(seat - viewer) % seats if seat < seats else seat][0](item, viewer, out)

        def read(numbers: Sequence[float], viewer: int) -> Any:
            entries = []
            for seat in range(len(parts)):
                item = parts[(seat - viewer) % seats if seat < seats else seat][1](numbers, viewer)
                for key in own:
                    item[key] = seat
                entries.append(item)
            return entries

        return write, read

    def shown(self, value: Any) -> Any:
        return [self.item.shown(item) for item in value]


class Places(Field):
    """A list of so many things, told apart by their place in it; with `fewer`, at most so many."""

    def __init__(self, count: int, item: Field, *, fewer: bool = False) -> None:
        self.count, self.item, self.fewer = count, item, fewer

    def build(self, layout: Layout, path: str) -> Build:
        item = Maybe(self.item) if self.fewer else self.item
        parts = [item.build(layout, f"{path}.{place}") for place in range(self.count)]
        fewer = self.fewer

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if len(value) > len(parts) or (len(value) < len(parts) and not fewer):
                raise BadObservation(f"{path} has {len(value)} entries, not {len(parts)}")
            for (write_item, _), one in zip(parts, value, strict=False):
                write_item(one, viewer, out)

        def read(numbers: Sequence[float], viewer: int) -> Any:
            found = [read_item(numbers, viewer) for _, read_item in parts]
            return [one for one in found if one is not None] if fewer else found

        return write, read

    def shown(self, value: Any) -> Any:
        return [self.item.shown(item) for item in value]


class Listed(Field):
    """A list of different things, each with a name of its own for its columns."""

    def __init__(self, items: Mapping[str, Field]) -> None:
        self.items = dict(items)

    def build(self, layout: Layout, path: str) -> Build:
        parts = [item.build(layout, f"{path}.{name}") for name, item in self.items.items()]

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if len(value) != len(parts):
                raise BadObservation(f"{path} has {len(value)} entries, not {len(parts)}")
            for (write_item, _), one in zip(parts, value, strict=True):
                write_item(one, viewer, out)

        return write, lambda numbers, viewer: [read_item(numbers, viewer) for _, read_item in parts]

    def shown(self, value: Any) -> Any:
        return [item.shown(one) for item, one in zip(self.items.values(), value, strict=True)]


class Bag(Field):
    """A list of known names, in their order, each as often as it is there: how many of each."""

    def __init__(self, names: Iterable[Any], most: float = inf) -> None:
        self.names, self.most = tuple(names), most

    def build(self, layout: Layout, path: str) -> Build:
        places = {name: layout.add(f"{path}[{name}]", 0, self.most) for name in self.names}

        def write(value: Any, _viewer: int, out: list[float]) -> None:
            for name in value:
                out[found(places, name, path)] += 1

        def read(numbers: Sequence[float], _viewer: int) -> Any:
            return [name for name, at in places.items() for _ in range(int(numbers[at]))]

        return write, read


class ByName(Field):
    """An object whose keys are known names. With `partial`, a missing key is written as `absent`."""

    def __init__(
        self, names: Iterable[str], item: Field, *, partial: bool = False, absent: Any = None
    ) -> None:
        self.names, self.item, self.partial, self.absent = tuple(names), item, partial, absent

    def build(self, layout: Layout, path: str) -> Build:
        parts = {name: self.item.build(layout, f"{path}.{name}") for name in self.names}
        partial, absent = self.partial, self.absent

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if not value.keys() <= parts.keys() or (len(value) < len(parts) and not partial):
                raise BadObservation(f"{path} has the keys {sorted(value.keys() ^ parts.keys())} wrong")
            for name, (write_item, _) in parts.items():
                write_item(value.get(name, absent), viewer, out)

        def read(numbers: Sequence[float], viewer: int) -> Any:
            items = {name: read_item(numbers, viewer) for name, (_, read_item) in parts.items()}
            return {name: item for name, item in items.items() if not partial or item != absent}

        return write, read

    def shown(self, value: Any) -> Any:
        return {name: self.item.shown(item) for name, item in value.items()}


class Rows(Field):
    """A list of objects, each known by its keys and listed in their order; with `partial`, some are missing.

    `keys` names the keys with their values, SEATS for a seat; `item` has the other fields of a row.
    """

    def __init__(
        self, keys: Mapping[str, Sequence[str] | str], item: Record, *, partial: bool = False
    ) -> None:
        self.keys, self.item, self.partial = dict(keys), item, partial

    def build(self, layout: Layout, path: str) -> Build:
        seats, names = layout.seats, tuple(self.keys)
        is_seat = [values == SEATS for values in self.keys.values()]
        values = [
            range(seats) if seat else self.keys[name] for name, seat in zip(names, is_seat, strict=True)
        ]
        item: Field = Maybe(self.item) if self.partial else self.item
        parts = {key: item.build(layout, ".".join((path, *map(str, key)))) for key in product(*values)}
        partial = self.partial

        def turned(key: tuple[Any, ...], viewer: int) -> tuple[Any, ...]:
            pairs = zip(key, is_seat, strict=True)
            return tuple((value - viewer) % seats if seat else value for value, seat in pairs)

        def write(value: Any, viewer: int, out: list[float]) -> None:
            if len(value) < len(parts) and not partial:
                raise BadObservation(f"{path} has {len(value)} rows, not {len(parts)}")
            for row in value:
                key = turned(tuple([row[name] for name in names]), viewer)
                rest = {field: one for field, one in row.items() if field not in names}
                found(parts, key, path)[0](rest, viewer, out)

        def read(numbers: Sequence[float], viewer: int) -> Any:
            rows = []
            for key in parts:  # in the order of the names, and of the seats as they sit
                row = parts[turned(key, viewer)][1](numbers, viewer)
                if row is not None:
                    rows.append({**dict(zip(names, key, strict=True)), **row})
            return rows

        return write, read

    def shown(self, value: Any) -> Any:
        return [{**{name: row[name] for name in self.keys}, **self.item.shown(row)} for row in value]


class OneOf(Field):
    """An object of two keys: which of some cases it is, and a list of that case's own values."""

    def __init__(self, tag: str, content: str, cases: Mapping[str, Mapping[str, Field]]) -> None:
        self.tag, self.content, self.cases = tag, content, cases

    def build(self, layout: Layout, path: str) -> Build:
        tag, content = self.tag, self.content
        places = {name: layout.add(f"{path}={name}") for name in self.cases}
        parts = {
            name: [field.build(layout, f"{path}.{name}.{value}") for value, field in values.items()]
            for name, values in self.cases.items()
        }

        def write(value: Any, viewer: int, out: list[float]) -> None:
            out[found(places, value[tag], path)] = 1
            for (write_one, _), one in zip(parts[value[tag]], value[content], strict=True):
                write_one(one, viewer, out)

        def read(numbers: Sequence[float], viewer: int) -> Any:
            name = next(name for name, at in places.items() if numbers[at])
            return {tag: name, content: [read_one(numbers, viewer) for _, read_one in parts[name]]}

        return write, read
