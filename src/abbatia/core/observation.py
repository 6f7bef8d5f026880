"""Observation: what one viewer sees of a position, and the markers that describe its fields.

Every title fills the same envelope, `Observation`, with its own types for `public` and `own`; they stand in
its module `observation_types`. From these types come the TypeScript types of the client, the labels of its
text view, the columns of the research arrays and a page of the docs, all by generic code.

The types are TypedDicts, because an observation is plain JSON that is built, compared and sent in parts: a
TypedDict is a dict, so the types cost nothing at run time, and compiled and interpreted rules make the same.
mypyc does not keep annotations, so the modules that hold types are not compiled (`tools/compile.py`).

The markers stand in `Annotated` and say what mypy cannot: that a number is a seat, that a text is the id of a
country, how high a number can get. A name like "country" is a *domain*: `Title.domains` lists the ids, or
gives the number, for one board, seat count and set of options. The name of an id is in the catalogue under
`<title>.<domain>.<id>`.
"""

from math import inf
from typing import Annotated, Any, Final, Generic, TypedDict, TypeVar


class Marker:
    """What a type alone does not say of a field."""


class IsSeat(Marker):
    """A number that is a seat; beside it, None is nobody, and a Literal is a player without a seat."""


class Id(Marker):
    """A text that is one of the ids of a domain."""

    def __init__(self, domain: str) -> None:
        self.domain = domain


class Count(Marker):
    """A whole number between two bounds; a bound may be a domain that gives a number."""

    def __init__(self, most: float | str = inf, least: float = 0) -> None:
        self.most, self.least = most, least


class PerSeat(Marker):
    """A list with one entry for each seat, followed by one for each id of the domain `more`."""

    def __init__(self, more: str = "") -> None:
        self.more = more


class PerId(Marker):
    """A list with one entry for each id of a domain, in the domain's order."""

    def __init__(self, domain: str) -> None:
        self.domain = domain


class Places(Marker):
    """A list of a fixed length, whose entries differ by their place; with `fewer`, at most that long."""

    def __init__(self, length: int | str, *, fewer: bool = False) -> None:
        self.length, self.fewer = length, fewer


class Rows(Marker):
    """A list of objects in the order of their keys, each key (a seat or an id) at most once.

    With `partial` rows may be missing.
    """

    def __init__(self, *keys: str, partial: bool = True) -> None:
        self.keys, self.partial = keys, partial


class Bag(Marker):
    """A list of ids or small numbers in their order, each as often as it is there, at most `most` times."""

    def __init__(self, most: float | str = inf) -> None:
        self.most = most


class Partial(Marker):
    """A dict in which a key may be missing: it then stands for `absent`."""

    def __init__(self, absent: Any = None) -> None:
        self.absent = absent


class Cases(Marker):
    """An object of a name and a list of values whose meaning depends on the name.

    The domain gives for each name the names of its values with their types.
    """

    def __init__(self, domain: str, *, tag: str, content: str) -> None:
        self.domain, self.tag, self.content = domain, tag, content


class OnlyIf(Marker):
    """A field that is None unless the domain says True: what belongs to an option or a seat count."""

    def __init__(self, domain: str) -> None:
        self.domain = domain


class IsFixed(Marker):
    """A field that is the same in the whole game; an array has no column for it."""


class IsOwnSeat(Marker):
    """In an entry of a list by seat: the seat of the entry itself."""


class NotInArrays(Marker):
    """A field that no array holds, and why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


SEAT: Final = IsSeat()
FIXED: Final = IsFixed()
OWN_SEAT: Final = IsOwnSeat()

Seat = Annotated[int, SEAT]
"""A place at the table."""
SeatOrNobody = Annotated[int | None, SEAT]


class MessageSeen(TypedDict):
    """A message of the catalogue with its arguments."""

    key: str
    args: dict[str, Any]


class ScoreLine(TypedDict):
    """One line of a score sheet: what for, how many points, by which rule."""

    label: MessageSeen
    points: int
    rule: str


Public = TypeVar("Public")
Own = TypeVar("Own")


class Observation(TypedDict, Generic[Public, Own]):
    """What one viewer sees of a position: the envelope that is the same for every title."""

    title: Annotated[str, FIXED]
    seats: Annotated[int, FIXED]
    options: Annotated[dict[str, bool | str], FIXED]
    viewer: SeatOrNobody
    """The seat whose eyes these are; None for a spectator."""
    to_act: list[Seat]
    """The seats that are to act, ascending; empty when the game is over or chance acts."""
    phase: Annotated[str, Id("phase")]
    scores: Annotated[list[Annotated[int, Count(least=-inf)]], PerSeat()]
    """The points so far. Where nothing is counted before the end, the same as `projected`."""
    projected: Annotated[list[Annotated[int, Count(least=-inf)]], PerSeat()]
    """The points if the game ended now."""
    sheets: Annotated[
        list[list[ScoreLine]],
        PerSeat(),
        NotInArrays("the lines that explain the points; the points are in the array"),
    ]
    """The lines that add up to `projected`."""
    public: Public
    """What everybody sees."""
    own: Own | None
    """What only this viewer sees; None for a spectator."""


AnyObservation = Observation[Any, Any]
"""The observation of any title."""
