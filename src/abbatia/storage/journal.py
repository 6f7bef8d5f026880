"""JournalStore: tables, the journals of what happened at them, and the holders of their seats."""

from typing import Protocol

from abbatia.storage.model import JournalEntry, SeatHolder, TableRow, TableUpdate


class JournalStore(Protocol):
    """Tables and their journals; every method may raise StoreUnavailable.

    The one law: when `append` has returned, the entry is on disk, exactly once, and no other process can have
    put another entry under its number. After Conflict, read the rest of the journal and decide again.
    """

    async def create(self, table: TableRow) -> None:
        """Store a new table with an empty journal. Raises Conflict when its id is taken."""

    async def append(self, table: str, entry: JournalEntry, change: TableUpdate | None = None) -> None:
        """Store the entry and the change durably, both or neither.

        Raises Conflict when `n` is taken or would leave a gap, KeyError for an unknown table.
        """

    async def table(self, table: str) -> TableRow | None:
        """The table with this id."""

    async def entries(self, table: str, start: int = 0) -> list[JournalEntry]:
        """The journal from entry `start` on, in order; empty for an unknown table."""

    async def tables(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        title: str | None = None,
        user: str | None = None,
        since: int | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 100,
    ) -> list[TableRow]:
        """Tables, the last touched first.

        `user`: at which this user holds a seat; `since`: touched at this time or later; `before`: (touched,
        id) of the last one of the page before.
        """

    async def due(self, until: int, limit: int = 100) -> list[TableRow]:
        """Tables whose clock falls at `until` or earlier, the earliest first."""

    async def change(self, table: str, change: TableUpdate, at: int) -> None:
        """Change a table without an entry. Raises KeyError for an unknown table."""

    async def drop(self, table: str) -> None:
        """Delete a table, its journal and its seats."""

    async def seats(self, table: str) -> list[SeatHolder]:
        """All seats that are held at a table, ascending."""
