"""Running the command line in this process, as a user would type it."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from abbatia.cli import main


class Answer:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def data(self) -> Any:
        return json.loads(self.out)


class Typed(io.StringIO):
    """What somebody types, at a terminal or into a pipe."""

    def __init__(self, text: str, is_terminal: bool) -> None:
        super().__init__(text)
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


Cli = Callable[..., Answer]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """`cli("play", "cardinal", typed="quit")`, in a folder and a home of its own.

    With `at_terminal` somebody is there to answer questions: input comes from a terminal, not from a pipe.
    A game has its seats as they are given, unless they shall be `drawn`.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("ABBATIA_LANGUAGE", raising=False)

    def run(*arguments: str, typed: str = "", at_terminal: bool = False, drawn: bool = False) -> Answer:
        if "play" in arguments[:3] and not drawn:
            arguments = (*arguments, "--as-seated")
        monkeypatch.setattr("sys.stdin", Typed(typed, at_terminal))
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        printed = capsys.readouterr()
        return Answer(int(ended.value.code or 0), printed.out, printed.err)

    return run
