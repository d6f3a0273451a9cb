"""The adapter of LiveKit Agents, against a stand-in package of the same name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, TEXT
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

LLM = """
class Made:
    def __init__(self, **options):
        vars(self).update(options)

class ChatMessage(Made): ...
class FunctionCall(Made): ...
class FunctionCallOutput(Made): ...
class ImageContent(Made): ...

class ChatContext:
    def __init__(self, items):
        self.items = items

def function_tool(called, raw_schema):
    return raw_schema
"""
PLUGIN = """
from httpx import AsyncHTTPTransport, Request

class LLM:
    def __init__(self, *, model, api_key):
        self.model = model

    async def chat(self, *, chat_ctx, tools, conn_options):
        told = {"model": self.model, "messages": [item.id for item in chat_ctx.items], "tools": tools}
        yield await AsyncHTTPTransport().handle_async_request(Request(told))
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "livekit/__init__.py": "",
    "livekit/agents/__init__.py": "__version__ = '1.8.9'\ndef APIConnectOptions(max_retry): ...\n",
    "livekit/agents/llm.py": LLM,
    "livekit/plugins/__init__.py": "",
    "livekit/plugins/anthropic.py": PLUGIN,
}
"""Of the plugins Anthropic's alone is installed."""


@pytest.fixture
def livekit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "livekit", PACKAGES) as module:
        yield module


def items(livekit: ModuleType, *said: Any) -> list[Any]:
    made: list[Any] = livekit.prepare(parse(list(said)))[0].items
    return made


RESULT = {"type": "tool_result", "id": "1", "output": "Fog", "is_error": True}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.webp?size=2"}}
ASKED = {"role": "user", "content": "Köln?"}


def test_a_target_is_there_where_its_plugin_is(livekit: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("livekit", tmp_path)

    assert list(implementation.formatters) == ["anthropic.chat"]
    assert implementation.version == "1.8.9"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'livekit-agents\["),
        standing_in(tmp_path, monkeypatch, "livekit", {}, absent=("livekit",)),
    ):
        pass


def test_the_payload_is_what_the_stream_sends(livekit: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = livekit.FORMATTERS["anthropic.chat"]

    sent = asyncio.run(entry.format(entry.prepare(parse({"messages": [ASKED], "tools": [tool]}))))

    assert sent == {"model": "claude-sonnet-4-5", "messages": ["item_0"], "tools": [tool]}


def test_calls_are_items_of_their_messages_group(livekit: ModuleType) -> None:
    said, called, result = items(
        livekit, {"role": "assistant", "content": [TEXT, CALL]}, {"role": "tool", "content": [RESULT]}
    )

    assert (said.id, said.content) == ("item_0", ["I look."])
    assert (called.id, called.group_id, json.loads(called.arguments)) == ("item_0/fnc_0", "item_0", {"city": "Köln"})
    assert (result.name, result.output, result.is_error) == ("weather", "Fog", True)


def test_several_texts_of_a_result_are_the_json_of_their_blocks(livekit: ModuleType) -> None:
    [result] = items(livekit, {"role": "tool", "content": [RESULT | {"output": [TEXT, TEXT]}]})

    assert json.loads(result.output) == [TEXT, TEXT]


def test_an_image_at_an_address_says_its_type(livekit: ModuleType) -> None:
    [message] = items(livekit, {"role": "user", "content": [IMAGE]})

    assert (message.content[0].image, message.content[0].mime_type) == (IMAGE["source"]["url"], "image/webp")


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"role": "user", "content": [CALL]}, "only an assistant calls"),
        ({"role": "user", "content": [IMAGE | {"type": "document"}]}, "no place for document"),
        ({"role": "tool", "content": [RESULT | {"output": [IMAGE]}]}, "no place for image"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(livekit: ModuleType, message: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        items(livekit, message)
