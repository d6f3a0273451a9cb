"""Strangers' formatters, written from README.md and the docs alone, for Gemini, Bedrock and Ollama: five mistakes each.

The mistakes are none of those in `newcomers` and in ``docs/broken``; each is mended by leaving out its name.
"""

from __future__ import annotations

import base64
import json
import mimetypes
from pathlib import Path
from typing import Any

from pytest_promptfmt.conversation import Base64Source, Conversation, Image, Source, Text, ToolResult, ToolUse
from support.newcomers import Newcomer, ids


def loaded(source: Source) -> tuple[str, str]:
    """Media type and base64."""
    if isinstance(source, Base64Source):
        return source.media_type, source.data
    if source.url.startswith("data:"):
        kind, _, data = source.url[5:].partition(";base64,")
        return kind, data
    if source.url.startswith(("http:", "https:")):
        raise ValueError(f"nothing is fetched here: {source.url}")
    path = Path(source.url.removeprefix("file://"))
    kind = mimetypes.guess_type(path.name)[0]
    if kind is None:
        raise ValueError(f"no media type for {path.name}")
    return kind, base64.b64encode(path.read_bytes()).decode()


def gemini(conversation: Conversation, mistakes: frozenset[str]) -> Any:
    names = {b.id: b.name for m in conversation.messages for b in m.blocks if isinstance(b, ToolUse)}
    contents: list[dict[str, Any]] = []
    system: list[dict[str, Any]] = []
    for message in conversation.messages:
        parts: list[dict[str, Any]] = []
        answers = any(isinstance(block, ToolResult) for block in message.blocks)
        if "null text" in mistakes and not message.text and not answers:
            parts.append({"text": None})
        for block in message.blocks:
            match block:
                case Text(text=text):
                    parts.append({"text": text})
                case ToolUse(name=name, input=given):
                    key = "arguments" if "arguments" in mistakes else "args"
                    parts.append({"functionCall": {"name": name, key: dict(given)}})
                case ToolResult():
                    if block.output_media:
                        raise ValueError("no media in results")
                    name = block.name or names.get(block.id)
                    if name is None:
                        raise ValueError(f"no call for {block.id}")
                    parts.append({"functionResponse": {"name": name, "response": {"result": block.output_text}}})
                case Image(source=source):
                    kind, data = loaded(source)
                    if "data URIs" in mistakes:
                        data = f"data:{kind};base64,{data}"
                    parts.append({"inlineData": {"mimeType": kind, "data": data}})
                case _:
                    raise ValueError(f"no place for {block.type}")
        if message.role == "system" and not answers:
            if "system in contents" in mistakes:
                contents.append({"role": "system", "parts": parts})
            else:
                system += parts
            continue
        role = "model" if message.role == "assistant" and not answers else "user"
        if answers and "results of a tool role" in mistakes:
            role = "tool"
        if contents and contents[-1]["role"] == role:
            contents[-1]["parts"] += parts
        elif parts:
            contents.append({"role": role, "parts": parts})
    payload: dict[str, Any] = {"contents": contents}
    return payload | ({"systemInstruction": {"parts": system}} if system else {})


def bedrock(conversation: Conversation, mistakes: frozenset[str]) -> Any:
    made: list[dict[str, Any]] = []
    system: list[dict[str, Any]] = []
    for message in conversation.messages:
        answers = any(isinstance(block, ToolResult) for block in message.blocks)
        if message.role == "system" and not answers:
            system += [{"text": block.text} for block in message.blocks if isinstance(block, Text)]
            continue
        content: list[dict[str, Any]] = []
        for block in message.blocks:
            match block:
                case Text(text=text):
                    content.append({"text": text})
                case ToolUse():
                    given: Any = json.dumps(block.input) if "input as a string" in mistakes else dict(block.input)
                    content.append({"toolUse": {"toolUseId": block.id, "name": block.name, "input": given}})
                case ToolResult():
                    if block.output_media:
                        raise ValueError("no media in results")
                    output: Any = [{"text": block.output_text}]
                    if "results as text" in mistakes:
                        output = block.output_text
                    result: dict[str, Any] = {"toolUseId": block.id, "content": output}
                    if "no toolUseId" in mistakes:
                        del result["toolUseId"]
                    if block.is_error:
                        result["status"] = "error"
                    content.append({"toolResult": result})
                case Image(source=source):
                    kind, data = loaded(source)
                    format_ = kind if "media types" in mistakes else kind.removeprefix("image/")
                    content.append({"image": {"format": format_, "source": {"bytes": data}}})
                case _:
                    raise ValueError(f"no place for {block.type}")
        role = "assistant" if message.role == "assistant" and not answers else "user"
        if answers and "results of a tool role" in mistakes:
            role = "tool"
        if made and made[-1]["role"] == role:
            made[-1]["content"] += content
        elif content:
            made.append({"role": role, "content": content})
    return {"messages": made} | ({"system": system} if system else {})


