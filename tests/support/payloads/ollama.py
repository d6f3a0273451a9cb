"""Payloads of Ollama's two dialects."""

from __future__ import annotations

import base64
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.ollama import DIALECT as CHAT
from pytest_promptfmt.dialects.ollama.generate import DIALECT as GENERATE
from support.payloads.pair import Pair

SYSTEM = {"role": "system", "content": "Be kind."}
USER = {"role": "user", "content": "Hi"}
REPLY = {"role": "assistant", "content": "Hello"}
CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"function": {"name": "weather", "arguments": {"city": "Paris"}}}],
}
RESULT = {"role": "tool", "tool_name": "weather", "content": "sunny"}
PNG = "iVBORw0KGgo="


def seen(*images: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": "Look", "images": list(images)}]


def called(arguments: Any) -> list[dict[str, Any]]:
    return [USER, {"role": "assistant", "tool_calls": [{"function": {"name": "weather", "arguments": arguments}}]}]


VISION = {"model": "llama3.2-vision:11b"}
SDK = {"layer": "sdk"}

PAIRS = (
    Pair(
        CHAT,
        "ollama.content-string",
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
        "$[0].content",
        [USER, {"role": "assistant", "content": None}, {"role": "assistant"}],
    ),
    Pair(CHAT, "ollama.images-bare-base64", seen("https://example.com/cat.png"), "$[0].images[0]", seen(PNG)),
    Pair(CHAT, "ollama.images-bare-base64", seen(PNG, f"data:image/png;base64,{PNG}"), "$[0].images[1]", seen(PNG)),
    Pair(
        CHAT,
        "ollama.images-bare-base64",
        seen(__file__),
        "$[0].images[0]",
        seen(base64.encodebytes(bytes(200)).decode()),
    ),
    Pair(CHAT, "ollama.images-bare-base64", seen([PNG]), "$[0].images[0]", seen()),
    Pair(CHAT, "ollama.images-bare-base64", seen("no/such.png"), "$[0].images[0]", seen(PNG, __file__, b"\x89"), SDK),
    Pair(
        CHAT,
        "ollama.arguments-object",
        called('{"city": "Paris"}'),
        "$[1].tool_calls[0].function.arguments",
        called({}),
    ),
    Pair(CHAT, "ollama.arguments-object", called(None), "$[1].tool_calls[0].function.arguments", [USER, CALL, RESULT]),
    Pair(
        CHAT,
        "ollama.role-free",
        [{"role": "narrator", "content": "Hi"}],
        "$[0].role",
        [{"role": "User", "content": "Hi"}],
    ),
    Pair(
        CHAT,
        "ollama.unknown-keys-ignored",
        {"messages": [USER, CALL, {**RESULT, "name": "weather"}]},
        "$.messages[2].name",
        {"messages": [USER, CALL, {**RESULT, "tool_call_id": "c1"}]},
    ),
    Pair(
        CHAT,
        "ollama.tool-name",
        [USER, CALL, {"role": "tool", "tool_call_id": "c1", "content": "sunny"}],
        "$[2].tool_name",
        [USER, CALL, RESULT],
    ),
    Pair(CHAT, "ollama.single-image-models", seen(PNG) + seen(PNG), "$[1].images[0]", seen(PNG), VISION),
    Pair(
        CHAT,
        "ollama.single-image-models",
        {**VISION, "messages": seen(PNG, PNG)},
        "$.messages[0].images[1]",
        seen(PNG, PNG),
    ),
    Pair(
        GENERATE,
        "ollama.images-bare-base64",
        {"prompt": "Look", "images": ["cat.png"]},
        "$.images[0]",
        {"prompt": "Look", "images": [PNG]},
    ),
    Pair(
        GENERATE,
        "ollama.single-image-models",
        {"prompt": "Look", "images": [PNG, PNG]},
        "$.images[1]",
        {"prompt": "Look", "images": [PNG]},
        VISION,
    ),
    Pair(
        GENERATE,
        "ollama.generate-raw",
        {"prompt": "Hi", "system": "Be kind.", "raw": True},
        "$.system",
        {"prompt": "Hi", "system": "", "raw": True},
    ),
    Pair(
        GENERATE,
        "ollama.generate-raw",
        {"prompt": "Hi", "context": [1, 2], "raw": True},
        "$.context",
        {"prompt": "Hi", "system": "Be kind.", "template": "{{ .Prompt }}", "context": [1], "raw": False},
    ),
)

# The documentation's own call has a type and an index, and no id.
DOCUMENTED = {"type": "function", "function": {"index": 0, "name": "weather", "arguments": {"city": "Paris"}}}
WITH_ID = {"id": "c1", "function": {"name": "weather", "arguments": {}}}

RIGHT: dict[str, tuple[Dialect, Any]] = {
    "turns": (CHAT, [SYSTEM, USER, REPLY, USER]),
    "an image": (CHAT, {"model": "llava", "messages": [SYSTEM, *seen(PNG, PNG)]}),
    "thinking": (CHAT, [USER, {"role": "assistant", "content": "Hello", "thinking": "A greeting."}, USER]),
    "a call": (CHAT, [USER, CALL, RESULT]),
    "the documented call": (CHAT, [USER, {"role": "assistant", "tool_calls": [DOCUMENTED]}, RESULT]),
    "a call with an id": (
        CHAT,
        [USER, {"role": "assistant", "content": None, "tool_calls": [WITH_ID]}, {**RESULT, "tool_call_id": "c1"}],
    ),
    "a prompt": (GENERATE, "Bob: Hi"),
    "a prompt and more": (
        GENERATE,
        {"model": "llava", "prompt": "Hi", "system": "Be kind.", "images": [PNG], "stream": False},
    ),
}
