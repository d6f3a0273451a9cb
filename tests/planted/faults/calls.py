"""Families B and I: calls, results and names that are lost or exchanged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, nodes
from planted.conversations import blocks, by_block, by_message, of
from planted.planted import LIKE_OPENAI, TOOLS, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Message, ToolResult, ToolUse


def nameless_results(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message.pop("tool_name", None)
        message.pop("tool_call_id", None)
    return payload


def as_they_came(said: Conversation, given: Conversation) -> Conversation:
    """The results of a batch in the order in which they came, not in that of their calls."""
    places = {result.id: number for number, result in enumerate(blocks(ToolResult, given))}

    def sorted_(message: Message) -> list[Message]:
        if message.role != "tool":
            return [message]
        return [replace(message, blocks=tuple(sorted(message.blocks, key=lambda each: places.get(each.id, 0))))]

    return by_message(said, sorted_)


def without_ids(payload: Any, given: Conversation) -> Any:
    """Neither calls nor results have ids, which the provider does not ask for; names they have."""
    for node in nodes(messages(payload)):
        for key in ("function_call", "function_response"):
            if key in node:
                node[key].pop("id", None)
    return payload


def called_by_ids(said: Conversation, given: Conversation) -> Conversation:
    """A call's id in the place of its name."""
    return by_block(said, lambda block, _: [replace(block, name=block.id) if isinstance(block, ToolUse) else block])


def role_and_content(payload: Any, given: Conversation) -> Any:
    """Of each message only its role and its content."""
    for message in messages(payload):
        for key in set(message) - {"role", "content"}:
            del message[key]
    return payload


def in_one_message(given: Conversation) -> set[str]:
    """The ids of the calls that stand in one message with their result."""
    return {
        result.id
        for message in given.messages
        for result in of(ToolResult, message)
        if result.id in {call.id for call in of(ToolUse, message)}
    }


def without_own_results(said: Conversation, given: Conversation) -> Conversation:
    own = in_one_message(given)
    return by_block(said, lambda block, _: [] if isinstance(block, ToolResult) and block.id in own else [block])


def without_own_calls(said: Conversation, given: Conversation) -> Conversation:
    own = in_one_message(given)

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, ToolUse | ToolResult) and block.id in own else [block]

    return by_block(said, kept)


TABLE = (
    Planted(
        "agentscope-2006",
        "results in the order in which they came name neither their tools nor their calls",
        "ollama",
        ("fidelity.wrong-call",),
        writes=as_they_came,
        sends=nameless_results,
    ),
    Planted(
        "agentscope-2006",
        "results in the order in which they came name their tools, and not their calls",
        "gemini",
        ("fidelity.wrong-call",),
        writes=as_they_came,
        sends=without_ids,
        name="named",
    ),
    Planted(
        "strands-2053",
        "a call's id is sent as the name of its function",
        first("ollama", TOOLS),
        ("fidelity.call-name", "fidelity.invented-call", "*.response-name"),
        writes=called_by_ids,
    ),
    Planted(
        "instructor-1194",
        "of each message only its role and its content are sent",
        f"{LIKE_OPENAI} ollama",
        ("fidelity.lost-call", "fidelity.lost-result", "schema.required", "*.tool-result-has-call"),
        sends=role_and_content,
    ),
    Planted(
        "pydantic-ai-slim-5568",
        "a result that stands in one message with its call is not sent",
        first("anthropic", TOOLS),
        ("fidelity.lost-result", "anthropic.tool-result-follows-tool-use"),
        writes=without_own_results,
    ),
    Planted(
        "agno-7766",
        "a call that stands in one message with its result is not sent, nor is the result",
        first("anthropic", TOOLS),
        ("fidelity.lost-call", "fidelity.lost-result"),
        writes=without_own_calls,
    ),
)
