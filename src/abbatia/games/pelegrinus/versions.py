"""The versions of this title, the newest last; `core/versions.py` says what one is."""

from typing import Final

from abbatia.core.versions import Change, Version, newest

VERSIONS: Final[tuple[Version, ...]] = (
    Version(1, "2026-11-15"),
    Version(
        2,
        "2026-11-18",
        (
            Change(
                "R22",
                "A site is linked by commanderies at both ends of its road, unless the option is off.",
                "With one end nine orders in ten linked four or five sites: networks asked for no plan.",
            ),
            Change(
                "R3",
                "Limits of our own design: more room at the roads of sites, less in the late regions.",
                "Everybody needs both ends, and the last regions were too seldom complete.",
            ),
        ),
    ),
)
NEWEST: Final = newest(VERSIONS)
