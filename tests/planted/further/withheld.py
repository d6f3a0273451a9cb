"""Thoughts, media and names that do not come along, by what they are and where they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages
from planted.conversations import by_block, by_message, by_result, inside
from planted.faults.replays import FOUND, rewritten
from planted.faults.replays import without as without_thoughts
from planted.faults.speakers import EVERY as BY_TEXT
from planted.faults.speakers import the_last
from planted.faults.thoughts import raises_on_thoughts, unsigned_calls
from planted.further.results import IMAGES
from planted.further.words import VOICES
from planted.planted import FURTHER, Planted, first

from pytest_promptfmt.conversation import (
    Audio,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    Thinking,
    ToolResult,
    Video,
)

SHOWN = ("fidelity.lost-media",)


def in_results(*kinds: Any) -> Callable[[Conversation], Conversation]:
    """Media of these kinds are dropped from results; one of nothing else is empty."""

    def fewer(result: ToolResult) -> ToolResult:
        kept = tuple(item for item in inside(result) if not isinstance(item, kinds))
        return result if kept == inside(result) else replace(result, output=kept or "")

    return lambda conversation: by_result(conversation, fewer)


def in_messages(*kinds: Any, roles: tuple[str, ...] = ("user",)) -> Callable[[Conversation], Conversation]:
    """Media of these kinds are dropped from messages of these roles, not from results."""

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, kinds) and message.role in roles else [block]

    return lambda conversation: by_block(conversation, kept)


def nowhere(conversation: Conversation) -> Conversation:
    """No image at all."""
    return in_results(Image)(in_messages(Image, roles=("user", "assistant", "system"))(conversation))


def silent(thought: Thinking, message: Message) -> list[Block]:
    return [] if thought.signature and not thought.thinking.strip() else [thought]


def without_keys(*keys: str, calling: bool = False) -> Callable[[Any, Conversation], Any]:
    """An assistant's messages have none of these keys; with `calling` those alone that call."""

    def send(payload: Any, given: Conversation) -> Any:
        for message in by("assistant", payload):
            for key in keys if message.get("tool_calls") or not calling else ():
                message.pop(key, None)
        return payload

    return send


def encrypted_alone(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        details = message.get("reasoning_details", [])
        kept = [detail for detail in details if detail["type"] == "reasoning.encrypted"]
        if kept != details:
            message["reasoning_details"] = kept
            if not kept:
                del message["reasoning_details"]
    return payload


def under_another_key(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if "reasoning" in message:
            message["reasoning_content"] = message.pop("reasoning")
    return payload


def empty_for_one_that_does_not_think(payload: Any, given: Conversation) -> Any:
    turns = by("assistant", payload)
    if not turns or any("reasoning" in turn for turn in turns):
        return payload
    for turn in turns:
        turn["reasoning"] = ""
    request = payload if isinstance(payload, dict) else {"messages": payload}
    return {"model": "moonshotai/kimi-k2-instruct", **request}


def nameless(conversation: Conversation) -> Conversation:
    """Everybody is called by his role."""
    return by_message(conversation, lambda message: [replace(message, name=message.role)])


def all_by_the_one_who_speaks(conversation: Conversation) -> Conversation:
    name = conversation.speaker

    def named(message: Message) -> list[Message]:
        return [replace(message, name=name) if name and message.role == "assistant" else message]

    return by_message(conversation, named)


TABLE = (
    Planted(
        "langchain4j-6244",
        "a signed thought without a text is dropped",
        "anthropic bedrock",
        FOUND,
        writes=rewritten(silent),
    ),
    Planted(
        "langgraph4j-361",
        "the signature of a call is dropped",
        "gemini openrouter",
        ("*.thought-signature", "fidelity.unsigned-call", "openrouter.*"),
        hears=unsigned_calls,
    ),
    Planted("pi-989", "plain reasoning is dropped", "openrouter", ("openrouter.*", *FOUND), sends=encrypted_alone),
    Planted(
        "langchainjs-11577",
        "reasoning is dropped",
        "openrouter",
        ("openrouter.*", *FOUND),
        sends=without_keys("reasoning_details", "reasoning"),
    ),
    Planted(
        "continue-11600",
        "reasoning before a call is dropped",
        "moonshot",
        ("moonshot.*", *FOUND),
        sends=without_keys("reasoning_content", calling=True),
    ),
    Planted(
        "9router-1548",
        "thoughts are dropped",
        first("minimax", "deepseek moonshot openrouter"),
        ("minimax.*", *FOUND),
        writes=without_thoughts(lambda thought, message: True),
    ),
    Planted(
        "freellmapi-1070",
        "reasoning is reasoning_content",
        "groq",
        ("groq.*", "schema.*"),
        sends=under_another_key,
    ),
    Planted(
        "vercel-ai-8057",
        "an empty reasoning goes to a model that does not think",
        "groq",
        ("groq.*", "schema.*"),
        sends=empty_for_one_that_does_not_think,
    ),
    Planted("rig-1386", "a thought raises", "mistral", ("exchange.raised", "errors.unclear"), acts=raises_on_thoughts),
    Planted(
        "kimi-code-632",
        "recordings and videos in results are dropped",
        "openai gemini",
        SHOWN,
        hears=in_results(Audio, Video),
    ),
    Planted(
        "hermes-agent-64556",
        "documents and recordings in results are dropped",
        "anthropic bedrock gemini openai",
        SHOWN,
        hears=in_results(Audio, Document),
    ),
    Planted("goose-6983", "images of the user's are dropped", first("gemini", IMAGES), SHOWN, hears=in_messages(Image)),
    Planted("ferro-143", "images are dropped", first("anthropic", IMAGES), SHOWN, hears=nowhere),
    Planted("9router-912", "recordings are dropped", "gemini openai openrouter", SHOWN, hears=in_messages(Audio)),
    Planted(
        "model-hotel-921",
        "documents are dropped",
        "gemini anthropic bedrock openai",
        SHOWN,
        hears=in_messages(Document),
    ),
    Planted(
        "9router-3972",
        "of several system messages only the last is sent",
        first("gemini", f"{BY_TEXT} {FURTHER}"),
        ("fidelity.lost-text",),
        hears=the_last,
    ),
    Planted(
        "marinara-4726",
        "speakers are called by their roles",
        "openai",
        VOICES,
        hears=nameless,
        scenarios=("multiagent",),
    ),
    Planted(
        "ai-agents-68",
        "all agents have the name of the one who speaks",
        first("openai", f"{BY_TEXT} {FURTHER}"),
        VOICES,
        hears=all_by_the_one_who_speaks,
        scenarios=("multiagent",),
    ),
)
