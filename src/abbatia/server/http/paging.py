"""Pages of lists: a cursor names the last row that was seen, so that nothing is skipped or listed twice."""

from collections.abc import Sequence
from typing import Any

from abbatia.storage.journal import JournalStore
from abbatia.storage.model import TableRow


async def page_of_tables(
    journal: JournalStore, limit: int, before: str | None, **wanted: Any
) -> tuple[Sequence[TableRow], str | None]:
    """At most `limit` tables from a cursor on, and the cursor of the next page if there is one."""
    rows = await journal.tables(before=read_cursor(before), limit=limit + 1, **wanted)
    page = rows[:limit]
    return page, cursor_of(page[-1]) if len(rows) > limit else None


def cursor_of(row: TableRow) -> str:
    """The cursor of the page that begins after this row."""
    return f"{row.touched}-{row.id}"


def read_cursor(text: str | None) -> tuple[int, str] | None:
    """The place that a cursor names; its pattern is checked where requests are read."""
    if text is None:
        return None
    touched, _, table = text.partition("-")
    return int(touched), table
