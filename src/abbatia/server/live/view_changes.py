"""What has changed of an observation since a viewer looked last, as a message carries it.

Observations share what stays the same (`core.views.ViewCache`), and the same object is not compared. What
changed for several viewers alike is encoded once.
"""

from typing import Any, Final

from msgspec import Raw
from msgspec.json import Encoder

from abbatia.core.observation import AnyObservation

Path = tuple[str | int, ...]
"""Names and places that lead to a part of an observation."""
Change = tuple[Path, Any] | tuple[Path, int, int, list[Any]]
"""What is there now; or of the list there, from where on how many items go, and what comes in their stead."""
ENCODE: Final = Encoder().encode
NO_CHANGES: Final = Raw(b"[]")
MISSING: Final = object()


class StepChanges:
    """The encoded changes of one step, shared by viewers that see the same sections."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: dict[Path, tuple[Any, Any, bytes]] = {}  # a section before, now, and the difference

    def encode(self, before: AnyObservation | None, after: AnyObservation) -> Raw:
        """The changes that make what a viewer saw into what it sees."""
        old: Any = {} if before is None else before
        new: Any = after
        texts: list[bytes] = []
        for name, value in new.items():
            known = old.get(name, MISSING)
            if value is known:
                continue
            if name == "public" and known is not MISSING:
                for section, part in value.items():
                    self._add(texts, ("public", section), known.get(section, MISSING), part)
            else:
                self._add(texts, (name,), known, value)
        return Raw(b"[" + b",".join(texts) + b"]") if texts else NO_CHANGES

    def _add(self, texts: list[bytes], path: Path, old: Any, new: Any) -> None:
        if new is old:
            return
        last = self.last.get(path)
        if last is None or last[0] is not old or last[1] is not new:
            changes: list[Change] = []
            note_changes(changes, path, old, new)
            last = old, new, ENCODE(changes)[1:-1]
            self.last[path] = last
        if last[2]:
            texts.append(last[2])


def note_changes(changes: list[Change], path: Path, old: Any, new: Any) -> None:
    """Add what changed between two values at a path, as deep inside as it can be said."""
    if new is old:
        return
    if isinstance(new, dict) and isinstance(old, dict) and new.keys() == old.keys():
        for name, value in new.items():
            note_changes(changes, (*path, name), old[name], value)
    elif isinstance(new, list) and isinstance(old, list):
        _note_items(changes, path, old, new)
    elif new != old or type(new) is not type(old):
        changes.append((path, new))


def _note_items(changes: list[Change], path: Path, old: list[Any], new: list[Any]) -> None:
    if len(new) != len(old):
        first, last = _alike(old, new)
        changes.append((path, first, len(old) - first - last, new[first : len(new) - last]))
    elif new and isinstance(new[0], (dict, list)):
        for place, value in enumerate(new):
            note_changes(changes, (*path, place), old[place], value)
    elif new != old:
        changes.append((path, new))


def _alike(old: list[Any], new: list[Any]) -> tuple[int, int]:
    """How many items at the beginning and, besides these, at the end of two lists are equal."""
    shorter = min(len(old), len(new))
    first = 0
    while first < shorter and old[first] == new[first]:
        first += 1
    last = 0
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, last
