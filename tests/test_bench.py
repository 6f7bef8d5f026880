"""A smoke of the benchmarks: one round of our own side, and what is made of it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench import analysis
from bench.report import describe, details, page, picture, promises

ROOT = Path(__file__).parent.parent


def test_one_round_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench", "--quick", "--alone", "--interpreted"]
    command += ["--only", "clone", "--json", str(tmp_path / "bench.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    medians = json.loads((tmp_path / "bench.json").read_text("utf-8"))["medians"]
    assert set(medians["interpreted"]) == {"cardinal clone", "kings_abbey clone", "pelegrinus clone"}
    assert all(rate > 0 for rate in medians["interpreted"].values())
    assert "kings_abbey clone" in done.stdout


def test_promises_are_medians_of_ratios() -> None:
    speed = [700_000.0, 900_000.0, 800_000.0]
    ours = {"cardinal 4 driven": speed, "cardinal 4 lean driven": speed}
    theirs = {"backgammon lean driven": [100_000.0, 90_000.0, 110_000.0], "backgammon driven": [50_000.0]}
    rates = {"interpreted": ours, "open_spiel": theirs}
    documented = ("interpreted", "cardinal 4 driven", "open_spiel", "backgammon driven")
    lean = ("interpreted", "cardinal 4 lean driven", "open_spiel", "backgammon lean driven")
    kept = promises(rates, {documented: [14.0], lean: [9.0, 7.3, 2.0]})
    seen = "interpreted cardinal 4 driven: 14.0 × open_spiel backgammon driven (best rounds 18.0 ×)"
    assert kept[0] == seen, "shown beside, nothing is promised"
    seen = "interpreted cardinal 4 lean driven: 7.3 × open_spiel backgammon lean driven (best rounds 8.2 ×)"
    assert kept[1] == f"{seen}, promised 7 ×: kept"
    assert kept[2] == (
        "interpreted cardinal 4 lean driven: 900,000 a second (median 800,000), promised 500,000: kept"
    )
    assert promises(rates, {lean: [6.9, 3.5]})[0].endswith("promised 7 ×: not kept")
    assert "800,000" in describe(rates)
    assert "| 900,000 a second (median 800,000) | 500,000 | kept |" in page(rates, kept)
    assert "| interpreted | cardinal 4 driven | 800,000 |" in details(rates)
    assert picture(rates).count("<text") == 6


def test_the_bench_of_analyses_prints_all_that_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    analysis.main(["pelegrinus", "--seats", "2", "--games", "1", "--reviews", "1", "--blunders", "1"])
    printed = capsys.readouterr().out
    for part in ("one look, third 1", "playouts (quick", "CPU seconds a game", "legate: mean loss"):
        assert part in printed
    assert re.search(r"[01] of 1 were the largest loss", printed)
