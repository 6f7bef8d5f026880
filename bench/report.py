"""What was measured as tables, as ratios beside what was promised, as a page and as a picture."""

import datetime
import os
import platform
from math import log10
from statistics import median, quantiles
from typing import Final

from bench.players import ROOT, version_of

NOTES: Final = ROOT / "bench" / "notes"
Rates = dict[str, dict[str, list[float]]]
"""Player, task, rates a second by round."""
Ratios = dict[tuple[str, str, str, str], list[float]]
"""Player, task, peer, its task: how many times the peer's rate ours was, each time both were measured."""

# (whose task, at least so many times, whose task); 0: nothing is promised
RATIOS: Final[list[tuple[tuple[str, str], float, tuple[str, str]]]] = [
    (("interpreted", "cardinal 4 driven"), 0, ("open_spiel", "backgammon driven")),
    (("interpreted", "cardinal 4 lean driven"), 7, ("open_spiel", "backgammon lean driven")),
    (("compiled", "cardinal 4 driven"), 0, ("open_spiel", "backgammon driven")),
    (("compiled", "cardinal 4 lean driven"), 30, ("open_spiel", "backgammon lean driven")),
    (("compiled", "cardinal 4 driven"), 0, ("open_spiel", "cribbage driven")),
    (("compiled", "cardinal 4 lean driven"), 9, ("open_spiel", "cribbage lean driven")),
    (("compiled", "cardinal inside"), 3, ("open_spiel", "cribbage inside")),
    (("compiled", "cardinal search"), 25, ("open_spiel", "backgammon search")),
    (("compiled", "pelegrinus 4 driven"), 10, ("catanatron", "catan driven")),
    (("compiled", "pelegrinus 4 lean driven"), 3, ("open_spiel", "backgammon lean driven")),
    (("compiled", "pelegrinus inside"), 5, ("interpreted", "pelegrinus inside")),
    (("compiled", "kings_abbey 4 driven"), 10, ("catanatron", "catan driven")),
    (("compiled", "kings_abbey 4 lean driven"), 3, ("open_spiel", "backgammon lean driven")),
    (("compiled", "kings_abbey inside"), 5, ("interpreted", "kings_abbey inside")),
]
LEAST: Final[list[tuple[tuple[str, str], float]]] = [
    (("interpreted", "cardinal 4 lean driven"), 500_000),
    (("compiled", "cardinal 4 lean driven"), 2_000_000),
    (("interpreted", "pelegrinus 4 driven"), 150_000),
    (("interpreted", "kings_abbey 1 driven"), 100_000),
    (("interpreted", "kings_abbey 4 driven"), 100_000),
    (("compiled", "cardinal replay"), 50),
    (("compiled", "pelegrinus replay"), 50),
    (("compiled", "kings_abbey replay"), 50),
    (("compiled", "cardinal first game"), 1 / 0.3),
    (("compiled", "pelegrinus first game"), 1 / 0.3),
    (("compiled", "kings_abbey first game"), 1 / 0.3),
]


