"""Boards for the terminal, drawn from what a viewer sees; any title without its own gets the plain one."""

from typing import Final

from rich.console import RenderableType

from abbatia.cli.boards.cardinal import CardinalBoard
from abbatia.cli.boards.drawing import Board
from abbatia.cli.boards.kings_abbey import KingsAbbeyBoard
from abbatia.cli.boards.pelegrinus import PelegrinusBoard
from abbatia.cli.boards.plain import PlainBoard
from abbatia.core.contract import Title
from abbatia.core.observation import AnyObservation
from abbatia.core.words import Words

BOARDS: Final[dict[str, type[Board]]] = {
    "cardinal": CardinalBoard,
    "kings_abbey": KingsAbbeyBoard,
    "pelegrinus": PelegrinusBoard,
}


def board_of(title: Title, speech: Words) -> Board:
    """The board of a title in a language, with the players' names."""
    return BOARDS.get(title.name, PlainBoard)(title, speech)


def draw(title: Title, seen: AnyObservation, speech: Words) -> RenderableType:
    """The table as this viewer sees it."""
    return board_of(title, speech).draw(seen)
