"""Thoughts, texts, system text and windows of the sixteenth collection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.payloads import by, holding, messages
from planted.collected import meant
from planted.conversations import MARK, blocks, by_block, by_message, of
from planted.lately.labelled import MARKED
from planted.newly.worded import head, marked
from planted.plainly.worded import first_that_fits
from planted.planted import Formatter, Planted

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, Thinking, ToolResult, ToolUse

LONE = re.compile("[\ud800-\udfff]")


def last_thought(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        thoughts = of(Thinking, message)
        return [block] if not isinstance(block, Thinking) or block is thoughts[-1] else []

    return by_block(conversation, heard)


def text_last(payload: Any, given: Conversation) -> Any:
    """Of turns that think and call."""
    for turn in by("assistant", payload):
        kinds = {block["type"] for block in turn["content"]}
        if {"thinking", "tool_use"} <= kinds:
            turn["content"].sort(key=lambda block: block["type"] == "text")
    return payload


def thinks_alone(message: Message) -> bool:
    return bool(message.blocks) and len(of(Thinking, message)) == len(message.blocks)


def no_lone_thoughts(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda message: [] if thinks_alone(message) else [message])


def role_alone(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if message.get("reasoning_content") and not message.get("content") and not message.get("tool_calls"):
            for key in ("reasoning_content", "content"):
                message.pop(key, None)
    return payload


def null_thoughts(payload: Any, given: Conversation) -> Any:
    for node in holding("reasoningText", payload):
        if not node["reasoningText"].get("text"):
            node["reasoningText"]["text"] = None
    return payload


def to_kimi(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict) and holding("reasoningContent", payload):
        return payload | {"modelId": "moonshotai.kimi-k2.5"}
    return payload


def reasoning_behind(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    for n, (item, following) in enumerate(pairwise(list(items))):
        led = following.get("type") == "function_call" or following.get("role") == "assistant"
        if item.get("type") == "reasoning" and led:
            items[n], items[n + 1] = following, item
    return payload


def unsigned_as_texts(conversation: Conversation) -> Conversation:
    """Of turns of which another call is signed."""
    told: set[str] = set()
    for message in conversation.messages:
        if any(call.signature for call in of(ToolUse, message)):
            told |= {call.id for call in of(ToolUse, message) if not call.signature}

    def heard(block: Block, message: Message) -> list[Block]:
        if isinstance(block, ToolUse) and block.id in told:
            return [Text(f"[Called {block.name} with {json.dumps(dict(block.input))}]")]
        if isinstance(block, ToolResult) and block.id in told:
            return [Text(f"[Result: {block.output_text}]")]
        return [block]

    return by_block(conversation, heard) if told else conversation


def no_content(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload):
        if [block.get("text") for block in turn["content"]] == [MARK]:
            del turn["content"]
    return payload


def in_the_first_users(conversation: Conversation) -> Conversation:
    said = [message for message in conversation.messages if message.role == "system"]
    rest = [message for message in conversation.messages if message.role != "system"]
    texts = tuple(text for message in said for text in of(Text, message))
    if texts and rest and rest[0].role == "user":
        rest[0] = replace(rest[0], blocks=(*texts, *rest[0].blocks))
    return replace(conversation, messages=tuple(rest)) if texts and rest else conversation


def hidden_surrogates(conversation: Conversation) -> Conversation:
    """What has one says the mark, and its number."""
    lone = lone_texts(conversation)

    def heard(block: Block, message: Message) -> list[Block]:
        if isinstance(block, Text) and block.text in lone:
            return [Text(f"{MARK}{lone.index(block.text)}")]
        if isinstance(block, ToolResult) and block.output in lone:
            return [replace(block, output=f"{MARK}{lone.index(str(block.output))}")]
        return [block]

    return by_block(conversation, heard)


def lone_texts(conversation: Conversation) -> list[str]:
    results = (result.output for result in blocks(ToolResult, conversation))
    texts = (*(text.text for text in blocks(Text, conversation)), *results)
    return [text for text in texts if isinstance(text, str) and LONE.search(text)]


def lone_surrogates(payload: Any, given: Conversation) -> Any:
    for n, text in enumerate(lone_texts(given)):
        messages(payload)[:] = with_text(messages(payload), f"{MARK}{n}", text)
    return payload


def with_text(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: with_text(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [with_text(each, old, new) for each in value]
    return value.replace(old, new) if isinstance(value, str) else value


def an_empty_block_marked(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload)[-1:]:
        kinds = [block["type"] for block in turn["content"]]
        if kinds[:1] == ["tool_use"] and "text" not in kinds:
            turn["content"].insert(0, {"type": "text", "text": "", **MARKED})
    return payload


def cut(build: Callable[[list[Any], list[Any]], list[list[Any]]]) -> Callable[[Formatter], Formatter]:
    """Where all is too much, the first of what `build` makes of the lead and the rest that fits."""

    def acts(honest: Formatter) -> Formatter:
        def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
            payload = deepcopy(honest(conversation))
            if budget is None or count(payload) <= budget:
                return payload
            items = messages(payload)
            tries = build(items[: head(items)], items[head(items) :])
            return first_that_fits(payload, tries, budget, count)

        return format_

    return acts


def folded(lead: list[Any], rest: list[Any]) -> list[list[Any]]:
    """A summary, and the message that came last, be it a result."""
    return [[*lead, {"role": "user", "content": "Summary: the work goes on."}, *rest[-1:]]]


def word_summary_marker(lead: list[Any], rest: list[Any]) -> list[list[Any]]:
    asked = [message for message in rest if message.get("role") == "user"][-1:]
    said = {"role": "assistant", "content": "Summary: the work goes on."}
    return [[*lead, *asked, said, {"role": "system", "content": "The conversation was compacted. Continue."}]]


TABLE = (
    Planted(
        "agno-9924",
        "of a turn's thoughts the last is sent",
        "anthropic bedrock gemini",
        meant("agno-9924", "bedrock.*", "gemini.*", "fidelity.altered-thinking"),
        hears=last_thought,
    ),
    Planted(
        "mecatl-1481",
        "texts of turns that think stand behind their calls",
        "anthropic",
        meant("mecatl-1481"),
        sends=text_last,
    ),
    Planted(
        "xum-377",
        "turns that only think are gone",
        "anthropic bedrock",
        meant("xum-377", "bedrock.*"),
        hears=no_lone_thoughts,
    ),
    Planted(
        "jcode-321",
        "a turn that only thinks is a role and nothing else",
        "deepseek moonshot",
        meant("jcode-321", "moonshot.*"),
        sends=role_alone,
    ),
    Planted(
        "librechat-13888", "a thought of nothing is null", "bedrock", meant("librechat-13888"), sends=null_thoughts
    ),
    Planted("pi-1505", "to Kimi go thoughts", "bedrock", meant("pi-1505"), sends=to_kimi),
    Planted(
        "codex-33044",
        "a reasoning item stands behind what it led to",
        "openai-responses",
        meant("codex-33044"),
        sends=reasoning_behind,
    ),
    Planted(
        "pi-antigravity-22",
        "unsigned calls beside a signed one are texts",
        "gemini",
        meant("pi-antigravity-22"),
        hears=unsigned_as_texts,
    ),
    Planted(
        "ai-sdk-go-162",
        "a turn that says nothing has no content",
        "anthropic",
        meant("ai-sdk-go-162"),
        hears=marked("assistant"),
        sends=no_content,
    ),
    Planted(
        "browser-use-5664",
        "system text is in the user's first turn, if that is the first",
        "gemini anthropic",
        meant("browser-use-5664"),
        hears=in_the_first_users,
    ),
    Planted(
        "cherry-studio-20565",
        "lone surrogates go out",
        "deepseek openai anthropic",
        meant("cherry-studio-20565", "purity.not-json"),
        hears=hidden_surrogates,
        sends=lone_surrogates,
    ),
    Planted(
        "hermes-agent-1216",
        "before calls stands an empty block, marked for the cache",
        "anthropic",
        meant("hermes-agent-1216"),
        sends=an_empty_block_marked,
    ),
    Planted(
        "wayland-core-75",
        "a summary, and the message that is last",
        "deepseek openai",
        meant("wayland-core-75", "openai.*"),
        acts=cut(folded),
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "holmesgpt-1871",
        "a last word, a summary, and a system text behind",
        "vllm",
        meant("holmesgpt-1871"),
        acts=cut(word_summary_marker),
        truncates="summarise",
        scenarios=("chat",),
    ),
)
