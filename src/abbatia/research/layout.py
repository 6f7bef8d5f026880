"""Layout: the columns of an array, enumerated from the type of a title's observation and its components.

No game is played to find them, so they are the same on every machine. A column has a readable name, its path:
    numbers and flags      `public.players.0.goods.coin`    the value
    one of several         `phase=abbey`                    1 for the one that it is, `=none` for none of them
    bags                   `own.hand[france]`               how many are in it
    seats                  `public.sites.cluny=0`           0 is the viewer, 1 the left neighbour, `=nobody`
    things that may lack   `public.players.0.saint=there`   1 when the thing is there
Arrays hold everything that changes, apart from what is marked `NotInArrays`.
"""

import types
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from abbatia.core import observation as markers
from abbatia.core.observation import Marker
from abbatia.research import composite_nodes, nodes
from abbatia.research.nodes import Columns, Node

M = TypeVar("M", bound=Marker)


class Described(NamedTuple):
    """A type taken apart: the type itself, whether None may stand for it, and its markers."""

    base: Any
    nullable: bool
    literals: tuple[Any, ...]
    markers: tuple[Marker, ...]

    def marker(self, kind: type[M]) -> M | None:
        """The marker of this kind."""
        return next((marker for marker in self.markers if isinstance(marker, kind)), None)


def describe(hint: Any) -> Described:
    """Take a type apart."""
    found: list[Marker] = []
    while get_origin(hint) is Annotated:
        hint, *metadata = get_args(hint)
        found += [marker for marker in metadata if isinstance(marker, Marker)]
    if get_origin(hint) not in (Union, types.UnionType):
        literals = get_args(hint) if get_origin(hint) is Literal else ()
        return Described(hint, False, literals, tuple(found))
    members = [describe(member) for member in get_args(hint)]
    bases = [member for member in members if member.base is not type(None)]
    plain = [member for member in bases if not member.literals]
    inner = tuple(marker for member in bases for marker in member.markers)
    return Described(
        plain[0].base if plain else bases[0].base,
        len(bases) < len(members),
        tuple(value for member in bases for value in member.literals),
        (*found, *inner),
    )


def hints_of(kind: Any) -> dict[str, Any]:
    """The fields of a TypedDict with their types; those of a generic one with its arguments put in."""
    origin = get_origin(kind) or kind
    filled = dict(zip(getattr(origin, "__parameters__", ()), get_args(kind), strict=False))
    return {name: fill(hint, filled) for name, hint in get_type_hints(origin, include_extras=True).items()}


def fill(hint: Any, filled: Mapping[Any, Any]) -> Any:
    """A type with type variables replaced."""
    if isinstance(hint, TypeVar):
        return filled.get(hint, hint)
    arguments = get_args(hint)
    if filled and arguments and get_origin(hint) in (Union, types.UnionType):
        return Union[tuple(fill(argument, filled) for argument in arguments)]  # noqa: UP007 (made at run time)
    return hint


