"""Ids of the ninth collection: used before, and as the conversation has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import messages, nodes
from planted.collected import meant
from planted.conversations import MARK, by_message, of
from planted.faults.texts import unmarked
from planted.planted import Planted

from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse


def used_before(kinds: Any) -> Callable[[Conversation, Conversation], Conversation]:
    """Of calls (of results) whose id stood in an earlier round nothing is sent."""

    def written(said: Conversation, given: Conversation) -> Conversation:
        known: dict[type, set[str]] = {ToolUse: set(), ToolResult: set()}

        def kept(message: Message) -> list[Message]:
            blocks = [b for b in message.blocks if not (isinstance(b, kinds) and b.id in known[type(b)])]
            for block in message.blocks:
                if isinstance(block, ToolUse | ToolResult):
                    known[type(block)].add(block.id)
            if blocks or not message.blocks:
                return [replace(message, blocks=tuple(blocks))]
            return [replace(message, blocks=(Text(MARK),))] if message.role == "assistant" else []

        return by_message(said, kept)

    return written


def bare_ids(payload: Any, given: Conversation) -> Any:
    """Ids as the conversation has them, by their order."""
    ids = [call.id for message in given.messages for call in of(ToolUse, message)]
    calls = [node for node in nodes(messages(payload)) if node.get("type") == "tool_use"]
    known = {call["id"]: id_ for call, id_ in zip(calls, ids, strict=False)} if len(calls) == len(ids) else {}
    for node in nodes(messages(payload)):
        for key in ("id", "tool_use_id"):
            if node.get(key) in known:
                node[key] = known[node[key]]
    return payload


TABLE = (
    Planted(
        "hermes-agent-83748",
        "calls whose id was used before are dropped with their results",
        "moonshot openai",
        meant("hermes-agent-83748"),
        writes=used_before(ToolUse | ToolResult),
        sends=unmarked,
    ),
    Planted("picoclaw-289", "ids go out as they are", "anthropic", meant("picoclaw-289"), sends=bare_ids),
    Planted(
        "open-webui-28304",
        "calls whose id was used before are dropped",
        "openrouter openai",
        meant("open-webui-28304"),
        writes=used_before(ToolUse),
        sends=unmarked,
    ),
    Planted(
        "oh-my-pi-2055",
        "results whose id was used before are dropped",
        "moonshot openai",
        meant("oh-my-pi-2055"),
        writes=used_before(ToolResult),
        sends=unmarked,
    ),
)
