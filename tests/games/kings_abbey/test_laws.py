"""The laws of the contract for every number of seats and every set of options."""

import os

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game, option_sets
from abbatia.core.contract import OptionValue
from abbatia.core.playout import random_game
from abbatia.core.text_laws import check_vocabulary
from abbatia.games.kings_abbey import TITLE

CASES = [(seats, options) for seats in TITLE.seats for options in option_sets(TITLE, seats)]
EVERYTHING: dict[str, OptionValue] = {"relics": "all", "saints": True}
SEEDS = int(os.environ.get("ABBATIA_SEEDS", "1"))
GAMES = int(os.environ.get("ABBATIA_GAMES", "400"))


def name(case: tuple[int, dict[str, OptionValue]]) -> str:
    seats, options = case
    return f"{seats}-" + "-".join(f"{key}={value}" for key, value in options.items())


def test_vocabulary() -> None:
    check_vocabulary(TITLE)


@pytest.mark.parametrize("case", CASES, ids=name)
def test_every_law(case: tuple[int, dict[str, OptionValue]]) -> None:
    seats, options = case
    for seed in range(SEEDS):
        check_game(TITLE, seats, options, seed, every=131)


@pytest.mark.parametrize("seats", TITLE.seats)
def test_laws_at_close_range(seats: int) -> None:
    check_game(TITLE, seats, EVERYTHING, 1000 + seats, every=17)


def test_elias_may_roll_for_nothing() -> None:
    """A die that finds no card in the market changes nothing, and all may hear of it."""
    check_game(TITLE, 1, {}, 47, every=131)


@pytest.mark.slow
def test_many_random_games_keep_their_components() -> None:
    """20,000 with ABBATIA_GAMES=20000; prestige always equals its sources."""
    for seed in range(GAMES):
        seats = seed % 5 + 1
        options = CASES[seed % len(CASES)][1] if seed % 2 else EVERYTHING
        if seats == 1 and options.get("auction"):
            options = {}
        state = TITLE.start(seats, **options)
        before = state.inventory()
        assert random_game(state, Rng(seed)) < 6000
        assert state.inventory() == before
        result = state.result()
        assert result is not None
        for score, sheet in zip(result.scores, result.lines, strict=True):
            assert score == sum(line.points for line in sheet)
