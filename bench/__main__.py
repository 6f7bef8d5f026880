"""Measure every title, interpreted and compiled, beside the peers, in one run: `bench/run`.

    --rounds 7        how often each task is done; the processes take turns, so a busy machine slows all
    --only WORD …     only tasks and peers with one of these words in their names
    --alone           without the peers
    --interpreted     without compiling the rules
    --json FILE       write all rounds, medians and ratios
    --page            write docs/benchmarks.md and .svg, and bench/notes/benchmarks-rates.md
    --quick           one round (a smoke)

Rates are per second of CPU time of the measured process; medians are shown with the middle half of the
rounds. The server has a bench of its own: `python -m bench.server`.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import median

from bench.players import PEERS, ROOT, Player, ours, peer
from bench.report import NOTES, RATIOS, Rates, Ratios, describe, details, page, picture, promises
from tools.compile import has_compiler, make_tree

PAIRS = 3
"""How often in each round two rates that a promise compares are measured side by side."""


def players(chosen: argparse.Namespace) -> list[Player]:
    """Everybody who takes part."""
    found = [ours("interpreted", ROOT / "src")]
    if not chosen.interpreted and has_compiler():
        found.append(ours("compiled", make_tree()))
    if not chosen.alone:
        for name in [*PEERS, "boardgame.io"]:
            try:
                found.append(peer(name))
            except (OSError, RuntimeError) as missing:
                print(f"{name} cannot be measured here: {missing}", file=sys.stderr)
    return found


def measure(found: list[Player], rounds: int, only: list[str]) -> Rates:
    """All rates of all rounds: player, task, rounds."""
    rates: Rates = {player.name: {} for player in found}
    longest = max(len(player.tasks) for player in found)
    turns = [  # what is compared lies close together in time
        (player, player.tasks[place * len(player.tasks) // longest])
        for place in range(longest)
        for player in found
    ]
    for turn in range(rounds + 1):
        done: dict[tuple[str, str], list[float]] = {}
        for player, task in turns:
            if not only or any(word in f"{player.name} {task}" for word in only):
                done.setdefault((player.name, task), []).append(player.do(task))
        for (name, task), seen in done.items():
            if turn or rounds == 1:  # the first round warms up
                rates[name].setdefault(task, []).append(median(seen))
        print(f"round {turn} of {rounds} done", file=sys.stderr)
    return rates


def compare(found: list[Player], rates: Rates, rounds: int) -> Ratios:
    """The ratios of what is promised: both sides at once one after the other, so that noise meets both."""
    by_name = {player.name: player for player in found}
    ratios: Ratios = {}
    for (who, task), _, (other, its) in RATIOS:
        if rates.get(who, {}).get(task) and rates.get(other, {}).get(its):
            ratios[who, task, other, its] = [
                by_name[who].do(task) / by_name[other].do(its) for _ in range(PAIRS * rounds)
            ]
    return ratios


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure Abbatia beside its peers.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--page", action="store_true")
    chosen = parser.parse_args()
    found = players(chosen)
    try:
        rounds = 1 if chosen.quick else chosen.rounds
        rates = measure(found, rounds, chosen.only)
        ratios = compare(found, rates, rounds)
    finally:
        for player in found:
            player.stop()
    print(describe(rates))
    kept = promises(rates, ratios)
    for line in kept:
        print(line)
    if chosen.json:
        medians = {name: {task: median(all_) for task, all_ in done.items()} for name, done in rates.items()}
        pairs = {" ".join(pair): all_ for pair, all_ in ratios.items()}
        written = {"medians": medians, "rounds": rates, "ratios": pairs}
        chosen.json.write_text(json.dumps(written, indent=1), "utf-8")
    if chosen.page:
        (ROOT / "docs" / "benchmarks.md").write_text(page(rates, kept), "utf-8")
        (ROOT / "docs" / "benchmarks.svg").write_text(picture(rates), "utf-8")
        (NOTES / "benchmarks-rates.md").write_text(details(rates), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
