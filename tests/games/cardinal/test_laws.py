"""All laws, for every number of seats and every option, and long runs of random games.

`ABBATIA_GAMES=100000 pytest tests/games/cardinal/test_laws.py` plays that many random games instead of a few;
`ABBATIA_SEEDS=200` checks the laws densely with that many seeds for every set of options.
"""

import os
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game, option_sets, perft
from abbatia.core.contract import CHANCE, OptionValue
from abbatia.core.playout import step
from abbatia.core.record import parse, print_record, verify
from abbatia.core.text_laws import check_vocabulary
from abbatia.games import load
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.fields import NO_ADVISOR, PILE
from abbatia.games.cardinal.phases import DEAL, TURN
from abbatia.games.cardinal.scoring import counts
from abbatia.games.cardinal.state import CardinalState
from abbatia.games.cardinal.tables import bag_size
from tests.games.cardinal.table import play, position

Options = dict[str, OptionValue]
SETS = [(seats, options) for seats in TITLE.seats for options in option_sets(TITLE, seats)]
SEEDS = int(os.environ.get("ABBATIA_SEEDS", "0"))
GAMES = int(os.environ.get("ABBATIA_GAMES", "600"))
SPARSE = 170  # one or two positions of a game, other ones for each seed


def name_of(setting: tuple[int, Options]) -> str:
    return "-".join([str(setting[0]), *setting[1]])


def test_the_vocabulary_speaks_both_languages() -> None:
    check_vocabulary(TITLE)


@pytest.mark.parametrize("setting", SETS, ids=name_of)
def test_every_law_holds_for_every_option(setting: tuple[int, Options]) -> None:
    seats, options = setting
    for seed in range(2):
        check_game(TITLE, seats, options, seed, every=23)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(
    "setting",
    [(3, {}), (4, {}), (5, {}), (0, {"two_countries": True}), (2, {"duel": True})],
    ids=name_of,
)
def test_every_law_holds_for_two_hundred_seeds(setting: tuple[int, Options], part: int) -> None:
    """The variant is played by three, four and five in turn."""
    seats, options = setting
    for seed in range(50 * part, 50 * part + 50):
        check_game(TITLE, seats or 3 + seed % 3, options, seed, every=SPARSE)


@pytest.mark.skipif(SEEDS == 0, reason="set ABBATIA_SEEDS for the dense run")
@pytest.mark.parametrize("setting", SETS, ids=name_of)
def test_every_law_holds_densely(setting: tuple[int, Options]) -> None:
    for seed in range(1000, 1000 + SEEDS):
        check_game(TITLE, setting[0], setting[1], seed)


# -- random games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(6))
def test_random_games_break_no_invariant(part: int) -> None:
    for seed in range(part, GAMES, 6):
        seats, options = SETS[seed % len(SETS)]
        state, rng = TITLE.start(seats, **options), Rng(seed)
        inventory = state.inventory()
        actions = 0
        while step(state, rng) is not None:
            actions += 1
            if state.phase == TURN and rng.below(4) == 0:
                check_invariants(state)
        check_invariants(state)
        assert state.inventory() == inventory
        assert actions < 400


