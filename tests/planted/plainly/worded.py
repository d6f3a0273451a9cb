"""Texts, thoughts, system text, speakers and windows of the thirteenth collection."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import by, calling, messages, nodes, of_type, remove
from planted.collected import meant
from planted.conversations import by_message
from planted.drawn.listed import any_message
from planted.planted import Formatter, Planted
from support.truncating import NothingFits

from pytest_promptfmt.conversation import Conversation


def as_reasoning_content(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if "reasoning" in message:
            message["reasoning_content"] = message.pop("reasoning")
    return payload


def unsigned_behind_others(payload: Any, given: Conversation) -> Any:
    """A call that is not the first part of its turn has no signature."""
    for turn in by("model", payload):
        for part in turn["parts"][1:]:
            if "function_call" in part:
                part.pop("thought_signature", None)
    return payload


def text_first(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload):
        blocks = turn["content"]
        texts = [block for block in blocks if block.get("type") == "text"]
        if texts and of_type("thinking", [turn]):
            turn["content"] = [texts[0], *(block for block in blocks if block is not texts[0])]
    return payload


def system_as_user(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda m: [replace(m, role="user", name="user") if m.role == "system" else m])


def empty_text_beside_calls(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        if not message.get("content"):
            message["content"] = [{"type": "text", "text": ""}]
    for turn in by("assistant", payload):
        blocks = turn.get("content")
        if isinstance(blocks, list) and {block["type"] for block in blocks} == {"tool_use"}:
            blocks.insert(0, {"type": "text", "text": ""})
    return payload


def text_beside_calls_as_json(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        content = message.get("content") or ""
        if isinstance(content, str):
            message["content"] = json.dumps(content)
        else:
            for part in nodes(content):
                if isinstance(part.get("text"), str):
                    part["text"] = json.dumps(part["text"])
    return payload


def nothing_of_the_assistant(payload: Any, given: Conversation) -> Any:
    return remove(payload, *(each for each in by("assistant", payload) if not each.get("tool_calls")))


def first_that_fits(payload: Any, tries: Iterable[list[Any]], budget: int, count: Any) -> Any:
    """The payload with the first of these messages that fit."""
    for kept in tries:
        messages(payload)[:] = kept
        if count(payload) <= budget:
            return payload
    raise NothingFits(f"{budget} tokens hold nothing of the history")


def an_even_number(honest: Formatter) -> Formatter:
    """The newest four, then three and so on, until they fit; system text stays where it is outside."""

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        head = 1 if items and items[0].get("role") == "system" else 0
        lead, said = items[:head], items[head:]
        newest = ([*lead, *said[len(said) - kept :]] for kept in range(min(len(said), 4), 0, -1))
        return first_that_fits(payload, newest, budget, count)

    return format_


TABLE = (
    Planted(
        "workbuddy-37",
        "thoughts go out as reasoning_content",
        "groq vllm",
        meant("workbuddy-37", "vllm.*"),
        sends=as_reasoning_content,
    ),
    Planted(
        "cliproxy-4525",
        "a call behind something has no signature",
        "gemini",
        meant("cliproxy-4525"),
        sends=unsigned_behind_others,
    ),
    Planted(
        "claude-code-20711",
        "a turn's text stands before its thoughts",
        "anthropic",
        meant("claude-code-20711"),
        sends=text_first,
    ),
    Planted(
        "hajimi-290",
        "system text is the user's word",
        "gemini anthropic openai bedrock",
        meant("hajimi-290"),
        hears=system_as_user,
    ),
    Planted(
        "nanobot-748",
        "a turn that calls and says nothing has an empty text",
        "openrouter anthropic",
        meant("nanobot-748"),
        sends=empty_text_beside_calls,
    ),
    Planted(
        "flowise-3472",
        "the text of a turn that calls is JSON",
        "openai deepseek groq",
        meant("flowise-3472"),
        sends=text_beside_calls_as_json,
    ),
    Planted(
        "home-llm-384",
        "what the assistant said is nowhere",
        "ollama openai xai",
        meant("home-llm-384"),
        sends=nothing_of_the_assistant,
    ),
    Planted(
        "lossless-claw-1028",
        "what is left begins anywhere",
        "anthropic openai gemini",
        meant("lossless-claw-1028"),
        acts=any_message,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "flowise-2516",
        "the newest four",
        "anthropic openai",
        meant("flowise-2516"),
        acts=an_even_number,
        truncates="drop",
        scenarios=("chat",),
    ),
)
