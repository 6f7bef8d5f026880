"""Which store a URL names: `memory:`, a file (SQLite), or `postgresql://user@host/name`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from abbatia.storage.errors import StoreOpenError
from abbatia.storage.store import Store

POSTGRES: Final = ("postgresql://", "postgres://")


def store_for(url: str, *, read_only: bool = False) -> Store:
    """The store that a URL names, not opened yet. Raises StoreOpenError for a URL that names none."""
    if url == "memory:":
        from abbatia.storage.memory import MemoryStore

        return MemoryStore()
    if url.startswith(POSTGRES):
        try:
            from abbatia.storage.postgres import PostgresStore
        except ImportError:
            raise StoreOpenError("storage.no_driver", extra="postgres") from None
        return PostgresStore(url.replace("postgres://", "postgresql://", 1), read_only=read_only)
    from abbatia.storage.sqlite import SqliteStore

    return SqliteStore(sqlite_file(url), read_only=read_only)


@asynccontextmanager
async def open_store(url: str, *, read_only: bool = False) -> AsyncIterator[Store]:
    """The store that a URL names, open until the block ends. Raises StoreOpenError."""
    store = store_for(url, read_only=read_only)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def sqlite_file(url: str) -> Path:
    """The file of a SQLite store. Raises StoreOpenError for a URL that names none."""
    file = url.removeprefix("sqlite:///").removeprefix("sqlite:")
    if not file or "://" in file:
        raise StoreOpenError("storage.no_place", place=url)
    return Path(file).expanduser()
