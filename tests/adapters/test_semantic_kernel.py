"""The Semantic Kernel adapter, against a stand-in package of the same name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, INLINE, TEXT, THOUGHT, image
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

FIELDS = """
class Fields:
    def __init__(self, **fields):
        self.__dict__.update(fields)
"""
CONTENTS = """
class AudioContent(Fields): ...
class ChatHistory(Fields): ...
class ChatMessageContent(Fields): ...
class FunctionCallContent(Fields): ...
class FunctionResultContent(Fields): ...
class TextContent(Fields): ...

class ImageContent(Fields):
    from_image_file = classmethod(lambda cls, path: cls(path=path))
"""
OLLAMA = """
from types import SimpleNamespace
from httpx import AsyncHTTPTransport, Request

class OllamaChatCompletion:
    def __init__(self, ai_model_id):
        self.model = ai_model_id

    def instantiate_prompt_execution_settings(self):
        return SimpleNamespace(function_choice_behavior=None)

    async def get_chat_message_contents(self, history, settings, kernel):
        tools = [function.name for function in kernel.get_full_list_of_function_metadata()]
        body = {
            "model": self.model,
            "messages": [message.role for message in history.messages],
            "tools": tools if settings.function_choice_behavior else None,
        }
        await AsyncHTTPTransport().handle_async_request(Request(body))
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "semantic_kernel-9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: semantic-kernel\nVersion: 9.9\n",
    "semantic_kernel/__init__.py": f"{FIELDS}\nclass Kernel(Fields): ...\n",
    "semantic_kernel/contents.py": FIELDS + CONTENTS,
    "semantic_kernel/functions.py": f"""{FIELDS}
class KernelFunctionMetadata(Fields): ...
class KernelParameterMetadata(Fields): ...
""",
    "semantic_kernel/connectors/__init__.py": "",
    "semantic_kernel/connectors/ai/__init__.py": f"{FIELDS}\nclass FunctionChoiceBehavior:\n    Auto = Fields\n",
    "semantic_kernel/connectors/ai/ollama.py": OLLAMA,
}
"""Of the providers' SDKs Ollama's alone is installed."""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "semantic_kernel", PACKAGES) as adapter:
        yield adapter


def told(kernel: ModuleType, *said: Any) -> list[dict[str, Any]]:
    history, _ = kernel.prepare(parse(list(said)))
    return [vars(message) for message in history.messages]


RESULT = {"type": "tool_result", "id": "1", "output": [TEXT, TEXT]}
CITY = {"type": "string"}
TOOL = {
    "name": "weather",
    "description": "The weather.",
    "parameters": {"type": "object", "properties": {"city": CITY}, "required": ["city"]},
}


def test_a_target_is_there_where_its_sdk_is(kernel: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("adapter:semantic_kernel", tmp_path)

    assert list(implementation.formatters) == ["ollama.chat"]
    assert implementation.version == "9.9"


@pytest.mark.parametrize(("tools", "offered"), [([TOOL], ["weather"]), ([], None)])
def test_the_payload_is_what_a_service_sends(kernel: ModuleType, tools: Any, offered: Any) -> None:
    entry = kernel.FORMATTERS["ollama.chat"]

    native = entry.prepare(parse({"messages": [{"role": "user", "content": "Oslo?"}], "tools": tools}))

    assert asyncio.run(entry.format(native)) == {"model": "qwen3", "messages": ["user"], "tools": offered}


def test_a_function_is_told_by_the_schema_of_each_parameter(kernel: ModuleType) -> None:
    _, offering = kernel.prepare(parse({"messages": [], "tools": [TOOL]}))

    [function] = offering.get_full_list_of_function_metadata()
    assert vars(function.parameters[0]) == {"name": "city", "schema_data": CITY, "is_required": True}


def test_items_stand_in_their_order_and_nobody_thinks(kernel: ModuleType) -> None:
    user, answer = told(
        kernel,
        {"role": "user", "name": "Ann", "content": [TEXT, INLINE, image(type="url", url="/a/b.png")]},
        {"role": "assistant", "content": [THOUGHT, TEXT, CALL]},
    )

    assert user["name"] == "Ann"
    assert [vars(item) for item in user["items"]] == [
        {"text": "I look."},
        {"data_uri": "data:image/png;base64,eA=="},
        {"path": "/a/b.png"},
    ]
    assert [type(item).__name__ for item in answer["items"]] == ["TextContent", "FunctionCallContent"]
    assert answer["items"][1].arguments == '{"city": "Köln"}'


def test_each_result_has_a_message_of_its_own(kernel: ModuleType) -> None:
    call = {"role": "assistant", "content": [CALL]}
    _, first, second = told(kernel, call, {"role": "tool", "content": [RESULT, RESULT]})

    assert first["role"] == second["role"] == "tool"
    assert vars(first["items"][0]) == {
        **{"id": "1", "name": "weather", "function_name": "weather"},
        "result": "I look.\nI look.",
    }


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"role": "tool", "content": [RESULT | {"is_error": True}]}, "without a mark"),
        ({"role": "tool", "content": [RESULT | {"output": [INLINE]}]}, "is a text"),
        ({"role": "user", "content": [INLINE | {"type": "video"}]}, "no place for video"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(kernel: ModuleType, said: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        told(kernel, said)


def test_what_a_schema_says_beside_its_parameters_is_refused(kernel: ModuleType) -> None:
    pointed = {**TOOL, "parameters": {**TOOL["parameters"], "$defs": {}}}

    with pytest.raises(NotImplementedError, match=r"no place for \$defs"):
        kernel.prepare(parse({"messages": [], "tools": [pointed]}))


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'semantic-kernel\["),
        standing_in(tmp_path, monkeypatch, "semantic_kernel", {}, absent=("semantic_kernel",)),
    ):
        pass
