"""The LlamaIndex adapter, against a stand-in package of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

TYPES = """
class Fields:
    def __init__(self, **fields):
        self.__dict__.update(fields)

class ChatMessage(Fields): ...
class TextBlock(Fields): ...
class ThinkingBlock(Fields): ...
class ToolCallBlock(Fields): ...
class ImageBlock(Fields): ...
class AudioBlock(Fields): ...
class VideoBlock(Fields): ...
class DocumentBlock(Fields): ...
"""
TOOLS = """
class ToolMetadata:
    def __init__(self, description, name, fn_schema):
        self.name, self.fn_schema = name, fn_schema

class FunctionTool:
    def __init__(self, fn, metadata):
        self.metadata = metadata
"""
MODEL = """
from httpx import HTTPTransport, Request

class OpenAI:
    def __init__(self, **options):
        self.options = options

    def chat(self, messages):
        HTTPTransport().handle_request(Request({"messages": [message.role for message in messages]}))

    def chat_with_tools(self, tools, chat_history, allow_parallel_tool_calls):
        offered = [tool.metadata.fn_schema.model_json_schema() for tool in tools]
        HTTPTransport().handle_request(Request({"messages": [], "tools": offered}))

class OpenAIResponses(OpenAI): ...
"""
MODULES = {
    "httpx.py": CLIENT,
    "llama_index/core/__init__.py": "__version__ = '9.9'\n",
    "llama_index/core/base/__init__.py": "",
    "llama_index/core/base/llms/__init__.py": "",
    "llama_index/core/base/llms/types.py": TYPES,
    "llama_index/core/bridge/__init__.py": "",
    "llama_index/core/bridge/pydantic.py": "class BaseModel: ...\n",
    "llama_index/core/tools.py": TOOLS,
    "llama_index/llms/openai.py": MODEL,
}


@pytest.fixture
def llama_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "llama_index", MODULES) as adapter:
        yield adapter


def said(*messages: Any, provider: str = "openai") -> Any:
    from pytest_promptfmt.adapters.llama_index.native import messages as made

    return made(parse(list(messages)), provider)


def test_what_is_installed_is_a_target(llama_index: ModuleType, tmp_path: Path) -> None:
    assert resolve("adapter:llama_index", tmp_path).version == "9.9"
    assert "openai.chat" in llama_index.FORMATTERS
    assert "anthropic.chat" not in llama_index.FORMATTERS


def test_the_payload_is_what_the_call_sends(llama_index: ModuleType) -> None:
    entry = llama_index.FORMATTERS["openai.chat"]
    tool = {"name": "weather", "description": "", "parameters": {"type": "object"}}
    turns = [{"role": "user", "content": "Hi"}]

    assert entry.format(entry.prepare(parse(turns))) == {"messages": ["user"]}
    offered = entry.format(entry.prepare(parse({"messages": turns, "tools": [tool]})))["tools"]
    assert offered == [{"type": "object", "properties": {}}]


FAILED = {"role": "tool", "content": [{"type": "tool_result", "id": "1", "output": "Fog", "is_error": True}]}


def test_a_failed_result_is_marked_for_bedrock_and_refused_where_only_the_provider_marks_it(
    llama_index: ModuleType,
) -> None:
    [marked], [plain] = said(FAILED, provider="bedrock_converse"), said(FAILED, provider="openai")

    assert marked.additional_kwargs == {"tool_call_id": "1", "status": "error"}
    assert plain.additional_kwargs == {"tool_call_id": "1"}
    with pytest.raises(NotImplementedError, match="no mark of a failed result"):
        said(FAILED, provider="anthropic")


def test_signatures_stand_where_the_providers_answers_have_them(llama_index: ModuleType) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    answer = {"role": "assistant", "content": [thought, {"type": "text", "text": "Yes"}]}
    [claude], [gemini] = said(answer, provider="anthropic"), said(answer, provider="google_genai")

    assert claude.blocks[0].additional_information["signature"] == "c2ln"
    assert gemini.additional_kwargs == {"thought_signatures": [b"sig", None]}


def test_media_are_bytes_a_path_or_an_address(llama_index: ModuleType) -> None:
    sources = [
        {"type": "base64", "media_type": "image/png", "data": "c2ln"},
        {"type": "url", "url": "pier.png"},
        {"type": "url", "url": "https://example.com/pier.png"},
    ]
    [message] = said({"role": "user", "content": [{"type": "image", "source": source} for source in sources]})

    assert [vars(block) for block in message.blocks] == [
        {"image": b"sig", "image_mimetype": "image/png"},
        {"path": Path("pier.png")},
        {"url": "https://example.com/pier.png"},
    ]
