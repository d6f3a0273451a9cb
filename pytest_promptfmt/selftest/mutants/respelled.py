"""Ways to say the value of one node otherwise, which mean the same; of the same form as those that spoil it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from pytest_promptfmt.common.media import decode_base64, sniff
from pytest_promptfmt.selftest.mutants.values import Value, floats


def key_order(value: Any, how: str) -> Iterator[Any]:
    """An object's keys backwards."""
    if isinstance(value, dict):
        yield dict(reversed(value.items()))


def as_string(value: Any, how: str) -> Iterator[Any]:
    """One text part as its string; several with `how` between them."""
    if (len(value) == 1 or how) and all(part.keys() <= {"type", "text"} for part in value):
        yield how.join(part["text"] for part in value)


_PARTS: dict[str, Callable[[Any], Any]] = {
    "typed": lambda text: [{"type": "text", "text": text}],
    "item": lambda text: [{"text": text}],
    "input": lambda item: {**item, "output": _input(item["output"])},
    "output": lambda text: [{"type": "output_text", "text": text}],
    "bare": lambda part: part["text"],
    "json": lambda part: {"json": {"output": part["text"]}},
    "untyped": lambda part: _untyped(part) if part["type"].endswith("_url") else part,
    "url": lambda part: {**part, "image_url": {"url": part["image_url"]}} if "image_url" in part else part,
}


def _untyped(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "type"}


def _input(output: Any) -> Any:
    return [{"type": "input_text", "text": output}] if isinstance(output, str) else output


def as_part(value: Any, how: str) -> Iterator[Any]:
    """A string as a list of one part; a part of another form."""
    yield _PARTS[how](value)


def as_uri(value: Any, how: str) -> Iterator[Any]:
    """Base64 as a data URI that says what it is."""
    if media_type := sniff(decode_base64(value) or b""):
        yield f"data:{media_type};base64,{value}"


_SPELLINGS: dict[str, Callable[[Any], str]] = {
    "ascii": json.dumps,
    "compact": lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
    "lines": lambda value: json.dumps(value, ensure_ascii=False, indent=2),
    "sorted": lambda value: json.dumps(value, ensure_ascii=False, sort_keys=True),
    "blanks": lambda value: f"\n {json.dumps(value, ensure_ascii=False)} \n",
    "slashes": lambda value: json.dumps(value, ensure_ascii=False).replace("/", "\\/"),
    "escapes": lambda value: re.sub(r'"([^"\\]*)"', _escaped, json.dumps(value)),
    "floats": lambda value: json.dumps(floats(value), ensure_ascii=False),
    "exponents": lambda value: re.sub(r"(?<=[\s\[])(\d+)(?=[,\]}])", r"\1e0", json.dumps(value, ensure_ascii=False)),
}


def _escaped(found: re.Match[str]) -> str:
    return '"' + "".join(f"\\u{ord(letter):04x}" for letter in found[1]) + '"'


def respell(value: Any, how: str) -> Iterator[Any]:
    """The JSON in a string written otherwise, as far as that suits it; the numbers of an object as floats."""
    if not isinstance(value, str):
        yield floats(value)
        return
    with suppress(ValueError):
        if json.loads(new := _SPELLINGS[how](held := json.loads(value))) == held:
            yield new


def default(value: Any, how: str) -> Iterator[Any]:
    """A key with its default beside the others; `how` is both as JSON."""
    added = json.loads(how)
    if not added.keys() & value.keys():
        yield {**value, **added}


def replace(value: Any, how: str) -> Iterator[Any]:
    """Another value that says the same; `how` is it as JSON."""
    yield json.loads(how)


def detail(value: Any, how: str) -> Iterator[Any]:
    """An image with its default detail."""
    if "url" in value:
        yield {**value, "detail": "auto"}


def wrapped(value: Any, how: str) -> Iterator[Any]:
    """A result's text in an object: as JSON, or, for ``value``, as it is."""
    held = {"status": "ok", "output": value}
    yield held if how == "value" else json.dumps(held, ensure_ascii=how == "ascii")


def media_first(value: Any, how: str) -> Iterator[Any]:
    """The pictures of a message before its one text."""
    if sum("text" in part for part in value) == 1 and "text" in value[0]:
        yield [*value[1:], value[0]]


_UNORDERED = {"function", "tool_use", "tool_result", "function_call", "function_response", "toolUse", "toolResult"}


def backwards(value: Any, how: str) -> Iterator[Any]:
    """The calls of one turn, or their results, in another order."""
    kinds = {part.get("type") or next(iter(part)) for part in value}
    if len(kinds) == 1 and kinds <= _UNORDERED:
        yield value[::-1]


SAME: dict[str, Value] = {
    "key-order": key_order,
    "as-string": as_string,
    "as-part": as_part,
    "as-uri": as_uri,
    "respell": respell,
    "default": default,
    "replace": replace,
    "detail": detail,
    "wrapped": wrapped,
    "media-first": media_first,
    "backwards": backwards,
}
