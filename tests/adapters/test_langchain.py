"""The LangChain adapter, against a stand-in package of the same names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, REDACTED, TEXT, THOUGHT
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

MESSAGES = """
class BaseMessage:
    def __init__(self, content, **fields):
        self.content = content
        self.__dict__.update(fields)

class HumanMessage(BaseMessage): ...
class SystemMessage(BaseMessage): ...
class AIMessage(BaseMessage): ...
class ToolMessage(BaseMessage): ...
"""

OPENAI = """
import httpx

class ChatOpenAI:
    def __init__(self, **options):
        self.options, self.tools = options, []

    def bind_tools(self, tools):
        bound = ChatOpenAI(**self.options)
        bound.tools = tools
        return bound

    def invoke(self, messages):
        told = [{"role": type(m).__name__, "content": m.content} for m in messages]
        httpx.HTTPTransport().handle_request(httpx.Request({"messages": told, "tools": self.tools}))
"""

PACKAGES = {
    "httpx.py": CLIENT,
    "langchain_core/__init__.py": "__version__ = '1.8.1'\n",
    "langchain_core/messages.py": MESSAGES,
    "langchain_openai.py": OPENAI,
}
ABSENT = tuple(f"langchain_{name}" for name in ["anthropic", "google_genai", "aws", "mistralai", "deepseek", "ollama"])


@pytest.fixture
def langchain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The adapter, where of the providers' packages OpenAI's alone is installed."""
    with standing_in(tmp_path, monkeypatch, "langchain", PACKAGES, ABSENT) as module:
        yield module


def answer(content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


def made(langchain: ModuleType, said: list[Any], provider: str = "anthropic") -> list[Any]:
    from pytest_promptfmt.adapters.langchain.native import messages

    return messages(parse(said), provider)


def test_a_target_is_there_where_its_package_is(langchain: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("adapter:langchain", tmp_path)

    assert list(implementation.formatters) == ["openai.chat", "openai-responses.chat"]
    assert implementation.version == "1.8.1"
    assert implementation.claim("openai.chat").blocks == {"tool", "image", "audio", "document"}


@pytest.mark.parametrize("missing", ["langchain_core", "langchain_openai"])
def test_without_the_packages_the_error_tells_the_remedy(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = {path: source for path, source in PACKAGES.items() if not path.startswith(missing)}

    with (
        pytest.raises(ImportError, match="pip install langchain-openai"),
        standing_in(tmp_path, monkeypatch, "langchain", present, (*ABSENT, missing)),
    ):
        pass


def test_what_invoke_sends_is_the_payload(langchain: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = langchain.FORMATTERS["openai.chat"]

    native = entry.prepare(parse({"messages": [{"role": "user", "content": "Hi"}], "tools": [tool]}))

    assert entry.format(native) == {
        "messages": [{"role": "HumanMessage", "content": "Hi"}],
        "tools": [{"type": "function", "function": tool}],
    }


def test_every_role_has_its_class_and_every_result_a_message(langchain: ModuleType) -> None:
    result = {"type": "tool_result", "id": "1", "name": "weather", "output": None, "is_error": True}

    msgs = made(
        langchain,
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "name": "Ann", "content": [TEXT, result, TEXT]},
            {"role": "user", "content": []},
        ],
    )

    assert [(type(m).__name__, m.content) for m in msgs] == [
        ("SystemMessage", "Be brief."),
        ("HumanMessage", "I look."),
        ("ToolMessage", ""),
        ("HumanMessage", "I look."),
        ("HumanMessage", ""),
    ]
    assert [msgs[0].name, msgs[1].name] == [None, "Ann"]
    assert (msgs[2].tool_call_id, msgs[2].name, msgs[2].status) == ("1", "weather", "error")


def test_a_text_and_calls_behind_it_are_told_plainly(langchain: ModuleType) -> None:
    plain, alone, before = made(langchain, [answer([TEXT, CALL]), answer([CALL]), answer([CALL, TEXT])])

    call = {"type": "tool_call", "id": "1", "name": "weather", "args": {"city": "Köln"}}
    assert (plain.content, plain.tool_calls) == ("I look.", [call])
    assert (alone.content, alone.tool_calls) == ("", [call])
    assert (before.content, before.tool_calls) == ([call, TEXT], [call])
    assert before.response_metadata == {"output_version": "v1", "model_provider": "anthropic"}


def test_thinking_is_of_the_provider_that_signed_it(langchain: ModuleType) -> None:
    [signed] = made(langchain, [answer([THOUGHT, TEXT])])
    [unsigned] = made(langchain, [answer([{"type": "thinking", "thinking": "Hm."}, TEXT])])
    [sealed] = made(langchain, [answer([THOUGHT, TEXT])], "openai")
    [apart] = made(langchain, [answer([THOUGHT, TEXT])], "deepseek")

    assert signed.content[0] == {"type": "reasoning", "reasoning": "Hm.", "extras": {"signature": "c2ln"}}
    assert unsigned.response_metadata["model_provider"] == "unknown"
    assert sealed.content[0]["extras"] == {"encrypted_content": "c2ln"}
    assert (apart.content, apart.additional_kwargs) == ("I look.", {"reasoning_content": "Hm."})


@pytest.mark.parametrize(
    ("provider", "told"),
    [
        ("anthropic", {"type": "non_standard", "value": {"type": "redacted_thinking", "data": "eA=="}}),
        ("bedrock_converse", {"type": "reasoning", "extras": {"redacted_content": b"x"}}),
    ],
)
def test_redacted_thinking_is_told_where_models_redact(langchain: ModuleType, provider: str, told: Any) -> None:
    [kept] = made(langchain, [answer([REDACTED, TEXT])], provider)
    [dropped] = made(langchain, [answer([REDACTED, TEXT])], "google_genai")

    assert kept.content[0] == told
    assert dropped.content == "I look."


def test_a_thought_of_a_users_has_no_place_and_a_call_of_a_users_is_refused(langchain: ModuleType) -> None:
    assert made(langchain, [{"role": "user", "content": [THOUGHT]}]) == []
    with pytest.raises(NotImplementedError, match="only an assistant's message holds tool_use"):
        made(langchain, [{"role": "user", "content": [CALL]}])


def test_gemini_keeps_the_signatures_of_calls_beside_the_message(langchain: ModuleType) -> None:
    [message] = made(langchain, [answer([CALL | {"signature": "c2ln"}])], "google_genai")

    assert message.additional_kwargs == {"__gemini_function_call_thought_signatures__": {"1": "c2ln"}}


def test_media_are_standard_blocks(langchain: ModuleType) -> None:
    document = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}}
    image = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}

    [message] = made(langchain, [{"role": "user", "content": [document, image]}])

    assert message.content == [
        {"type": "file", "base64": "JVBERi0=", "mime_type": "application/pdf"},
        {"type": "image", "url": "https://example.com/a.png"},
    ]
