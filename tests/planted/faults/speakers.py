"""System text that is dropped, moved or another's, and histories that are told twice."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.payloads import messages, respelled
from planted.conversations import MARK, blocks, by_block, by_message, of, saying
from planted.planted import LIKE_OPENAI, TOOLS, Formatter, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, ToolResult, ToolUse

EVERY = f"{TOOLS} ollama-generate"


def systems(conversation: Conversation) -> list[Message]:
    return [m for m in conversation.messages if m.role == "system" and of(Text, m) and not of(ToolResult, m)]


def only(conversation: Conversation, kept: list[Message]) -> Conversation:
    """Of the system messages these."""
    all_ = systems(conversation)
    gone = [m for m in all_ if not any(m is each for each in kept)]
    return saying(conversation, (m for m in conversation.messages if not any(m is each for each in gone)))


def the_last(conversation: Conversation) -> Conversation:
    return only(conversation, systems(conversation)[-1:])


def the_first(conversation: Conversation) -> Conversation:
    return only(conversation, systems(conversation)[:1])


def none(conversation: Conversation) -> Conversation:
    return only(conversation, [])


def to_the_front(conversation: Conversation) -> Conversation:
    found = systems(conversation)
    rest = (m for m in conversation.messages if not any(m is each for each in found))
    return saying(conversation, (*found, *rest))


def the_assistants(conversation: Conversation) -> Conversation:
    """System text that does not lead is the assistant's."""
    spoken = False
    new: list[Message] = []
    for message in conversation.messages:
        if message.role != "system":
            spoken = True
        elif spoken and of(Text, message) and not of(ToolResult, message):
            message = replace(message, role="assistant")
        new.append(message)
    return saying(conversation, new)


def before_the_first_user(payload: Any, given: Conversation) -> Any:
    """System text goes in front of the first user's turn, and nowhere where there is none."""
    if isinstance(payload, dict) and (said := payload.pop("system_instruction", None)):
        for turn in messages(payload):
            if turn["role"] == "user" and any("text" in part for part in turn["parts"]):
                turn["parts"][:0] = said["parts"]
                break
    return payload


def each_twice(conversation: Conversation) -> Conversation:
    """What another agent says is told twice."""

    def doubled(message: Message) -> list[Message]:
        other = message.role == "assistant" and message.name not in ("assistant", conversation.speaker)
        return [message, message] if other and of(Text, message) and not of(ToolUse, message) else [message]

    return by_message(conversation, doubled)


def all_before_the_last_word(conversation: Conversation) -> Conversation:
    """All before the user's last word stands there twice; where nobody calls."""
    last = max((i for i, m in enumerate(conversation.messages) if m.role == "user" and of(Text, m)), default=0)
    head = [m for m in conversation.messages[:last] if m.role != "system"]
    if len(head) < 2 or blocks(ToolUse, conversation) or blocks(ToolResult, conversation):
        return conversation
    return saying(conversation, (*conversation.messages[:last], *head, *conversation.messages[last:]))


def told_and_called(payload: Any, given: Conversation) -> Any:
    """Calls and results are told in a text, and stand there as items once more."""
    told = [
        json.dumps({"type": "function_call", "name": block.name, "arguments": dict(block.input)}, default=str)
        if isinstance(block, ToolUse)
        else f"function_call_output: {block.output if isinstance(block.output, str) else ''}"
        for message in given.messages
        for block in message.blocks
        if isinstance(block, ToolUse | ToolResult)
    ]
    if told:
        text = "<CONVERSATION HISTORY>\n" + "\n".join(told) + "\n</CONVERSATION HISTORY>"
        messages(payload).insert(0, {"role": "assistant", "content": text})
    return payload


def not_on_offer(conversation: Conversation) -> Conversation:
    """A call of a tool that is not on offer, where others are, is a line of text with its result."""
    offered = {tool.name for tool in conversation.tools}
    told = {c.id: c.name for c in blocks(ToolUse, conversation) if offered and c.name not in offered}
    outputs = {r.id: r.output for r in blocks(ToolResult, conversation) if r.id in told}

    def line(block: Block, message: Message) -> list[Block]:
        if isinstance(block, ToolUse) and block.id in told:
            return [Text(f"Tool: {block.name}, {outputs.get(block.id, '')}")]
        return [] if isinstance(block, ToolResult) and block.id in told else [block]

    return by_block(conversation, line)


def first_text_alone(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Text) and block is not of(Text, message)[0] else [block]

    return by_block(conversation, kept)


def replaced_by_the_later(conversation: Conversation) -> Conversation:
    """Of two messages of the assistant's in a row, one of which calls, only the later is sent."""
    new: list[Message] = []
    for message in conversation.messages:
        if new and new[-1].role == message.role == "assistant":
            if bool(of(ToolUse, new[-1])) != bool(of(ToolUse, message)):
                new.pop()
        new.append(message)
    return saying(conversation, new)


