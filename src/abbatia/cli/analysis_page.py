"""The report of an analysis as one web page that needs nothing else: no script, no font, no other file."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final

from abbatia import __version__
from abbatia.cli.analysis_report import Report

WIDTH: Final = 860
HEIGHT: Final = 300
LEFT: Final = 48
BOTTOM: Final = 28
TOP: Final = 10
RIGHT: Final = 120  # room for the names at the end of the lines
NAME_HEIGHT: Final = 15
BAR: Final = 230  # pixels for half of the widest bar
ROW: Final = 20
PALETTE: Final = ("#b58900", "#c8352b", "#4a7a2c", "#a0458f", "#2f6fab")
"""The colours of the seats in the terminal, dark enough on white and light enough on black."""
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "1 4")
"""A kind of line beside each colour, for people who cannot tell colours apart."""
STYLE: Final = """
:root { color-scheme: light dark; --ink: #222; --soft: #666; --line: #ccc; --back: #fdfbf6; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --soft: #aaa; --line: #444; --back: #1b1a18; } }
body { font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--back);
  max-width: 900px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.soft { color: var(--soft); font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
svg { width: 100%; height: auto; min-width: 560px; } svg text { fill: var(--ink); font-size: 12px; }
ol, ul { padding-left: 1.4rem; } li { margin-bottom: .8rem; }
"""


def page(report: Report, budget: str) -> str:
    """The whole page."""
    title = report.heading()
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(paragraph(line) for line in report.about(budget)),
        f"<h2>{escape(report.text('curve'))}</h2>",
        paragraph(report.text("curve.about")),
        scrolling(curves(report)),
    ]
    turns = [str(turn) for turn in report.found["turning_points"]]
    if turns:
        parts.append(paragraph(report.text("turning_points", turns=turns)))
    parts += [
        f"<h2>{escape(report.text('books'))}</h2>",
        scrolling(bars(report)),
        scrolling(table(*report.books("win"))),
        f"<h2>{escape(report.text('books.points'))}</h2>",
        scrolling(table(*report.books("points"))),
        paragraph(report.rest_about()),
        f"<h2>{escape(report.text('decisions'))}</h2>",
        scrolling(table(*report.decisions())),
        f"<h2>{escape(report.text('worst'))}</h2>",
        worst(report),
    ]
    luckiest = report.luckiest()
    if luckiest:
        parts.append(f"<h2>{escape(report.text('lucky'))}</h2>")
        parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in luckiest) + "</ul>")
    parts.append(paragraph(report.made(__version__)))
    return (
        f'<!doctype html>\n<html lang="{report.speech.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def paragraph(text: str) -> str:
    return f'<p class="soft">{escape(text)}</p>'


def scrolling(inner: str) -> str:
    """Something wide, which a narrow screen scrolls by itself."""
    return f'<div class="scroll">{inner}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in ["", *headings])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def curves(report: Report) -> str:
    """The chances of all seats over the turns, as lines."""
    lines = report.curves()
    count = len(lines[0])

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / max(count - 1, 1)

    def y(chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    said = escape(report.text("curve"))
    found = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{said}"><title>{said}</title>']
    for quarter in range(5):
        at = y(quarter / 4)
        found.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="var(--line)"/>'
            f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">'
            f"{escape(report.percent(quarter / 4, digits=0))}</text>"
        )
    for turn in report.found["turning_points"]:
        at = x(turn - 1)
        found.append(
            f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="var(--line)" '
            f'stroke-dasharray="3 3"/><text x="{at:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{turn}</text>'
        )
    heights = spread_out([y(line[-1]) for line in lines])
    for seat, line in enumerate(lines):
        points = " ".join(f"{x(at):.1f},{y(chance):.1f}" for at, chance in enumerate(line))
        colour, dash = PALETTE[seat % len(PALETTE)], DASHES[seat % len(DASHES)]
        found.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}" stroke-linejoin="round"/>'
            f'<text x="{WIDTH - RIGHT + 8}" y="{heights[seat] + 4:.1f}" style="fill:{colour}">'
            f"{escape(report.speech.seat(seat)[:16])}</text>"
        )
    return "".join(found) + "</svg>"


def spread_out(heights: Sequence[float]) -> list[float]:
    """The same heights, moved up where names would lie over each other."""
    found = list(heights)
    order = sorted(range(len(found)), key=lambda index: -found[index])
    for below, above in pairwise(order):
        found[above] = min(found[above], found[below] - NAME_HEIGHT)
    return found


def bars(report: Report) -> str:
    """Luck and skill of each seat as bars to both sides of zero."""
    rows: list[tuple[int, str, float]] = []
    for seat in report.seats:
        account = report.found["books"][seat]["win"]
        rows.append((seat, report.text("books.luck"), account["chance"] + account["unseen"]))
        rows.append((seat, report.text("books.own"), account["own"]))
    most = max([0.05, *(abs(amount) for _, _, amount in rows)])
    middle, height = WIDTH // 2 + 70, ROW * len(rows) + 10
    said = escape(report.text("books"))
    found = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}"><title>{said}</title>']
    for index, (seat, name, amount) in enumerate(rows):
        y, length = 4 + index * ROW, abs(amount) / most * BAR
        start = middle if amount >= 0 else middle - length
        label = report.text("bar", seat=seat, name=name)
        anchor, at = ("start", start + length + 5) if amount >= 0 else ("end", start - 5)
        found.append(
            f'<text x="0" y="{y + 13}">{escape(label)}</text>'
            f'<rect x="{start:.1f}" y="{y}" width="{length:.1f}" height="{ROW - 5}" '
            f'fill="{PALETTE[seat % len(PALETTE)]}" fill-opacity="{0.95 if index % 2 else 0.55}"/>'
            f'<text x="{at:.1f}" y="{y + 13}" text-anchor="{anchor}">'
            f"{escape(report.percent(amount, signed=True))}</text>"
        )
    found.append(f'<line x1="{middle}" x2="{middle}" y1="0" y2="{height}" stroke="var(--soft)"/>')
    return "".join(found) + "</svg>"


def worst(report: Report) -> str:
    """The costliest decisions, each with what was better and why."""
    decisions = report.worst()
    if not decisions:
        return paragraph(report.text("worst.none"))
    found = []
    for decision in decisions:
        first, *others = (escape(line) for line in report.worst_lines(decision))
        rest = "".join(f'<br><span class="soft">{line}</span>' for line in others)
        found.append(f"<li>{first}{rest}</li>")
    return "<ol>" + "".join(found) + "</ol>"
