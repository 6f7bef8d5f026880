"""Every rule is cited by code and by a test, every citation exists, in both languages."""

from pathlib import Path

import pytest

from abbatia.core.rules import parse_rules, rules, rules_file
from abbatia.core.words import LANGUAGES
from abbatia.games import TITLES
from tests.citations import cited_by_code, cited_by_tests, faults

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "abbatia" / "games"
BUILT = [title for title in TITLES if (SOURCE / title / "__init__.py").exists()]


@pytest.mark.parametrize("title", BUILT)
def test_rules_code_and_tests_cite_each_other(title: str) -> None:
    numbers = set(rules(title, "en"))
    code = cited_by_code((SOURCE / title).rglob("*.py"))
    tests = cited_by_tests((ROOT / "tests" / "games" / title).rglob("*.py"))
    assert faults(numbers, code, tests) == []


@pytest.mark.parametrize("title", BUILT)
def test_the_rules_have_the_same_numbers_in_each_language(title: str) -> None:
    assert rules_file(title, "en").exists()
    numbers = [list(rules(title, language)) for language in LANGUAGES]
    assert numbers[0] == numbers[1]
    assert len(numbers[0]) > 20


def test_each_missing_citation_is_found(tmp_path: Path) -> None:
    code, test = tmp_path / "code.py", tmp_path / "test_it.py"
    code.write_text('"""Carries §1.1."""\nrefusal = ("key", "1.2")\nother = "9.9"\nprice = "1.5 coins"\n')
    test.write_text('@pytest.mark.rule("1.1", "R3")\ndef test_it(): ...\n')
    numbers = set(parse_rules("**1.1** One.\n\n**1.2** Two.\n\n**R1** Three.\n"))
    assert faults(numbers, cited_by_code([code]), cited_by_tests([test])) == [
        "no code cites rule R1",
        "no test cites rule 1.2",
        "no test cites rule R1",
        "the code cites rule 9.9, which does not exist",
        "a test cites rule R3, which does not exist",
    ]
