"""Folded: what a table is after its journal, except the position of the match itself."""

import hmac
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import convert, structs

from abbatia.core.contract import State, Title
from abbatia.core.match import Match, TakeBack
from abbatia.server.chairs import Chair, Head, head_from
from abbatia.server.clocks import Face
from abbatia.server.messages import Asking, ChatLine
from abbatia.server.outages import NO_OUTAGES, Outages
from abbatia.server.tokens import hashed
from abbatia.storage.model import CLOSED, OPEN, PLAYING, JournalEntry, SeatHolder, TableRow

UNDO: Final = -1
REDO: Final = -2
SAME_BATCH: Final = -3
"""Stands in `commands` for each further action of a batch that was played as one command."""
CHAT_KEPT: Final = 200

Command = int | tuple[int, ...]
"""What a seat sent under one number: an action, UNDO or REDO; or all actions of a batch, dropped ones too."""


def command_of(actions: Sequence[int]) -> Command:
    """A batch as it is kept in `commands`; a single action as its number alone, since most are single."""
    return actions[0] if len(actions) == 1 else tuple(actions)


class Spoken(NamedTuple):
    """A line of the chat: its entry of the journal, and the key under which it was said."""

    n: int
    line: ChatLine
    key: str


class Folded:
    """The memory of one table: its head, and what the entries of its journal have made of it."""

    def __init__(
        self,
        row: TableRow,
        held: Sequence[SeatHolder],
        find: Callable[[TableRow], Title],
        outages: Outages = NO_OUTAGES,
    ) -> None:
        self.row = row
        self.outages: Final = outages  # when all clocks stood
        self.id: Final = row.id
        self.title: Final = find(row)
        self.head = head_from(row.head)
        self._bots: list[int] = []
        self._bots_in: Head | None = None  # the head that _bots was read from
        self.status = row.status
        self.due = row.due
        self.held = {seat.seat: seat for seat in held}
        self.n = 0  # entries in the journal
        self.match: Match | None = None
        self.face: Face | None = None
        self.commands: list[list[Command]] = [[] for _ in range(row.seats)]  # of each seat, by its `nth`
        self.undone: list[list[int]] = [[] for _ in range(row.seats)]
        self.acted: set[int] = set()  # the seats with an action in the log
        self.free: list[bool | None] = [None] * row.seats  # may the last action be taken back? None: find out
        self.without: list[State | None] = [None] * row.seats  # the position as if it had not been done
        self.entries: list[int] = []  # the journal entry of each action of the log
        self.last_cut = -1  # the newest entry that took something back which others had been told
        self.own_cuts: dict[int | None, int] = {}  # the newest one that took back a private step, by seat
        self.take_backs: list[TakeBack] = []  # of what was revealed
        self.asking: Asking | None = None
        self.askings = 0  # how often somebody has asked
        self.abandoning: tuple[int, ...] = ()  # the seats that have agreed to abandon the match
        self.chat: list[Spoken] = []
        self.muted: list[set[int | None]] = [set() for _ in range(row.seats)]

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds; all are compared, each in constant time."""
        wanted = hashed(token)
        found: int | None = None
        for seat in self.held.values():
            if hmac.compare_digest(seat.token, wanted):
                found = seat.seat
        return found

    def is_host(self, token: str) -> bool:
        return hmac.compare_digest(self.head.host, hashed(token).hex())

    def seats_of_user(self, user: str | None) -> list[int]:
        return sorted(seat.seat for seat in self.held.values() if user is not None and seat.user == user)

    def automatic(self) -> list[int]:
        """The seats that bots play now."""
        if self._bots_in is not self.head:
            self._bots = [seat for seat, chair in enumerate(self.head.chairs) if chair.is_automatic]
            self._bots_in = self.head
        return self._bots

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still until a person returns."""
        return self.status == PLAYING and self.head.is_deserted

    def cut_for(self, viewer: int | None) -> int:
        """The newest entry that took something back which this viewer had been told."""
        return max(self.last_cut, self.own_cuts.get(viewer, -1))

    def to_act(self) -> tuple[int, ...]:
        """Whom the match waits for; nobody where it has been abandoned."""
        return self.match.to_act() if self.match is not None and self.status != CLOSED else ()

    def timed(self) -> tuple[int, ...]:
        """The seats whose clocks run."""
        return () if self.is_paused else self.to_act()

    def fold(self, entry: JournalEntry) -> None:
        """Take an entry into account, in all but the position of the match."""
        self.n = entry.n + 1
        if entry.cut is not None and entry.body.get("private"):
            del self.entries[entry.cut]  # what followed stands, as old as it was
            self.own_cuts[entry.seat] = entry.n
        else:
            if entry.cut is not None:
                del self.entries[entry.cut :]
                self.last_cut = entry.n
            self.entries.extend([entry.n] * len(entry.log))
        read = READERS.get(entry.kind)
        if read is not None:
            read(self, entry)
        if "left" in entry.body and self.face is None:
            self.face = Face(self.head.clock, self.row.seats, entry.at, self.outages)
        if "left" in entry.body and self.face is not None:
            self.face.left = list(entry.body["left"])
            self.face.at = entry.at


