"""Ten more of the thirteenth collection, drawn when the classes of the others were closed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from liars.payloads import by, messages, nodes, remove
from planted.collected import meant
from planted.conversations import MARK, by_block, by_message, of, saying
from planted.faults.offers import Schema, each
from planted.planted import Planted

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, ToolResult, ToolUse

TOLD = {"user": "USER", "assistant": "AI"}


def one_json(conversation: Conversation) -> Conversation:
    """What was said before is one text of the user's, where texts are all that there is."""
    said = [message for message in conversation.messages if message.role in TOLD]
    if len(said) < 2 or not all(isinstance(block, Text) for message in said for block in message.blocks):
        return conversation
    told = [{"content": "\n".join(t.text for t in of(Text, m)), "role": TOLD[m.role]} for m in said]
    head = [message for message in conversation.messages if message.role == "system"]
    return saying(conversation, (*head, Message("user", "user", (Text(json.dumps(told)),))))


def no_texts_beside_calls(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Text) and of(ToolUse, message) else [block]

    return by_block(conversation, heard)


def only_one_text(conversation: Conversation) -> Conversation:
    """A turn without calls and results that is more than one text is skipped."""

    def heard(message: Message) -> Iterable[Message]:
        apart = of(ToolUse, message) or of(ToolResult, message) or len(message.blocks) < 2
        return [message] if apart else []

    return by_message(conversation, heard)


def images_of_the_last_turn(payload: Any, given: Conversation) -> Any:
    """Those of others are gone, and what the application keeps of them goes out as it is."""
    for message in by("user", payload)[:-1]:
        if isinstance(message["content"], list):
            shown = [part for part in message["content"] if part["type"] == "image_url"]
            if shown:
                message["attachments"] = [{"contentString": part["image_url"]["url"]} for part in shown]
                said = [part["text"] for part in message["content"] if part["type"] == "text"]
                message["content"] = "\n".join(said)
    return payload


def never_null(schema: Schema) -> Schema:
    """No null among types and alternatives."""
    found = dict(schema)
    if isinstance(found.get("type"), list):
        kinds = [kind for kind in found["type"] if kind != "null"]
        found["type"] = kinds[0] if len(kinds) == 1 else kinds
    if isinstance(found.get("anyOf"), list):
        kept = [one for one in found["anyOf"] if one != {"type": "null"}]
        rest = {key: value for key, value in found.items() if key != "anyOf"}
        found = {**rest, **kept[0]} if len(kept) == 1 and isinstance(kept[0], dict) else {**found, "anyOf": kept}
    return found


def no_reasoning(payload: Any, given: Conversation) -> Any:
    return remove(payload, *(item for item in messages(payload) if item.get("type") == "reasoning"))


def text_of(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content or () if part.get("type") == "text")


def system_joined(payload: Any, given: Conversation) -> Any:
    """The system texts that lead stand in front of the user's first word, with nothing between."""
    items = messages(payload)
    lead: list[Any] = []
    while items and items[0].get("role") == "system":
        lead.append(items.pop(0))
    if lead and items and items[0].get("role") == "user":
        first = "".join(text_of(message) for message in lead)
        content = items[0]["content"]
        if isinstance(content, list) and content and content[0].get("type") == "text":
            content[0]["text"] = first + content[0]["text"]
            return payload
    items[:0] = lead
    return payload


def no_failed_results(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload):
        if isinstance(turn["content"], list):
            turn["content"] = [block for block in turn["content"] if not block.get("is_error")]
    return remove(payload, *(turn for turn in by("user", payload) if turn["content"] == []))


def no_thoughts_beside_calls(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if message.get("tool_calls"):
            message.pop("reasoning_content", None)
            message.pop("reasoning", None)
    return payload


def and_a_user(conversation: Conversation) -> Conversation:
    last = conversation.messages[-1] if conversation.messages else None
    if last is None or last.role != "assistant" or of(ToolUse, last) or not of(Text, last):
        return conversation
    return saying(conversation, (*conversation.messages, Message("user", "user", (Text(MARK),))))


def without_the_mark(payload: Any, given: Conversation) -> Any:
    marked = [each for each in by("user", payload) if any(MARK in str(node.get("text")) for node in nodes(each))]
    return remove(payload, *marked, *(each for each in by("user", payload) if each.get("content") == MARK))


TABLE = (
    Planted(
        "langchain4j-2785",
        "what was said before is JSON in one text of the user's",
        "openai anthropic gemini",
        meant("langchain4j-2785"),
        hears=one_json,
        scenarios=("chat",),
    ),
    Planted(
        "xuan-192",
        "texts beside calls are gone",
        "gemini anthropic openai bedrock",
        meant("xuan-192"),
        hears=no_texts_beside_calls,
    ),
    Planted(
        "xuan-191",
        "turns of several parts are gone",
        "anthropic gemini openai",
        meant("xuan-191"),
        hears=only_one_text,
    ),
    Planted(
        "speakmcp-1037",
        "the assistant's word is sent last",
        "openrouter anthropic",
        meant("speakmcp-1037", "anthropic.no-prefill"),
        hears=and_a_user,
        sends=without_the_mark,
    ),
    Planted(
        "anything-llm-6295",
        "images of earlier turns are gone, and a key of the application's stands there",
        "zhipu openai moonshot",
        meant("anything-llm-6295"),
        sends=images_of_the_last_turn,
    ),
    Planted(
        "crewai-4579",
        "null is no type and no alternative",
        "openai anthropic gemini bedrock",
        meant("crewai-4579"),
        hears=each(never_null),
    ),
    Planted(
        "speech-to-speech-519",
        "no reasoning item comes back",
        "openai-responses",
        meant("speech-to-speech-519"),
        sends=no_reasoning,
    ),
    Planted(
        "litellm-3115",
        "the system text stands in front of the user's, with nothing between",
        "cohere openai mistral",
        meant("litellm-3115"),
        sends=system_joined,
    ),
    Planted(
        "vercel-ai-10819",
        "failed results are gone",
        "anthropic",
        meant("vercel-ai-10819"),
        sends=no_failed_results,
    ),
    Planted(
        "rig-1459",
        "thoughts beside calls are gone",
        "deepseek moonshot vllm groq",
        meant("rig-1459"),
        sends=no_thoughts_beside_calls,
    ),
)
