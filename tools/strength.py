"""Make docs/strength.md: every level against the one below it, at every title, with 95 % intervals.

    python -m tools.strength --games 400              all of it; hours on one core
    python -m tools.strength --title cardinal --pair abbot,prior --seats 3 --games 60      one row of it
    python -m tools.strength --clock 10               thinking time as at a table, in ten games of each level
    python -m tools.strength --write-only             the tables from the games played so far

Thinking times, scores and other numbers of seats go into bench/notes/strength-tables.md;
bench/notes/strength.md is written by hand. Games are kept under arena/strength, so the command can be
interrupted and goes on. What is in the table was played; pairs with fewer games than asked for say so by
their number and their interval.
"""

import argparse
import datetime
import json
import os
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from abbatia.arena.executors import EXECUTORS
from abbatia.arena.results_folder import ABOUT, ResultsFolder
from abbatia.arena.series import Series
from abbatia.arena.summary import head_to_head, standings
from abbatia.bots import LEVELS as LADDER
from abbatia.bots import Step, make_bot
from abbatia.bots.values import evaluator_for
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Match
from abbatia.core.words import words
from abbatia.games import TITLES, load
from tools.strength_page import Row, page, picture

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "arena" / "strength"
PAGE = ROOT / "docs" / "strength.md"
TABLES = ROOT / "bench" / "notes" / "strength-tables.md"
SEED = 2033
"""For rows that are begun; one more after bots were changed by a look at games, so that deals are fresh."""
SEATS = 4
RUNGS = (
    ("novice", "uniform", 0.75),
    ("cleric", "novice", 0.70),
    ("prior", "cleric", 0.65),
    ("abbot", "prior", 0.70),
    ("legate", "abbot", 0.57),
    ("legate", "prior", 0.80),
    ("legate*10", "legate", 0.50),
)
LEVELS = ("uniform", *LADDER)
CLOCKS = FOLDER / "clocks.json"
PROMISED = dict(zip(LADDER, ((5, 50), (5, 50), (5, 50), (20, 100), (1000, 3000)), strict=True))
"""Milliseconds of CPU time a decision at a table: the median, and what no decision may take."""
SLOW = 10  # level 5 plays so many times fewer games for its times


def folder_of(title: str, above: str, below: str, seats: int) -> Path:
    """Where the games of a pair are; at four seats without their number."""
    name = f"{title}-{above}-{below}".replace("*", "x")
    return FOLDER / (name if seats == SEATS else f"{name}-{seats}")


def results_of(
    title: str, above: str, below: str, games: int, seats: int = SEATS
) -> tuple[Series, ResultsFolder]:
    """The games of a pair; a row goes on with the seed it was begun with."""
    folder = folder_of(title, above, below, seats)
    about = folder / ABOUT
    seed = json.loads(about.read_text("utf-8"))["seed"] if about.exists() else SEED
    series = Series(title, (above, below), seats=seats, games=games, seed=seed)
    return series, ResultsFolder(folder, series)


def play(title: str, above: str, below: str, games: int, workers: int, seats: int) -> None:
    """Play what is missing of one pair."""
    series, results = results_of(title, above, below, games, seats)
    left = [game for game in series.games() if not results.has(game.key)]
    for number, outcome in enumerate(EXECUTORS["pool" if workers > 1 else "here"](left, workers), start=1):
        results.add(outcome)
        print(f"\r{title} {above} – {below}: {number} of {len(left)} ", end="", file=sys.stderr, flush=True)
    if left:
        print(file=sys.stderr)


def entries_of(title: str, above: str, below: str, seats: int = SEATS) -> list[dict[str, Any]]:
    """The games of a pair so far, whole deals only."""
    if not folder_of(title, above, below, seats).exists():
        return []
    series, results = results_of(title, above, below, 1, seats)
    deals: dict[int, list[dict[str, Any]]] = {}
    for entry in results.outcomes.values():
        deals.setdefault(entry["deal"], []).append(entry)
    return [entry for deal in deals.values() if len(deal) == series.games_a_deal for entry in deal]


def think_as_at_a_table(title: str, level: str, games: int) -> list[float]:
    """Milliseconds of each decision with a clock. As on the server a bot is asked once for its whole plan,
    made anew when it is asked again, and not asked while all goes as planned.

    Four equals play; the strongest, which thinks for long, sits alone among three of the level below.
    """
    rules = load(title)
    names = [level, *(LADDER[-2:-1] if level == LADDER[-1] else [level]) * (SEATS - 1)]
    evaluator_for(rules, SEATS)
    times: list[float] = []
    for game in range(games):
        source = Rng(SEED + game)
        match = Match(rules, SEATS, rng=source.spawn())
        plans: list[tuple[Step, ...]] = [()] * SEATS
        while actors := match.to_act():
            seat = actors[0]
            decision = match.decision(seat)
            if not plans[seat] or plans[seat][0].legal != tuple(decision.legal):
                bot = make_bot(names[seat], source.spawn())
                began = process_time()
                plans[seat] = bot.turn(decision)
                if len(decision.legal) > 1 and names[seat] == level:
                    times.append(1000 * (process_time() - began))
            match.play(seat, plans[seat][0].action)
            plans[seat] = plans[seat][1:]
    return times


