"""Learn what the evaluators' values mean: `python -m tools.calibrate TITLE` writes its calibration.

    python -m tools.calibrate cardinal --seats 3 --games 400 --seed 1
    python -m tools.calibrate cardinal --seats 3 --games 0 --drift 10

Equal bots of level 4 play seeded games after openings by lower levels, so that positions differ. From three
quarters of the games a few numbers are learned for each number of seats (`abbatia/analysis/learning.py`); the
rest says how good they are. `--drift` analyses so many games and keeps, for the title, how far their books
were from balancing. The file `src/abbatia/analysis/calibrations/TITLE.json` names the command, the date, the
rules and the bots; other numbers of seats in it stay as they are. Without a clock: the same command learns
the same numbers everywhere. Run it again when the rules, the bots or their weights have changed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from abbatia import bots
from abbatia.analysis import Review
from abbatia.analysis.calibration import Calibration, signs_of, victory
from abbatia.analysis.learning import (
    Sample,
    brier,
    calibration_error,
    forecasts,
    learn,
    log_loss,
)
from abbatia.analysis.titles import traits_of
from abbatia.bots.values import evaluator_for, weights_digest
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue, Title
from abbatia.core.match import Match
from abbatia.core.record import Record
from abbatia.games import load

FOLDER: Final = Path(__file__).parent.parent / "src" / "abbatia" / "analysis" / "calibrations"
"""In the sources, also when compiled rules are in use, which lie in a tree of their own."""
OPENERS: Final = ("cleric", "prior", "abbot", "abbot")  # who plays the first turns of a game, by lot
EQUAL: Final = "abbot"
OPENING: Final = 3  # at most this share of a game, as one part of so many, is played by an opener
POSITIONS: Final = 24  # of one game that are learned from, about
HELD_OUT: Final = 4  # every fourth game is not learned from


def options_for(title: Title, seats: int) -> dict[str, OptionValue]:
    """The standard game; at two seats of Cardinal that is the duel."""
    return {} if seats in title.seats_for(title_defaults(title)) else {"duel": True}


def title_defaults(title: Title) -> dict[str, OptionValue]:
    return {option.name: option.default for option in title.options}


def play(title: Title, seats: int, seed: int) -> tuple[list[Sample], Match]:
    """One game, and some of its positions."""
    rng = Rng(seed)
    match = Match(title, seats, options_for(title, seats), rng=rng.spawn())
    opener = OPENERS[rng.below(len(OPENERS))]
    until = rng.below(100) / 100 / OPENING
    early = [bots.make_bot(opener, rng.spawn(), steady=True) for _ in range(seats)]
    late = [bots.make_bot(EQUAL, rng.spawn(), steady=True) for _ in range(seats)]
    evaluator, traits = evaluator_for(title, seats), traits_of(title)
    looked: list[tuple[list[list[float]], float, float]] = []
    is_opening, last = True, 0
    while actors := match.to_act():
        is_opening = is_opening and traits.progress(match.state) < until
        if match.turns.count != last and not is_opening:
            last = match.turns.count
            signs, mean = signs_of(match.state, evaluator)
            looked.append((signs, mean, traits.progress(match.state)))
        seat = actors[0]
        player = (early if is_opening else late)[seat]
        match.play(seat, player.choose(match.decision(seat)))
    result = match.result()
    assert result is not None
    won, points = victory(result.ranks), [float(score) for score in result.scores]
    step = max(len(looked) // POSITIONS, 1)
    first = rng.below(step)
    return [Sample(*one, won, points) for one in looked[first::step]], match


def measure(calibration: Calibration, held_out: Sequence[Sample]) -> dict[str, float]:
    """How good a calibration is on games that it was not learned from."""
    found = forecasts(calibration, held_out)
    even = [(1 / len(sample.victory), came) for sample in held_out for came in sample.victory]
    return {
        "positions": len(held_out),
        "brier": round(brier(found), 4),
        "brier_even": round(brier(even), 4),
        "log_loss": round(log_loss(found), 4),
        "calibration_error": round(calibration_error(found), 4),
    }


def drift(title: Title, seats: int, games: int, seed: int) -> dict[str, float]:
    """The root mean square of the rest of the books beyond the errors of estimates."""
    sums, count = {"win": 0.0, "points": 0.0}, 0
    for number in range(games):
        _, match = play(title, seats, (seed << 32) + 900_000 + number)
        for account in Review(Record.of(match), "quick", seed).run()["books"]:
            for name, books in account.items():
                sums[name] += books["rest"] ** 2
        count += seats
        print(f"  game {number + 1}: {sums} of {count} seats", flush=True)
    return {name: round((total / count) ** 0.5, 3) for name, total in sums.items()}


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", choices=["cardinal", "kings_abbey", "pelegrinus"])
    parser.add_argument("--seats", type=int, nargs="*", help="numbers of seats (default: all but one)")
    parser.add_argument("--games", type=int, default=400, help="games for each number of seats")
    parser.add_argument("--drift", type=int, default=0, help="games that are analysed to measure the rest")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(arguments)
    title = load(wish.title)
    for seats in wish.seats or [number for number in title.seats if number > 1]:
        began = perf_counter()
        if wish.drift:
            far = drift(title, seats, wish.drift, wish.seed)
            command = f"python -m tools.calibrate {title.name} --seats {seats} --games 0"
            command += f" --drift {wish.drift} --seed {wish.seed}"
            keep(title, {"drift": {**far, "games": wish.drift, "seats": seats, "command": command}})
            print(f"{title.name} {seats}: drift {far}", flush=True)
        if not wish.games:
            continue
        command = f"python -m tools.calibrate {title.name} --seats {seats} --games {wish.games}"
        command += f" --seed {wish.seed}"
        games = [play(title, seats, (wish.seed << 32) + number)[0] for number in range(wish.games)]
        learned = [one for number, game in enumerate(games) if number % HELD_OUT for one in game]
        held_out = [one for game in games[::HELD_OUT] for one in game]
        calibration = learn(learned)
        found = measure(calibration, held_out)
        write(title, seats, {**calibration.to_json(), "held_out": found, "command": command})
        print(f"{title.name} {seats}: {found}, {perf_counter() - began:.0f} s", flush=True)


def write(title: Title, seats: int, learned: dict[str, Any]) -> None:
    """Keep what was learned for a number of seats, and say what it was learned with."""
    origin = {
        "date": date.today().isoformat(),
        "rules": title.version,
        "bots": bots.VERSION,
        "weights": weights_digest(title.name, seats),
    }
    known = kept(title).get("seats", {})
    known[str(seats)] = {**learned, **origin}
    keep(title, {"seats": dict(sorted(known.items()))})


def kept(title: Title) -> dict[str, Any]:
    """What the file of a title says."""
    file = FOLDER / f"{title.name}.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def keep(title: Title, more: dict[str, Any]) -> None:
    """Put this into the file of a title; the rest of it stays as it is."""
    data = {"title": title.name, **kept(title), **more}
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{title.name}.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
