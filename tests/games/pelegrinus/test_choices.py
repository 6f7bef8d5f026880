"""The choices that rulings leave to a player: too few commanderies, too few abbeys, equal stacks."""

from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_position
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.table import (
    BLUE,
    GREEN,
    ITALY,
    NEAR_EAST,
    RED,
    YELLOW,
    abbey,
    commanderies,
    do,
    of_kind,
    play,
    position,
    relics,
    track,
)

FIRST = track([BLUE, RED, GREEN, YELLOW])
AFRICA = ("alexandrie", "tripoli", "tunis", "bougie", "ceuta", "marrakech")
WEST = ("paris", "bordeaux", "nantes", "lyon", "leon", "lisbonne")


def rich(seat: int, count: int) -> dict[str, list[int]]:
    """`count` commanderies of one seat, far from the cities of the tests."""
    built: dict[str, list[int]] = {}
    for city in (*NEAR_EAST, *ITALY):
        number = min(count, TITLE.board.limits[4][TITLE.board.city_number[city]])
        if number:
            built[city] = [number if other == seat else 0 for other in range(4)]
            count -= number
    assert count == 0
    return built


def texts(state: PelegrinusState, seat: int) -> list[str]:
    return [TITLE.vocabulary[action] for action in state.legal(seat)]


def short_of_commanderies(**given: Any) -> PelegrinusState:
    """Blue has one commandery left and has won Lyon and León; Red's keeper stands in León."""
    state = position(8, commanderies=rich(BLUE, 29), track=FIRST, **given)
    play(
        state,
        {
            BLUE: {"master": "lyon", "chaplain": "leon"},
            RED: {"keeper": "leon", "nun": "paris"},
        },
    )
    return state


@pytest.mark.rule("R16")
def test_who_has_too_few_commanderies_chooses_the_cities() -> None:
    state = short_of_commanderies()
    assert state.to_act() == (BLUE,)
    assert texts(state, BLUE) == ["build commandery at lyon", "build commandery at leon"]
    assert state.prompt(BLUE).args == {"n": 1}
    assert commanderies(state, "paris") == [0, 1, 0, 0], "the others have built"
    told = do(state, BLUE, "build commandery at leon")
    assert commanderies(state, "leon") == [1, 0, 0, 0]
    assert commanderies(state, "lyon") == [0, 0, 0, 0]
    assert of_kind(told, "commandery_forgone") == [{"seat": BLUE, "city": "lyon"}]
    assert state.turn == 9


@pytest.mark.rule("R16", "R11")
def test_the_keeper_is_captured_wherever_the_seat_builds() -> None:
    state = short_of_commanderies()
    assert state.observe(None)["public"]["players"][RED]["keeper_held_by"] == BLUE
    do(state, BLUE, "build commandery at lyon")
    assert relics(state, RED) == [1, 1, 2, 2, 4]


@pytest.mark.rule("R16")
def test_as_many_steps_as_commanderies() -> None:
    state = position(8, commanderies=rich(BLUE, 28), track=FIRST)
    play(state, {BLUE: {"master": "lyon", "chaplain": "leon", "nun": "paris"}})
    do(state, BLUE, "build commandery at paris")
    assert texts(state, BLUE) == ["build commandery at lyon", "build commandery at leon"]
    do(state, BLUE, "build commandery at lyon")
    assert state.turn == 9
    assert state.observe(None)["public"]["players"][BLUE]["commanderies_left"] == 0


@pytest.mark.rule("R16")
def test_several_seats_choose_in_pope_order() -> None:
    # Blue has filled the Near East and much of Italy, Red North Africa and much of the West.
    built = rich(BLUE, 29)
    left = 29
    for city in (*AFRICA, *WEST):
        number = min(left, TITLE.board.limits[4][TITLE.board.city_number[city]])
        built[city] = [0, number, 0, 0]
        left -= number
    assert left == 0
    programmes = {
        BLUE: {"master": "prague", "chaplain": "dantzig"},
        RED: {"master": "gran", "chaplain": "raguse"},
    }
    for popes, first, second in ({}, RED, BLUE), ({3: BLUE}, BLUE, RED):
        state = position(12, commanderies=built, track=track([BLUE, RED, GREEN, YELLOW], popes))
        play(state, programmes)
        assert state.to_act() == (first,)
        state.apply(first, state.legal(first)[0])
        assert state.to_act() == (second,)
        state.apply(second, state.legal(second)[1])
        assert state.turn == 13
        assert commanderies(state, "prague" if first == BLUE else "dantzig")[BLUE] == 1
        assert commanderies(state, "gran" if first == RED else "raguse")[RED] == 1


@pytest.mark.rule("R15", "R11")
def test_without_commanderies_a_majority_blocks_and_still_captures() -> None:
    state = position(8, commanderies=rich(BLUE, 30), track=FIRST)
    told = play(state, {BLUE: {"nun": "lyon"}, RED: {"pilgrim": "lyon", "keeper": "lyon"}})
    assert of_kind(told, "no_commandery_left") == [{"seat": BLUE, "city": "lyon"}]
    assert commanderies(state, "lyon") == [0, 0, 0, 0]
    assert of_kind(told, "keeper_taken") == [{"seat": BLUE, "owner": RED, "city": "lyon"}]
    assert state.turn == 9, "nobody is asked"


# -- abbeys ----------------------------------------------------------------------------------------------


def everywhere(*cities: str) -> dict[str, list[int]]:
    """These cities complete, with a commandery of Blue and Red in each where two fit."""
    built: dict[str, list[int]] = {}
    for city in cities:
        limit = TITLE.board.limits[4][TITLE.board.city_number[city]]
        built[city] = [1, 1, limit - 2, 0]
    return built


