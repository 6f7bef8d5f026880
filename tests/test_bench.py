"""A smoke of the benchmarks: one round of our own side, and what is made of it."""

import json
import subprocess
import sys
from pathlib import Path

from bench.report import describe, page, picture, promises

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
    theirs = {"backgammon lean driven": [100_000.0, 90_000.0, 110_000.0]}
    rates = {"interpreted": ours, "open_spiel": theirs}
    kept = promises(rates)
    assert kept[0].startswith("interpreted cardinal 4 lean driven: 7.3 × open_spiel backgammon lean driven")
    assert kept[0].endswith("promised 7 ×: kept")
    slow = {**rates, "open_spiel": {"backgammon lean driven": [200_000.0], "backgammon driven": [50_000.0]}}
    documented, lean = promises(slow)[:2]
    seen = "14.0 × open_spiel backgammon driven (best rounds 18.0 ×)"
    assert documented.endswith(seen), "shown beside, nothing is promised"
    seen = "3.5 × open_spiel backgammon lean driven (best rounds 4.5 ×), promised 7 ×: not kept"
    assert lean.endswith(seen)
    rate = "interpreted cardinal 4 lean driven: 900,000 a second (median 800,000), promised 500,000: kept"
    assert promises(slow)[2] == rate
    assert "800,000" in describe(rates)
    assert "800,000" in page(rates, kept)
    assert picture(rates).count("<text") == 4
