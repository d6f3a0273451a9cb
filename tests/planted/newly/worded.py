"""Texts, thoughts, system text and windows of the fifteenth collection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import by, insert, messages, said
from planted.collected import meant
from planted.conversations import MARK, by_block, by_message, of
from planted.plainly.worded import first_that_fits
from planted.planted import Formatter, Planted
from support.truncating import NothingFits

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, Thinking, ToolResult, ToolUse


def says_nothing(message: Message) -> bool:
    return all(isinstance(block, Text) and not block.text.strip() for block in message.blocks)


def marked(*roles: str) -> Callable[[Conversation], Conversation]:
    """Who says nothing says the mark."""

    def heard(message: Message) -> list[Message]:
        void = message.role in roles and bool(message.blocks) and says_nothing(message)
        return [replace(message, blocks=(Text(MARK),))] if void else [message]

    return lambda conversation: by_message(conversation, heard)


def standing_for(text: str) -> Callable[[Any, Conversation], Any]:
    return lambda payload, given: said(payload, lambda each: each.replace(MARK, text))


def emptied(key: str) -> Callable[[Any, Conversation], Any]:
    """Whose only part is the mark holds nothing."""

    def send(payload: Any, given: Conversation) -> Any:
        for turn in messages(payload):
            if [part.get("text") for part in turn[key]] == [MARK]:
                turn[key] = []
        return payload

    return send


def said_in_a_string(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if MARK in str(message.get("content")):
            message["content"] = ""
    return payload


def an_empty_turn(payload: Any, given: Conversation) -> Any:
    last = messages(payload)[-1]
    if last["role"] == "user" and not any("function_response" in part for part in last["parts"]):
        messages(payload).append({"role": "user", "parts": []})
    return payload


def first_ask_gone(payload: Any, given: Conversation) -> Any:
    first, *others = messages(payload)
    if first["role"] == "user" and others and any("function_call" in part for part in others[0]["parts"]):
        del messages(payload)[0]
    return payload


def blank_before_images(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload):
        held = {key for block in turn["content"] for key in block}
        if "image" in held and not held & {"text", "toolResult"}:
            turn["content"].insert(0, {"text": ""})
    return payload


def reasoning_as_content(payload: Any, given: Conversation) -> Any:
    for message in [m for m in by("assistant", payload) if m.get("reasoning_content")]:
        index = next(n for n, each in enumerate(messages(payload)) if each is message)
        insert(payload, index, {"role": "assistant", "content": message.pop("reasoning_content")})
    return payload


def answered_only(conversation: Conversation) -> Conversation:
    """Whose turn thinks loses the calls that nobody answered, and keeps the thought."""
    answered = {block.id for message in conversation.messages for block in of(ToolResult, message)}

    def heard(block: Block, message: Message) -> list[Block]:
        lost = isinstance(block, ToolUse) and block.id not in answered and of(Thinking, message)
        return [] if lost else [block]

    return by_block(conversation, heard)


def empty_message(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    for n in range(len(items) - 1, 0, -1):
        if items[n].get("type") == "function_call" and items[n - 1].get("type") == "reasoning":
            void = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": ""}]}
            items.insert(n, void)
    return payload


def later_as_system(given: Conversation, payload: Any, key: str) -> bool:
    """System text behind the first turn is a turn of that role; is there any?"""
    first = next((n for n, each in enumerate(given.messages) if each.role != "system"), len(given.messages))
    later = [text.text for m in given.messages[first:] if m.role == "system" for text in of(Text, m) if text.text]
    turns = [t for t in by("user", payload) if t[key] and all(part.get("text") in later for part in t[key])]
    for turn in turns:
        turn["role"] = "system"
    return bool(turns)


def to_opus(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict) and later_as_system(given, payload, "content"):
        return payload | {"model": "claude-opus-4-6"}
    return payload


def to_gemini(payload: Any, given: Conversation) -> Any:
    later_as_system(given, payload, "parts")
    return payload


def head(items: list[Any]) -> int:
    return next((n for n, item in enumerate(items) if item.get("role") != "system"), len(items))


def window(honest: Formatter) -> Formatter:
    """The oldest items go, one by one."""

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        items = messages(payload)
        while budget is not None and count(payload) > budget:
            if len(items) <= head(items) + 1:
                raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
            del items[head(items)]
        return payload

    return format_


def halves(said: list[Any]) -> Iterator[list[Any]]:
    """The later half, and the later half of that, to the last."""
    while len(said) > 1:
        said = said[len(said) // 2 :]
        yield said


def later_half(honest: Formatter) -> Formatter:
    """A summary, and the later half, until it fits; of a result there is always one before."""

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        lead, said = items[: head(items)], items[head(items) :]
        summary = {"role": "user", "content": [{"type": "text", "text": "Summary: the work goes on."}]}
        return first_that_fits(payload, ([*lead, summary, *kept] for kept in halves(said)), budget, count)

    return format_


TABLE = (
    Planted(
        "n8n-14023",
        "behind the last word stands a turn that holds nothing",
        "gemini",
        meant("n8n-14023"),
        sends=an_empty_turn,
    ),
    Planted(
        "openhab-21008",
        "the oldest messages go, one by one",
        "gemini openai anthropic",
        meant("openhab-21008", "openai.*", "anthropic.*"),
        acts=window,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "omniroute-13573",
        "the first turn is gone where a call follows it",
        "gemini",
        meant("omniroute-13573"),
        sends=first_ask_gone,
    ),
    Planted(
        "hermes-agent-67978",
        "who says nothing says a blank",
        "bedrock",
        meant("hermes-agent-67978"),
        hears=marked("user", "assistant"),
        sends=standing_for(" "),
    ),
    Planted(
        "librechat-agents-501",
        "an empty text stands before images without a word",
        "bedrock",
        meant("librechat-agents-501"),
        sends=blank_before_images,
    ),
    Planted(
        "chatlas-429",
        "the assistant's turn that says nothing has an empty list",
        "bedrock",
        meant("chatlas-429"),
        hears=marked("assistant"),
        sends=emptied("content"),
        taken={"anthropic": "an assistant's empty list was answered in a table of live requests (experiential#804)"},
    ),
    Planted(
        "solbrowse-16",
        "the assistant's turn that says nothing is an empty text",
        "mistral",
        meant("solbrowse-16"),
        hears=marked("assistant"),
        sends=said_in_a_string,
    ),
    Planted(
        "livekit-1397",
        "a turn that says nothing has no parts",
        "gemini",
        meant("livekit-1397"),
        hears=marked("user", "assistant"),
        sends=emptied("parts"),
    ),
    Planted(
        "litellm-26395",
        "reasoning is a message of its own",
        "deepseek moonshot",
        meant("litellm-26395", "moonshot.*"),
        sends=reasoning_as_content,
    ),
    Planted(
        "opencode-claude-auth-263",
        "an unanswered call is dropped, the thought before it kept",
        "anthropic",
        meant("opencode-claude-auth-263"),
        hears=answered_only,
    ),
    Planted(
        "inspect-ai-3985",
        "an empty message stands before a call",
        "openai-responses",
        meant("inspect-ai-3985"),
        sends=empty_message,
    ),
    Planted(
        "neurolink-1772",
        "to Opus 4.6 later system text is a turn of role system",
        "anthropic",
        meant("neurolink-1772"),
        sends=to_opus,
    ),
    Planted(
        "clirelay-918",
        "later system text is a turn of role system",
        "gemini",
        meant("clirelay-918"),
        sends=to_gemini,
    ),
    Planted(
        "odysseus-1909",
        "a summary stands before the later half",
        "openai deepseek",
        meant("odysseus-1909", "deepseek.*"),
        acts=later_half,
        truncates="summarise",
        scenarios=("chat",),
    ),
)
