"""Whole random games of each version, pinned: a change of legality or outcome shows here."""

import pytest

from abbatia.core.conformance import digest
from abbatia.core.contract import OptionValue
from abbatia.games import load

PINNED: list[tuple[int, int, dict[str, OptionValue], str]] = [
    (1, 1, {}, "3d8862108dfac54b"),
    (1, 2, {"quick": True}, "525688b2355c8768"),
    (1, 3, {"auction": True, "dark_start": True}, "7da44f8cbd7a0f0f"),
    (1, 4, {}, "3c35e8533dba5371"),
    (1, 5, {"relics": "rich", "saints": True, "pile": "harsh"}, "72350afbd88dc3e4"),
    (2, 1, {}, "8c8bdb1fa96e58aa"),
    (2, 2, {"quick": True}, "bfd0d485618dfce5"),
    (2, 3, {"auction": True, "dark_start": True}, "bc38561cb777d4bf"),
    (2, 4, {}, "02d3c6ecadfb8136"),
    (2, 5, {"relics": "rich", "saints": True, "pile": "harsh"}, "db38ffbe5eefb51d"),
    (3, 1, {}, "09980cb117e11167"),
    (3, 2, {"quick": True}, "d08666a8e2405b29"),
    (3, 3, {"auction": True, "dark_start": True}, "468a0bad0812d256"),
    (3, 4, {}, "9fcdf6860bcddfd6"),
    (3, 5, {"relics": "rich", "saints": True, "pile": "harsh"}, "bc58cf547fd742a2"),
]


@pytest.mark.parametrize(
    ("version", "seats", "options", "fingerprint"), PINNED, ids=[case[3] for case in PINNED]
)
def test_random_games_stay_the_same(
    version: int, seats: int, options: dict[str, OptionValue], fingerprint: str
) -> None:
    assert digest(load("kings_abbey", version), seats, options, range(4)).startswith(fingerprint)
