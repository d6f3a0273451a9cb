"""The LiteLLM adapter, against a stand-in package of the same name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import REDACTED, TEXT
from support.said import THOUGHT as SIGNED
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

LITELLM = """
import httpx

def completion(model, messages, **options):
    httpx.HTTPTransport().handle_request(httpx.Request({"model": model, "messages": messages, **options}))
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "litellm/__init__.py": LITELLM,
    "litellm-1.2.3.dist-info/METADATA": "Metadata-Version: 2.1\nName: litellm\nVersion: 1.2.3\n",
}


@pytest.fixture
def litellm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The adapter over the stand-in."""
    for name in ("LITELLM_LOCAL_MODEL_COST_MAP", "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    with standing_in(tmp_path, monkeypatch, "litellm", PACKAGES) as module:
        yield module


def made(
    litellm: ModuleType, said: list[Any], provider: str = "anthropic", *, thinks: bool = True
) -> list[dict[str, Any]]:
    prepared: tuple[list[dict[str, Any]], list[Any]] = litellm.prepare(provider, thinks=thinks, video=True)(parse(said))
    return prepared[0]


CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Köln"}, "signature": "c2ln"}


def media(kind: str, url: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": url}}


def test_the_name_finds_the_library_and_then_the_adapter(litellm: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("litellm", tmp_path)

    assert len(implementation.formatters) == 9
    assert implementation.version == "1.2.3"
    assert implementation.claim("zhipu.chat").blocks == {"tool"}


def test_without_the_library_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match="pip install litellm"),
        standing_in(tmp_path, monkeypatch, "litellm", {"httpx.py": CLIENT}, ("litellm",)),
    ):
        pass


def test_nothing_is_fetched_when_it_is_imported(litellm: ModuleType) -> None:
    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == os.environ["LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS"] == "True"


def test_what_completion_sends_is_the_payload(litellm: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = litellm.entry("openai/gpt-4o", temperature=0)

    native = entry.prepare(parse({"messages": [{"role": "user", "content": "Hi"}], "tools": [tool]}))

    assert entry.format(native) == {
        "model": "openai/gpt-4o",
        "messages": [{"role": "user", "content": "Hi"}],
        "tools": [{"type": "function", "function": tool}],
        "temperature": 0,
    }


def test_results_have_messages_of_their_own(litellm: ModuleType) -> None:
    result = {"type": "tool_result", "id": "1", "name": "weather", "output": [TEXT, TEXT]}

    assert made(
        litellm, [{"role": "user", "name": "Ann", "content": [TEXT, result]}, {"role": "user", "content": []}]
    ) == [
        {"role": "user", "name": "Ann", "content": "I look."},
        {"role": "tool", "tool_call_id": "1", "name": "weather", "content": [TEXT, TEXT]},
        {"role": "user", "content": ""},
    ]


def test_thinking_and_calls_are_where_litellm_documents_them(litellm: ModuleType) -> None:
    [message] = made(litellm, [{"role": "assistant", "content": [SIGNED, REDACTED, CALL]}])

    function = {"name": "weather", "arguments": '{"city": "Köln"}'}
    assert message == {
        "role": "assistant",
        "content": None,
        "thinking_blocks": [SIGNED, REDACTED],
        "reasoning_content": "Hm.",
        "tool_calls": [{"id": "1", "type": "function", "function": function}],
    }


def test_only_gemini_signs_calls_and_seals_no_thoughts(litellm: ModuleType) -> None:
    [message] = made(litellm, [{"role": "assistant", "content": [SIGNED, REDACTED, CALL]}], "gemini")

    assert message["thinking_blocks"] == [SIGNED]
    assert message["tool_calls"][0]["provider_specific_fields"] == {"thought_signature": "c2ln"}


def test_who_does_not_sign_has_thoughts_as_text_and_who_does_not_think_has_none(litellm: ModuleType) -> None:
    told = [{"role": "assistant", "content": [SIGNED, TEXT]}]

    assert made(litellm, told, "deepseek") == [{"role": "assistant", "content": "I look.", "reasoning_content": "Hm."}]
    assert made(litellm, told, "openai", thinks=False) == [{"role": "assistant", "content": "I look."}]


def test_a_thought_of_a_users_has_no_place_and_a_call_of_a_users_is_refused(litellm: ModuleType) -> None:
    assert made(litellm, [{"role": "user", "content": [SIGNED]}]) == []
    with pytest.raises(NotImplementedError, match="only an assistant calls"):
        made(litellm, [{"role": "user", "content": [CALL]}])


def test_media_are_openais_parts(litellm: ModuleType) -> None:
    parts = [
        media("image", "https://example.com/a.png"),
        media("audio", "data:audio/mpeg;base64,SUQz"),
        media("document", "https://example.com/a.pdf?page=1"),
        {"type": "video", "source": {"type": "base64", "media_type": "video/mp4", "data": "AAAA"}},
    ]

    [message] = made(litellm, [{"role": "user", "content": parts}])

    assert message["content"] == [
        {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}},
        {"type": "input_audio", "input_audio": {"data": "SUQz", "format": "mp3"}},
        {"type": "file", "file": {"file_id": "https://example.com/a.pdf?page=1", "format": "application/pdf"}},
        {"type": "file", "file": {"file_data": "data:video/mp4;base64,AAAA"}},
    ]


def test_audio_has_no_address_and_video_a_place_with_few_providers(litellm: ModuleType) -> None:
    film = parse([{"role": "user", "content": [media("video", "https://example.com/a.mp4")]}])

    with pytest.raises(NotImplementedError, match="no address for audio"):
        made(litellm, [{"role": "user", "content": [media("audio", "https://example.com/a.wav")]}])
    with pytest.raises(NotImplementedError, match="no part for video"):
        litellm.FORMATTERS["openai.chat"].prepare(film)
    assert litellm.FORMATTERS["gemini.chat"].prepare(film)[0][0]["content"][0]["type"] == "file"
