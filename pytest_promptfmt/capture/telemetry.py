"""OpenTelemetry's conventions for generative AI: a request put together from the attributes of a span.

``gen_ai.input.messages`` says what was said, in no provider's form. The form that is put together is that of the
provider that ``gen_ai.provider.name`` names, where it is Anthropic's, and OpenAI's for everybody else's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.capture.captured import Captured

_MESSAGES, _SYSTEM, _TOOLS = "gen_ai.input.messages", "gen_ai.system_instructions", "gen_ai.tool.definitions"
_HOSTS = {
    "openai": "api.openai.com", "anthropic": "api.anthropic.com", "deepseek": "api.deepseek.com",
    "mistral_ai": "api.mistral.ai", "gcp.gemini": "", "aws.bedrock": "", "azure.ai.openai": "openai.azure.com",
}  # fmt: skip


def telemetry_requests(value: Any) -> Iterator[Captured]:
    """Of each span, event or log record in a value that has the messages."""
    for n, attributes in enumerate(_attributes(value)):
        yield replace(_rebuilt(attributes), place=f"span {n + 1}" if n else "")


def _attributes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for each in value:
            yield from _attributes(each)
    elif isinstance(value, dict):
        flat = {key: _read(each) for key, each in value.items() if isinstance(key, str) and key.startswith("gen_ai.")}
        if _MESSAGES in flat:
            yield flat
            return
        listed = value.get("attributes")
        if isinstance(listed, list):
            listed = {
                each["key"]: _otlp(each.get("value")) for each in listed if isinstance(each, dict) and "key" in each
            }
        for inner in (listed, *(value.get(key) for key in _HOLDERS)):
            yield from _attributes(inner)


_HOLDERS = (
    "resourceSpans", "scopeSpans", "spans", "events", "resource_spans", "scope_spans", "resourceLogs", "scopeLogs",
    "logRecords", "body",
)  # fmt: skip


def _otlp(value: Any) -> Any:
    """OTLP writes each value with its type."""
    match value:
        case {"stringValue": inner} | {"intValue": inner} | {"boolValue": inner} | {"doubleValue": inner}:
            return inner
        case {"arrayValue": {"values": list(inner)}}:
            return [_otlp(each) for each in inner]
        case {"kvlistValue": {"values": list(inner)}}:
            return {each.get("key"): _otlp(each.get("value")) for each in inner if isinstance(each, dict)}
    return value


def _read(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return _otlp(value)


def _rebuilt(attributes: dict[str, Any]) -> Captured:
    provider = str(attributes.get("gen_ai.provider.name", attributes.get("gen_ai.system", "")))
    given = attributes[_MESSAGES]
    messages = (
        [message for each in given if isinstance(each, dict) for message in _messages(each, provider)]
        if (isinstance(given, list))
        else given
    )
    body: dict[str, Any] = {"messages": messages}
    if isinstance(model := attributes.get("gen_ai.request.model"), str):
        body["model"] = model
    system = attributes.get(_SYSTEM)
    if isinstance(system, list) and isinstance(messages, list):
        text = "\n".join(str(part.get("content", "")) for part in system if isinstance(part, dict))
        if provider == "anthropic":
            body["system"] = text
        else:
            messages.insert(0, {"role": "system", "content": text})
    if isinstance(tools := attributes.get(_TOOLS), list):
        body["tools"] = tools
    status = attributes.get("http.response.status_code")
    return Captured(
        body,
        "telemetry",
        host=_HOSTS.get(provider, ""),
        status=int(str(status)) if str(status).isdigit() else None,
        said=str(attributes.get("error.message", attributes.get("exception.message", ""))),
        rebuilt=True,
    )


def _messages(message: dict[str, Any], provider: str) -> Iterable[dict[str, Any]]:
    """One message; in OpenAI's form each result is one of its own."""
    role, parts = message.get("role"), message.get("parts")
    if not isinstance(parts, list):
        return [message]
    parts = [part for part in parts if isinstance(part, dict)]
    if provider == "anthropic":
        return [{"role": "user" if role == "tool" else role, "content": [_block(part) for part in parts]}]
    texts = [str(part.get("content", "")) for part in parts if part.get("type") == "text"]
    calls = [_call(part) for part in parts if part.get("type") == "tool_call"]
    found = [
        {"role": "tool", "tool_call_id": part.get("id"), "content": _text(part.get("response", part.get("result")))}
        for part in parts
        if part.get("type") == "tool_call_response"
    ]
    if texts or calls or not found:
        found.append(
            {"role": role, "content": "\n".join(texts) if texts else None, **({"tool_calls": calls} if calls else {})}
        )
    return found


def _block(part: dict[str, Any]) -> dict[str, Any]:
    match part.get("type"):
        case "text":
            return {"type": "text", "text": part.get("content", "")}
        case "tool_call":
            arguments = _read(part.get("arguments"))
            return {"type": "tool_use", "id": part.get("id"), "name": part.get("name"), "input": arguments or {}}
        case "tool_call_response":
            said = _text(part.get("response", part.get("result")))
            return {"type": "tool_result", "tool_use_id": part.get("id"), "content": said}
    return part


def _call(part: dict[str, Any]) -> dict[str, Any]:
    function = {"name": part.get("name"), "arguments": _text(part.get("arguments"))}
    return {"id": part.get("id"), "type": "function", "function": function}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
