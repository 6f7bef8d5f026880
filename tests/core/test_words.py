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
        "x.taken": "{good:amount n} for {other:amount m}",
        "x.amount.coin": "{n} {n:coin|coins}",
        "x.went": "Went {where:to_place}.",
        "x.to_place": "to {id:place}",
        "x.to_place.crete": "over to {id:place}",
        "x.place.crete": "Crete",
        "core.seat": "Seat {n}",
        "core.list": "{items} and {last}",
    },
    ["Anne"],
)


def test_a_message_becomes_a_sentence() -> None:
    assert SPOKEN.text("x.built", seat=0, n=1, where="france") == "Anne built 1 abbey in France."
    assert SPOKEN.text("x.built", seat=1, n=2, where="rome") == "Seat 2 built 2 abbeys in rome."


def test_lists_and_messages_in_messages_are_said() -> None:
    assert SPOKEN.text("x.list", what=["france"]) == "France"
    assert SPOKEN.text("x.list", what=["france", "spain"]) == "France and spain"
    assert SPOKEN.text("x.list", what=["france", "spain", "rome"]) == "France, spain and rome"
    reason = Message("x.list", what="france").to_json()
    assert SPOKEN.text("x.why", reason=reason) == "No: France"


def test_an_entry_may_be_a_template_with_a_number_of_its_own() -> None:
    assert SPOKEN.text("x.taken", good="coin", n=1, other="coin", m=3) == "1 coin for 3 coins"


def test_a_name_without_an_entry_of_its_own_follows_the_general_one() -> None:
    assert SPOKEN.text("x.went", where="crete") == "Went over to Crete."
    assert SPOKEN.text("x.went", where="rome") == "Went to rome."


def test_braces_in_a_name_on_a_players_own_board_are_shown_as_they_are() -> None:
    own = SPOKEN.knowing({"x.place.rome": "{id:place} {n}"})
    assert own.text("x.went", where="rome") == "Went to {id:place} {n}."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Anne", "le tour d’Anne"),
        ("Éloi", "le tour d’Éloi"),
        ("Hélène", "le tour d’Hélène"),
        ("Yves", "le tour d’Yves"),
        ("Hans", "le tour de Hans"),
        ("Yann", "le tour de Yann"),
        ("Maria de Oliveira", "le tour de Maria de Oliveira"),
        ("2 de trop", "le tour de 2 de trop"),
    ],
)
def test_a_french_de_is_elided_before_a_name_that_wants_it(name: str, said: str) -> None:
    entries = {"x.turn": "le tour de {seat:seat}"}
    assert Words("fr", entries, [name]).text("x.turn", seat=0) == said
    assert Words("en", entries, [name]).text("x.turn", seat=0) == f"le tour de {name}"


def test_zero_is_singular_in_french_only() -> None:
    for language, form in (("en", "s"), ("fr", "")):
        assert Words(language, {"x.n": "abbe{n:|s}"}).text("x.n", n=0) == f"abbe{form}"


def test_what_is_missing_is_shown_as_it_is() -> None:
    assert SPOKEN.text("x.unknown") == "x.unknown"
    assert SPOKEN.text("x.built", seat=0) == "Anne built {n} {n:abbey|abbeys} in {where:country}."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no language 'la'"):
        words("la")
