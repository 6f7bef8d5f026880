"""Reading files that players write: what a file may hold, every fault with its place, and its JSON Schema.

A title describes its board or component file by the kinds below. The same description checks a file (`check`)
and writes the schema that is shipped beside the title's own file (`schema`), so the two cannot differ. What
several places have to agree on (a road leads to a site that exists) the title checks itself, after the form.

Everything has a bound: lists, numbers, texts, and all texts together. Fields that nobody reads are refused.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from abbatia.core.refusals import BadSetup

GAMES: Final = Path(__file__).parent.parent / "games"  # a folder for each title
MOST_TEXT: Final = 150_000  # characters of all names and remarks of a file together
MOST_REMARK: Final = 2_000
MOST_REMARKS: Final = 40  # in one object of remarks
REMARK_DEPTH: Final = 3
NAME: Final = 80
SHOWN: Final = 40
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
PRINTED: Final = "^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$"
"""Text for a line: something to see and no control characters."""
Json = dict[str, Any]


class Faults:
    """The faults found so far; with `only_first` the first one is raised."""

    def __init__(self, *, only_first: bool = True) -> None:
        self.only_first = only_first
        self.found: list[BadSetup] = []
        self.text = 0  # characters read so far

    def add(self, key: str, where: str, **args: Any) -> None:
        """A fault: a sentence of the catalogue whose `{where}` is the place."""
        bad = BadSetup(key, where=where or "…", **args)
        if self.only_first:
            raise bad
        self.found.append(bad)

    def read(self, where: str, text: str) -> None:
        """Count the letters of a text."""
        before = self.text
        self.text += len(text)
        if before <= MOST_TEXT < self.text:
            self.add("core.file.much_text", where, most=MOST_TEXT)


class Kind:
    """What may stand in one place of a file."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        """Whether the value is of this kind; if not, the fault is added to `faults`."""
        raise NotImplementedError

    def schema(self) -> Json:
        """The same as JSON Schema."""
        raise NotImplementedError


class Whole(Kind):
    """A whole number within bounds."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return True
        faults.add("core.file.not_whole", where, value=shown(value), low=self.low, high=self.high)
        return False

    def schema(self) -> Json:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Number(Kind):
    """A number within bounds, with decimals if need be."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high:
            return True  # `low <= nan` is False
        faults.add("core.file.not_number", where, value=shown(value), low=self.low, high=self.high)
        return False

    def schema(self) -> Json:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


class Text(Kind):
    """A name that is shown: printable, not empty."""

    def __init__(self, most: int = NAME) -> None:
        self.most = most

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, str) and value.strip() and len(value) <= self.most and value.isprintable():
            faults.read(where, value)
            return True
        faults.add("core.file.not_text", where, value=shown(value), most=self.most)
        return False

    def schema(self) -> Json:
        return {"type": "string", "maxLength": self.most, "pattern": PRINTED}


class Id(Kind):
    """An id: small letters, digits and underscores, a letter first."""

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, str) and ID.fullmatch(value):
            faults.read(where, value)
            return True
        faults.add("core.file.bad_id", where, value=shown(value))
        return False

    def schema(self) -> Json:
        return {"type": "string", "pattern": f"^{ID.pattern}$"}


class Matching(Kind):
    """A text of a certain form, such as a colour."""

    def __init__(self, pattern: str, example: str) -> None:
        self.pattern = re.compile(pattern)
        self.example = example

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, str) and self.pattern.fullmatch(value):
            return True
        faults.add("core.file.not_like", where, value=shown(value), example=self.example)
        return False

    def schema(self) -> Json:
        return {"type": "string", "pattern": f"^{self.pattern.pattern}$"}


class Choice(Kind):
    """One of some values."""

    def __init__(self, *values: str | bool | None) -> None:
        self.values = values

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if any(value == known and type(value) is type(known) for known in self.values):
            return True
        faults.add("core.file.not_one_of", where, value=shown(value), known=[shown(v) for v in self.values])
        return False

    def schema(self) -> Json:
        return {"enum": list(self.values)}


class Fixed(Kind):
    """A value that the rules fix: a file may repeat it, not change it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if is_same(value, self.value):
            return True
        faults.add("core.file.fixed", where, value=shown(value), ours=shown(self.value))
        return False

    def schema(self) -> Json:
        return {"const": self.value}


