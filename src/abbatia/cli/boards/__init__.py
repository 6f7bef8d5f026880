"""Boards for the terminal, drawn from what a viewer sees; any title without its own gets the plain one."""

from collections.abc import Callable
from typing import Final

from rich.console import RenderableType

from abbatia.cli.boards.cardinal import draw_cardinal
from abbatia.cli.boards.pelegrinus import draw_pelegrinus
from abbatia.cli.boards.plain import draw_plain
from abbatia.core.contract import Observation, Title
from abbatia.core.words import Words

BOARDS: Final[dict[str, Callable[[Title, Observation, Words], RenderableType]]] = {
    "cardinal": draw_cardinal,
    "pelegrinus": draw_pelegrinus,
}


def draw(title: Title, seen: Observation, speech: Words) -> RenderableType:
    """The table as this viewer sees it."""
    return BOARDS.get(title.name, draw_plain)(title, seen, speech)
