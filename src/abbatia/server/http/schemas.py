"""What the REST interface takes and gives; the websocket's messages stand in messages.py."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from abbatia.core.words import LANGUAGE_PATTERN
from abbatia.server.ws.model import (
    AbsencePolicy,
    Clock,
    Happening,
    NoClock,
    Origin,
    Result,
    Said,
    SeatingPolicy,
    TableInfo,
    TakeBackPolicy,
)
from abbatia.server.ws.protocol import Code, Seat, TableId, Token

Name = Annotated[str, Meta(min_length=1, max_length=48)]  # cleaned and judged by names.clean_name
Level = Annotated[str, Meta(min_length=1, max_length=24)]
Cursor = Annotated[str, Meta(pattern="^[0-9]{1,15}-[a-z0-9]{6,32}$")]  # `next` of the page before
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Problem(Struct, frozen=True):
    """The body of every answer that is not a success: a word for programs, a sentence for people."""

    code: Code
    why: Said


# -- titles


class OptionInfo(Struct, frozen=True):
    """A choice before the game; its words are `<title>.option.<name>`, `….about` and `….<value>`."""

    name: str
    values: list[bool | str]
    default: bool | str
    excludes: list[str]
    seats: list[int]
    rule: str


class TitleInfo(Struct, frozen=True):
    """A game that can be played; its words are `<name>.name`, `<name>.about`, `<name>.board_note`."""

    name: str
    version: int
    seats: list[int]
    options: list[OptionInfo]


class Titles(Struct, frozen=True):
    """All titles, and the levels of the bots from the weakest to the strongest (`bots.<level>`)."""

    titles: list[TitleInfo]
    bots: list[str]


class Actions(Struct, frozen=True):
    """The vocabulary of a title or table: the text of each action and the same in words."""

    texts: list[str]
    words: list[Said]
    names: dict[
        str, dict[str, str]
    ]  # of things on a board of the players' own, by language, for the catalogue


class RuleText(Struct, frozen=True):
    """One numbered rule."""

    number: str
    chapter: str
    text: str


# -- tables


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The player wanted at a seat: `me` (this browser; several for a hot seat), `open`, or a `bot`."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: Level | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table. With `origin` it goes on from a record after a number of its actions."""

    title: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=9)]
    options: dict[str, bool | str] = {}
    components: dict[str, Any] | None = None
    clock: Clock = NoClock()
    stand_in: Level | None = None
    public: bool = False
    origin: Origin | None = None
    start: bool = True  # begin by itself as soon as no seat is open
    take_back: TakeBackPolicy = "agree"
    absent: AbsencePolicy = "pause"
    seating: SeatingPolicy = "drawn"  # on from a record everybody keeps the seat


class SeatToken(Struct, frozen=True):
    """The right to play a seat. Keep it in the browser: the token is all that a seat needs."""

    seat: int
    token: str


class Seated(Struct, frozen=True):
    """The table, and what this browser now holds there. `host` is the right to start and change seats."""

    table: TableInfo
    tokens: list[SeatToken]
    host: str | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat: the one named, else the first open one."""

    name: Name
    seat: Seat | None = None


class WithToken(Struct, frozen=True, forbid_unknown_fields=True):
    """The right to ask: a seat's token or the host's; null for the account that is logged in."""

    token: Token | None = None


class Abandon(Struct, frozen=True, forbid_unknown_fields=True):
    """Agree to abandon the match, or (`yes` false) refuse or withdraw."""

    token: Token | None = None
    yes: bool = True


class ChangeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Before the start the host opens a seat or gives it to a bot; `name` renames one's own."""

    token: Token | None = None
    kind: Literal["open", "bot"] | None = None
    bot: Level | None = None
    name: Name | None = None


class Tables(Struct, frozen=True):
    """Public tables, the newest first; `next` is the cursor of the next page."""

    tables: list[TableInfo]
    next: str | None = None


# -- records


class ByState(Struct, frozen=True):
    """Which tables to list."""

    state: Literal["gathering", "playing", "over"] = "gathering"
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    before: Cursor | None = None


