"""Peasants and cards that are lost, by their owner's choice (§2.8, §2.9, §R12, §R13)."""

from abbatia.games.kings_abbey.abbey import discard_peasant, listed, places, population, raze
from abbatia.games.kings_abbey.actions import LOSE, RAZE, RAZE_MANNED
from abbatia.games.kings_abbey.pieces import ALL_CARDS, BIT, CREWS
from abbatia.games.kings_abbey.questions import LOSE_WHO, answer, ask
from abbatia.games.kings_abbey.state import Position


def lose_peasants(s: Position, seat: int, number: int) -> None:
    """The owner chooses which peasants go; without a choice they go at once (§R12)."""
    if number >= population(s, seat):
        mask = places(s, seat)
        while mask:
            place = mask.bit_length() - 1
            discard_peasant(s, seat, place)
            mask = places(s, seat)
    elif number > 0:
        ask(s, seat, LOSE_WHO, number)


def legal_lose(s: Position, seat: int) -> tuple[int, ...]:
    return listed(LOSE, places(s, seat))


def do_lose(s: Position, seat: int, place: int) -> None:
    (number,) = answer(s, seat)
    discard_peasant(s, seat, place)
    if number > 1:
        ask(s, seat, LOSE_WHO, number - 1)


def legal_raze(s: Position, seat: int) -> tuple[int, ...]:
    """Copies without a peasant, and copies with one (§2.8, §R13)."""
    bare = manned = 0
    for card in range(ALL_CARDS):
        crew = s.crew[seat * CREWS + card] if card < CREWS else 0
        if s.stands[seat * ALL_CARDS + card] > crew:
            bare |= BIT[card]
        if crew:
            manned |= BIT[card]
    return listed(RAZE, bare) + listed(RAZE_MANNED, manned)


def do_raze(s: Position, seat: int, card: int) -> None:
    answer(s, seat)
    raze(s, seat, card, manned=False)


def do_raze_manned(s: Position, seat: int, card: int) -> None:
    answer(s, seat)
    raze(s, seat, card, manned=True)
