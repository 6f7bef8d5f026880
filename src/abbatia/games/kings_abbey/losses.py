"""Peasants and cards that are lost, by their owner's choice (§2.8, §2.9, §R12, §R13)."""

from abbatia.games.kings_abbey.abbey import discard_peasant, listed, places, population, raze
from abbatia.games.kings_abbey.actions import LOSE, RAZE, RAZE_MANNED
from abbatia.games.kings_abbey.pieces import ALL_CARDS, BIT, WORKPLACES
from abbatia.games.kings_abbey.questions import LOSE_WHO, answer, ask
from abbatia.games.kings_abbey.state import Position


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


def legal_lose(state: Position, seat: int) -> tuple[int, ...]:
    return listed(LOSE, places(state, seat))


def do_lose(state: Position, seat: int, place: int) -> None:
    (number,) = answer(state, seat)
    discard_peasant(state, seat, place)
    if number > 1:
        ask(state, seat, LOSE_WHO, number - 1)


def legal_raze(state: Position, seat: int) -> tuple[int, ...]:
    """Copies without a peasant, and copies with one (§2.8, §R13)."""
    player = state.players[seat]
    bare = manned = 0
    for card in range(ALL_CARDS):
        workers = player.workers[card] if card < WORKPLACES else 0
        if player.stands[card] > workers:
            bare |= BIT[card]
        if workers:
            manned |= BIT[card]
    return listed(RAZE, bare) + listed(RAZE_MANNED, manned)


def do_raze(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    raze(state, seat, card, manned=False)


def do_raze_manned(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    raze(state, seat, card, manned=True)
