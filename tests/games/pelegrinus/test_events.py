"""A resolution can be followed step by step: who stood where, what was cancelled, who won and why."""

from abbatia.core.chance import Rng
from abbatia.core.contract import Event
from abbatia.core.playout import step
from abbatia.core.words import Message, words
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.state import PelegrinusState
from tests.games.pelegrinus.scarce import scarce
from tests.games.pelegrinus.table import BLUE, GREEN, RED, YELLOW, play, position, track


def names(told: list[Message]) -> list[str]:
    return [message.key.removeprefix("pelegrinus.event.") for message in told]


def test_the_whole_story_of_a_turn_in_its_order() -> None:
    state = position(2, track=track([BLUE, RED, GREEN, YELLOW]))
    told = play(
        state,
        {
            BLUE: {"master": "acre", "nun": "court"},
            RED: {"pilgrim": "acre", "nun": "court", "keeper": "sinai"},
            GREEN: {"pilgrim": "acre"},
            YELLOW: {"chaplain": "sinai"},
        },
    )
    assert names(told) == [
        "sealed",
        *["revealed"] * 4,
        *["stood"] * 2,
        "court_tie_start",
        "pope_elected",
        *["stood"] * 3,
        "masters_cancelled",
        "city_tie_start",
        "commandery_built",
        *["stood"] * 2,
        "majority",
        "keeper_taken",
        "commandery_built",
        "relic_claimed",
        "turn_began",
        "region_opened",
    ]
    assert told[9].args == {
        "seat": BLUE,
        "place": "acre",
        "characters": ["master"],
        "height": 4,
    }
    tie = told[13]
    assert tie.args == {
        "seat": GREEN,
        "place": "acre",
        "tied": [RED, GREEN],
        "height": 1,
        "stacks": [0, 1, 1, 0],
        "turn": 0,
        "slot": 3,
    }
    english = words("en").at_table(["Blue", "Red", "Green", "Yellow"])
    assert english.say(tie) == (
        "Acre: Red and Green tied at strength 1; Green won with the most recent pope (start slot 3)."
    )
    french = words("fr").at_table(["Bleu", "Rouge", "Vert", "Jaune"])
    assert french.say(tie) == (
        "Saint-Jean-d’Acre\u00a0: égalité (force 1) entre Rouge et Vert\u202f; Vert l’emporte "
        "avec le pape le plus récent (case de départ 3)."
    )


def test_listening_does_not_change_the_game() -> None:
    for seed in range(60):
        quiet, heard = scarce(4, Rng(seed), {}), scarce(4, Rng(seed), {})
        events: list[Event] = []
        heard.events = events
        finish(quiet, Rng(seed))
        finish(heard, Rng(seed))
        assert quiet.to_json() == heard.to_json()
        assert events


def finish(state: PelegrinusState, rng: Rng) -> None:
    while step(state, rng) is not None:
        pass


def test_every_event_of_the_catalogue_is_told_sometime() -> None:
    told: set[str] = set()
    for seed in range(400):
        rng = Rng(seed)
        options = {"keeper_captured_when_abbey_cancelled": bool(seed % 2)}
        state = scarce(2 + seed % 3, rng, options) if seed % 8 else TITLE.start(2 + seed % 3)
        events: list[Event] = []
        state.events = events
        finish(state, rng)
        told.update(message.key for event in events for message in (event.seen, event.secret) if message)
    known = {key for key in words("en").entries if key.startswith("pelegrinus.event.")}
    assert told <= known
    assert known - told <= {"pelegrinus.event.no_pope_left"}, "shown in test_majorities"