def check_invariants(state: CardinalState) -> None:
    """What apply keeps up to date is what the pieces say; hands, pile and limits are within their bounds."""
    board, tables = state.tables.board, state.tables
    for country, packed in enumerate(state.abbeys):
        homes = [site for site, home in enumerate(board.country_of) if home == country]
        owned = [sum(mask >> site & 1 for site in homes) for mask in state.sites]
        assert counts(packed)[: len(owned)] == owned
        assert state.lead[country] == max(owned)
        advisors = sum(counts(state.advisors[country]))
        assert state.room[country] == max(owned) - advisors >= 0
        assert state.free[country].bit_count() == len(homes) - sum(owned)
        assert state.free_any >> country & 1 == (sum(owned) < len(homes))
        assert state.room_any >> country & 1 == (state.room[country] > 0)
    assert bag_size(state.pile) == state.left
    assert (state.left == 0) == (state.emptied == 2)
    assert state.offer == (state.open0 >= 0) + 2 * (state.open1 >= 0) + PILE * (state.emptied < 2)
    full = 3 if state.phase == TURN and state.emptied < 2 else 0
    for hand, known in zip(state.hands, state.known, strict=True):
        assert full <= tables.hand_size[hand] <= 3
        for kind in range(len(board.kinds)):
            assert known >> 2 * kind & 3 <= hand >> 2 * kind & 3
    for colour, mask in enumerate(state.sites):
        assert state.abbeys_left[colour] == board.abbeys - mask.bit_count() >= 0
        assert state.advisors_left[colour] >= 0
        assert state.spent >> colour & 1 == (state.abbeys_left[colour] == 0)
        assert state.spent >> NO_ADVISOR + colour & 1 == (state.advisors_left[colour] == 0)
        assert not any(mask & other for other in state.sites[:colour])


# -- legality pinned -----------------------------------------------------------------------------------------


def test_the_first_moves_are_counted_by_perft() -> None:
    state = TITLE.start(3)
    play(state, *["deal aragon", "deal aragon", "deal france"] * 3, "reveal italy", "reveal swabia")
    assert [perft(state, depth) for depth in range(5)] == PERFT_OPENING


def test_a_position_in_the_middle_is_counted_by_perft() -> None:
    abbeys = {"france": [2, 1, 3], "italy": [1, 1], "swabia": [2, 2], "england": [0, 0, 4]}
    advisors = {"france": [1, 0, 1], "swabia": [1]}
    hands = ["france italy italy", "swabia swabia france", "aragon burgundy burgundy"]
    state = position(3, player=1, hands=hands, abbeys=abbeys, advisors=advisors)
    assert [perft(state, depth) for depth in range(5)] == PERFT_MIDDLE
    variant = position(3, player=1, hands=hands, abbeys=abbeys, advisors=advisors, two_countries=True)
    assert [perft(variant, depth) for depth in range(5)] == PERFT_VARIANT


def test_the_last_round_is_counted_by_perft() -> None:
    abbeys = {"france": [3, 2, 3], "italy": [3, 2], "swabia": [2, 2], "england": [2, 0, 4]}
    hands = ["france italy italy", "swabia france france", "aragon burgundy swabia"]
    state = position(3, player=1, hands=hands, abbeys=abbeys, emptied=2, interim={})
    assert [perft(state, depth) for depth in range(6)] == PERFT_LAST


def test_a_duel_is_counted_by_perft() -> None:
    state = position(
        2, duel=True, hands=["france italy italy", "swabia swabia france"], abbeys={"italy": [1, 0, 1]}
    )
    assert [perft(state, depth) for depth in range(4)] == PERFT_DUEL


PERFT_OPENING = [1, 14, 81, 255, 1221]
PERFT_MIDDLE = [1, 14, 55, 148, 796]
PERFT_VARIANT = [1, 14, 55, 165, 880]
PERFT_LAST = [1, 13, 45, 251, 929, 1125]
PERFT_DUEL = [1, 20, 151, 657]


RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_recorded_games_of_this_version_replay_alike(file: Path) -> None:
    """A change here means that old records replay differently: then the version of the title rises."""
    text = file.read_text("utf-8")
    record = parse(text)
    assert verify(record, load).result() is not None
    assert print_record(record) == text


def test_there_are_recorded_games_of_every_kind() -> None:
    assert [file.stem for file in RECORDS] == ["duel", "five", "four", "three", "variant"]


def test_no_seat_acts_while_cards_are_dealt() -> None:
    state = TITLE.start(5)
    assert state.phase == DEAL
    assert state.to_act() == (CHANCE,)
    assert all(state.legal(seat) == () for seat in range(5))
