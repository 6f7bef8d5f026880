"""The laws of the contract, legality pinned by perft, and many random games.

`ABBATIA_GAMES` says how many random games are played (default 300); 50000 is the full measure.
`ABBATIA_SEEDS=200` checks the laws with that many seeds for every set of options (default 40).
"""

import os

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game, digest, option_sets, perft
from abbatia.core.playout import random_game
from abbatia.core.text_laws import check_vocabulary
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.title import of_version
from tests.games.pelegrinus.table import position
from tests.games.pelegrinus.test_choices import claiming, equal_stacks, short_of_commanderies

GAMES = int(os.environ.get("ABBATIA_GAMES", "300"))
SEEDS = int(os.environ.get("ABBATIA_SEEDS", "40"))


def test_the_vocabulary_speaks_both_languages() -> None:
    check_vocabulary(TITLE)


@pytest.mark.parametrize("which", range(5))
@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_law_holds_with_every_set_of_options(seats: int, which: int) -> None:
    sets = option_sets(TITLE, seats)
    assert len(sets) == 5
    for seed in range(which, len(sets) * SEEDS, len(sets)):
        check_game(TITLE, seats, sets[which], seed, every=100 * seats + 1)


@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_law_holds_closely_in_one_game(seats: int) -> None:
    check_game(TITLE, seats, {}, 7, every=11)


@pytest.mark.slow
def test_many_random_games_end_with_all_pieces_and_lines_that_add_up() -> None:
    for seed in range(GAMES):
        seats = 2 + seed % 3
        sets = option_sets(TITLE, seats)
        state = TITLE.start(seats, **sets[seed % len(sets)])
        before = state.inventory()
        assert random_game(state, Rng(1_000_000 + seed)) <= TITLE.max_actions
        assert state.inventory() == before
        result = state.result()
        assert result is not None
        assert all(
            score == sum(line.points for line in lines)
            for score, lines in zip(result.scores, result.lines, strict=True)
        )


def two_ordered() -> PelegrinusState:
    state = position(13, seats=2)
    for seat in range(2):
        for character in ("master", "chaplain", "nun", "pilgrim"):
            state.apply(seat, TITLE.numbers[f"keep {character} home"])
    return state


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (TITLE.start(4), [1, 4, 12, 24, 48, 2304]),
        (TITLE.start(2), [1, 2, 4, 96, 2296]),
        (position(1, seats=2), [1, 24, 574, 13706]),
        (position(14, seats=3), [1, 126, 15873]),
        (two_ordered(), [1, 82, 4142]),
        (short_of_commanderies(), [1, 2, 234]),
        (claiming(), [1, 2, 170]),
        (equal_stacks(), [1, 2, 240]),
    ],
    ids=["start of 4", "start of 2", "turn 1", "turn 14", "last orders", "commanderies", "claims", "abbeys"],
)
def test_legality_is_pinned(state: PelegrinusState, counts: list[int]) -> None:
    assert [perft(state, depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("version", "seats", "print_"),
    [
        (1, 2, "42a99718ec830f37"),
        (1, 3, "c92b379fdab5a4d2"),
        (1, 4, "3a68afb167080f98"),
        (2, 2, "032ee418474e62c7"),
        (2, 3, "273b74446756df72"),
        (2, 4, "c9f2f9494a201eef"),
    ],
)
def test_games_are_pinned(version: int, seats: int, print_: str) -> None:
    """Logs, scores and score lines: when a log changes, the rules have changed and `version` rises."""
    assert digest(of_version(version), seats, {}, range(5))[:16] == print_
