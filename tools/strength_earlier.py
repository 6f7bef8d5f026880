"""Play The King's Abbey against the bots of an earlier commit, and make a table of what was played so far.

    PYTHONPATH=$(python -m tools.earlier_bots b1b1039) python -m tools.strength_earlier --games 200
    ... --level legate --seats 2 --games 40       one row of it
    python -m tools.strength_earlier --write-only      the table alone

Both bots sit at half of the seats, each deal in all arrangements; where the number of seats is odd each has
the odd seat as often. Games are kept under arena/earlier, so the command can be interrupted and goes on. The
table goes into bench/notes/strength-earlier.md.
"""

import argparse
import datetime
import json
import sys
from math import sqrt
from pathlib import Path
from typing import Any, Final

from abbatia.arena.executors import EXECUTORS
from abbatia.arena.intervals import t_quantile
from abbatia.arena.results_folder import GAMES, ResultsFolder
from abbatia.arena.series import Series
from abbatia.arena.summary import head_to_head

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "arena" / "earlier"
PAGE: Final = ROOT / "bench" / "notes" / "strength-earlier.md"
TITLE: Final = "kings_abbey"
SEED: Final = 2040
SEATS: Final = (2, 3, 4, 5)
LEVELS: Final = {"abbot": 0.65, "legate": 0.70}
"""The levels that are compared, and the share of victories that is wanted."""
ENOUGH: Final = 200  # games of a row
HEAD: Final = """# The King's Abbey against the bots of before

Levels 4 and 5 against the same levels of the commit b1b1039 (version 2 of the bots), both on the newest rules
and data of the title. Made by `python -m tools.strength_earlier`, seed {seed}, last on {day}. Each bot has
half of the seats, each deal is played in all arrangements; 50 % is even. Intervals are 95 %, by Student's t
over deals. Level 5 counts 64 playouts a decision. The old bots were tuned for the data of version 1; that
they meet newer data is part of the difference.

| level | seats | share of victories | 95 % interval | points ahead | games | deals | wanted | |
|---|---|---|---|---|---|---|---|---|
"""


def rival(level: str) -> str:
    """The same level of the earlier bots."""
    return f"earlier:{level}"


def folder_of(level: str, seats: int) -> Path:
    """Where the games of a row are."""
    return FOLDER / f"{level}-{seats}"


def play(level: str, seats: int, games: int, workers: int) -> None:
    """Play what is missing of one row."""
    series = Series(TITLE, (level, rival(level)), seats=seats, games=games, seed=SEED)
    results = ResultsFolder(folder_of(level, seats), series)
    left = [game for game in series.games() if not results.has(game.key)]
    for number, outcome in enumerate(EXECUTORS["pool" if workers > 1 else "here"](left, workers), start=1):
        results.add(outcome)
        print(f"{level} {seats}: {number} of {len(left)}", file=sys.stderr, flush=True)


def entries_of(level: str, seats: int) -> list[dict[str, Any]]:
    """The games of a row so far, whole deals only."""
    file = folder_of(level, seats) / GAMES
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    deals: dict[int, list[dict[str, Any]]] = {}
    for line in lines:
        entry = json.loads(line)
        deals.setdefault(entry["deal"], []).append(entry)
    whole = Series(TITLE, (level, level), seats=seats, games=1, seed=SEED).games_a_deal
    return [entry for deal in deals.values() if len(deal) == whole for entry in deal]


def lead(entries: list[dict[str, Any]], bot: str) -> str:
    """By how many points a bot's seats are ahead of the others, with the 95 % interval over deals."""
    deals: dict[int, list[float]] = {}
    for entry in entries:
        own = [score for name, score in zip(entry["names"], entry["scores"], strict=True) if name == bot]
        others = [score for name, score in zip(entry["names"], entry["scores"], strict=True) if name != bot]
        deals.setdefault(entry["deal"], []).append(sum(own) / len(own) - sum(others) / len(others))
    means = [sum(leads) / len(leads) for leads in deals.values()]
    mean = sum(means) / len(means)
    if len(means) < 2:
        return f"{mean:.1f}"
    spread = sum((one - mean) ** 2 for one in means) / (len(means) - 1)
    return f"{mean:.1f} ± {t_quantile(len(means) - 1) * sqrt(spread / len(means)):.1f}"


def row(level: str, seats: int) -> str:
    """A row of the table; empty as long as no deal is whole."""
    entries = entries_of(level, seats)
    met = head_to_head(entries, level, rival(level))
    if met is None:
        return ""
    if any(sum(entry["failures"]) for entry in entries):
        raise SystemExit(f"error: a bot has failed in a game of {level} at {seats} seats")
    low, high = (f"{100 * edge:.1f}" for edge in met.interval)
    wanted = LEVELS[level]
    verdict = "reached" if met.interval[0] >= wanted else "reached, not surely"
    if met.share < wanted:
        verdict = "falls short, within the interval" if met.interval[1] >= wanted else "falls short"
    deals = len({entry["deal"] for entry in entries})
    few = "" if met.games >= ENOUGH else f" (fewer than {ENOUGH})"
    shown = f"{100 * met.share:.1f} % | {low} – {high} % | {lead(entries, level)}"
    return (
        f"| {level} | {seats} | {shown} | {met.games}{few} | {deals} | ≥ {100 * wanted:.0f} % | {verdict} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=ENOUGH)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--seats", type=int, choices=SEATS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write-only", action="store_true")
    given = parser.parse_args()
    for level in LEVELS:
        for seats in SEATS:
            if given.level in (None, level) and given.seats in (None, seats) and not given.write_only:
                play(level, seats, given.games, given.workers)
    rows = [found for level in LEVELS for seats in SEATS if (found := row(level, seats))]
    day = datetime.datetime.now(tz=datetime.UTC).date()
    PAGE.write_text(HEAD.format(seed=SEED, day=day) + "\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
