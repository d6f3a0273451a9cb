"""The CrewAI adapter, against stand-in packages of the same names."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

LLM = """
from contextvars import ContextVar

from httpx import HTTPTransport, Request

__version__ = "1.15.30"
_open = ContextVar("open", default=0)

class Model:
    def __init__(self, model):
        self.model = model

    def call(self, messages, tools=None):
        _open.set(_open.get() + 1)
        assert _open.get() == 1, "the call before has no end"
        told = [one | {"files": _told(one.get("files", {}))} for one in messages]
        HTTPTransport().handle_request(Request({"model": self.model, "messages": told, "tools": tools}))

def _told(files):
    return {name: [type(file).__name__, str(file.source)] for name, file in files.items()}

def LLM(model, **options):
    if not model.startswith(("openai", "deepseek")):
        raise ImportError(model)
    return Model(model)
"""
FILES = """
class BaseFile:
    def __init__(self, source):
        self.source = source

class AudioFile(BaseFile): ...
class File(BaseFile): ...
class ImageFile(BaseFile): ...
class VideoFile(BaseFile): ...
"""
PACKAGES = {"httpx.py": CLIENT, "crewai/__init__.py": LLM, "crewai_files/__init__.py": FILES}
"""Of the providers' SDKs OpenAI's alone is installed."""


@pytest.fixture
def crewai(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "crewai", PACKAGES) as module:
        yield module


THOUGHT = {"type": "thinking", "thinking": "Hm."}
CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}}
CALLED = {"role": "assistant", "content": [THOUGHT, CALL]}
RESULT = {"type": "tool_result", "id": "1", "output": "Fog"}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}


def test_a_target_is_there_where_its_sdk_is(crewai: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("crewai", tmp_path)

    assert list(implementation.formatters) == ["openai.chat", "openai-responses.chat", "deepseek.chat"]
    assert implementation.version == "1.15.30"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'crewai\[anthropic"),
        standing_in(tmp_path, monkeypatch, "crewai", {}, absent=("crewai",)),
    ):
        pass


def test_the_payload_is_what_the_model_sends_each_time(crewai: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    said = [{"role": "user", "content": "Oslo?"}, CALLED, {"role": "tool", "content": [RESULT]}]
    entry = crewai.FORMATTERS["openai.chat"]
    native = entry.prepare(parse({"messages": said, "tools": [tool]}))

    sent = entry.format(native)

    asked, called, result = sent["messages"]
    assert asked == {"role": "user", "content": "Oslo?", "files": {}}
    assert called["tool_calls"][0]["id"] == "1"
    assert "reasoning_content" not in called
    assert result == {"role": "tool", "tool_call_id": "1", "name": "weather", "content": "Fog", "files": {}}
    assert sent["tools"] == [{"type": "function", "function": tool}]
    assert entry.format(native) == sent


def test_texts_are_joined_and_files_stand_beside_them(crewai: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    sound = {"type": "base64", "media_type": "audio/wav", "data": base64.b64encode(b"RIFF").decode()}
    content = [
        {"type": "text", "text": "Look,"},
        IMAGE,
        {"type": "text", "text": "listen, read."},
        {"type": "audio", "source": sound},
        {"type": "document", "source": {"type": "url", "url": str(path)}},
    ]
    path.write_bytes(b"%PDF-1.4")
    entry = crewai.FORMATTERS["openai.chat"]

    (message,) = entry.format(entry.prepare(parse([{"role": "user", "content": content}])))["messages"]

    assert message["content"] == "Look,\nlisten, read."
    assert message["files"] == {
        "file_0": ["ImageFile", "https://example.com/a.png"],
        "file_1": ["AudioFile", "b'RIFF'"],
        "file_2": ["File", str(path)],
    }


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (RESULT | {"output": [IMAGE]}, "in CrewAI's messages a result holds texts, and no image"),
        (RESULT | {"is_error": True}, "no mark of a failed result"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(crewai: ModuleType, result: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        crewai.prepare(parse([CALLED, {"role": "tool", "content": [result]}]))
