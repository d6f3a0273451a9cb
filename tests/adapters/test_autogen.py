"""The AutoGen adapter, against stand-in packages of the same names."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, INLINE, RESULT, TEXT, THOUGHT, answer, image
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

CORE = """
class FunctionCall:
    def __init__(self, id, arguments, name):
        self.id, self.arguments, self.name = id, arguments, name

class Image:
    def __init__(self, made_of):
        self.made_of = made_of

    from_file = classmethod(lambda cls, path: cls(str(path)))
    from_base64 = classmethod(lambda cls, data: cls(data))
"""
MESSAGES = """
class SystemMessage:
    def __init__(self, **fields):
        self.__dict__.update(fields)

class UserMessage(SystemMessage): ...
class AssistantMessage(SystemMessage): ...
class FunctionExecutionResult(SystemMessage): ...
class FunctionExecutionResultMessage(SystemMessage): ...

class ModelFamily:
    GPT_4O, CLAUDE_4_SONNET, MISTRAL, UNKNOWN = "gpt-4o", "claude-4-sonnet", "mistral", "unknown"
"""
OLLAMA = """
from httpx import AsyncHTTPTransport, Request

class OllamaChatCompletionClient:
    def __init__(self, model, model_info):
        self.model, self.info = model, model_info

    async def create(self, messages, tools):
        told = [type(message).__name__ for message in messages]
        body = {"model": self.model, "messages": told, "tools": [tool["name"] for tool in tools]}
        await AsyncHTTPTransport().handle_async_request(Request(body))
"""
JSONREF = """
def replace_refs(schema, proxies, merge_props):
    found = dict(schema)
    found["properties"] = {name: found["$defs"][name] for name in found["properties"]}
    return found
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "jsonref.py": JSONREF,
    "autogen_ext-9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: autogen-ext\nVersion: 9.9\n",
    "autogen_core/__init__.py": CORE,
    "autogen_core/models.py": MESSAGES,
    "autogen_ext/__init__.py": "",
    "autogen_ext/models/__init__.py": "",
    "autogen_ext/models/ollama.py": OLLAMA,
}
"""Of the providers' SDKs Ollama's alone is installed."""


@pytest.fixture
def autogen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "autogen", PACKAGES) as adapter:
        yield adapter


def told(autogen: ModuleType, *said: Any) -> list[tuple[str, dict[str, Any]]]:
    messages, _ = autogen.prepare(parse(list(said)))
    return [(type(message).__name__, vars(message)) for message in messages]


def test_a_target_is_there_where_its_sdk_is(autogen: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("adapter:autogen", tmp_path)

    assert list(implementation.formatters) == ["ollama.chat"]
    assert implementation.version == "9.9"


def test_system_text_further_down_is_a_limit_where_the_family_has_none(autogen: ModuleType) -> None:
    first = {row.name for row in autogen.TABLE if "system-later" in row.refuses}

    assert first == {"anthropic.chat", "mistral.chat"}
    assert all(
        row.made.options["model_info"]["multiple_system_messages"] == (row.name not in first) for row in autogen.TABLE
    )


def test_the_payload_is_what_a_client_sends(autogen: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = autogen.FORMATTERS["ollama.chat"]

    native = entry.prepare(parse({"messages": [{"role": "user", "content": "Oslo?"}], "tools": [tool]}))

    assert asyncio.run(entry.format(native)) == {"model": "qwen3", "messages": ["UserMessage"], "tools": ["weather"]}


def test_a_schema_has_properties_and_no_pointers(autogen: ModuleType) -> None:
    pointed = {"properties": {"city": {"$ref": "#/$defs/city"}}, "$defs": {"city": {"type": "string"}}}
    tools = [{"name": "t", "description": "", "parameters": schema} for schema in ({"type": "object"}, pointed)]

    bare, written = (tool["parameters"] for tool in autogen.prepare(parse({"messages": [], "tools": tools}))[1])

    assert bare == {"type": "object", "properties": {}}
    assert written == {"properties": {"city": {"type": "string"}}}


def test_what_is_inside_itself_is_refused(autogen: ModuleType) -> None:
    from pytest_promptfmt.adapters.autogen import native

    inside: dict[str, Any] = {"properties": {"city": {}}, "$defs": {"city": {}}}
    inside["$defs"]["city"] = inside

    with pytest.raises(NotImplementedError, match="inside itself"):
        native._schema({"name": "t", "parameters": inside})


def test_everybody_but_the_system_has_a_name(autogen: ModuleType) -> None:
    (_, system), (_, user), (_, assistant) = told(
        autogen,
        {"role": "system", "content": [TEXT, TEXT]},
        {"role": "user", "name": "Ann", "content": "Oslo?"},
        answer(TEXT),
    )

    assert system == {"content": "I look.\nI look."}
    assert user == {"content": "Oslo?", "source": "Ann"}
    assert assistant == {"content": "I look.", "source": "assistant"}


def test_text_beside_calls_is_their_thought(autogen: ModuleType) -> None:
    [(_, called)], [(_, silent)] = told(autogen, answer(THOUGHT, TEXT, CALL)), told(autogen, answer(CALL))

    assert (called["thought"], silent["thought"]) == ("I look.", None)
    assert vars(called["content"][0]) == {"id": "1", "arguments": '{"city": "Köln"}', "name": "weather"}


def test_results_that_follow_each_other_stand_in_one_message(autogen: ModuleType) -> None:
    failed = RESULT | {"is_error": True, "output": [TEXT, TEXT]}
    _, (kind, results) = told(
        autogen, answer(CALL), {"role": "system", "content": [RESULT]}, {"role": "tool", "content": [failed]}
    )

    assert kind == "FunctionExecutionResultMessage"
    assert [vars(result) for result in results["content"]] == [
        {"content": "Fog", "name": "weather", "call_id": "1", "is_error": False},
        {"content": "I look.\nI look.", "name": "weather", "call_id": "1", "is_error": True},
    ]


def test_an_image_is_made_of_bytes_or_of_a_file(autogen: ModuleType) -> None:
    [(_, message)] = told(autogen, {"role": "user", "content": [TEXT, INLINE, image(type="url", url="/a/b.png")]})

    text, inline, file = message["content"]
    assert (text, inline.made_of, file.made_of) == ("I look.", "eA==", "/a/b.png")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"role": "system", "content": [INLINE]}, "no place for image"),
        (answer(INLINE), "no place for image"),
        ({"role": "tool", "content": [RESULT | {"output": [INLINE]}]}, "one text"),
        ({"role": "user", "content": [image(type="url", url="https://example.com/a.png")]}, "by value"),
        ({"role": "user", "content": [INLINE | {"type": "audio"}]}, "no place for audio"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(autogen: ModuleType, said: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        told(autogen, said)


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match=r"pip install 'autogen-ext\["),
        standing_in(tmp_path, monkeypatch, "autogen", {}, absent=("autogen_core",)),
    ):
        pass
