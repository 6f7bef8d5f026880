"""Reading a file that somebody else wrote: every complaint names the place where the fault stands."""

import re
from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.contract import BadSetup

LONGEST_TEXT: Final = 80
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


def objects(
    board: Mapping[str, Any], name: str, fewest: int, most: int
) -> list[tuple[str, Mapping[str, Any]]]:
    """A list of objects with the place of each."""
    items = a_list(field(board, name, ""), name, fewest, most)
    return [(f"{name}[{n}]", an_object(item, f"{name}[{n}]")) for n, item in enumerate(items)]


def field(item: Mapping[str, Any], name: str, where: str) -> Any:
    """A field that must be there."""
    if name not in item:
        raise BadSetup("pelegrinus.file.missing", where=where or "board", field=name)
    return item[name]


def an_object(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadSetup("pelegrinus.file.not_an_object", where=where, value=shown(value))
    return value


def a_list(value: Any, where: str, fewest: int, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise BadSetup("pelegrinus.file.not_a_list", where=where, value=shown(value))
    if not fewest <= len(value) <= most:
        raise BadSetup(
            "pelegrinus.file.wrong_length", where=where, count=len(value), fewest=fewest, most=most
        )
    return value


def a_text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT:
        raise BadSetup("pelegrinus.file.not_a_text", where=where, value=shown(value), most=LONGEST_TEXT)
    return value


def a_number(value: Any, where: str, low: int, high: int) -> float:
    """A number within bounds; `not low <= nan` refuses what is no number at all."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadSetup("pelegrinus.file.out_of_range", where=where, value=shown(value), low=low, high=high)
    return value


def a_count(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetup("pelegrinus.file.out_of_range", where=where, value=shown(value), low=low, high=high)
    return value


def a_point(value: Any, where: str, width: int, height: int) -> None:
    """A place on the map: two numbers."""
    x, y = a_list(value, where, 2, 2)
    a_number(x, f"{where}.x", 0, width)
    a_number(y, f"{where}.y", 0, height)


def a_known(value: Any, where: str, known: set[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadSetup("pelegrinus.file.unknown_id", where=where, id=shown(value), known=sorted(known))
    return value


def new_id(item: Mapping[str, Any], where: str, known: set[str]) -> str:
    """An id in plain small letters that no other thing of its kind has."""
    value = field(item, "id", where)
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise BadSetup("pelegrinus.file.bad_id", where=f"{where}.id", id=shown(value))
    if value in known:
        raise BadSetup("pelegrinus.file.id_twice", where=f"{where}.id", id=value)
    return value


def shown(value: Any) -> str:
    """What stands in the file, short enough for a sentence."""
    if isinstance(value, list | Mapping):
        return "[…]" if isinstance(value, list) else "…"
    text = str(value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
