"""Rows of the journal for the hand-written statements that append them.

Appending is the one path on which every move waits: its statements take many entries at once, which
SQLAlchemy Core cannot write for SQLite, nor with the changes and the notification for PostgreSQL.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import astuple
from sqlalchemy import Column

from abbatia.storage.model import JournalEntry
from abbatia.storage.schema import ENCODE, ENTRIES, JsonText

COLUMNS: Final = [ENTRIES.c.table, *(ENTRIES.c[name] for name in JournalEntry.__struct_fields__)]
NAMES: Final = ", ".join(column.name for column in COLUMNS)


def json_places(columns: Sequence[Column[Any]]) -> tuple[int, ...]:
    """Where among these columns JSON is stored."""
    return tuple(place for place, column in enumerate(columns) if isinstance(column.type, JsonText))


JSON: Final = json_places(COLUMNS)


def entry_row(table: str, entry: JournalEntry) -> list[Any]:
    """The values of COLUMNS."""
    row: list[Any] = [table, *astuple(entry)]
    for place in JSON:
        row[place] = ENCODE(row[place]).decode()
    return row
