"""Calls, results and ids of the fourteenth collection."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from liars.payloads import by, calling, messages, nodes, remove
from planted.collected import meant
from planted.conversations import by_message, by_result, inside, of, saying
from planted.faults.joins import nine_of_each
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def results_as_parts(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        if isinstance(message["content"], str):
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


def role_and_content(payload: Any, given: Conversation) -> Any:
    messages(payload)[:] = [{key: each.get(key) for key in ("role", "content")} for each in messages(payload)]
    return payload


def answered_at_once(conversation: Conversation) -> Conversation:
    """A turn of several calls is a turn for each, right before its result, and each says and thinks what all did."""
    results = {block.id: block for message in conversation.messages for block in of(ToolResult, message)}
    split = [
        message
        for message in conversation.messages
        if len(of(ToolUse, message)) > 1 and all(call.id in results for call in of(ToolUse, message))
    ]
    moved = {call.id for message in split for call in of(ToolUse, message)}

    def heard() -> Iterator[Message]:
        for message in conversation.messages:
            if any(message is each for each in split):
                shared = tuple(b for b in message.blocks if isinstance(b, Text | Thinking | RedactedThinking))
                for call in of(ToolUse, message):
                    yield replace(message, blocks=(*shared, call))
                    yield Message("tool", "tool", (results[call.id],))
                continue
            left = tuple(b for b in message.blocks if not (isinstance(b, ToolResult) and b.id in moved))
            if left or not message.blocks:
                yield replace(message, blocks=left)

    return saying(conversation, heard()) if split else conversation


def told(result: ToolResult, calls: dict[str, ToolUse]) -> Text:
    call = calls.get(result.id)
    asked = f"{call.name} {json.dumps(dict(call.input))}" if call else result.id
    output = result.output if isinstance(result.output, str) else "\n".join(t.text for t in inside(result) if t)
    return Text(f"[{asked}]: {output}")


def transcript(conversation: Conversation) -> Conversation:
    """The assistant's texts, and results as the user's."""
    calls = {block.id: block for message in conversation.messages for block in of(ToolUse, message)}

    def plain(block: Block) -> list[Block]:
        if isinstance(block, ToolUse | Thinking | RedactedThinking):
            return []
        if isinstance(block, ToolResult):
            return [told(block, calls)] if all(isinstance(item, Text) for item in inside(block)) else []
        return [block]

    def heard(message: Message) -> list[Message]:
        blocks = tuple(new for block in message.blocks for new in plain(block))
        role = "user" if of(ToolResult, message) else message.role
        return [replace(message, role=role, blocks=blocks)] if blocks or not message.blocks else []

    return by_message(conversation, heard) if calls else conversation


def by_tool(conversation: Conversation) -> Conversation:
    """A table of results by the names of the tools that a turn calls; the last of a name stands for all of them."""
    of_turn: dict[str, dict[str, str]] = {}
    for message in conversation.messages:
        named = {call.id: call.name for call in of(ToolUse, message)}
        of_turn |= dict.fromkeys(named, named)
    results = {block.id: block for message in conversation.messages for block in of(ToolResult, message)}

    def heard(result: ToolResult) -> ToolResult:
        named = of_turn.get(result.id, {})
        alike = [id_ for id_, name in named.items() if name == named.get(result.id) and id_ in results]
        return replace(result, output=results[alike[-1]].output) if len(alike) > 1 else result

    return by_result(conversation, heard)


def results_behind_everything(payload: Any, given: Conversation) -> Any:
    results = by("tool", payload)
    if results:
        for message in calling(payload):
            del message["tool_calls"]
        remove(payload, *results)
        messages(payload).extend(({"role": "user", "content": ""}, *results))
    return payload


def first_of_an_id(payload: Any, given: Conversation) -> Any:
    """A call whose id was there before is gone; its result is not."""
    seen: set[str] = set()
    for message in calling(payload):
        calls = message["tool_calls"]
        kept = [call for call in calls if call["id"] not in seen]
        seen |= {call["id"] for call in calls}
        if len(kept) < len(calls):
            message["tool_calls"] = kept
            if not kept:
                del message["tool_calls"]
                message["content"] = message.get("content") or ""
    return payload


def longer_ids(payload: Any, given: Conversation) -> Any:
    """The provider's id, which is 29 signs long, and the application's behind it."""
    for node in nodes(messages(payload)):
        for key in ("tool_call_id", "call_id", *(["id"] if "function" in node else [])):
            if isinstance(node.get(key), str):
                own = re.sub("[^A-Za-z0-9_]", "", node[key]).ljust(29, "0")
                node[key] = f"{own}:{uuid5(NAMESPACE_URL, node[key])}"
    return payload


TABLE = (
    Planted(
        "hermes-agent-47590",
        "results are lists of parts",
        "dashscope",
        meant("hermes-agent-47590"),
        sends=results_as_parts,
    ),
    Planted(
        "llama-index-19224",
        "messages have role and content, and nothing else",
        "dashscope dashscope-multimodal openai",
        meant("llama-index-19224"),
        sends=role_and_content,
    ),
    Planted(
        "openai-agents-3261",
        "parallel calls are turns of their own, and each says what all did",
        "anthropic bedrock deepseek",
        meant("openai-agents-3261"),
        hears=answered_at_once,
    ),
    Planted(
        "meridian-888",
        "of the assistant's turns the texts are left, and results are the user's text",
        "anthropic openai gemini",
        meant("meridian-888"),
        hears=transcript,
    ),
    Planted(
        "agent-framework-6822",
        "of parallel calls of one tool all have the last one's result",
        "ollama gemini openai anthropic bedrock",
        meant("agent-framework-6822"),
        hears=by_tool,
    ),
    Planted(
        "llm-ollama-72",
        "no calls, and all results behind everything",
        "ollama",
        meant("llm-ollama-72"),
        sends=results_behind_everything,
    ),
    Planted(
        "agenticcrawler-123",
        "an id is the first nine letters and digits of what it was",
        "mistral",
        meant("agenticcrawler-123"),
        sends=nine_of_each,
    ),
    Planted(
        "open-webui-28570",
        "a call whose id was used before is gone",
        "openai deepseek vllm",
        meant("open-webui-28570"),
        sends=first_of_an_id,
    ),
    Planted(
        "unsloth-9116",
        "ids have others behind them",
        "openai openai-responses",
        meant("unsloth-9116", "openai-responses.*"),
        sends=longer_ids,
    ),
)
