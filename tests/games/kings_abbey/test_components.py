"""Components: the data behind the rules, a player's own file, the table in the docs."""

import copy
from pathlib import Path
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game
from abbatia.core.contract import BadSetup
from abbatia.core.playout import random_game
from abbatia.core.text_laws import check_words
from abbatia.core.words import LANGUAGES, words
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.card_table import document
from abbatia.games.kings_abbey.component_file import component_file
from abbatia.games.kings_abbey.names import effect_text
from abbatia.games.kings_abbey.pieces import OURS

DATA: dict[str, Any] = OURS
RESOURCE_NAMES = ("wood", "grain", "stone", "sand")
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
    data["events"]["cards"][3].update(effect={"op": "lose", "stone": 1}, timing="immediate")
    title = TITLE.with_components(data)
    check_game(title, 4, {"relics": "rich"}, 3, every=151)


BROKEN: list[tuple[str, list[Any], Any]] = [
    ("resources", ["resources"], 3),
    ("buildings.castle.id", ["buildings", 0, "id"], "castle"),
    ("buildings.bakery.cost.gold", ["buildings", 1, "cost"], {"gold": 1}),
    ("buildings.bakery.cost.tool", ["buildings", 1, "cost"], {"tool": 1}),
    ("buildings.bakery.prestige", ["buildings", 1, "prestige"], -1),
    ("buildings.bakery.copies", ["buildings", 1, "copies"], 4),
    ("buildings.garden.starting_copies", ["buildings", 11, "copies"], 0),
    ("buildings[1].id", ["buildings", 1], DATA["buildings"][0]),
    ("buildings", ["buildings"], [{**card, "starting_copies": 0} for card in DATA["buildings"]]),
    ("towers", ["towers", 0, "id"], "keep"),
    ("clergy_track.levels.cardinal.prestige_per_step", ["clergy_track", "levels", 4, "steps"], 2),
    ("events.cards.plenty_harvest.effect.op", ["events", "cards", 0, "effect", "op"], "rain_of_frogs"),
    ("events.cards.plenty_gift.effect.op", ["events", "cards", 4, "effect"], {"op": "viking_attack"}),
    ("events.cards.plenty_fervour.effect", ["events", "cards", 6, "effect", "set"], 0),
    ("events.cards.plenty_harvest.category", ["events", "cards", 0, "category"], "quiet"),
    ("events.cards[1].id", ["events", "cards", 1, "id"], "plenty_harvest"),
    ("events.piles.plenty", ["events", "piles", "plenty", "plenty"], 0),
    ("events.piles.harsh.disaster", ["events", "piles", "harsh", "disaster"], 8),
    ("events.piles.more_vikings.vikings", ["events", "cards", 20, "copies"], 3),
    ("crusades.c01.dice", ["crusades", 0, "dice"], 7),
    ("crusades.c01.relic", ["crusades", 0, "relic"], "spoon"),
    ("crusades", ["crusades", 27, "relic"], None),
    ("relics", ["relics"], DATA["relics"][:6]),
    ("main_board.darkness_track.values", ["main_board", "darkness_track", "values"], [3]),
    ("main_board.darkness_track.values", ["main_board", "darkness_track", "values"], [3] * 21),
    ("main_board.darkness_track.values[0]", ["main_board", "darkness_track", "values"], ["x" * 10**6, 3]),
    ("supply.tool_tokens", ["supply", "tool_tokens"], "many"),
    ("relics_rich_removes", ["relics_rich_removes"], ["nothing"]),
    ("junk", ["junk"], "x" * 10**6),
]
UNREAD: list[tuple[str, list[Any], Any]] = [
    ("player_board.altar.cost", ["player_board", "altar", "cost", "coin"], 1),
    ("player_board.wall.max", ["player_board", "wall", "max"], 9),
    ("start.coin", ["start", "coin"], 9),
    ("limits.preach_dice", ["limits", "preach_dice"], 2),
    ("animals.sheep.prestige", ["animals", "sheep", "prestige"], 5),
    ("scoring.relic", ["scoring", "relic"], 3),
    ("towers.chapel.effect.defence", ["towers", 2, "effect", "defence"], 3),
    ("buildings.bakery.ability.single.levels", ["buildings", 1, "ability", "single", "levels"], 3),
    ("clergy_track.levels.bishop.bonus.prestige", ["clergy_track", "levels", 3, "bonus", "prestige"], 9),
    ("relics.torah.effect.wagon", ["relics", 6, "effect", "wagon"], 9),
    ("main_board.darkness_track.start", ["main_board", "darkness_track", "start"], 3),
    ("events.cards.plenty_gift.timing", ["events", "cards", 4, "timing"], "phase8"),
    ("coin_value", ["coin_value"], 2),
]


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    """Our file with another value in one place."""
    data: Any = own()
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    found: dict[str, Any] = data
    return found


