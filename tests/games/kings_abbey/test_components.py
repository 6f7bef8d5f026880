"""Components: the data behind the rules, a player's own file, the table in the docs."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game
from abbatia.core.contract import BadSetup
from abbatia.core.playout import random_game
from abbatia.games.kings_abbey import COMPONENTS, TITLE
from abbatia.games.kings_abbey.card_table import document

DATA: dict[str, Any] = json.loads(COMPONENTS.read_text("utf-8"))
DOCS = Path(__file__).parents[3] / "docs" / "kings_abbey-cards.md"


def own() -> dict[str, Any]:
    return copy.deepcopy(DATA)


def test_the_table_of_cards_is_up_to_date() -> None:
    assert DOCS.read_text("utf-8") == document()


def test_numbers_of_the_box() -> None:
    facts = TITLE.facts
    assert sum(facts.copies) + sum(facts.starting) == 63
    assert sum(facts.starting) == 6
    assert sum(facts.event_copies) == 28
    assert len(facts.crusade_ids) == 28
    assert sum(relic >= 0 for relic in facts.crusade_relic) == 7
    assert [facts.prestige[card] for card in range(21)] == [
        *(7, 2, 3, 4, 6, 2, 0, 7, 0, 6, 2, 2, 4, 4, 4, 6, 0, 5, 2, 7, 6)
    ]
    assert facts.prestige[21:] == [6, 10, 8, 4]


def test_the_described_numbers_are_those_of_the_rules() -> None:
    """What a file of one's own does not change is described in the data; the code plays the same numbers."""
    board = DATA["player_board"]
    assert board["building_spaces" if "building_spaces" in board else "building_slots"] == 7
    assert DATA["start"]["peasants"] == 15
    assert DATA["start"]["monk_dice"] == 9
    assert DATA["limits"]["offers_per_turn"] == 3
    assert DATA["limits"]["crusades_held"] == 2


def test_a_file_of_ones_own_changes_the_game() -> None:
    data = own()
    data["buildings"][0]["prestige"] = 9
    data["crusades"][0]["id"] = "my_crusade"
    data["relics_rich_removes"] = []
    data["events"]["cards"][0]["id"] = "my_event"
    title = TITLE.with_components(data)
    assert title.own_components is not None
    assert "draw_crusade my_crusade" in title.numbers
    assert "draw_event my_event" in title.numbers
    state = title.start(3)
    random_game(state, Rng(4))
    assert state.result() is not None
    assert title.vocabulary[:700] == TITLE.vocabulary[:700]


def test_laws_hold_on_other_components() -> None:
    data = own()
    data["clergy_track"]["levels"][0]["steps"] = 2
    data["main_board"]["darkness_track"]["values"] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    data["crusades"] = data["crusades"][:14] + data["crusades"][21:]
    data["relics_rich_removes"] = ["c01"]
    data["events"]["cards"][3]["effect"] = {"op": "lose", "stone": 1}
    title = TITLE.with_components(data)
    check_game(title, 4, {"relics": "rich"}, 3, every=151)


BROKEN: list[tuple[str, list[Any], Any]] = [
    ("resources", ["resources"], 3),
    ("buildings[0].id", ["buildings", 0, "id"], "castle"),
    ("buildings.bakery.cost.gold", ["buildings", 1, "cost"], {"gold": 1}),
    ("buildings.bakery.prestige", ["buildings", 1, "prestige"], -1),
    ("buildings.bakery.copies", ["buildings", 1, "copies"], 4),
    ("towers", ["towers", 0, "id"], "keep"),
    ("events.cards.plenty_harvest.effect.op", ["events", "cards", 0, "effect", "op"], "rain_of_frogs"),
    ("events.cards.plenty_harvest.category", ["events", "cards", 0, "category"], "quiet"),
    ("events.cards[1].id", ["events", "cards", 1, "id"], "plenty_harvest"),
    ("events.piles.plenty", ["events", "piles", "plenty", "plenty"], 0),
    ("events.piles.harsh.disaster", ["events", "piles", "harsh", "disaster"], 8),
    ("crusades.c01.dice", ["crusades", 0, "dice"], 7),
    ("crusades.c01.relic", ["crusades", 0, "relic"], "spoon"),
    ("crusades", ["crusades", 27, "relic"], None),
    ("relics.torah", ["relics"], DATA["relics"][:6]),
    ("main_board.darkness_track.values", ["main_board", "darkness_track", "values"], [3]),
    ("supply.tool_tokens", ["supply", "tool_tokens"], "many"),
    ("relics_rich_removes", ["relics_rich_removes"], ["nothing"]),
]


@pytest.mark.parametrize(("where", "path", "value"), BROKEN, ids=[case[0] for case in BROKEN])
def test_a_broken_file_says_where(where: str, path: list[Any], value: Any) -> None:
    data: Any = own()
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadSetup) as raised:
        TITLE.with_components(data)
    assert raised.value.message.args["where"].startswith(where)


def test_a_missing_part_says_so() -> None:
    for key in ("buildings", "events", "crusades", "clergy_track", "patron_saints"):
        data = own()
        del data[key]
        with pytest.raises(BadSetup) as raised:
            TITLE.with_components(data)
        assert raised.value.message.args == {"where": key, "what": "missing"}


@pytest.mark.parametrize(
    ("name", "value"), [("goods", [1]), ("phase", 44), ("asks", 3), ("asks", [[99], []]), ("round", "one")]
)
def test_a_position_that_cannot_be_is_refused(name: str, value: Any) -> None:
    data = TITLE.start(2).to_json()
    data[name] = value
    with pytest.raises(BadSetup):
        TITLE.from_json(data)


@pytest.mark.parametrize("key", sorted(set(DATA) - {"about", "version"}))
@pytest.mark.parametrize("value", [3, "x", [3], {"x": 3}, None])
def test_nonsense_is_never_worse_than_a_refusal(key: str, value: Any) -> None:
    data = own()
    data[key] = value
    try:
        title = TITLE.with_components(data)
    except BadSetup:
        return
    assert title.start(2).to_act() == (-1,)
