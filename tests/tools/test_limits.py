"""A test that hangs is ended by its limit of time: in a loop, in asyncio, alone and among workers."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOOPS = """
def test_hangs():
    while True:
        pass
"""
WAITS = """
import asyncio

async def test_hangs():
    worker = asyncio.create_task(asyncio.sleep(3600))
    await asyncio.gather(worker, asyncio.Event().wait())
"""


def test_every_test_has_a_limit_of_time() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert 0 < settings["timeout"] <= 300
    assert settings["timeout_method"] == "thread"


@pytest.mark.parametrize(
    ("source", "workers", "verdict"),
    [
        (WAITS, [], "Timeout"),
        (LOOPS, ["-p", "xdist", "-n", "1"], "crashed while running"),
    ],
    ids=["asyncio alone", "loop among workers"],
)
def test_a_test_that_hangs_is_ended(source: str, workers: list[str], verdict: str, tmp_path: Path) -> None:
    """With the settings of this project, but a limit of one second and no more plugins than it takes."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_hanging.py").write_text(source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    command += ["-p", "pytest_timeout", "-p", "anyio", "-p", "no:cacheprovider", "-o", "timeout=1"]
    command += [*workers, str(tmp_path)]
    lean = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=lean, timeout=100)
    assert ended.returncode != 0
    assert verdict in ended.stdout + ended.stderr
    assert "test_hangs" in ended.stdout + ended.stderr
