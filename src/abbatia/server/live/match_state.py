"""MatchState: what the entries of a journal make of a table, and the match that is played there.

`JournalState` follows from the entries one by one; `MatchState` adds the position, and which seats may take
back their last action freely. A batch is several actions of one seat that are played as one unit, up to the
first revelation and within a turn.
"""

import hmac
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import convert, structs

from abbatia.core.chance import FairRng
from abbatia.core.contract import CHANCE, Event, State, Title
from abbatia.core.match import LogEntry, Match, TakeBack, binds, discloses
from abbatia.core.refusals import Refusal, Refused
from abbatia.errors import AbbatiaError
from abbatia.school.registry import script
from abbatia.server.live.clocks import ClockState
from abbatia.server.live.outages import NO_OUTAGES, Outages
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_from
from abbatia.server.tokens import hashed
from abbatia.server.ws.model import Asking, ChatLine
from abbatia.storage.model import CLOSED, OPEN, PLAYING, JournalEntry, SeatHolder, TableRow, TableUpdate

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


class JournalState:
    """The state of one table that its journal determines entry by entry, by the handler of each kind."""

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
        self.head = meta_from(row.head)
        self._bots: list[int] = []
        self._is_deserted = False
        self._read: TableMeta | None = None  # the head that these two were read from
        self.status = row.status
        self.due = row.due
        self.held = {seat.seat: seat for seat in held}
        self.n = 0  # entries in the journal
        self.script: Final = script(self.head.lesson) if self.head.lesson else None
        self.match: Match | None = None
        self.clocks: ClockState | None = None
        self.commands: list[list[Command]] = [[] for _ in range(row.seats)]  # of each seat, by its `nth`
        self.undone: list[list[int]] = [[] for _ in range(row.seats)]
        self.acted: set[int] = set()  # the seats with an action in the log
        self.free: list[bool | None] = [None] * row.seats  # may the last action be taken back? None: find out
        self.without: list[State | None] = [None] * row.seats  # the position as if it had not been done
        self.acted_alone: list[bool] = [False] * row.seats  # was it done while no other seat could act?
        self.entries: list[int] = []  # the journal entry of each action of the log
        self.last_cut = -1  # the newest entry that took something back that others had seen
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
        self._read_head()
        return self._bots

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still until a person returns."""
        self._read_head()
        return self._is_deserted and self.status == PLAYING

    def _read_head(self) -> None:
        """Read players from the head, when it is another one: every action asks, and it changes seldom."""
        if self._read is not self.head:
            self._bots = [seat for seat, chair in enumerate(self.head.chairs) if chair.is_automatic]
            self._is_deserted = self.head.is_deserted
            self._read = self.head

    def cut_for(self, viewer: int | None) -> int:
        """The newest entry that took something back that this viewer had seen."""
        return max(self.last_cut, self.own_cuts.get(viewer, -1))

    def to_act(self) -> tuple[int, ...]:
        """Whom the match waits for; nobody where it has been abandoned."""
        return self.match.to_act() if self.match is not None and self.status != CLOSED else ()

    def timed(self) -> tuple[int, ...]:
        """The seats whose clocks run."""
        return () if self.is_paused else self.to_act()

    def apply_entry(self, entry: JournalEntry) -> None:
        """Apply one entry of the journal, except to the position of the match."""
        self.n = entry.n + 1
        if entry.cut is not None and entry.body.get("private"):
            del self.entries[entry.cut]  # what followed stands, as old as it was
            self.own_cuts[entry.seat] = entry.n
        else:
            if entry.cut is not None:
                del self.entries[entry.cut :]
                self.last_cut = entry.n
            self.entries.extend([entry.n] * len(entry.log))
        read = HANDLERS.get(entry.kind)
        if read is not None:
            read(self, entry)
        if "left" in entry.body and self.clocks is None:
            self.clocks = ClockState(self.head.clock, self.row.seats, entry.at, self.outages)
        if "left" in entry.body and self.clocks is not None:
            self.clocks.left = list(entry.body["left"])
            self.clocks.at = entry.at


def _apply_chair(table: JournalState, entry: JournalEntry) -> None:
    if "chairs" in entry.body:
        chairs = convert(entry.body["chairs"], tuple[SeatConfig, ...])
    else:  # a journal from before seats could be shared names the one seat only
        assert entry.seat is not None
        chair = convert(entry.body["chair"], SeatConfig)
        chairs = (*table.head.chairs[: entry.seat], chair, *table.head.chairs[entry.seat + 1 :])
    table.head = structs.replace(table.head, chairs=chairs)


def _apply_start(table: JournalState, entry: JournalEntry) -> None:
    if table.status == OPEN:
        table.status = PLAYING
    table.take_backs += [TakeBack(*one) for one in entry.body.get("take_backs", [])]
    if "drawn" in entry.body:
        _apply_drawn(table, entry.body["drawn"], convert(entry.body["chairs"], tuple[SeatConfig, ...]))


def _apply_drawn(table: JournalState, order: Sequence[int], chairs: tuple[SeatConfig, ...]) -> None:
    """Seats were drawn: chat lines and mutes move with their people."""
    table.head = structs.replace(table.head, chairs=chairs, drawn=tuple(order))
    seats: dict[int | None, int | None] = {before: seat for seat, before in enumerate(order)}
    table.chat = [
        spoken._replace(line=structs.replace(spoken.line, seat=seats.get(spoken.line.seat)))
        for spoken in table.chat
    ]
    table.muted = [{seats.get(who) for who in table.muted[before]} for before in order]


def _apply_play(table: JournalState, entry: JournalEntry) -> None:
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


def _apply_undo(table: JournalState, entry: JournalEntry) -> None:
    assert entry.seat is not None
    table.asking = None
    table.commands[entry.seat].append(UNDO)
    table.undone[entry.seat].append(entry.body["action"])
    if "take_back" in entry.body:
        table.take_backs.append(TakeBack(*entry.body["take_back"]))


def _apply_ask(table: JournalState, entry: JournalEntry) -> None:
    assert entry.seat is not None
    table.askings += 1
    table.asking = Asking(entry.seat, [], table.askings)


def _apply_answer(table: JournalState, entry: JournalEntry) -> None:
    assert entry.seat is not None
    if table.asking is None or not entry.body["yes"]:
        table.asking = None
    else:
        agreed = sorted({*table.asking.agreed, entry.seat})
        table.asking = structs.replace(table.asking, agreed=agreed)


def _apply_chat(table: JournalState, entry: JournalEntry) -> None:
    line = ChatLine(entry.seat, entry.body["name"], entry.body["text"], entry.at / 1000)
    table.chat.append(Spoken(entry.n, line, entry.body.get("key", "")))
    del table.chat[:-CHAT_KEPT]


def _apply_mute(table: JournalState, entry: JournalEntry) -> None:
    assert entry.seat is not None
    muted = table.muted[entry.seat]
    (muted.add if entry.body["on"] else muted.discard)(entry.body["who"])


def _apply_resign(table: JournalState, entry: JournalEntry) -> None:
    _apply_chair(table, entry)
    table.abandoning = tuple(seat for seat in table.abandoning if seat != entry.seat)
    _apply_close(table, entry)


def _apply_abandon(table: JournalState, entry: JournalEntry) -> None:
    assert entry.seat is not None
    agreed = {*table.abandoning, entry.seat} if entry.body["yes"] else set()
    table.abandoning = tuple(sorted(agreed))
    _apply_close(table, entry)


def _apply_close(table: JournalState, entry: JournalEntry) -> None:
    """The last of those who resign or agree ends the match."""
    if entry.body.get("closed"):
        table.status = CLOSED


def _apply_rematch(table: JournalState, entry: JournalEntry) -> None:
    table.head = structs.replace(table.head, rematch=entry.body["table"])


HANDLERS: Final[dict[str, Callable[[JournalState, JournalEntry], None]]] = {
    "sit": _apply_chair,
    "leave": _apply_chair,
    "seat": _apply_chair,
    "absent": _apply_chair,
    "return": _apply_chair,
    "start": _apply_start,
    "play": _apply_play,
    "redo": _apply_play,
    "undo": _apply_undo,
    "ask": _apply_ask,
    "answer": _apply_answer,
    "chat": _apply_chat,
    "mute": _apply_mute,
    "rematch": _apply_rematch,
    "resign": _apply_resign,
    "abandon": _apply_abandon,
}


class RefusedAt(AbbatiaError):
    """Raised when the rules refuse an action of a batch before anything came to light."""

    def __init__(self, at: int, refusal: Refusal) -> None:
        super().__init__(f"action {at}: {refusal.reason.key}")
        self.at = at
        self.refusal = refusal


def playable(state: State, seat: int, actions: Sequence[int]) -> int:
    """The number of actions of a batch that are played: up to and including the first that reveals something.

    They are tried on a copy of the position, so that a refused batch leaves nothing to take back. The batch
    ends where `preview` stops: an event reveals something or gives another seat a secret, the seat is no
    longer to act (chance acts, others do, or the match is over), or another turn begins. Where seats act at
    once, the action that ends a seat's part may begin the next turn or not, as others have finished or not;
    so no batch goes beyond a turn. Chance never acts within a batch, and whether it is refused depends only
    on what the seat knows (law 8). Raises RefusedAt.
    """
    if len(actions) == 1:
        refusal = state.why_not(seat, actions[0])
        if refusal is not None:
            raise RefusedAt(0, refusal)
        return 1
    trial, turn = state.clone(), state.turn_id()
    for at, action in enumerate(actions):
        refusal = trial.why_not(seat, action)
        if refusal is not None:
            raise RefusedAt(at, refusal)
        events: list[Event] = []
        trial.events = events
        trial.apply(seat, action)
        trial.events = None
        if not goes_on(trial, seat, turn) or any(discloses(event, seat) for event in events):
            return at + 1
    return len(actions)


def goes_on(state: State, seat: int, turn: int) -> bool:
    """Whether a seat is to act in the same turn as before."""
    return seat in state.to_act() and state.turn_id() == turn


class Transition:
    """One change of a table: its journal entry, the update of its row, and what happened in the match.

    `logged` is None when the log was cut, so that every viewer has to be shown it anew.
    """

    __slots__ = ("entry", "change", "logged", "nth", "played")

    def __init__(
        self,
        entry: JournalEntry,
        change: TableUpdate | None,
        logged: list[LogEntry] | None,
        nth: int,
        played: int,
    ) -> None:
        self.entry = entry
        self.change = change
        self.logged = logged
        self.nth = nth  # how many commands the seat has given now
        self.played = played  # how many actions of a batch were carried out


class Repeated(AbbatiaError):
    """Raised for a command that was already carried out: answer it the same way."""

    def __init__(self, nth: int, played: int = 0) -> None:
        super().__init__(nth)
        self.nth = nth
        self.played = played


class MatchState(JournalState):
    """The part of a table's state that plays: the match, and for each seat whether an undo is free.

    `free` answers that without a replay: it is kept up with every action, as `Match.undo` would judge.
    """

    def _play(self, seat: int, action: int) -> list[LogEntry]:
        """Play a legal action; keep up which seats may take back freely, as Match.undo would judge."""
        match = self.match
        assert match is not None
        at_once = match.state.clone() if len(match.to_act()) > 1 else None
        turn = match.turns.count
        logged: list[LogEntry] = []
        match.listeners[:] = [logged.append]
        match.carry_out(seat, action)
        match.listeners.clear()
        self.acted.add(seat)
        others_free, self.free = self.free, [False] * self.row.seats
        if len(logged) > 1:
            return logged
        self.free[seat] = not binds(logged[0], seat)
        self.without[seat], self.acted_alone[seat] = at_once, at_once is None
        if match.turns.count != turn:
            return logged
        for other, free in enumerate(others_free):
            if other != seat and free is not False and not binds(logged[0], other):
                self.free[other] = self._holds_without(other, seat, action) if free else None
        return logged

    def _holds_without(self, other: int, seat: int, action: int) -> bool | None:
        """Whether what a seat did now could also be done without the other's last action; None: unknown."""
        if self.acted_alone[other]:
            return False  # without it, it would still be the other's turn
        position = self.without[other]
        if position is None:
            return None
        if position.why_not(seat, action) is not None:
            return False
        position.apply(seat, action)
        return True

    def _advance(self, entry: JournalEntry) -> list[LogEntry]:
        """Play what another process has stored. Raises RefusedAt."""
        assert self.match is not None
        logged: list[LogEntry] = []
        for seat, action in entry.log:
            if seat != CHANCE:
                playable(self.match.state, seat, (action,))
                logged += self._play(seat, action)
        return logged

    def _try_undo(self, seat: int) -> bool:
        assert self.match is not None
        copy = self._match(self.match.log)
        try:
            copy.undo(seat)
        except Refused:
            return False
        return True

    def _judge_anew(self) -> None:
        """Read anew which seats have acted; whether each may take back freely is found out when asked for."""
        first = 0 if self.script is None else len(self.script.opening.log)  # a lesson keeps its opening
        self.acted = {seat for seat, _ in self.match.log[first:]} if self.match is not None else set()
        self.free = [None] * self.row.seats
        self.without = [None] * self.row.seats
        self.acted_alone = [False] * self.row.seats

    def is_free(self, seat: int) -> bool:
        """Whether the seat may take back its last action without asking; tried on a copy where unknown."""
        if self.script is not None:
            return seat in self.acted
        known = self.free[seat]
        if known is None:
            known = self.free[seat] = self._try_undo(seat)
        return known

    def _play_again(self, log: Sequence[tuple[int, int]]) -> None:
        self.match = self._match(log)
        self._judge_anew()

    def _match(self, log: Sequence[tuple[int, int]]) -> Match:
        """The match of a log: with the dice of this table, or with what its lesson lets chance do."""
        lots = None if self.script is None else self.script.lot
        dice = FairRng(self.row.secret)
        return Match(self.title, self.row.seats, self.row.options, rng=dice, log=log, lots=lots)