class ByTitle(Struct, frozen=True):
    """Which records to list."""

    title: Annotated[str, Meta(max_length=40)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    before: Cursor | None = None


class ByViewer(Struct, frozen=True):
    """Through whose viewers; nobody's for a spectator."""

    viewer: Seat | None = None


class ByFrames(Struct, frozen=True):
    """Which frames (`stop` not included, at most 100 and 2 MB), as which viewer."""

    start: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    stop: Annotated[int, Meta(ge=1, le=1_000_000)] = 50
    viewer: Seat | None = None


class RecordInfo(Struct, frozen=True):
    """A finished or imported match that can be replayed, checked, and played on from."""

    id: str
    title: str
    version: int
    seats: int
    names: list[str]
    options: dict[str, bool | str]
    scores: list[int]
    actions: int
    over: bool
    ended: float
    resigned: list[int]  # the seats that a bot played to the end because their player gave up


class Records(Struct, frozen=True):
    """Public records, the newest first; `next` is the cursor of the next page."""

    records: list[RecordInfo]
    next: str | None = None


class ReplayData(Struct, frozen=True):
    """A record as one viewer may see it: the actions and their events. `texts[i]` belongs to `log[i]`."""

    record: RecordInfo
    viewer: int | None
    texts: list[str]
    log: list[Happening]
    result: Result | None


class Frame(Struct, frozen=True):
    """How the table looked after the first `at` actions."""

    at: int
    observation: Raw
    to_act: list[int]


class Frames(Struct, frozen=True):
    """Consecutive frames of a replay; there may be fewer than were asked for, where they are large."""

    frames: list[Frame]


class CoursePoint(Struct, frozen=True):
    """What each seat would have scored if the match had ended after the first `at` actions."""

    at: int
    turn: int  # the turn that these actions ended
    seat: int  # who acted first in it; -1 for chance
    scores: list[int]


class Course(Struct, frozen=True):
    """How a match went: the points after each turn, from the set-up to the result."""

    points: list[CoursePoint]


class Verdict(Struct, frozen=True):
    """Whether a record is legal, its dice those of the seed, its scores right; else the line and reason."""

    good: bool
    dice: Literal["checked", "committed", "plain"]
    commitment: str
    seed: str
    actions: int
    scores: list[int]
    take_backs: int  # how often something revealed was taken back
    line: int | None = None
    why: Said | None = None


class LevelShare(Struct, frozen=True):
    """The share of the published solo games of one level that a score beats."""

    level: str
    percent: int


class Solo(Struct, frozen=True):
    """How a solo game ended. `before` is the record that the account had to beat, if it counts."""

    score: int
    levels: list[LevelShare]  # the weakest first; empty where no scores are published
    verdict: Said | None
    published: str  # the day of the published scores
    counts: bool  # the account that asks played it alone, to the end
    before: int | None = None


class Stored(Struct, frozen=True):
    """The record that was imported."""

    record: RecordInfo


# -- accounts


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Name
    password: Password


class Me(Struct, frozen=True):
    """The account that is logged in, or null."""

    user: str | None
    webhook: str | None = None
    webhook_key: str | None = None  # webhooks are signed with it: X-Abbatia-Signature
    email: str | None = None
    email_confirmed: bool = False
    push: bool = False
    vapid_key: str | None = None  # for Web Push, when the server is set up for it
    can_mail: bool = False  # the server is set up for e-mail


class Notices(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to tell that it is my turn; null for nowhere, what is left out stays as it is.

    `push` is a PushSubscription's endpoint.
    """

    webhook: Annotated[str, Meta(max_length=500)] | UnsetType | None = UNSET
    email: Annotated[str, Meta(max_length=200)] | UnsetType | None = UNSET
    push: Annotated[str, Meta(max_length=1000)] | UnsetType | None = UNSET
    language: Annotated[str, Meta(pattern=LANGUAGE_PATTERN)] = "en"


class MySeat(Struct, frozen=True):
    """A seat of mine somewhere; the session cookie is enough to play it from this browser."""

    table: TableInfo
    seat: int


class MySeats(Struct, frozen=True):
    """All my seats at tables that are not over, those that wait for me first."""

    seats: list[MySeat]


class Hide(Struct, frozen=True, forbid_unknown_fields=True):
    """Leave a table out of the list of my tables, or show it again; the seat there stays mine."""

    table: TableId
    hidden: bool = True


class Hidden(Struct, frozen=True):
    """The tables that are left out of the list of my tables."""

    tables: list[str]


class HeldSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that this browser holds: its table and its token."""

    table: TableId
    token: Token


class HeldSeats(Struct, frozen=True, forbid_unknown_fields=True):
    """Seats taken as a guest that shall be the account's as well."""

    seats: Annotated[list[HeldSeat], Meta(max_length=64)]


class MyRecord(Struct, frozen=True):
    """A match that I have played to its end, and the seat I had."""

    record: RecordInfo
    seat: int


class MyRecords(Struct, frozen=True):
    """My finished matches, the newest first."""

    records: list[MyRecord]


# -- lessons

LessonPath = Annotated[str, Meta(pattern="^[a-z_]{1,40}/[a-z0-9-]{2,40}(?!\n)$")]  # `cardinal/first-abbey`


class LessonInfo(Struct, frozen=True):
    """A lesson for a list."""

    lesson: str
    title: str
    name: str
    about: str
    minutes: int
    rules: list[str]


class LessonStep(Struct, frozen=True):
    """A step: what is said and pointed at; where it is a task, the learner has to play something."""

    say: Said
    point: list[str]
    rules: list[str]
    task: bool
    hint: Said | None


class LessonText(Struct, frozen=True):
    """A lesson in one language. `words` has the entries of its sentences, those of refusals too."""

    info: LessonInfo
    learnt: str
    steps: list[LessonStep]
    words: dict[str, str]
    next: str | None  # the lesson after it


class BeginLesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a lesson under a name; an account needs none."""

    name: Name | None = None


class LessonProgress(Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody is with a lesson: done once, and the table where it was begun last."""

    lesson: LessonPath
    done: bool = False
    table: TableId | None = None


class LessonsProgress(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of all lessons that were begun."""

    lessons: Annotated[list[LessonProgress], Meta(max_length=200)]
