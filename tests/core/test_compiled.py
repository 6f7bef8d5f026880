"""Law 11 in small: the ground compiles with mypyc, and compiled games are the interpreted ones."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from abbatia.core.conformance import digest
from tests.tithe import TITLE

ROOT = Path(__file__).parent.parent.parent
SCRIPT = """
import abbatia.core.contract, tests.tithe.game
assert abbatia.core.contract.__file__.endswith(".so") and tests.tithe.game.__file__.endswith(".so")
from abbatia.core.conformance import check_game, digest
from tests.tithe import TITLE
for seed in range(5):
    check_game(TITLE, 3, {}, seed, every=1)
print(digest(TITLE, 4, {"generous": True}, range(100)))
"""


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="there is no C compiler here")
def test_the_compiled_ground_plays_the_same_games(tmp_path: Path) -> None:
    run([sys.executable, "tools/compile.py", str(tmp_path), "src/abbatia/core", "tests/tithe"], ROOT)
    (tmp_path / "tests" / "__init__.py").touch()
    compiled = run([sys.executable, "-c", SCRIPT], tmp_path, PYTHONPATH=str(tmp_path))
    assert compiled.strip() == digest(TITLE, 4, {"generous": True}, range(100))


def run(command: list[str], folder: Path, **variables: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
