"""A card, relic, saint or step of the clergy is called the same everywhere: on screens, in rules and logs."""

import re
from collections.abc import Mapping

import pytest

from abbatia.core.rules import rules
from abbatia.core.words import LANGUAGES, words

NAMED = re.compile(r"kings_abbey\.(?:card|relic|saint|clergy)\.[a-z_]+")
NO_NAMES = ("kings_abbey.phase.feeding",)  # its garden is work, not the card
ENDING = 2  # letters at the end of a word that grammar may change
SHORT = 4  # letters of a word that is not cut


def said(language: str) -> dict[str, str]:
    """All rules and sentences of this title."""
    entries = words(language).entries
    sentences = {key: text for key, text in entries.items() if key.startswith("kings_abbey.")}
    return {**sentences, **{number: rule.text for number, rule in rules("kings_abbey", language).items()}}


def missing(english: Mapping[str, str], other: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where the English sentence has a name and the other has not the name of the same thing."""
    found = []
    for thing in filter(NAMED.fullmatch, english):
        stems = [word[: max(SHORT, len(word) - ENDING)] for word in re.findall(r"\w+", other[thing].lower())]
        for key, text in english.items():
            is_named = key not in NO_NAMES and re.search(rf"\b{re.escape(english[thing])}\b", text)
            if is_named and not all(stem in other[key].lower() for stem in stems):
                found.append((key, other[thing]))
    return found


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_one_thing_has_one_name_in_rules_and_sentences(language: str) -> None:
    assert missing(said("en"), said(language)) == []


def test_another_name_is_found() -> None:
    english = {"kings_abbey.relic.torah": "Torah", "22.9": "Torah: 2 wagons."}
    french = {"kings_abbey.relic.torah": "Pentateuque", "22.9": "Torah : 2 chariots."}
    assert missing(english, french) == [("22.9", "Pentateuque")]
