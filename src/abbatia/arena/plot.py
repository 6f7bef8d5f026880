"""The cross-table as a picture: one bar a meeting with its interval, written as SVG by hand."""

from html import escape
from typing import Final

from abbatia.arena.summary import HeadToHead

ROW: Final = 34
LEFT: Final = 230
WIDTH: Final = 480
TOP: Final = 56
RIGHT: Final = 130


def plot(title: str, meetings: list[HeadToHead]) -> str:
    """An SVG of the win shares."""
    height = TOP + ROW * len(meetings) + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{height}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fdfaf3"/>',
        f'<text x="12" y="24" font-size="16" font-weight="bold">{escape(title)}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        x = LEFT + WIDTH * percent / 100
        colour = "#8a6d3b" if percent == 50 else "#ddd3bd"
        parts.append(f'<line x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{height - 20}" stroke="{colour}"/>')
        parts.append(f'<text x="{x}" y="{TOP - 12}" text-anchor="middle" fill="#666">{percent} %</text>')
    for row, met in enumerate(meetings):
        parts += _bar(TOP + ROW * row, met)
    return "\n".join([*parts, "</svg>", ""])


def _bar(y: int, met: HeadToHead) -> list[str]:
    low, high = (LEFT + WIDTH * edge for edge in met.interval)
    middle = y + ROW / 2
    label = escape(f"{met.bot} – {met.other}")
    return [
        f'<text x="{LEFT - 10}" y="{middle + 4}" text-anchor="end">{label}</text>',
        f'<rect x="{LEFT}" y="{y + 7}" width="{WIDTH * met.share:.1f}" height="{ROW - 14}" fill="#a33b2c"/>',
        f'<line x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}" stroke="#222" stroke-width="2"/>',
        f'<text x="{LEFT + WIDTH + 8}" y="{middle + 4}">{100 * met.share:.1f} % of {met.games}</text>',
    ]
