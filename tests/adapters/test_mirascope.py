"""The Mirascope adapter, against a stand-in package of the same name."""

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
from dataclasses import asdict, dataclass
from types import SimpleNamespace

from httpx import HTTPTransport, Request

from .tools import Tool

KEYS = {}

def register_provider(name, api_key):
    if name == "google":
        raise ImportError("google.genai")
    KEYS[name] = api_key

@dataclass
class ToolCall:
    id: str
    name: str
    args: str

@dataclass
class ToolOutput:
    id: str
    name: str
    result: str
    error: Exception | None

class ToolExecutionError(Exception): ...

class Image:
    @classmethod
    def from_url(cls, url):
        return [cls.__name__, "url", url]

    @classmethod
    def from_bytes(cls, data, **options):
        return [cls.__name__, data.decode(), options]

class Audio(Image): ...
class Document(Image): ...

def _message(role):
    return lambda content, **options: {"role": role, "content": content, **options}

messages = SimpleNamespace(system=_message("system"), user=_message("user"), assistant=_message("assistant"))

class Model:
    def __init__(self, id_):
        assert id_.partition("/")[0] in KEYS
        self.id = id_

    def call(self, messages, tools):
        told = [{**one, "content": _told(one["content"])} for one in messages]
        offered = [[tool.name, tool.description, tool.parameters, tool.strict] for tool in tools or ()]
        HTTPTransport().handle_request(Request({"model": self.id, "messages": told, "tools": offered}))

def _told(content):
    return content if isinstance(content, str) else [_part(part) for part in content]

def _part(part):
    made = vars(part) if isinstance(part, ToolCall | ToolOutput) else part
    return {**made, "error": repr(part.error)} if isinstance(part, ToolOutput) else made
"""
TOOLS = """
from dataclasses import dataclass

@dataclass
class Tool:
    fn: object
    name: str
    description: str
    parameters: dict
    strict: bool

def ToolParameterSchema(**fields):
    return fields
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "mirascope/__init__.py": "",
    "mirascope/llm/__init__.py": LLM,
    "mirascope/llm/tools.py": TOOLS,
    "mirascope/llm/content/__init__.py": "",
    "mirascope/llm/content/document.py": "TEXT_MIME_TYPES = {'text/plain'}\n",
}
"""Of the providers' SDKs Google's is not installed."""


@pytest.fixture
def mirascope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.setattr("importlib.metadata.version", {"mirascope": "2.8.2"}.__getitem__)
    with standing_in(tmp_path, monkeypatch, "mirascope", PACKAGES) as module:
        yield module


def media(kind: str, type_: str, data: bytes) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "base64", "media_type": type_, "data": base64.b64encode(data).decode()}}


THOUGHT = {"type": "thinking", "thinking": "Hm."}
CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Köln"}}
RESULT = {
    "type": "tool_result",
    "id": "1",
    "output": [{"type": "text", "text": "Fog"}, {"type": "text", "text": "Rain"}],
}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}


def sent(module: ModuleType, conversation: Any) -> Any:
    entry = module.FORMATTERS["openai.chat"]
    return entry.format(entry.prepare(parse(conversation)))


def test_a_target_is_there_where_its_sdk_is(mirascope: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("mirascope", tmp_path)

    assert list(implementation.formatters) == ["openai.chat", "openai-responses.chat", "anthropic.chat"]
    assert implementation.version == "2.8.2"


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'mirascope\[openai,anthropic,google\]'"),
        standing_in(tmp_path, monkeypatch, "mirascope", {}, absent=("mirascope",)),
    ):
        pass


def test_the_payload_is_what_the_model_sends(mirascope: ModuleType) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    tool = {"name": "weather", "description": "The weather.", "parameters": schema}
    said = [
        {"role": "system", "content": [{"type": "text", "text": "Be"}, {"type": "text", "text": "brief."}]},
        {"role": "user", "name": "Ada", "content": "Köln?"},
        {"role": "assistant", "content": [THOUGHT, CALL]},
        {"role": "tool", "content": [RESULT]},
        {"role": "tool", "content": [RESULT | {"id": "2", "is_error": True}]},
        {"role": "assistant", "content": []},
    ]

    payload = sent(mirascope, {"messages": said, "tools": [tool]})

    system, asked, called, answered, silent = payload["messages"]
    assert system == {"role": "system", "content": "Be\nbrief."}
    assert (asked["name"], asked["content"]) == ("Ada", ["Köln?"])
    assert called["content"] == [{"id": "1", "name": "weather", "args": '{"city": "Köln"}'}]
    assert [(one["name"], one["result"], one["error"]) for one in answered["content"]] == [
        ("weather", "Fog\nRain", "None"),
        ("", "Fog\nRain", "ToolExecutionError(RuntimeError('Fog\\nRain'))"),
    ]
    assert silent["content"] == [""]
    assert payload["tools"] == [
        ["weather", "The weather.", {"properties": schema["properties"], "required": ["city"]}, False]
    ]


def test_media_are_addresses_or_bytes(mirascope: ModuleType) -> None:
    content = [
        IMAGE,
        media("image", "image/png", b"png"),
        media("audio", "audio/wav", b"wav"),
        media("document", "text/plain", b"text"),
        media("document", "text/csv", b"table"),
    ]

    (message,) = sent(mirascope, [{"role": "user", "content": content}])["messages"]

    assert message["content"] == [
        ["Image", "url", "https://example.com/a.png"],
        ["Image", "png", {}],
        ["Audio", "wav", {}],
        ["Document", "text", {"mime_type": "text/plain"}],
        ["Document", "table", {"mime_type": None}],
    ]


@pytest.mark.parametrize(
    ("role", "block", "sentence"),
    [
        ("tool", RESULT | {"output": [IMAGE]}, "Mirascope's results are texts"),
        ("assistant", IMAGE, "the assistant's messages are texts"),
        ("system", IMAGE, "system messages are texts"),
        ("user", CALL, "no place for tool_use"),
        (
            "user",
            {"type": "audio", "source": {"type": "url", "url": "https://example.com/a.wav"}},
            "takes audio by value",
        ),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(
    mirascope: ModuleType, role: str, block: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        sent(mirascope, [{"role": role, "content": [block]}])
