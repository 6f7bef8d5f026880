"""The README's session runs as it is printed."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_runs_as_printed() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 12
    assert results.failed == 0
