"""The list of legal actions at the terminal: a number and words each."""

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

SHOWN: Final = 40  # legal actions listed at once
TALL: Final = 12  # as many are listed one below the other
LOW: Final = 30  # rows of a window; a lower one has fewer below each other
FEW: Final = 5

Line = tuple[Text, Text]


def menu(lines: Sequence[Line], width: int, height: int) -> RenderableType:
    """Numbers with words, one below the other or, when there are many, in columns."""
    widest = max(number.cell_len + said.cell_len for number, said in lines)
    is_long = len(lines) > (TALL if height >= LOW else FEW)
    if is_long and 2 * (widest + 4) <= width:
        return Columns([Text("  ").join(line) for line in lines], column_first=True, padding=(0, 2))
    if is_long:
        return Group(*paired([Text("  ").join(line) for line in lines], width // 2))
    listed = Table.grid(padding=(0, 2))
    for line in lines:
        listed.add_row(*line)
    return listed


def paired(lines: Sequence[Text], half: int) -> list[Text]:
    """Two neighbours side by side where both fit into half a window; a longer one has a line of its own."""
    rows: list[Text] = []
    is_open = False  # whether the right half of the last row is free
    for line in lines:
        is_short = line.cell_len <= half - 1
        if is_open and is_short:
            rows[-1].pad_right(half - rows[-1].cell_len)
            rows[-1].append_text(line)
        else:
            rows.append(line.copy())
        is_open = is_short and not is_open
    return rows
