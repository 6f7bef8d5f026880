"""Score sheets in the terminal: a line for each thing that scores, a column for each player."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from abbatia.cli.console import plain_table, seat_text
from abbatia.core.observation import ScoreLine
from abbatia.core.words import PLACEHOLDER, Message, Words


class Sheet(NamedTuple):
    """The score of each seat: its lines as the rules write them, the totals and, at the end, the ranks."""

    lines: Sequence[Sequence[ScoreLine]]
    totals: Sequence[int]
    ranks: Sequence[int] = ()


class Row:
    """One line of the sheet: a kind of points, what they are for (may be empty), the points of each seat."""

    def __init__(self, kind: str, subject: str, rule: str, seats: int) -> None:
        self.kind = kind
        self.subject = subject
        self.rule = rule
        self.points: list[int | None] = [None] * seats

    def add(self, seat: int, points: int) -> None:
        self.points[seat] = (self.points[seat] or 0) + points


def score_table(sheet: Sheet, speech: Words) -> RenderableType:
    """All kinds of points, one below the other, and the stories of chains and networks."""
    seats = range(len(sheet.totals))
    table = plain_table("", *(seat_text(seat, speech.seat(seat)) for seat in seats))
    above = ""
    for row in score_rows(sheet, speech):
        if row.subject and row.kind != above:
            table.add_row(heading(row))
        cells = ["–" if points is None else str(points) for points in row.points]
        table.add_row(Text(f"  {row.subject}") if row.subject else heading(row), *cells)
        above = row.kind
    table.add_row(speech.text("cli.total"), *(Text(str(total), style="bold") for total in sheet.totals))
    if sheet.ranks:
        table.add_row(speech.text("cli.rank"), *map(str, sheet.ranks))
    stories = [
        seat_text(seat, "").append(speech.say(label), style="not bold")
        for seat in seats
        for label in map(label_of, sheet.lines[seat])
        if any(isinstance(label.args.get(name), list) and how for name, how in placeholders(label, speech))
    ]
    return Group(table, *stories)


def score_rows(sheet: Sheet, speech: Words) -> list[Row]:
    """The lines of all seats side by side, each kind together, in the order in which the rules score."""
    rows: dict[tuple[str, str], Row] = {}
    orders: list[list[Row]] = []
    for seat, lines in enumerate(sheet.lines):
        orders.append([])
        for line in lines:
            label = label_of(line)
            kind = speech.entries.get(f"{label.key}.kind") or speech.say(label)
            subject = subject_of(label, speech)
            row = rows.setdefault((kind, subject), Row(kind, subject, line["rule"], len(sheet.totals)))
            row.add(seat, line["points"])
            orders[seat].append(row)
    kinds = merged([[row.kind for row in order] for order in orders])
    return [
        rows[kind, subject]
        for kind in kinds
        for subject in merged([[row.subject for row in order if row.kind == kind] for order in orders])
    ]


def merged(orders: list[list[str]]) -> list[str]:
    """Everything once, in an order that keeps the order of each list."""
    left = [list(dict.fromkeys(order)) for order in orders if order]
    found: list[str] = []
    while left:
        heads = [order[0] for order in left]
        free = [head for head in heads if not any(head in order[1:] for order in left)]
        found.append((free or heads)[0])
        left = [rest for order in left if (rest := [name for name in order if name != found[-1]])]
    return found


def heading(row: Row) -> Text:
    return Text.assemble((row.kind, "bold"), (f"  §{row.rule}" if row.rule else "", "dim"))


def label_of(line: ScoreLine) -> Message:
    return Message(line["label"]["key"], **line["label"]["args"])


def placeholders(label: Message, speech: Words) -> list[tuple[str, str]]:
    """The arguments of a label in the order of its sentence, each with the names it is looked up in."""
    found = PLACEHOLDER.findall(speech.entries.get(label.key, ""))
    return [(name, "" if "|" in how else how) for name, how in found]


def subject_of(label: Message, speech: Words) -> str:
    """What a line is about: a country, an alliance, a city; numbers and lists are not part of it."""
    room = label.key.split(".", 1)[0]
    named = [(how, label.args.get(name)) for name, how in placeholders(label, speech) if how]
    return " – ".join(
        speech.entries.get(f"{room}.{how}.{value}", value) for how, value in named if isinstance(value, str)
    )
