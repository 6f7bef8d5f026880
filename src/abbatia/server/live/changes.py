"""Changes: what makes one part of an observation into another, and not much more than that.

A title keeps what stays the same: what is the same object is not looked into.
"""

from typing import Any, Final

Path = tuple[str | int, ...]
"""Names and places that lead to a part of an observation."""
Change = tuple[Path, Any] | tuple[Path, int, int, list[Any]]
"""What is there now; or of the list there, from where on how many items go, and what comes in their stead."""

MISSING: Final = object()


def changes_in(name: str, old: Any, new: Any) -> list[Change]:
    """What changed of that which an observation has under a name."""
    changes: list[Change] = []
    if isinstance(new, dict) and isinstance(old, dict):
        _note_names(changes, name, old, new)
    elif isinstance(new, list) and isinstance(old, list):
        _note_items(changes, (name,), old, new)
    elif new != old:
        changes.append(((name,), new))
    return changes


def _note_names(changes: list[Change], name: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    known = 0
    for part, value in new.items():
        before = old.get(part, MISSING)
        if before is not MISSING:
            known += 1
        if value is before:
            continue
        if isinstance(value, list) and isinstance(before, list):
            _note_items(changes, (name, part), before, value)
        elif value != before:
            changes.append(((name, part), value))
    if known < len(old):  # something is gone, which no change could say
        changes[:] = [((name,), new)]


def _note_items(changes: list[Change], path: Path, old: list[Any], new: list[Any]) -> None:
    if len(new) != len(old):
        first, last = _alike(old, new)
        changes.append((path, first, len(old) - first - last, new[first : len(new) - last]))
    elif not new or not isinstance(new[0], (dict, list)):
        if new != old:
            changes.append((path, new))
    else:
        for place, value in enumerate(new):
            before = old[place]
            if value is before:
                continue
            if isinstance(value, list) and isinstance(before, list):
                _note_items(changes, (*path, place), before, value)
            elif value != before:
                changes.append(((*path, place), value))


def _alike(old: list[Any], new: list[Any]) -> tuple[int, int]:
    """How many items at the beginning and, besides these, at the end of two lists are the same."""
    shorter = min(len(old), len(new))
    first = 0
    while first < shorter and old[first] is new[first]:
        first += 1
    last = 0
    while last < shorter - first and old[-1 - last] is new[-1 - last]:
        last += 1
    return first, last
