"""The page docs/strength.md and its picture, made of what each pair of bots has played."""

import datetime
from typing import Final, NamedTuple

GOALS: Final = {
    "legate*10": "not weaker",
}
"""What is wanted of a bot, where it is no share."""
COLOURS: Final = {"cardinal": "#7a2e2e", "kings_abbey": "#2e4f7a", "pelegrinus": "#3f6b3a"}
LEFT, WIDTH, LINE = 250, 400, 22


class Row(NamedTuple):
    """A pair of bots at a title: the share of victories of the first, its 95 % interval, the games."""

    title: str
    above: str
    below: str
    wanted: float
    share: float
    low: float
    high: float
    games: int
    seed: int

    @property
    def goal(self) -> str:
        return GOALS.get(self.above, f"≥ {100 * self.wanted:.0f} %")

    @property
    def verdict(self) -> str:
        """Whether the goal is reached, and how sure that is."""
        if self.low >= self.wanted:
            return "reached"
        if self.share >= self.wanted:
            return "reached, not surely"
        return "falls short, within the interval" if self.wanted <= self.high else "falls short"

    @property
    def line(self) -> str:
        seen = f"{100 * self.share:.1f} % | {100 * self.low:.1f} – {100 * self.high:.1f} % | {self.games}"
        return f"| {self.title} | {self.above} – {self.below} | {seen} | {self.goal} | {self.verdict} |"


HEAD = """# How strong the bots are

Each level against the one below it, on {day}. The [arena](bots.md) plays the games: four seats, two
against two, each deal in all six arrangements. The share is that of both seats together, so 50 % is
even; intervals are over deals.

![Share of victories of each pair](strength.svg)

| title | pair | share of victories | 95 % interval | games | wanted | |
|---|---|---|---|---|---|---|
"""
FOOT = """
Bots see what a player sees, and nothing else. Levels 1 to 4 answer within a tenth of a second, level 5
in about a second. `python -m tools.strength` makes this page; games go into `arena/strength`.
[Laboratory notes](../bench/notes/strength.md) say how the levels play, what was tried and what falls
short; [tables](../bench/notes/strength-tables.md) have thinking times, scores and other numbers of
seats.
"""


def page(rows: list[Row], day: datetime.date) -> str:
    """The page: a sentence, the picture, the table."""
    return HEAD.format(day=day) + "".join(f"{row.line}\n" for row in rows) + FOOT


def picture(rows: list[Row]) -> str:
    """A bar for the share of each pair, with its interval, and a line where both are even."""
    height = LINE * len(rows) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{height}"'
        ' font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fffdf6"/>',
    ]
    for index, row in enumerate(rows):
        y, end = 15 + LINE * index, LEFT + WIDTH * row.share
        name = f"{row.title}: {row.above} – {row.below}"
        middle = y + 8
        low, high = LEFT + WIDTH * row.low, LEFT + WIDTH * min(row.high, 1)
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end" fill="#2b2418">{name}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{end - LEFT:.0f}" height="17" fill="{COLOURS[row.title]}"/>',
            f'<path d="M{low:.0f} {middle}H{high:.0f}" stroke="#d9a520" stroke-width="3"/>',
            f'<text x="{LEFT + WIDTH + 8}" y="{y + 13}" fill="#2b2418">{100 * row.share:.0f} %</text>',
        ]
    even = LEFT + WIDTH // 2
    parts.append(f'<path d="M{even} 10V{height - 12}" stroke="#2b2418" stroke-dasharray="4 3"/>')
    return "\n".join([*parts, "</svg>", ""])
