"""How much of a game is alive: bots against each other, and what they live on, as Markdown.

    python -m tools.balance all --games 60                             the two newest versions of both titles
    python -m tools.balance all --write                                both sections of docs/balance.md
    python -m tools.balance pelegrinus --seats 4 --board mine.json     a board that is being designed
    python -m tools.balance kings_abbey --versions 3 --seed 7 --level5 4
    PYTHONPATH=$(python tools/compile.py) python -m tools.balance …    the same games, faster

Bots count iterations and look at no clock, so the same command gives the same games. Games are kept in
arena/balance, so that a command can be interrupted and goes on; games on a board of one's own are not kept.
"""

import argparse
import datetime
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from abbatia.games import load
from tools import balance_abbey, balance_pelegrinus
from tools.balance_games import ROOT

PAGE: Final = ROOT / "docs" / "balance.md"
ALL: Final = "all"
COMPARED: Final = 2  # versions, the newest ones
Section = Callable[[argparse.Namespace, list[int]], list[str]]
SECTIONS: Final[dict[str, Section]] = {
    "pelegrinus": balance_pelegrinus.section,
    "kings_abbey": balance_abbey.section,
}
"""What makes the tables of a title, for these versions of it."""


def write(title: str, lines: list[str], command: str) -> None:
    """Put the tables into the page, between the comments that mark the place of the title."""
    day = datetime.date.today().isoformat()
    text = "\n".join([f"Measured on {day} with `{command}`.", "", *lines])
    begin, end = f"<!-- {title} -->", f"<!-- end of {title} -->"
    page = PAGE.read_text("utf-8")
    if begin not in page or end not in page:
        raise SystemExit(f"error: {PAGE.name} has no place for {title}")
    place = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    PAGE.write_text(place.sub(lambda _: f"{begin}\n\n{text}\n{end}", page), "utf-8")


def newest(title: str) -> list[int]:
    """The versions that are compared unless others are named."""
    return [version.number for version in load(title).versions[-COMPARED:]]


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", choices=[*sorted(SECTIONS), ALL])
    parser.add_argument("--games", type=int, default=84, help="of each number of seats, or of archetypes")
    parser.add_argument("--versions", type=numbers, help="of the title; the two newest unless given")
    parser.add_argument("--board", type=Path, help="play with this board or component file")
    parser.add_argument("--write", action="store_true", help="write the section of docs/balance.md")
    one = parser.add_argument_group("Pelegrinus")
    one.add_argument("--seats", type=numbers, default=[2, 3, 4])
    one.add_argument("--bot", default="abbot")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    other = parser.add_argument_group("The King's Abbey")
    other.add_argument("--seed", type=int, default=1)
    other.add_argument("--rounds", action="store_true", help="bots that play rounds in mind: slower")
    other.add_argument("--alone", type=int, default=42, metavar="GAMES", help="of level 4 against itself")
    other.add_argument("--level5", type=int, default=0, metavar="GAMES", help="of level 5 against itself")
    given = parser.parse_args(arguments)
    if given.title == ALL and (given.versions or given.board):
        parser.error("--versions and --board are those of one title")
    for title in SECTIONS if given.title == ALL else [given.title]:
        lines = SECTIONS[title](given, given.versions or newest(title))
        print(file=sys.stderr)
        print("\n".join(lines))
        if given.write:
            write(title, lines, " ".join(["python -m tools.balance", *arguments]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
