"""The adapter of Google's ADK, against stand-in packages of the same names."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import RESULT
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

AGENTS = """
from httpx import AsyncHTTPTransport, Request

class Made:
    def __init__(self, **options):
        vars(self).update(options)

class InvocationContext(Made): ...
class RunConfig(Made): ...

class LlmAgent(Made):
    async def run_async(self, context):
        system = self.static_instruction and [part.text for part in self.static_instruction.parts]
        told = {
            "contents": [[event.author, event.content.role] for event in context.session.events],
            "system": system,
            "tools": [tool._get_declaration().parameters_json_schema for tool in self.tools],
        }
        yield await AsyncHTTPTransport().handle_async_request(Request(told))
"""
TYPES = """
class Made:
    def __init__(self, **options):
        vars(self).update(options)

    def __getattr__(self, name):
        return None

class Blob(Made): ...
class Content(Made): ...
class FileData(Made): ...
class FunctionCall(Made): ...
class FunctionDeclaration(Made): ...
class FunctionResponse(Made): ...
class FunctionResponseBlob(Made): ...
class FunctionResponsePart(Made): ...
class Part(Made): ...
"""
MADE = "from google.genai.types import Made\n"
PACKAGES = {
    "httpx.py": CLIENT,
    "google_adk-2.13.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: google-adk\nVersion: 2.13.0\n",
    "google/__init__.py": "",
    "google/genai/__init__.py": f"{MADE}class Client(Made): ...\n",
    "google/genai/types.py": TYPES,
    "google/adk/__init__.py": "",
    "google/adk/agents.py": AGENTS,
    "google/adk/events.py": f"{MADE}class Event(Made): ...\n",
    "google/adk/models.py": f"{MADE}class Gemini(Made): ...\n",
    "google/adk/sessions.py": f"{MADE}class InMemorySessionService(Made): ...\nclass Session(Made): ...\n",
    "google/adk/tools.py": f"{MADE}class BaseTool(Made): ...\n",
}
"""Of the providers' SDKs Gemini's alone is installed."""


@pytest.fixture
def adk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    absent = ("anthropic", "openai")
    with standing_in(tmp_path, monkeypatch, "google_adk", PACKAGES, absent) as module:
        yield module


def told(adk: ModuleType, said: Any, provider: str = "gemini", *, thinks: bool = True) -> Any:
    return adk.prepare(provider, thinks=thinks)(parse(said))


def part(adk: ModuleType, block: Any, role: str = "user", provider: str = "gemini") -> Any:
    [event] = told(adk, [{"role": role, "content": [block]}], provider).events
    return event.content.parts[0]


ASKED = {"role": "user", "content": "Oslo?"}
CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Oslo"}, "signature": "c2ln"}
CALLED = {"role": "assistant", "content": [CALL]}
IMAGE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(b"x").decode()},
}


def test_a_target_is_there_where_its_sdk_is(adk: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("google_adk", tmp_path)

    assert list(implementation.formatters) == ["gemini.chat"]
    assert implementation.version == "2.13.0"


def test_what_has_no_place_for_anthropic_is_declared(adk: ModuleType) -> None:
    assert adk.CAPABILITIES["gemini.chat"]["refuses"] == ["system-later"]
    assert [row.name for row in adk.TABLE if "media-by-address" in row.refuses] == ["anthropic.chat"]


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'google-adk\[openai\]'"),
        standing_in(tmp_path, monkeypatch, "google_adk", {}, absent=("google",)),
    ):
        pass


def test_the_payload_is_what_the_agent_sends(adk: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    said = [{"role": "system", "content": "Be brief."}, ASKED, CALLED, {"role": "tool", "content": [RESULT]}]
    entry = adk.FORMATTERS["gemini.chat"]

    sent = asyncio.run(entry.format(entry.prepare(parse({"messages": said, "tools": [tool]}))))

    assert sent["system"] == ["Be brief."]
    assert sent["contents"] == [["user", "user"], ["agent", "model"], ["agent", "user"]]
    assert sent["tools"] == [{"type": "object"}]


def test_a_text_a_failure_and_several_texts_are_returned_as_adk_returns_them(adk: ModuleType) -> None:
    text = {"type": "text", "text": "Fog"}
    results = [RESULT, RESULT | {"is_error": True}, RESULT | {"output": [text, text, IMAGE]}]
    [_, event] = told(adk, [CALLED, {"role": "tool", "content": results}]).events

    one, failed, several = (part.function_response for part in event.content.parts)
    assert (one.name, one.response) == ("weather", {"result": "Fog"})
    assert failed.response == {"error": "Fog"}
    assert several.response == {"content": [text, text], "isError": False}
    assert several.parts[0].inline_data.data == b"x"


@pytest.mark.parametrize(("provider", "signature"), [("gemini", b"sig"), ("anthropic", b"c2ln")])
def test_a_signature_is_bytes_as_the_provider_has_them(adk: ModuleType, provider: str, signature: bytes) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}

    assert part(adk, thought, "assistant", provider).thought_signature == signature
    assert part(adk, CALL, "assistant", provider).thought_signature == signature


def test_media_are_bytes_or_an_address(adk: ModuleType) -> None:
    address = "https://example.com/a.webp?size=2"

    assert part(adk, IMAGE).inline_data.data == b"x"
    found = part(adk, {"type": "image", "source": {"type": "url", "url": address}}).file_data
    assert (found.file_uri, found.mime_type) == (address, "image/webp")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ([ASKED, {"role": "system", "content": "Be brief."}], "what the system says is the instruction"),
        ([{"role": "user", "content": [CALL]}], "no place for tool_use in a message of role user"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(adk: ModuleType, said: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        told(adk, said)
