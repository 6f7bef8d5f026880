"""Which schema this version writes, and whether a store has it."""

from pathlib import Path
from typing import Final

from abbatia.storage.errors import StoreOpenError

NEWEST: Final = max(file.name[:4] for file in Path(__file__).parent.glob("migrations/versions/[0-9]*.py"))
"""The number of the last migration. Read from its name: alembic would make every start slower."""


def needs_upgrade(place: str, found: str) -> bool:
    """Whether migrations must run first. Raises StoreOpenError for a store of a newer version."""
    if found > NEWEST:
        check_revision(place, found)
    return found != NEWEST


def check_revision(place: str, found: str) -> None:
    """Whether a store can be read as it is. Raises StoreOpenError."""
    if not found:
        raise StoreOpenError("storage.no_schema", place=place)
    if found != NEWEST:
        raise StoreOpenError("storage.other_schema", place=place, found=found, needed=NEWEST)
