"""The README's session runs as it is printed."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_runs_as_printed() -> None:
    (session,) = re.findall(r"```pycon\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 12
    assert results.failed == 0
