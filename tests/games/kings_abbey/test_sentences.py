"""What the log of The King's Abbey says where a number is nothing."""

import re

import pytest

from abbatia.core.words import LANGUAGES, words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "thing"), [("built", {"card": "mill"}), ("crusade_resolved", {"crusade": "jerusalem"})]
)
def test_prestige_is_told_only_where_there_is_some(language: str, key: str, thing: dict[str, str]) -> None:
    said = words(language).at_table(["Anne"])
    none = said.text(f"kings_abbey.event.{key}", seat=0, points=0, **thing)
    some = said.text(f"kings_abbey.event.{key}", seat=0, points=3, **thing)
    assert "restige" not in none
    assert "0" not in none
    assert re.search(r"3\s[pP]restige", some)
    assert not re.search(r"  | \.", none + some)
