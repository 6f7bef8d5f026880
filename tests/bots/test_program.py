"""Bots as programs of their own: one JSON object a line, and what happens when they fail."""

import logging
import sys
import textwrap
from pathlib import Path

import pytest

from abbatia.bots import make_bot
from abbatia.bots.program import STARTS, Program
from abbatia.bots.uniform import Uniform
from abbatia.core.chance import Rng
from abbatia.core.match import Decision, Match
from abbatia.games import load

LAST = """
    import json, sys
    for line in sys.stdin:
        question = json.loads(line)
        assert question["observation"]["hand"] is not None and question["title"] == "cardinal"
        print(json.dumps({"action": question["legal"][-1]}), flush=True)
"""


def decision() -> Decision:
    match = Match(load("cardinal"), 3, rng=Rng(2))
    return match.decision(match.to_act()[0])


def program(folder: Path, source: str, patience: float = 20.0) -> Program:
    file = folder / "bot.py"
    file.write_text(textwrap.dedent(source), "utf-8")
    return Program(Rng(1), [sys.executable, str(file)], fallback=Uniform(Rng(2)), patience=patience)


def test_a_program_is_asked_again_and_again(tmp_path: Path) -> None:
    bot = program(tmp_path, LAST)
    here = decision()
    assert [bot.choose(here) for _ in range(3)] == [here.legal[-1]] * 3
    assert bot.starts == 1
    bot.close()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "has ended"),
        ("not json", "which is no action"),
        ('{"action": "seize rome"}', "which is no action"),
        ('{"action": "deal france"}', "which is not legal"),
        ("[1]", "which is no action"),
    ],
)
def test_a_program_that_fails_loses_its_move_and_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, answer: str, said: str
) -> None:
    bot = program(tmp_path, f"print({answer!r}, flush=True); input(); input()" if answer else "")
    here = decision()
    with caplog.at_level(logging.WARNING, "abbatia.bots"):
        assert bot.choose(here) in here.legal
    assert said in caplog.text
    assert "bot.py" in caplog.text
    bot.close()


def test_a_slow_program_is_not_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bot = program(tmp_path, "import time; time.sleep(600)", patience=0.2)
    here = decision()
    assert bot.choose(here) in here.legal
    assert "no answer within 0.2 s" in caplog.text
    assert bot.process is None, "it was ended"


def test_a_program_that_keeps_failing_is_not_started_for_ever(tmp_path: Path) -> None:
    bot = program(tmp_path, "import sys; sys.exit(1)")
    here = decision()
    for _ in range(STARTS + 3):
        assert bot.choose(here) in here.legal
    assert bot.starts == STARTS


def test_a_program_that_is_not_there_is_named(caplog: pytest.LogCaptureFixture) -> None:
    bot = make_bot("run:/no/such/program --fast", Rng(1))
    here = decision()
    assert bot.choose(here) in here.legal
    assert "/no/such/program --fast cannot be started" in caplog.text
