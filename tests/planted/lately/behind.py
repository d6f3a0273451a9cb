"""Fifteen more of the tenth collection, drawn when the classes of the others were closed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, of_type, take_out
from planted.collected import meant
from planted.conversations import MARK, by_block, by_message, inside, of, saying
from planted.drawn.handed_on import thoughts_and_calls
from planted.drawn.relayed import of_the_users
from planted.drawn.returned import marked
from planted.faults.turns import without_marked
from planted.further.arguments import EVERY
from planted.lately.declared import asked, sent
from planted.planted import Planted, first

from pytest_promptfmt.conversation import (
    Audio,
    Block,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    Text,
    ToolResult,
    ToolUse,
    Video,
)

PICTURE = {"type": "input_image", "image_url": "https://example.com/one.png"}
NONE: dict[str, Any] = {"type": "OBJECT", "properties": {}, "required": []}


def the_first_128(conversation: Conversation) -> Conversation:
    return replace(conversation, tools=conversation.tools[:128])


def says_nothing(message: Message) -> bool:
    words = any(text.text.strip() for text in of(Text, message))
    return message.role == "assistant" and not words and not of((ToolUse, ToolResult, Media), message)


def silence_marked(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda m: [replace(m, blocks=(Text(MARK),)) if says_nothing(m) else m])


def no_parts(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload):
        if turn["parts"] == [{"text": MARK}]:
            turn["parts"] = []
    return payload


def pictures_marked(conversation: Conversation) -> Conversation:
    def told(block: Block, message: Message) -> list[Block]:
        return [Text(MARK)] if isinstance(block, Image) and message.role == "assistant" else [block]

    return by_block(conversation, told)


def pictures_as_input(payload: Any, given: Conversation) -> Any:
    for item in by("assistant", payload):
        content = item.get("content")
        texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content or []]
        if MARK in "".join(texts):
            said = [text.replace(MARK, "").strip() for text in texts]
            item["content"] = [*({"type": "output_text", "text": text} for text in said if text), dict(PICTURE)]
    return payload


def is_nothing_known(result: ToolResult) -> bool:
    items = inside(result)
    return isinstance(result.output, tuple) and all(isinstance(item, Document | Audio | Video) for item in items)


def failed_blank(result: ToolResult) -> bool:
    return result.is_error and not result.output_text.strip() and not result.output_media


def without_content(payload: Any, given: Conversation) -> Any:
    for block in of_type("tool_result", payload):
        if MARK in str(block.get("content")):
            block["content"] = ""
    return payload


def an_empty_list(payload: Any, given: Conversation) -> Any:
    request = payload if isinstance(payload, dict) else {"messages": payload}
    return request if given.tools else {**request, "tools": []}


def words_of_the_assistants(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        beside = message.role == "assistant" and bool(of(Text, message))
        return [] if isinstance(block, Media) and beside else [block]

    return by_block(conversation, kept)


def no_images_beside_results(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Image) and of(ToolResult, message) else [block]

    return by_block(conversation, kept)


def none_since_the_last_word(payload: Any, given: Conversation) -> Any:
    found = messages(payload)
    last = max((i for i, message in enumerate(found) if message.get("role") == "user"), default=0)
    for message in found[last:]:
        if message.get("tool_calls"):
            for key in ("reasoning", "reasoning_content"):
                message.pop(key, None)
    return payload


def none_before_calls(payload: Any, given: Conversation) -> Any:
    take_out([thought for thought, _ in thoughts_and_calls(payload)], payload)
    return payload


def rows_of_words(conversation: Conversation) -> Conversation:
    """Messages in a row of one role, none of which calls or answers, are one text."""
    new: list[Message] = []
    for message in conversation.messages:
        before = new[-1] if new else None
        if (
            before is None
            or before.role != message.role
            or any(of((ToolUse, ToolResult), each) for each in (before, message))
        ):
            new.append(message)
        else:
            new[-1] = replace(before, blocks=(Text(f"{before.text}\n\n{message.text}"),))
    return saying(conversation, new)


TABLE = (
    Planted(
        "omniroute-9132",
        "of tools the first 128 are on offer",
        "openai",
        meant("omniroute-9132"),
        hears=the_first_128,
    ),
    Planted(
        "cherry-studio-16206",
        "an assistant's message that says and calls nothing has no parts",
        "gemini",
        meant("cherry-studio-16206"),
        hears=silence_marked,
        sends=no_parts,
    ),
    Planted(
        "lobehub-14497",
        "an image of the assistant's is an input_image",
        "openai-responses",
        meant("lobehub-14497"),
        hears=pictures_marked,
        sends=pictures_as_input,
    ),
    Planted(
        "smolagents-2229",
        "parameters that are none are an empty object",
        "gemini",
        meant("smolagents-2229"),
        sends=sent(lambda schema: None if asked(schema) or "anyOf" in schema else dict(NONE)),
    ),
    Planted(
        "litellm-38237",
        "a result that is an empty list, or of papers or recordings alone, is dropped",
        first("openai", EVERY),
        meant("litellm-38237"),
        hears=marked(is_nothing_known),
        writes=without_marked,
    ),
    Planted(
        "oh-my-pi-2250",
        "a failed result of white space alone has no content",
        "anthropic",
        meant("oh-my-pi-2250"),
        hears=marked(failed_blank),
        sends=without_content,
    ),
    Planted(
        "tome-87",
        "where no tools are on offer an empty list of them is sent",
        "deepseek",
        meant("tome-87"),
        sends=an_empty_list,
    ),
    Planted(
        "synaplan-1596",
        "what the assistant showed beside a text is dropped",
        "gemini",
        meant("synaplan-1596"),
        hears=words_of_the_assistants,
    ),
    Planted(
        "zeph-6376",
        "images beside a result in its message are dropped",
        "ollama openai",
        meant("zeph-6376"),
        hears=no_images_beside_results,
    ),
    Planted(
        "unsloth-8581",
        "since the user's last word reasoning before calls is not sent",
        "vllm deepseek moonshot",
        meant("unsloth-8581"),
        sends=none_since_the_last_word,
    ),
    Planted(
        "tanstack-1266",
        "the reasoning item right before a call is dropped",
        "openai-responses",
        meant("tanstack-1266"),
        sends=none_before_calls,
    ),
    Planted(
        "rig-1130",
        "results are the user's messages",
        "mistral",
        meant("rig-1130"),
        sends=of_the_users,
    ),
    Planted(
        "aihub-806",
        "messages in a row of one role are one text of theirs",
        "openai anthropic",
        meant("aihub-806"),
        hears=rows_of_words,
    ),
)
