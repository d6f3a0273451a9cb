"""The adapter of OpenAI's Agents SDK, against stand-in packages of the same names."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import THOUGHT
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse

AGENTS = """
from httpx import AsyncHTTPTransport, Request

class Agent:
    def __init__(self, name, model, tools):
        self.model, self.tools = model, tools

class FunctionTool:
    def __init__(self, name, description, schema, invoke, strict_json_schema):
        self.name = name

class OpenAIChatCompletionsModel:
    def __init__(self, model, openai_client):
        self.model = model

class OpenAIResponsesModel(OpenAIChatCompletionsModel): ...

class RunConfig:
    def __init__(self, **options):
        self.options = options

class Runner:
    @staticmethod
    async def run(agent, items, max_turns, run_config):
        body = {"model": agent.model.model, "input": items, "tools": [tool.name for tool in agent.tools]}
        await AsyncHTTPTransport().handle_async_request(Request(body))
"""
MODULES = {
    "httpx.py": CLIENT,
    "agents.py": AGENTS,
    "openai.py": "class AsyncOpenAI:\n    def __init__(self, **options): ...\n",
}


@pytest.fixture
def agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.setattr("importlib.metadata.version", lambda name: "9.9")
    with standing_in(tmp_path, monkeypatch, "openai_agents", MODULES) as adapter:
        yield adapter


def said(*messages: Any, chat: bool = False) -> Any:
    from pytest_promptfmt.adapters.openai_agents.native import items

    return items(parse(list(messages)), chat=chat)


CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}}
ANSWER = {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "I look."}, CALL]}


def test_the_payload_is_what_the_run_sends(agents: ModuleType) -> None:
    entry = agents.FORMATTERS["openai-responses.chat"]
    sent = asyncio.run(entry.format(entry.prepare(parse([{"role": "user", "content": "Hi"}]))))

    assert sent == {"model": "gpt-5", "input": [{"role": "user", "content": "Hi"}], "tools": []}


def test_thoughts_texts_and_calls_are_items_in_their_order(agents: ModuleType) -> None:
    assert [item["type"] for item in said(ANSWER)] == ["reasoning", "message", "function_call"]
    assert [item["type"] for item in said(ANSWER, chat=True)] == ["message", "function_call"]
    assert said(ANSWER)[0]["encrypted_content"] == "c2ln"


def test_messages_of_the_assistant_have_ids_of_their_own(agents: ModuleType) -> None:
    ids = [item["id"] for item in said(ANSWER, ANSWER, chat=True) if item["type"] == "message"]

    assert len(set(ids)) == 2


def test_a_recording_has_a_place_for_chat_completions_alone(agents: ModuleType) -> None:
    source = {"type": "base64", "media_type": "audio/wav", "data": "c2ln"}
    message = {"role": "user", "content": [{"type": "audio", "source": source}]}

    assert said(message, chat=True)[0]["content"][0]["input_audio"] == {"data": "c2ln", "format": "wav"}
    with pytest.raises(NotImplementedError, match="no place for audio"):
        said(message)