class Remark(Kind):
    """A remark for readers: a text, or remarks by name."""

    def __init__(self, depth: int = REMARK_DEPTH) -> None:
        self.depth = depth

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if isinstance(value, str) and len(value) <= MOST_REMARK:
            faults.read(where, value)
            return True
        if self.depth and isinstance(value, Mapping) and len(value) <= MOST_REMARKS:
            inner = Remark(self.depth - 1)
            fine = True
            for name, item in value.items():
                faults.read(where, str(name))
                fine &= inner.check(item, f"{where}.{shown(name)}", faults)
            return fine
        faults.add("core.file.not_remark", where, most=MOST_REMARK, entries=MOST_REMARKS)
        return False

    def schema(self) -> Json:
        return {"$ref": f"#/$defs/remark{self.depth}"}

    def definition(self) -> Json:
        """What the schema refers to."""
        text: Json = {"type": "string", "maxLength": MOST_REMARK}
        if not self.depth:
            return text
        inner = Remark(self.depth - 1).schema()
        return {
            "anyOf": [
                text,
                {"type": "object", "maxProperties": MOST_REMARKS, "additionalProperties": inner},
            ]
        }


class Items(Kind):
    """A list of things of one kind."""

    def __init__(self, kind: Kind, low: int, high: int) -> None:
        self.kind = kind
        self.low = low
        self.high = high

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if not isinstance(value, list):
            faults.add("core.file.not_list", where, value=shown(value))
            return False
        if not self.low <= len(value) <= self.high:
            faults.add("core.file.length", where, found=len(value), low=self.low, high=self.high)
            return False
        fine = True
        for index, item in enumerate(value):
            fine &= self.kind.check(item, at(where, index, item), faults)
        return fine

    def schema(self) -> Json:
        return {
            "type": "array",
            "minItems": self.low,
            "maxItems": self.high,
            "items": self.kind.schema(),
        }


