"""Majorities, ties, popes and keepers, each rule by itself."""

from typing import Any

import pytest

from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.majorities import PIECE, heights, outcome
from tests.games.pelegrinus.table import (
    BLUE,
    GREEN,
    ITALY,
    RED,
    YELLOW,
    abbey,
    commanderies,
    filled,
    of_kind,
    play,
    position,
    relics,
    track,
)

M, C, N, P, K = range(CHARACTER_COUNT)


def crowd(stacks: dict[int, tuple[int, ...]]) -> int:
    return sum(PIECE[seat * CHARACTER_COUNT + piece] for seat, pieces in stacks.items() for piece in pieces)


@pytest.mark.rule("4.2", "4.3", "4.4")
@pytest.mark.parametrize(
    ("stacks", "sums", "best", "leaders"),
    [
        ({BLUE: (M, C, N)}, [9, 0, 0, 0], 9, [BLUE]),
        ({BLUE: (M, C, N, P)}, [6, 0, 0, 0], 6, [BLUE]),
        ({BLUE: (M,), RED: (P,)}, [0, 1, 0, 0], 1, [RED]),
        ({BLUE: (M, P), RED: (M, P)}, [1, 1, 0, 0], 1, [BLUE, RED]),
        ({BLUE: (M,), RED: (C, K), GREEN: (N,)}, [4, 3, 2, 0], 4, [BLUE]),
        ({BLUE: (N,), RED: (N,), GREEN: (N,), YELLOW: (P,)}, [2, 2, 2, 1], 2, [BLUE, RED, GREEN]),
        ({BLUE: (K,), RED: (K,)}, [0, 0, 0, 0], 0, []),
    ],
)
def test_sums_and_leaders(
    stacks: dict[int, tuple[int, ...]], sums: list[int], best: int, leaders: list[int]
) -> None:
    there = crowd(stacks)
    assert heights(there) == sums
    assert outcome(there) == best * 16 + sum(1 << seat for seat in leaders)


@pytest.mark.rule("4.3")
def test_a_pilgrim_cancels_the_master_of_its_own_seat_only_where_it_stands() -> None:
    state = position(1)
    told = play(
        state,
        {
            BLUE: {"master": "acre", "pilgrim": "acre"},
            RED: {"nun": "acre", "master": "sinai"},
            GREEN: {"chaplain": "sinai"},
        },
    )
    assert of_kind(told, "masters_cancelled") == [{"place": "acre", "masters": [BLUE], "pilgrims": [BLUE]}]
    assert commanderies(state, "acre") == [0, 1, 0, 0]
    assert commanderies(state, "sinai") == [0, 1, 0, 0], "no pilgrim there"


@pytest.mark.rule("4.5", "4.6", "R13")
def test_ties_of_three_and_four_follow_the_track() -> None:
    start = [GREEN, YELLOW, BLUE, RED]
    everybody = {seat: {"nun": "court", "chaplain": "acre"} for seat in range(4)}
    state = position(2, track=track(start))
    told = play(state, everybody)
    assert of_kind(told, "court_tie_start")[0]["seat"] == GREEN, "the oldest"
    [tie] = of_kind(told, "city_tie_turn")
    assert (tie["seat"], tie["tied"], tie["turn"]) == (GREEN, [0, 1, 2, 3], 2)
    state = position(2, track=track(start))
    told = play(state, {seat: {"nun": "acre"} for seat in (GREEN, YELLOW, BLUE)})
    [tie] = of_kind(told, "city_tie_start")
    assert (tie["seat"], tie["slot"]) == (BLUE, 3), "a higher start slot is more recent"
    assert commanderies(state, "acre") == [1, 0, 0, 0]


@pytest.mark.rule("5.2", "4.1")
def test_this_turns_pope_counts_in_this_turns_cities() -> None:
    start = track([BLUE, RED, GREEN, YELLOW])
    tie = {BLUE: {"nun": "acre"}, YELLOW: {"nun": "acre"}}
    state = position(2, track=start)
    play(state, tie)
    assert commanderies(state, "acre") == [0, 0, 0, 1]
    state = position(2, track=start)
    play(state, {**tie, BLUE: {"nun": "acre", "pilgrim": "court"}})
    assert commanderies(state, "acre") == [1, 0, 0, 0]


@pytest.mark.rule("5.3")
def test_nobody_at_the_court_no_pope() -> None:
    state = position(2)
    told = play(state, {BLUE: {"nun": "acre"}})
    assert of_kind(told, "court_empty") == [{"turn": 2}]
    assert sum(space["seat"] is not None for space in state.observe(None)["public"]["track"]) == 4


