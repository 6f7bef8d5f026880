"""What is asked of a seat names exactly what it may do, in the last round and with every option, too."""

from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.playout import step
from abbatia.core.words import words
from abbatia.games.cardinal import TITLE
from abbatia.games.cardinal.state import CardinalState
from tests.games.cardinal.table import play, position, refusal, said

PREFIX = "cardinal.asked."
NAMED = {  # the families of actions that each prompt names; privileges may always come besides
    "turn": {"pay", "exchange"},
    "turn_exchange": {"exchange"},
    "turn_last": {"pay", "pass"},
    "turn_last_exchange": {"pay", "exchange", "pass"},
    "turn_last_must": {"pay"},
    "turn_last_no_piece": {"exchange", "pass"},
    "turn_last_pass": {"pass"},
    "more": {"pay", "stop"},
    "more_two": {"pay", "stop"},
    "more_stop": {"stop"},
    "draw": {"draw open", "draw pile"},
    "draw_open": {"draw open"},
    "draw_pile": {"draw pile"},
    "keep": {"keep"},
    "king": {"king pay", "king rest"},
    "king_must": {"king pay"},
}
PLACING = ("place", "king_place")  # here both or one of them may be there
TWO_WORDS = ("draw", "king")


def families(state: CardinalState) -> set[str]:
    """The first words of what may be done; of drawing and of the King the first two."""
    texts = [TITLE.vocabulary[action].split() for action in state.legal(state.to_act()[0])]
    names = {" ".join(text[:2]) if text[0] in TWO_WORDS else text[0] for text in texts}
    return names - {"privilege", "swap"}


def asked(state: CardinalState) -> str:
    return state.prompt(state.to_act()[0]).key.removeprefix(PREFIX)


def check(state: CardinalState) -> str:
    """The prompt of a position, after a look that it names what is allowed and nothing else."""
    name = asked(state)
    if name in PLACING:
        assert families(state) <= {"abbey", "advisor"}
    else:
        assert families(state) == NAMED[name], name
    return name


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"draw_in_last_round": True},
        {"last_round_must_place": True},
        {"draw_in_last_round": True, "last_round_must_place": True},
        {"two_countries": True, "draw_in_last_round": True},
        {"joker_abroad_only": True, "last_round_must_place": True},
    ],
)
@pytest.mark.rule("10.1", "R3", "R4")
def test_every_prompt_of_whole_games_names_what_is_allowed(options: dict[str, bool]) -> None:
    for seats in (2, 3, 5):
        if seats == 2 and "two_countries" in options:
            continue
        chosen = {**options, "duel": True} if seats == 2 else options
        for seed in range(6):
            state, rng = TITLE.start(seats, **chosen), Rng(seed)
            while state.to_act():
                if state.to_act()[0] >= 0:
                    check(state)
                step(state, rng)


@pytest.mark.rule("10.1", "R3", "R4")
def test_the_last_turn_is_asked_for_as_the_options_have_it() -> None:
    def last(**options: Any) -> str:
        return check(position(emptied=2, hands=["italy italy swabia"], **options))

    assert last() == "turn_last"
    assert last(draw_in_last_round=True) == "turn_last_exchange"
    assert last(last_round_must_place=True) == "turn_last_must"
    assert last(last_round_must_place=True, draw_in_last_round=True) == "turn_last_must"
    assert check(position(emptied=2, draw_in_last_round=True, open_cards="- -")) == "turn_last"


@pytest.mark.rule("7.1", "R4")
def test_a_hand_that_pays_for_nothing_is_told_so() -> None:
    full: dict[str, Any] = {"abbeys": {"france": [4, 4]}, "advisors": {"france": [2, 2]}, "emptied": 2}
    full["hands"] = ["france"]
    assert check(position(**full)) == "turn_last_pass"
    both = position(**full, draw_in_last_round=True, last_round_must_place=True)
    assert check(both) == "turn_last_no_piece"


@pytest.mark.rule("6.1", "10.1", "R3")
def test_drawing_names_the_pile_only_where_there_is_one_and_as_many_cards_as_there_are() -> None:
    state = position(hands=["france france italy"], abbeys={"france": [1]})
    play(state, "pay france", "abbey moissac", "pay france", "abbey fleury")
    assert (check(state), state.prompt(0).args) == ("draw", {"n": 2})
    last = position(emptied=2, draw_in_last_round=True, open_cards="aragon -", hands=["france france italy"])
    play(last, "pay two france for italy", "abbey farfa")
    assert (check(last), last.prompt(0).args) == ("draw_open", {"n": 1})
    assert words("en").say(last.prompt(0)) == "Take 1 face-up card."
    assert words("fr").say(last.prompt(0)) == "Prenez 1 carte visible."
    assert said(refusal(last, "stop")) == "Draw 1 more card first."


@pytest.mark.rule("6.1", "6.2")
def test_with_both_face_up_cards_gone_only_the_pile_is_named() -> None:
    state = position(hands=["france france italy"], two_countries=True)
    play(state, "pay two france for italy", "abbey farfa", "pay italy", "abbey bobbio")
    play(state, "draw open 1", "draw open 2")
    assert (check(state), state.prompt(0).args) == ("draw_pile", {"n": 1})


@pytest.mark.rule("13.6", "13.9")
def test_a_king_who_must_place_is_not_offered_a_rest() -> None:
    state = position(2, duel=True, king={"cards": ["italy", "italy", "france"]})
    play(state, "privilege king")
    assert check(state) == "king_must"
    assert "rest" not in said(refusal(state, "pay italy"))


def test_every_prompt_is_known_here() -> None:
    keys = {key.removeprefix(PREFIX) for key in words("en").entries if key.startswith(PREFIX)}
    assert keys == {*NAMED, *PLACING}
