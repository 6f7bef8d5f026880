"""Rules, code and tests cite each other: what is missing on any side."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

NUMBER = r"\d+(?:\.\d+)+|R\d+"
IN_TEXT = re.compile(rf"§({NUMBER})")


def cited_by_code(files: Iterable[Path]) -> set[str]:
    """Numbers in docstrings and comments (`§4.2`) and as string literals (`Refusal(…, "4.2")`)."""
    found: set[str] = set()
    for file in files:
        source = file.read_text("utf-8")
        found.update(IN_TEXT.findall(source))
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(re.findall(rf"^({NUMBER})$", node.value))
    return found


def cited_by_tests(files: Iterable[Path]) -> set[str]:
    """Numbers in `@pytest.mark.rule("4.2", …)`."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found.update(str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))
    return found


def faults(rules: set[str], code: set[str], tests: set[str]) -> list[str]:
    """One sentence for each number that somebody does not cite or that does not exist."""
    said = [f"no code cites rule {number}" for number in sorted(rules - code)]
    said += [f"no test cites rule {number}" for number in sorted(rules - tests)]
    said += [f"the code cites rule {number}, which does not exist" for number in sorted(code - rules)]
    said += [f"a test cites rule {number}, which does not exist" for number in sorted(tests - rules)]
    return said
