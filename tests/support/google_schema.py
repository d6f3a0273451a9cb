"""A JSON Schema in the words of Google's own Schema, with as little lost as it has words for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

_DEEP = 8
"""How often one pointer is followed inside itself."""

_BARE = {"required"}
"""What an alternative says that says nothing but which properties are required: there is no word for it."""

_GOOGLES = (
    *("description", "required", "minimum", "maximum", "minItems", "maxItems"),
    *("minLength", "maxLength", "pattern", "format", "default"),
)


_FORMATS = ("date-time", "enum", "float", "double", "int32", "int64")


def google(schema: Schema, change: Callable[[Schema], Any] = lambda node: node) -> Any:
    """JSON Schema in Google's words, but for what `change` does to each schema before."""
    defs = schema.get("$defs", {})

    def word(node: Schema, depth: int = 0) -> Schema:
        node = change(dict(node))
        if "$ref" in node:
            inner = defs.get(node["$ref"].rpartition("/")[2], {}) if depth < _DEEP else {"type": "object"}
            return word({**inner, **{key: value for key, value in node.items() if key != "$ref"}}, depth + 1)
        out = {key: value for key, value in node.items() if key in _GOOGLES}
        if out.get("format") not in _FORMATS:
            out.pop("format", None)
        types = node.get("type", [])
        kinds = [name for name in (types if isinstance(types, list) else [types]) if name != "null"]
        options = [option for option in node.get("anyOf", []) if option.get("type") != "null" and {*option} != _BARE]
        options += [{"type": kind} for kind in kinds] if len(kinds) > 1 else []
        kinds = kinds or (["object"] if "properties" in node else [])
        out |= {"type": kinds[0].upper()} if len(kinds) == 1 else {}
        values = node.get("enum", [node["const"]] if "const" in node else [])
        null = "null" in types or {"type": "null"} in node.get("anyOf", []) or None in values
        out |= {"nullable": True} if null else {}
        if values := [str(value) for value in values if value not in ("", None)]:
            out |= {"enum": values, "type": "STRING"}
        if node.get("properties"):
            out["properties"] = {name: word(each, depth + 1) for name, each in node["properties"].items()}
        if items := node.get("items", (node.get("prefixItems") or [None])[0]):
            out["items"] = word(items, depth + 1)
        worded = [word(option, depth + 1) for option in options]
        return worded[0] | out if len(worded) == 1 else out | ({"anyOf": worded} if worded else {})

    return word({key: value for key, value in schema.items() if key != "$defs"})
