"""The types that JSON values have to have, and the error that names the place where one has another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from typing import Any

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.json.words import type_name


class ParseError(ValueError):
    """No conversation: `path` says where (``messages[2].content[0]``), `problem` what is wrong there."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


def an_object(value: object, path: str, required: set[str], optional: set[str]) -> Mapping[str, Any]:
    fields = mapping(value, path)
    odd = [key for key in fields if key not in required | optional]
    missing = sorted(required - fields.keys())
    if missing:
        beside = f" (and so is {missing[1]})" if missing[1:] else ""
        instead = f"; nobody reads {', '.join(map(quoted, odd[:3]))}, which stands there" if odd else ""
        raise ParseError(
            f"{path}.{missing[0]}" if path != "conversation" else missing[0], f"is missing{beside}{instead}"
        )
    for key in odd:
        more = _OF_A_PAYLOAD if key in _PAYLOADS else nearest(key, sorted(required | optional))
        raise ParseError(path, f"unknown key {quoted(key)}{more}")
    return fields


_PAYLOADS = ("tool_calls", "tool_call_id", "function_call", "parts", "cache_control")
_OF_A_PAYLOAD = ", which a provider's payload has: 'promptfmt new-case --dialect=…' makes a conversation of one"


def mapping(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ParseError(path, f"expected an object, got {found(value)}{_instead(value, path)}")
    for key in value:
        if not isinstance(key, str):
            raise ParseError(path, f"keys are strings, got {found(key)}")
    return value


def _instead(value: object, path: str) -> str:
    """What to do with what holds JSON, or a conversation, and is none."""
    if isinstance(value, bytes | bytearray):
        return ": json.loads reads it"
    if hasattr(value, "__fspath__") or hasattr(value, "read"):
        return ": json.load reads a file"
    if hasattr(value, "to_json"):
        return ", which is a conversation already; its JSON form is to_json()"
    if is_dataclass(value):
        return ": JSON is read here, and Conversation((…,)) is made of messages"
    if isinstance(value, str) and path == "conversation":
        if re.fullmatch("[a-z0-9-]+/[a-z0-9-]+", value):
            return f" that names a case, {value!r}: pytest_promptfmt.corpus.by_id()[{value!r}].conversation"
        file = value.endswith((".json", ".jsonl")) and len(value) < 1000
        return f" that names a file, {value!r}: json.load reads it" if file else ": json.loads reads a text"
    if isinstance(value, str) and "content[" in path:
        return '; a text among blocks is {"type": "text", "text": "…"}'
    return " (a tuple: give a list)" if isinstance(value, tuple) else ""


_DEEPEST = 100


def json_object(value: object, path: str) -> Mapping[str, Any]:
    """An object of JSON values; NaN and lone surrogates are values, which cases are about."""
    fields = mapping(value, path)
    _json(fields, path, 0)
    return fields


def _json(value: object, path: str, depth: int) -> None:
    match value:
        case None | bool() | int() | float() | str():
            return
        case dict() | list() if depth == _DEEPEST:
            raise ParseError(path, f"nested deeper than {_DEEPEST} levels")
        case dict():
            for key, item in mapping(value, path).items():
                is_short_name = key.isidentifier() and len(key) < _LONG
                _json(item, f"{path}.{key}" if is_short_name else f"{path}[{quoted(key)}]", depth + 1)
        case list():
            for i, item in enumerate(value):
                _json(item, f"{path}[{i}]", depth + 1)
        case _:
            raise ParseError(path, f"expected a JSON value, got {found(value)}")


def a_list(value: object, path: str, expected: str = "a list") -> list[Any]:
    if not isinstance(value, list):
        raise ParseError(path, f"expected {expected}, got {found(value)}")
    return value


def a_string(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise ParseError(path, f"expected a string, got {found(value)}")
    return value


_LONG = 60


def found(value: object) -> str:
    """``a number 5``, ``a list``: a number is short enough to be shown with its kind."""
    kind = type_name(value)
    return f"{kind} {value!r:.{_LONG}}" if kind == type_name(0) else kind


def quoted(value: object) -> str:
    """A string in quotes, cut where it is long; of all else the kind."""
    return (
        type_name(value) if not isinstance(value, str) else repr(value if len(value) < _LONG else f"{value[:_LONG]}…")
    )


_MEANT: Mapping[str, str] = {
    **dict.fromkeys(("human", "customer", "client"), "user"),
    **dict.fromkeys(("ai", "model", "bot", "agent", "llm"), "assistant"),
    "developer": "system",
    **dict.fromkeys(("input_text", "output_text"), "text"),
    **dict.fromkeys(("tool_call", "function_call", "toolUse", "functionCall"), "tool_use"),
    **dict.fromkeys(("function_call_output", "function_response", "toolResult", "tool_response"), "tool_result"),
    **dict.fromkeys(("image_url", "input_image"), "image"),
    **dict.fromkeys(("input_audio", "audio_url"), "audio"),
    "video_url": "video",
    **dict.fromkeys(("file", "input_file", "pdf"), "document"),
    "reasoning": "thinking",
}
"""What providers and other formats call a role or a block."""


def nearest(name: object, known: Iterable[str]) -> str:
    """What may have been meant, in the words of other formats too; else all that is known."""
    known = list(known)
    if isinstance(name, str) and (meant := _MEANT.get(name)) in known:
        return f"; did you mean {meant!r}?"
    return did_you_mean(name if isinstance(name, str) and len(name) < _LONG else "", known)
