"""Calls, results, texts, thoughts and names of the eleventh collection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages
from planted.collected import meant
from planted.conversations import MARK, by_block, by_message, by_result, inside, of, saying
from planted.drawn.returned import raises_on
from planted.further.withheld import under_another_key
from planted.lately.shown import not_shown
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Media,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

TOLD = '[Historical context: a different model called tool "{}" with arguments: {}. Do not mimic this format.]'


def plans(change: Callable[[dict[str, Any], str], None]) -> Callable[[Any, Conversation], Any]:
    """Cohere's messages, each plan changed."""

    def sent(payload: Any, given: Conversation) -> Any:
        for message in messages(payload):
            if "tool_plan" in message:
                change(message, message.pop("tool_plan"))
        return payload

    return sent


def as_content(message: dict[str, Any], plan: str) -> None:
    message["content"] = [*message.get("content", []), {"type": "text", "text": plan}]


def no_names_of_users(payload: Any, given: Conversation) -> Any:
    for message in by("user", payload):
        message.pop("name", None)
    return payload


def under_the_firsts_name(conversation: Conversation) -> Conversation:
    """All that assistants say is the first one's."""
    names = [message.name for message in conversation.messages if message.role == "assistant"]
    return by_message(
        conversation, lambda m: [replace(m, name=names[0]) if m.role == "assistant" and not of(ToolResult, m) else m]
    )


def names_as_given(payload: Any, given: Conversation) -> Any:
    odd = {re.sub(r"[^a-zA-Z0-9_-]+", "_", message.name): message.name for message in given.messages}
    for message in messages(payload):
        if "name" in message:
            message["name"] = odd.get(message["name"], message["name"])
    return payload


def signed(part: dict[str, Any]) -> bool:
    return bool({"thought_signature", "thoughtSignature"} & {*part})


def call_of(part: dict[str, Any]) -> Any:
    return part.get("function_call") or part.get("functionCall")


def unsigned_behind(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Any, Conversation], Any]:
    """Of a turn with a signed call those that have no signature."""

    def sent(payload: Any, given: Conversation) -> Any:
        for turn in messages(payload):
            calls = [part for part in turn["parts"] if call_of(part)]
            if any(signed(part) for part in calls):
                turn["parts"] = [change(part) if call_of(part) and not signed(part) else part for part in turn["parts"]]
        return payload

    return sent


def told(part: dict[str, Any]) -> dict[str, Any]:
    return {"text": TOLD.format(call_of(part)["name"], json.dumps(call_of(part).get("args", {})))}


