"""Peasants and cards that are lost, by their owner's choice (§2.8, §2.9, §R12, §R13)."""

from abbatia.games.kings_abbey.abbey import discard_peasant, places, population, raze
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.questions import LOSE_WHO, answer, ask


def lose_peasants(state: Position, seat: int, number: int) -> None:
    """The owner chooses which peasants go; without a choice they go at once (§R12)."""
    if number >= population(state, seat):
        mask = places(state, seat)
        while mask:
            place = mask.bit_length() - 1
            discard_peasant(state, seat, place)
            mask = places(state, seat)
    elif number > 0:
        ask(state, seat, LOSE_WHO, number)


def do_lose(state: Position, seat: int, place: int) -> None:
    (number,) = answer(state, seat)
    discard_peasant(state, seat, place)
    if number > 1:
        ask(state, seat, LOSE_WHO, number - 1)


def do_raze(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    raze(state, seat, card, manned=False)


def do_raze_manned(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    raze(state, seat, card, manned=True)
