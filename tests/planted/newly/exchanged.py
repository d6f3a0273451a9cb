"""Calls and ids of the fifteenth collection."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from liars.payloads import calling, messages, nodes
from planted.collected import meant
from planted.conversations import by_block, by_message, of
from planted.oddly.exchanged import told
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def wrapped(value: Any) -> dict[str, Any]:
    """A value in a form of the application's own, which says its kind."""
    if isinstance(value, dict):
        properties = {key: wrapped(each) for key, each in value.items()}
        return {"kind": {"type": "structure", "properties": properties, "orderedKeys": [*value]}}
    if isinstance(value, list):
        return {"kind": {"type": "array", "elements": [wrapped(each) for each in value]}}
    return {"kind": {"type": type(value).__name__, "value": value}}


def wrapped_arguments(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        return [replace(block, input=wrapped(dict(block.input)))] if isinstance(block, ToolUse) else [block]

    return by_block(conversation, heard)


def one_id_a_turn(payload: Any, given: Conversation) -> Any:
    """Of parallel calls all have the first one's id, and so have their results."""
    firsts: dict[str, str] = {}
    for content in messages(payload):
        calls = [part["function_call"] for part in content["parts"] if "function_call" in part]
        firsts |= {call["id"]: calls[0]["id"] for call in calls[1:]}
    for node in nodes(messages(payload)):
        for held in (node.get("function_call"), node.get("function_response")):
            if held and held.get("id") in firsts:
                held["id"] = firsts[held["id"]]
    return payload


def told_before(conversation: Conversation) -> Conversation:
    """Before the user's last word calls and results are texts; who says something has no calls."""
    asks = [n for n, each in enumerate(conversation.messages) if each.role == "user" and not of(ToolResult, each)]
    earlier = conversation.messages[: asks[-1] if asks else 0]
    calls = {block.id: block for message in earlier for block in of(ToolUse, message)}

    def plain(block: Block, message: Message) -> list[Block]:
        if isinstance(block, ToolUse):
            return [] if of(Text, message) else [Text(f"[called {block.name} with {json.dumps(dict(block.input))}]")]
        if isinstance(block, ToolResult):
            return [told(replace(block, output=block.output_text), calls)]
        return [block]

    def heard(message: Message) -> list[Message]:
        if not any(message is each for each in earlier) or not (of(ToolUse, message) or of(ToolResult, message)):
            return [message]
        role = "user" if of(ToolResult, message) else message.role
        return [replace(message, role=role, blocks=tuple(new for b in message.blocks for new in plain(b, message)))]

    return by_message(conversation, heard) if calls else conversation


def calls_as_parts(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        said = message.get("content") or []
        said = [{"type": "text", "text": said}] if isinstance(said, str) else said
        called = [call["function"] for call in message["tool_calls"]]
        parts = ({"name": each["name"], "args": json.loads(each["arguments"])} for each in called)
        message["content"] = [*said, *({"type": "functionCall", "functionCall": part} for part in parts)]
    return payload


def under_another_key(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        message["toolCalls"] = [dict(call["function"]) for call in message.pop("tool_calls")]
    return payload


def only_with_reasoning(conversation: Conversation) -> Conversation:
    thoughtless = [m for m in conversation.messages if of(ToolUse, m) and not of(Thinking, m)]
    gone = {call.id for message in thoughtless for call in of(ToolUse, message)}
    return by_block(
        conversation, lambda block, _: [] if isinstance(block, ToolUse | ToolResult) and block.id in gone else [block]
    )


TABLE = (
    Planted(
        "anylanguagemodel-235",
        "arguments are in a form of the application's own",
        "gemini openai anthropic bedrock",
        meant("anylanguagemodel-235"),
        hears=wrapped_arguments,
    ),
    Planted(
        "coach-280", "parallel calls have one id", "gemini", meant("coach-280"), sends=one_id_a_turn, name="one-id"
    ),
    Planted(
        "datarobot-430",
        "earlier calls and results are texts, and who says something has no calls",
        "openai anthropic gemini",
        meant("datarobot-430"),
        hears=told_before,
    ),
    Planted(
        "langchainjs-11403",
        "calls are parts of the content as well",
        "openai xai groq",
        meant("langchainjs-11403", "xai.*", "groq.*"),
        sends=calls_as_parts,
    ),
    Planted("wso2-1648", "calls stand under toolCalls", "ollama", meant("wso2-1648"), sends=under_another_key),
    Planted(
        "laravel-ai-534",
        "calls without reasoning are dropped with their results",
        "deepseek moonshot",
        meant("laravel-ai-534"),
        hears=only_with_reasoning,
    ),
)
