"""Newcomers' formatters: some 60 lines with five plausible mistakes each, any of which can be mended by its name.

Each is written for this purpose, so that mending a mistake is leaving its name out of `mistakes`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.conversation import Base64Source, Conversation, Message, Text, ToolResult, ToolUse

Format = Callable[[Conversation, frozenset[str]], Any]


@dataclass(frozen=True)
class Newcomer:
    """`mistakes` by name, each with the ids of the errors that rightly name it."""

    target: str
    format: Format
    mistakes: Mapping[str, frozenset[str]]
    capabilities: Mapping[str, Any]


def texts(message: Message) -> list[str]:
    return [block.text for block in message.blocks if isinstance(block, Text)]


def told(result: ToolResult) -> str:
    if isinstance(result.output, str):
        return result.output
    return "\n".join(block.text for block in result.output if isinstance(block, Text))


def openai(conversation: Conversation, mistakes: frozenset[str]) -> Any:
    made: list[dict[str, Any]] = []
    for message in conversation.messages:
        uses = [block for block in message.blocks if isinstance(block, ToolUse)]
        results = [block for block in message.blocks if isinstance(block, ToolResult)]
        for result in results[:1] if "only the first result" in mistakes else results:
            made.append({"role": "tool", "tool_call_id": result.id, "content": told(result)})
        if message.role == "system" and not results and not uses and "no system text" in mistakes:
            continue
        content: Any = "\n".join(texts(message))
        if "no full stops" in mistakes and message.role == "user":
            content = content.replace(".", "")
        if uses:
            calls = [
                {
                    "id": use.id,
                    "type": "function",
                    "function": {
                        "name": use.name,
                        "arguments": dict(use.input) if "arguments as objects" in mistakes else json.dumps(use.input),
                    },
                }
                for use in uses
            ]
            made.append({"role": "assistant", "content": content or None, "tool_calls": calls})
        elif texts(message) and not (results and not content):
            role = "bot" if message.role == "assistant" and "roles of its own" in mistakes else message.role
            made.append({"role": role, "content": content})
    return made


def anthropic(conversation: Conversation, mistakes: frozenset[str]) -> Any:
    made: list[dict[str, Any]] = []
    system: list[str] = []
    for message in conversation.messages:
        results = [block for block in message.blocks if isinstance(block, ToolResult)]
        if message.role == "system" and not results:
            if "no system text" not in mistakes:
                system += texts(message)
            continue
        blocks: list[dict[str, Any]] = []
        for block in message.blocks:
            match block:
                case Text(text=text):
                    blocks.append({"type": "text", "text": text.strip() if "strips" in mistakes else text})
                case ToolUse():
                    made_input: Any = dict(block.input)
                    if "arguments as strings" in mistakes:
                        made_input = json.dumps(made_input)
                    blocks.append({"type": "tool_use", "id": block.id, "name": block.name, "input": made_input})
                case ToolResult():
                    key = "tool_call_id" if "another's key" in mistakes else "tool_use_id"
                    blocks.append({"type": "tool_result", key: block.id, "content": told(block)})
                case _ if getattr(block, "type", "") == "image" and isinstance(block.source, Base64Source):
                    data = block.source.data
                    if "data URIs" in mistakes:
                        data = f"data:{block.source.media_type};base64,{data}"
                    source = {"type": "base64", "media_type": block.source.media_type, "data": data}
                    blocks.append({"type": "image", "source": source})
        role = "assistant" if message.role == "assistant" else "user"
        if made and made[-1]["role"] == role:
            made[-1]["content"] += blocks
        else:
            made.append({"role": role, "content": blocks})
    payload: dict[str, Any] = {"messages": made}
    return payload | ({"system": "\n".join(system)} if system else {})


def gemini(conversation: Conversation, mistakes: frozenset[str]) -> Any:
    made: list[dict[str, Any]] = []
    system: list[str] = []
    for message in conversation.messages:
        results = [block for block in message.blocks if isinstance(block, ToolResult)]
        if message.role == "system" and not results:
            system += [] if "no system text" in mistakes else texts(message)
            continue
        parts: list[dict[str, Any]] = []
        for block in message.blocks:
            match block:
                case Text(text=text):
                    parts.append({"text": text.replace("\n", " ") if "one line" in mistakes else text})
                case ToolUse(name=name, input=given):
                    args: Any = json.dumps(given) if "arguments as strings" in mistakes else dict(given)
                    parts.append({"function_call": {"name": name, "args": args}})
                case ToolResult(name=name):
                    response: Any = {"result": told(block)}
                    if "responses as text" in mistakes:
                        response = told(block)
                    parts.append({"function_response": {"name": name, "response": response}})
                case _ if getattr(block, "type", "") == "image" and isinstance(block.source, Base64Source):
                    data = block.source.data
                    if "encodes again" in mistakes:
                        data = base64.b64encode(data.encode()).decode()
                    parts.append({"inline_data": {"mime_type": block.source.media_type, "data": data}})
        role = "model" if message.role == "assistant" else "user"
        if made and made[-1]["role"] == role:
            made[-1]["parts"] += parts
        else:
            made.append({"role": role, "parts": parts})
    payload: dict[str, Any] = {"contents": made}
    return payload | ({"system_instruction": {"parts": [{"text": "\n".join(system)}]}} if system else {})


def ids(*names: str) -> frozenset[str]:
    return frozenset(names)


NEWCOMERS = {
    "openai": Newcomer(
        "openai.chat",
        openai,
        {
            "roles of its own": ids("openai.role-enum", "schema.enum"),
            "arguments as objects": ids("openai.arguments-is-json-string", "schema.type"),
            "only the first result": ids("openai.tool-calls-answered", "fidelity.lost-result"),
            "no system text": ids("fidelity.lost-text", "openai.messages-nonempty"),
            "no full stops": ids("fidelity.altered-text"),
        },
        {"openai.chat": {"blocks": ["tool"]}},
    ),
    "anthropic": Newcomer(
        "anthropic.chat",
        anthropic,
        {
            "another's key": ids("schema.required", "anthropic.no-unknown-keys"),
            "arguments as strings": ids("anthropic.tool-input-object", "schema.type"),
            "data URIs": ids("anthropic.base64-bare"),
            "no system text": ids("fidelity.lost-text", "anthropic.messages-nonempty"),
            "strips": ids("fidelity.altered-text", "anthropic.text-nonempty"),
        },
        {"anthropic.chat": {"blocks": ["tool", "image"]}},
    ),
    "gemini": Newcomer(
        "gemini.chat",
        gemini,
        {
            "arguments as strings": ids("schema.type"),
            "responses as text": ids("gemini.response-object"),
            "encodes again": ids(
                "fidelity.altered-media", "gemini.base64-bare", "gemini.image-readable", "fidelity.media-type"
            ),
            "no system text": ids("fidelity.lost-text", "gemini.contents-nonempty"),
            "one line": ids("fidelity.altered-text"),
        },
        {"gemini.chat": {"blocks": ["tool", "image"]}},
    ),
}
