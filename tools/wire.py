"""Write web/src/protocol/wire.ts: the websocket's messages as TypeScript, from the msgspec structs.

`python tools/wire.py` writes it; `--check` says whether it is up to date.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from abbatia.server.ws import model, protocol

TARGET = Path(__file__).parent.parent / "web" / "src" / "protocol" / "wire.ts"
UNIONS = {"FromClient": protocol.FromClient, "FromServer": protocol.FromServer, "Clock": model.Clock}
OWN = {"observation": "Observation", "changes": "Change[]"}
CHANGE = """/** What is at a path now; or of the list there, how many go from where on, and which come. */
export type Change =
  | [path: (string | number)[], now: unknown]
  | [path: (string | number)[], at: number, gone: number, come: unknown[]];
"""
SHAPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def structs() -> list[type[msgspec.Struct]]:
    """All message structs in the order in which they are written."""
    found: dict[str, type[msgspec.Struct]] = {}
    for module in (model, protocol):
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct:
                found.setdefault(name, value)
    return list(found.values())


def typescript(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON Schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " | ".join(msgspec.json.encode(value).decode() for value in values)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typescript(choice) for choice in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        item = typescript(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        return f"Record<string, {typescript(schema.get('additionalProperties') or {})}>"
    return SHAPES.get(str(kind), "unknown")


def interface(name: str, schema: dict[str, Any], owner: type[msgspec.Struct]) -> str:
    """One struct as an exported interface."""
    text = " ".join(str(owner.__doc__ or "").split())
    lines = [f"/** {text} */", f"export interface {name} {{"]
    required = set(schema.get("required", []))
    is_answer = not owner.__struct_config__.forbid_unknown_fields  # the server always writes every field
    for field, inner in schema["properties"].items():
        optional = "" if field in required or is_answer else "?"
        lines.append(f"  {field}{optional}: {field_type(field, inner)};")
    return "\n".join([*lines, "}"])


def field_type(field: str, schema: dict[str, Any]) -> str:
    """What a title says is its own; everything else follows its schema."""
    return OWN.get(field) or typescript(schema)


def source() -> str:
    """The whole file."""
    found = structs()
    _, components = msgspec.json.schema_components(found, ref_template="#/{name}")
    parts = [
        "// Made by tools/wire.py from the structs of src/abbatia/server/ws. Do not edit.",
        "import type { Observation } from '../games/observation';\n",
        f"export const PROTOCOL = {protocol.PROTOCOL};\n",
        CHANGE,
    ]
    for struct in found:
        schema = components[struct.__name__]
        parts.append(interface(struct.__name__, schema, struct) + "\n")
    for name, union in UNIONS.items():
        members = [member.__name__ for member in union.__args__]
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n")
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    wanted = source()
    if "--check" in arguments:
        if TARGET.read_text("utf-8") == wanted:
            return 0
        print("web/src/protocol/wire.ts is out of date; run tools/wire.py.", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
