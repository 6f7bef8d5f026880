"""The catalogues: the same keys and placeholders in each language, and sentences made of them."""

import json

import pytest

from abbatia.core.words import LANGUAGES, ROOMS, Message, Words, catalogue_files, placeholders, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_keys(language: str) -> None:
    assert set(words(language).entries) ^ set(words("en").entries) == set()
    assert len(words(language).entries) > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_use_the_same_placeholders(language: str) -> None:
    english, other = words("en").entries, words(language).entries
    different = [key for key in english if list(placeholders(english[key])) != list(placeholders(other[key]))]
    assert different == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_stands_in_the_file_of_its_room_and_once_only(language: str) -> None:
    seen: dict[str, str] = {}
    for file in catalogue_files(language):
        room = next(r for r in ROOMS if file.is_relative_to(r))
        parts = file.relative_to(room).parts[:-1] or (room.name,)
        for key, text in json.loads(file.read_text("utf-8"), object_pairs_hook=once_only).items():
            assert key.split(".")[0] in parts, f"{key} stands in {file.name} of {parts}"
            assert key not in seen, f"{key} stands in two files"
            assert text.strip() == text != "", f"{key} has no words"
            seen[key] = text


def once_only(pairs: list[tuple[str, str]]) -> dict[str, str]:
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), [key for key in keys if keys.count(key) > 1]
    return dict(pairs)


SPOKEN = Words(
    "en",
    {
        "x.built": "{seat:seat} built {n} {n:abbey|abbeys} in {where:country}.",
        "x.country.france": "France",
        "x.list": "{what:country}",
        "x.why": "No: {reason}",
        "core.seat": "Seat {n}",
    },
    ["Anne"],
)


def test_a_message_becomes_a_sentence() -> None:
    assert SPOKEN.text("x.built", seat=0, n=1, where="france") == "Anne built 1 abbey in France."
    assert SPOKEN.text("x.built", seat=1, n=2, where="rome") == "Seat 2 built 2 abbeys in rome."


def test_lists_and_messages_in_messages_are_said() -> None:
    assert SPOKEN.text("x.list", what=["france", "spain"]) == "France, spain"
    reason = Message("x.list", what="france").to_json()
    assert SPOKEN.text("x.why", reason=reason) == "No: France"


def test_zero_is_singular_in_french_only() -> None:
    for language, form in (("en", "s"), ("fr", "")):
        assert Words(language, {"x.n": "abbe{n:|s}"}).text("x.n", n=0) == f"abbe{form}"


def test_what_is_missing_is_shown_as_it_is() -> None:
    assert SPOKEN.text("x.unknown") == "x.unknown"
    assert SPOKEN.text("x.built", seat=0) == "Anne built {n} {n:abbey|abbeys} in {where:country}."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no language 'la'"):
        words("la")
