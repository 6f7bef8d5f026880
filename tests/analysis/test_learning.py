"""Calibrations: they are learned from what is true, judged by what came, and every file says its origin."""

import json
from math import exp
from pathlib import Path

import pytest

from abbatia.analysis import calibration
from abbatia.analysis.calibration import KNOTS, calibration_for, read_file, shares
from abbatia.analysis.learning import (
    Sample,
    brier,
    calibration_error,
    forecasts,
    learn,
    reliability,
    solve,
)
from abbatia.bots.values import weights_digest
from abbatia.core.chance import Rng, draw_from_chances
from abbatia.games import TITLES, load
from tools import calibrate


def samples(count: int, seed: int) -> list[Sample]:
    """Positions in which twice the first sign is the log of the odds, and points are ten times it."""
    rng = Rng(seed)
    found = []
    for _ in range(count):
        ahead = rng.below(2001) / 1000 - 1
        chances = shares([2 * ahead, -2 * ahead])
        winner = draw_from_chances(chances, rng)
        signs = [[ahead, -ahead], [0.0, 0.0], [0.0, 0.0]]
        won = [1.0 if seat == winner else 0.0 for seat in range(2)]
        found.append(Sample(signs, 1.0, rng.below(1000) / 999, won, [20 + 10 * ahead, 20 - 10 * ahead]))
    return found


def test_what_is_true_is_learned() -> None:
    learned = learn(samples(4000, 1))
    assert learned.chances[0] == pytest.approx([2.0] * KNOTS, abs=0.7)
    assert learned.points[0] == pytest.approx([0.5] * KNOTS, abs=0.05)
    fresh = forecasts(learned, samples(2000, 2))
    assert brier(fresh) < 0.2  # half and half would be 0.25
    assert calibration_error(fresh) < 0.04


def test_linear_equations() -> None:
    assert solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])


def test_too_sure_is_an_error_of_calibration() -> None:
    said = [(0.9, 1.0)] * 6 + [(0.9, 0.0)] * 4
    assert calibration_error(said) == pytest.approx(0.3)
    assert reliability(said) == [pytest.approx((10, 0.9, 0.6))]


def test_chances_add_up_to_one() -> None:
    found = shares([700.0, 710.0, 0.0])
    assert sum(found) == pytest.approx(1.0)
    assert found[1] == pytest.approx(1 / (1 + exp(-10)))


@pytest.mark.parametrize("title", TITLES)
def test_every_file_says_where_its_numbers_come_from(title: str) -> None:
    """And the numbers are of the rules and weights that are in use; else `tools/calibrate.py` runs again."""
    data = read_file(title)
    assert {"2"} <= set(data["seats"]) <= {str(seats) for seats in load(title).seats}
    if "drift" in data:  # else what books usually miss is taken to be large
        assert data["drift"]["win"] > 0
        assert data["drift"]["command"].startswith(f"python -m tools.calibrate {title} ")
    for seats, learned in data["seats"].items():
        assert learned["command"].startswith(f"python -m tools.calibrate {title} --seats {seats} ")
        assert learned["rules"] == load(title).version
        assert learned["weights"] == weights_digest(title, int(seats))
        assert learned["held_out"]["brier"] < learned["held_out"]["brier_even"]
        assert calibration_for(title, int(seats)).known
    for number in load(title).seats:
        assert calibration_for(title, number).known == (str(number) in data["seats"])


def test_the_tool_learns_and_keeps_what_it_does_not_learn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (calibration, calibrate):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    kept = {"title": "cardinal", "drift": {"win": 0.1}, "seats": {"5": {"command": "kept"}}}
    (tmp_path / "cardinal.json").write_text(json.dumps(kept), "utf-8")
    calibrate.main(["cardinal", "--seats", "3", "--games", "8", "--seed", "2"])
    data = read_file("cardinal")
    assert data["drift"] == kept["drift"]
    assert data["seats"]["5"] == {"command": "kept"}
    learned = data["seats"]["3"]
    assert learned["command"] == "python -m tools.calibrate cardinal --seats 3 --games 8 --seed 2"
    assert [len(row) for row in learned["chances"]] == [KNOTS] * 3
    assert learned["held_out"]["positions"] > 20
