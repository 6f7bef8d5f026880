"""Programming: small private steps, changes until the seal, the reveal."""

import pytest

from abbatia.core.contract import Event
from abbatia.core.words import Message
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.board import CHARACTERS
from abbatia.games.pelegrinus.fields import CHANGES
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.table import (
    BLUE,
    GREEN,
    ITALY,
    NEAR_EAST,
    RED,
    YELLOW,
    commanderies,
    do,
    filled,
    of_kind,
    order,
    play,
    position,
)


def may(state: PelegrinusState, seat: int) -> list[str]:
    return [TITLE.vocabulary[action] for action in state.legal(seat)]


def own(state: PelegrinusState, seat: int) -> dict[str, object]:
    seen = state.observe(seat)["own"]
    assert seen is not None
    return dict(seen["programme"])


@pytest.mark.rule("3.1", "3.2", "3.4", "R8")
def test_one_order_for_each_character_then_the_seal() -> None:
    state = position(1)
    assert state.to_act() == (BLUE, RED, GREEN, YELLOW)
    for character in CHARACTERS:
        sends = [text for text in may(state, BLUE) if not text.startswith("take")]
        places = [f"send {character} to {city}" for city in NEAR_EAST]
        if character != "keeper":
            places.append(f"send {character} to court")
        assert sends == [*places, f"keep {character} home"]
        do(state, BLUE, f"keep {character} home")
    assert may(state, BLUE) == [f"take {character}" for character in CHARACTERS] + ["seal"]
    told = do(state, BLUE, "seal")
    assert [message.key for message in told] == ["pelegrinus.event.sealed"]
    assert state.to_act() == (RED, GREEN, YELLOW)
    assert may(state, BLUE) == []


@pytest.mark.rule("3.5")
def test_a_character_taken_in_hand_loses_its_order_and_gets_another() -> None:
    state = position(1)
    order(state, BLUE, {"nun": "acre", "master": "sinai"})
    do(state, BLUE, "take nun")
    seen = own(state, BLUE)
    assert seen["in_hand"] == "nun"
    assert seen["orders"] == {
        "master": "sinai",
        "chaplain": "home",
        "nun": None,
        "pilgrim": "home",
        "keeper": "home",
    }
    do(state, BLUE, "send nun to chypre")
    assert own(state, BLUE)["in_hand"] is None
    do(state, BLUE, "seal")
    play_rest(state)
    assert commanderies(state, "chypre") == [1, 0, 0, 0]
    assert commanderies(state, "acre") == [0, 0, 0, 0]


def play_rest(state: PelegrinusState) -> list[Message]:
    told: list[Message] = []
    for seat in state.to_act():
        order(state, seat, {})
        told = do(state, seat, "seal")
    return told


@pytest.mark.rule("3.5")
def test_characters_may_be_ordered_in_any_order() -> None:
    state = position(1)
    do(state, BLUE, "take keeper")
    do(state, BLUE, "send keeper to acre")
    assert own(state, BLUE)["in_hand"] == "master", "the first character without an order comes into hand"
    do(state, BLUE, "take pilgrim")
    do(state, BLUE, "take nun")
    do(state, BLUE, "send nun to court")
    assert own(state, BLUE)["in_hand"] == "master"
    for character in ("master", "chaplain", "pilgrim"):
        do(state, BLUE, f"keep {character} home")
    assert "seal" in may(state, BLUE)


@pytest.mark.rule("R10")
def test_ten_changes_a_turn_and_no_more() -> None:
    state = position(1)
    order(state, BLUE, {})
    for left in range(CHANGES, 0, -1):
        assert own(state, BLUE)["changes_left"] == left
        do(state, BLUE, "take nun")
        do(state, BLUE, "keep nun home")
    assert may(state, BLUE) == ["seal"]
    do(state, BLUE, "seal")
    play_rest(state)
    assert own(state, BLUE)["changes_left"] == CHANGES, "a new turn, new changes"


@pytest.mark.rule("R10")
def test_without_changes_left_the_orders_are_finished_one_by_one() -> None:
    state = position(1)
    for character in ("nun", "pilgrim") * 5:
        do(state, BLUE, f"take {character}")
    assert own(state, BLUE)["in_hand"] == "pilgrim"
    assert not [text for text in may(state, BLUE) if text.startswith("take")]
    for character in ("pilgrim", "master", "chaplain", "nun", "keeper"):
        do(state, BLUE, f"keep {character} home")
    assert may(state, BLUE) == ["seal"]


