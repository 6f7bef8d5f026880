"""The contract between the rules of a game and everything that plays them.

A Title holds the rules of one game, a State is one position of it. Everything else (server, bots, arena,
CLI, research) uses nothing but what stands here, and where it has to know one title (to evaluate or to draw
its positions) that title's module `position`. `conformance.py` checks every promise made below.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from abbatia.core.chance import Rng, pick
from abbatia.core.observation import AnyObservation, ScoreLine
from abbatia.core.reading import ComponentFile
from abbatia.core.refusals import BadSetup as BadSetup  # titles and their users look for it here
from abbatia.core.refusals import Refusal
from abbatia.core.versions import Version
from abbatia.core.views import Section, observe
from abbatia.core.words import Message

CHANCE: Final = -1
"""The seat that rolls and draws; its actions are logged like everybody's."""
CHANCE_ACTS: Final = (CHANCE,)
NOBODY: Final[tuple[int, ...]] = ()

IS_COMPILED: Final = not __file__.endswith(".py")
"""Whether the core and the rules run as machine code here; they play the same games either way."""

OptionValue = bool | str


class Option:
    """A choice made before the game: on or off, or one of several values.

    Its words stand in the catalogue: `<title>.option.<name>` (label), `<title>.option.<name>.about`
    (one or two sentences) and, for values, `<title>.option.<name>.<value>`.
    """

    __slots__ = ("name", "values", "default", "excludes", "seats", "rule")

    def __init__(
        self,
        name: str,
        *,
        values: tuple[OptionValue, ...] = (False, True),
        default: OptionValue = False,
        excludes: tuple[str, ...] = (),
        seats: tuple[int, ...] = (),
        rule: str = "",
    ) -> None:
        self.name = name
        self.values = values
        self.default = default
        self.excludes = excludes  # options that must keep their default when this one does not
        self.seats = seats  # seat counts for which this option may differ from its default; () = all
        self.rule = rule


class Event:
    """Something that happened, in the past tense, as each viewer may see it.

    `seen` is the message to everybody (None: none). `secret` is the message to the seats in `to` instead.
    `reveals` marks the moment hidden things come to light (programs uncovered, a saint shown): events
    from here on may depend on them (law 8), and nothing before it can be taken back freely (undo).
    """

    __slots__ = ("seen", "secret", "to", "reveals")

    def __init__(
        self,
        seen: Message | None,
        secret: Message | None = None,
        to: tuple[int, ...] = (),
        *,
        reveals: bool = False,
    ) -> None:
        self.seen = seen
        self.secret = secret
        self.to = to
        self.reveals = reveals

    def view(self, viewer: int | None) -> Message | None:
        """The message that this viewer (None: a spectator) gets, or None."""
        if viewer is not None and viewer in self.to:
            return self.secret
        return self.seen


class ScoreEntry:
    """One line of a score sheet: what for, how many points, by which rule."""

    __slots__ = ("label", "points", "rule", "written")

    def __init__(self, label: Message, points: int, rule: str) -> None:
        self.label = label
        self.points = points
        self.rule = rule
        self.written: ScoreLine | None = None

    def to_json(self) -> ScoreLine:
        """To be read, not changed: a line that is kept is written once."""
        if self.written is None:
            self.written = {"label": self.label.to_json(), "points": self.points, "rule": self.rule}
        return self.written


class Caution:
    """A warning to one seat: something will have no effect (`certain`), or none unless others do their part.

    `chosen`: it is about what the seat has chosen already, else about what it may choose.
    """

    __slots__ = ("reason", "rule", "certain", "chosen")

    def __init__(self, reason: Message, rule: str, *, certain: bool, chosen: bool) -> None:
        self.reason = reason
        self.rule = rule
        self.certain = certain
        self.chosen = chosen

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Caution)
            and (self.reason, self.rule) == (other.reason, other.rule)
            and (self.certain, self.chosen) == (other.certain, other.chosen)
        )

    def __hash__(self) -> int:
        return hash((self.reason, self.rule, self.certain, self.chosen))


class Result:
    """The end of a game: per seat the total, its lines, and the rank (1 is best; equal ranks share)."""

    __slots__ = ("scores", "lines", "ranks")

    def __init__(
        self, scores: tuple[int, ...], lines: tuple[tuple[ScoreEntry, ...], ...], ranks: tuple[int, ...]
    ) -> None:
        self.scores = scores
        self.lines = lines
        self.ranks = ranks

    def to_json(self) -> dict[str, Any]:
        return {
            "scores": list(self.scores),
            "lines": [[line.to_json() for line in lines] for lines in self.lines],
            "ranks": list(self.ranks),
        }


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks for sortable keys, the greatest first; equal keys share a rank."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


