"""The Pydantic AI adapter, against a stand-in package of the same name."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, TEXT, answer
from support.said import THOUGHT as SIGNED
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

MESSAGES = """
from dataclasses import dataclass, field
from typing import Any

@dataclass
class ModelRequest:
    parts: list

@dataclass
class ModelResponse:
    parts: list
    provider_name: str = ""

@dataclass
class SystemPromptPart:
    content: str

@dataclass
class UserPromptPart:
    content: Any

@dataclass
class TextPart:
    content: str

@dataclass
class FilePart:
    content: Any

@dataclass
class ThinkingPart:
    content: str
    id: Any = None
    signature: Any = None
    provider_name: Any = None
    provider_details: Any = None

@dataclass
class ToolCallPart:
    tool_name: str
    args: Any
    tool_call_id: str
    provider_details: Any = None
    provider_name: Any = None

@dataclass
class ToolReturnPart:
    tool_name: str
    content: Any
    tool_call_id: str
    outcome: str = "success"

@dataclass
class ImageUrl:
    url: str

class AudioUrl(ImageUrl): ...
class VideoUrl(ImageUrl): ...
class DocumentUrl(ImageUrl): ...

@dataclass
class BinaryContent:
    data: bytes
    media_type: str

    @classmethod
    def from_data_uri(cls, uri):
        return cls(b"", uri)

    @classmethod
    def from_path(cls, path):
        return cls(path.read_bytes(), path.suffix)
"""

DIRECT = """
import httpx

async def model_request(model, messages, *, model_request_parameters):
    told = [[type(part).__name__ for part in message.parts] for message in messages]
    tools = [tool.name for tool in model_request_parameters.function_tools]
    await httpx.AsyncHTTPTransport().handle_async_request(httpx.Request({"messages": told, "tools": tools}))
"""

PACKAGES = {
    "httpx.py": CLIENT,
    "pydantic_ai/__init__.py": "__version__ = '2.68.0'\n",
    "pydantic_ai/messages.py": MESSAGES,
    "pydantic_ai/direct.py": DIRECT,
    "pydantic_ai/tools.py": """
class ToolDefinition:
    def __init__(self, name, description, parameters_json_schema):
        self.name = name
""",
    "pydantic_ai/models/__init__.py": """
class ModelRequestParameters:
    def __init__(self, function_tools):
        self.function_tools = function_tools
""",
    "pydantic_ai/models/mistral.py": """
class MistralModel:
    system = "mistral"

    def __init__(self, model_name, provider): ...
""",
    "pydantic_ai/providers/__init__.py": "",
    "pydantic_ai/providers/mistral.py": """
class MistralProvider:
    def __init__(self, api_key): ...
""",
}


@pytest.fixture
def pydantic_ai(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The adapter, where of the providers' SDKs Mistral's alone is installed."""
    with standing_in(tmp_path, monkeypatch, "pydantic_ai", PACKAGES) as module:
        yield module


def made(pydantic_ai: ModuleType, said: list[Any], provider: str = "anthropic", *, thinks: bool = True) -> list[Any]:
    prepared: tuple[list[Any], list[Any]] = pydantic_ai.prepare(provider, thinks=thinks)(parse(said))
    return prepared[0]


RESULT = {"type": "tool_result", "id": "1", "output": "Fog", "is_error": True}
IMAGE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(b"x").decode()},
}


