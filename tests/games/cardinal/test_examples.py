"""Every worked example of the rulebook, in its order. Anne, Bertrand, Christian, Daniel are seats 0 to 3."""

import re

import pytest

from tests.games.cardinal.table import finish_turn, may, play, position, refusal, sheet

ANNE, BERTRAND, CHRISTIAN, DANIEL = range(4)
GREEN, RED, BLUE, PURPLE, YELLOW = range(5)


@pytest.mark.rule("3.1", "3.2", "4.1", "5.2", "R5")
def test_anne_opens_franconia_with_one_abbey_and_her_turn_is_over() -> None:
    state = position(3, hands=["france aragon aragon"])
    play(state, "pay franconia")
    assert may(state) == [f"abbey {site}" for site in FRANCONIA]
    play(state, "abbey fulda")
    assert may(state) == ["draw open 1", "draw open 2", "draw pile"]
    assert refusal(state, "pay franconia").rule == "6.1"
    finish_turn(state)
    assert state.to_act() == (BERTRAND,)


FRANCONIA = ["corvey", "maria_laach", "lorsch", "fulda", "paulinzella", "michelsberg", "heilsbronn"]


@pytest.mark.rule("4.1", "4.2", "5.3")
def test_bertrand_adds_an_abbey_and_with_a_pair_an_advisor_in_franconia() -> None:
    state = position(
        3,
        player=BERTRAND,
        hands=["france aragon france", "aragon burgundy burgundy"],
        sites={"fulda": ANNE},
    )
    play(state, "pay franconia", "abbey lorsch", "pay two burgundy for franconia", "advisor franconia")
    seen = state.observe(None)
    assert seen["public"]["countries"]["franconia"]["abbeys"] == [1, 1, 0]
    assert seen["public"]["countries"]["franconia"]["advisors"] == [0, 1, 0]
    assert seen["public"]["discard"] == {"aragon": 1, "burgundy": 2, "italy": 0, "swabia": 0, "france": 0}
    assert may(state) == ["draw open 1", "draw open 2", "draw pile"]


@pytest.mark.rule("4.2", "4.3", "5.1", "5.3")
def test_christian_places_two_pieces_in_france_or_one_elsewhere_with_a_joker() -> None:
    state = position(3, player=CHRISTIAN, hands=["", "", "france france france"], abbeys={"france": [2, 1]})
    elsewhere = state.clone()
    play(state, "pay france", "abbey fleury", "pay france", "advisor france")
    assert state.own(CHRISTIAN)["hand"] == ["france"]
    play(elsewhere, "pay two france for england", "abbey canterbury")
    assert elsewhere.own(CHRISTIAN)["hand"] == ["france"]
    assert "pay france" not in may(elsewhere)


@pytest.mark.rule("5.6")
def test_three_red_two_yellow_and_two_blue_abbeys_in_france_allow_three_advisors() -> None:
    abbeys = {"france": [3, 2, 2]}
    for advisors, room in (([0, 0, 0], 3), ([1, 0, 1], 1), ([1, 1, 1], 0)):
        state = position(3, hands=["france france swabia"], abbeys=abbeys, advisors={"france": advisors})
        assert state.observe(None)["public"]["countries"]["france"]["room"] == room
        play(state, "pay france")
        assert may(state, "advisor") == (["advisor france"] if room else [])


@pytest.mark.rule("5.5", "5.6")
def test_anne_places_two_advisors_in_france_where_bertrand_has_four_abbeys() -> None:
    state = position(
        4,
        hands=["france swabia swabia"],
        abbeys={"france": [0, 4, 1]},
        advisors={"france": [0, 1, 1]},
    )
    play(state, "pay france", "advisor france", "pay two swabia for france", "advisor france")
    france = state.observe(None)["public"]["countries"]["france"]
    assert france["advisors"] == [2, 1, 1, 0]
    assert france["limit"] == 4
    assert france["room"] == 0


@pytest.mark.rule("5.3", "5.6")
@pytest.mark.parametrize(
    "pieces",
    [("advisor italy", "advisor italy"), ("abbey bobbio", "abbey farfa"), ("advisor italy", "abbey farfa")],
)
def test_christian_may_place_any_two_pieces_in_italy(pieces: tuple[str, str]) -> None:
    state = position(
        4,
        player=CHRISTIAN,
        hands=["", "", "italy italy italy"],
        sites={"chiaravalle": BERTRAND, "polirone": BERTRAND, "vallombrosa": DANIEL, "monte_cassino": DANIEL},
    )
    play(state, "pay italy", pieces[0], "pay italy", pieces[1])
    assert state.observe(None)["public"]["turn"]["placed"] == 2


