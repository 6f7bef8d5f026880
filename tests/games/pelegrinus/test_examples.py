"""Every worked example of the rulebook, in its order, played or read from a position."""

import pytest

from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.networks import networks
from abbatia.games.pelegrinus.scoring import lines
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
    region,
    relics,
    track,
)

BOARD = TITLE.board


def are_adjacent(a: str, b: str) -> bool:
    return bool(BOARD.neighbours[BOARD.city_number[a]] >> BOARD.city_number[b] & 1)


@pytest.mark.rule("9.1")
def test_jerusalem_lies_between_acre_and_sinai() -> None:
    a, b = BOARD.ends[BOARD.sites.index("jerusalem")]
    assert {BOARD.cities[a], BOARD.cities[b]} == {"acre", "sinai"}
    assert are_adjacent("acre", "sinai")


@pytest.mark.rule("1.3", "R4")
def test_rome_is_in_force_and_avignon_is_not() -> None:
    state = position(1, sites=["jerusalem", "rome", "compostelle", "mont_saint_michel", "gniezno"])
    active = {site["id"]: site["active"] for site in state.observe(None)["public"]["sites"]}
    assert active["rome"]
    assert not active["avignon"]
    assert are_adjacent("marseille", "lyon"), "the road of Avignon stays a route"


@pytest.mark.rule("2.1", "R6")
def test_north_africa_opens_as_the_fifth_turn_begins() -> None:
    state = position(4)
    assert not region(state, "afrique_nord")["open"]
    told = play(state, {})
    assert of_kind(told, "region_opened") == [{"region": "afrique_nord", "turn": 5}]
    assert region(state, "afrique_nord")["open"]
    play(state, {BLUE: {"nun": "tunis"}})
    assert commanderies(state, "tunis") == [1, 0, 0, 0]


@pytest.mark.rule("2.2")
def test_glasgow_is_adjacent_to_bergen_by_sea_and_paris_to_bordeaux_by_land() -> None:
    assert are_adjacent("glasgow", "bergen")
    assert are_adjacent("paris", "bordeaux")


@pytest.mark.rule("3.1", "3.2")
def test_the_third_turn_of_olivier() -> None:
    state = position(3)
    orders = {
        "keeper": "palerme",
        "pilgrim": "venise",
        "nun": "venise",
        "chaplain": "constantinople",
        "master": "court",
    }
    told = play(state, {BLUE: orders})
    assert of_kind(told, "revealed")[BLUE] == {"seat": BLUE, **orders}
    assert of_kind(told, "pope_elected")[0]["seat"] == BLUE
    assert commanderies(state, "venise") == [1, 0, 0, 0]
    assert commanderies(state, "constantinople") == [1, 0, 0, 0]
    assert commanderies(state, "palerme") == [0, 0, 0, 0], "a relic keeper alone wins nothing"


@pytest.mark.rule("4.2", "4.3", "4.4", "6.1")
def test_iconium_a_pilgrim_cancels_the_master() -> None:
    state = position(1)
    told = play(
        state,
        {
            BLUE: {"master": "iconium", "nun": "iconium"},
            GREEN: {"chaplain": "iconium"},
            RED: {"pilgrim": "iconium", "chaplain": "iconium"},
        },
    )
    assert of_kind(told, "masters_cancelled") == [{"place": "iconium", "masters": [BLUE], "pilgrims": [RED]}]
    majority = {"place": "iconium", "seat": RED, "height": 4, "stacks": [2, 4, 3, 0]}
    assert of_kind(told, "majority") == [majority]
    assert commanderies(state, "iconium") == [0, 1, 0, 0]


@pytest.mark.rule("8.1", "8.4")
def test_crete_the_winner_captures_the_keeper() -> None:
    state = position(3)
    told = play(state, {RED: {"master": "crete"}, YELLOW: {"keeper": "crete"}})
    assert commanderies(state, "crete") == [0, 1, 0, 0]
    assert of_kind(told, "keeper_taken") == [{"seat": RED, "owner": YELLOW, "city": "crete"}]
    assert relics(state, YELLOW) == [1, 1, 2, 2, 4], "ransomed at the end of the turn"


TIES = track([BLUE, YELLOW, GREEN, RED], {2: BLUE, 3: GREEN})
"""From the top: green, blue, nobody, red, green turned down, yellow (and blue turned down)."""


