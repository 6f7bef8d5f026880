"""Setting up for two to five, dealing, and what each seat sees of it."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, BadSetup, Event
from abbatia.core.words import Message, words
from abbatia.games.cardinal import TITLE
from tests.games.cardinal.table import chance, hand_shown, play, reserve

DEALT_TO_THREE = ["deal aragon"] * 3 + ["deal burgundy"] * 3 + ["deal italy"] * 3


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(("seats", "cards"), [(3, 45), (4, 50), (5, 55)])
def test_cards_are_removed_by_the_number_of_players(seats: int, cards: int) -> None:
    state = TITLE.start(seats)
    removed = 5 - seats
    assert state.observe(None)["public"]["pile"] == cards
    assert [weight for _, weight in state.odds()] == [count - removed for count in (13, 12, 11, 10, 9)]


@pytest.mark.rule("2.1")
def test_every_player_has_twenty_abbeys_and_eight_advisors() -> None:
    state = TITLE.start(5)
    assert [reserve(state, seat) for seat in range(5)] == [(20, 8)] * 5


@pytest.mark.rule("2.3", "2.4", "2.5", "R10")
def test_three_cards_are_dealt_to_each_and_two_turned_up_and_seat_1_begins() -> None:
    state = TITLE.start(3)
    assert state.to_act() == (CHANCE,)
    play(state, *DEALT_TO_THREE, "reveal france", "reveal swabia")
    assert state.to_act() == (0,)
    seen = state.observe(1)
    assert state.own(1)["hand"] == ["burgundy"] * 3
    assert [hand_shown(state, seat) for seat in range(3)] == [(3, [])] * 3
    assert seen["public"]["open"] == ["france", "swabia"]
    assert seen["public"]["pile"] == 45 - 11
    assert state.own(1)["unseen"] == {"aragon": 11, "burgundy": 7, "italy": 9, "swabia": 7, "france": 6}


@pytest.mark.rule("2.4", "6.3")
def test_a_card_dealt_or_drawn_is_told_to_its_owner_alone() -> None:
    state = TITLE.start(3)
    told = play(state, "deal aragon")
    assert only(told).view(0) != only(told).view(1) == only(told).view(None)
    message = only(told).view(0)
    assert message is not None
    assert words("en").say(message) == "You were dealt the Franconia/Aragon card."
    chance(state, Rng(1))
    kind = state.own(0)["hand"][0]
    play(state, f"exchange {kind}")
    assert play(state, "draw pile") == []
    drawn = TITLE.vocabulary[state.odds()[0][0]]
    event = play(state, drawn)[0]
    assert event.view(1) == event.view(None) == Message("cardinal.event.drew", seat=0)
    assert event.view(0) == Message("cardinal.event.drew_you", seat=0, card=drawn.removeprefix("draw "))


def only(told: list[Event]) -> Event:
    (event,) = told
    return event


@pytest.mark.rule("13.1")
def test_two_seats_are_for_das_duell_and_das_duell_for_two() -> None:
    with pytest.raises(BadSetup, match="bad_seats"):
        TITLE.start(2)
    with pytest.raises(BadSetup, match="option_seats"):
        TITLE.start(3, duel=True)
    assert list(TITLE.seats_for({"duel": True})) == [2]
    assert list(TITLE.seats_for({})) == [3, 4, 5]
    assert TITLE.start(2, duel=True).observe(None)["public"]["pile"] == 45


@pytest.mark.parametrize("seats", [1, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match="bad_seats"):
        TITLE.start(seats)


def test_the_variant_and_das_duell_exclude_each_other() -> None:
    with pytest.raises(BadSetup, match="options_exclude"):
        TITLE.start(2, duel=True, two_countries=True)


@pytest.mark.rule("1.2")
def test_the_texts_of_the_vocabulary_are_those_of_the_notation() -> None:
    for text in (
        "pay france",
        "pay two burgundy for italy",
        "abbey cluny",
        "advisor france",
        "draw open 1",
        "draw pile",
        "draw italy",
        "exchange france",
        "stop",
        "pass",
    ):
        assert TITLE.vocabulary[TITLE.numbers[text]] == text
    assert len(TITLE.vocabulary) == 214
    english = words("en")
    said = english.say(TITLE.describe(TITLE.numbers["pay two burgundy for italy"]))
    assert said == "Play two Bavaria/Burgundy cards as a joker for a piece in Italy"