@pytest.mark.rule("3.6")
def test_the_last_seal_reveals_everything_at_once() -> None:
    state = position(1)
    programmes = [{"master": "acre"}, {"nun": "court"}, {"keeper": "sinai"}, {"chaplain": "chypre"}]
    for seat in (GREEN, BLUE, YELLOW, RED):
        order(state, seat, programmes[seat])
    for seat in (YELLOW, BLUE, GREEN):
        assert [message.key for message in do(state, seat, "seal")] == ["pelegrinus.event.sealed"]
    told: list[Event] = []
    state.events = told
    state.apply(RED, TITLE.numbers["seal"])
    reveals = [event for event in told if event.reveals]
    assert [event.seen.args["seat"] for event in reveals if event.seen] == [BLUE, RED, GREEN, YELLOW]
    assert reveals[0].seen == Message(
        "pelegrinus.event.revealed",
        seat=BLUE,
        master="acre",
        chaplain="home",
        nun="home",
        pilgrim="home",
        keeper="home",
    )
    assert told.index(reveals[0]) == 1, "nothing but the seal comes before"
    assert state.turn == 2


@pytest.mark.rule("R12", "3.5")
def test_a_step_is_told_to_its_seat_alone() -> None:
    state = position(1)
    told: list[Event] = []
    state.events = told
    state.apply(RED, TITLE.numbers["send master to acre"])
    state.apply(RED, TITLE.numbers["take master"])
    assert [event.view(RED) for event in told] == [
        Message("pelegrinus.event.ordered", character="master", place="acre"),
        Message("pelegrinus.event.took", character="master"),
    ]
    for viewer in (None, BLUE, GREEN, YELLOW):
        assert [event.view(viewer) for event in told] == [None, None]


@pytest.mark.rule("3.7", "R9", "2.5", "7.2")
def test_where_a_seat_may_go() -> None:
    owners = {city: [1, 0, 0, 0] for city in NEAR_EAST}
    owners["acre"] = [0, 1, 0, 0]
    built = filled(NEAR_EAST, owners)
    built["venise"] = [0, 4, 0, 0]
    state = position(3, commanderies=built, abbeys={"chypre": BLUE})
    reach = {
        seat: [text.split()[-1] for text in may(state, seat) if text.startswith("send")] for seat in range(4)
    }
    free_italy = [city for city in ITALY if city != "venise"]
    assert reach[BLUE] == ["sinai", "constantinople", "iconium", "antioche", *free_italy, "court"]
    assert reach[RED] == ["acre", "venise", *free_italy, "court"], "Venice is a bet on a complete Italy"
    assert reach[GREEN] == [*free_italy, "court"]
    state = position(3, commanderies=built, abbeys={"chypre": BLUE, "acre": RED})
    assert [text.split()[-1] for text in may(state, BLUE)][:2] == free_italy[:2], "the Near East is closed"


@pytest.mark.rule("3.8", "7.7", "2.4")
@pytest.mark.parametrize("completed", [False, True])
def test_a_bet_on_a_region_counts_only_when_it_is_completed_this_turn(completed: bool) -> None:
    owners = {city: [1, 1, 0, 0] for city in ITALY}
    built = filled(ITALY, owners)
    built["naples"] = [1, 1, 1, 0]
    state = position(4, commanderies=built)
    programmes = {
        BLUE: {"nun": "venise", "pilgrim": "genes"},
        RED: {"chaplain": "venise", "keeper": "genes"},
        GREEN: {"master": "naples"} if completed else {},
    }
    told = play(state, programmes)
    abbeys = {
        city["id"]: city["abbey"]
        for city in state.observe(None)["public"]["cities"]
        if city["abbey"] is not None
    }
    if completed:
        assert of_kind(told, "region_completed") == [{"region": "italie"}]
        assert abbeys == {"venise": RED, "genes": BLUE}
        assert of_kind(told, "keeper_taken") == [{"seat": BLUE, "owner": RED, "city": "genes"}]
    else:
        assert abbeys == {}
        assert not of_kind(told, "keeper_taken"), "nobody has any effect there"
        assert of_kind(told, "void") == [
            {"city": "venise", "region": "italie", "seats": [BLUE, RED]},
            {"city": "genes", "region": "italie", "seats": [BLUE, RED]},
        ]