@pytest.mark.rule("6.1", "6.2", "6.3")
def test_anne_draws_blindly_first_and_then_the_matching_face_up_card() -> None:
    state = position(3, hands=["france italy italy"], open_cards="burgundy swabia", abbeys={"italy": [2]})
    play(state, "pay italy", "abbey farfa", "pay italy", "advisor italy")
    assert state.own(ANNE)["hand"] == ["france"]
    play(state, "draw pile", "draw burgundy", "draw open 1")
    assert state.own(ANNE)["hand"] == ["burgundy", "burgundy", "france"]
    assert state.observe(ANNE)["public"]["open"] == [None, "swabia"]
    play(state, "reveal france")
    assert state.observe(ANNE)["public"]["open"] == ["france", "swabia"]
    assert state.to_act() == (BERTRAND,)


@pytest.mark.rule("9.1", "9.2")
def test_franconia_scores_seven_four_two() -> None:
    green = dict.fromkeys(["corvey", "lorsch", "paulinzella", "heilsbronn"], GREEN)  # no chain
    red = dict.fromkeys(["maria_laach", "michelsberg"], RED)
    state = position(3, sites={**green, **red, "fulda": BLUE})
    assert state.observe(None)["projected"] == [7, 4, 2]
    assert sheet(state, GREEN) == {"Final scoring, Franconia: 4 abbeys, rank 1": 7}
    assert sheet(state, BLUE) == {"Final scoring, Franconia: 1 abbey, rank 3": 2}


@pytest.mark.rule("9.1", "9.2", "9.3", "9.4")
def test_lorraine_scores_five_five_two() -> None:
    state = position(4, abbeys={"lorraine": [0, 2, 1, 2]})
    assert state.observe(None)["projected"] == [0, 5, 2, 5]
    assert sheet(state, RED) == {"Final scoring, Lorraine: 2 abbeys, rank 1": 5}


ADVISORS = {"italy": [0, 1, 2, 0, 1], "burgundy": [0, 1, 1], "bavaria": [0, 2, 0, 0, 1]}
ABBEYS = {"italy": [4], "burgundy": [2], "bavaria": [3]}


@pytest.mark.rule("11.2", "11.3", "11.4")
def test_alliance_14_brings_blue_six_points() -> None:
    state = position(5, abbeys=ABBEYS, advisors={**ADVISORS, "bavaria": []})
    assert sheet(state, BLUE) == {"Alliance 14, Italy – Burgundy: 6 advisors": 6}
    assert sheet(state, RED) == {}
    assert sheet(state, YELLOW) == {}


@pytest.mark.rule("11.3")
def test_alliance_15_brings_nobody_anything() -> None:
    state = position(5, abbeys=ABBEYS, advisors=ADVISORS)
    for seat in range(5):
        assert not [label for label in sheet(state, seat) if label.startswith("Alliance 15")]


@pytest.mark.rule("11.5", "11.6", "11.7")
def test_the_chain_of_five_from_italy_into_burgundy_ignores_its_bavarian_branch() -> None:
    chain = ["farfa", "vallombrosa", "polirone", "chiaravalle", "saint_maurice"]
    state = position(4, sites=dict.fromkeys([*chain, "neustift"], PURPLE))
    chains = {label: points for label, points in sheet(state, PURPLE).items() if label.startswith("Chain")}
    assert list(chains.values()) == [5]
    named = re.split(", | and ", next(iter(chains)).removeprefix("Chain of 5: "))
    assert set(named) == {"Farfa", "Vallombrosa", "Polirone", "Chiaravalle", "Saint-Maurice"}
    without = position(4, sites=dict.fromkeys(chain, PURPLE))
    assert [points for label, points in sheet(without, PURPLE).items() if label.startswith("Chain")] == [5]


@pytest.mark.rule("13.2", "13.7")
def test_the_kings_second_place_in_france_goes_to_the_influence_in_das_duell() -> None:
    state = position(2, duel=True, abbeys={"france": [5, 1, 2]}, king={"influence": {"france": 0}})
    labels = sheet(state, 0)
    assert labels["Final scoring, France: 5 abbeys, rank 1"] == 8
    assert labels["Final scoring, the King in France: 2 abbeys, rank 2"] == 5
    assert sheet(state, 1) == {"Final scoring, France: 1 abbey, rank 3": 2}
