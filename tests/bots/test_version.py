"""What the bots of this version choose: if it changes, `abbatia.bots.VERSION` has to rise with it.

Series of the arena are kept by that number, and a folder must not mix games of different bots.
"""

import hashlib

import pytest

from abbatia import bots
from abbatia.bots import LEVELS, VERSION, Budget, make_bot
from abbatia.bots.values.evaluator import NEVER
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games import load

ACTIONS = 24  # of one game of two, for each level
PINNED = {
    "cardinal": (4, "a68328ec193e7a44"),
    "kings_abbey": (4, "983e97dbe4d17b61"),
    "pelegrinus": (4, "7646c6494273196c"),
}
"""By title: the version, and a hash of what its bots chose."""


@pytest.mark.parametrize("title", PINNED)
def test_bots_that_choose_otherwise_have_another_version(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "STEADY", Budget(iterations=4, cap=NEVER))
    digest = hashlib.sha256()
    for level in LEVELS:
        source = Rng(7)
        match = Match(load(title), 2, {"duel": True} if title == "cardinal" else None, rng=source.spawn())
        seated = [make_bot(level, source.spawn(), steady=True) for _ in range(2)]
        for _ in range(ACTIONS):
            seat = match.to_act()[0]
            match.play(seat, seated[seat].choose(match.decision(seat)))
        digest.update(repr(match.log).encode())
    found = (VERSION, digest.hexdigest()[:16])
    assert found == PINNED[title], "bots choose otherwise: raise bots.VERSION, then pin this"
