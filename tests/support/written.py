"""Conversations as the tests of the reference write them, block by block, and what it makes of them."""

from __future__ import annotations

import base64
from typing import Any

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.parsing import parse

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="  # 1 × 1 pixel
WAV = base64.b64encode(b"RIFF\x24\x00\x00\x00WAVEfmt ").decode()
PDF = base64.b64encode(b"%PDF-1.4\n").decode()
OF_CONVERSATIONS = [target for target in FORMATTERS if not target.startswith("aisbench")]
PROMPT = "# Conversation History\nThe content between <history></history> tags contains your conversation history\n"


def said(name: str, content: Any, role: str = "user") -> dict[str, Any]:
    return {"name": name, "role": role, "content": content}


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def call(id_: str, name: str = "f", **input_: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": input_}


def result(id_: str, output: Any, **more: Any) -> dict[str, Any]:
    return said("system", [{"type": "tool_result", "id": id_, "output": output, **more}], "system")


def media(kind: str, type_: str, data: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "base64", "media_type": type_, "data": data}}


def linked(kind: str, url: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": url}}


def calls(*blocks: dict[str, Any]) -> dict[str, Any]:
    return said("Friday", list(blocks), "assistant")


THOUGHT = {"type": "thinking", "thinking": "hm"}
SIGNED = {"type": "thinking", "thinking": "hm", "signature": "s"}
IMAGE = media("image", "image/png", PNG)
TWO_HISTORIES = [
    said("system", "S", "system"),
    said("Ann", "a"),
    said("Bob", "b", "assistant"),
    calls(call("1")),
    result("1", "ok", name="f"),
    said("Ann", "c"),
]
PARALLEL = [
    said("Ann", "add"),
    calls(call("a", "add", x=1), call("b", "add", x=2)),
    result("b", "two"),
    said("Ann", "hurry"),
    result("a", "one"),
]
TOOL = {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}
FUNCTION = {"type": "function", "function": TOOL}


def write(target: str, *messages: dict[str, Any], **more: Any) -> Any:
    return FORMATTERS[target](parse({"messages": list(messages), **more}))


def openai_call(id_: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def messages_of(payload: Any) -> Any:
    return payload if isinstance(payload, list) else payload.get("messages") or payload["contents"]


F1 = openai_call("1", "f", "{}")