def number(rate: float) -> str:
    """A rate as people read it."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"


def spread(rates: list[float]) -> str:
    """The median, and the middle half of the rounds."""
    if len(rates) < 4:
        return f"{number(median(rates)):>12}"
    low, _, high = quantiles(rates, n=4)
    return f"{number(median(rates)):>12}  ({number(low)} – {number(high)})"


def describe(rates: Rates) -> str:
    """Every rate that was measured."""
    lines = ["A second of CPU time (median, middle half of the rounds):"]
    for name, tasks in rates.items():
        lines += [f"  {name:12} {task:32} {spread(found)}" for task, found in tasks.items()]
    return "\n".join(lines)


def promises(rates: Rates, ratios: Ratios) -> list[str]:
    """Each promise that could be checked, with what was seen.

    A ratio is the median of all times that both sides were measured one right after the other; beside it
    stands that of the best rounds. A rate is promised for a free core: the best round is nearest to that.
    """
    found: list[str] = []
    for (who, task), wanted, (peer, its) in RATIOS:
        seen = ratios.get((who, task, peer, its))
        if seen:
            ratio, best = median(seen), max(rates[who][task]) / max(rates[peer][its])
            said = f"{who} {task}: {ratio:.1f} × {peer} {its} (best rounds {best:.1f} ×)"
            if wanted:
                said += f", promised {wanted:g} ×: {'kept' if ratio >= wanted else 'not kept'}"
            found.append(said)
    for (one, task), least in LEAST:
        done = rates.get(one, {}).get(task)
        if done:
            verdict = "kept" if max(done) >= least else "not kept"
            rate = f"{number(max(done))} a second (median {number(median(done))})"
            found.append(f"{one} {task}: {rate}, promised {number(least)}: {verdict}")
    return found


def page(rates: Rates, kept: list[str]) -> str:
    """The page of the docs: how it was measured, the picture, what is promised."""
    day = datetime.datetime.now(tz=datetime.UTC).date()
    peers = [name for name in rates if name not in ("interpreted", "compiled")]
    versions = ", ".join(f"{name} {version_of(name)}" for name in peers)
    lines = [
        "# Benchmarks",
        "",
        f"Made by `bench/run --page` on {day}, Python {platform.python_version()}, {platform.machine()},"
        f" {os.cpu_count()} cores; {versions}.",
        "Rates are per second of CPU time of the measured process. All take turns in one run, so trust the",
        "ratios more than the rates. Ratios are medians of measurements one right after the other; a rate is",
        "promised for a free core and judged by the best round.",
        "",
        "![Driven actions a second](benchmarks.svg)",
        "",
        "## Promises",
        "",
        *promise_table(kept),
        "",
        "## The server",
        "",
        *server_table(),
        "",
        "Laboratory notes: [every rate](../bench/notes/benchmarks-rates.md), [what made it",
        "fast](../bench/notes/benchmarks.md), [the server](../bench/notes/server.md).",
    ]
    return "\n".join(lines) + "\n"


def promise_table(kept: list[str]) -> list[str]:
    """Each promise as a row: who and what, what was seen, what was promised, the verdict."""
    rows = ["| what | seen | promised | |", "|---|---|---|---|"]
    for line in kept:
        what, _, seen = line.partition(": ")
        seen, _, promised = seen.partition(", promised ")
        wanted, _, verdict = promised.partition(": ")
        rows.append(f"| {what} | {seen} | {wanted} | {verdict} |")
    return rows


def server_table() -> list[str]:
    """The table of `bench.server`, which is kept by hand in its notes, and the sentence above it."""
    text = (NOTES / "server.md").read_text("utf-8").partition("\n\n")[2]
    sentence, table, *_ = text.split("\n\n")
    return [*sentence.splitlines(), "", *table.splitlines()]


def details(rates: Rates) -> str:
    """Every rate, and the files of the client: for the notes."""
    lines = [
        "# Speed: every rate",
        "",
        "Made by `bench/run --page`: medians of all rounds with their middle half.",
        "",
    ]
    lines += ["| who | what | a second | middle half |", "|---|---|---:|---|"]
    for name, tasks in rates.items():
        for task, found in tasks.items():
            number, _, half = spread(found).strip().partition("  ")
            lines.append(f"| {name} | {task} | {number} | {half.strip('()')} |")
    sizes = bundle()
    if sizes:
        lines += ["", "## The client", "", "| file | kB |", "|---|---:|", *sizes]
    return "\n".join(lines) + "\n"


def bundle() -> list[str]:
    """The scripts and styles of the built client, uncompressed."""
    assets = ROOT / "src" / "abbatia" / "server" / "static" / "assets"
    files = [file for file in sorted(assets.glob("*")) if file.suffix in (".js", ".css")]
    names = [file.stem.rpartition("-")[0] + file.suffix for file in files]
    return [f"| {name} | {file.stat().st_size / 1000:.1f} |" for name, file in zip(names, files, strict=True)]


def picture(rates: Rates) -> str:
    """Driven actions a second on a logarithmic scale."""
    rows = [
        (f"{name}: {task.removesuffix(' driven')}", median(found))
        for name, tasks in rates.items()
        for task, found in tasks.items()
        if task.endswith(" driven") and (name not in ("interpreted", "compiled") or " 4 driven" in task)
    ]
    rows.sort(key=lambda row: -row[1])
    height, left, width = 22 * len(rows) + 30, 240, 420
    most, least = max(rate for _, rate in rows), 100.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 100}" height="{height}"'
        ' font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fffdf6"/>',
    ]
    for index, (label, rate) in enumerate(rows):
        y = 15 + 22 * index
        long = width * scale(rate, least) / scale(most, least)
        colour = "#7a2e2e" if label.startswith(("interpreted", "compiled")) else "#8f8672"
        parts.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end" fill="#2b2418">{label}</text>')
        parts.append(f'<rect x="{left}" y="{y}" width="{long:.0f}" height="17" fill="{colour}"/>')
        parts.append(f'<text x="{left + long + 6:.0f}" y="{y + 13}" fill="#2b2418">{rate:,.0f}</text>')
    return "\n".join([*parts, "</svg>", ""])


def scale(rate: float, least: float) -> float:
    """How long a bar is."""
    return log10(max(rate / least, 1.01))
