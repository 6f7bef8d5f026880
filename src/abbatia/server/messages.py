"""What clients and the server say to each other over the websocket, one struct a message.

`docs/protocol.md` shows each with an example; `tools/wire.py` makes the client's TypeScript from them.
Seats count from 0 here. A `viewer` is the seat through whose eyes something is told, null for a spectator.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder, Encoder

PROTOCOL: Final = 5
MAX_BYTES: Final = 16_384
"""No message of a client is longer."""

TableId = Annotated[str, Meta(pattern="^[a-z0-9]{6,32}(?!\n)$")]  # `$` alone allows a line end behind it
Known = Annotated[str, Meta(max_length=32)]  # the id of a table that one has subscribed to
Seat = Annotated[int, Meta(ge=0, le=8)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Cursor = Annotated[str, Meta(max_length=40)]
Request = Annotated[int, Meta(ge=0, le=2**53 - 1)]
ActionText = Annotated[str, Meta(max_length=120)]
Token = Annotated[str, Meta(min_length=8, max_length=80)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]


Code = Literal[
    "bad_message",  # not JSON, not a known message, a field missing or of the wrong type
    "other_protocol",  # a client of another version: load the page anew
    "too_big",
    "too_fast",  # more messages or requests than allowed; wait a moment
    "too_slow",  # the body of a request took too long
    "unknown_table",
    "not_subscribed",  # subscribe to the table first
    "not_seated",  # none of your tokens holds this seat
    "not_started",
    "over",
    "stale",  # `nth` is not the seat's: something else was done meanwhile
    "illegal",  # against the rules: `rule` has the number
    "needs_consent",  # undo: something was revealed since; ask the others
    "nothing_asked",
    "not_possible",  # what `why` says
    "unavailable",  # the store does not answer; nothing is lost, try again
    "bad_setup",
    "bad_record",
    "unknown",  # no such page, record, account
    "forbidden",
    "taken",  # the seat or name is
]


class Said(Struct, frozen=True):
    """A sentence in any language: a key of the catalogue (`GET /api/words/en`) and its arguments."""

    key: str
    args: dict[str, Any]


# -- what a client says; `re` is a number of the client's own that the answer repeats


class Hello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message. Answered by Welcome; another number than the server's is refused."""

    protocol: int
    re: Request = 0


class Subscribe(Struct, tag="subscribe", frozen=True, forbid_unknown_fields=True):
    """Come to a table: with the tokens of all seats this browser holds there, or none to watch.

    `since` holds the newest `cursor` of each viewer's messages (one is enough); none for a whole sync.
    Answered by Sync, one for each viewer: each token's seat, or the spectator.
    """

    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=9)] = []
    since: Annotated[list[Cursor], Meta(max_length=10)] = []
    re: Request = 0


class Unsubscribe(Struct, tag="unsubscribe", frozen=True, forbid_unknown_fields=True):
    """Go away from a table; the seats stay taken. Answered by Done."""

    table: Known
    re: Request = 0


class Play(Struct, tag="play", frozen=True, forbid_unknown_fields=True):
    """Play actions of one's own seat as one unit: a whole turn, or a part of it.

    Answered by Done once it is on disk, else by Refused; then none of them was played. Where something comes
    to light (chance acts, hidden things are revealed, it is the turn of others) the actions after it are
    dropped: Done has the number of those that were `played`.
    `nth` is the seat's `nth` in its newest View: a repeat of what was done is answered again, not done again.
    """

    table: Known
    seat: Seat
    nth: Count
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=100)]
    re: Request = 0


class Undo(Struct, tag="undo", frozen=True, forbid_unknown_fields=True):
    """Take back one's last action. Where that is not free, `ask` asks all others for their consent."""

    table: Known
    seat: Seat
    nth: Count
    ask: bool = False
    re: Request = 0


class Redo(Struct, tag="redo", frozen=True, forbid_unknown_fields=True):
    """Do again what was taken back last."""

    table: Known
    seat: Seat
    nth: Count
    re: Request = 0


class Answer(Struct, tag="answer", frozen=True, forbid_unknown_fields=True):
    """Consent to what another seat asks for (`TableInfo.asking`), or not. One's own no withdraws.

    `number` is that of the question: who answers late consents to no other.
    """

    table: Known
    seat: Seat
    number: Annotated[int, Meta(ge=1)]
    yes: bool
    re: Request = 0


