"""The words of the title: both languages, the names of the board, nothing left over."""

import json
import re
from pathlib import Path

import pytest

import abbatia.games.pelegrinus as package
from abbatia.core.words import LANGUAGES, placeholders, words
from abbatia.games.pelegrinus import TITLE
from abbatia.games.pelegrinus.board import CHARACTERS, our_data
from abbatia.games.pelegrinus.phases import PHASES
from tests.games.pelegrinus.table import BLUE, play, position

FOLDER = Path(package.__file__).parent


def own(language: str) -> dict[str, str]:
    entries: dict[str, str] = json.loads((FOLDER / f"words.{language}.json").read_text("utf-8"))
    return entries


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, french = own("en"), own("fr")
    assert english.keys() == french.keys()
    for key, template in english.items():
        assert placeholders(template) == placeholders(french[key]), key


@pytest.mark.parametrize(("language", "field"), [("en", "name_en"), ("fr", "name")])
def test_names_are_those_of_the_board(language: str, field: str) -> None:
    entries = own(language)
    board = our_data()
    for kind, items in (("region", "regions"), ("place", "cities"), ("site", "sites")):
        for item in board[items]:
            assert entries[f"pelegrinus.{kind}.{item['id']}"] == item[field]


def test_french_has_its_own_typography() -> None:
    for key, text in own("fr").items():
        assert "'" not in text, key
        assert not re.search(r"[^\s][:;?!](\s|$)", text), f"{key}: a space before : ; ? !"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_has_a_name(language: str) -> None:
    entries = words(language).entries
    for kind, ids in (("character", CHARACTERS), ("the_character", CHARACTERS), ("phase", PHASES)):
        for name in ids:
            assert f"pelegrinus.{kind}.{name}" in entries
    for place in TITLE.board.places:
        assert f"pelegrinus.place.{place}" in entries


def test_every_key_is_used_by_the_code_or_names_something() -> None:
    source = "".join(file.read_text("utf-8") for file in FOLDER.rglob("*.py"))
    spaces = ("character", "the_character", "place", "in_place", "region", "site", "phase", "option")
    for key in own("en"):
        kind, *rest = key.removeprefix("pelegrinus.").split(".")
        if kind in spaces or kind in ("name", "about", "board_note"):
            continue
        name = rest[0].removesuffix("_turn").removesuffix("_start")
        assert f'"{name}"' in source or f".{kind}.{name}" in source, key


@pytest.mark.rule("4.3")
def test_a_pilgrim_who_cancels_the_own_master_is_not_said_to_face_an_opponent() -> None:
    state = position(2)
    said = play(state, {BLUE: {"master": "acre", "pilgrim": "acre"}})
    (message,) = [message for message in said if message.key.endswith("masters_cancelled")]
    assert message.args["pilgrims"] == message.args["masters"] == [BLUE]
    names = ["Anne", "Bertrand", "Claire", "Denis"]
    assert words("en").at_table(names).say(message) == "Acre: a Pilgrim (Anne) cancelled the Master (Anne)."
    french = words("fr").at_table(names).say(message)
    assert french.endswith("\u00a0: un pèlerin (Anne) annule le Maître (Anne).")
