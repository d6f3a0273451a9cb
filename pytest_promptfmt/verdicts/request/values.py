"""What type a parameter has, and between what it lies: OpenAI's, which most servers take with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.json_words import kind_of
from pytest_promptfmt.verdicts.request.refusal import Broken, Said
from pytest_promptfmt.verdicts.request.shown import number


@dataclass(frozen=True, slots=True)
class Value:
    """`is_one` of what is `called` so; `low` and `high` are taken themselves, as are `words` of texts."""

    called: str
    is_one: Callable[[Any], bool]
    low: float = float("-inf")
    high: float = float("inf")
    words: tuple[str, ...] = ()


def _integer(value: Any) -> bool:
    return number(value) is not None and float(value).is_integer() and not isinstance(value, float)


def _is(*types: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, types)


def _number(low: float, high: float) -> Value:
    return Value("a number", lambda value: number(value) is not None, low, high)


def _whole(low: float = float("-inf"), high: float = float("inf")) -> Value:
    return Value("an integer", _integer, low, high)


_BOOLEAN, _TEXT, _OBJECT, _LIST = (
    Value("a boolean", _is(bool)), Value("a string", _is(str)), Value("an object", _is(dict)), Value("a list", _is(list)),
)  # fmt: skip
_CHOICE = Value("a string or an object", _is(str, dict), words=("none", "auto", "required"))

CHAT: Mapping[str, Value] = {
    "temperature": _number(0, 2), "top_p": _number(0, 1), "presence_penalty": _number(-2, 2),
    "frequency_penalty": _number(-2, 2), "n": _whole(1, 128), "max_tokens": _whole(1), "max_completion_tokens": _whole(1),
    "seed": _whole(), "logprobs": _BOOLEAN, "top_logprobs": _whole(0, 20), "stream": _BOOLEAN, "store": _BOOLEAN,
    "parallel_tool_calls": _BOOLEAN, "user": _TEXT, "reasoning_effort": _TEXT, "metadata": _OBJECT, "logit_bias": _OBJECT,
    "stream_options": _OBJECT, "response_format": _OBJECT, "tools": _LIST, "modalities": _LIST,
    "stop": Value("a string or a list", _is(str, list)), "tool_choice": _CHOICE,
}  # fmt: skip
RESPONSES: Mapping[str, Value] = {
    "temperature": _number(0, 2), "top_p": _number(0, 1), "max_output_tokens": _whole(16), "top_logprobs": _whole(0, 20),
    "stream": _BOOLEAN, "store": _BOOLEAN, "parallel_tool_calls": _BOOLEAN, "background": _BOOLEAN, "user": _TEXT,
    "instructions": _TEXT, "previous_response_id": _TEXT, "metadata": _OBJECT, "reasoning": _OBJECT, "text": _OBJECT,
    "tools": _LIST, "include": _LIST, "tool_choice": _CHOICE,
}  # fmt: skip
COMPATIBLE = {key: value for key, value in CHAT.items() if key not in ("tool_choice", "n", "top_logprobs")}
"""What no server takes otherwise."""
_FEW = 4
"""So many texts may stop an answer."""


def valued_otherwise(values: Mapping[str, Value]) -> Broken:
    """A parameter of another type, or beyond what is taken; null is none."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key, value in values.items():
            problem = _problem(value, body[key]) if body.get(key) is not None else ""
            if problem:
                yield f"$.{key}", problem

    return broken


def _problem(value: Value, found: Any) -> str:
    if not value.is_one(found):
        return f"{kind_of(found)}, and {value.called} is expected"
    if value.words and isinstance(found, str) and found not in value.words:
        return f"{found!r}, and {', '.join(value.words)} are taken"
    if (size := number(found)) is not None and not value.low <= size <= value.high:
        bound = f"at least {value.low:g}" if size < value.low else f"at most {value.high:g}"
        return f"{found}, and {bound} is taken"
    return ""


def many_stops(body: Mapping[str, Any]) -> Iterator[Said]:
    stop = body.get("stop")
    if isinstance(stop, list) and len(stop) > _FEW:
        yield "$.stop", f"{len(stop)} texts, and {_FEW} are taken"


def null(*keys: str) -> Broken:
    """A parameter is null that has to be left out instead."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key in keys:
            if key in body and body[key] is None:
                yield f"$.{key}", "null; leave it out"

    return broken
