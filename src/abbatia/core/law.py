"""BrokenLaw: what a check of a law raises; and what all checks use."""

from collections.abc import Sequence

from abbatia.core.chance import Rng
from abbatia.errors import AbbatiaError


class BrokenLaw(AbbatiaError):
    """A title broke a law: its number and what happened."""

    def __init__(self, law: int, what: str) -> None:
        super().__init__(f"law {law}: {what}")
        self.law = law


def ensure(law: int, holds: object, what: str) -> None:
    if not holds:
        raise BrokenLaw(law, what)


def any_of(actions: Sequence[int], rng: Rng) -> int:
    """One of these actions, by lot; law 1 is broken when there is none."""
    ensure(1, actions, "a seat is to act but has no action")
    return actions[rng.below(len(actions))]
