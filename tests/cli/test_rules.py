"""`abbatia rules`: whole at every width, in pipes too, with the paragraphs between the rules."""

import re

import pytest

from abbatia.core.rules import rules_file
from abbatia.core.words import LANGUAGES
from abbatia.games import TITLES
from tests.cli.conftest import Cli

MARKS = str.maketrans("", "", "*`#|·")


def words_of(text: str) -> list[str]:
    """The words of a text in order, without its comments and the marks of Markdown and of the terminal."""
    text = re.sub(r"<!--.*?-->", "", text)
    return [word for word in text.translate(MARKS).split() if set(word) - {"-"}]


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_word_of_the_rules_is_shown_at_every_width(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, title: str, language: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = cli("--language", language, "rules", title).out
    assert words_of(shown) == words_of(rules_file(title, language).read_text("utf-8"))
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= columns


def test_a_pipe_without_a_width_is_wrapped_at_80(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    shown = cli("rules", "cardinal", "5.6").out
    assert 60 < max(len(line.rstrip()) for line in shown.splitlines()) <= 80
    assert shown.split()[-3:] == ["most", "abbeys", "there."]


def test_a_chapter_comes_with_its_paragraphs(cli: Cli) -> None:
    duel = cli("rules", "cardinal", "13").out
    assert "out of print" in duel
    assert "13.9" in duel
    assert "12.1" not in duel
    assert "out of print" not in cli("rules", "cardinal", "13.1").out


def test_a_chapter_without_a_number_is_found_by_its_heading(cli: Cli) -> None:
    own = cli("rules", "cardinal", "board of one").out
    assert "A board file is JSON" in own
    assert "5.6" not in own
    glossary = cli("--language", "fr", "rules", "pelegrinus", "lexique").out
    assert "lieu de pèlerinage" in glossary


def test_rules_in_a_game_are_the_same(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    typed = "rules 13\nrules 5.6\nrules 99\nquit\n"
    said = " ".join(cli("play", "cardinal", typed=typed).out.split())
    assert "is out of print and we have only summaries" in said
    assert " ".join(words_of(cli("rules", "cardinal", "5.6").out)) in said
    assert "Le Roi et le Cardinal has no rule 99." in said


def test_rules_are_found_by_a_word_in_them(cli: Cli) -> None:
    found = cli("rules", "kings_abbey", "Blacksmith")
    assert found.code == 0
    assert "15.5  Blacksmith" in found.out
    assert "R14  " in found.out
    assert "Cellarium (" not in found.out, "other rules of the chapter are left out"
    missing = cli("--language", "de", "rules", "kings_abbey", "Xyzzy")
    assert missing.code == 2
    assert "Die Abtei des Königs hat keine Regel Xyzzy." in missing.err
