"""A validator for the part of JSON Schema that our schemas use, written from the standard alone."""

import re
from typing import Any

KNOWN = {
    *(
        "$schema",
        "$defs",
        "title",
        "$ref",
        "type",
        "minimum",
        "maximum",
        "maxLength",
        "pattern",
        "enum",
        "const",
    ),
    *("anyOf", "oneOf", "minItems", "maxItems", "items", "properties", "required", "additionalProperties"),
    "maxProperties",
}


def is_valid(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether a value obeys a schema."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return is_valid(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "const" in schema and not same(value, schema["const"]):
        return False
    if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
        return False
    if "anyOf" in schema and not any(is_valid(value, one, root) for one in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(is_valid(value, one, root) for one in schema["oneOf"]) != 1:
        return False
    return is_typed(value, schema) and is_bounded(value, schema, root)


def is_typed(value: Any, schema: dict[str, Any]) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return {
        None: True,
        "integer": number and value == value // 1,
        "number": number,
        "string": isinstance(value, str),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
    }[schema.get("type")]


def is_bounded(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    if schema.get("type") in ("integer", "number"):
        return bool(schema["minimum"] <= value <= schema["maximum"])
    if isinstance(value, str):
        return len(value) <= schema.get("maxLength", 10**9) and bool(
            re.search(schema.get("pattern", ""), value)
        )
    if isinstance(value, list) and schema.get("type") == "array":
        fits = schema["minItems"] <= len(value) <= schema["maxItems"]
        return fits and all(is_valid(item, schema["items"], root) for item in value)
    if isinstance(value, dict) and schema.get("type") == "object":
        known, more = schema.get("properties", {}), schema["additionalProperties"]
        if len(value) > schema.get("maxProperties", 10**9) or any(
            name not in value for name in schema.get("required", [])
        ):
            return False
        return all(
            is_valid(item, known[name], root) if name in known else more and is_valid(item, more, root)
            for name, item in value.items()
        )
    return True


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: `1` and `true` are not, `1` and `1.0` are."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return bool(isinstance(one, bool) == isinstance(other, bool) and one == other)
