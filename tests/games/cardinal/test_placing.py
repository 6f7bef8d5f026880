"""Paying and placing: what the examples of the rulebook leave open."""

import pytest

from tests.games.cardinal.table import may, play, position, reserve


@pytest.mark.rule("3.1", "5.1")
def test_only_countries_with_a_place_for_a_piece_can_be_paid_for() -> None:
    full = {"swabia": [1, 1, 2]}
    state = position(3, hands=["swabia swabia france"], abbeys=full, advisors={"swabia": [1, 1]})
    assert "pay swabia" not in may(state)
    assert may(state, "pay") == ["pay england", "pay france"] + [
        f"pay two swabia for {country}"
        for country in [
            "england",
            "franconia",
            "bavaria",
            "italy",
            "aragon",
            "france",
            "lorraine",
            "burgundy",
        ]
    ]


@pytest.mark.rule("4.3")
def test_the_turn_ends_after_two_pieces_even_with_a_card_left() -> None:
    state = position(3, hands=["france france france"], abbeys={"france": [1, 1]})
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury")
    assert may(state) == ["draw open 1", "draw open 2", "draw pile"]


@pytest.mark.rule("4.3")
def test_the_turn_ends_when_the_hand_is_empty() -> None:
    state = position(3, hands=["france france"], abbeys={"france": [1, 1]})
    play(state, "pay two france for france", "abbey moissac")
    assert may(state, "draw")


@pytest.mark.rule("R5")
def test_a_player_who_cannot_go_on_still_says_stop() -> None:
    state = position(3, hands=["france swabia italy"], abbeys={"france": [1, 1]})
    play(state, "pay france", "abbey moissac")
    assert may(state) == ["stop"]
    play(state, "stop")
    assert may(state, "draw")


@pytest.mark.rule("R8", "5.6")
def test_an_abbey_may_raise_the_limit_for_the_advisor_that_follows() -> None:
    state = position(3, hands=["france france italy"], abbeys={"france": [1, 1]}, advisors={"france": [0, 1]})
    assert state.observe(None)["public"]["countries"]["france"]["room"] == 0
    play(state, "pay france", "abbey moissac", "pay france", "advisor france")
    assert state.observe(None)["public"]["countries"]["france"]["advisors"] == [1, 1, 0]


@pytest.mark.rule("5.5")
def test_an_advisor_needs_no_abbey_of_ones_own() -> None:
    state = position(3, hands=["france italy swabia"], abbeys={"france": [0, 1]})
    play(state, "pay france", "advisor france")
    assert state.observe(None)["public"]["countries"]["france"]["advisors"] == [1, 0, 0]


@pytest.mark.rule("5.7")
def test_without_abbeys_only_advisors_can_be_placed_and_without_advisors_only_abbeys() -> None:
    everywhere = {"england": [6], "franconia": [7], "bavaria": [6], "italy": [1], "france": [0, 2]}
    state = position(3, hands=["italy france swabia"], abbeys=everywhere)
    assert state.observe(None)["public"]["players"][0]["abbeys_left"] == 0
    play(state, "pay france")
    assert may(state) == ["advisor france"]
    abbeys, advisors = {"france": [1, 5], "england": [5]}, {"france": [3], "england": [5]}
    state = position(3, hands=["italy france swabia"], abbeys=abbeys, advisors=advisors)
    assert state.observe(None)["public"]["players"][0]["advisors_left"] == 0
    play(state, "pay france")
    assert may(state, "advisor") == []
    assert may(state, "abbey") == ["abbey saint_martial", "abbey moissac"]


@pytest.mark.rule("5.7", "7.1")
def test_a_player_without_any_place_can_only_exchange() -> None:
    abbeys = {"england": [6], "franconia": [7], "bavaria": [6], "italy": [1]}
    advisors = {"england": [6], "franconia": [2, 5], "bavaria": [0, 3, 3], "italy": [0, 0, 1]}
    state = position(3, hands=["italy france france"], abbeys=abbeys, advisors=advisors)
    assert reserve(state, 0) == (0, 0)
    assert may(state) == ["exchange italy", "exchange france"]


@pytest.mark.rule("R7")
def test_a_pair_is_a_joker_at_home_unless_the_option_forbids_it() -> None:
    hand = ["burgundy burgundy france"]
    assert {"pay two burgundy for burgundy", "pay two burgundy for bavaria"} <= set(
        may(position(3, hands=hand))
    )
    strict = position(3, hands=hand, joker_abroad_only=True)
    assert not {"pay two burgundy for burgundy", "pay two burgundy for bavaria"} & set(may(strict))
    assert "pay two burgundy for italy" in may(strict)


@pytest.mark.rule("4.4", "R12")
def test_cards_played_go_to_the_discard_for_all_to_see() -> None:
    state = position(3, hands=["burgundy burgundy france"])
    play(state, "pay two burgundy for england", "abbey bury")
    assert state.observe(2)["public"]["discard"] == {
        "aragon": 0,
        "burgundy": 2,
        "italy": 0,
        "swabia": 0,
        "france": 0,
    }


@pytest.mark.rule("12.1", "12.2", "12.3", "R11")
class TestTheVariant:
    def test_pieces_may_go_into_two_countries(self) -> None:
        state = position(3, two_countries=True, hands=["france italy italy"], abbeys={"france": [1]})
        play(state, "pay france", "advisor france")
        assert may(state) == ["pay italy", "pay lorraine", *pairs_of("italy"), "stop"]
        play(state, "pay lorraine", "abbey gorze")
        assert may(state, "draw")

    def test_two_abbeys_may_open_an_empty_country_but_no_advisor_may_join(self) -> None:
        state = position(3, two_countries=True, hands=["france france france"])
        play(state, "pay france", "abbey fleury", "pay france")
        assert may(state, "advisor") == []
        play(state, "abbey moissac")
        assert state.observe(None)["public"]["countries"]["france"]["abbeys"] == [2, 0, 0]

    def test_two_empty_countries_may_be_opened(self) -> None:
        state = position(3, two_countries=True, hands=["italy italy france"])
        play(state, "pay italy", "abbey farfa", "pay lorraine", "abbey gorze")
        assert state.observe(None)["public"]["turn"]["opened"] == ["italy", "lorraine"]

    def test_three_cards_and_two_pieces_stay_the_limit(self) -> None:
        state = position(3, two_countries=True, hands=["italy italy italy"])
        play(state, "pay italy", "abbey farfa", "pay lorraine", "abbey gorze")
        assert may(state, "pay") == []

    def test_a_country_opened_last_turn_takes_advisors(self) -> None:
        state = position(3, two_countries=True, hands=["france france france"], abbeys={"france": [1]})
        play(state, "pay france", "abbey fleury", "pay france")
        assert may(state, "advisor") == ["advisor france"]


def pairs_of(card: str) -> list[str]:
    countries = [
        "england",
        "franconia",
        "bavaria",
        "italy",
        "aragon",
        "france",
        "lorraine",
        "swabia",
        "burgundy",
    ]
    return [f"pay two {card} for {country}" for country in countries]