@pytest.mark.rule("4.5", "8.2", "R21")
def test_palermo_the_more_recent_pope_wins_a_tie_in_a_city() -> None:
    state = position(4, track=TIES)
    told = play(
        state,
        {
            BLUE: {"chaplain": "palerme", "keeper": "palerme"},
            RED: {"chaplain": "palerme", "keeper": "palerme"},
            GREEN: {"keeper": "palerme"},
        },
    )
    [tie] = of_kind(told, "city_tie_turn")
    assert (tie["tied"], tie["seat"], tie["turn"]) == ([BLUE, RED], BLUE, 2)
    assert commanderies(state, "palerme") == [1, 0, 0, 0]
    assert of_kind(told, "keeper_taken") == [{"seat": BLUE, "owner": GREEN, "city": "palerme"}]
    [compared] = of_kind(told, "keepers_compared_turn")
    assert (compared["seats"], compared["seat"], compared["turn"]) == ([BLUE, RED, GREEN], GREEN, 3)


@pytest.mark.rule("4.6")
def test_the_older_pope_wins_a_tie_at_the_court() -> None:
    state = position(4, track=TIES)
    told = play(state, {BLUE: {"nun": "court"}, YELLOW: {"nun": "court"}})
    [tie] = of_kind(told, "court_tie_start")
    assert (tie["tied"], tie["seat"], tie["slot"]) == ([BLUE, YELLOW], YELLOW, 2)
    assert of_kind(told, "pope_elected")[0]["seat"] == YELLOW


@pytest.mark.rule("5.1", "4.3")
def test_the_court_on_the_fifth_turn() -> None:
    state = position(5, track=track([GREEN, BLUE, RED, YELLOW], {2: GREEN}))
    told = play(
        state,
        {
            BLUE: {"master": "court", "nun": "court"},
            RED: {"pilgrim": "court"},
            GREEN: {"chaplain": "court"},
        },
    )
    assert of_kind(told, "masters_cancelled") == [{"place": "court", "masters": [BLUE], "pilgrims": [RED]}]
    elected = {"seat": GREEN, "turn": 5, "turned": {"turn": 2, "slot": 0}, "left": 7}
    assert of_kind(told, "pope_elected") == [elected]
    spaces = {space["round"]: space for space in state.observe(None)["public"]["track"] if space["round"]}
    assert spaces[5] == {"slot": None, "round": 5, "seat": GREEN, "face_up": True}
    assert spaces[2] == {"slot": None, "round": 2, "seat": GREEN, "face_up": False}


@pytest.mark.rule("6.2", "2.3")
def test_acre_has_four_places_and_sinai_two() -> None:
    limits = {city["id"]: city["limit"] for city in position(1).observe(None)["public"]["cities"]}
    assert (limits["acre"], limits["sinai"]) == (4, 2)
    state = position(2, commanderies={"sinai": [1, 0, 0, 0]})
    told = play(state, {RED: {"nun": "sinai"}})
    assert of_kind(told, "city_completed") == [{"city": "sinai"}]


@pytest.mark.rule("7.1", "7.3", "7.5", "7.6", "2.5")
def test_the_last_abbey_of_italy_goes_to_the_highest_stack() -> None:
    owners = {
        "venise": [2, 1, 1, 0],
        "genes": [1, 1, 1, 1],
        "naples": [1, 1, 0, 1],
        "palerme": [1, 1, 1, 0],
        "marseille": [2, 0, 0, 1],
        "crete": [0, 0, 1, 1],
    }
    state = position(9, commanderies=filled(ITALY, owners), abbeys={"crete": GREEN})
    told = play(
        state,
        {
            BLUE: {"pilgrim": "marseille", "nun": "marseille", "chaplain": "naples"},
            RED: {"master": "naples"},
        },
    )
    won = {(seen["place"], seen["seat"], seen["height"]) for seen in of_kind(told, "majority")}
    assert won == {("naples", RED, 4), ("marseille", BLUE, 3)}
    assert not of_kind(told, "masters_cancelled"), "the pilgrim of Marseille does not reach Naples"
    assert of_kind(told, "abbeys_exceed") == [
        {"region": "italie", "cities": ["naples", "marseille"], "places": 1}
    ]
    assert of_kind(told, "abbey_cancelled") == [{"seat": BLUE, "city": "marseille", "height": 3}]
    assert (abbey(state, "naples"), abbey(state, "marseille"), abbey(state, "crete")) == (RED, None, GREEN)
    assert of_kind(told, "region_closed") == [{"region": "italie"}]
    assert region(state, "italie")["closed"]