class Why(Struct, tag="why", frozen=True, forbid_unknown_fields=True):
    """Ask why actions cannot be done now. Answered by Reasons."""

    table: Known
    seat: Seat
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=64)]
    re: Request = 0


class Preview(Struct, tag="preview", frozen=True, forbid_unknown_fields=True):
    """Ask what own actions, one after the other, would give without doing them. Answered by Previewed."""

    table: Known
    seat: Seat
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=32)]
    re: Request = 0


class Look(Struct, tag="look", frozen=True, forbid_unknown_fields=True):
    """Ask how the table looked to a viewer after the first `at` happenings of its log. Answered by Looked."""

    table: Known
    viewer: Seat | None
    at: Count
    re: Request = 0


class Chat(Struct, tag="chat", frozen=True, forbid_unknown_fields=True):
    """Say something at the table, from one's seat or (null) as a spectator. Answered by Done.

    Under the same `key`, of the client's own choice, it is said once, however often it is sent.
    """

    table: Known
    seat: Seat | None
    text: ChatText
    key: Annotated[str, Meta(max_length=40)] = ""
    re: Request = 0


class Mute(Struct, tag="mute", frozen=True, forbid_unknown_fields=True):
    """Hear no more from a seat, or (null) from spectators, at this table. Answered by Done."""

    table: Known
    seat: Seat
    who: Seat | None
    on: bool
    re: Request = 0


class Return(Struct, tag="return", frozen=True, forbid_unknown_fields=True):
    """Take one's seat back from the bot that stood in. Answered by Done."""

    table: Known
    seat: Seat
    re: Request = 0


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Are you there? Answered by Pong."""

    re: Request = 0


FromClient = (
    Hello
    | Subscribe
    | Unsubscribe
    | Play
    | Undo
    | Redo
    | Answer
    | Why
    | Preview
    | Look
    | Chat
    | Mute
    | Return
    | Ping
)

# -- what the server says


class Refusal(Struct, frozen=True):
    """Why an action cannot be done: a sentence, and the number of the rule behind it (or "")."""

    reason: Said
    rule: str


class Happening(Struct, frozen=True):
    """One action as a viewer may see it; what the viewer is told nothing about is not in its log at all.

    `number` is the place in this viewer's log, from 0. `seat` is who acted, -1 for chance. `text` is the
    action itself where it is the viewer's own, else null (a replay tells all, once the match is over).
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


class View(Struct):
    """All that the screen of one viewer shows: it is a function of this (and of the choice so far)."""

    observation: Raw  # Title's own object: State.observe; in a step only names that are new
    to_act: Sequence[int]  # the seats the match waits for; none when it is over
    legal: Sequence[str]  # the texts of the viewer's legal actions, in the title's order
    asked: Said | None  # what is asked of the viewer
    nth: int  # how many times this seat has played, undone or redone: goes into the next Play
    undo: Literal["none", "free", "consent"]  # what taking back the last own action needs
    redo: bool
    result: Result | None
    cautions: Sequence[Caution] = ()  # what the viewer should know before it acts


