"""Every example runs as its first lines say, and does what it promises."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
TESTED = {
    "analyse_record.py",
    "careful_bot.mjs",
    "sampling_bot.py",
    "tournament.py",
    "train_value.py",
    "websocket_client.py",
}
PATIENCE = 240
"""Seconds that an example may take on a busy machine; each takes less than ten on an idle one."""
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="the example is written for Node")


def run(*command: str) -> str:
    """What a command prints, given in the folder of the examples."""
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def arena(folder: Path, bot: str, games: int) -> dict[str, tuple[float, int]]:
    """For each bot of a series against `uniform`: the share that it won, and its failed answers."""
    command = [
        "arena",
        "cardinal",
        "--bots",
        f"{bot},uniform",
        "--seats",
        "3",
        "--games",
        str(games),
        "--csv",
    ]
    table = run(sys.executable, "-m", "abbatia.cli", *command, "--folder", str(folder))
    rows = [line.rsplit(",", 7) for line in table.splitlines()[1:]]
    return {row[0]: (float(row[3]), int(row[7])) for row in rows}


def test_every_example_is_tested() -> None:
    assert {file.name for file in FOLDER.iterdir() if file.suffix != ".md" and file.is_file()} == TESTED


@pytest.mark.parametrize("name", sorted(TESTED))
def test_every_example_is_listed(name: str) -> None:
    assert f"]({name})" in (FOLDER / "README.md").read_text("utf-8")


@pytest.mark.slow
def test_the_bot_in_python_beats_chance(tmp_path: Path) -> None:
    share, failed = arena(tmp_path, "sampling_bot:Sampler", 6)["sampling_bot:Sampler"]
    assert share >= 0.75
    assert failed == 0


@needs_node
def test_the_bot_in_another_language_beats_chance(tmp_path: Path) -> None:
    share, failed = arena(tmp_path, "run:node careful_bot.mjs", 12)["run:node careful_bot.mjs"]
    assert share >= 0.7
    assert failed == 0


@pytest.mark.slow
def test_the_training_run_beats_level_one() -> None:
    said = run(sys.executable, "train_value.py", "--games", "60", "--test", "12")
    found = re.search(r"^(\d+) % of 12 games against novice", said, re.MULTILINE)
    assert found is not None, said
    assert int(found.group(1)) >= 65


def test_a_record_is_analysed(tmp_path: Path) -> None:
    said = run(sys.executable, "analyse_record.py")
    assert re.match(r"cardinal, 3 seats, \d+ actions, \d+ turns: true\n", said)
    assert len(re.findall(r"^ +\d+  Novice [█·]{24}", said, re.MULTILINE)) == 11
    assert re.search(r"^Prior: \d+ points, place \d$", said, re.MULTILINE)
    broken = tmp_path / "broken"
    broken.write_text("abbatia record 1\n", "utf-8")
    bad = subprocess.run(
        [sys.executable, "analyse_record.py", str(broken)],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert bad.returncode == 1
    assert bad.stderr.startswith("Line ")


@needs_node
def test_a_tournament_has_a_table() -> None:
    said = run(
        sys.executable, "tournament.py", "uniform", "run:node careful_bot.mjs", "cleric", "--deals", "2"
    )
    first, *_, last = said.splitlines()
    assert first.split()[0] == "cleric"
    assert last.split()[0] == "uniform"
    assert said.count("of 8") == 3


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [sys.executable, "-m", "abbatia.cli", "serve", "--port", "0", "--store", "memory:"]
    environment = {**os.environ, "ABBATIA_LANGUAGE": "en"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert found is not None
            yield found.group()
        finally:
            process.terminate()


def test_a_client_plays_a_whole_game(server: str) -> None:
    said = run(sys.executable, "websocket_client.py", server)
    assert re.fullmatch(
        r"over: \[\d+, \d+, \d+\]\n"
        r"the record is true: \d+ actions, played by (human|novice)(, (human|novice)){2}\n",
        said,
    ), said
