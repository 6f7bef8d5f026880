"""What a viewer sees is enough to draw the table and no more than it may know."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.playout import step
from abbatia.games.cardinal import TITLE
from tests.games.cardinal.table import chance, play, position, reserve


@pytest.mark.rule("2.4", "6.3")
def test_a_spectator_sees_no_hand_and_a_seat_only_its_own() -> None:
    state = TITLE.start(4)
    chance(state, Rng(3))
    assert state.observe(None)["own"] is None
    for seat in range(4):
        seen = state.observe(seat)
        assert seen["own"] == state.own(seat)
        assert len(state.own(seat)["hand"]) == 3
        shown = {"abbeys_left": 20, "advisors_left": 8, "hand_size": 3, "known": []}
        assert seen["public"]["players"] == [{"seat": other, **shown} for other in range(4)]


def test_the_whole_table_is_there() -> None:
    state = position(
        3,
        hands=["france france italy"],
        abbeys={"france": [2, 1]},
        advisors={"france": [0, 1]},
        discard={"france": 1},
    )
    play(state, "pay france", "abbey moissac")
    seen = state.observe(0)
    assert seen["phase"] == "more"
    assert seen["to_act"] == [0]
    assert seen["public"]["turn"] == {
        "seat": 0,
        "country": "france",
        "placed": 1,
        "opened": [],
        "countries": 1,
    }
    assert seen["public"]["sites"] == {"mont_st_michel": 0, "jumieges": 0, "saint_denis": 1, "moissac": 0}
    assert seen["public"]["countries"]["france"] == {
        "abbeys": [3, 1, 0],
        "advisors": [0, 1, 0],
        "free": 4,
        "limit": 3,
        "room": 2,
    }
    assert reserve(state, 0) == (17, 8)
    assert seen["public"]["discard"]["france"] == 2
    assert sum(state.own(0)["unseen"].values()) == seen["public"]["pile"] + 6
    assert sum(seen["public"]["unseen"].values()) == seen["public"]["pile"] + 6 + 2
    assert seen["scores"] == [0, 0, 0]
    assert seen["projected"] == [4, 3, 0]
    assert [[line["points"] for line in sheet] for sheet in seen["sheets"]] == [[4], [3], []]
    assert seen["public"]["duel"] is None


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (5, {}), (2, {"duel": True})])
def test_the_projection_at_the_end_is_the_result(seats: int, options: dict[str, bool]) -> None:
    state, rng = TITLE.start(seats, **options), Rng(8)
    while step(state, rng) is not None:
        pass
    seen, result = state.observe(None), state.result()
    assert result is not None
    assert tuple(seen["scores"]) == tuple(seen["projected"]) == result.scores
    assert seen["sheets"] == result.to_json()["lines"]


def test_the_lines_counted_and_the_projection_add_up_all_game_long() -> None:
    state, rng = TITLE.start(4), Rng(21)
    while step(state, rng) is not None:
        if rng.below(10):
            continue
        seen = state.observe(None)
        for seat in range(4):
            lines = seen["sheets"][seat]
            counted = [line["points"] for line in lines if line["rule"] == "8.2" or seen["phase"] == "over"]
            assert sum(counted) == seen["scores"][seat]
            assert sum(line["points"] for line in lines) == seen["projected"][seat]


def test_what_is_asked_names_the_country_and_the_number_of_cards() -> None:
    state = position(3, hands=["france france italy"], abbeys={"france": [1]})
    asked = [state.prompt(0).key]
    play(state, "pay france")
    asked.append(state.prompt(0).key)
    assert state.prompt(0).args == {"country": "france"}
    play(state, "abbey moissac")
    asked.append(state.prompt(0).key)
    play(state, "pay france", "abbey fleury")
    asked.append(state.prompt(0).key)
    assert state.prompt(0).args == {"n": 2}
    assert [key.removeprefix("cardinal.asked.") for key in asked] == ["turn", "place", "more", "draw"]
    last = position(3, emptied=2)
    assert last.prompt(0).key == "cardinal.asked.turn_last"
    variant = position(3, hands=["france italy italy"], two_countries=True)
    play(variant, "pay france", "abbey moissac")
    assert variant.prompt(0).key == "cardinal.asked.more_two"
