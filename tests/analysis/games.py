"""Short records of games of bots, and a small budget: what tests of analyses share."""

from collections.abc import Callable
from functools import cache

from abbatia.analysis import Budget, Review
from abbatia.bots import make_bot
from abbatia.core.chance import Rng
from abbatia.core.match import Decision, Match, play_out
from abbatia.core.record import Record
from abbatia.games import load

SMALL = Budget(playouts=8, error=0.2, worlds=2, plans=3, lucks=2)
Player = Callable[[Decision], int]


def seats_of(title: str) -> int:
    return 3 if title == "cardinal" else 2


def played(title: str, seed: int, level: str = "prior", seats: int | None = None) -> Match:
    """A finished match of equal bots."""
    number = seats or seats_of(title)
    source = Rng(seed)
    match = Match(load(title), number, rng=source.spawn())
    play_out(match, [make_bot(level, source.spawn(), steady=True).choose for _ in range(number)])
    return match


@cache
def review(title: str, seed: int = 1) -> Review:
    """A finished review of such a match, with the small budget."""
    found = Review(Record.of(played(title, seed)), SMALL)
    found.run()
    return found
