"""The list of legal actions at the terminal: a number and words each."""

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

SHOWN: Final = 40  # legal actions listed at once
TALL: Final = 12  # as many are listed one below the other

Line = tuple[Text, Text]


def menu(lines: Sequence[Line], width: int) -> RenderableType:
    """Numbers with words, one below the other or, when there are many and the window is wide, in columns."""
    widest = max(number.cell_len + said.cell_len for number, said in lines)
    if len(lines) > TALL and 2 * (widest + 4) <= width:
        return Columns([Text("  ").join(line) for line in lines], column_first=True, padding=(0, 2))
    listed = Table.grid(padding=(0, 2))
    for line in lines:
        listed.add_row(*line)
    return listed
