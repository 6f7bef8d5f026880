"""Whole random games, pinned: a change of legality or outcome shows here and raises the title's version."""

import pytest

from abbatia.core.conformance import digest
from abbatia.core.contract import OptionValue
from abbatia.games.kings_abbey import TITLE

PINNED: list[tuple[int, dict[str, OptionValue], str]] = [
    (1, {}, "3d8862108dfac54b"),
    (2, {"quick": True}, "525688b2355c8768"),
    (3, {"auction": True, "dark_start": True}, "7da44f8cbd7a0f0f"),
    (4, {}, "3c35e8533dba5371"),
    (5, {"relics": "rich", "saints": True, "pile": "harsh"}, "72350afbd88dc3e4"),
]


@pytest.mark.parametrize(("seats", "options", "fingerprint"), PINNED, ids=[case[2] for case in PINNED])
def test_random_games_stay_the_same(seats: int, options: dict[str, OptionValue], fingerprint: str) -> None:
    assert TITLE.version == 1
    assert digest(TITLE, seats, options, range(4)).startswith(fingerprint)
