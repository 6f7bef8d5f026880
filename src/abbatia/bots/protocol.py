"""What a bot is: something that answers a decision with one of its legal actions, and may plan ahead."""

from collections.abc import Callable
from time import process_time
from typing import Final, NamedTuple

from abbatia.core.chance import Rng
from abbatia.core.match import Decision

Clock = Callable[[], float]


class Step(NamedTuple):
    """An action of a plan, and the actions that are legal by then if all goes as planned."""

    action: int
    legal: tuple[int, ...]


class Bot:
    """A player without hands. It gets decisions, never a state of the match, and has its own generator."""

    failures: int = 0  # moves that another bot had to play for it

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, decision: Decision) -> int:
        """One of `decision.legal`."""
        raise NotImplementedError

    def ahead(self) -> tuple[Step, ...]:
        """What it means to do after the action it chose last, as long as the legal actions are as planned.

        A bot that is asked again would choose just these actions, so a caller that keeps them need not ask.
        """
        return ()

    def turn(self, decision: Decision) -> tuple[Step, ...]:
        """The action it chooses, and what it means to do afterwards."""
        return (Step(self.choose(decision), tuple(decision.legal)), *self.ahead())


class Budget:
    """How long a bot may think about one decision: a number of iterations, or CPU time.

    Iterations give the same choice on every machine. Time is the CPU time of this process; `cap` is never
    passed by more than one iteration. A search asks `allows(n)` before its iteration number n.
    """

    __slots__ = ("iterations", "seconds", "cap")

    def __init__(self, *, iterations: int = 0, seconds: float = 0.0, cap: float = 3.0) -> None:
        if not iterations and not seconds:
            raise ValueError("a budget needs iterations or seconds")
        self.iterations: Final = iterations
        self.seconds: Final = seconds
        self.cap: Final = cap

    def start(self, clock: Clock = process_time) -> "Thinking":
        """Begin to think."""
        return Thinking(self, clock)

    def times(self, factor: float) -> "Budget":
        """This budget times `factor`."""
        return Budget(
            iterations=int(self.iterations * factor), seconds=self.seconds * factor, cap=self.cap * factor
        )


class Thinking:
    """One decision being thought about."""

    __slots__ = ("budget", "clock", "began")

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self.budget = budget
        self.clock = clock
        self.began = clock()

    def allows(self, iteration: int) -> bool:
        """Whether the iteration with this number, counted from 0, may still begin."""
        budget = self.budget
        if budget.iterations and iteration >= budget.iterations:
            return False
        spent = self.clock() - self.began
        return spent < budget.cap and (not budget.seconds or spent < budget.seconds)
