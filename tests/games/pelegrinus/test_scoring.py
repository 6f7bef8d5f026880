"""The score: lines that add up, the projection during play, the tie-break."""

from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.playout import random_game, step
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.scoring import projection, score
from tests.games.pelegrinus.table import BLUE, GREEN, ITALY, RED, YELLOW, filled, play, position, track


def final(**given: Any) -> Any:
    state = TITLE.from_json({"seats": 4, "turn": 14, "phase": "over", **given})
    result = state.result()
    assert result is not None
    return result


@pytest.mark.rule("10.7")
def test_a_tie_goes_to_the_more_recent_pope() -> None:
    assert final(track=track([BLUE, RED, GREEN, YELLOW])).ranks == (4, 3, 2, 1)
    assert final(track=track([YELLOW, RED, GREEN, BLUE])).ranks == (1, 3, 2, 4)
    both = final(
        track=track([YELLOW, RED, GREEN, BLUE], {4: RED}),
        commanderies={"acre": [1, 0, 0, 1]},
    )
    assert both.scores == (11, 11, 10, 11)
    assert both.ranks == (2, 1, 4, 3)


@pytest.mark.rule("10.2", "R2")
def test_tokens_face_down_and_start_tokens_score() -> None:
    result = final(track=track([BLUE, RED, GREEN, YELLOW], {1: BLUE, 2: BLUE, 3: RED}))
    assert [lines[0].points for lines in result.lines] == [3, 2, 1, 1]


@pytest.mark.rule("10.3")
def test_relics_score_their_value() -> None:
    result = final(relics=[[1, 1, 1, 1], [4, 4, 4, 4], [], [2] * 8])
    assert [lines[1].points for lines in result.lines] == [4, 16, 0, 16]
    assert result.lines[0][1].label.args == {"n": 4, "values": [1, 1, 1, 1]}


@pytest.mark.rule("10.4", "10.5")
def test_two_abbeys_of_one_seat_each_score_all_its_commanderies_of_the_region() -> None:
    owners = {city: [1, 1, 0, 0] for city in ITALY}
    result = final(commanderies=filled(ITALY, owners), abbeys={"crete": RED, "venise": RED})
    abbeys = [line for line in result.lines[RED] if line.rule == "10.5"]
    assert [line.points for line in abbeys] == [6, 6]
    assert abbeys[0].label.args == {"city": "venise", "region": "italie", "n": 6}
    assert result.lines[BLUE][2].points == 14


def test_the_projection_is_shown_during_play_and_equals_the_result_at_the_end() -> None:
    rng = Rng(11)
    state = TITLE.start(4)
    while state.to_act():
        step(state, rng)
        if state.turn % 5 == 0:
            assert_projection(state)
    result = state.result()
    assert result is not None
    assert state.observe(None)["projected"] == list(result.scores)
    assert state.observe(None)["sheets"] == result.to_json()["lines"]


def assert_projection(state: Any) -> None:
    now = projection(state)
    seen = state.observe(1)
    assert seen["scores"] == seen["projected"] == list(now.scores)
    for seat, sheet in enumerate(seen["sheets"]):
        assert sum(line["points"] for line in sheet) == score(state, seat)


def test_the_projection_does_not_know_the_programmes() -> None:
    state = position(3)
    before = scored(state)
    other = position(3)
    play_orders = {"master": "acre", "chaplain": "venise"}
    for character in ("master", "chaplain"):
        other.apply(BLUE, TITLE.numbers[f"send {character} to {play_orders[character]}"])
    assert scored(other) == before
    play(state, {})
    assert scored(state) == before, "nothing built, nothing scored"


def scored(state: Any) -> Any:
    """What is counted, and what lies before the players."""
    seen = state.observe(BLUE)
    return seen["projected"], seen["sheets"], seen["public"]["players"]


@pytest.mark.parametrize("seats", TITLE.seats)
def test_somebody_wins_alone(seats: int) -> None:
    for seed in range(20):
        state = TITLE.start(seats)
        random_game(state, Rng(seed))
        result = state.result()
        assert result is not None
        assert sorted(result.ranks) == list(range(1, seats + 1))