@pytest.mark.rule("8.4", "8.6")
def test_the_round_of_relics_passes_on_what_was_just_won() -> None:
    state = position(
        4,
        track=track([YELLOW, RED, BLUE, GREEN]),
        relics=[[2, 4], [1, 1, 1, 1, 2, 2, 2, 2, 4, 4], [2, 2, 4], [2]],
    )
    told = play(
        state,
        {
            BLUE: {"nun": "venise"},
            GREEN: {"keeper": "venise", "chaplain": "genes"},
            YELLOW: {"keeper": "genes"},
        },
    )
    assert of_kind(told, "relic_claimed") == [
        {"seat": GREEN, "holder": BLUE, "value": 2},
        {"seat": YELLOW, "holder": GREEN, "value": 2},
    ]
    assert relics(state, BLUE) == [4]
    assert relics(state, GREEN) == [2, 2, 4]
    assert relics(state, YELLOW) == [2, 2]


SABINE = {
    "by Africa": ["alexandrie", "tripoli", "palerme"],
    "by Dalmatia": ["antioche", "iconium", "constantinople"],
    "at Jerusalem": ["acre", "sinai"],
    "in between": ["naples", "genes", "venise", "raguse", "gran", "cracovie", "prague", "dantzig"],
    "in the west": ["lisbonne", "leon", "bordeaux", "nantes", "londres"],
}
WITH_ROME = ["jerusalem", "rome", "compostelle", "mont_saint_michel", "gniezno"]


@pytest.mark.rule("9.2", "9.3", "9.4")
@pytest.mark.parametrize("cut", [[], ["by Africa"], ["by Dalmatia"]])
def test_the_networks_of_sabine(cut: list[str]) -> None:
    cities = [city for way, names in SABINE.items() if way not in cut for city in names]
    state = position(14, sites=WITH_ROME, commanderies={city: [1, 0, 0, 0] for city in cities})
    found = [[BOARD.sites[site] for site in sites] for sites in networks(state, BLUE)]
    assert sorted(found) == [["compostelle", "mont_saint_michel"], ["jerusalem", "rome", "gniezno"]]
    points = [line.points for line in lines(state, BLUE) if line.rule == "10.6"]
    assert sorted(points) == [4, 9]


@pytest.mark.rule("9.3")
def test_without_either_way_the_network_of_sabine_falls_apart() -> None:
    cities = [*SABINE["at Jerusalem"], *SABINE["in between"], *SABINE["in the west"]]
    state = position(14, sites=WITH_ROME, commanderies={city: [1, 0, 0, 0] for city in cities})
    points = [line.points for line in lines(state, BLUE) if line.rule == "10.6"]
    assert points == [4, 4], "Rome with Gniezno, Compostela with Mont-Saint-Michel; Jerusalem alone"


YELLOW_ITALY = {"marseille": 3, "genes": 3, "venise": 3}
YELLOW_ELSEWHERE = {"lyon": 3, "paris": 3, "nantes": 1, "londres": 1, "antioche": 2, "iconium": 1}
YELLOW_EAST = {"acre": 2, "sinai": 1, "constantinople": 1, "kiev": 1, "dantzig": 1, "prague": 1}


@pytest.mark.rule("10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "R2")
def test_the_sixty_one_points_of_yellow() -> None:
    own = {**YELLOW_ITALY, **YELLOW_ELSEWHERE, **YELLOW_EAST}
    built = {city: [0, 0, 0, count] for city, count in own.items()}
    for city, others in {"genes": 1, "venise": 1, "naples": 4, "palerme": 3, "crete": 2}.items():
        built.setdefault(city, [0, 0, 0, 0])[BLUE] = others
    state = TITLE.from_json(
        {
            "seats": 4,
            "turn": 14,
            "phase": "over",
            "track": track([BLUE, RED, GREEN, YELLOW], dict.fromkeys((2, 4, 7, 9, 12), YELLOW)),
            "sites": ["jerusalem", "avignon", "compostelle", "mont_saint_michel", "gniezno"],
            "commanderies": built,
            "abbeys": {"marseille": YELLOW},
            "relics": [[1, 2, 2, 4], [2, 2, 2, 2], [2, 2, 4], [1, 1, 1, 4, 4]],
        }
    )
    result = state.result()
    assert result is not None
    sheet = [(line.rule, line.points) for line in result.lines[YELLOW]]
    assert sheet == [("10.2", 6), ("10.3", 11), ("10.4", 27), ("10.5", 9), ("10.6", 4), ("10.6", 4)]
    assert result.scores[YELLOW] == 61
    linked = [line.label.args["sites"] for line in result.lines[YELLOW] if line.rule == "10.6"]
    assert linked == [["jerusalem", "gniezno"], ["avignon", "mont_saint_michel"]]
