"""Texts, thoughts, system text and summaries of the fourteenth collection."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, messages, nodes, said
from planted.collected import meant
from planted.conversations import MARK, by_message, of, saying
from planted.planted import Formatter, Planted
from support.truncating import NothingFits, drops

from pytest_promptfmt.conversation import Conversation, Message, RedactedThinking, Text, Thinking, ToolResult


def no_empty_summary(payload: Any, given: Conversation) -> Any:
    for item in messages(payload):
        if item.get("type") == "reasoning" and not item.get("summary"):
            item.pop("summary", None)
    return payload


def assistant_as_input(payload: Any, given: Conversation) -> Any:
    for item in by("assistant", payload):
        content = item["content"]
        texts = [content] if isinstance(content, str) else [part["text"] for part in content if "text" in part]
        item["content"] = [{"type": "input_text", "text": text} for text in texts]
    return payload


def marked_where_empty(conversation: Conversation) -> Conversation:
    """A user's message without a word says the mark."""

    def heard(message: Message) -> list[Message]:
        says_nothing = bool(message.blocks) and all(
            isinstance(block, Text) and not block.text.strip() for block in message.blocks
        )
        return [message.__class__(message.name, message.role, (Text(MARK),))] if says_nothing else [message]

    return by_message(conversation, lambda m: heard(m) if m.role == "user" else [m])


def unmarked(payload: Any, given: Conversation) -> Any:
    return said(payload, lambda text: text.replace(MARK, ""))


def system_apart(payload: Any, given: Conversation) -> Any:
    """Each system text that leads is a message of its own."""
    lead = []
    for message in given.messages:
        if message.role != "system" or of(ToolResult, message):
            break
        lead.append("\n".join(text.text for text in of(Text, message)))
    items = messages(payload)
    told = [text for text in lead if text.strip()]
    if len(told) > 1 and items and items[0].get("role") == "system":
        items[:1] = [{"role": "system", "content": text} for text in told]
    return payload


def text_without_reasoning(payload: Any, given: Conversation) -> Any:
    """Behind the user's last word: what the assistant says before it calls has no reasoning."""
    items = messages(payload)
    last = max((n for n, each in enumerate(items) if each.get("role") == "user"), default=-1)
    open_turn = items[last + 1 :]
    calls = [n for n, each in enumerate(open_turn) if each.get("tool_calls")]
    for message in open_turn[: calls[-1]] if calls else ():
        if message.get("role") == "assistant" and not message.get("tool_calls"):
            message.pop("reasoning_content", None)
    return payload


def only_thoughts(message: Message) -> bool:
    return bool(message.blocks) and all(isinstance(block, Thinking | RedactedThinking) for block in message.blocks)


def thoughts_as_mark(conversation: Conversation) -> Conversation:
    def heard(message: Message) -> list[Message]:
        if message.role != "assistant" or not only_thoughts(message):
            return [message]
        return [Message(message.name, message.role, (Text(MARK),))]

    return by_message(conversation, heard)


def mark_as_empty_list(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if any(MARK in str(node.get(key)) for node in nodes(message) for key in ("content", "text")):
            message["content"] = []
    return payload


def empty_reasoning(payload: Any, given: Conversation) -> Any:
    """Where somebody thinks each turn that calls has reasoning, be it empty."""
    if any(of(Thinking, message) for message in given.messages):
        for message in by("assistant", payload):
            if message.get("tool_calls") and not (message.get("reasoning_content") or "").strip():
                message["reasoning_content"] = ""
    return payload


def last_word_twice(conversation: Conversation) -> Conversation:
    last = conversation.messages[-1] if conversation.messages else None
    if last is None or last.role != "user" or not of(Text, last):
        return conversation
    return saying(conversation, (*conversation.messages, Message(last.name, "user", tuple(of(Text, last)))))


def summary_of_all(honest: Formatter) -> Formatter:
    """The summary is made of the whole history, the user's last word as well, which is kept."""

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        words = [text.text for message in conversation.messages if message.role == "user" for text in of(Text, message)]
        asked = words[-1] if words else ""
        return drops(honest, summary=f"the user asks: {asked}")(conversation, budget, count)

    return format_


def nothing_but_a_summary(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = honest(conversation)
        if budget is None or count(payload) <= budget:
            return payload
        head = [message for message in conversation.messages if message.role == "system"]
        summary = Message("user", "user", (Text("Summary of what was said before: the work goes on."),))
        payload = honest(saying(conversation, (*head, summary)))
        if count(payload) > budget:
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
        return payload

    return format_


TABLE = (
    Planted(
        "agora-141",
        "a reasoning item without a text has no summary",
        "openai-responses",
        meant("agora-141"),
        sends=no_empty_summary,
    ),
    Planted(
        "langchainjs-11039",
        "the assistant's words go out as input_text",
        "openai-responses",
        meant("langchainjs-11039"),
        sends=assistant_as_input,
    ),
    Planted(
        "pi-3309",
        "a user's message that says nothing goes out empty",
        "zhipu minimax moonshot",
        meant("pi-3309", "minimax.*", "moonshot.*"),
        hears=marked_where_empty,
        sends=unmarked,
    ),
    Planted(
        "lobsterai-123",
        "system texts are messages of their own",
        "minimax",
        meant("lobsterai-123"),
        sends=system_apart,
    ),
    Planted(
        "kun-883",
        "the summary tells the user's last word, which is kept",
        "deepseek openai anthropic",
        meant("kun-883"),
        acts=summary_of_all,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "jazz-596",
        "everything but system text is one summary",
        "openai anthropic gemini",
        meant("jazz-596"),
        acts=nothing_but_a_summary,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "experiential-890",
        "in the open turn a text before the calls has no reasoning",
        "deepseek",
        meant("experiential-890"),
        sends=text_without_reasoning,
    ),
    Planted(
        "astrbot-6551",
        "a turn that only thinks is an empty list",
        "xai openai",
        meant("astrbot-6551", "openai.*"),
        hears=thoughts_as_mark,
        sends=mark_as_empty_list,
    ),
    Planted(
        "pi-4178",
        "where others think a call without a thought has an empty reasoning_content",
        "moonshot",
        meant("pi-4178"),
        sends=empty_reasoning,
    ),
    Planted(
        "cloudflare-agents-2078",
        "the user's last word stands there twice",
        "openai anthropic gemini bedrock",
        meant("cloudflare-agents-2078"),
        hears=last_word_twice,
    ),
)
