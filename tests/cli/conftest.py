"""Running the command line in this process, as a user would type it."""

import io
import json
from collections.abc import Callable
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


Cli = Callable[..., Answer]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """`cli("play", "cardinal", typed="quit")`."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("ABBATIA_LANGUAGE", raising=False)

    def run(*arguments: str, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        printed = capsys.readouterr()
        return Answer(int(ended.value.code or 0), printed.out, printed.err)

    return run
