"""TableState: one table as a function of its row and its journal. It does no input or output.

Every command returns a Transition: the journal entry and what happened. It is applied to the state when it is
made; a caller that cannot store it throws the state away and loads the table again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import structs, to_builtins

from abbatia.core.chance import draw_seats
from abbatia.core.contract import Title
from abbatia.core.match import LogEntry, Match, is_private
from abbatia.core.refusals import Refused
from abbatia.server.errors import Denied, denied_by
from abbatia.server.live.clocks import ClockState, has_clock
from abbatia.server.live.lesson_state import LessonState
from abbatia.server.live.match_state import (
    REDO,
    SAME_BATCH,
    UNDO,
    Command,
    RefusedAt,
    Repeated,
    Transition,
    command_of,
    playable,
)
from abbatia.server.live.outages import NO_OUTAGES, Outages
from abbatia.server.live.table_meta import SeatConfig, meta_to, with_shared
from abbatia.storage.model import (
    CLOSED,
    OPEN,
    OVER,
    PLAYING,
    JournalEntry,
    SeatHolder,
    TableRow,
    TableUpdate,
    log_after,
)

WATCH: Final = 10_000
"""Milliseconds after which any process checks whether a bot was forgotten."""


class TableState(LessonState):
    """One table. Seats count from 0. Every command returns a Transition or raises Denied."""

    @classmethod
    def load(
        cls,
        row: TableRow,
        held: Sequence[SeatHolder],
        journal: Sequence[JournalEntry],
        find: Callable[[TableRow], Title],
        outages: Outages = NO_OUTAGES,
    ) -> "TableState":
        """Load a table from its row and its journal. Raises BadLog if the rules do not allow its log."""
        table = cls(row, held, find, outages)
        log: list[tuple[int, int]] = []
        for entry in journal:
            log_after(log, entry)
            table.apply_entry(entry)
        if table.status != OPEN:
            table._play_again(log)
            table._settle(table.match, journal[-1].at)
        return table

    def follow(self, entry: JournalEntry) -> Transition:
        """Apply an entry that another process has stored."""
        log = log_after(list(self.match.log) if self.match else [], entry)
        self.apply_entry(entry)
        self.due = None  # the other process may have set another wake-up
        logged: list[LogEntry] | None = []
        if self.match is None or entry.cut is not None:
            logged = None
            if self.status != OPEN:
                self._play_again(log)
        elif entry.log:
            logged = self._advance(entry)
            if self.match.log != log:
                raise ValueError(f"table {self.id}: entry {entry.n} does not follow from the seed")
        self._settle(self.match, entry.at)
        return Transition(entry, None, logged, 0, 0)

    def _settle(self, match: Match | None, at: int) -> None:
        """After following others: whose clocks run, and whether it is over."""
        if match is None:
            return
        if self.clocks is not None:
            self.clocks.running = self.timed()
        if self.status == PLAYING:
            self._ending(at)

    # -- around the match

    def sit(self, seat: int, chair: SeatConfig, holder: SeatHolder | None, kind: str, now: int) -> Transition:
        """Change the player of a seat; the holder's token comes or goes with it."""
        chairs = list(self.head.chairs)
        chairs[seat] = chair
        if holder is not None:
            self.held[seat] = holder
        elif chair.kind != "person":
            self.held.pop(seat, None)
        self.head = structs.replace(self.head, chairs=with_shared(chairs, self.held))
        change = TableUpdate(
            head=meta_to(self.head),
            seats=(holder,) if holder is not None else (),
            left=(seat,) if holder is None and chair.kind != "person" else (),
        )
        if self.clocks is not None and kind in ("absent", "return"):
            self.clocks.turn(now, self.timed())
            if kind == "return":
                self.clocks.refill(seat)
        body = {"chairs": to_builtins(self.head.chairs)}
        return self._transition(kind, now, seat=seat, body=body, change=change)

    def hand_over(self, seat: int, user: str, now: int) -> Transition:
        """A seat is an account's from now on; its token stays, and lists of tables keep their order."""
        holder = structs.replace(self.held[seat], user=user)
        self.held[seat] = holder
        change = TableUpdate(seats=(holder,))
        chairs = with_shared(self.head.chairs, self.held)
        if chairs != self.head.chairs:
            self.head = structs.replace(self.head, chairs=chairs)
            change = structs.replace(change, head=meta_to(self.head))
        return self._transition("sit", now, seat=seat, body={"chairs": to_builtins(chairs)}, change=change)

    def start(self, now: int, log: Sequence[tuple[int, int]] = ()) -> Transition:
        """Begin the match: with the first chance, or with the actions of a record."""
        if self.status != OPEN:
            raise Denied("not_possible", "server.started")
        if any(chair.kind == "open" for chair in self.head.chairs):
            raise Denied("not_possible", "server.seats_open")
        change, body = self._draw_seats() if self.head.seating == "drawn" else (TableUpdate(), {})
        self._play_again(log)
        assert self.match is not None
        if self.match.result() is not None:
            self.match = None
            raise Denied("not_possible", "server.over_already")
        self.status = PLAYING
        if has_clock(self.head.clock):
            self.clocks = ClockState(self.head.clock, self.row.seats, now, self.outages)
            self.clocks.turn(now, self.match.to_act())
        change = structs.replace(change, status=PLAYING)
        return self._transition(
            "start", now, log=tuple(self.match.log), body=body, logged=None, change=change
        )

    def _draw_seats(self) -> tuple[TableUpdate, dict[str, Any]]:
        """Let everybody sit down in the order that the seed gives; whoever holds a token keeps it."""
        order = draw_seats(self.row.secret, self.row.seats)
        chairs = tuple(self.head.chairs[before] for before in order)
        self.head = structs.replace(self.head, chairs=chairs, drawn=tuple(order))
        held = self.held
        self.held = {
            seat: structs.replace(held[before], seat=seat)
            for seat, before in enumerate(order)
            if before in held
        }
        left = tuple(seat for seat in held if seat not in self.held)
        change = TableUpdate(head=meta_to(self.head), seats=tuple(self.held.values()), left=left)
        return change, {"drawn": order, "chairs": to_builtins(chairs)}

    def say(self, seat: int | None, name: str, text: str, key: str, now: int) -> Transition:
        """A line of the chat; under a key that was used before it has been said already."""
        if key and any(said.key == key and said.line.seat == seat for said in self.chat):
            raise Repeated(0)
        body = {"name": name, "text": text}
        return self._transition("chat", now, seat=seat, body={**body, "key": key} if key else body)

    def mute(self, seat: int, who: int | None, now: int, *, on: bool) -> Transition:
        return self._transition("mute", now, seat=seat, body={"who": who, "on": on})

    def meet_again(self, table: str, now: int) -> Transition:
        self.head = structs.replace(self.head, rematch=table)
        return self._transition(
            "rematch", now, body={"table": table}, change=TableUpdate(head=meta_to(self.head))
        )

    # -- the match

    def playing(self) -> Match:
        """The match, when it is going on. Raises Denied."""
        if self.match is None:
            raise Denied("not_started")
        if self.status != PLAYING:
            raise Denied("over", "core.over")
        return self.match

    def play(self, seat: int, nth: int, texts: Sequence[str], now: int, *, bot: bool = False) -> Transition:
        """Carry out a batch of actions of a seat as one unit, and all chance that follows the last of them.

        What comes after the first revelation is dropped; when an action before it is refused, none is done.
        """
        if self.match is None:
            raise Denied("not_started")
        actions: list[int] = []
        try:
            for text in texts:
                actions.append(self.match.number(text))
        except Refused as refused:
            self._match_for(seat, bot=bot)
            raise denied_by(refused.refusal, len(actions)) from None
        match = self._next_of(seat, nth, command_of(actions), bot=bot)
        try:
            count = playable(match.state, seat, actions)
        except RefusedAt as refused:
            denied = denied_by(refused.refusal, refused.at)
            denied.lesson = self.taught(actions[: refused.at], actions[refused.at])
            raise denied from None
        if not bot:
            count = self.accepted(actions[:count])
        return self._carry_out("play", seat, actions[:count], now, dropped=actions[count:])

    def redo(self, seat: int, nth: int, now: int) -> Transition:
        """Play again what was taken back last."""
        match = self._next_of(seat, nth, REDO)
        if not self.undone[seat]:
            raise Denied("not_possible", "server.nothing_to_redo")
        action = self.undone[seat][-1]
        refusal = match.state.why_not(seat, action)
        if refusal is not None:
            raise denied_by(refusal)
        return self._carry_out("redo", seat, [action], now)

    def undo(self, seat: int, nth: int, now: int, *, agreed: bool = False) -> Transition:
        """Take back the seat's last action: freely, or everything since when all have agreed."""
        match = self._next_of(seat, nth, UNDO)
        if not agreed and seat in self.acted and not self.is_free(seat):
            self._check_take_back()
            raise Denied("needs_consent", "core.undo_revealed")
        body: dict[str, Any]
        if self.script is not None:
            cut, action = self.step_back(match, seat)
            body = {"nth": nth, "action": action, "private": False}
            return self._transition("undo", now, seat=seat, cut=cut, body=body, logged=None)
        old, turns, before = list(match.log), match.turns, len(match.take_backs)
        private = not agreed and is_private(match, seat)
        match.listeners.clear()
        try:
            match.undo(seat, agreed=agreed)
        except Refused as refused:
            raise denied_by(refused.refusal) from None
        cut = next(
            (i for i, (a, b) in enumerate(zip(old, match.log, strict=False)) if a != b), len(match.log)
        )
        action = next(action for actor, action in reversed(old) if actor == seat)
        if self.clocks is not None:
            self.clocks.go_back(now, turns, match.turns, match.to_act(), self._absent(), fresh=agreed)
        self._judge_anew()
        body = {"nth": nth, "action": action, "private": private}
        if len(match.take_backs) > before:
            body["take_back"] = list(match.take_backs[-1])
        log = tuple(match.log[cut:])
        return self._transition("undo", now, seat=seat, cut=cut, log=log, body=body, logged=None)

    def ask(self, seat: int, nth: int, now: int) -> Transition:
        """Ask all other people to consent to an undo; alone among bots it is done at once.

        Nobody agrees for a person who is away.
        """
        self._next_of(seat, nth, UNDO)
        if seat not in self.acted:
            raise Denied("not_possible", "core.nothing_to_undo")
        if self.asking is not None and self.asking.seat == seat:
            raise Repeated(nth)
        if self.is_free(seat):
            return self.undo(seat, nth, now)
        self._check_take_back()
        others = self._people_but(seat)
        if not others:
            return self.undo(seat, nth, now, agreed=True)
        away = [other for other in others if self.head.chairs[other].standing_in]
        if away:
            raise Denied("not_possible", "server.away_cannot_agree", seats=away)
        return self._transition("ask", now, seat=seat)

    def answer(self, seat: int, number: int, now: int, *, yes: bool) -> Transition:
        """Consent to this question or not; with the last consent the undo is carried out."""
        self._match_for(seat)
        asking = self.asking
        if asking is None or asking.number != number or (yes and seat == asking.seat):
            raise Denied("nothing_asked")
        agreed = {*asking.agreed, seat}
        if yes and all(other in agreed for other in self._people_but(asking.seat)):
            return self.undo(asking.seat, len(self.commands[asking.seat]), now, agreed=True)
        return self._transition("answer", now, seat=seat, body={"yes": yes})

    def absent(self, seat: int, now: int) -> Transition:
        """The clock of a seat fell: a bot stands in."""
        chair = self.head.chairs[seat]
        stand_in = structs.replace(chair, bot=self.head.stand_in, standing_in=True)
        return self.sit(seat, stand_in, self.held.get(seat), "absent", now)

    def come_back(self, seat: int, now: int) -> Transition:
        """A person takes the seat back from the bot."""
        chair = self.head.chairs[seat]
        if not chair.standing_in:
            raise Denied("not_possible", "server.not_stood_in")
        if chair.resigned:
            raise Denied("not_possible", "server.resigned")
        person = structs.replace(chair, bot=None, standing_in=False)
        return self.sit(seat, person, self.held.get(seat), "return", now)

    def give_up(
        self, kind: str, seat: int, now: int, *, body: dict[str, Any], head: bool, closes: bool
    ) -> Transition:
        """A seat resigns or agrees to abandon; with the last one the match is over without a result."""
        change: TableUpdate | None = TableUpdate(head=meta_to(self.head)) if head else None
        if closes:
            body = {**body, "closed": True}
            self.head = structs.replace(self.head, ended=now, actions=len(self.playing().log))
            change = TableUpdate(status=CLOSED, due=None, head=meta_to(self.head))
        if self.clocks is not None:
            self.clocks.turn(now, () if closes else self.timed())
        return self._transition(kind, now, seat=seat, body=body, change=change)

    # -- inside

    def _match_for(self, seat: int, *, bot: bool = False) -> Match:
        match = self.playing()
        if not bot and self.head.chairs[seat].standing_in:
            raise Denied("not_possible", "server.stood_in")
        if self.is_paused:
            raise Denied("not_possible", "server.paused")
        return match

    def _check_take_back(self) -> None:
        """Raises Denied where nothing that was revealed is taken back."""
        if self.head.take_back == "none":
            raise Denied("not_possible", "server.no_take_back")

    def _next_of(self, seat: int, nth: int, command: Command, *, bot: bool = False) -> Match:
        """The match, when this is the seat's next command. Raises Repeated for one that was carried out."""
        done = self.commands[seat]
        if nth < len(done) and done[nth] == command:
            played = 1
            while nth + played < len(done) and done[nth + played] == SAME_BATCH:
                played += 1
            raise Repeated(nth + played, played)
        match = self._match_for(seat, bot=bot)
        if nth != len(done):
            raise Denied("stale", nth=len(done))
        return match

    def _carry_out(
        self, kind: str, seat: int, actions: Sequence[int], now: int, dropped: Sequence[int] = ()
    ) -> Transition:
        """Play actions that the rules allow, as one entry of the journal."""
        match = self.match
        assert match is not None
        start = len(match.log)
        logged: list[LogEntry] = []
        for action in actions:
            turn = match.turns.count
            asked = match.turns.seats(turn)
            logged += self._play(seat, action)
            if self.clocks is not None:
                self.clocks.go_on(now, match.turns, turn, asked, match.to_act(), self._absent())
        body: dict[str, Any] = {"nth": len(self.commands[seat])}
        if dropped:
            body["dropped"] = list(dropped)
        log = tuple(match.log[start:])
        return self._transition(
            kind,
            now,
            seat=seat,
            log=log,
            body=body,
            logged=logged,
            change=self._ending(now),
            played=len(actions),
        )

    def _ending(self, now: int) -> TableUpdate | None:
        """What changes when the match has just ended."""
        assert self.match is not None
        result = self.match.result()
        if result is None:
            return None
        self.status = OVER
        self.head = structs.replace(
            self.head,
            scores=tuple(result.scores),
            ended=now,
            actions=len(self.match.log),
            take_backs=len(self.take_backs),
        )
        return TableUpdate(status=OVER, head=meta_to(self.head))

    def _transition(
        self,
        kind: str,
        now: int,
        *,
        seat: int | None = None,
        log: tuple[tuple[int, int], ...] = (),
        cut: int | None = None,
        body: dict[str, Any] | None = None,
        logged: Sequence[LogEntry] | None = (),
        change: TableUpdate | None = None,
        played: int = 0,
    ) -> Transition:
        facts = body or {}
        if self.clocks is not None:
            facts = {**facts, "left": self.clocks.shown(now)}
        entry = JournalEntry(self.n, now, kind, seat, log, cut, facts)
        self.apply_entry(entry)
        nth = len(self.commands[seat]) if seat is not None else 0
        encoded = None if logged is None else list(logged)
        return Transition(entry, self._with_due(change, now), encoded, nth, played)

    def _with_due(self, change: TableUpdate | None, now: int) -> TableUpdate | None:
        """Wake somebody when a clock falls or a bot might be forgotten; a wake-up too early does no harm."""
        wanted = self.wanted_due(now)
        if wanted is None or (self.due is not None and now < self.due <= wanted):
            return change
        self.due = wanted
        return structs.replace(change or TableUpdate(), due=wanted)

    def wanted_due(self, now: int) -> int | None:
        """When this table should be looked at again, if nothing happens before."""
        bots = self.automatic()
        if self.script is not None or (self.clocks is None and not bots):
            return None  # in a lesson the learner's coming back wakes the others
        if self.status != PLAYING or self.is_paused or not self.head.has_people:
            return None
        ends = [] if self.clocks is None else [self.clocks.falls(bots)]
        if any(seat in bots for seat in self.to_act()):
            ends.append(now + WATCH)
        return min((end for end in ends if end is not None), default=None)

    def _absent(self) -> list[int]:
        """The seats where bots stand in: their clocks earn nothing."""
        return [seat for seat, chair in enumerate(self.head.chairs) if chair.standing_in]

    def _people_but(self, seat: int) -> list[int]:
        """The other people who still play, whether they are there or a bot stands in for them."""
        people = [
            other
            for other, chair in enumerate(self.head.chairs)
            if chair.kind == "person" and not chair.resigned
        ]
        return [other for other in people if other != seat]
