"""Reading a position that somebody else wrote: every complaint names the place where the fault stands."""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.contract import BadSetup

LONGEST_TEXT: Final = 80


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


def a_count(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetup("pelegrinus.file.out_of_range", where=where, value=shown(value), low=low, high=high)
    return value


def a_known(value: Any, where: str, known: set[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadSetup("pelegrinus.file.unknown_id", where=where, id=shown(value), known=sorted(known))
    return value


def shown(value: Any) -> str:
    """What stands in the file, short enough for a sentence."""
    if isinstance(value, list | Mapping):
        return "[…]" if isinstance(value, list) else "…"
    text = str(value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