class NoClock(Struct, tag="none", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """Think as long as you like."""


class MoveClock(Struct, tag="move", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """So many seconds for each turn of a seat; seats that act at once each have their own."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]


class BankClock(Struct, tag="bank", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """A bank of seconds for the whole match, and an increment after each turn in which a seat was to act."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, tag="days", tag_field="kind", frozen=True, forbid_unknown_fields=True):
    """So many days for each turn: a match by correspondence."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | MoveClock | BankClock | DaysClock


TakeBackPolicy = Literal["agree", "none"]
"""Whether what was revealed can be taken back when everybody agrees. What nobody has seen always can."""
AbsencePolicy = Literal["pause", "play_on"]
"""What a table does once a bot stands in for every person: it waits for one to return, or goes on."""
SeatingPolicy = Literal["drawn", "as_seated"]
"""Whether the order of the seats is drawn from the seed when the match begins."""


class SeatInfo(Struct, frozen=True):
    """Who sits where. `bot` is the level of a bot, or of the one that stands in for an absent person."""

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
    agreed: list[int]  # who said yes so far
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
    stand_in: str  # the level of the bot that plays for who is absent
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


class ChatLine(Struct, frozen=True):
    """Something said at the table, `at` seconds since 1970; `seat` is null for a spectator."""

    seat: int | None
    name: str
    text: str
    at: float


class Welcome(Struct, tag="welcome", frozen=True):
    """The answer to Hello."""

    re: int
    protocol: int
    version: str  # of Abbatia: a page that comes back to another one than it came from loads itself anew
    now: float
    user: str | None  # the account that is logged in


class Sync(Struct, tag="sync", frozen=True):
    """Everything a viewer needs: all of the log and chat (`whole`), or just what was missed.

    When `whole` is false, drop what you have of the log from `first` on and append `log`; append `chat`.
    """

    re: int
    table: TableInfo
    viewer: int | None
    cursor: str
    whole: bool
    first: int
    log: list[Happening]
    chat: list[ChatLine]
    muted: list[int | None]
    view: View | None  # null while the table still gathers
    seats: list[int] | None = None  # all seats that this client has here; null: they are what they were


class Step(Struct, tag="step", frozen=True):
    """Something was done: the log has these happenings more, and this is the viewer's new view.

    Lay its observation over the one you have, then its `changes`. Each of these begins with a path of names
    and places. Two parts: what is there now. Four: of the list there, from which place on how many items
    go, and the items that come in their stead. `first` is where `log` begins: after an undo, less than what
    you have; then drop yours from there on.
    """

    table: str
    viewer: int | None
    cursor: str
    first: int
    log: list[Happening]
    view: View
    changes: Raw
    clocks: list[int] | None  # milliseconds left for each seat


class TableChanged(Struct, tag="table", frozen=True):
    """Seats, presence, askings, bots' queue or state have changed."""

    table: TableInfo


class Chatted(Struct, tag="chatted", frozen=True):
    """Somebody said something."""

    table: str
    viewer: int | None
    cursor: str
    line: ChatLine


class Done(Struct, tag="done", frozen=True):
    """Yes: what was asked is done and on disk. `nth` is the seat's next number after Play, Undo and Redo.

    `played` is how many actions of a Play were carried out; those after the first revelation were dropped.
    """

    re: int
    table: str
    nth: int | None = None
    played: int | None = None


class Refused(Struct, tag="refused", frozen=True):
    """No: nothing has changed. `why` is for the player; `code` for the program.

    `nth` is the seat's number when `code` is stale. `at` is the place, from 0, of the action that the rules
    refuse in a Play.
    """

    re: int
    code: Code
    why: Said
    rule: str = ""
    table: str | None = None
    nth: int | None = None
    at: int | None = None


class Reasons(Struct, tag="reasons", frozen=True):
    """For each action asked about: null when it can be done, else why not."""

    re: int
    table: str
    seat: int
    reasons: list[Refusal | None]


class Previewed(Struct, tag="previewed", frozen=True):
    """What the actions would give. `done` of them could be shown; then it stopped for `stopped`.

    `refused`: the next one is not legal (`refusal` says why). `chance`: dice or cards would come.
    `revealed`: hidden things would come to light. `turn`: the turn would go to others. `end`: all were shown.
    """

    re: int
    table: str
    seat: int
    done: int
    stopped: Literal["end", "refused", "chance", "revealed", "turn"]
    refusal: Refusal | None
    log: list[Happening]
    observation: Raw
    legal: list[str]
    asked: Said | None
    cautions: list[Caution]


class Looked(Struct, tag="looked", frozen=True):
    """How the table looked to a viewer after the first `at` happenings of its log."""

    re: int
    table: str
    viewer: int | None
    at: int
    observation: Raw


class Pong(Struct, tag="pong", frozen=True):
    """I am here."""

    re: int
    now: float


FromServer = (
    Welcome | Sync | Step | TableChanged | Chatted | Done | Refused | Reasons | Previewed | Looked | Pong
)

CLIENT_MESSAGE: Final = Decoder(FromClient)
ENCODER: Final = Encoder()


def encode(message: Any) -> str:
    """The JSON text of a message, as it goes over the wire."""
    return ENCODER.encode(message).decode()
