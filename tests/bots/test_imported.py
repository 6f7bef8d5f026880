"""Bots in Python by `module:Class`: found in the current folder, asked like ours, counted when they fail."""

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from abbatia.bots import make_bot, source_of
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Decision, Match
from abbatia.games import load

SOURCE = """
    class Last:
        def __init__(self, rng):
            self.rng = rng

        def choose(self, decision):
            assert decision.imagine(self.rng).seats == 3 and decision.observation["own"] is not None
            return decision.legal[-1]

    class Broken(Last):
        def choose(self, decision):
            raise KeyError("lost")

    class Cheat(Last):
        def choose(self, decision):
            return -7

    class Mute:
        def __init__(self, rng):
            pass

    class Shy:
        pass
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "guests_of_tests.py").write_text(textwrap.dedent(SOURCE), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield tmp_path
    sys.modules.pop("guests_of_tests", None)


def decision() -> Decision:
    match = Match(load("cardinal"), 3, rng=Rng(2))
    return match.decision(match.to_act()[0])


def test_a_class_of_the_current_folder_is_asked() -> None:
    bot = make_bot("guests_of_tests:Last", Rng(1), own=True)
    here = decision()
    assert bot.choose(here) == here.legal[-1]
    assert bot.failures == 0


@pytest.mark.parametrize(
    ("name", "said"), [("Broken", "KeyError: 'lost'"), ("Cheat", "-7, which is not legal")]
)
def test_a_class_that_fails_loses_its_move_and_is_counted(
    name: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    bot = make_bot(f"guests_of_tests:{name}", Rng(1), own=True)
    here = decision()
    assert bot.choose(here) in here.legal
    assert bot.choose(here) in here.legal
    assert bot.failures == 2
    assert caplog.text.count("a novice plays this move") == 1
    assert said in caplog.text


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("guests_of_tests:Nobody", "bots.not_made"),
        ("no_such_module_here:Last", "bots.not_made"),
        ("guests_of_tests:Shy", "bots.not_made"),
        ("guests_of_tests:Mute", "bots.no_choose"),
        ("guests of tests:Last", "bots.unknown"),
    ],
)
def test_a_class_that_cannot_be_used_is_refused_in_one_sentence(name: str, key: str) -> None:
    with pytest.raises(BadSetup) as bad:
        make_bot(name, Rng(1), own=True)
    assert bad.value.message.key == key
    assert "\n" not in str(bad.value.message.args)


def test_a_changed_module_is_another_bot(folder: Path) -> None:
    make_bot("guests_of_tests:Last", Rng(1), own=True)
    before = source_of("guests_of_tests:Last")
    (folder / "guests_of_tests.py").write_text(textwrap.dedent(SOURCE) + "\n# another\n", "utf-8")
    assert before != source_of("guests_of_tests:Last") != ""
    assert source_of("abbot") == ""
