"""What messages of the websocket and answers of the REST interface are made of: sentences, views, tables.

Seats count from 0 here. A `viewer` is the seat for which something is shown, null for a spectator.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct


class Said(Struct, frozen=True):
    """A sentence in any language: a key of the catalogue (`GET /api/words/en`) and its arguments."""

    key: str
    args: dict[str, Any]


class Refusal(Struct, frozen=True):
    """Why an action cannot be done: a sentence, and the number of the rule behind it (or "")."""

    reason: Said
    rule: str
    lesson: Said | None = None  # what the lesson that is played here adds


class Happening(Struct, frozen=True):
    """One action as a viewer may see it; an action of which the viewer sees nothing is not in its log at all.

    `number` is the place in this viewer's log, from 0. `seat` has acted, -1 for chance. `text` is the
    action itself where it is the viewer's own, else null (a replay shows all, once the match is over).
    `turn` is the same for all that belongs to one turn of a seat, or of the seats that act at once.
    """

    number: int
    seat: int
    text: str | None
    events: list[Said]
    turn: int


class Line(Struct, frozen=True):
    """One line of a score sheet."""

    label: Said
    points: int
    rule: str


class Result(Struct, frozen=True):
    """The end of a game: per seat its score, its lines, its rank (1 is best)."""

    scores: list[int]
    lines: list[list[Line]]
    ranks: list[int]


class Caution(Struct, frozen=True):
    """A warning to the viewer: something has no effect (`certain`), or none unless others do their part.

    `chosen`: it is about what the seat has chosen already, else about what it may choose.
    """

    reason: Said
    rule: str
    certain: bool
    chosen: bool


class LessonPlace(Struct, frozen=True):
    """Where a learner is in a lesson (`GET /api/lessons/{title}/{lesson}/{language}` has its steps)."""

    since: int  # the first step to be read before the task
    step: int  # the task to be played; the number of steps once all are done
    played: int  # how many actions of the task have been played
    met: bool  # the task is done, and the others still act
    key: str | None  # the next action of the way that the lesson shows


class View(Struct):
    """All that the screen of one viewer shows: it is a function of this (and of the choice so far)."""

    observation: Raw  # State.observe; empty in a step, which has changes instead
    to_act: Sequence[int]  # the seats the match waits for; none when it is over
    legal: Sequence[str]  # the texts of the viewer's legal actions, in the title's order
    asked: Said | None  # what is asked of the viewer
    nth: int  # how many times this seat has played, undone or redone: goes into the next Play
    undo: Literal["none", "free", "consent"]  # what taking back the last own action needs
    redo: bool
    result: Result | None
    cautions: Sequence[Caution] = ()  # what the viewer should know before it acts
    lesson: LessonPlace | None = None  # null at other tables, and where the lesson was changed since


class NoClock(Struct, tag="none", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """Think as long as you like."""


class MoveClock(Struct, tag="move", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A number of seconds for each turn of a seat; seats that act at once each have their own."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]


class BankClock(Struct, tag="bank", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A bank of seconds for the whole match, and an increment after each turn in which a seat was to act."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, tag="days", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A number of days for each turn: a match by correspondence."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | MoveClock | BankClock | DaysClock


TakeBackPolicy = Literal["agree", "none"]
"""Whether what was revealed can be taken back when everybody agrees. What nobody has seen always can."""
AbsencePolicy = Literal["pause", "play_on"]
"""What a table does once a bot stands in for every person: it waits for one to return, or goes on."""
SeatingPolicy = Literal["drawn", "as_seated"]
"""Whether the order of the seats is drawn from the seed when the match begins."""


class SeatInfo(Struct, frozen=True):
    """A seat at a table. `bot` is the level of a bot, or of the one that stands in for an absent person."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None = None
    here: bool = False  # a browser with this seat is connected
    standing_in: bool = False  # the bot plays for the person, who can take the seat back
    thinking: int | None = None  # a bot is at work: its place in the queue, 0 while it thinks
    guest: bool = False  # a person who sat down without an account
    resigned: bool = False  # the person gave up: the bot plays to the end
    shared: bool = False  # the person holds another seat of this table, too (a hot seat)


class Asking(Struct, frozen=True):
    """A seat asks all others for their consent to take back its last action."""

    seat: int
    agreed: list[int]  # the seats that said yes so far
    number: int  # of all that were asked for at this table


class Origin(Struct, frozen=True):
    """The record, and the number of its actions, that a table began from."""

    record: str
    at: int


class TableInfo(Struct, frozen=True):
    """A table as everybody may know it."""

    id: str
    title: str
    version: int
    options: dict[str, bool | str]
    seats: list[SeatInfo]
    state: Literal["gathering", "playing", "over"]
    public: bool
    clock: Clock
    stand_in: str  # the level of the bot that plays for an absent person
    own_components: bool  # played on a board or cards file of the players' own
    commitment: str  # the SHA-256 of the seed, known from the start
    seed: str | None  # the seed in hexadecimal, once the match is over
    created: float  # seconds since 1970
    to_act: list[int]
    clocks: list[int] | None  # milliseconds left for each seat; only those of `to_act` run, none while paused
    scores: list[int] | None  # once the match is over
    spectators: int
    asking: Asking | None
    abandoning: list[int]  # the seats that want to abandon the match; all people must agree
    abandoned: bool  # over before its end: all agreed, or nobody was left to play
    rematch: str | None  # the table where these players meet again
    origin: Origin | None
    take_back: TakeBackPolicy
    absent: AbsencePolicy
    seating: SeatingPolicy
    drawn: list[int]  # where each seat sat before the seats were drawn; empty while they are not
    paused: bool  # nobody plays: a bot stands in for every person, and the table waits for one to return
    take_backs: int  # how often something revealed was taken back
    lesson: str | None = None  # the lesson that is played here, as `cardinal/first-abbey`


class ChatLine(Struct, frozen=True):
    """Something said at the table, `at` seconds since 1970; `seat` is null for a spectator."""

    seat: int | None
    name: str
    text: str
    at: float
