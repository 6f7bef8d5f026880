"""Titles are laid out alike: the same modules with the same functions, and one module for others to use."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import abbatia

SOURCE = Path(abbatia.__file__).parent
TITLES = ("cardinal", "kings_abbey", "pelegrinus")
SAME = {
    "title": {"TITLE", "of_version"},
    "state": set[str](),
    "fields": {"Position"},
    "phases": {"PHASES", "OVER"},
    "actions": set[str](),
    "setup": {"set_up"},
    "legality": {"odds"},
    "refusals": {"explain"},
    "prompts": {"prompt"},
    "scoring": {"result"},
    "observation": {"SECTIONS", "own"},
    "hidden": {"imagine"},
    "serial": {"to_json", "from_json"},
    "position": {"Position"},
    "versions": {"NEWEST", "VERSIONS"},
}
"""By module: what every title has there."""
BOARD = {
    "actions": {"Actions"},
    "board": {"Board", "our_data"},
    "board_file": {"FORM", "check_board", "component_file"},
    "position": {"Board"},
}
"""What a title with a board has besides."""
OWN = {
    "cardinal": BOARD,
    "pelegrinus": BOARD,
    "kings_abbey": {
        "actions": {"vocabulary", "describe"},
        "components": {"Facts"},
        "component_file": {"check_components", "component_file", "form_of"},
        "pieces": {"our_data"},
        "position": {"Facts"},
    },
}
"""What differs: a title of cards has components where others have a board."""
DATA = {"cardinal": "board", "kings_abbey": "components", "pelegrinus": "board"}


def imported_from(module: str) -> set[str]:
    """The names that modules outside the titles import from a module."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        if file.is_relative_to(SOURCE / "games"):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == module:
                found.update(name.name for name in node.names)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_titles_have_the_same_modules_with_the_same_functions(title: str) -> None:
    for module, names in [*SAME.items(), *OWN[title].items()]:
        there = vars(import_module(f"abbatia.games.{title}.{module}"))
        assert names <= there.keys(), module
    folder = SOURCE / "games" / title
    versions = [f"v{version.number}" for version in abbatia.load(title).versions]
    for data in (folder / "data").iterdir():
        assert data.name in versions
        assert {file.name for file in data.iterdir()} == {f"{DATA[title]}.json", f"{DATA[title]}.schema.json"}
    assert (folder / "data" / "v1").exists()
    assert len(list((folder / "turns").glob("*.py"))) > 1


@pytest.mark.parametrize("title", TITLES)
def test_a_title_offers_no_more_than_others_use(title: str) -> None:
    module = f"abbatia.games.{title}.position"
    assert set(import_module(module).__all__) == imported_from(module)


@pytest.mark.parametrize("title", TITLES)
def test_what_happens_is_told_in_one_way(title: str) -> None:
    """`tell` makes the events for everybody; others are secret, or reveal something."""
    for file in (SOURCE / "games" / title).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Event" and file.name != "fields.py":
                assert len(node.args) > 1 or node.keywords, f"{file.name}:{node.lineno}"
