"""The package says the truth about what it needs, and ships what it promises."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "abbatia"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, GROUPS = SETTINGS["project"], SETTINGS["dependency-groups"]
EXTRAS = {
    "server": ["server"],
    "storage": ["server", "postgres"],
    "arena": ["arena", "ray"],
    "research": ["research", "openspiel"],
    "bots": ["research"],  # learned values read arrays
}
"""Which extras a room may need besides what is always installed."""


def plain(name: str) -> str:
    """The name of a distribution as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(room: str) -> set[str]:
    """The distributions that a room may import from."""
    lists = [PROJECT["dependencies"]]
    lists += [PROJECT["optional-dependencies"][extra] for extra in EXTRAS.get(room, [])]
    return {distribution(text) for group in lists for text in group}


def distribution(requirement: str) -> str:
    """The name of what a requirement asks for."""
    return plain(re.split(r"[\[<>=~! ;]", requirement, maxsplit=1)[0])


def imports(file: Path) -> Iterator[str]:
    """The packages that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize(
    "room", sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists())
)
def test_everything_imported_is_declared(room: str) -> None:
    sold = packages_distributions()
    known = declared(room) | {"abbatia"}
    for file in sorted((SOURCE / room).rglob("*.py")):
        for name in set(imports(file)) - sys.stdlib_module_names - {"abbatia"}:
            sellers = {plain(seller) for seller in sold.get(name, [OPTIONAL.get(name, name)])}
            assert sellers & known, f"{file.relative_to(ROOT)} imports {name}, which is not declared"


OPTIONAL = {"pyspiel": "open_spiel", "ray": "ray", "pettingzoo": "pettingzoo"}
"""Packages that need not be installed here, and what they are called on PyPI."""


@pytest.mark.parametrize("folder", ["tests", "tools", "bench", "examples"])
def test_what_developers_import_is_declared(folder: str) -> None:
    """By the package, its extras or a group for developers; peers in bench have their own environments."""
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values(), *GROUPS.values()]
    known = {distribution(text) for group in lists for text in group} | {"abbatia"}
    sold = packages_distributions()
    for file in sorted((ROOT / folder).rglob("*.py")):
        if file.is_relative_to(ROOT / "bench" / "peers"):
            continue
        for name in set(imports(file)) - sys.stdlib_module_names - {"abbatia", "tests", "tools", "bench"}:
            sellers = {plain(seller) for seller in sold.get(name, [OPTIONAL.get(name, name)])}
            assert sellers & known, f"{file.relative_to(ROOT)} imports {name}, which is not declared"


def test_benchmarks_do_not_need_the_tests() -> None:
    for file in sorted((ROOT / "bench").rglob("*.py")):
        assert "tests" not in set(imports(file)), f"{file.relative_to(ROOT)} imports from tests"


def test_every_requirement_has_a_lower_bound() -> None:
    groups = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values(), *GROUPS.values()]
    for text in (text for group in groups for text in group if not text.startswith("abbatia[")):
        assert re.search(r">=\d", text), text


def test_the_types_are_shipped() -> None:
    """A checker reads the annotations of an installed package only where this file says so (PEP 561)."""
    assert (SOURCE / "py.typed").exists()


@pytest.mark.slow
def test_a_wheel_holds_what_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from zipfile import ZipFile

    from hatchling.builders.wheel import WheelBuilder

    monkeypatch.setenv("ABBATIA_SKIP_WEB", "1")
    monkeypatch.setenv("ABBATIA_SKIP_COMPILE", "1")
    monkeypatch.setenv("ABBATIA_SKIP_DOCS", "1")
    (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = set(ZipFile(made).namelist())
    assert "abbatia/py.typed" in names
    assert "abbatia/storage/migrations/versions/0002_lists.py" in names
    assert "abbatia/storage/words.fr.json" in names
