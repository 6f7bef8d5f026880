"""Boards for the terminal, drawn from what a viewer sees; any title without its own gets the plain one."""

from collections.abc import Callable
from typing import Final

from rich.console import RenderableType

from abbatia.cli.boards.plain import draw_plain
from abbatia.core.contract import Observation
from abbatia.core.words import Words

BOARDS: Final[dict[str, Callable[[Observation, Words], RenderableType]]] = {}


def draw(title: str, seen: Observation, speech: Words) -> RenderableType:
    """The table as this viewer sees it."""
    return BOARDS.get(title, draw_plain)(seen, speech)
