"""Which schema this version writes; apart from `schema.py`, whose imports make a server start slowly."""

from typing import Final

from abbatia.storage.store import StoreBusy

NEWEST: Final = "0004"
"""The last step in `migrations/versions`."""


def needs_upgrade(place: str, found: str) -> bool:
    """Whether steps must be taken first. Raises StoreBusy for a store that a newer version has written."""
    if found > NEWEST:
        check_revision(place, found)
    return found != NEWEST


def check_revision(place: str, found: str) -> None:
    """Whether a store can be read as it is. Raises StoreBusy."""
    if not found:
        raise StoreBusy("storage.no_schema", place=place)
    if found != NEWEST:
        raise StoreBusy("storage.other_schema", place=place, found=found, needed=NEWEST)
