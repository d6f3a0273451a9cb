"""What is sent to another API than one of a chat: nothing here judges it, and it is no broken chat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pytest_promptfmt.capture.records import MESSAGES
from pytest_promptfmt.common.did_you_mean import nearest
from pytest_promptfmt.common.text import first_few, safe

_EVENTS = re.compile(r"(?:session|response|conversation|input_audio_buffer|output_audio_buffer)\.[a-z_.]+")


def _has(*keys: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda body: any(key in body for key in keys) and not any(key in body for key in MESSAGES)


def _named(pattern: str, *keys: str, beside: str) -> Callable[[Mapping[str, Any]], bool]:
    """By the model's name, or by keys that no chat has."""
    name = re.compile(pattern, re.IGNORECASE)
    return lambda body: (
        beside in body
        and not isinstance(body[beside], dict)
        and "messages" not in body
        and (bool(name.search(str(body.get("model", "")))) or any(key in body for key in keys))
    )


_APIS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "a certificate of promptfmt, which 'promptfmt verify' reads": lambda body: "in-toto" in str(body.get("_type")),
    "a report of promptfmt, which 'promptfmt report' and 'compare' read": lambda body: (
        body.get("format") == "promptfmt-report"
    ),
    "LangSmith, with LangChain's messages: print what it sent": lambda body: "inputs" in body and "run_type" in body,
    "JSON-RPC, as MCP and A2A speak it": _has("jsonrpc"),
    "OpenAI's Assistants API": _has("assistant_id", "thread_id"),
    "OpenAI's Realtime API": lambda body: _has("type")(body) and bool(_EVENTS.fullmatch(str(body["type"]))),
    "an API that makes pictures": _named(r"dall-e|gpt-image|imagen|stable-diffusion|\bflux\b", "size", beside="prompt"),
    "an API that makes embeddings": _named(r"embed|\bbge-|\be5-|\bgte-|\bvoyage-", "encoding_format", beside="input"),
    "an API that speaks": _named(r"\btts\b", "voice", beside="input"),
    "OpenAI's moderation": _named(r"moderation", beside="input"),
    "an API that ranks documents": lambda body: "query" in body and _has("documents")(body),
    "an API that starts a batch or a training": _has("input_file_id", "training_file"),
}


def other_api(body: Any) -> str:
    """``is for …, and no chat``: what is to be said of a body that is another API's; empty of any other."""
    found = next((name for name, is_its in _APIS.items() if is_its(body)), "") if isinstance(body, dict) else ""
    if found:
        return f"is for {found}, and no request of a chat: nothing here judges it"
    return _no_keys(body) if isinstance(body, dict) else ""


def _no_keys(body: Mapping[str, Any]) -> str:
    """That an object has nothing of a request, not even misspelt."""
    if any(key in _KEYS or nearest(key, MESSAGES) for key in body):
        return ""
    keys = first_few([repr(safe(str(key))) for key in body]) or "nothing in it"
    return f"has no request: an object with {keys}, and no messages, contents, input or prompt"


_KEYS = {
    *("messages", "contents", "input", "prompt", "model", "modelId", "modelName", "system", "tools", "instructions"),
    *("max_tokens", "temperature", "stream", "generationConfig", "config", "systemInstruction", "parameters"),
    *("inferenceConfig", "toolConfig", "previous_response_id"),
}
"""One of these is in every request."""
