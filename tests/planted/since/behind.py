"""Ten more of the twelfth collection, drawn when the classes of the others were closed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from liars.payloads import by, calling, messages, of_type, remove
from planted.collected import meant
from planted.conversations import saying
from planted.faults.offers import Schema, each
from planted.further.summaries import is_result
from planted.lately.conveyed import is_silent
from planted.planted import Formatter, Planted
from support.truncating import NothingFits

from pytest_promptfmt.conversation import Conversation, Message


def thoughts_under(key: str, wrapped: Any) -> Any:
    """Mistral's chunks of thinking as a key of the message."""

    def sent(payload: Any, given: Conversation) -> Any:
        for message in by("assistant", payload):
            chunks = of_type("thinking", [message])
            if chunks and isinstance(message["content"], list):
                message["content"] = [chunk for chunk in message["content"] if chunk.get("type") != "thinking"]
                message[key] = wrapped("".join(part["text"] for chunk in chunks for part in chunk["thinking"]))
        return payload

    return sent


def newest_twice(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    for message in calling(payload)[-1:]:
        items.insert(next(i for i, item in enumerate(items) if item is message), deepcopy(message))
    return payload


def asked_again(conversation: Conversation) -> Conversation:
    heard: list[Message] = []
    for message in conversation.messages:
        again = is_silent(message) and bool(heard) and heard[-1].role == "user"
        heard.append(heard[-1] if again else message)
    return saying(conversation, heard)


def may_be_null(schema: Schema) -> bool:
    return isinstance(schema.get("type"), list) and "null" in schema["type"]


def nullable_beside(schema: Schema) -> Schema:
    if not may_be_null(schema) or "enum" not in schema:
        return schema
    kinds = [kind for kind in schema["type"] if kind != "null"]
    return schema | {"type": kinds[0] if len(kinds) == 1 else kinds, "nullable": True}


def null_twice(schema: Schema) -> Schema:
    return schema | {"type": [*schema["type"], "null"]} if may_be_null(schema) else schema


def no_null_among_values(schema: Schema) -> Schema:
    if not may_be_null(schema) or None not in schema.get("enum", ()):
        return schema
    return schema | {"enum": [value for value in schema["enum"] if value is not None]}


def summary_last(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        head = 1 if items[0].get("role") == "system" else 0
        lead, said = items[:head], items[head:]
        for start in range(1, len(said)):
            told = {"role": "user", "content": f"[Summary of {start} earlier messages]"}
            items[:] = [*lead, *said[start:], told]
            if not is_result(said[start]) and count(payload) <= budget:
                return payload
        raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

    return format_


def silent_calls_empty(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload):
        if turn["content"] and all(block["type"] == "tool_use" for block in turn["content"]):
            turn["content"] = ""
    return payload


def newest_call_gone(payload: Any, given: Conversation) -> Any:
    return remove(payload, *calling(payload)[-1:])


TABLE = (
    Planted(
        "openminis-87",
        "thoughts go out as reasoning_content",
        "mistral",
        meant("openminis-87"),
        sends=thoughts_under("reasoning_content", str),
    ),
    Planted(
        "llm-gateway-1761",
        "thoughts go out as reasoning_details",
        "mistral",
        meant("llm-gateway-1761"),
        sends=thoughts_under("reasoning_details", lambda text: [{"type": "reasoning.text", "text": text}]),
    ),
    Planted(
        "deepagents-6321",
        "the newest message that calls is there twice",
        "openai",
        meant("deepagents-6321"),
        sends=newest_twice,
    ),
    Planted(
        "openclaw-95766",
        "for a turn that says nothing the user's word before it is there again",
        "anthropic openai gemini",
        meant("openclaw-95766"),
        hears=asked_again,
    ),
    Planted(
        "omniroute-1692",
        "of values that may be null nullable stands beside one type",
        "moonshot",
        meant("omniroute-1692"),
        hears=each(nullable_beside),
    ),
    Planted(
        "semantic-kernel-13527",
        "a type that may be null says so twice",
        "openai openai-responses anthropic",
        meant("semantic-kernel-13527", "anthropic.tool-schema*"),
        hears=each(null_twice),
    ),
    Planted(
        "php-sdk-298",
        "of values that may be null there is none",
        "openai",
        meant("php-sdk-298"),
        hears=each(no_null_among_values),
    ),
    Planted(
        "kimi-code-3604",
        "the summary is last",
        "moonshot openai",
        meant("kimi-code-3604"),
        acts=summary_last,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "lossless-claw-248",
        "a turn that calls and says nothing is an empty text",
        "anthropic",
        meant("lossless-claw-248"),
        sends=silent_calls_empty,
    ),
    Planted(
        "instatic-99",
        "of the newest round the results are there and the call is not",
        "openai",
        meant("instatic-99"),
        sends=newest_call_gone,
    ),
)