def test_a_target_is_there_where_its_sdk_is(pydantic_ai: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("pydantic_ai", tmp_path)

    assert list(implementation.formatters) == ["mistral.chat"]
    assert implementation.version == "2.68.0"


@pytest.mark.parametrize("missing", ["pydantic_ai/__init__.py", "pydantic_ai/models/mistral.py"])
def test_without_the_packages_the_error_tells_the_remedy(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = {path: source for path, source in PACKAGES.items() if path != missing}
    absent = ("pydantic_ai",) if missing == "pydantic_ai/__init__.py" else ()

    with (
        pytest.raises(ImportError, match=r"pip install 'pydantic-ai-slim\["),
        standing_in(tmp_path, monkeypatch, "pydantic_ai", present, absent),
    ):
        pass


def test_what_a_model_request_sends_is_the_payload(pydantic_ai: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = pydantic_ai.FORMATTERS["mistral.chat"]

    native = entry.prepare(parse({"messages": [{"role": "user", "content": "Hi"}], "tools": [tool]}))

    assert asyncio.run(entry.format(native)) == {"messages": [["UserPromptPart"]], "tools": ["weather"]}


def test_results_of_one_response_stand_in_one_request_and_what_was_said_in_another(pydantic_ai: ModuleType) -> None:
    msgs = made(
        pydantic_ai,
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Oslo?"},
            answer(CALL, TEXT),
            {"role": "system", "content": [RESULT]},
            {"role": "tool", "content": [RESULT | {"id": "2", "name": "time"}]},
            {"role": "user", "content": [TEXT, TEXT]},
        ],
    )

    assert [[type(part).__name__ for part in message.parts] for message in msgs] == [
        ["SystemPromptPart", "UserPromptPart"],
        ["ToolCallPart", "TextPart"],
        ["ToolReturnPart", "ToolReturnPart"],
        ["UserPromptPart"],
    ]
    first, second = msgs[2].parts
    assert (first.tool_name, first.content, first.outcome) == ("weather", "Fog", "failed")
    assert (second.tool_name, second.tool_call_id) == ("time", "2")
    assert msgs[3].parts[0].content == ["I look.", "I look."]


def test_texts_of_a_result_are_one_text_and_media_stand_among_texts(pydantic_ai: ModuleType) -> None:
    texts, mixed = (RESULT | {"output": output} for output in ([TEXT, TEXT], [TEXT, IMAGE]))

    [request] = made(pydantic_ai, [{"role": "tool", "content": [texts, mixed]}])

    assert request.parts[0].content == "I look.\nI look."
    assert request.parts[1].content[0] == "I look."
    assert request.parts[1].content[1].data == b"x"


@pytest.mark.parametrize(
    ("provider", "fields"),
    [
        ("anthropic", {"id": None, "signature": "c2ln"}),
        ("deepseek", {"id": "reasoning_content", "signature": "c2ln"}),
        ("openai", {"id": "rs_63326c6e", "signature": "c2ln"}),
        ("google", {"signature": None, "provider_details": {"thought_signature": "c2ln"}}),
    ],
)
def test_thinking_is_told_as_each_providers_answers_are(
    pydantic_ai: ModuleType, provider: str, fields: dict[str, Any]
) -> None:
    [response] = made(pydantic_ai, [answer(SIGNED)], provider)

    assert {name: getattr(response.parts[0], name) for name in fields} == fields
    assert response.parts[0].provider_name == provider


def test_redacted_thinking_is_told_where_models_redact(pydantic_ai: ModuleType) -> None:
    redacted = {"type": "redacted_thinking", "data": "eA=="}

    [response] = made(pydantic_ai, [answer(redacted)], "bedrock")

    assert (response.parts[0].id, response.parts[0].signature) == ("redacted_content", "eA==")
    assert made(pydantic_ai, [answer(redacted)], "google") == []


def test_a_model_that_does_not_think_is_told_no_thoughts(pydantic_ai: ModuleType) -> None:
    [response] = made(pydantic_ai, [answer(SIGNED, TEXT)], "openai", thinks=False)

    assert [type(part).__name__ for part in response.parts] == ["TextPart"]


def test_what_has_no_place_is_refused_with_a_sentence(pydantic_ai: ModuleType) -> None:
    by_address = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}

    with pytest.raises(NotImplementedError, match="only a response holds tool_use"):
        made(pydantic_ai, [{"role": "user", "content": [CALL]}])
    with pytest.raises(NotImplementedError, match="no place for image"):
        made(pydantic_ai, [{"role": "system", "content": [IMAGE]}])
    with pytest.raises(NotImplementedError, match="no part for image of this source"):
        made(pydantic_ai, [answer(by_address)])


def test_media_are_by_value_by_address_and_by_the_librarys_own_reading(pydantic_ai: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a b.gif").write_bytes(b"GIF")
    urls = ["https://example.com/a.png", "data:image/png;base64,eA==", (tmp_path / "a b.gif").as_uri()]
    parts = [{"type": "image", "source": {"type": "url", "url": url}} for url in urls]

    [request] = made(pydantic_ai, [{"role": "user", "content": [IMAGE, *parts]}])
    value, address, uri, file = request.parts[0].content

    assert (value.data, value.media_type) == (b"x", "image/png")
    assert address.url == "https://example.com/a.png"
    assert uri.media_type == "data:image/png;base64,eA=="
    assert (file.data, file.media_type) == (b"GIF", ".gif")
