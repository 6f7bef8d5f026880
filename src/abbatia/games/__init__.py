"""The registry of titles: `load("cardinal")`."""

from importlib import import_module
from typing import Final

from abbatia.core.contract import BadSetup, Title

TITLES: Final = ("cardinal", "kings_abbey", "pelegrinus")


def load(name: str) -> Title:
    """The rules of a title by its name. Raises BadSetup for a name that no title has."""
    if name not in TITLES:
        raise BadSetup("core.unknown_title", title=name, known=list(TITLES))
    title: Title = import_module(f"abbatia.games.{name}").TITLE
    return title