class Title:
    """The rules of one game. Has no state of its own; a title with other components is another Title.

    Examples:
        >>> import abbatia
        >>> title = abbatia.load("pelegrinus")
        >>> title.name, list(title.seats)
        ('pelegrinus', [2, 3, 4])
        >>> title.numbers[title.vocabulary[7]]
        7
    """

    name: ClassVar[str]
    versions: ClassVar[tuple[Version, ...]]  # all that were ever released, the newest last
    seats: ClassVar[range]
    max_actions: ClassVar[int]  # no game has more actions than this (law 10)
    max_legal: ClassVar[int]  # no list of legal actions is longer than this (law 10)
    version: int  # by which this object plays; one number for all matches that were started with it
    options: tuple[Option, ...] = ()  # of this version: a later one may have another default
    vocabulary: tuple[str, ...]  # text of action i; unique; the numbers of a version never change
    numbers: dict[str, int]  # the inverse of the vocabulary
    own_components: dict[str, Any] | None = None  # the player's own board or card file, None for ours
    component_file: ComponentFile | None = None  # what such a file may hold; None: there is none
    observation_type: ClassVar[Any] = AnyObservation  # the type of what a seat sees

    def start(self, seats: int, **options: OptionValue) -> "State":
        """The position before the first action. Raises BadSetup."""
        raise NotImplementedError

    def from_json(self, data: Mapping[str, Any]) -> "State":
        """The position that `State.to_json` wrote. Raises BadSetup for one that cannot be."""
        raise NotImplementedError

    def with_components(self, data: Mapping[str, Any]) -> "Title":
        """The same rules on the player's own components. Raises BadSetup with what is wrong where."""
        raise BadSetup("core.no_components", title=self.name)

    def describe(self, action: int) -> Message:
        """The action in words; the vocabulary is its notation."""
        raise NotImplementedError

    def names(self, language: str) -> dict[str, str]:
        """Entries that the catalogue lacks: the names on the player's own board or cards."""
        return {}

    def domains(self, seats: int, options: Mapping[str, OptionValue]) -> Mapping[str, Any]:
        """What the markers of `observation_type` name, on this board with these options, all of them.

        Ids in their order (`Id`, `Bag`, `PerId`, `PerSeat`), numbers (`Count`, `Places`), whether a part is
        there (`OnlyIf`), or cases (`Cases`). `phase` is one of them for every title.
        """
        raise NotImplementedError

    def seats_for(self, options: Mapping[str, OptionValue]) -> Sequence[int]:
        """The seat counts that can be played with these options."""
        return self.seats

    def setup(self, seats: int, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options with their values, defaults filled in. Raises BadSetup."""
        return checked_setup(self, seats, options)


class State:
    """One position: everything, hidden things too. Mutable, cheap to clone; has no `__init__` on purpose.

    Examples:
        >>> import abbatia
        >>> state = abbatia.new_match("cardinal", seats=3, seed=2026).state.clone()
        >>> state.apply(0, state.title.numbers["pay italy"])
        >>> state.why_not(0, state.title.numbers["advisor france"]).rule
        '4.1'
        >>> imagined = state.imagine(0, abbatia.Rng(1))
        >>> imagined.observe(0) == state.observe(0)
        True
    """

    title: Title
    seats: int
    events: list[Event] | None  # when a list, `apply` adds what happened; never cloned
    changed: int = 0  # bits of the sections that changed since a ViewCache looked; `apply` sets them

    def to_act(self) -> tuple[int, ...]:
        """() when over, (CHANCE,), one seat, or several seats at once (ascending)."""
        raise NotImplementedError

    def turn_id(self) -> int:
        """The turn that is being played: one number while it lasts, another than that of the turn before it.

        A turn belongs to the seat that is to act when it begins, or to several that act at once; it ends when
        they are through. What chance or another seat answers in between belongs to it, and what a seat is
        asked after others have decided is a new one. Everybody can tell which turn it is (law 12): no hidden
        thing and no private step changes it. Only asked while a seat is to act; `turns.py` counts the turns.
        """
        raise NotImplementedError

    def legal(self, seat: int) -> tuple[int, ...]:
        """All legal actions of a seat, ascending; empty unless the seat is to act. Not for CHANCE."""
        raise NotImplementedError

    def odds(self) -> Sequence[tuple[int, int]]:
        """When CHANCE is to act: every outcome as (action, weight), ascending; else empty."""
        raise NotImplementedError

    def draw_lot(self, rng: Rng) -> int:
        """When CHANCE is to act: the outcome that `pick` takes from the odds; a title may find it faster."""
        return pick(self.odds(), rng)

    def explain(self, seat: int, action: int) -> Refusal:
        """Why this action, which is not legal now for this seat whose turn it is, is not."""
        raise NotImplementedError

    def answers(self, seat: int) -> Sequence[int]:
        """All actions that answer the question now open for a seat, legal or not; empty without a question.

        A question is a decision that has to be made before anything else; every legal action answers it.
        """
        return ()

    def apply(self, seat: int, action: int) -> None:
        """Carry out a legal action (not checked here); tell `events` when somebody listens."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An equal position that shares nothing mutable with this one; its `events` is None."""
        raise NotImplementedError

    def observe(self, viewer: int | None) -> AnyObservation:
        """What this seat (None: a spectator) sees, made of `sections` and `own`.

        To be read, not changed: its parts may belong to other observations, too.
        """
        return observe(self, viewer)

    def sections(self) -> tuple[Section, ...]:
        """The parts of the observation that all viewers see alike, in their order; always the same ones.

        They are `to_act`, `phase`, `scores`, `projected`, `sheets` and those of `public`. Each lists what is
        visible, never the whole with something deleted.
        """
        raise NotImplementedError

    def own(self, seat: int) -> Any:
        """What only this seat sees, as its title's type of `own`."""
        raise NotImplementedError

    def options(self) -> dict[str, OptionValue]:
        """All options with the values that this game is played with."""
        raise NotImplementedError

    def imagine(self, seat: int, rng: Rng) -> "State":
        """A whole position that this seat cannot tell from the real one, chosen with `rng`."""
        raise NotImplementedError

    def result(self) -> Result | None:
        """The result once the game is over, else None."""
        raise NotImplementedError

    def ranks(self) -> tuple[int, ...]:
        """The ranks of the result, () before the end; a title may know them without writing its lines."""
        result = self.result()
        return () if result is None else result.ranks

    def prompt(self, seat: int) -> Message:
        """What is asked of a seat that is to act, as one sentence; to be read, not changed."""
        raise NotImplementedError

    def cautions(self, seat: int) -> Sequence[Caution]:
        """What a seat that is to act should know before it acts; from what it sees itself, nothing else."""
        return ()

    def inventory(self) -> dict[str, int]:
        """How many of each component there are in all places together; never changes (law 9)."""
        raise NotImplementedError

    def statistics(self) -> dict[str, tuple[int, ...]]:
        """Numbers worth knowing about a game, per seat (`<title>.figure.<name>`), for statistics."""
        return {}

    def to_json(self) -> dict[str, Any]:
        """The whole position as plain JSON, hidden things included; equal positions give equal JSON."""
        raise NotImplementedError

    def why_not(self, seat: int, action: int) -> Refusal | None:
        """None when the action is legal for this seat now, else the reason. Changes nothing."""
        actors = self.to_act()
        if not 0 <= action < len(self.title.vocabulary):
            return Refusal("core.unknown_action", "", action=action)
        if not actors:
            return Refusal("core.over", "")
        if seat not in actors:
            return Refusal("core.not_your_turn", "", seats=[actor for actor in actors if actor != CHANCE])
        if seat == CHANCE:
            if any(action == outcome for outcome, _ in self.odds()):
                return None
            return Refusal("core.impossible_chance", "")
        if action in self.legal(seat):
            return None
        return self.explain(seat, action)


def checked_setup(title: Title, seats: int, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All options of a title with their values; raises BadSetup for what does not go together."""
    declared = {option.name: option for option in title.options}
    for name in options:
        if name not in declared:
            raise BadSetup("core.unknown_option", option=name, title=title.name, known=sorted(declared))
    values: dict[str, OptionValue] = {}
    for name, option in declared.items():
        value = options.get(name, option.default)
        if not any(value == known and type(value) is type(known) for known in option.values):
            known_values = [str(known) for known in option.values]
            raise BadSetup("core.bad_option", option=name, value=str(value), known=known_values)
        values[name] = value
    changed = {name for name, option in declared.items() if values[name] != option.default}
    for name in sorted(changed):
        option = declared[name]
        for other in option.excludes:
            if other in changed:
                raise BadSetup("core.options_exclude", option=name, other=other)
        if option.seats and seats not in option.seats:
            raise BadSetup("core.option_seats", option=name, seats=list(option.seats))
    allowed = title.seats_for(values)
    if seats not in allowed:
        raise BadSetup("core.bad_seats", title=title.name, seats=seats, known=list(allowed))
    return values
