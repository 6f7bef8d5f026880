"""Match: one play of a title. A state, its log, and the chance that answers; used by everybody who plays."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Event, OptionValue, Result, State, Title
from abbatia.core.observation import AnyObservation
from abbatia.core.playout import Entry
from abbatia.core.refusals import Refusal, Refused
from abbatia.core.turns import Turns
from abbatia.core.words import Message
from abbatia.errors import AbbatiaError

Listener = Callable[["LogEntry"], None]
Lots = Callable[[Sequence[Entry]], int]
"""Says what chance does after a log; -1 where it does not say (a lesson that knows its draws)."""


class LogEntry:
    """One entry of the log as it was carried out: its number and turn, the seat, its action, the events."""

    __slots__ = ("number", "turn", "seat", "action", "events")

    def __init__(self, number: int, turn: int, seat: int, action: int, events: list[Event]) -> None:
        self.number = number
        self.turn = turn
        self.seat = seat
        self.action = action
        self.events = events


class TakeBack(NamedTuple):
    """Something revealed that was taken back: by which seat, and how many actions of the log were kept."""

    seat: int
    at: int


class Decision:
    """All that a bot or a client gets to decide with: never the state, never the match's generator.

    It is a picture of one moment: it stays the same when the match goes on.

    Examples:
        >>> import abbatia
        >>> decision = abbatia.new_match("cardinal", seats=3, seed=2026).decision(0)
        >>> [decision.title.vocabulary[action] for action in decision.legal][:2]
        ['pay bavaria', 'pay italy']
        >>> decision.observation["own"]["hand"]
        ['burgundy', 'italy', 'italy']
    """

    __slots__ = ("title", "seat", "legal", "_moment")

    def __init__(self, state: State, seat: int) -> None:
        self.title: Final = state.title
        self.seat: Final = seat
        self.legal: Sequence[int] = state.legal(seat)
        self._moment: Final = state.clone()

    @property
    def observation(self) -> AnyObservation:
        """What the seat sees."""
        return self._moment.observe(self.seat)

    @property
    def prompt(self) -> Message:
        """What is asked of the seat, as one sentence."""
        return self._moment.prompt(self.seat)

    def imagine(self, rng: Rng) -> State:
        """A whole position that this seat cannot tell from the real one."""
        return self._moment.imagine(self.seat, rng)


class BadLog(AbbatiaError):
    """Raised when a log cannot be replayed: which entry, and why not."""

    def __init__(self, index: int, refusal: Refusal) -> None:
        super().__init__(f"entry {index}: {refusal.reason.key}")
        self.index = index
        self.refusal = refusal


class Match:
    """One play of a title. Chance acts by itself as soon as it is its turn.

    With a `log`, the match goes on where that log ends; BadLog names the first entry that is not legal.

    Examples:
        >>> import abbatia
        >>> match = abbatia.new_match("cardinal", seats=3, seed=2026)
        >>> match.to_act()
        (0,)
        >>> match.play(0, match.number("pay italy"))
        >>> match.undo(0)
    """

    def __init__(
        self,
        title: Title,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        *,
        rng: Rng,
        log: Sequence[Entry] = (),
        listeners: Sequence[Listener] = (),
        lots: Lots | None = None,
    ) -> None:
        self.title: Final = title
        self.seats: Final = seats
        self.options: Final = title.setup(seats, options or {})
        self.rng: Final = rng
        self.lots: Final = lots
        self.listeners: Final[list[Listener]] = list(listeners)
        self.log: list[Entry] = []
        self.take_backs: Final[list[TakeBack]] = []  # of what was revealed
        self._chances = 0  # how many entries of the log are chance's
        self.state: State = title.start(seats, **self.options)
        self.turns = Turns()
        self.turns.note(self.state, 0)
        self._follow(log)
        self._let_chance_act()

    def to_act(self) -> tuple[int, ...]:
        """The seats that the match waits for; empty when it is over."""
        return self.state.to_act()

    def decision(self, seat: int) -> Decision:
        """What a seat that is to act decides with. Raises Refused when it is not its turn."""
        if seat not in self.to_act():
            raise Refused(self.state.why_not(seat, 0) or Refusal("core.over", ""))
        return Decision(self.state, seat)

    def number(self, text: str) -> int:
        """The action with this text. Raises Refused for a text that the title does not know."""
        action = self.title.numbers.get(" ".join(text.split()).lower())
        if action is None:
            raise Refused(Refusal("core.unknown_text", "", text=text[:80]))
        return action

    def play(self, seat: int, action: int) -> None:
        """Carry out an action of a seat and all chance that follows. Raises Refused; then nothing changed."""
        refusal = self.state.why_not(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        self.carry_out(seat, action)

    def carry_out(self, seat: int, action: int) -> None:
        """The same for an action of which the caller knows that it is legal."""
        self._carry_out(seat, action)
        self._let_chance_act()

    def result(self) -> Result | None:
        """The result once the match is over, else None."""
        return self.state.result()

    def undo(self, seat: int, *, agreed: bool = False) -> None:
        """Take back the last action of a seat. Raises Refused where that would need everybody's consent.

        Free while nothing was revealed since: chance did not answer, nothing hidden came to light, nobody
        got a secret message, and nobody acted but seats that could act at the same time (whose actions stay)
        in the same turn. What others do in secret meanwhile changes nothing: an undo must not betray it.
        `agreed` says that all consent: then everything from that action on is taken back. Where that goes
        past a reveal, what seats did at the same time goes with it: nobody keeps what was decided before and
        is known now. Such a take-back is remembered in `take_backs`.
        """
        mine = [index for index, (actor, _) in enumerate(self.log) if actor == seat]
        if not mine:
            raise Refused(Refusal("core.nothing_to_undo", ""))
        last = mine[-1]
        if agreed:
            start = self._reopening(seat, last)
            if start is not None:
                self.take_backs.append(TakeBack(seat, start))
            self._rewind(self.log[: last if start is None else start])
        elif self._is_free_to_undo(seat, last):
            self._rewind(self.log[:last] + self.log[last + 1 :])
        else:
            raise Refused(Refusal("core.undo_revealed", ""))

    def _is_free_to_undo(self, seat: int, last: int) -> bool:
        """Whether nothing was revealed by the entry `last` or after it; decided by playing it again.

        What others did after it must stand without it: they may have gone on only because of it.
        """
        again = Match(self.title, self.seats, self.options, rng=Rng(0), log=self.log[:last])
        without = again.state.clone()
        for actor, action in self.log[last:]:
            if actor != seat:
                if actor == CHANCE or without.why_not(actor, action) is not None:
                    return False
                without.apply(actor, action)
            turn = again.turns.count
            entries: list[LogEntry] = []
            again.listeners[:] = [entries.append]
            again._carry_out(actor, action)
            if binds(entries[0], seat) or (actor != seat and again.turns.count != turn):
                return False
        return True

    def _reopening(self, seat: int, last: int) -> int | None:
        """Where the match goes on when the entry `last` of a seat is taken back although it was revealed.

        That entry, when it was made in the seat's own turn; the beginning of the turn, when several seats had
        it at once. None when nothing was revealed by that entry or after it.
        """
        entries: list[LogEntry] = []
        again = Match(self.title, self.seats, self.options, rng=Rng(0), log=self.log[:last])
        again.listeners.append(entries.append)
        for actor, action in self.log[last:]:
            again._carry_out(actor, action)
        if not any(reveals(entry) for entry in entries):
            return None
        turn = self.turns.of(last)
        return self.turns.starts[turn - 1] if len(self.turns.owners(turn)) > 1 else last

    def _rewind(self, log: list[Entry]) -> None:
        self.state = self.title.start(self.seats, **self.options)
        self.log = []
        self.turns = Turns()
        self.turns.note(self.state, 0)
        self._chances = 0
        listeners = self.listeners[:]
        self.listeners.clear()
        self._follow(log)
        self.listeners.extend(listeners)
        self._let_chance_act()

    def _follow(self, log: Sequence[Entry]) -> None:
        for index, (seat, action) in enumerate(log):
            refusal = self.state.why_not(seat, action)
            if refusal is not None:
                raise BadLog(index, refusal)
            self._carry_out(seat, action)

    def _carry_out(self, seat: int, action: int) -> None:
        events: list[Event] = []
        if self.listeners:
            self.state.events = events
        self.state.apply(seat, action)
        self.state.events = None
        happening = LogEntry(len(self.log), self.turns.count, seat, action, events)
        self.log.append((seat, action))
        self.turns.note(self.state, len(self.log))
        if seat == CHANCE:
            self._chances += 1
        for listener in self.listeners:
            listener(happening)

    def _let_chance_act(self) -> None:
        while CHANCE in self.state.to_act():
            self.rng.seek(self._chances)
            outcome = -1 if self.lots is None else self.lots(self.log)
            if outcome < 0:
                outcome = self.state.draw_lot(self.rng)
            elif (refusal := self.state.why_not(CHANCE, outcome)) is not None:
                raise Refused(refusal)
            self._carry_out(CHANCE, outcome)


def binds(entry: LogEntry, seat: int) -> bool:
    """Whether an entry ends the free undo of a seat: its own disclosed something, another informed it."""
    if entry.seat == seat:
        return any(discloses(event, seat) for event in entry.events)
    return any(event.reveals or seat in event.to for event in entry.events)


def reveals(entry: LogEntry) -> bool:
    """Whether an entry brought something to light for anybody but the seat that acted."""
    return entry.seat == CHANCE or any(discloses(event, entry.seat) for event in entry.events)


def is_private(match: Match, seat: int) -> bool:
    """Whether the last action of a seat had messages for this seat only."""
    last = max((index for index, (actor, _) in enumerate(match.log) if actor == seat), default=-1)
    if last < 0:
        return False
    entries: list[LogEntry] = []
    again = Match(match.title, match.seats, match.options, rng=Rng(0), log=match.log[:last])
    again.listeners.append(entries.append)
    again.play(*match.log[last])
    return all(event.seen is None and event.to == (seat,) for event in entries[0].events)


def discloses(event: Event, seat: int) -> bool:
    """Whether an event of this seat's own action revealed something or gave another seat a secret message."""
    return event.reveals or any(other != seat for other in event.to)


Choose = Callable[[Decision], int]
"""A player as a function: the action it chooses in a decision. `choose` of a bot is one."""


def ask(match: Match, seat: int, choose: Choose) -> None:
    """Ask the player of a seat that is to act, and play what it chooses."""
    match.play(seat, choose(match.decision(seat)))


def play_out(match: Match, players: Sequence[Choose]) -> None:
    """Play a match to its end, with a player for each seat; where several may act, the first of them does."""
    while actors := match.to_act():
        ask(match, actors[0], players[actors[0]])
