"""Which schema this version writes, and whether a store has it."""

from typing import Final

from abbatia.storage.errors import StoreOpenError

NEWEST: Final = "0004"
"""The last step in `migrations/versions`."""


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
