"""The Instructor adapter, against a stand-in package of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

CLIENTS = """
from enum import Enum

from httpx import HTTPTransport, Request

from .core import ConfigurationError

class Mode(Enum):
    RESPONSES_TOOLS = "responses_tools"

class Client:
    def __init__(self, model):
        self.model = model

    def create(self, messages, response_model):
        told = [{**one, "content": _told(one["content"])} for one in messages]
        HTTPTransport().handle_request(Request({"model": self.model, "messages": told}))

def _told(content):
    return content if isinstance(content, str) else [getattr(part, "said", part) for part in content]

def from_provider(model, **options):
    if model.startswith("mistral"):
        raise ConfigurationError("The mistralai package is required")
    return Client(model)
"""
MULTIMODAL = """
class Image:
    def __init__(self, *said):
        self.said = [type(self).__name__, *said]

    @classmethod
    def from_base64(cls, uri):
        return cls("base64", uri)

    @classmethod
    def from_url(cls, url):
        return cls("url", url)

    @classmethod
    def from_path(cls, path):
        return cls("path", str(path))

class Audio(Image): ...

class PDF(Image):
    def to_bedrock(self):
        return {"document": self.said}
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "instructor/__init__.py": CLIENTS,
    "instructor/core.py": "class ConfigurationError(Exception): ...\n",
    "instructor/processing/__init__.py": "",
    "instructor/processing/multimodal.py": MULTIMODAL,
}
"""Of the providers' SDKs Mistral's is not installed."""


@pytest.fixture
def instructor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.setattr("importlib.metadata.version", {"instructor": "1.17.0"}.__getitem__)
    with standing_in(tmp_path, monkeypatch, "instructor", PACKAGES) as module:
        yield module


def url(kind: str, address: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": address}}


CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}}
TOOL = {"name": "weather", "description": "The weather.", "parameters": {"type": "object", "properties": {}}}
PAPER = "data:application/pdf;base64,JVBERi0xLjQ="
CONTENT = [{"type": "text", "text": "Read."}, url("image", "https://example.com/a.png"), url("document", PAPER)]
ANSWER = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Done."}]
SAID = [{"role": "user", "content": CONTENT}, {"role": "assistant", "content": ANSWER}, {"role": "user", "content": []}]


def sent(module: ModuleType, target: str, conversation: Any) -> Any:
    entry = module.FORMATTERS[target]
    return entry.format(entry.prepare(parse(conversation)))


def test_a_target_is_there_where_its_sdk_is(instructor: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("instructor", tmp_path)

    assert "mistral.chat" not in implementation.formatters
    assert len(implementation.formatters) == 5
    assert implementation.version == "1.17.0"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'instructor\[anthropic"),
        standing_in(tmp_path, monkeypatch, "instructor", {}, absent=("instructor",)),
    ):
        pass


def test_the_payload_is_what_the_client_sends(instructor: ModuleType) -> None:
    said = sent(instructor, "anthropic.chat", SAID)

    asked, answered, silent = said["messages"]
    picture, paper = ["Image", "url", "https://example.com/a.png"], ["PDF", "base64", PAPER]
    assert asked == {"role": "user", "content": ["Read.", picture, paper]}
    assert answered == {"role": "assistant", "content": "Done."}
    assert silent == {"role": "user", "content": ""}
    assert said["model"] == "anthropic/claude-sonnet-4-5"


def test_google_and_bedrock_are_told_in_their_own_ways(instructor: ModuleType) -> None:
    assert sent(instructor, "gemini.chat", SAID)["messages"][1]["role"] == "model"

    _, picture, paper = sent(instructor, "bedrock.chat", SAID)["messages"][0]["content"]
    assert picture == {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    assert paper == {"document": ["PDF", "base64", PAPER]}


def test_a_local_file_stays_a_path(instructor: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF")

    said = sent(instructor, "openai.chat", [{"role": "user", "content": [url("audio", path.as_uri())]}])

    assert said["messages"] == [{"role": "user", "content": [["Audio", "path", str(path)]]}]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([{"role": "assistant", "content": [CALL]}], "no place for tool_use"),
        ({"messages": [{"role": "user", "content": "Oslo?"}], "tools": [TOOL]}, "makes tools of a type"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(instructor: ModuleType, given: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        sent(instructor, "openai.chat", given)