def claiming(**given: Any) -> PelegrinusState:
    """Blue has one abbey left and has won Acre and Venice; keepers of Red and Green stand in both."""
    state = position(
        8,
        commanderies=everywhere(*NEAR_EAST, *ITALY, *AFRICA),
        abbeys={"tunis": BLUE, "bougie": BLUE, "chypre": BLUE},
        track=FIRST,
        **given,
    )
    play(
        state,
        {
            BLUE: {"master": "acre", "chaplain": "venise"},
            RED: {"keeper": "acre", "nun": "genes"},
            GREEN: {"keeper": "venise"},
        },
    )
    return state


@pytest.mark.rule("R19")
def test_who_has_too_few_abbeys_claims_first_over_all_regions() -> None:
    state = claiming()
    assert state.to_act() == (BLUE,)
    assert texts(state, BLUE) == ["claim abbey at acre", "claim abbey at venise"]
    assert abbey(state, "genes") is None, "nothing is built before the claims"
    told = do(state, BLUE, "claim abbey at venise")
    assert of_kind(told, "abbey_forgone") == [{"seat": BLUE, "city": "acre"}]
    assert (abbey(state, "venise"), abbey(state, "genes"), abbey(state, "acre")) == (BLUE, RED, None)
    captured = {(args["owner"], args["city"]) for args in of_kind(told, "keeper_taken")}
    assert captured == {(RED, "acre"), (GREEN, "venise")}, "where nothing is built, too"


@pytest.mark.rule("R19")
def test_what_is_not_claimed_does_not_compete() -> None:
    state = position(
        8,
        commanderies=everywhere(*NEAR_EAST, *ITALY, *AFRICA),
        abbeys={"tunis": BLUE, "bougie": BLUE, "chypre": BLUE},
        track=FIRST,
    )
    play(
        state,
        {
            BLUE: {"master": "acre", "chaplain": "venise"},
            RED: {"nun": "constantinople"},
        },
    )
    do(state, BLUE, "claim abbey at venise")
    assert abbey(state, "constantinople") == RED, "Blue's higher stack in Acre is not due"
    assert abbey(state, "acre") is None


@pytest.mark.rule("R19", "R11")
def test_without_abbeys_a_majority_blocks_its_city_and_still_captures() -> None:
    state = position(
        8,
        commanderies=everywhere(*NEAR_EAST, *ITALY, *AFRICA),
        abbeys={"tunis": BLUE, "bougie": BLUE, "chypre": BLUE, "crete": BLUE},
        track=FIRST,
    )
    told = play(
        state,
        {BLUE: {"master": "acre"}, RED: {"nun": "acre", "keeper": "acre", "pilgrim": "constantinople"}},
    )
    assert of_kind(told, "no_abbey_left") == [{"seat": BLUE, "city": "acre"}]
    assert abbey(state, "acre") is None
    assert abbey(state, "constantinople") == RED
    assert of_kind(told, "keeper_taken") == [{"seat": BLUE, "owner": RED, "city": "acre"}]


def equal_stacks(**given: Any) -> PelegrinusState:
    """One place is left in Italy and Blue has won Venice and Genoa with 4; keepers stand in both."""
    state = position(
        8,
        commanderies=everywhere(*ITALY),
        abbeys={"crete": RED},
        track=FIRST,
        **given,
    )
    play(
        state,
        {
            BLUE: {"master": "venise", "chaplain": "genes", "pilgrim": "genes"},
            RED: {"keeper": "venise", "chaplain": "naples"},
            GREEN: {"keeper": "genes"},
        },
    )
    return state


@pytest.mark.rule("R18")
def test_equal_stacks_of_one_seat_are_its_own_choice() -> None:
    state = equal_stacks()
    assert state.to_act() == (BLUE,)
    assert texts(state, BLUE) == ["build abbey at venise", "build abbey at genes"]
    told = do(state, BLUE, "build abbey at genes")
    assert (abbey(state, "genes"), abbey(state, "venise"), abbey(state, "naples")) == (BLUE, None, None)
    assert [args["city"] for args in of_kind(told, "abbey_cancelled")] == ["venise", "naples"]


@pytest.mark.rule("R18", "R20")
@pytest.mark.parametrize(("captured", "owners"), [(True, {RED, GREEN}), (False, {GREEN})])
def test_a_keeper_beside_a_cancelled_abbey(captured: bool, owners: set[int]) -> None:
    state = equal_stacks(options={"keeper_captured_when_abbey_cancelled": captured})
    told = do(state, BLUE, "build abbey at genes")
    assert {args["owner"] for args in of_kind(told, "keeper_taken")} == owners
    idle = [] if captured else [{"city": "venise", "seats": [RED]}]
    assert of_kind(told, "keepers_idle") == idle


@pytest.mark.rule("R18")
def test_no_choice_when_both_equal_stacks_have_a_place() -> None:
    state = position(8, commanderies=everywhere(*ITALY), track=FIRST)
    play(
        state,
        {
            BLUE: {"master": "venise", "chaplain": "genes", "pilgrim": "genes"},
            RED: {"chaplain": "naples"},
        },
    )
    assert (abbey(state, "genes"), abbey(state, "venise"), abbey(state, "naples")) == (BLUE, BLUE, None)


@pytest.mark.parametrize("make", [short_of_commanderies, claiming, equal_stacks])
def test_every_law_holds_while_a_choice_is_asked(make: Any) -> None:
    state = make()
    for seed in range(5):
        check_position(state, state.inventory(), Rng(seed))
    seen = state.observe(None)
    assert seen["public"]["choice"]["seat"] == BLUE
    assert seen["to_act"] == [BLUE]
