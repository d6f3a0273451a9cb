"""What was drawn last behind the fifteenth collection, where few had been: caches, steps, parallel results."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from liars.payloads import by, messages, nodes, remove
from planted.collected import meant
from planted.conversations import blocks, inside
from planted.drawn.returned import raises_on
from planted.lately.labelled import MARKED
from planted.planted import Planted

from pytest_promptfmt.conversation import Conversation, Image, ToolResult


def in_parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    if isinstance(message["content"], str):
        message["content"] = [{"type": "text", "text": message["content"]}]
    parts: list[dict[str, Any]] = message["content"]
    return parts


def every_part_marked(payload: Any, given: Conversation) -> Any:
    for message in by("user", payload)[-1:]:
        for part in in_parts(message):
            part |= MARKED
    return payload


def message_marked(payload: Any, given: Conversation) -> Any:
    for message in by("user", payload)[-1:]:
        message |= MARKED
    return payload


def marked_outside(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("type") == "tool_result":
            node["cache"] = MARKED["cache_control"]
    return message_marked(payload, given)


def system_first(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict) and payload.get("system_instruction"):
        said = payload.pop("system_instruction")
        messages(payload).insert(0, {"type": "user_input", "content": [{"type": "text", "text": said}]})
    return payload


ROLES = {"user_input": "user", "model_output": "model"}


def in_turns(payload: Any, given: Conversation) -> Any:
    for step in messages(payload):
        if step.get("type") in ROLES:
            step["role"] = ROLES[step.pop("type")]
    return payload


def plain_texts(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("type") in ("input_text", "output_text"):
            node["type"] = "text"
    return payload


def first_results(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    seconds = [item for before, item in pairwise(items) if before.get("role") == item.get("role") == "tool"]
    return remove(payload, *seconds)


def shows_results(given: Conversation) -> bool:
    return any(isinstance(item, Image) for result in blocks(ToolResult, given) for item in inside(result))


TABLE = (
    Planted(
        "openrouter-provider-341",
        "each part of the last message is marked",
        "openrouter",
        meant("openrouter-provider-341"),
        sends=every_part_marked,
    ),
    Planted(
        "litellm-15345",
        "the last message is marked, and no part",
        "openrouter",
        meant("litellm-15345"),
        sends=message_marked,
    ),
    Planted("ax-517", "messages and results are marked outside", "anthropic", meant("ax-517"), sends=marked_outside),
    Planted(
        "defog-235",
        "system text is the user's first turn",
        "gemini-interactions",
        meant("defog-235"),
        sends=system_first,
    ),
    Planted("litellm-36727", "steps are turns", "gemini-interactions", meant("litellm-36727"), sends=in_turns),
    Planted("litellm-36733", "texts are of type text", "openai-responses", meant("litellm-36733"), sends=plain_texts),
    Planted(
        "adk-python-6589",
        "of parallel results the first is sent",
        "cohere openai deepseek",
        meant("adk-python-6589", "openai.*", "deepseek.*"),
        sends=first_results,
    ),
    Planted(
        "claude-code-proxy-69",
        "a result that shows an image is refused",
        "openai-responses xai",
        meant("claude-code-proxy-69"),
        acts=raises_on(shows_results, "tool result supports text children only"),
    ),
)
