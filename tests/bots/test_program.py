"""Bots as programs of their own: one JSON object a line, and what happens when they fail."""

import logging
import sys
import textwrap
from pathlib import Path

import pytest

from abbatia.bots import make_bot
from abbatia.bots.program import STARTS, Patience, Program
from abbatia.bots.uniform import Uniform
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Decision, Match
from abbatia.games import load

LONG = Patience(20.0, 20.0)
LAST = """
    import json, sys
    for line in sys.stdin:
        question = json.loads(line)
        assert question["observation"]["own"]["hand"] is not None and question["title"] == "cardinal"
        print(json.dumps({"action": question["legal"][-1]}), flush=True)
"""


def decision() -> Decision:
    match = Match(load("cardinal"), 3, rng=Rng(2))
    return match.decision(match.to_act()[0])


def program(folder: Path, source: str, patience: Patience = LONG) -> Program:
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
    bot = program(tmp_path, "import time; time.sleep(600)", Patience(0.15, 0.05))
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
    assert bot.failures == STARTS + 3, "each of these moves is counted"


def test_the_first_answer_after_a_start_has_more_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A program that needs long to start is no slow program; one that is slow later is."""
    slow = """
        import json, sys, time
        for number, line in enumerate(sys.stdin):
            time.sleep(0.3 if not number else 600)
            print(json.dumps({"action": json.loads(line)["legal"][-1]}), flush=True)
    """
    bot = program(tmp_path, slow, Patience(0.05, 60.0))
    here = decision()
    assert bot.choose(here) == here.legal[-1]
    assert bot.failures == 0
    assert bot.choose(here) in here.legal
    assert bot.failures == 1
    assert "no answer within 0.05 s" in caplog.text
    bot.close()


def test_a_failure_is_logged_once_a_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bot = make_bot("run:/no/such/program", Rng(1), own=True)
    here = decision()
    for _ in range(STARTS):
        bot.choose(here)
    assert bot.failures == STARTS
    assert caplog.text.count("cannot be started") == 1


@pytest.mark.parametrize("name", ["run:", "run:   ", "run:./bot 'open"])
def test_a_command_that_no_shell_could_read_is_refused(name: str) -> None:
    with pytest.raises(BadSetup) as bad:
        make_bot(name, Rng(1), own=True)
    assert bad.value.message.key == "bots.bad_command"


@pytest.mark.parametrize("name", ["run:true", "os:getcwd"])
def test_names_from_elsewhere_run_nothing(name: str) -> None:
    """Only who typed a name here may run a program or load a class by it."""
    with pytest.raises(BadSetup) as bad:
        make_bot(name, Rng(1))
    assert bad.value.message.key == "bots.unknown"


def test_a_program_that_is_not_there_is_named(caplog: pytest.LogCaptureFixture) -> None:
    bot = make_bot("run:/no/such/program --fast", Rng(1), own=True)
    here = decision()
    assert bot.choose(here) in here.legal
    assert "/no/such/program --fast cannot be started" in caplog.text
