"""The CAMEL adapter, against a stand-in package of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

MODELS = """
from httpx import HTTPTransport, Request

class Backend:
    def __init__(self, model):
        self.model = model

    def run(self, messages, tools=None):
        body = {"model": self.model, "messages": messages, "tools": tools}
        HTTPTransport().handle_request(Request(body))

class ModelFactory:
    @staticmethod
    def create(model_platform, model_type, max_retries, **options):
        if model_platform not in ("openai", "deepseek"):
            raise ImportError(model_platform)
        return Backend(model_type)
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "camel/__init__.py": "__version__ = '0.2.90'\n",
    "camel/models.py": MODELS,
}
"""Of the providers' SDKs OpenAI's alone is installed."""


@pytest.fixture
def camel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "camel", PACKAGES) as module:
        yield module


THOUGHT = {"type": "thinking", "thinking": "Hm."}
CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}}
CALLED = {"role": "assistant", "content": [THOUGHT, CALL]}
RESULT = {"type": "tool_result", "id": "1", "name": "weather", "output": "Fog"}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}


def test_a_target_is_there_where_its_sdk_is(camel: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("camel", tmp_path)

    assert list(implementation.formatters) == ["openai.chat", "deepseek.chat"]
    assert implementation.version == "0.2.90"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'camel-ai\[model-platforms\]'"),
        standing_in(tmp_path, monkeypatch, "camel", {}, absent=("camel",)),
    ):
        pass


def test_the_payload_is_what_the_backend_sends(camel: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    said = [{"role": "user", "content": "Oslo?"}, CALLED, {"role": "tool", "content": [RESULT]}]
    entry = camel.FORMATTERS["openai.chat"]

    sent = entry.format(entry.prepare(parse({"messages": said, "tools": [tool]})))

    asked, called, result = sent["messages"]
    assert asked == {"role": "user", "content": "Oslo?"}
    assert called["tool_calls"][0]["id"] == "1"
    assert "reasoning_content" not in called
    assert result == {"role": "tool", "tool_call_id": "1", "content": "Fog"}
    assert sent["tools"] == [{"type": "function", "function": tool}]


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (RESULT | {"output": [IMAGE]}, "holds texts, and no image"),
        (RESULT | {"is_error": True}, "no mark of a failed result"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(camel: ModuleType, result: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        camel.prepare(parse([CALLED, {"role": "tool", "content": [result]}]))
