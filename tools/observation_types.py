"""Write what the client and the docs know of observations, from the types of each title.

    web/src/games/observation.ts            the envelope
    web/src/games/TITLE/observation.ts      the title's own types
    web/src/games/TITLE/fields.ts           what each field is, for the text view
    docs/observations.md                    every field of every title

`python tools/observation_types.py` writes them; `--check` says whether they are up to date.
"""

import ast
import importlib
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, is_typeddict

from abbatia.core import observation as markers
from abbatia.games import TITLES, load
from abbatia.research.layout import describe, hints_of

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "web" / "src" / "games"
PAGE = ROOT / "docs" / "observations.md"
MADE = "// Made by tools/observation_types.py from the types of the rules. Do not edit.\n"
SHARED = ("MessageSeen", "ScoreLine")
SILENT = ("title", "seats", "options", "viewer")  # what a reader of the text view knows anyway
PLAIN: dict[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    Any: "unknown",
    type(None): "null",
}


# -- reading the types --------------------------------------------------------------------------------------


def module_of(title: str) -> ModuleType:
    return importlib.import_module(f"abbatia.games.{title}.observation_types")


def records(kind: Any, found: dict[str, Any] | None = None) -> dict[str, Any]:
    """All TypedDicts of which a type is made, in the order in which they are met."""
    found = {} if found is None else found
    described = describe(kind)
    base = described.base
    if is_typeddict(get_origin(base) or base):
        name = (get_origin(base) or base).__name__
        if name not in found:
            found[name] = base
            for hint in hints_of(base).values():
                records(hint, found)
    else:
        for argument in get_args(base):
            records(argument, found)
    return found


def docstrings(module: ModuleType) -> dict[tuple[str, str], str]:
    """The strings below the fields of the classes of a module, by class and field."""
    found: dict[tuple[str, str], str] = {}
    for item in ast.parse(inspect.getsource(module)).body:
        if isinstance(item, ast.ClassDef):
            for field, text in zip(item.body, item.body[1:], strict=False):
                match field, text:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                        value=ast.Constant(value=str(doc))
                    ):
                        found[item.name, name] = " ".join(doc.split()).replace("None", "null")
    return found


# -- TypeScript ---------------------------------------------------------------------------------------------


