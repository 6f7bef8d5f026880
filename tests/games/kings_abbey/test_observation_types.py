"""The types of the observation name what the pieces name, and every id that they speak of has a name."""

from typing import Any

import pytest

from abbatia.core.words import LANGUAGES, words
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.observation_domains import QUESTIONS
from abbatia.games.kings_abbey.observation_types import BENCHES, GOODS, RESOURCES
from abbatia.games.kings_abbey.pieces import GOODS as ALL_GOODS
from abbatia.games.kings_abbey.pieces import PLACES, SEATS
from abbatia.games.kings_abbey.pieces import RESOURCES as KINDS_COLLECTED
from abbatia.games.kings_abbey.questions import NAMES, SIZES

DOMAINS = TITLE.domains(3, TITLE.setup(3, {}))
NAMED = [
    "phase",
    "resource",
    "location",
    "place",
    "card",
    "building",
    "clergy",
    "relic",
    "saint",
    "event_card",
    "crusade",
    "initiative_token",
    "question",
]


def test_literal_ids_are_those_of_the_pieces() -> None:
    assert GOODS == ALL_GOODS
    assert tuple(ALL_GOODS[kind] for kind in KINDS_COLLECTED) == RESOURCES
    assert tuple(place.replace(" ", "_") for place in PLACES[:SEATS]) == BENCHES


def test_every_question_is_listed_with_its_arguments() -> None:
    assert list(QUESTIONS) == NAMES
    assert [len(values) for values in QUESTIONS.values()] == SIZES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", NAMED)
def test_every_id_of_a_domain_has_a_name(domain: str, language: str) -> None:
    entries = words(language).entries
    missing = [name for name in DOMAINS[domain] if f"kings_abbey.{domain}.{name}" not in entries]
    assert missing == []


@pytest.mark.parametrize(
    ("seats", "options", "domain", "value"),
    [
        (1, {}, "elias", True),
        (2, {}, "elias", False),
        (2, {}, "auction", False),
        (2, {"auction": True}, "auction", True),
        (1, {}, "viking_dice", 2),
        (5, {}, "viking_dice", 5),
    ],
)
def test_domains_follow_seats_and_options(
    seats: int, options: dict[str, Any], domain: str, value: int
) -> None:
    assert TITLE.domains(seats, TITLE.setup(seats, options))[domain] == value