class Layout:
    """Makes the nodes of one type, for one seat count, with the title's domains."""

    def __init__(self, kind: Any, seats: int, domains: Mapping[str, Any]) -> None:
        self.seats = seats
        self.domains = {**domains, "seats": seats}
        self.columns = Columns(seats)
        self.root = self.envelope(kind)

    def envelope(self, kind: Any) -> composite_nodes.Record:
        """The observation itself: `viewer` is known to the reader, and a seat always has an `own` part."""
        hints = hints_of(kind)
        found: dict[str, Node] = {}
        for name, hint in hints.items():
            if name == "viewer":
                found[name] = nodes.Viewer()
            elif name == "own":
                found[name] = self.record(describe(hint).base, name)
            else:
                self.add(found, name, hint, name)
        return composite_nodes.Record("", list(hints), found)

    def add(self, found: dict[str, Node], name: str, hint: Any, path: str) -> None:
        """The node of a field, unless no array holds it."""
        described = describe(hint)
        if not described.marker(markers.NotInArrays) and not described.marker(markers.IsFixed):
            found[name] = self.node(hint, path)

    def record(self, kind: Any, path: str, but: Sequence[str] = ()) -> composite_nodes.Record:
        """An object; `but` are keys that others look after."""
        hints = hints_of(kind)
        found: dict[str, Node] = {}
        for name, hint in hints.items():
            if name not in but:
                self.add(found, name, hint, f"{path}.{name}")
        return composite_nodes.Record(path, list(hints), found)

    def node(self, hint: Any, path: str) -> Node:
        """The node of any type."""
        described = describe(hint)
        only = described.marker(markers.OnlyIf)
        if only is not None and not self.domains[only.domain]:
            return nodes.Missing()
        single = self.single(described, path)
        if single is not None:
            return single
        if not described.nullable:
            return self.container(described, path)
        there = self.columns.take(f"{path}=there")
        return composite_nodes.Maybe(there, self.container(described, path))

    def single(self, described: Described, path: str) -> Node | None:
        """The node of a single value; None for a container."""
        if described.marker(markers.IsOwnSeat):
            return nodes.OwnSeat()
        if described.marker(markers.IsSeat) and described.base is int:
            others: dict[Any, str] = {None: "nobody"} if described.nullable else {}
            return nodes.Seat(
                self.columns, path, {**others, **{value: str(value) for value in described.literals}}
            )
        values = self.values(described)
        if values is not None:
            return nodes.Choice(self.columns, path, [*values, None] if described.nullable else values)
        if described.base is bool:
            return nodes.Flag(self.columns, path)
        if described.base is int:
            count = described.marker(markers.Count) or markers.Count()
            number = nodes.NumberOrNone if described.nullable else nodes.Number
            return number(self.columns, path, count.least, self.number(count.most))
        return None

    def values(self, described: Described) -> Sequence[Any] | None:
        """All values that a text can have."""
        named = described.marker(markers.Id)
        if named is not None and described.base in (str, int):
            return tuple(self.domains[named.domain])
        return described.literals or None

    def number(self, bound: float | str) -> float:
        return float(self.domains[bound]) if isinstance(bound, str) else bound

    def container(self, described: Described, path: str) -> Node:
        """The node of an object or a list."""
        cases = described.marker(markers.Cases)
        if cases is not None:
            return self.cases(cases, path)
        base = described.base
        if is_typeddict(get_origin(base) or base):
            return self.record(base, path)
        if get_origin(base) is dict:
            return self.by_name(described, path)
        if get_origin(base) is list:
            return self.listed(described, get_args(base)[0], path)
        raise TypeError(f"{path}: no column can be made for {base!r}")

    def by_name(self, described: Described, path: str) -> Node:
        key, item = get_args(described.base)
        names = self.values(describe(key))
        if names is None:
            raise TypeError(f"{path}: the keys have no domain")
        partial = described.marker(markers.Partial)
        if partial is not None and partial.absent is None:
            item = item | None  # written for a key that is missing
        found = {name: self.node(item, f"{path}.{name}") for name in names}
        return composite_nodes.ByName(
            path, found, partial=partial is not None, absent=partial.absent if partial else None
        )

    def listed(self, described: Described, item: Any, path: str) -> Node:
        """The node of a list, by its marker."""
        for marker in described.markers:
            if isinstance(marker, markers.PerSeat):
                more = self.domains[marker.more] if marker.more else ()
                entries = self.entries(item, path, (*range(self.seats), *more))
                return composite_nodes.PerSeat(path, self.seats, entries)
            if isinstance(marker, markers.PerId):
                return composite_nodes.Entries(path, self.entries(item, path, self.domains[marker.domain]))
            if isinstance(marker, markers.Places):
                return self.places(marker, item, path)
            if isinstance(marker, markers.Rows):
                return self.rows(marker, item, path)
            if isinstance(marker, markers.Bag):
                return nodes.Bag(self.columns, path, self.bagged(item, path), self.number(marker.most))
        if describe(item).marker(markers.IsSeat):
            return nodes.SeatSet(self.columns, path)
        raise TypeError(f"{path}: a list needs a marker")

    def entries(self, item: Any, path: str, names: Iterable[Any]) -> list[Node]:
        return [self.node(item, f"{path}.{name}") for name in names]

    def places(self, marker: markers.Places, item: Any, path: str) -> Node:
        length = self.number(marker.length)
        described = describe(item)
        found: list[Node] = []
        for place in range(int(length)):
            at = f"{path}.{place}"
            if marker.fewer and not described.nullable:
                there = self.columns.take(f"{at}=there")
                found.append(composite_nodes.Maybe(there, self.node(item, at)))
            else:
                found.append(self.node(item, at))
        return composite_nodes.Entries(path, found, fewer=marker.fewer)

    def rows(self, marker: markers.Rows, item: Any, path: str) -> Node:
        hints = hints_of(item)
        keys = [describe(hints[name]) for name in marker.keys]
        are_seats = [key.marker(markers.IsSeat) is not None for key in keys]
        values = [
            range(self.seats) if is_seat else self.values(key) or ()
            for key, is_seat in zip(keys, are_seats, strict=True)
        ]
        found: dict[tuple[Any, ...], Node] = {}
        for combination in product(*values):
            at = ".".join((path, *map(str, combination)))
            there = self.columns.take(f"{at}=there") if marker.partial else -1
            record = self.record(item, at, but=marker.keys)
            found[combination] = composite_nodes.Maybe(there, record) if marker.partial else record
        return composite_nodes.Rows(path, marker.keys, are_seats, self.seats, found, partial=marker.partial)

    def bagged(self, item: Any, path: str) -> Sequence[Any]:
        """The values that a bag counts: ids, or the numbers between two bounds."""
        described = describe(item)
        values = self.values(described)
        count = described.marker(markers.Count)
        if values is None and count is not None:
            return range(int(count.least), int(self.number(count.most)) + 1)
        if values is None:
            raise TypeError(f"{path}: the values of a bag have no domain")
        return values

    def cases(self, marker: markers.Cases, path: str) -> Node:
        known: Mapping[str, Mapping[str, Any]] = self.domains[marker.domain]
        choice = nodes.Choice(self.columns, path, tuple(known))
        found = {
            name: [self.node(hint, f"{path}.{name}.{value}") for value, hint in values.items()]
            for name, values in known.items()
        }
        return composite_nodes.Cases(marker.tag, marker.content, choice, found)
