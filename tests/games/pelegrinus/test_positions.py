"""Positions as JSON: what can be said of one is checked, and what is left out stands as after the set-up."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import law_3_json
from abbatia.core.contract import BadSetup
from abbatia.core.playout import step
from abbatia.core.text_laws import check_words
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.board import CHARACTERS
from tests.games.pelegrinus.scarce import scarce
from tests.games.pelegrinus.table import BLUE, NEAR_EAST, RED, do, filled, order, position, track
from tests.games.pelegrinus.test_choices import claiming, equal_stacks, short_of_commanderies

Saved = dict[str, Any]


def test_what_is_left_out_stands_as_after_the_set_up() -> None:
    state = position(1)
    fresh = TITLE.start(4)
    for text in ("place pope 1", "place pope 2", "place pope 3", "activate rome"):
        do(fresh, -1, text)
    assert state.to_json() == fresh.to_json()


@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_position_of_a_game_survives(seats: int) -> None:
    rng = Rng(seats)
    state = TITLE.start(seats)
    while True:
        law_3_json(state)
        for _ in range(23):
            step(state, rng)
        if not state.to_act():
            break
    law_3_json(state)


def test_positions_with_choices_survive() -> None:
    for seed in range(60):
        rng = Rng(seed)
        state = scarce(4, rng, {})
        while state.to_act():
            if state.phase > 2:
                law_3_json(state)
            step(state, rng)


def programming() -> Saved:
    state = position(3)
    order(state, BLUE, {"master": "acre"})
    do(state, BLUE, "seal")
    do(state, RED, "send master to venise")
    return state.to_json()


def resolved(make: Callable[[], Any]) -> Saved:
    saved: Saved = make().to_json()
    return saved


def near_east() -> Saved:
    built = filled(NEAR_EAST, {city: [1, 0, 0, 0] for city in NEAR_EAST})
    return position(3, commanderies=built, abbeys={"acre": BLUE}).to_json()


def over() -> Saved:
    return TITLE.from_json({"seats": 4, "turn": 14, "phase": "over"}).to_json()


def setup() -> Saved:
    return TITLE.start(4).to_json()


def without(saved: Saved, name: str) -> Saved:
    return {key: value for key, value in saved.items() if key != name}


def put(path: str, value: Any) -> Callable[[Saved], Saved]:
    """A change of one value, by its path."""

    def change(saved: Saved) -> Saved:
        *way, last = path.split(".")
        place: Any = saved
        for part in way:
            place = place[int(part)] if isinstance(place, list) else place[part]
        if isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value
        return saved

    return change


FAULTS: dict[str, tuple[Callable[[], Saved], Callable[[Saved], Saved], str, str]] = {
    "no seats": (programming, lambda s: without(s, "seats"), "file.missing", "position"),
    "five seats": (programming, put("seats", 5), "file.out_of_range", "seats"),
    "unknown phase": (programming, put("phase", "lunch"), "file.unknown_id", "phase"),
    "phase no text": (programming, put("phase", []), "file.unknown_id", "phase"),
    "turn fifteen": (programming, put("turn", 15), "file.out_of_range", "turn"),
    "set-up on turn 3": (setup, put("turn", 3), "position.wrong_turn", "turn"),
    "programming on turn 0": (programming, put("turn", 0), "position.wrong_turn", "turn"),
    "over too soon": (over, put("turn", 13), "position.wrong_turn", "turn"),
    "short track": (programming, put("track", [0, 1]), "file.wrong_length", "track"),
    "no start token": (programming, put("track.0", None), "position.start_tokens", "track"),
    "two start tokens": (programming, put("track.0", 1), "position.start_tokens", "track"),
    "unknown seat on the track": (programming, put("track.0", 4), "file.out_of_range", "track[0]"),
    "set-up with all tokens": (
        setup,
        put("track", track([0, 1, 2, 3])),
        "position.start_tokens",
        "track",
    ),
    "pope of the running turn": (programming, put("track.6", 0), "position.late_pope", "track"),
    "eleven tokens": (
        over,
        put("track", track([0, 1, 2, 3], dict.fromkeys(range(1, 11), 0))),
        "position.too_many",
        "track",
    ),
    "unknown site": (programming, put("sites.0", "lourdes"), "file.unknown_id", "sites[0]"),
    "both drawn": (
        programming,
        lambda s: {**s, "sites": [*s["sites"], "avignon"]},
        "position.sites",
        "sites",
    ),
    "none drawn": (programming, lambda s: {**s, "sites": s["sites"][:1]}, "position.sites", "sites"),
    "drawn before the popes": (
        setup,
        lambda s: {**s, "sites": [*s["sites"], "avignon"]},
        "position.sites",
        "sites",
    ),
    "unknown city": (
        programming,
        put("commanderies", {"rome": [1, 0, 0, 0]}),
        "file.unknown_id",
        "commanderies.rome",
    ),
    "over the limit": (
        programming,
        put("commanderies", {"acre": [5, 0, 0, 0]}),
        "position.over_limit",
        "commanderies.acre",
    ),
    "in a closed land": (
        programming,
        put("commanderies", {"paris": [1, 0, 0, 0]}),
        "position.not_open",
        "commanderies.paris",
    ),
    "less than none": (
        programming,
        put("commanderies", {"acre": [-1, 0, 0, 0]}),
        "file.out_of_range",
        "commanderies.acre[0]",
    ),
    "thirty-one": (
        over,
        put("commanderies", {name: [2, 0, 0, 0] for name in TITLE.board.cities[:16]}),
        "position.too_many",
        "commanderies",
    ),
    "abbey in an incomplete region": (
        programming,
        put("abbeys", {"acre": 0}),
        "position.abbey",
        "abbeys.acre",
    ),
    "abbey in an incomplete region where the seat has a commandery": (
        lambda: position(3, commanderies={"acre": [4, 0, 0, 0]}).to_json(),
        put("abbeys", {"acre": BLUE}),
        "position.abbey",
        "abbeys.acre",
    ),
    "abbey without commandery": (near_east, put("abbeys", {"acre": 1}), "position.abbey", "abbeys.acre"),
    "three abbeys in a region": (
        near_east,
        put("abbeys", {"acre": 0, "sinai": 0, "chypre": 0}),
        "position.abbeys_in_region",
        "abbeys",
    ),
    "five abbeys": (
        near_east,
        put("abbeys", {"acre": 0, "sinai": 0, "chypre": 0, "iconium": 0, "antioche": 0}),
        "position.too_many",
        "abbeys",
    ),
    "relic of three": (programming, put("relics.0", [3]), "position.relic", "relics[0][0]"),
    "relics lost": (programming, put("relics.0", [1, 2, 2]), "position.relics", "relics"),
    "everybody sealed": (
        lambda: position(3).to_json(),
        lambda s: {
            **s,
            "programmes": [{"orders": dict.fromkeys(CHARACTERS, "home"), "sealed": True}] * 4,
        },
        "position.all_sealed",
        "programmes",
    ),
    "sealed without orders": (
        programming,
        put("programmes.1.sealed", True),
        "position.sealed",
        "programmes[1].sealed",
    ),
    "in hand with an order": (
        programming,
        put("programmes.1.in_hand", "master"),
        "position.in_hand",
        "programmes[1].in_hand",
    ),
    "eleven changes": (
        programming,
        put("programmes.1.changes_left", 11),
        "file.out_of_range",
        "programmes[1].changes_left",
    ),
    "unknown character": (
        programming,
        put("programmes.1.orders.bishop", "acre"),
        "file.unknown_id",
        "programmes[1].orders.bishop",
    ),
    "order to nowhere": (
        programming,
        put("programmes.1.orders.nun", "atlantis"),
        "file.unknown_id",
        "programmes[1].orders.nun",
    ),
    "order to a closed land": (
        programming,
        put("programmes.1.orders.nun", "paris"),
        "position.order",
        "programmes[1].orders.nun",
    ),
    "keeper at the court": (
        programming,
        put("programmes.1.orders.keeper", "court"),
        "position.order",
        "programmes[1].orders.keeper",
    ),
    "nothing due": (lambda: resolved(claiming), put("due", []), "file.wrong_length", "due"),
    "due to another": (lambda: resolved(claiming), put("due.0.seat", 1), "position.due", "due[0]"),
    "due at another height": (lambda: resolved(claiming), put("due.0.height", 9), "position.due", "due[0]"),
    "due twice": (
        lambda: resolved(claiming),
        lambda s: {**s, "due": [s["due"][0], s["due"][0]]},
        "position.due",
        "due[1]",
    ),
    "nothing to choose": (
        lambda: resolved(short_of_commanderies),
        lambda s: {**s, "due": s["due"][:1]},
        "position.no_choice",
        "due",
    ),
    "nothing to claim": (
        lambda: resolved(claiming),
        put("due.0.claimed", True),
        "position.no_choice",
        "due",
    ),
    "another kind of choice": (
        lambda: resolved(equal_stacks),
        put("phase", "claims"),
        "position.no_choice",
        "due",
    ),
    "no equal stacks": (
        lambda: resolved(equal_stacks),
        lambda s: {**s, "due": [s["due"][0], s["due"][2]]},
        "position.no_choice",
        "due",
    ),
    "standing twice": (
        lambda: resolved(claiming),
        lambda s: {**s, "standing": [*s["standing"], s["standing"][0]]},
        "position.standing",
        "standing[5]",
    ),
    "standing without commandery": (
        lambda: resolved(claiming),
        put("standing.0.seat", 3),
        "position.standing",
        "standing[0]",
    ),
    "the own keeper": (lambda: resolved(claiming), put("keepers.0", 0), "position.own_keeper", "keepers[0]"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_position_that_cannot_be_is_refused_with_its_place(fault: str) -> None:
    make, change, key, where = FAULTS[fault]
    saved = json.loads(json.dumps(make()))
    TITLE.from_json(saved)
    with pytest.raises(BadSetup) as caught:
        TITLE.from_json(change(saved))
    message = caught.value.message
    assert message.key == f"pelegrinus.{key}"
    assert message.args["where"] == where
    check_words(2, message)