def _read_chair(table: Folded, entry: JournalEntry) -> None:
    if "chairs" in entry.body:
        chairs = convert(entry.body["chairs"], tuple[Chair, ...])
    else:  # a journal from before seats could be shared tells of the one seat only
        assert entry.seat is not None
        chair = convert(entry.body["chair"], Chair)
        chairs = (*table.head.chairs[: entry.seat], chair, *table.head.chairs[entry.seat + 1 :])
    table.head = structs.replace(table.head, chairs=chairs)


def _read_start(table: Folded, entry: JournalEntry) -> None:
    if table.status == OPEN:
        table.status = PLAYING
    table.take_backs += [TakeBack(*one) for one in entry.body.get("take_backs", [])]
    if "drawn" in entry.body:
        _read_drawn(table, entry.body["drawn"], convert(entry.body["chairs"], tuple[Chair, ...]))


def _read_drawn(table: Folded, order: Sequence[int], chairs: tuple[Chair, ...]) -> None:
    """Everybody sits elsewhere; what was said and muted before goes along."""
    table.head = structs.replace(table.head, chairs=chairs, drawn=tuple(order))
    seats: dict[int | None, int | None] = {before: seat for seat, before in enumerate(order)}
    table.chat = [
        spoken._replace(line=structs.replace(spoken.line, seat=seats.get(spoken.line.seat)))
        for spoken in table.chat
    ]
    table.muted = [{seats.get(who) for who in table.muted[before]} for before in order]


def _read_play(table: Folded, entry: JournalEntry) -> None:
    seat = entry.seat
    assert seat is not None
    table.asking = None
    if entry.kind == "redo":
        table.commands[seat].append(REDO)
        table.undone[seat].pop()
    else:
        played = [action for actor, action in entry.log if actor == seat]
        table.commands[seat].append(command_of([*played, *entry.body.get("dropped", [])]))
        table.commands[seat].extend([SAME_BATCH] * (len(played) - 1))
        table.undone[seat].clear()


def _read_undo(table: Folded, entry: JournalEntry) -> None:
    assert entry.seat is not None
    table.asking = None
    table.commands[entry.seat].append(UNDO)
    table.undone[entry.seat].append(entry.body["action"])
    if "take_back" in entry.body:
        table.take_backs.append(TakeBack(*entry.body["take_back"]))


def _read_ask(table: Folded, entry: JournalEntry) -> None:
    assert entry.seat is not None
    table.askings += 1
    table.asking = Asking(entry.seat, [], table.askings)


def _read_answer(table: Folded, entry: JournalEntry) -> None:
    assert entry.seat is not None
    if table.asking is None or not entry.body["yes"]:
        table.asking = None
    else:
        agreed = sorted({*table.asking.agreed, entry.seat})
        table.asking = structs.replace(table.asking, agreed=agreed)


def _read_chat(table: Folded, entry: JournalEntry) -> None:
    line = ChatLine(entry.seat, entry.body["name"], entry.body["text"], entry.at / 1000)
    table.chat.append(Spoken(entry.n, line, entry.body.get("key", "")))
    del table.chat[:-CHAT_KEPT]


def _read_mute(table: Folded, entry: JournalEntry) -> None:
    assert entry.seat is not None
    muted = table.muted[entry.seat]
    (muted.add if entry.body["on"] else muted.discard)(entry.body["who"])


def _read_resign(table: Folded, entry: JournalEntry) -> None:
    _read_chair(table, entry)
    table.abandoning = tuple(seat for seat in table.abandoning if seat != entry.seat)
    _read_close(table, entry)


def _read_abandon(table: Folded, entry: JournalEntry) -> None:
    assert entry.seat is not None
    agreed = {*table.abandoning, entry.seat} if entry.body["yes"] else set()
    table.abandoning = tuple(sorted(agreed))
    _read_close(table, entry)


def _read_close(table: Folded, entry: JournalEntry) -> None:
    """The last of those who resign or agree ends the match."""
    if entry.body.get("closed"):
        table.status = CLOSED


def _read_rematch(table: Folded, entry: JournalEntry) -> None:
    table.head = structs.replace(table.head, rematch=entry.body["table"])


READERS: Final[dict[str, Callable[[Folded, JournalEntry], None]]] = {
    "sit": _read_chair,
    "leave": _read_chair,
    "seat": _read_chair,
    "absent": _read_chair,
    "return": _read_chair,
    "start": _read_start,
    "play": _read_play,
    "redo": _read_play,
    "undo": _read_undo,
    "ask": _read_ask,
    "answer": _read_answer,
    "chat": _read_chat,
    "mute": _read_mute,
    "rematch": _read_rematch,
    "resign": _read_resign,
    "abandon": _read_abandon,
}
