"""MatchState: the match at a table, and which seats may take back their last action freely.

A batch is several actions of one seat that are played as one unit, up to the first revelation.
"""

from collections.abc import Sequence

from abbatia.core.chance import FairRng
from abbatia.core.contract import CHANCE, Event, State
from abbatia.core.match import Happening, Match, binds, is_telling
from abbatia.core.refusals import Refusal, Refused
from abbatia.server.live.journal_state import JournalState
from abbatia.storage.model import JournalEntry


class RefusedAt(Exception):
    """Raised when the rules refuse an action of a batch before anything came to light."""

    def __init__(self, at: int, refusal: Refusal) -> None:
        super().__init__(f"action {at}: {refusal.reason.key}")
        self.at = at
        self.refusal = refusal


def playable(state: State, seat: int, actions: Sequence[int]) -> int:
    """The number of actions of a batch that are played: up to and including the first that reveals something.

    They are tried on a copy of the position, so that a refused batch leaves nothing to take back. The batch
    ends where `preview` stops: an event reveals something or tells another seat a secret, the seat is no
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
        if not goes_on(trial, seat, turn) or any(is_telling(event, seat) for event in events):
            return at + 1
    return len(actions)


def goes_on(state: State, seat: int, turn: int) -> bool:
    """Whether a seat is to act in the same turn as before."""
    return seat in state.to_act() and state.turn_id() == turn


class MatchState(JournalState):
    """The part of a table's state that plays: the match, and for each seat whether an undo is free.

    `free` answers that without a replay: it is kept up with every action, as `Match.undo` would judge.
    """

    def _play(self, seat: int, action: int) -> list[Happening]:
        """Play on; keep up who may take back freely, as Match.undo would judge. Raises Refused."""
        match = self.match
        assert match is not None
        at_once = match.state.clone() if len(match.to_act()) > 1 else None
        turn = match.turns.count
        told: list[Happening] = []
        match.listeners[:] = [told.append]
        match.play(seat, action)
        match.listeners.clear()
        self.acted.add(seat)
        others_free, self.free = self.free, [False] * self.row.seats
        if len(told) > 1:
            return told
        self.free[seat] = not binds(told[0], seat)
        self.without[seat] = at_once
        if match.turns.count != turn:
            return told
        for other, free in enumerate(others_free):
            if other != seat and free is not False and not binds(told[0], other):
                self.free[other] = self._holds_without(other, seat, action) if free else None
        return told

    def _holds_without(self, other: int, seat: int, action: int) -> bool | None:
        """Whether what a seat did now could also be done without the other's last action; None: unknown."""
        position = self.without[other]
        if position is None:
            return None
        if position.why_not(seat, action) is not None:
            return False
        position.apply(seat, action)
        return True

    def _advance(self, entry: JournalEntry) -> list[Happening]:
        told: list[Happening] = []
        for seat, action in entry.log:
            if seat != CHANCE:
                told += self._play(seat, action)
        return told

    def _try_undo(self, seat: int) -> bool:
        assert self.match is not None
        copy = Match(
            self.title, self.row.seats, self.match.options, rng=FairRng(self.row.secret), log=self.match.log
        )
        try:
            copy.undo(seat)
        except Refused:
            return False
        return True

    def _judge_anew(self) -> None:
        """Read anew who has acted; who may take back freely is found out when it is asked for."""
        self.acted = {seat for seat, _ in self.match.log} if self.match is not None else set()
        self.free = [None] * self.row.seats
        self.without = [None] * self.row.seats

    def is_free(self, seat: int) -> bool:
        """Whether the seat may take back its last action without asking; tried on a copy where unknown."""
        known = self.free[seat]
        if known is None:
            known = self.free[seat] = self._try_undo(seat)
        return known

    def drop_view_caches(self) -> None:
        """Drop what the position caches for viewers, since nobody looks any more: a clone has no caches."""
        if self.match is not None:
            self.match.state = self.match.state.clone()

    def _play_again(self, log: Sequence[tuple[int, int]]) -> None:
        dice = FairRng(self.row.secret)
        self.match = Match(self.title, self.row.seats, self.row.options, rng=dice, log=log)
        self._judge_anew()