class Fields(Kind):
    """An object: fields that must be there, fields that may be there, and no others."""

    def __init__(self, needed: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> None:
        self.needed = dict(needed)
        self.optional = dict(optional or {})

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if not isinstance(value, Mapping):
            faults.add("core.file.not_object", where, value=shown(value))
            return False
        fine = True
        for name in value:
            if name not in self.needed and name not in self.optional:
                faults.add("core.file.unknown", _in(where, shown(name)), known=[*self.needed, *self.optional])
                fine = False
        for name, kind in self.needed.items():
            if name not in value:
                faults.add("core.file.missing", _in(where, name))
                fine = False
            else:
                fine &= kind.check(value[name], _in(where, name), faults)
        for name, kind in self.optional.items():
            if name in value:
                fine &= kind.check(value[name], _in(where, name), faults)
        return fine

    def schema(self) -> Json:
        kinds = {**self.needed, **self.optional}
        return {
            "type": "object",
            "properties": {name: kind.schema() for name, kind in kinds.items()},
            "required": list(self.needed),
            "additionalProperties": False,
        }


class Cases(Kind):
    """An object whose fields depend on one of them: `{"op": "gain", …}`."""

    def __init__(self, name: str, cases: Mapping[str, Fields]) -> None:
        self.name = name
        self.cases = dict(cases)

    def check(self, value: Any, where: str, faults: Faults) -> bool:
        if not isinstance(value, Mapping):
            faults.add("core.file.not_object", where, value=shown(value))
            return False
        if self.name not in value:
            faults.add("core.file.missing", _in(where, self.name))
            return False
        case = value[self.name]
        if not Choice(*self.cases).check(case, _in(where, self.name), faults):
            return False
        rest = {name: item for name, item in value.items() if name != self.name}
        return self.cases[case].check(rest, where, faults)

    def schema(self) -> Json:
        found: list[Json] = []
        for case, fields in self.cases.items():
            form = fields.schema()
            form["properties"] = {self.name: {"const": case}, **form["properties"]}
            form["required"] = [self.name, *form["required"]]
            found.append(form)
        return {"oneOf": found}


# -- places and values in messages


def _in(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def at(where: str, index: int, item: Any) -> str:
    """The place of an item of a list: by its id where it has one, else counted from 0."""
    name = item.get("id") if isinstance(item, Mapping) else None
    return f"{where}.{name}" if isinstance(name, str) and ID.fullmatch(name) else f"{where}[{index}]"


def shown(value: Any) -> str:
    """What stands in the file, short enough for a sentence."""
    if isinstance(value, list | Mapping):
        return "[…]" if isinstance(value, list) else "…"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > 64:
        return "…"  # Python writes no number of thousands of digits
    text = str(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON; `1` is not `true`."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(is_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other, strict=True))
    return (
        isinstance(one, bool) == isinstance(other, bool) and type(one) is type(other) and bool(one == other)
    )


def point(data: Mapping[str, Any], where: str, size: Mapping[str, Any], faults: Faults) -> None:
    """A place must lie on the map."""
    for name, side in (("x", "width"), ("y", "height")):
        if data[name] > size[side]:
            faults.add("core.file.off_the_map", _in(where, name), value=shown(data[name]), most=size[side])


def known(value: str, where: str, ids: Sequence[str], faults: Faults) -> bool:
    """Whether an id is one of those that the file names elsewhere."""
    if value in ids:
        return True
    faults.add("core.file.unknown_id", where, value=shown(value))
    return False


def new_ids(items: Sequence[Mapping[str, Any]], where: str, faults: Faults) -> list[str]:
    """The ids of the items of a list, each of which must be there once."""
    found: list[str] = []
    for index, item in enumerate(items):
        name: str = item["id"]
        if name in found:
            faults.add("core.file.id_twice", f"{where}[{index}].id", value=name)
        found.append(name)
    return found


# -- whole files


def parse_file(text: str) -> Json:
    """A file as JSON; a name that stands twice in one object is refused, as are NaN and infinity."""
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise BadSetup("core.file.not_json", why="…") from None
    except ValueError as error:
        raise BadSetup("core.file.not_json", why=str(error)[:200]) from None
    if not isinstance(data, dict):
        raise BadSetup("core.file.not_object", where="…", value=shown(data))
    return data


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadSetup("core.file.key_twice", name=shown(twice))
    return found


def _no_constant(name: str) -> Any:
    raise BadSetup("core.file.not_json", why=name)


def copied(data: Any) -> Any:
    """A copy of checked JSON that nobody else can change, without what is for the writer's editor only."""
    if isinstance(data, Mapping):
        return {name: copied(item) for name, item in data.items() if name != "$schema"}
    return [copied(item) for item in data] if isinstance(data, list) else data


class ComponentFile:
    """The board or component file of a title: where ours lies, and what one of a player's own may hold."""

    def __init__(self, ours: Path, form: Fields, check: Callable[[Any, Faults], None]) -> None:
        self.ours = ours
        self.form = form
        self.check = check  # finds the faults of a file

    def schema(self) -> Json:
        """The JSON Schema; `schema_file` holds the same."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Abbatia: {self.ours.relative_to(GAMES).parts[0]} {self.ours.name}",
            **self.form.schema(),
            "$defs": {f"remark{depth}": Remark(depth).definition() for depth in range(REMARK_DEPTH + 1)},
        }

    @property
    def schema_file(self) -> Path:
        return self.ours.with_suffix(".schema.json")

    def faults(self, data: Any) -> list[BadSetup]:
        """All faults of a file."""
        found = Faults(only_first=False)
        self.check(data, found)
        return found.found
