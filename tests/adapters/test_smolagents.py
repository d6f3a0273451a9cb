"""The smolagents adapter, against a stand-in package of the same name."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PIL import Image
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

MODELS = """
from dataclasses import dataclass
from enum import Enum

from httpx import HTTPTransport, Request

__version__ = "1.26.0"

class MessageRole(str, Enum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"

@dataclass
class ChatMessage:
    role: MessageRole
    content: list

class OpenAIModel:
    def __init__(self, model_id, retry, **options):
        self.model_id = model_id

    def generate(self, messages):
        told = [{"role": one.role.value, "content": [_part(part) for part in one.content]} for one in messages]
        HTTPTransport().handle_request(Request({"model": self.model_id, "messages": told}))

def _part(part):
    return {**part, "image": part["image"].size} if part["type"] == "image" else part

class LiteLLMModel(OpenAIModel):
    pass

class AmazonBedrockModel:
    def __init__(self, *given, **options):
        raise ModuleNotFoundError("boto3")
"""
PACKAGES = {"httpx.py": CLIENT, "smolagents/__init__.py": MODELS}
"""Of the providers' SDKs Bedrock's is not installed."""


@pytest.fixture
def smolagents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "smolagents", PACKAGES) as module:
        yield module


def picture() -> dict[str, Any]:
    made = BytesIO()
    Image.new("RGB", (3, 2)).save(made, "PNG")
    data = base64.b64encode(made.getvalue()).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}}
TOOL = {"name": "weather", "description": "The weather.", "parameters": {"type": "object", "properties": {}}}
ADDRESS = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}


def test_a_target_is_there_where_its_sdk_is(smolagents: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("smolagents", tmp_path)

    assert list(implementation.formatters) == ["openai.chat", "anthropic.chat", "ollama.chat"]
    assert implementation.version == "1.26.0"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'smolagents\[openai,bedrock,litellm\]'"),
        standing_in(tmp_path, monkeypatch, "smolagents", {}, absent=("smolagents",)),
    ):
        pass


def test_the_payload_is_what_the_model_sends(smolagents: ModuleType) -> None:
    said = [
        {"role": "user", "content": [{"type": "text", "text": "Where?"}, picture()]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Oslo."}]},
        {"role": "user", "content": []},
    ]
    entry = smolagents.FORMATTERS["openai.chat"]

    sent = entry.format(entry.prepare(parse(said)))

    assert sent["model"] == "gpt-4o"
    assert sent["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "Where?"}, {"type": "image", "image": [3, 2]}]},
        {"role": "assistant", "content": [{"type": "text", "text": "Oslo."}]},
        {"role": "user", "content": [{"type": "text", "text": ""}]},
    ]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([{"role": "assistant", "content": [CALL]}], "no place for tool_use"),
        ({"messages": [{"role": "user", "content": "Oslo?"}], "tools": [TOOL]}, "told as text by smolagents"),
        ([{"role": "user", "content": [ADDRESS]}], "takes image by value"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(smolagents: ModuleType, given: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        smolagents.prepare(parse(given))