def ollama(conversation: Conversation, mistakes: frozenset[str]) -> Any:
    names = {b.id: b.name for m in conversation.messages for b in m.blocks if isinstance(b, ToolUse)}
    made: list[dict[str, Any]] = []
    for message in conversation.messages:
        results = [block for block in message.blocks if isinstance(block, ToolResult)]
        for result in results:
            if result.output_media:
                raise ValueError("no media in results")
            name = result.name or names.get(result.id)
            if "results of the user" in mistakes:
                made.append({"role": "user", "content": result.output_text})
            else:
                made.append(
                    {"role": "tool", "tool_name": name, "tool_call_id": result.id, "content": result.output_text}
                )
        if results and not message.text:
            continue
        uses = [block for block in message.blocks if isinstance(block, ToolUse)]
        pictures = [loaded(block.source) for block in message.blocks if isinstance(block, Image)]
        left = [b.type for b in message.blocks if not isinstance(b, Text | ToolUse | ToolResult | Image)]
        if left:
            raise ValueError(f"no place for {left[0]}")
        role = message.role if message.role != "tool" else "user"
        if role == "assistant" and "role of a bot" in mistakes:
            role = "model"
        said: Any = message.text
        if "parts" in mistakes and pictures:
            said = [{"type": "text", "text": message.text}]
        each: dict[str, Any] = {"role": role, "content": said}
        if uses:
            each["tool_calls"] = [
                {
                    "id": use.id,
                    "type": "function",
                    "function": {
                        "name": use.name,
                        "arguments": json.dumps(use.input) if "arguments as strings" in mistakes else dict(use.input),
                    },
                }
                for use in uses
            ]
        if pictures:
            each["images"] = [f"data:{k};base64,{d}" if "data URIs" in mistakes else d for k, d in pictures]
        made.append(each)
    return made


STRANGERS = {
    "gemini": Newcomer(
        "gemini.chat",
        gemini,
        {
            "null text": ids("gemini.part-oneof"),
            "arguments": ids("gemini.no-unknown-keys"),
            "data URIs": ids("gemini.base64-bare"),
            "system in contents": ids("gemini.system-instruction"),
            "results of a tool role": ids("gemini.role-enum"),
        },
        {"gemini.chat": {"blocks": ["tool", "image"]}},
    ),
    "bedrock": Newcomer(
        "bedrock.chat",
        bedrock,
        {
            "input as a string": ids("bedrock.tool-input-object"),
            "results as text": ids("schema.type"),
            "no toolUseId": ids("schema.required"),
            "media types": ids("bedrock.image-format"),
            "results of a tool role": ids("schema.enum", "bedrock.role-enum"),
        },
        {"bedrock.chat": {"blocks": ["tool", "image"]}},
    ),
    "ollama": Newcomer(
        "ollama.chat",
        ollama,
        {
            "results of the user": ids("fidelity.result-as-text"),
            "role of a bot": ids("fidelity.wrong-speaker"),
            "parts": ids("ollama.content-string"),
            "arguments as strings": ids("ollama.arguments-object"),
            "data URIs": ids("ollama.images-bare-base64"),
        },
        {"ollama.chat": {"blocks": ["tool", "image"]}},
    ),
}
