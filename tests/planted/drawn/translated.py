"""A second sample of gateways and of other languages, drawn when the classes of the first were closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages
from planted.collected import meant
from planted.conversations import MARK, by_message, of, saying
from planted.drawn.offered import GONE, without_what_is_gone
from planted.drawn.returned import raises_on
from planted.drawn.spoken import marked_as_empty
from planted.faults.exchanges import nothing_beside_results
from planted.faults.joins import raw_ids
from planted.faults.offers import Schema, with_tools
from planted.faults.sanitised import beside, narrowed
from planted.faults.speakers import the_last
from planted.further.arguments import EVERY
from planted.further.results import IMAGES
from planted.further.rounds import silent_where_it_calls
from planted.further.withheld import in_messages, in_results
from planted.planted import Planted, first
from support.google_schema import google
from support.offers import holders, within

from pytest_promptfmt.conversation import (
    Conversation,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def no_thoughts_behind_results(said: Conversation, given: Conversation) -> Conversation:
    """What a turn right behind results thinks is dropped."""
    new: list[Message] = []
    for before, message in zip((None, *said.messages), said.messages, strict=False):
        kept = message.blocks
        if before and of(ToolResult, before) and message.role == "assistant":
            kept = tuple(block for block in kept if not isinstance(block, Thinking | RedactedThinking))
        new += [replace(message, blocks=kept)] if kept or not message.blocks else []
    return saying(said, new)


def last_words_cached(payload: Any, given: Conversation) -> Any:
    """The user's last text has what Anthropic's caches know."""
    for message in by("user", payload)[-1:]:
        parts = message.get("content")
        texts = [part for part in parts if part.get("type") == "text"] if isinstance(parts, list) else []
        for part in texts[-1:]:
            part["cache_control"] = {"type": "ephemeral"}
    return payload


def run_together(conversation: Conversation) -> Conversation:
    """The texts of a turn of the assistant's are one, with nothing between them."""

    def joined(message: Message) -> list[Message]:
        texts = of(Text, message)
        if message.role != "assistant" or len(texts) < 2:
            return [message]
        whole = Text("".join(text.text for text in texts))
        blocks = (whole if block is texts[0] else block for block in message.blocks)
        rest = tuple(block for block in blocks if not any(block is text for text in texts[1:]))
        return [replace(message, blocks=rest)]

    return by_message(conversation, joined)


def list_or_null(schema: Schema) -> Schema:
    """A list that may be null is an alternative that holds nothing, what it holds beside it."""
    if isinstance(schema.get("type"), list) and "array" in schema["type"]:
        return {"type": GONE, "anyOf": [{"type": "ARRAY"}]}
    return {}


def where(wanted: Callable[[Schema], bool]) -> Callable[[Any, Conversation], Any]:
    """Gemini's ``parameters``, in as few words as are given, where a schema has what is `wanted`."""

    def send(payload: Any) -> None:
        for holder, key in holders(payload):
            if any(wanted(node) for node in within(holder[key])):
                holder["parameters"] = google(holder.pop(key))

    return with_tools(send)