def measure_clocks(titles: tuple[str, ...], games: int) -> None:
    """Keep the times of every level."""
    kept = json.loads(CLOCKS.read_text("utf-8")) if CLOCKS.exists() else {}
    for title in titles:
        for level in LADDER:
            number = max(1, games // SLOW) if level == LADDER[-1] else games
            times = think_as_at_a_table(title, level, number)
            late = sum(time > PROMISED[level][1] for time in times)
            numbers = {"median": median(times), "most": max(times), "late": late}
            kept[f"{title} {level}"] = {"games": number, "decisions": len(times), **numbers}
            print(f"{title} {level}: {kept[f'{title} {level}']}", file=sys.stderr, flush=True)
            CLOCKS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def clocks() -> list[str]:
    """The table of times at a table."""
    kept = json.loads(CLOCKS.read_text("utf-8")) if CLOCKS.exists() else {}
    rows: list[str] = []
    for title in TITLES:
        for level, (usual, cap) in PROMISED.items():
            if found := kept.get(f"{title} {level}"):
                seen = f"{found['median']:.1f} | {found['most']:.0f} | {usual} / {cap}"
                rows.append(f"| {title} | {level} | {seen} | {found['late']} of {found['decisions']} |")
    columns = "| title | level | median ms | most ms | wanted ms | later than that |"
    return ["", CLOCK_HEAD, columns, "|---|---|---|---|---|---|", *rows] if rows else []


def row(title: str, above: str, below: str, wanted: float) -> Row | None:
    """What a pair has played so far."""
    entries = entries_of(title, above, below)
    met = head_to_head(entries, above, below)
    if met is None:
        return None
    low, high = met.interval
    seed = results_of(title, above, below, 1)[0].seed
    return Row(title, above, below, wanted, met.share, low, high, met.games, seed)


def tables() -> str:
    """Other numbers of seats, thinking times at a table and in the arena, mean scores."""
    times: list[str] = []
    for title in TITLES:
        everything = [entry for above, below, _ in RUNGS for entry in entries_of(title, above, below)]
        found = {one.bot: one for one in standings(everything)} if everything else {}
        for level in LEVELS:
            if level in found:
                one = found[level]
                numbers = f"{one.median_ms:.1f} | {one.most_ms:.0f} | {one.score:.1f}"
                times.append(f"| {title} | {level} | {numbers} |")
    head = (TIME_HEAD, "| title | level | median ms | most ms | mean score |", "|---|---|---|---|---|")
    return "\n".join([TABLES_HEAD, *other_seats(), *clocks(), "", *head, *times, ""])


def other_seats() -> list[str]:
    """Pairs that met at another number of seats; where it is odd, each bot has the odd seat as often."""
    rows = [
        "| title | seats | pair | share of victories | 95 % interval | games |",
        "|---|---|---|---|---|---|",
    ]
    for title in TITLES:
        for seats in load(title).seats:
            for above, below, _ in RUNGS if seats not in (1, SEATS) else ():
                met = head_to_head(entries_of(title, above, below, seats), above, below)
                if met is not None:
                    low, high = (100 * edge for edge in met.interval)
                    shown = f"{100 * met.share:.1f} % | {low:.1f} – {high:.1f} % | {met.games}"
                    rows.append(f"| {title} | {seats} | {above} – {below} | {shown} |")
    return ["", OTHERS_HEAD, *rows] if len(rows) > 2 else []


TABLES_HEAD = """# Strength: tables

Made by `python -m tools.strength`. The deals of a row come from its seed; a row whose bots were changed
after a look at its games is played anew with another one: remove its folder under `arena/strength`,
since games that were played stay. A folder knows the versions of rules, bots and weights and takes no
games of others. Bots keep their plan for a turn, as they do at tables. Intervals are by Student's t.
Titles and pairs can be played apart (`--title`, `--pair`); the page is always made of all of them."""
OTHERS_HEAD = """## At other numbers of seats

The same weights as at four seats, each deal in all arrangements.
"""
CLOCK_HEAD = """## Time at a table

CPU time of one decision with more than one legal action, on one core of a shared machine (`--clock`): four
bots of the same level, or one of level 5 and three of level 4. Bots look at the clock here. As on the server
a bot is made anew for every turn and its plan is kept: the actions that carry it out take no time and do not
count.
"""
TIME_HEAD = """## Time and scores in the arena

The same in the games above; actions that carry out a plan made before count as decisions, too. Nobody looks
at a clock in the arena, and level 5 counts playouts, not seconds, so that records can be repeated.
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--title", choices=TITLES)
    parser.add_argument("--pair", help="only this pair, as in abbot,prior")
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--clock", type=int, metavar="GAMES", help="measure thinking time as at a table")
    parser.add_argument("--write-only", action="store_true")
    given = parser.parse_args()
    titles = (given.title,) if given.title else tuple(TITLES)
    if given.clock:
        measure_clocks(titles, given.clock)
    for title in titles:
        for above, below, _ in RUNGS:
            wanted = given.pair in (None, f"{above},{below}")
            if wanted and not given.write_only and not given.clock:
                play(title, above, below, given.games, given.workers, given.seats)
    rows = [found for title in TITLES for rung in RUNGS if (found := row(title, *rung)) is not None]
    PAGE.write_text(page(rows, datetime.datetime.now(tz=datetime.UTC).date()), "utf-8")
    PAGE.with_suffix(".svg").write_text(picture(rows), "utf-8")
    TABLES.write_text(tables(), "utf-8")
    print(json.dumps({"written": str(PAGE.relative_to(ROOT))}))


if __name__ == "__main__":
    try:
        main()
    except BadSetup as bad:  # games of other bots, for one
        sys.exit(words("en").say(bad.message))
