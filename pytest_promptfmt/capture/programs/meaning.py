"""What a program's value is as JSON, and which places in it only the running program knows."""

from __future__ import annotations

import json
from typing import Any

from pytest_promptfmt.capture.programs.nouns import Call, Unsaid
from pytest_promptfmt.common import jsonpath

_SPELLS = frozenset(("stringify", "dumps", "json_encode", "to_json", "toJson", "encodeToString", "Serialize"))
_KEEPS = frozenset(
    (
        "dict",
        "list",
        "tuple",
        "str",
        "String",
        "Array",
        "Object",
        "array",
        "object",
        "json",
        "freeze",
        "structuredClone",
        "parse",
        "loads",
    )
)


def unspelled(value: Any) -> Any:
    """What is spelled as JSON, or the value itself."""
    return value.given[0] if isinstance(value, Call) and value.last in _SPELLS and value.given else value


def resolved(value: Any) -> Any:
    """The value without calls: what makes an object is the object, what spells one its text, all else is unsaid."""
    match value:
        case dict():
            return {key: resolved(each) for key, each in value.items()}
        case list():
            return [resolved(each) for each in value]
        case Call():
            return _of_call(value)
    return value


def _of_call(call: Call) -> Any:
    inner = call.given[0] if len(call.given) == 1 else None
    if call.last in _SPELLS and call.given:
        body, unsaid = plain(resolved(call.given[0]))
        return Unsaid(call.words) if unsaid else json.dumps(body, ensure_ascii=False)
    if call.name in ("List.of", "Arrays.asList", "listOf"):
        return [resolved(each) for each in call.given]
    if call.name == "Map.of" and all(isinstance(key, str) for key in call.given[::2]):
        return {key: resolved(each) for key, each in zip(call.given[::2], call.given[1::2], strict=False)}
    if call.last in _KEEPS and (call.named or inner is not None):
        return resolved(call.named or inner)
    if (call.is_class or call.last == "from_text") and (call.named or isinstance(inner, (dict, list))):
        return resolved(call.named or inner)
    return Unsaid(call.words)


def plain(value: Any) -> tuple[Any, tuple[str, ...]]:
    """A resolved value as JSON, and the paths of what is unsaid in it: there its words stand, between < and >."""
    unsaid: list[str] = []

    def spelled(value: Any, path: str) -> Any:
        match value:
            case dict():
                return {key: spelled(each, jsonpath.join(path, [key])) for key, each in value.items()}
            case list():
                return [spelled(each, jsonpath.join(path, [n])) for n, each in enumerate(value)]
            case Unsaid():
                unsaid.append(path)
                return f"<{' '.join(value.words.split())[:80]}>"
        return value

    return spelled(value, "$"), tuple(unsaid)
