"""The lessons of each title, in the order of their files: `lessons("cardinal")`."""

from functools import cache
from pathlib import Path
from typing import Final

from abbatia.games import TITLES
from abbatia.school.lesson import Lesson, read
from abbatia.school.walk import Script

LESSONS: Final = Path(__file__).parent / "lessons"
"""A folder for each title; in it `01-first-abbey.toml` and so on."""


def files(title: str) -> list[Path]:
    """The files of a title's lessons, in their order."""
    return sorted((LESSONS / title).glob("*.toml"))


@cache
def lessons(title: str) -> tuple[Lesson, ...]:
    """The lessons of a title, in their order. Raises BadLesson."""
    return tuple(read(file) for file in files(title))


@cache
def script(path: str) -> Script | None:
    """A lesson by its path, ready to be played; None where there is none."""
    title = path.partition("/")[0]
    if title not in TITLES:
        return None
    found = next((lesson for lesson in lessons(title) if lesson.path == path), None)
    return None if found is None else Script(found)
