"""The Agno adapter, against a stand-in package of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.said import CALL, RESULT, TEXT, THOUGHT, answer, image
from support.standins import CLIENT, standing_in

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.implementation.resolve import resolve

FIELDS = """
class {name}:
    def __init__(self, **fields):
        self.__dict__.update(fields)
"""
MODEL = """
from httpx import HTTPTransport, Request

class MistralChat:
    def __init__(self, id, api_key):
        self.id = id

    def response(self, messages, tools):
        body = {"model": self.id, "messages": [m.role for m in messages], "tools": [t.name for t in tools or []]}
        HTTPTransport().handle_request(Request(body))
"""
PACKAGES = {
    "httpx.py": CLIENT,
    "agno-9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: agno\nVersion: 9.9\n",
    "agno/__init__.py": "",
    "agno/media.py": "".join(FIELDS.format(name=name) for name in ("Audio", "File", "Image", "Video")),
    "agno/models/__init__.py": "",
    "agno/models/message.py": FIELDS.format(name="Message"),
    "agno/models/mistral.py": MODEL,
    "agno/tools/__init__.py": "",
    "agno/tools/function.py": FIELDS.format(name="Function"),
}
"""Of the providers' SDKs Mistral's alone is installed."""


@pytest.fixture
def agno(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with standing_in(tmp_path, monkeypatch, "agno", PACKAGES) as adapter:
        yield adapter


def told(agno: ModuleType, *said: Any, provider: str = "openai") -> list[dict[str, Any]]:
    messages, _ = agno.prepare(provider)(parse(list(said)))
    return [vars(message) for message in messages]


INLINE = image(type="base64", media_type="image/jpg", data="eA==")


def test_a_target_is_there_where_its_sdk_is(agno: ModuleType, tmp_path: Path) -> None:
    implementation = resolve("adapter:agno", tmp_path)

    assert list(implementation.formatters) == ["mistral.chat"]
    assert implementation.version == "9.9"


def test_the_payload_is_what_a_model_sends(agno: ModuleType) -> None:
    tool = {"name": "weather", "description": "The weather.", "parameters": {"type": "object"}}
    entry = agno.FORMATTERS["mistral.chat"]

    native = entry.prepare(parse({"messages": [{"role": "user", "content": "Oslo?"}], "tools": [tool]}))

    assert entry.format(native) == {"model": "mistral-large-latest", "messages": ["user"], "tools": ["weather"]}
    assert native[1][0].parameters == {"type": "object"}


def test_a_message_is_one_text_with_what_it_shows_beside(agno: ModuleType) -> None:
    [message] = told(agno, {"role": "user", "name": "Ann", "content": [TEXT, INLINE, TEXT]})

    assert (message["content"], message["name"]) == ("I look.\nI look.", "Ann")
    assert vars(message["images"][0]) == {"content": b"x", "mime_type": "image/jpg", "format": "jpeg"}


@pytest.mark.parametrize(
    ("url", "source"),
    [("/a/b.png", {"filepath": "/a/b.png"}), ("https://example.com/a.png", {"url": "https://example.com/a.png"})],
)
def test_a_path_stays_a_path_and_an_address_an_address(agno: ModuleType, url: str, source: dict[str, str]) -> None:
    [message] = told(agno, {"role": "user", "content": [image(type="url", url=url)]})

    assert (message["content"], vars(message["images"][0])) == ("", source)


def test_what_results_show_follows_them_in_a_users_message(agno: ModuleType) -> None:
    shown, failed = RESULT | {"output": [TEXT, INLINE]}, RESULT | {"is_error": True}
    _, first, second, media = told(agno, answer(CALL), {"role": "tool", "content": [shown, failed]})

    assert (first["content"], first["tool_name"], first["tool_call_error"]) == ("I look.", "weather", False)
    assert second["tool_call_error"]
    assert (media["role"], len(media["images"])) == ("user", 1)


def test_an_answer_is_noted_as_its_providers_are(agno: ModuleType) -> None:
    said = answer(THOUGHT, TEXT, CALL | {"signature": "eQ=="})
    [own], [sealed], [gemini], [openai] = (
        told(agno, said, provider=provider) for provider in ("anthropic", "openai-responses", "gemini", "openai")
    )

    assert [block["type"] for block in own["provider_data"]["content_blocks"]] == ["thinking", "text", "tool_use"]
    assert sealed["provider_data"]["reasoning_output"]["encrypted_content"] == "c2ln"
    assert sealed["tool_calls"][0]["id"] != sealed["tool_calls"][0]["call_id"] == "1"
    assert gemini["provider_data"] == {"thought_signature": "c2ln"}
    assert gemini["tool_calls"][0]["thought_signature"] == "eQ=="
    assert (openai["reasoning_content"], openai["provider_data"]) == (None, None)
    assert "thought_signature" not in openai["tool_calls"][0]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"role": "system", "content": [INLINE]}, "no place for image"),
        (answer(INLINE), "no place for image"),
        ({"role": "tool", "content": [RESULT | {"output": [INLINE], "is_error": True}]}, "shows nothing"),
    ],
)
def test_what_has_no_place_is_refused_with_a_sentence(agno: ModuleType, said: Any, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        told(agno, said)


def test_without_the_package_the_error_tells_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(ImportError, match="pip install agno"),
        standing_in(tmp_path, monkeypatch, "agno", {}, absent=("agno",)),
    ):
        pass
