"""The DSPy adapter, against a stand-in package of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

LM = """
from dataclasses import asdict

from httpx import HTTPTransport, Request as Sent

__version__ = "3.4.1"

class LM:
    def __init__(self, model, model_type="chat", **options):
        assert options["engine"] == "lm15" and not options["cache"]
        self.model = model

    def __call__(self, request):
        assert request.model == self.model
        HTTPTransport().handle_request(Sent(asdict(request)))
"""
LM15 = """
from dataclasses import dataclass

@dataclass(frozen=True)
class ContinuationState:
    provider: str
    kind: str
    data: dict

@dataclass(frozen=True)
class TextPart:
    text: str

@dataclass(frozen=True)
class ThinkingPart:
    thinking: str
    continuation: tuple = ()

@dataclass(frozen=True)
class ToolCallPart:
    id: str
    name: str
    input: dict
    continuation: tuple = ()

@dataclass(frozen=True)
class ToolResultPart:
    id: str
    content: tuple
    name: str
    is_error: bool

@dataclass(frozen=True)
class ImagePart:
    media_type: str
    data: str = None
    url: str = None

class AudioPart(ImagePart): ...
class DocumentPart(ImagePart): ...
class VideoPart(ImagePart): ...

@dataclass(frozen=True)
class FunctionTool:
    name: str
    description: str
    parameters: dict

@dataclass(frozen=True)
class Message:
    role: str
    parts: tuple

@dataclass(frozen=True)
class Request:
    model: str
    messages: tuple
    system: tuple
    tools: tuple
"""
PACKAGES = {"httpx.py": CLIENT, "dspy/__init__.py": LM, "dspy/lm15.py": LM15}


@pytest.fixture
def dspy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "dspy", PACKAGES) as module:
        yield module


THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "s1"}
CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}, "signature": "s2"}
RESULT = {"type": "tool_result", "id": "1", "name": "weather", "output": "Fog", "is_error": True}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.jpg"}}
INLINE = {"type": "image", "source": {"type": "url", "url": "data:image/gif;base64,R0lGODlh"}}
SAID = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [IMAGE, INLINE]},
    {"role": "assistant", "content": [THOUGHT, CALL]},
    {"role": "tool", "content": [RESULT]},
    {"role": "tool", "content": [RESULT | {"id": "2", "output": None}]},
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": []},
]


def sent(module: ModuleType, target: str, conversation: Any) -> Any:
    entry = module.FORMATTERS[target]
    return entry.format(entry.prepare(parse(conversation)))


def test_the_targets_are_what_the_native_engine_speaks(dspy: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("dspy", tmp_path)

    assert [name.partition(".")[0] for name in implementation.formatters] == [
        "openai",
        "openai-responses",
        "anthropic",
        "gemini",
        "deepseek",
    ]
    assert implementation.version == "3.4.1"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match="pip install dspy"),
        standing_in(tmp_path, monkeypatch, "dspy", {}, absent=("dspy",)),
    ):
        pass


def test_the_payload_is_what_the_model_sends(dspy: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}

    request = sent(dspy, "anthropic.chat", {"messages": SAID, "tools": [tool]})

    shown, called, answered, later, silent = request["messages"]
    assert request["system"] == [{"text": "Be brief."}]
    assert request["tools"] == [tool]
    assert shown["parts"] == [
        {"media_type": "image/jpeg", "data": None, "url": "https://example.com/a.jpg"},
        {"media_type": "image/gif", "data": "R0lGODlh", "url": None},
    ]
    assert [called["role"], answered["role"], later["role"], silent["role"]] == [
        "assistant",
        "tool",
        "developer",
        "user",
    ]
    assert [(one["id"], one["content"], one["is_error"]) for one in answered["parts"]] == [
        ("1", [{"text": "Fog"}], True),
        ("2", [{"text": ""}], True),
    ]
    assert silent["parts"] == [{"text": ""}]


@pytest.mark.parametrize(
    ("target", "states"),
    [
        ("anthropic.chat", [("anthropic", "thinking_signature", {"signature": "s1"}), None]),
        ("gemini.chat", [("gemini", "thought_signature", {"value": one}) for one in ("s1", "s2")]),
        (
            "openai-responses.chat",
            [("openai", "reasoning_item", {"id": "rs_7331", "encrypted_content": "s1"}), None],
        ),
        ("deepseek.chat", [None, None]),
    ],
)
def test_what_a_provider_signs_stands_beside_the_part(dspy: ModuleType, target: str, states: list[Any]) -> None:
    parts = sent(dspy, target, SAID)["messages"][1]["parts"]

    found = [tuple(part["continuation"][0].values()) if part["continuation"] else None for part in parts]
    assert found == states


def test_redacted_thoughts_are_anthropics_alone(dspy: ModuleType) -> None:
    said = [{"role": "assistant", "content": [{"type": "redacted_thinking", "data": "d"}, CALL]}]

    assert sent(dspy, "anthropic.chat", said)["messages"][0]["parts"][0]["continuation"][0]["data"] == {"data": "d"}
    assert len(sent(dspy, "gemini.chat", said)["messages"][0]["parts"]) == 1


def test_media_in_the_leading_system_text_are_refused(dspy: ModuleType) -> None:
    with pytest.raises(NotImplementedError, match="no place for image"):
        sent(dspy, "openai.chat", [{"role": "system", "content": [IMAGE]}, {"role": "user", "content": "Hi"}])
