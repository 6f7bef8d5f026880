"""Titles on players' own components: each file is read once, and the last of them are kept."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final

from abbatia.core.contract import BadSetup, Title
from abbatia.core.reading import parse_file
from abbatia.games import load

KEPT: Final = 32
LARGEST: Final = 300_000
"""Characters of a file as JSON without spaces. Ours have at most 30,000."""


class OwnTitles:
    """Titles by their name, version and components; the one not asked for longest goes first."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self.kept: OrderedDict[tuple[str, int, str], Title] = OrderedDict()
        self.lock = Lock()  # several threads may ask for the same one, which is then made once

    def title(self, name: str, components: Mapping[str, Any], version: int | None = None) -> Title:
        """The title on these components. Raises BadSetup."""
        rules = load(name, version)
        key = (name, rules.version, written(components))
        with self.lock:
            title = self.kept.get(key)
            if title is None:
                title = rules.with_components(components)
                self._keep((name, rules.version, written(title.own_components)), title)
            self._keep(key, title)
            return title

    def _keep(self, key: tuple[str, int, str], title: Title) -> None:
        self.kept[key] = title
        self.kept.move_to_end(key)
        while len(self.kept) > self.most:
            self.kept.popitem(last=False)


def written(components: Any) -> str:
    """The components as text, if they are not too many. Raises BadSetup."""
    try:
        text = json.dumps(components, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise BadSetup("core.file.not_json", why="…") from None
    if len(text) > LARGEST:
        raise BadSetup("core.file.too_large", most=LARGEST // 1000)
    return text


TITLES: Final = OwnTitles()


def title_with(name: str, components: Mapping[str, Any] | None, version: int | None = None) -> Title:
    """A title of a version (None: the newest) on the players' own components, or on ours. Raises BadSetup."""
    return load(name, version) if components is None else TITLES.title(name, components, version)


def other_components(title: Title) -> dict[str, Any] | None:
    """The components of a title where they are not those of new tables: the players' own, or of a version."""
    if title.own_components is not None:
        return title.own_components
    here, new = title.component_file, load(title.name).component_file
    if here is None or new is None or here.ours == new.ours:
        return None
    return parse_file(here.ours.read_text("utf-8"))
