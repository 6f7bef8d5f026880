"""Which store an address names: `memory:`, a file (SQLite), or `postgresql://user@host/name`."""

from pathlib import Path
from typing import Final

from abbatia.storage.store import Store, StoreOpenError

POSTGRES: Final = ("postgresql://", "postgres://")


def store_for(place: str, *, read_only: bool = False) -> Store:
    """The store at an address, not opened yet. Raises StoreOpenError for an address that names none."""
    if place == "memory:":
        from abbatia.storage.memory import MemoryStore

        return MemoryStore()
    if place.startswith(POSTGRES):
        try:
            from abbatia.storage.postgres import PostgresStore
        except ImportError:
            raise StoreOpenError("storage.no_driver", extra="postgres") from None
        return PostgresStore(place.replace("postgres://", "postgresql://", 1), read_only=read_only)
    file = place.removeprefix("sqlite:///").removeprefix("sqlite:")
    if not file or "://" in file:
        raise StoreOpenError("storage.no_place", place=place)
    from abbatia.storage.sqlite import SqliteStore

    return SqliteStore(Path(file).expanduser(), read_only=read_only)
