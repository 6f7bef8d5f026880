"""The registry of titles: `load("cardinal")`, and `load("cardinal", 1)` for one of its versions."""

from collections.abc import Callable
from importlib import import_module
from threading import Lock
from typing import Final

from abbatia.core.contract import BadSetup, Title

TITLES: Final = ("cardinal", "kings_abbey", "pelegrinus")
_EARLIER: Final[dict[tuple[str, int], Title]] = {}  # titles of earlier versions, each made once
_MAKING: Final = Lock()


def load(name: str, version: int | None = None) -> Title:
    """The rules of a title: the newest, or those of the version that a match was started with.

    Raises BadSetup for a name that no title has, and for a version that this Abbatia does not know.
    """
    if name not in TITLES:
        raise BadSetup("core.unknown_title", title=name, known=list(TITLES))
    newest: Title = import_module(f"abbatia.games.{name}").TITLE
    if version is None or version == newest.version:
        return newest
    if version not in [released.number for released in newest.versions]:
        raise BadSetup("core.unknown_version", title=name, version=version, newest=newest.version)
    with _MAKING:
        title = _EARLIER.get((name, version))
        if title is None:
            of_version: Callable[[int], Title] = import_module(f"abbatia.games.{name}.title").of_version
            title = _EARLIER[name, version] = of_version(version)
        return title
