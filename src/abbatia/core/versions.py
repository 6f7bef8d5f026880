"""The versions of a title's rules: what each one changed, and which files of data belong to it.

A match is played by the version that it was started with, always. So a rule is never edited in place once it
was released: a new version gets an entry here, and the rules branch on the version of the match where the
change bites, at one place.
"""

from pathlib import Path
from typing import Final

FIRST: Final = 1


class Change:
    """One change of the rules: the number of the rule that says it, what it changes and why."""

    __slots__ = ("rule", "what", "why")

    def __init__(self, rule: str, what: str, why: str) -> None:
        self.rule = rule
        self.what = what
        self.why = why


class Version:
    """A version of a title: its number, the day from which new matches get it, and its changes."""

    __slots__ = ("number", "date", "changes")

    def __init__(self, number: int, date: str, changes: tuple[Change, ...] = ()) -> None:
        self.number = number
        self.date = date  # year-month-day
        self.changes = changes


def newest(versions: tuple[Version, ...]) -> int:
    """The number of the version that new matches get."""
    return versions[-1].number


def data_file(folder: Path, name: str, version: int) -> Path:
    """The file of this name for a version: its own, in `v<number>`, or that of the version before it."""
    for number in range(version, FIRST, -1):
        file = folder / f"v{number}" / name
        if file.exists():
            return file
    return folder / f"v{FIRST}" / name
