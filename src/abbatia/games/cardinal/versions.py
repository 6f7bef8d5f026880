"""The versions of this title, the newest last; `core/versions.py` says what one is."""

from typing import Final

from abbatia.core.versions import Version, newest

VERSIONS: Final[tuple[Version, ...]] = (Version(1, "2026-11-15"),)
NEWEST: Final = newest(VERSIONS)
