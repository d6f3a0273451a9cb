"""What was drawn behind the sixteenth collection, when its classes were closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.payloads import holding
from planted.collected import meant
from planted.conversations import by_block, by_result, of
from planted.faults.offers import throughout, with_tools
from planted.lately.labelled import STAND_IN
from planted.planted import Planted
from support.offers import functions, holders

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Image,
    Message,
    Text,
    ToolResult,
    ToolUse,
    UrlSource,
)


def calls_or_says(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, ToolUse) and of(Text, message) else [block]

    return by_block(conversation, heard)


def calls_alone(payload: Any, given: Conversation) -> Any:
    items = payload["input"] if isinstance(payload, dict) else payload
    gone = [
        before
        for before, item in pairwise(items)
        if item.get("type") == "function_call" and before.get("role") == "assistant"
    ]
    items[:] = [item for item in items if not any(item is each for each in gone)]
    return payload


def nulls(key: str) -> Callable[[Any], None]:
    """The key is null in every schema that has none."""

    def send(payload: Any) -> None:
        for holder, place in holders(payload):
            holder[place] = throughout(holder[place], lambda schema: {key: None, **schema})

    return send


def no_parameters(payload: Any) -> None:
    for function in functions(payload):
        if not function["parameters"].get("properties"):
            function["parameters"] = None


def nothing_required(payload: Any) -> None:
    for holder, place in holders(payload):
        holder[place] = throughout(
            holder[place], lambda schema: {"required": None, **schema} if "properties" in schema else schema
        )


def lists_alone(conversation: Conversation) -> Conversation:
    def heard(result: ToolResult) -> ToolResult:
        return replace(result, output="(no output)") if isinstance(result.output, str) else result

    return by_result(conversation, heard)


VOID = (Base64Source("image/png", ""), UrlSource("data:image/png;base64,"))


def of_no_bytes(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        nothing = isinstance(block, Image) and block.source in VOID
        return [Image(Base64Source("image/png", STAND_IN))] if nothing else [block]

    return by_block(conversation, heard)


def emptied(payload: Any, given: Conversation) -> Any:
    for node in holding("image_url", payload):
        if node["image_url"].get("url", "").endswith(STAND_IN):
            node["image_url"]["url"] = "data:image/png;base64,"
    return payload


TABLE = (
    Planted(
        "astrbot-8742",
        "a turn that says something has no calls",
        "gemini anthropic",
        meant("astrbot-8742", "anthropic.*"),
        writes=lambda said, given: calls_or_says(said),
    ),
    Planted(
        "docker-agent-2438",
        "a message before calls is gone",
        "openai-responses",
        meant("docker-agent-2438"),
        sends=calls_alone,
    ),
    Planted(
        "talon-166",
        "description is null where there is none",
        "openai openai-responses anthropic bedrock mistral moonshot",
        meant("talon-166", "openai-responses.*", "anthropic.*", "bedrock.*", "mistral.*", "moonshot.*"),
        sends=with_tools(nulls("description")),
    ),
    Planted(
        "elevenlabs-998",
        "enum is null where there is none",
        "openai openai-responses anthropic bedrock mistral moonshot",
        meant("elevenlabs-998", "openai-responses.*", "anthropic.*", "bedrock.*", "mistral.*", "moonshot.*"),
        sends=with_tools(nulls("enum")),
    ),
    Planted(
        "cc-switch-5315",
        "parameters of nothing are null",
        "deepseek",
        meant("cc-switch-5315"),
        sends=with_tools(no_parameters),
    ),
    Planted(
        "hermes-agent-61204",
        "required is null where nothing is",
        "openai openai-responses bedrock mistral moonshot",
        meant("hermes-agent-61204", "openai-responses.*", "bedrock.*", "mistral.*", "moonshot.*"),
        sends=with_tools(nothing_required),
    ),
    Planted(
        "openclaw-98863",
        "a result that is a string has no output",
        "anthropic openai",
        meant("openclaw-98863"),
        hears=lists_alone,
    ),
    Planted(
        "opencode-46859",
        "an image of no bytes goes out",
        "openai",
        meant("opencode-46859"),
        hears=of_no_bytes,
        sends=emptied,
    ),
)