@pytest.mark.rule("5.1")
def test_a_new_pope_turns_the_old_one_down() -> None:
    state = position(1)
    play(state, {RED: {"nun": "court"}})
    play(state, {RED: {"nun": "court"}})
    spaces = [space for space in state.observe(None)["public"]["track"] if space["seat"] == RED]
    assert [space["face_up"] for space in spaces] == [False, False, True]
    assert state.observe(None)["public"]["players"][RED]["popes_left"] == 7
    assert state.observe(None)["public"]["pope_order"] == [RED, YELLOW, GREEN, BLUE]


@pytest.mark.rule("R14")
def test_the_court_won_without_a_token_elects_nobody() -> None:
    popes = dict.fromkeys(range(1, 10), RED)
    state = position(11, track=track([BLUE, RED, GREEN, YELLOW], popes))
    told = play(state, {RED: {"master": "court"}, BLUE: {"nun": "court"}})
    assert of_kind(told, "no_pope_left") == [{"seat": RED, "turn": 11}]
    assert state.observe(None)["public"]["pope_order"][0] == RED
    assert all(
        space["seat"] is None for space in state.observe(None)["public"]["track"] if (space["round"] or 0) > 9
    )


@pytest.mark.rule("6.1", "6.3", "6.4")
def test_one_commandery_a_turn_and_several_over_time() -> None:
    state = position(1)
    play(state, {BLUE: {"master": "acre", "chaplain": "acre", "nun": "acre", "pilgrim": "acre"}})
    assert commanderies(state, "acre") == [1, 0, 0, 0]
    play(state, {BLUE: {"nun": "acre"}})
    assert commanderies(state, "acre") == [2, 0, 0, 0]


# -- relic keepers ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
def test_the_own_winner_does_not_capture() -> None:
    state = position(1)
    told = play(state, {BLUE: {"nun": "acre", "keeper": "acre"}})
    assert of_kind(told, "keeper_safe") == [{"seat": BLUE, "city": "acre"}]
    assert relics(state, BLUE) == [1, 2, 2, 4]


@pytest.mark.rule("8.1")
def test_a_keeper_is_captured_though_its_seat_fought_for_the_city() -> None:
    state = position(1)
    play(state, {BLUE: {"nun": "acre", "keeper": "acre"}, RED: {"chaplain": "acre"}})
    assert relics(state, BLUE) == [1, 1, 2, 2, 4]
    assert relics(state, RED) == [2, 2, 4]


@pytest.mark.rule("8.3", "4.4")
def test_a_keeper_without_a_majority_has_no_effect() -> None:
    state = position(1)
    told = play(state, {BLUE: {"keeper": "acre"}, RED: {"keeper": "acre"}})
    assert of_kind(told, "keepers_idle") == [{"city": "acre", "seats": [BLUE, RED]}]
    assert commanderies(state, "acre") == [0, 0, 0, 0]


@pytest.mark.rule("8.2", "R21")
@pytest.mark.parametrize(
    ("own_counts", "popes", "taken"),
    [
        (True, {}, GREEN),  # green's token is the most recent of the three
        (True, {1: BLUE}, None),  # the winner's own shields the others
        (False, {1: BLUE}, GREEN),  # by the option only the others are compared
        (False, {1: RED}, RED),
    ],
)
def test_several_keepers_and_the_keeper_of_the_winner(
    own_counts: bool, popes: dict[int, int], taken: int | None
) -> None:
    state = position(
        2, track=track([BLUE, RED, GREEN, YELLOW], popes), options={"own_keeper_in_tie": own_counts}
    )
    told = play(
        state,
        {
            BLUE: {"nun": "acre", "keeper": "acre"},
            RED: {"keeper": "acre"},
            GREEN: {"keeper": "acre"},
        },
    )
    owners = [args["owner"] for args in of_kind(told, "keeper_taken")]
    assert owners == ([] if taken is None else [taken])
    if taken is None:
        assert of_kind(told, "keeper_shielded") == [{"seat": BLUE, "city": "acre", "others": [RED, GREEN]}]


@pytest.mark.rule("8.5", "8.6")
def test_a_holder_without_relics_gives_the_keeper_back_alone() -> None:
    everything = [1] * 4 + [2] * 8 + [4] * 4
    state = position(1, relics=[[], everything, [], []])
    told = play(state, {BLUE: {"nun": "acre"}, RED: {"keeper": "acre"}})
    assert of_kind(told, "relic_missing") == [{"seat": RED, "holder": BLUE}]
    assert state.observe(None)["public"]["players"][RED]["keeper_held_by"] is None


