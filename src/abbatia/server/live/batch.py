"""A batch: several actions of one seat that are played as one unit, up to the first revelation."""

from collections.abc import Sequence

from abbatia.core.contract import Event, State
from abbatia.core.match import is_telling
from abbatia.core.refusals import Refusal


class RefusedAt(Exception):
    """Raised when the rules refuse an action of a batch before anything came to light."""

    def __init__(self, at: int, refusal: Refusal) -> None:
        super().__init__(f"action {at}: {refusal.reason.key}")
        self.at = at
        self.refusal = refusal


def playable(state: State, seat: int, actions: Sequence[int]) -> int:
    """The number of actions of a batch that are played: up to and including the first that reveals something.

    They are tried on a copy of the position, so that a refused batch leaves nothing to take back. The batch
    ends where `preview` stops and where an undo is no longer free: an event reveals something or tells
    another seat a secret, or the seat is no longer to act (chance acts, others do, or the match is over). So
    chance never acts within a batch, and whether it is refused depends only on what the seat knows (law 8).
    Raises RefusedAt.
    """
    if len(actions) == 1:
        refusal = state.why_not(seat, actions[0])
        if refusal is not None:
            raise RefusedAt(0, refusal)
        return 1
    trial = state.clone()
    for at, action in enumerate(actions):
        refusal = trial.why_not(seat, action)
        if refusal is not None:
            raise RefusedAt(at, refusal)
        events: list[Event] = []
        trial.events = events
        trial.apply(seat, action)
        trial.events = None
        if seat not in trial.to_act() or any(is_telling(event, seat) for event in events):
            return at + 1
    return len(actions)