@pytest.mark.parametrize(("where", "path", "value"), UNREAD, ids=[case[0] for case in UNREAD])
def test_what_the_rules_do_not_read_cannot_be_changed(where: str, path: list[Any], value: Any) -> None:
    with pytest.raises(BadSetup) as raised:
        TITLE.with_components(changed(path, value))
    message = raised.value.message
    assert message.key == "core.file.fixed"
    assert message.args["where"].startswith(where)
    check_words(2, message)
    assert "The rules fix this value" in words("en").say(message)


def test_what_the_rules_fix_may_be_left_out_and_is_there_for_whoever_draws() -> None:
    data = own()
    for name in ("player_board", "limits", "start", "solo", "players", "version"):
        del data[name]
    del data["towers"][0]["activation"]
    del data["buildings"][1]["ability"]
    del data["supply"]["sheep"]
    title = TITLE.with_components(data)
    assert title.own_components == DATA


def test_what_is_left_out_on_purpose_stays_out() -> None:
    data = own()
    del data["relics_rich_removes"]
    data["buildings"][1]["cost"] = {"wood": 1}
    data["crusades"][0] = {"id": "c01", "dice": 2, "prestige": 3, "reward": {"wood": 2}}
    del data["events"]["cards"][0]["copies"]
    assert TITLE.with_components(data).own_components == data


# -- names and texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_made_from_our_file_are_those_of_the_catalogue(language: str) -> None:
    entries = words(language).entries
    names = TITLE.names(language)
    assert len(names) == 2 * 21 + 28 + 6
    assert {key: entries.get(key) for key in names} == names


def test_cards_of_ones_own_have_their_names_and_say_their_own_numbers() -> None:
    data = own()
    data["events"]["cards"][4]["effect"]["coin"] = 5
    data["events"]["cards"][0].update(id="my_event", name="Manna", name_fr="La manne")
    data["crusades"][0].update(id="my_crusade")
    data["crusades"][1].update(name="Ascalon")
    data["main_board"]["initiative"]["tokens"][5]["reward"] = {"wagon": 2, "coin": 1}
    data["events"]["piles"]["standard"] = {"plenty": 3, "disaster": 2, "vikings": 2}
    title = TITLE.with_components(data)
    english, french = title.names("en"), title.names("fr")
    assert english["kings_abbey.event_card.plenty_gift.about"] == "Everyone takes 5 coins."
    assert french["kings_abbey.event_card.plenty_gift.about"] == "Chaque joueur prend 5 deniers."
    assert english["kings_abbey.event_card.my_event"] == "Manna"
    assert french["kings_abbey.event_card.my_event"] == "La manne"
    assert english["kings_abbey.crusade.my_crusade"] == "My crusade"
    assert french["kings_abbey.crusade.c02"] == "Ascalon"
    assert english["kings_abbey.initiative_token.init_wagon"] == "1 coin, 2 wagons"
    assert english["kings_abbey.option.pile.standard"] == "3 Plenty, 2 Disaster, 2 Vikings"
    action = title.describe(title.numbers["draw_event my_event"])
    assert words("en").knowing(english).say(action) == "Turn up the event “Manna”"


EFFECTS: list[dict[str, Any]] = [
    *({"op": op, "resource": kind} for op in ("collect_bonus", "close_location") for kind in RESOURCE_NAMES),
    *({"op": "resource_value", "resource": kind, "value": 1} for kind in RESOURCE_NAMES),
    *({"op": op, "coin": 1, "tool": 2, "wagon": 1} for op in ("gain", "lose")),
    {"op": "gain"},
    *(
        {"op": op, "delta": delta}
        for op in ("peasant_moves", "darkness_delta", "feed_delta", "market_price_delta")
        for delta in (-2, 0, 1)
    ),
    {"op": "peasant_moves", "set": 0},
    {"op": "preach_limit", "set": 0},
    {"op": "gain_peasant"},
    {"op": "lose_peasant", "amount": 2},
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_a_sentence(language: str) -> None:
    for effect in EFFECTS:
        assert not component_file(TITLE.version).faults(changed(["events", "cards", 0], event(effect)))
        text = effect_text(effect, words(language))
        assert text.endswith(".")
        assert "kings_abbey" not in text
        assert "{" not in text


def event(effect: dict[str, Any]) -> dict[str, Any]:
    return {"id": "plenty_harvest", "category": "plenty", "effect": effect}


@pytest.mark.parametrize(("where", "path", "value"), BROKEN, ids=[case[0] for case in BROKEN])
def test_a_broken_file_says_where(where: str, path: list[Any], value: Any) -> None:
    with pytest.raises(BadSetup) as raised:
        TITLE.with_components(changed(path, value))
    check_words(2, raised.value.message)
    assert raised.value.message.args["where"].startswith(where)


def test_a_missing_part_says_so() -> None:
    for key in ("buildings", "events", "crusades", "clergy_track", "patron_saints"):
        data = own()
        del data[key]
        with pytest.raises(BadSetup) as raised:
            TITLE.with_components(data)
        assert raised.value.message.key == "core.file.missing"
        assert raised.value.message.args == {"where": key}


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