@pytest.mark.rule("8.2", "8.6")
def test_one_seat_may_hold_several_keepers_of_several_cities() -> None:
    state = position(1, track=track([BLUE, RED, GREEN, YELLOW]))
    told = play(
        state,
        {BLUE: {"nun": "acre", "chaplain": "sinai"}, RED: {"keeper": "acre"}, GREEN: {"keeper": "sinai"}},
    )
    claims = [(args["seat"], args["value"]) for args in of_kind(told, "relic_claimed")]
    assert claims == [(GREEN, 1), (RED, 2)], "the more recent pope takes the lower relic first"
    assert relics(state, BLUE) == [2, 4]


# -- abbeys ----------------------------------------------------------------------------------------------


def italy(**given: Any) -> dict[str, Any]:
    owners = {city: [1, 1, 0, 0] for city in ITALY}
    return {"commanderies": filled(ITALY, owners), **given}


@pytest.mark.rule("7.1", "7.4", "7.2", "7.3")
def test_as_many_abbeys_as_places_are_all_built_without_comparison() -> None:
    state = position(4, **italy())
    told = play(state, {BLUE: {"pilgrim": "venise", "nun": "genes"}})
    assert (abbey(state, "venise"), abbey(state, "genes")) == (BLUE, BLUE)
    assert not of_kind(told, "abbeys_exceed")
    assert commanderies(state, "venise") == [3, 1, 0, 0], "the commanderies stay"
    assert of_kind(told, "region_closed") == [{"region": "italie"}]


@pytest.mark.rule("7.5")
def test_equal_stacks_of_two_seats_the_more_recent_pope_builds() -> None:
    state = position(4, **italy(abbeys={"crete": BLUE}, track=track([BLUE, RED, GREEN, YELLOW])))
    told = play(state, {BLUE: {"chaplain": "venise"}, RED: {"nun": "genes", "pilgrim": "genes"}})
    [tie] = of_kind(told, "abbey_tie_start")
    assert (tie["seat"], tie["tied"], tie["height"], tie["slot"]) == (RED, [BLUE, RED], 3, 2)
    assert (abbey(state, "genes"), abbey(state, "venise")) == (RED, None)


@pytest.mark.rule("7.5")
def test_equal_stacks_that_all_build_are_no_tie() -> None:
    state = position(4, **italy())
    told = play(state, {BLUE: {"chaplain": "venise", "nun": "naples"}, RED: {"chaplain": "genes"}})
    assert (abbey(state, "venise"), abbey(state, "genes"), abbey(state, "naples")) == (BLUE, RED, None)
    assert of_kind(told, "abbeys_exceed")[0]["places"] == 2
    assert [message.key for message in told if "abbey_tie" in message.key] == []


@pytest.mark.rule("7.5")
def test_three_due_two_places_the_two_highest_build() -> None:
    state = position(4, **italy())
    told = play(state, {BLUE: {"nun": "venise", "master": "naples"}, RED: {"chaplain": "genes"}})
    assert (abbey(state, "naples"), abbey(state, "genes"), abbey(state, "venise")) == (BLUE, RED, None)
    assert of_kind(told, "abbeys_exceed")[0]["places"] == 2


@pytest.mark.rule("R17", "7.7")
def test_no_abbey_in_a_city_that_was_completed_this_turn() -> None:
    built = filled(ITALY, {city: [1, 1, 0, 0] for city in ITALY})
    built["naples"] = [1, 1, 1, 0]
    state = position(4, commanderies=built)
    told = play(state, {BLUE: {"master": "naples"}, RED: {"nun": "naples"}})
    assert of_kind(told, "region_completed") == [{"region": "italie"}]
    assert abbey(state, "naples") is None


@pytest.mark.rule("7.1")
def test_a_keeper_works_in_an_abbey_city_too() -> None:
    state = position(4, **italy())
    told = play(state, {BLUE: {"nun": "venise"}, RED: {"keeper": "venise"}})
    assert of_kind(told, "keeper_taken") == [{"seat": BLUE, "owner": RED, "city": "venise"}]
    assert relics(state, RED) == [1, 1, 2, 2, 4]


@pytest.mark.rule("8.3")
def test_only_keepers_in_an_abbey_city_no_abbey() -> None:
    state = position(4, **italy())
    told = play(state, {BLUE: {"keeper": "venise"}, RED: {"keeper": "venise"}})
    assert abbey(state, "venise") is None
    assert of_kind(told, "keepers_idle") == [{"city": "venise", "seats": [BLUE, RED]}]
