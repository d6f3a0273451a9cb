"""The types of parameters, by API: OpenAI's, which most servers take with it, and those of APIs of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.refusals.places import number
from pytest_promptfmt.verdicts.request.refusals.values import Value


def _integer(value: Any) -> bool:
    return number(value) is not None and float(value).is_integer() and not isinstance(value, float)


def _is(*types: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, types)


def _number(interval: str) -> Value:
    return Value("a number", lambda value: number(value) is not None, interval)


def _whole(interval: str = "(,)") -> Value:
    return Value("an integer", _integer, interval)


_BOOLEAN, _TEXT, _OBJECT, _LIST = (
    Value("a boolean", _is(bool)), Value("a string", _is(str)), Value("an object", _is(dict)), Value("a list",
        _is(list)),
)  # fmt: skip
_SHORT = Value("a string", _is(str), longest=64)
_LABELS = Value(
    "an object of strings",
    lambda value: isinstance(value, dict) and all(isinstance(v, str) for v in value.values()),
    longest=16,
)


_BIAS = Value(
    "an object with numbers of tokens as its keys",
    lambda value: isinstance(value, dict) and all(str(key).isdigit() for key in value),
)


def _choice(*words: str) -> Value:
    return Value("a string or an object", _is(str, dict), words=words)


def _one_of(*words: str) -> Value:
    return Value("a string", _is(str), words=words)


CHAT: Mapping[str, Value] = {
    "temperature": _number("[0, 2]"), "top_p": _number("[0, 1]"), "presence_penalty": _number("[-2, 2]"),
    "frequency_penalty": _number("[-2, 2]"), "n": _whole("[1, 128]"), "max_tokens": _whole("[1, )"),
    "max_completion_tokens": _whole("[1, )"),
    "seed": _whole(), "logprobs": _BOOLEAN, "top_logprobs": _whole("[0, 20]"), "stream": _BOOLEAN, "store": _BOOLEAN,
    "parallel_tool_calls": _BOOLEAN, "user": _SHORT, "safety_identifier": _SHORT, "prompt_cache_key": _SHORT,
    "reasoning_effort": _TEXT, "metadata": _LABELS, "logit_bias": _BIAS, "stream_options": _OBJECT, "tools": _LIST,
    "response_format": _OBJECT, "response_format.type": _one_of("text", "json_object", "json_schema"),
    "modalities": _LIST,
    "stop": Value("a string or a list", _is(str, list)),
    "tool_choice": _choice("none", "auto", "required"),
}  # fmt: skip
RESPONSES: Mapping[str, Value] = {
    "temperature": _number("[0, 2]"), "top_p": _number("[0, 1]"), "max_output_tokens": _whole("[16, )"),
    "top_logprobs": _whole("[0, 20]"),
    "stream": _BOOLEAN, "store": _BOOLEAN, "parallel_tool_calls": _BOOLEAN, "background": _BOOLEAN, "user": _SHORT,
    "safety_identifier": _SHORT, "prompt_cache_key": _SHORT, "instructions": _TEXT, "previous_response_id": _TEXT,
    "metadata": _LABELS, "reasoning": _OBJECT, "text": _OBJECT, "tools": _LIST, "include": _LIST,
    "text.format.type": _one_of("text", "json_object", "json_schema", "grammar"),
    "tool_choice": _choice("none", "auto", "required"), "truncation": _one_of("auto", "disabled"),
}  # fmt: skip
COMPATIBLE = {
    key: value
    for key, value in CHAT.items()
    if key not in ("n", "top_logprobs", "user", "safety_identifier", "prompt_cache_key", "metadata")
}
"""What no server takes otherwise."""
MISTRAL = {**COMPATIBLE, "tool_choice": _choice("none", "auto", "any", "required"), "temperature": _number("[0, 1.5]")}
COHERE: Mapping[str, Value] = {
    "temperature": _number("[0, 1]"), "p": _number("[0.01, 0.99]"), "k": _whole("[0, 500]"),
    "frequency_penalty": _number("[0, 1]"),
    "presence_penalty": _number("[0, 1]"), "max_tokens": _whole("[1, )"), "seed": _whole(), "stream": _BOOLEAN,
    "logprobs": _BOOLEAN,
    "strict_tools": _BOOLEAN, "stop_sequences": _LIST, "tools": _LIST, "documents": _LIST,
    "tool_choice": _one_of("REQUIRED", "NONE"), "safety_mode": _one_of("CONTEXTUAL", "STRICT", "NONE", "OFF"),
    "response_format": _OBJECT, "response_format.type": _one_of("text", "json_object"),
}  # fmt: skip
OLLAMA: Mapping[str, Value] = {
    "stream": _BOOLEAN, "tools": _LIST, "options": _OBJECT, "format": Value("a string or an object", _is(str, dict)),
    "think": Value("a boolean or a level", _is(bool, str)), "keep_alive": Value("a duration", _is(str, int, float)),
    **{f"options.{key}": _number("(,)") for key in ("temperature", "top_p", "min_p",
        "repeat_penalty")},
    **{f"options.{key}": _whole() for key in ("num_ctx", "num_predict", "top_k", "seed", "num_gpu", "repeat_last_n")},
    "options.stop": _LIST,
}  # fmt: skip
