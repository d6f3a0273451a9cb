"""What payloads are written with, so that one takes a few lines: messages, calls and results of each provider."""

from __future__ import annotations

from typing import Any


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def assistant(content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def system(content: Any) -> dict[str, Any]:
    return {"role": "system", "content": content}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


# OpenAI and those who speak like it


def call(id_: str, name: str = "w", arguments: Any = "{}") -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def asks(*calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


def tool(id_: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content, **more}


def image_url(data: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}


# Anthropic


def use(id_: str, name: str = "w", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": arguments}


def result(id_: str, content: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id_, "content": content}


def thinking(thought: str, signature: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": thought, "signature": signature}


def image(data: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


# Gemini


def turn(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": part} if isinstance(part, str) else part for part in parts]}


def function_call(name: str = "w", **beside: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}}, **beside}


def response(output: str, name: str = "w") -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"output": output}}}


def inline(data: str, type_: str = "image/png") -> dict[str, Any]:
    return {"inlineData": {"mimeType": type_, "data": data}}


# Bedrock


def says(role: str, *blocks: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"text": block} if isinstance(block, str) else block for block in blocks]}


def tool_use(id_: str, name: str = "w") -> dict[str, Any]:
    return {"toolUse": {"toolUseId": id_, "name": name, "input": {}}}


def tool_result(id_: str, *content: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": id_, "content": [{"text": c} if isinstance(c, str) else c for c in content]}}