def empty_reasoning(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if "reasoning" not in message:
            message["reasoning_content"] = ""
    return payload


def opaque_marked(conversation: Conversation) -> Conversation:
    """Before a message with opaque thoughts stands one of the user's."""

    def heard(message: Message) -> list[Message]:
        opaque = of(RedactedThinking, message) or any(thought.signature for thought in of(Thinking, message))
        return [*([Message("user", "user", (Text(MARK),))] if opaque else []), message]

    return by_message(conversation, heard)


def without_any_content(payload: Any, given: Conversation) -> Any:
    for message in by("user", payload):
        if MARK in str(message.get("content")):
            del message["content"]
    return payload


def silent_beside_one_call(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Text) and len(of(ToolUse, message)) == 1 else [block]

    return by_block(conversation, kept)


def part_of(item: Any) -> dict[str, str]:
    if isinstance(item, Text):
        return {"type": "input_text", "text": item.text}
    source = item.source
    url = f"data:{source.media_type};base64,{source.data}" if isinstance(source, Base64Source) else source.url
    return {"type": "input_image", "image_url": url}


def parts_as_json(result: ToolResult) -> ToolResult:
    return replace(result, output=json.dumps([part_of(item) for item in inside(result)])) if inside(result) else result


def thoughts_of_the_last_round(conversation: Conversation) -> Conversation:
    rounds = [i for i, message in enumerate(conversation.messages) if of(ToolUse, message)]
    gone = {*rounds[:-1]}
    return saying(
        conversation,
        (
            replace(
                m, blocks=tuple(b for b in m.blocks if i not in gone or not isinstance(b, Thinking | RedactedThinking))
            )
            for i, m in enumerate(conversation.messages)
        ),
    )


def is_silent(message: Message) -> bool:
    said = any(text.text.strip() for text in of(Text, message))
    return message.role == "assistant" and not said and not of((ToolUse, ToolResult, Media, Thinking), message)


def silent_marked(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda m: [replace(m, blocks=(Text(MARK),)) if is_silent(m) else m])


def silent_sent(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if MARK in str(message.get("content")):
            message["content"] = ""
    return payload


TABLE = (
    Planted(
        "vercel-ai-5794",
        "what is said beside calls is content",
        "cohere",
        meant("vercel-ai-5794"),
        sends=plans(as_content),
    ),
    Planted(
        "tldw-690",
        "what is said beside calls is dropped",
        "cohere",
        meant("tldw-690"),
        sends=plans(lambda message, plan: None),
    ),
    Planted(
        "picoclaw-2714",
        "users have no names",
        "openai",
        meant("picoclaw-2714"),
        sends=no_names_of_users,
    ),
    Planted(
        "agent-framework-1413",
        "all that assistants say is the first one's",
        "openai anthropic gemini ollama",
        meant("agent-framework-1413"),
        hears=under_the_firsts_name,
        scenarios=("multiagent",),
    ),
    Planted(
        "agentscope-java-2352",
        "names go out as they are",
        "openai",
        meant("agentscope-java-2352"),
        sends=names_as_given,
    ),
    Planted(
        "pi-1406",
        "unsigned calls beside a signed one are told",
        "gemini",
        meant("pi-1406"),
        sends=unsigned_behind(told),
    ),
    Planted(
        "agno-8999",
        "a call without arguments raises",
        "ollama openai anthropic gemini",
        meant("agno-8999"),
        acts=raises_on(
            lambda conversation: [
                call for message in conversation.messages for call in of(ToolUse, message) if not call.input
            ],
            "Expecting value: line 1 column 1 (char 0)",
        ),
    ),
    Planted(
        "req-llm-772",
        "reasoning goes out as reasoning_content",
        "groq",
        meant("req-llm-772"),
        sends=under_another_key,
    ),
    Planted(
        "cherry-studio-12153",
        "assistants' messages without a thought have an empty reasoning_content",
        "groq",
        meant("cherry-studio-12153"),
        sends=empty_reasoning,
    ),
    Planted(
        "llm-gateway-2721",
        "an opaque thought is a user's message without content",
        "openai moonshot deepseek",
        meant("llm-gateway-2721"),
        hears=opaque_marked,
        sends=without_any_content,
        scenarios=("chat",),
    ),
    Planted(
        "opencode-38614",
        "redacted thoughts are dropped",
        "anthropic",
        meant("opencode-38614"),
        hears=not_shown(RedactedThinking),
    ),
    Planted(
        "autogen-6295",
        "what is said beside a single call is dropped",
        "openai anthropic gemini bedrock cohere ollama openai-responses",
        meant("autogen-6295"),
        hears=silent_beside_one_call,
    ),
    Planted(
        "litellm-36197",
        "reasoning is dropped",
        "bedrock anthropic",
        meant("litellm-36197", "anthropic.*"),
        hears=not_shown(Thinking, RedactedThinking),
    ),
    Planted(
        "llmgateway-2134",
        "a result of several parts is told as their JSON",
        "openai anthropic gemini bedrock",
        meant("llmgateway-2134"),
        hears=lambda conversation: by_result(conversation, parts_as_json),
    ),
    Planted(
        "bike4mind-2003",
        "thoughts before calls are dropped but in the last round",
        "bedrock anthropic",
        meant("bike4mind-2003", "anthropic.*"),
        hears=thoughts_of_the_last_round,
    ),
    Planted(
        "astrbot-7200",
        "a turn of the assistant's that says nothing goes out with an empty text",
        "moonshot",
        meant("astrbot-7200"),
        hears=silent_marked,
        sends=silent_sent,
    ),
)
