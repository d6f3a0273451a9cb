"""The Haystack adapter, against a stand-in package of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import THOUGHT
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

DATACLASSES = """
from dataclasses import dataclass, field
from typing import Any

@dataclass
class TextContent:
    text: str

@dataclass
class ToolCall:
    tool_name: str
    arguments: dict
    id: Any = None
    extra: Any = None

@dataclass
class ReasoningContent:
    reasoning_text: str
    extra: dict = field(default_factory=dict)

@dataclass
class ImageContent:
    base64_image: str
    mime_type: str

    @classmethod
    def from_url(cls, url, retry_attempts):
        raise ConnectionError(url)

class FileContent(ImageContent): ...

class ChatMessage(dict):
    @classmethod
    def from_system(cls, text, name=None):
        return cls(role="system", said=text, name=name)

    @classmethod
    def from_user(cls, *, content_parts, name=None):
        return cls(role="user", said=content_parts, name=name)

    @classmethod
    def from_assistant(cls, text, meta, name, tool_calls, *, reasoning):
        return cls(role="assistant", said=text, meta=meta, name=name, calls=tool_calls, reasoning=reasoning)

    @classmethod
    def from_tool(cls, tool_result, origin, error):
        return cls(role="tool", said=tool_result, origin=origin, error=error)
"""
GENERATOR = """
from httpx import HTTPTransport, Request

class OpenAIChatGenerator:
    def __init__(self, **options):
        self.options = options

    def run(self, messages, tools):
        body = {"messages": [repr(message["said"]) for message in messages], "tools": [t.name for t in tools or []]}
        HTTPTransport().handle_request(Request(body))
"""
MODULES = {
    "httpx.py": CLIENT,
    "haystack/__init__.py": "",
    "haystack/version.py": "__version__ = '9.9'\n",
    "haystack/utils.py": "class Secret:\n    from_token = staticmethod(str)\n",
    "haystack/dataclasses.py": DATACLASSES,
    "haystack/tools.py": "class Tool:\n    def __init__(self, **fields):\n        self.__dict__.update(fields)\n",
    "haystack/components/__init__.py": "",
    "haystack/components/generators/__init__.py": "",
    "haystack/components/generators/chat/__init__.py": "",
    "haystack/components/generators/chat/openai.py": GENERATOR,
}


@pytest.fixture
def haystack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "haystack", MODULES) as adapter:
        yield adapter


def said(*messages: Any, provider: str = "openai") -> Any:
    from pytest_promptfmt.adapters.haystack.native import messages as made

    return made(parse(list(messages)), provider)


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Oslo"}}


def test_what_is_installed_is_a_target(haystack: ModuleType, tmp_path: Path) -> None:
    assert resolve("adapter:haystack", tmp_path).version == "9.9"
    assert list(haystack.FORMATTERS) == ["openai.chat"]


def test_the_payload_is_what_run_sends(haystack: ModuleType) -> None:
    entry = haystack.FORMATTERS["openai.chat"]

    assert entry.format(entry.prepare(parse([{"role": "system", "content": "Hi"}]))) == {
        "messages": ["'Hi'"],
        "tools": [],
    }


def test_a_result_holds_its_call_and_its_mark(haystack: ModuleType) -> None:
    result = {"type": "tool_result", "id": "1", "output": [{"type": "text", "text": "Fog"}], "is_error": True}
    _, told = said(assistant(CALL), {"role": "tool", "content": [result]})

    assert (told["said"], told["error"]) == ("Fog", True)
    assert (told["origin"].tool_name, told["origin"].id, told["origin"].arguments) == ("weather", "1", {"city": "Oslo"})


def test_thoughts_stand_where_the_providers_answers_have_them(haystack: ModuleType) -> None:
    answer = assistant(THOUGHT, {"type": "text", "text": "Yes"})
    [own], [sealed], [gemini] = (
        said(answer, provider=provider) for provider in ("anthropic", "openai-responses", "gemini")
    )

    assert own["reasoning"].extra["reasoning_contents"][0]["reasoning_content"]["reasoning_text"]["signature"] == "c2ln"
    assert sealed["reasoning"].extra["encrypted_content"] == "c2ln"
    assert gemini["meta"]["thought_signatures"][0]["is_thought"]


@pytest.mark.parametrize(
    ("provider", "blocks"), [("bedrock", [THOUGHT, THOUGHT]), ("anthropic", [CALL, THOUGHT])], ids=["two", "behind"]
)
def test_a_thought_without_a_place_is_refused(haystack: ModuleType, provider: str, blocks: list[Any]) -> None:
    with pytest.raises(NotImplementedError, match="Haystack's assistant"):
        said(assistant(*blocks), provider=provider)


def test_an_address_is_what_from_url_fetches(haystack: ModuleType) -> None:
    with pytest.raises(ConnectionError, match="example"):
        said(
            {"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "https://example.com/a"}}]}
        )