def empties_of_the_assistants(conversation: Conversation) -> Conversation:
    def mark(message: Message) -> list[Message]:
        empty = message.role == "assistant" and not any(block != Text("") for block in message.blocks)
        return [replace(message, blocks=(Text(MARK),)) if empty and message.blocks else message]

    return by_message(conversation, mark)


def as_null(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if MARK in str(message.get("content")):
            message["content"] = None
    return respelled(payload, MARK, "")


def raises_on_two_in_a_row(honest: Formatter) -> Formatter:
    """Messages of one role in a row raise where one has several blocks."""

    def format_(conversation: Conversation) -> Any:
        for before, message in zip(conversation.messages, conversation.messages[1:], strict=False):
            if before.role == message.role and max(len(before.blocks), len(message.blocks)) > 1:
                raise TypeError('can only concatenate list (not "str") to list')
        return honest(conversation)

    return format_


def to_an_older_model(payload: Any, given: Conversation) -> Any:
    """The request is one to a model that takes no user's word right behind a result, and has one."""
    items = messages(payload)
    behind = any(a["role"] == "tool" and b["role"] == "user" for a, b in pairwise(items))
    request = payload if isinstance(payload, dict) else {"messages": payload}
    return {"model": "mistral-medium-2505", **request} if behind else payload


TABLE = (
    Planted(
        "everruns-2257",
        "of several system messages only the last is sent",
        first("gemini", EVERY),
        ("fidelity.lost-text",),
        hears=the_last,
    ),
    Planted(
        "omniroute-7056",
        "of several system messages only the first is sent",
        first("openai-responses", EVERY),
        ("fidelity.lost-text",),
        hears=the_first,
    ),
    Planted(
        "omniroute-6954",
        "system text in the middle is the assistant's",
        first("openai-responses", TOOLS),
        ("fidelity.*role*", "fidelity.*speaker*", "fidelity.*"),
        hears=the_assistants,
    ),
    Planted(
        "ferro-144",
        "system text stands before the first user's word, or nowhere",
        "gemini",
        ("fidelity.lost-text", "fidelity.*"),
        sends=before_the_first_user,
    ),
    Planted(
        "opencodex-5213",
        "system text in the middle stands in front",
        "openai openai-responses",
        ("fidelity.reordered", "fidelity.moved-system"),
        hears=to_the_front,
    ),
    Planted(
        "vercel-ai-python-267",
        "system text is not sent",
        first("anthropic", EVERY),
        ("fidelity.lost-text",),
        hears=none,
    ),
    Planted(
        "openai-agents-2171",
        "calls and results are told in a text, and are there once more",
        "openai-responses openai",
        ("fidelity.doubled-*", "fidelity.added-*"),
        sends=told_and_called,
        scenarios=("multiagent",),
    ),
    Planted(
        "librechat-14623",
        "a call of a tool that is not on offer is a line of text",
        first("openai", TOOLS),
        ("fidelity.lost-*", "fidelity.*-as-text"),
        hears=not_on_offer,
    ),
    Planted(
        "openai-agents-3791",
        "what another agent says is told twice",
        first("openai-responses", EVERY),
        ("fidelity.doubled-*",),
        hears=each_twice,
        scenarios=("multiagent",),
    ),
    Planted(
        "agent-framework-3226",
        "all before the user's last word is there twice",
        first("openai", EVERY),
        ("fidelity.doubled-*",),
        hears=all_before_the_last_word,
    ),
    Planted(
        "copilotkit-3844",
        "of several texts in one message only the first is sent",
        first("openai", EVERY),
        ("fidelity.lost-text",),
        hears=first_text_alone,
    ),
    Planted(
        "hermes-agent-1703",
        "of two messages of the assistant's in a row, one of which calls, only the later is sent",
        first("anthropic", TOOLS),
        ("fidelity.lost-*",),
        hears=replaced_by_the_later,
    ),
    Planted(
        "vercel-ai-14951",
        "an assistant's empty text is null",
        "openai",
        ("openai.*content*", "schema.*"),
        hears=empties_of_the_assistants,
        sends=as_null,
    ),
    Planted(
        "hermes-agent-99155",
        "the user's word stands right behind a result",
        "mistral",
        ("mistral.role-order",),
        sends=to_an_older_model,
    ),
    Planted(
        "lingtai-kernel-70",
        "two messages of one role in a row raise where one has several blocks",
        first("zhipu", LIKE_OPENAI),
        ("exchange.raised", "errors.unclear"),
        acts=raises_on_two_in_a_row,
    ),
)
