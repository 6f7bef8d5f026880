"""Positions as JSON: from any moment of a game and back; positions that cannot be are refused."""

import copy
import json
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.playout import step
from abbatia.core.text_laws import check_words
from abbatia.games.cardinal import TITLE
from tests.games.cardinal.table import play, position


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (5, {"two_countries": True}), (2, {"duel": True})])
def test_a_game_taken_up_from_json_anywhere_plays_on_alike(seats: int, options: dict[str, bool]) -> None:
    state, rng = TITLE.start(seats, **options), Rng(11)
    again = state
    while True:
        other = Rng(0)
        other.state, other.step = rng.state, rng.step
        entry = step(state, rng)
        assert (step(again, other) if again is not state else entry) == entry
        if entry is None:
            break
        again = TITLE.from_json(json.loads(json.dumps(state.to_json())))
    assert again.to_json() == state.to_json()
    assert again.scores == state.scores


def changed(path: str, value: Any) -> dict[str, Any]:
    """A position with one thing changed."""
    data = copy.deepcopy(position(3, abbeys={"france": [2, 1]}, advisors={"france": [1]}).to_json())
    *way, last = path.split(".")
    here: Any = data
    for name in way:
        here = here[int(name)] if isinstance(here, list) else here[name]
    here[int(last) if isinstance(here, list) else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("title", "pelegrinus"),
        ("version", 0),
        ("seats", 7),
        ("seats", "3"),
        ("options", []),
        ("options", {"duel": True}),
        ("phase", "lunch"),
        ("phase", "deal"),
        ("phase", "place"),
        ("phase", "more"),
        ("phase", "draw"),
        ("phase", "keep"),
        ("phase", "king"),
        ("phase", "king_place"),
        ("phase", "crown"),
        ("phase", "blind"),
        ("phase", "reveal"),
        ("player", 3),
        ("player", True),
        ("player", None),
        ("country", "spain"),
        ("placed", 3),
        ("opened", ["spain"]),
        ("opened", "france"),
        ("dealt", 8),
        ("emptied", 1),
        ("emptied", 2),
        ("hands", [[]]),
        ("hands.0", ["spain"]),
        ("hands.0", ["france"] * 4),
        ("hands.0", ["france"] * 3),
        ("known.0", ["france"]),
        ("fresh.0", ["italy"]),
        ("open", ["france"]),
        ("open.0", 1),
        ("open.0", "italy"),
        ("pile.france", 9),
        ("pile.spain", 0),
        ("pile.france", "8"),
        ("discard", []),
        ("discard.italy", 1),
        ("sites", []),
        ("sites.toledo", 0),
        ("sites.cluny", 3),
        ("sites.cluny", "king"),
        ("advisors.france", [1, 1, 1]),
        ("advisors.france", [1, 1]),
        ("advisors.france", [-1, 0, 0]),
        ("advisors.spain", [0, 0, 0]),
        ("advisors.england", [1, 0, 0]),
        ("interim", {}),
        ("barred", []),
        ("barred.0", ["spain"]),
    ],
)
def test_a_position_that_cannot_be_is_refused(path: str, value: Any) -> None:
    with pytest.raises(BadSetup) as caught:
        TITLE.from_json(changed(path, value))
    check_words(2, caught.value.message)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("duel", None),
        ("duel.cards", ["italy"] * 4),
        ("duel.kept", [{}]),
        ("duel.influence", {"spain": 0}),
        ("duel.influence", {"italy": 2}),
        ("duel.privileges", [["fly"], []]),
        ("duel.king_moved", 1),
        ("duel.paid", "italy"),
        ("duel.kept.0", {"france": 5}),
    ],
)
def test_a_duel_that_cannot_be_is_refused(path: str, value: Any) -> None:
    data = position(2, duel=True).to_json()
    *way, last = path.split(".")
    here: Any = data
    for name in way:
        here = here[int(name)] if isinstance(here, list) else here[name]
    here[int(last) if isinstance(here, list) else last] = value
    with pytest.raises(BadSetup):
        TITLE.from_json(data)


def test_pieces_beyond_the_reserve_are_refused() -> None:
    data = position(3).to_json()
    data["sites"] = dict.fromkeys(TITLE.tables.board.sites[:21], 0)
    with pytest.raises(BadSetup, match="impossible"):
        TITLE.from_json(data)


@pytest.mark.rule("8.1", "10.1")
def test_a_pile_that_has_run_out_unnoticed_is_refused() -> None:
    """An empty pile is the last round; the cards are all there, so nothing else is wrong."""
    data = position(3).to_json()
    data["discard"] = {kind: data["discard"][kind] + number for kind, number in data["pile"].items()}
    data["pile"] = dict.fromkeys(data["pile"], 0)
    with pytest.raises(BadSetup) as caught:
        TITLE.from_json(data)
    assert (caught.value.message.key, caught.value.message.args) == (
        "cardinal.position.impossible",
        {"where": "pile"},
    )


def test_a_clone_goes_its_own_way() -> None:
    state = position(2, duel=True, hands=["france france italy"], abbeys={"france": [1]})
    before = state.to_json()
    other = state.clone()
    play(other, "swap italy open 1", "pay france", "abbey fleury", "stop")
    assert state.to_json() == before
    assert other.to_json() != before
