"""Who calls with other arguments."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from liars.liar import Formatter, Severity, liar, liars_of, misdeed
from liars.payloads import functions, holding, of_type


def changed(payload: Any, change: Callable[[Any], Any]) -> Any:
    """The payload with the arguments of every call changed, wherever and however they are written."""
    for function in functions(payload):
        arguments = function["arguments"]
        if isinstance(arguments, str):
            function["arguments"] = json.dumps(change(json.loads(arguments)), ensure_ascii=False)
        else:
            function["arguments"] = change(arguments)
    for block in of_type("tool_use", payload):
        block["input"] = change(block["input"])
    for call in holding("args", payload):
        call["args"] = change(call["args"])
    return payload


def deeply(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The change of a value that is no container, made everywhere inside one."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: walk(item) for key, item in value.items()}
        return [walk(item) for item in value] if isinstance(value, list) else change(value)

    return walk


ARGUMENTS: tuple[str, Severity] = ("fidelity.call-arguments", "error")


@liar("anthropic.chat", "tools/single-call", *ARGUMENTS)
def forgets_arguments(payload: Any) -> Any:
    """Calls with nothing."""
    return changed(payload, lambda arguments: {})


@liar("gemini.chat", "tools/arguments-floats", *ARGUMENTS)
def rounds(payload: Any) -> Any:
    """Writes numbers with two digits behind the point."""
    return changed(payload, deeply(lambda value: round(value, 2) if isinstance(value, float) else value))


@liar("zhipu.chat", "tools/arguments-big-integer", *ARGUMENTS)
def counts_in_doubles(payload: Any) -> Any:
    """Writes integers as JavaScript holds them."""
    return changed(payload, deeply(lambda value: int(float(value)) if type(value) is int else value))


@liar("ollama.chat", "tools/arguments-null-and-booleans", *ARGUMENTS)
def counts_truth(payload: Any) -> Any:
    """Writes 1 for true and 0 for false."""
    return changed(payload, deeply(lambda value: int(value) if isinstance(value, bool) else value))


@liar("dashscope.chat", "tools/arguments-null-and-booleans", *ARGUMENTS)
def drops_null(payload: Any) -> Any:
    """Leaves out arguments that are null."""
    return changed(payload, lambda arguments: {key: value for key, value in arguments.items() if value is not None})


@liar("vllm.chat", "tools/arguments-null-and-booleans", *ARGUMENTS)
def writes_python_words(payload: Any) -> Any:
    """Writes None and True as strings."""
    wordy = deeply(lambda value: str(value) if value is None or isinstance(value, bool) else value)
    return changed(payload, wordy)


@liar("anthropic.chat", "tools/arguments-nested", *ARGUMENTS)
def flattens(payload: Any) -> Any:
    """Writes inner objects as strings of JSON."""
    return changed(
        payload,
        lambda arguments: {
            key: json.dumps(value) if isinstance(value, (dict, list)) else value for key, value in arguments.items()
        },
    )


@liar("gemini.chat", "tools/arguments-empty-containers", *ARGUMENTS)
def drops_empty_arguments(payload: Any) -> Any:
    """Leaves out arguments that are empty."""
    return changed(payload, lambda arguments: {key: value for key, value in arguments.items() if value})


@liar("openai.chat", "tools/arguments-outside-ascii", *ARGUMENTS)
def drops_what_is_not_ascii(payload: Any) -> Any:
    """Leaves out characters that are not ASCII."""
    return changed(
        payload,
        deeply(lambda value: value.encode("ascii", "ignore").decode() if isinstance(value, str) else value),
    )


@liar("dashscope-multimodal.chat", "tools/arguments-outside-ascii", *ARGUMENTS)
def reads_the_wrong_encoding(payload: Any) -> Any:
    """Takes UTF-8 for Latin-1."""
    return changed(payload, deeply(lambda value: value.encode().decode("latin-1") if isinstance(value, str) else value))


@liar("deepseek.chat", "tools/arguments-escapes", *ARGUMENTS)
def changes_quotes(payload: Any) -> Any:
    """Writes single quotes for double ones."""
    return changed(payload, deeply(lambda value: value.replace('"', "'") if isinstance(value, str) else value))


@liar("anthropic.chat", "tools/arguments-escapes", *ARGUMENTS)
def escapes_twice(payload: Any) -> Any:
    """Leaves the escapes of JSON in the strings."""
    return changed(payload, deeply(lambda value: json.dumps(value)[1:-1] if isinstance(value, str) else value))


@liar("vllm.chat", "tools/arguments-strings-like-json", *ARGUMENTS)
def reads_strings(payload: Any) -> Any:
    """Takes a string that looks like JSON for the value that it spells."""

    def read(value: Any) -> Any:
        try:
            return json.loads(value)
        except (TypeError, ValueError):
            return value

    return changed(payload, deeply(read))


@liar("ollama.chat", "tools/arguments-odd-keys", *ARGUMENTS)
def tidies_keys(payload: Any) -> Any:
    """Writes keys as identifiers."""
    return changed(
        payload,
        lambda arguments: {"".join(c if c.isalnum() else "_" for c in key): value for key, value in arguments.items()},
    )


@liar("gemini.chat", "tools/arguments-long", *ARGUMENTS)
def cuts_long_arguments(payload: Any) -> Any:
    """Cuts strings at a hundred characters."""
    return changed(payload, deeply(lambda value: value[:100] if isinstance(value, str) else value))


@liar("openai.chat", "tools/arguments-long", *ARGUMENTS, like="livekit#6308")
def cuts_the_json(payload: Any) -> Any:
    """Cuts arguments at two hundred characters, in the middle of their JSON."""
    for function in functions(payload):
        function["arguments"] = function["arguments"][:200]
    return payload


@liar("gemini.chat", "tools/parallel-two-messages", *ARGUMENTS)
def swaps_arguments(payload: Any) -> Any:
    """Calls one tool with the arguments of the other."""
    one, other = holding("args", payload)
    one["args"], other["args"] = other["args"], one["args"]
    return payload


@misdeed("openai.chat", "tools/arguments-nan", "fidelity.unrepaired", "error", like="agentscope O27")
def spells_nan(_: Formatter) -> Any:
    """Writes what Python takes for JSON, and nobody else does."""

    def format_(conversation: Any) -> Any:
        question, asking, answer, thanks = conversation.messages
        [call], [result] = asking.blocks, answer.blocks
        function = {"name": call.name, "arguments": json.dumps(call.input)}
        return [
            {"role": "user", "content": question.text},
            {"role": "assistant", "tool_calls": [{"id": call.id, "type": "function", "function": function}]},
            {"role": "tool", "tool_call_id": result.id, "content": result.output},
            {"role": "user", "content": thanks.text},
        ]

    return format_


LIARS = liars_of(globals())
