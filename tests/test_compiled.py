"""Law 11: the wheel carries compiled rules, and they play the very games that the interpreted ones play.

So does the compiled server: a short crash test is played at it.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from abbatia.arena.series import Series, play
from abbatia.core.chance import Rng
from abbatia.core.conformance import digest, option_sets
from abbatia.games import TITLES, load
from tools.compile import SERVER

ROOT = Path(__file__).parent.parent
GAMES = {"cardinal": 40, "kings_abbey": 20, "pelegrinus": 80}  # for every number of seats and set of options
BOTS = {"cardinal": "uniform,uct,abbot", "kings_abbey": "greedy", "pelegrinus": "cleric,abbot"}
RIVALS = {
    "cardinal": ("cleric", "cardinal"),
    "kings_abbey": ("cleric", "abbot"),
    "pelegrinus": ("cleric", "cardinal"),
}
SCRIPT = """
import json, sys
import abbatia.core.contract, abbatia.bots.tree, abbatia.bots.values.evaluator
assert abbatia.core.contract.__file__.endswith((".so", ".pyd")), abbatia.core.contract.__file__
assert abbatia.bots.tree.__file__.endswith((".so", ".pyd"))
assert abbatia.bots.values.evaluator.__file__.endswith((".so", ".pyd"))
from tests.test_compiled import digests
json.dump(digests(), sys.stdout)
"""


IMPORT_RESEARCH = """
from importlib import import_module
from pkgutil import iter_modules

import abbatia.research

for found in iter_modules(abbatia.research.__path__, "abbatia.research."):
    import_module(found.name)
"""
CHECK_SERVER = f"""
from importlib import import_module
for name in {[f"abbatia.server.{name.replace('/', '.')}" for name in SERVER]}:
    module = import_module(name)
    assert module.__file__.endswith((".so", ".pyd")), module.__file__
"""


def digests() -> dict[str, str]:
    """What the games of every title with every set of options look like, and what bots decide."""
    found: dict[str, str] = {}
    for seed in (0, 1, 2**31, 2**40 + 7, 2**63 - 1, 2**64 + 3):
        rng = Rng(seed).spawn().spawn()
        found[json.dumps(["Rng", seed])] = str([rng.below(2**k) for k in range(31)])
    for name in TITLES:
        title = load(name)
        series = Series(name, RIVALS[name], seats=4, games=1, seed=11)
        found[json.dumps(["bots", name])] = play(next(series.games())).record
        for seats in title.seats:
            for options in option_sets(title, seats):
                setting = json.dumps([name, seats, options], sort_keys=True)
                found[setting] = digest(title, seats, options, range(GAMES[name]))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="there is no C compiler here")
def test_the_wheel_plays_the_same_games(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    run(build, ROOT, ABBATIA_OPT_LEVEL="1")  # the same C, compiled in half the time
    (wheel,) = (tmp_path / "dist").glob("abbatia-*.whl")
    assert "none-any" not in wheel.name
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    place = os.pathsep.join([str(tmp_path / "site"), str(ROOT)])
    said = run([sys.executable, "-m", "abbatia.cli", "--version"], tmp_path, PYTHONPATH=place)
    assert "compiled" in said
    for title, seats in BOTS.items():
        command = ["simulate", title, "--seats", seats, "--games", "1"]
        run([sys.executable, "-m", "abbatia.cli", *command], tmp_path, PYTHONPATH=place)
    compiled = json.loads(run([sys.executable, "-c", SCRIPT], tmp_path, PYTHONPATH=place))
    assert compiled == digests()
    run([sys.executable, "-c", CHECK_SERVER], tmp_path, PYTHONPATH=place)
    run([sys.executable, "-c", IMPORT_RESEARCH], tmp_path, PYTHONPATH=place)
    crash_test = [str(ROOT / "tests" / "server" / "test_nothing_lost.py"), "-k", "few and sqlite"]
    said = run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *crash_test], ROOT, PYTHONPATH=place
    )
    assert "1 passed" in said
    assert sum(GAMES.get(json.loads(setting)[0], 0) for setting in compiled) > 3000


def run(command: list[str], folder: Path, **variables: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
