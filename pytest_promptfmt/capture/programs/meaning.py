"""What a program's value is as JSON, and which places in it only the running program knows."""

from __future__ import annotations

import json
import re
from typing import Any

from pytest_promptfmt.capture.programs.expressions import Call, Unsaid
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
        "mapOf",
        "mutableMapOf",
        "hashMapOf",
        "linkedMapOf",
        "obj",
        "mappingproxy",
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
    if call.last in _OF_PAIRS and isinstance(inner, list) and all(map(_is_pair, inner)):
        return {key: resolved(each) for key, each in inner}
    if call.last == "defaultdict" and call.given and isinstance(call.given[-1], dict):
        return resolved(call.given[-1])
    if call.name in ("list", "array", "List") and (len(call.given) > 1 or (isinstance(inner, Call) and inner.named)):
        return [resolved(each) for each in call.given]
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


_OF_PAIRS = ("OrderedDict", "dict", "Map", "fromEntries")


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)


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


_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.DOTALL)


def number_of(text: str) -> Any:
    """The number that a literal spells."""
    plain = text.replace("_", "").rstrip("n")
    try:
        if plain.lstrip("+-")[:2].lower() == "0x":
            return int(plain, 16)
        return float(plain) if re.search(r"[.eE]", plain) else int(plain)
    except ValueError:  # of more than 4,300 digits
        return Unsaid(text[:40])


def unescaped(text: str) -> str:
    """The text that a literal spells."""

    def said(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if code:
            return chr(int(code, 16)) if int(code, 16) < 0x110000 else "\ufffd"
        return "" if found[4] else _ESCAPED.get(found[5], found[5])

    if "\\" not in text:
        return text
    return re.sub(r"[\ud800-\udbff][\udc00-\udfff]", _joined, _ESCAPE.sub(said, text))


def _joined(pair: re.Match[str]) -> str:
    """The character of which a text has two halves."""
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