def is_bare(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "array" and "items" not in schema


def has_a_bare_option(schema: Schema) -> bool:
    return any(is_bare(option) for key in ("anyOf", "oneOf") for option in schema.get(key, ()))


def holds_lists_of_anything(schema: Schema) -> bool:
    inner = schema.get("items")
    return isinstance(inner, dict) and inner.get("type") == "array" and inner.get("items") == {}


def is_of_no_type(schema: Schema) -> bool:
    return not {"type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"} & {*schema}


def has_properties_of_another_type(schema: Schema) -> bool:
    return isinstance(schema.get("type"), str) and schema["type"] != "object" and "properties" in schema


def later_marked(conversation: Conversation) -> Conversation:
    """System text behind what somebody said is the user's, with a mark."""
    said = False
    new: list[Message] = []
    for message in conversation.messages:
        if message.role == "system" and said and of(Text, message) == [*message.blocks]:
            message = Message("user", "user", (Text(MARK), *message.blocks))
        said = said or message.role != "system"
        new.append(message)
    return saying(conversation, new)


def marked_as_the_systems(payload: Any, given: Conversation) -> Any:
    for message in by("user", payload):
        if isinstance(message["content"], list) and message["content"][:1] == [{"type": "text", "text": MARK}]:
            message |= {"role": "system", "content": message["content"][1:]}
    return payload


def without_its_last_word(conversation: Conversation) -> Conversation:
    """Words of the assistant's that stand last are dropped."""
    kept = list(conversation.messages)
    while len(kept) > 1 and kept[-1].role == "assistant" and not of(ToolUse, kept[-1]) and of(Text, kept[-1]):
        kept.pop()
    return saying(conversation, kept)


def before_a_bar(payload: Any, given: Conversation) -> Any:
    """An id is what stands before the bar in it."""
    for message in messages(payload):
        for call in message.get("tool_calls", []):
            call["id"] = call["id"].partition("|")[0]
        if "tool_call_id" in message:
            message["tool_call_id"] = message["tool_call_id"].partition("|")[0]
    return payload


def untyped(conversation: Conversation) -> bool:
    inner = (node for tool in conversation.tools for node in within(dict(tool.parameters)))
    return any(is_of_no_type(node) for node in inner)


def marked_where(wanted: Callable[[Any], bool]) -> Callable[[Conversation], Conversation]:
    """A mark in the place of a turn of the assistant's of nothing but blocks that are `wanted`."""

    def marked(message: Message) -> list[Message]:
        alone = message.role == "assistant" and message.blocks and all(wanted(block) for block in message.blocks)
        return [replace(message, blocks=(Text(MARK),)) if alone else message]

    return lambda conversation: by_message(conversation, marked)


def marked_as_blank(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload):
        if turn["content"] == [{"type": "text", "text": MARK}]:
            turn["content"] = [{"type": "text", "text": ""}]
    return payload


TABLE = (
    Planted(
        "dotcraft-151",
        "what a turn right behind results thinks is dropped",
        "openai-responses anthropic bedrock deepseek",
        meant("dotcraft-151"),
        writes=no_thoughts_behind_results,
    ),
    Planted(
        "agc-229",
        "what a turn says beside its calls is dropped",
        first("anthropic", EVERY),
        meant("agc-229"),
        writes=silent_where_it_calls,
    ),
    Planted(
        "new-api-5991",
        "the user's last text has what Anthropic's caches know",
        "openai mistral",
        meant("new-api-5991"),
        sends=last_words_cached,
    ),
    Planted(
        "claudex-8",
        "beside results nothing is said or shown",
        first("openai-responses", EVERY),
        meant("claudex-8"),
        hears=nothing_beside_results,
    ),
    Planted(
        "openclaw-115743",
        "the texts of a turn of the assistant's are run together",
        "openrouter groq deepseek",
        meant("openclaw-115743"),
        hears=run_together,
    ),
    Planted(
        "opencode-48073",
        "a list that may be null holds nothing, what it holds stands beside",
        "gemini",
        meant("opencode-48073"),
        sends=narrowed(without_what_is_gone(beside(list_or_null))),
    ),
    Planted(
        "adk-js-75",
        "a schema without a type raises",
        "gemini openai anthropic",
        meant("adk-js-75"),
        acts=raises_on(untyped, "Cannot read properties of undefined (reading 'toLowerCase')"),
    ),
    Planted(
        "backstage-34038",
        "an alternative that is a list of it is not said what goes out as it is",
        "gemini",
        meant("backstage-34038"),
        sends=where(has_a_bare_option),
    ),
    Planted(
        "cliproxy-5292",
        "a list of it is not said what goes out as it is",
        "gemini",
        meant("cliproxy-5292"),
        sends=where(is_bare),
    ),
    Planted(
        "opencode-11888",
        "what is no object keeps its properties",
        "gemini",
        meant("opencode-11888"),
        sends=where(has_properties_of_another_type),
    ),
    Planted(
        "opencode-11952",
        "a list of lists of anything is a list of lists of it is not said what",
        "gemini",
        meant("opencode-11952"),
        sends=where(holds_lists_of_anything),
    ),
    Planted(
        "portkey-457",
        "of several system messages only the last is sent",
        first("anthropic", EVERY),
        meant("portkey-457"),
        hears=the_last,
    ),
    Planted(
        "inbox-zero-1642",
        "later system text is a message of the system's",
        "anthropic",
        meant("inbox-zero-1642"),
        hears=later_marked,
        sends=marked_as_the_systems,
        scenarios=("chat",),
    ),
    Planted(
        "mimo-code-1703",
        "words of the assistant's that stand last are dropped",
        first("bedrock", EVERY),
        meant("mimo-code-1703"),
        hears=without_its_last_word,
    ),
    Planted("kimi-code-327", "ids go out as they are", "anthropic", meant("kimi-code-327"), sends=raw_ids),
    Planted(
        "pi-6854",
        "of an id what stands before a bar is sent",
        "openai deepseek",
        meant("pi-6854"),
        sends=before_a_bar,
    ),
    Planted(
        "web-to-app-372", "images in results are dropped", IMAGES, meant("web-to-app-372"), hears=in_results(Image)
    ),
    Planted(
        "edgequake-llm-4",
        "the user's images are dropped",
        first("openai", IMAGES),
        meant("edgequake-llm-4"),
        hears=in_messages(Image),
    ),
    Planted(
        "vercel-ai-18452",
        "a turn of nothing but unsigned thoughts has no content",
        "bedrock",
        meant("vercel-ai-18452"),
        hears=marked_where(lambda block: isinstance(block, Thinking) and not block.signature),
        sends=marked_as_empty,
    ),
    Planted(
        "aura-677",
        "a turn of nothing but thoughts is an empty text",
        "anthropic",
        meant("aura-677"),
        hears=marked_where(lambda block: isinstance(block, Thinking | RedactedThinking)),
        sends=marked_as_blank,
    ),
    Planted(
        "vercel-ai-15248",
        "a turn of empty texts has no content",
        "bedrock",
        meant("vercel-ai-15248"),
        hears=marked_where(lambda block: isinstance(block, Text) and not block.text),
        sends=marked_as_empty,
    ),
)
