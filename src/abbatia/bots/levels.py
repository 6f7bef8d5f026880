"""The ladder of levels, and the names that it had before."""

from typing import Final

LEVELS: Final = ("novice", "cleric", "prior", "abbot", "legate")
"""The ladder, from the weakest to the strongest."""
OLD_NAMES: Final = {"clerc": "cleric", "prieur": "prior", "abbe": "abbot", "cardinal": "legate"}
"""What the levels were called up to version 0.1; records, journals and habits still say so."""


def level_name(name: str) -> str:
    """The name of a bot today: `cardinal*10` is `legate*10`; any other name stays as it is.

    >>> level_name("prieur"), level_name("cardinal*10"), level_name("uniform")
    ('prior', 'legate*10', 'uniform')
    """
    level, star, times = name.partition("*")
    return OLD_NAMES.get(level, level) + star + times