def typescript(hint: Any) -> str:
    """A type in TypeScript."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(dict.fromkeys(typescript(member) for member in get_args(hint)))
    if get_origin(hint) is Literal:
        return " | ".join(json.dumps(value).replace('"', "'") for value in get_args(hint))
    if isinstance(hint, TypeVar):
        return hint.__name__
    return PLAIN[hint] if hint in PLAIN else container(hint)


def container(hint: Any) -> str:
    base = get_origin(hint) or hint
    if is_typeddict(base):
        return str(base.__name__)
    arguments = get_args(hint)
    if base is list:
        item = typescript(arguments[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if base is dict:
        return f"Record<{typescript(arguments[0])}, {typescript(arguments[1])}>"
    raise TypeError(f"{hint!r} has no type in TypeScript")


def interface(name: str, kind: Any, docs: dict[tuple[str, str], str]) -> str:
    """A TypedDict as an interface."""
    lines = [f"/** {summary(kind)} */", f"export interface {name} {{"]
    for field, hint in hints_of(kind).items():
        if (name, field) in docs:
            lines.append(f"  /** {docs[name, field]} */")
        is_partial = describe(hint).marker(markers.Partial) is not None
        kind_of_field = f"Partial<{typescript(hint)}>" if is_partial else typescript(hint)
        lines.append(f"  {field}: {kind_of_field};")
    return "\n".join([*lines, "}"])


def summary(kind: Any) -> str:
    return " ".join(str((get_origin(kind) or kind).__doc__ or "").split())


def envelope() -> str:
    """The types that all titles share."""
    docs = docstrings(markers)
    parts = [interface(name, getattr(markers, name), docs) for name in SHARED]
    lines = [
        f"/** {summary(markers.Observation)} */",
        "export interface Observation<Public = unknown, Own = unknown> {",
    ]
    for field, hint in hints_of(markers.Observation).items():
        if ("Observation", field) in docs:
            lines.append(f"  /** {docs['Observation', field]} */")
        lines.append(f"  {field}: {typescript(hint)};")
    return "\n\n".join([MADE.rstrip(), *parts, "\n".join([*lines, "}"])]) + "\n"


def own_types(title: str) -> str:
    """The types of one title."""
    kind = load(title).observation_type
    docs = docstrings(module_of(title))
    public, own = (describe(argument).base for argument in get_args(kind))
    found = {**records(public), **records(own)}
    shared = [name for name in SHARED if name in found]
    names = ["Observation", *shared]
    alias = f"{public.__name__.removesuffix('Public')}Observation"
    return "\n\n".join(
        [
            MADE + f"import type {{ {', '.join(names)} }} from '../observation';",
            *(interface(name, base, docs) for name, base in found.items() if name not in SHARED),
            f"export type {alias} = Observation<{public.__name__}, {own.__name__}>;\n",
        ]
    )


# -- fields for the text view -------------------------------------------------------------------------------


def field(hint: Any) -> dict[str, Any]:
    """What a value is, as web/src/games/fields.ts describes it."""
    described = describe(hint)
    base = described.base
    if described.marker(markers.NotInArrays):
        return {"kind": "silent"}
    if base is int and (described.marker(markers.IsSeat) or described.marker(markers.IsOwnSeat)):
        return {"kind": "seat"}
    if base is bool:
        return {"kind": "flag"}
    if base in (int, float):
        return {"kind": "number"}
    named = described.marker(markers.Id)
    if base is str or described.literals:
        return {"kind": "id", "domain": named.domain} if named else {"kind": "text"}
    if base is markers.MessageSeen:
        return {"kind": "message"}
    if is_typeddict(get_origin(base) or base):
        return {"kind": "record", "fields": {name: field(inner) for name, inner in hints_of(base).items()}}
    arguments = get_args(base)
    if get_origin(base) is dict:
        key = describe(arguments[0]).marker(markers.Id)
        return {"kind": "map", "domain": key.domain if key else "", "item": field(arguments[1])}
    made: dict[str, Any] = {"kind": "list", "item": field(arguments[0])}
    if described.marker(markers.PerSeat):
        made["per"] = "seat"
    return made


def fields(title: str) -> str:
    """The fields of one title, as a constant."""
    described = {name: field(hint) for name, hint in hints_of(load(title).observation_type).items()}
    for name in SILENT:
        described[name] = {"kind": "silent"}
    whole = {"kind": "record", "fields": described}
    return (
        MADE
        + "import type { Field } from '../fields';\n\n"
        + f"export const FIELDS: Field = {json.dumps(whole, indent=2)};\n"
    )


# -- docs ---------------------------------------------------------------------------------------------------


def page() -> str:
    """The page of the docs."""
    parts = [
        "# Observations\n\nWhat a viewer sees of a position, as `State.observe` and the protocol give it. "
        "Made by `tools/observation_types.py` from the types of the rules.\n\n"
        "Every title fills the same envelope:\n",
        table(markers.Observation, docstrings(markers)),
        "\n`own` is null for a spectator. A score line:\n",
        table(markers.ScoreLine, docstrings(markers)),
    ]
    for title in TITLES:
        kind = load(title).observation_type
        docs = docstrings(module_of(title))
        parts.append(f"\n## {title}\n")
        for argument in get_args(kind):
            for name, base in records(argument).items():
                if name not in SHARED:
                    parts.append(f"\n### {name}\n\n{summary(base)}\n")
                    parts.append(table(base, docs))
    return "\n".join(parts)


def table(kind: Any, docs: dict[tuple[str, str], str]) -> str:
    name = (get_origin(kind) or kind).__name__
    rows = ["| field | type | |", "|---|---|---|"]
    for field_name, hint in hints_of(kind).items():
        made = typescript(hint)
        note = "; ".join(filter(None, [docs.get((name, field_name), ""), *notes(hint)]))
        rows.append(f"| `{field_name}` | `{made.replace('|', chr(92) + '|')}` | {note} |")
    return "\n".join(rows) + "\n"


def notes(hint: Any) -> Iterator[str]:
    """What the markers say, in words."""
    for marker in describe(hint).markers:
        if isinstance(marker, markers.IsSeat):
            yield "a seat"
        elif isinstance(marker, markers.Id):
            yield f"id of a {marker.domain}"
        elif isinstance(marker, markers.PerSeat):
            yield f"by seat, then by {marker.more}" if marker.more else "by seat"
        elif isinstance(marker, markers.PerId):
            yield f"by {marker.domain}"
        elif isinstance(marker, markers.OnlyIf):
            yield f"only with {marker.domain}"
        elif isinstance(marker, markers.IsFixed):
            yield "the same in the whole game"


# -- files --------------------------------------------------------------------------------------------------


def sources() -> dict[Path, str]:
    """All files, as they have to be."""
    found = {GAMES / "observation.ts": envelope(), PAGE: page()}
    for title in TITLES:
        found[GAMES / title / "observation.ts"] = own_types(title)
        found[GAMES / title / "fields.ts"] = fields(title)
    return found


def main(arguments: list[str]) -> int:
    stale = [path for path, text in sources().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(
                f"{path.relative_to(ROOT)} is out of date; run tools/observation_types.py.", file=sys.stderr
            )
        return 1 if stale else 0
    for path in stale:
        path.write_text(sources()[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
