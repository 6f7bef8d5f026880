"""The page "add a card" of CONTRIBUTING.md, carried out on a copy of the tree.

The new building is the Apothecary: each copy with a lay brother adds a coin to the income.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.citations import cited_by_code

ROOT = Path(__file__).parents[3]
BUILDING: dict[str, Any] = {
    "id": "apothecary",
    "prestige": 3,
    "unbuilt_penalty": 3,
    "cost": {"coin": 0, "wood": 1, "grain": 1, "stone": 0, "sand": 0},
    "purchase_reward": {"grain": 1},
    "copies": 3,
    "starting_copies": 0,
    "max_built": 2,
    "spaces": 1,
    "group": None,
    "ability": {"single": {"type": "income", "coin": 1}, "double": {"type": "income", "coin": 2}},
    "provenance": {"everything": "D"},
}
NAMES = {"en": "Apothecary", "fr": "Apothicairerie"}
EFFECT = '''

def remedies(state: Position, seat: int) -> int:
    """The Apothecary: a coin for each active copy (§15.22)."""
    return state.players[seat].workers[APOTHECARY]
'''
CHECK = """
from abbatia.core.conformance import check_game
from abbatia.core.text_laws import check_vocabulary
from abbatia.games.kings_abbey import TITLE, pieces
from tests.games.kings_abbey.table import Table

assert len(pieces.BUILDINGS) == 22
assert pieces.BUILDINGS[-1] == "apothecary"
for name in pieces.CARDS:
    assert pieces.CARDS[getattr(pieces, name.upper())] == name
check_vocabulary(TITLE)
for seats in (1, 3):
    check_game(TITLE, seats, {"relics": "all", "saints": True}, seats, every=131)
for copies in range(3):
    table = Table(2).card(0, "apothecary", copies=2, active=copies).phase("income")
    assert table.has(0, "coin") == table.population(0) + copies
table = Table(2).card(0, "bell_tower").dice(0, 1, 1).phase("abbey")
assert table.starting(0, "reroll") == ["1"]
table = Table(2).goods(0, wood=1, grain=1).hand(0, "apothecary").phase("building").do(0, "build apothecary")
assert table.prestige(0) == 3
"""


def edited(file: Path, old: str, new: str) -> None:
    """Change a file of the copy; a step whose place is not there does not fit any more."""
    before = file.read_text("utf-8")
    assert old in before, f"{file.name} has no {old!r}"
    file.write_text(before.replace(old, new, 1), "utf-8")


def add_words(file: Path, entries: dict[str, str]) -> None:
    words = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**words, **entries}, ensure_ascii=False), "utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources and the tests of this title, to be changed."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "games/__init__.py", "games/kings_abbey"):
        source, target = ROOT / "tests" / name, tmp_path / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return tmp_path


def test_a_building_is_added_by_the_data_file_the_words_and_one_function(copy: Path) -> None:
    title = copy / "src" / "abbatia" / "games" / "kings_abbey"
    for file in (title / "data").glob("v*/components.json"):
        components = json.loads(file.read_text("utf-8"))
        components["buildings"].append(BUILDING)
        file.write_text(json.dumps(components), "utf-8")
    for rules in ("RULES.md", "RULES.fr.md"):
        edited(title / rules, "**15.21**", "**15.22** A coin more.\n\n**15.21**")
    for language, name in NAMES.items():
        key = "kings_abbey.building.apothecary"
        add_words(
            title / "cards" / f"words.{language}.json",
            {key: name, f"{key}.single": "+1", f"{key}.double": "+2"},
        )
        add_words(
            title / f"words.{language}.json",
            {"kings_abbey.card.apothecary": name, "kings_abbey.place.apothecary": name},
        )
    edited(
        title / "pieces.py", "TITHE_BARN: Final = 20\n", "TITHE_BARN: Final = 20\nAPOTHECARY: Final = 21\n"
    )
    phase = title / "turns" / "darkness.py"
    edited(phase, "pieces import BIT,", "pieces import APOTHECARY, BIT,")
    edited(phase, "+ brewed(state, seat)", "+ brewed(state, seat) + remedies(state, seat)")
    phase.write_text(phase.read_text("utf-8") + EFFECT, "utf-8")
    assert "15.22" in cited_by_code(title.rglob("*.py"))
    place = os.pathsep.join([str(copy / "src"), str(copy)])
    run = [sys.executable, "-c", CHECK]
    done = subprocess.run(
        run, cwd=copy, env={**os.environ, "PYTHONPATH": place}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
