"""Random games agree, turn by turn, with a resolution written independently from the rulebook."""

from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import option_sets
from abbatia.core.playout import step
from abbatia.games.pelegrinus import TITLE, Pelegrinus
from abbatia.games.pelegrinus.board import CHARACTERS, our_data
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.by_hand import Table, resolve
from tests.games.pelegrinus.scarce import scarce


def play_turn(state: PelegrinusState, rng: Rng) -> tuple[dict[str, Any], list[dict[str, str]], list[str]]:
    """Play one turn at random: the position before, the programmes, the choices made."""
    before = state.to_json()
    turn = state.turn
    orders: list[int] = []
    choices: list[str] = []
    while state.turn == turn and state.to_act():
        is_secret = state.phase == PROGRAMMING
        if is_secret:
            orders = state.orders[:]
        entry = step(state, rng)
        assert entry is not None
        if not is_secret:
            choices.append(TITLE.vocabulary[entry[1]])
    places = [state.board.places[place] for place in orders]
    programmes: list[dict[str, str]] = [
        dict(zip(CHARACTERS, places[5 * s : 5 * s + 5], strict=True)) for s in range(state.seats)
    ]
    return before, programmes, choices


def check_turn(state: PelegrinusState, rng: Rng) -> list[str]:
    before, programmes, choices = play_turn(state, rng)
    made = list(choices)

    def ask(what: str, seat: int, cities: list[str]) -> str:
        text = made.pop(0)
        assert text.startswith(what)
        city = text.rsplit(" ", 1)[1]
        assert city in cities
        return city

    table = Table(our_data(), before)
    resolve(table, programmes, ask)
    after = state.to_json()
    assert not made, "the engine asked for more than the rules do"
    assert {city: counts for city, counts in table.built.items() if any(counts)} == after["commanderies"]
    assert table.abbeys == after["abbeys"]
    assert table.track == after["track"]
    assert table.relics == after["relics"]
    return choices


def begin(title: Pelegrinus, seats: int, rng: Rng, **options: Any) -> PelegrinusState:
    state = title.start(seats, **options)
    while state.turn == 0:
        step(state, rng)
    return state


@pytest.mark.rule("4.1", "5.2", "6.4", "7.4", "8.3")
@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_turn_of_random_games_agrees_with_the_rulebook(seats: int) -> None:
    for options in option_sets(TITLE, seats):
        for seed in range(6):
            rng = Rng(seed)
            state = begin(TITLE, seats, rng, **options)
            while state.to_act():
                check_turn(state, rng)


@pytest.mark.rule("R15", "R16", "R18", "R19", "R20", "R21")
@pytest.mark.parametrize("seats", TITLE.seats)
def test_turns_with_scarce_pieces_agree_too(seats: int) -> None:
    asked: set[str] = set()
    for number, options in enumerate(option_sets(TITLE, seats)):
        for seed in range(200):
            rng = Rng(1000 * number + seed)
            state = scarce(seats, rng, options)
            asked.update(choice.rsplit(" ", 2)[0] for choice in check_turn(state, rng))
    assert asked == {"build commandery", "claim abbey", "build abbey"}, "each kind of choice came up"
