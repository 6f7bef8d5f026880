"""What clients and the server say to each other over the websocket, one struct a message.

`docs/protocol.md` shows each with an example; `tools/wire.py` makes the client's TypeScript from them.
A client sends one message a frame. A frame of the server holds one message or several, one a line.
Seats count from 0 here. A `viewer` is the seat for which something is shown, null for a spectator.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder, Encoder

from abbatia.server.ws.model import Caution, ChatLine, Happening, Refusal, Said, TableInfo, View

PROTOCOL: Final = 7
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
    "lesson",  # allowed, but not what the lesson asks for
]


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

    `number` is that of the question: a late answer consents to no other.
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

    The observation of a step is empty: carry out its `changes` on the one you have. Each of these begins with
    a path of names and places. Two parts: what is there now. Four: of the list there, from which place on how
    many items go, and the items that come in their stead. `first` is where `log` begins: after an undo, less
    than what you have; then drop yours from there on.
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
    refuse in a Play. `lesson` is what the lesson that is played there adds to a refusal of the rules.
    """

    re: int
    code: Code
    why: Said
    rule: str = ""
    table: str | None = None
    nth: int | None = None
    at: int | None = None
    lesson: Said | None = None


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
