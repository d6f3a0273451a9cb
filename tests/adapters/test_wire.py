"""What a library sends is caught, and what it fetches is not; media are told as most libraries want them."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pytest_promptfmt.adapters._sources import Inline, inline_or_url, tools_of
from pytest_promptfmt.adapters._wire import awaited_payload_of, payload_of
from pytest_promptfmt.conversation import Audio, Base64Source, Image, Media, Source, UrlSource
from pytest_promptfmt.conversation.parsing import parse

PNG = b"\x89PNG\r\n\x1a\nrest"


CHAT = "https://example.com/v1/chat"


class Request:
    """A request as httpx has it."""

    def __init__(self, method: str, body: Any = None, url: str = CHAT) -> None:
        self.method, self.url, self._body = method, url, json.dumps(body).encode()

    def read(self) -> bytes:
        return self._body


class HTTPTransport:
    def handle_request(self, request: Request) -> str:
        return "the network"


class AsyncHTTPTransport:
    async def handle_async_request(self, request: Request) -> str:
        return "the network"


@pytest.fixture(autouse=True)
def httpx(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A stand-in of the same names."""
    module = ModuleType("httpx")
    vars(module).update(HTTPTransport=HTTPTransport, AsyncHTTPTransport=AsyncHTTPTransport)
    monkeypatch.setitem(sys.modules, "httpx", module)
    return module


def send(method: str = "POST", body: Any = None, url: str = CHAT) -> str:
    return HTTPTransport().handle_request(Request(method, body, url))


def test_the_body_of_a_request_is_the_payload() -> None:
    assert payload_of(lambda: send(body={"messages": ["Köln"]})) == {"messages": ["Köln"]}


@pytest.mark.parametrize(
    ("url", "model"),
    [
        ("https://example.com/v1beta/models/gemini-2.5-flash:generateContent", "gemini-2.5-flash"),
        ("https://example.com/model/anthropic.claude-v1%3A0/converse", "anthropic.claude-v1:0"),
    ],
)
def test_a_model_that_the_address_names_joins_it(url: str, model: str) -> None:
    assert payload_of(lambda: send(body={"contents": []}, url=url)) == {"model": model, "contents": []}


def test_a_model_that_the_body_names_stays() -> None:
    body = {"model": "theirs", "messages": []}

    assert payload_of(lambda: send(body=body, url="https://example.com/models/other")) == body


def test_so_it_is_where_the_library_swallows_every_exception() -> None:
    def call() -> None:
        for _ in range(3):
            try:
                send(body={"contents": []})
            except Exception:
                continue

    assert payload_of(call) == {"contents": []}


def test_an_awaited_request_is_caught_too() -> None:
    async def call() -> None:
        await AsyncHTTPTransport().handle_async_request(Request("POST", {"input": []}))

    assert asyncio.run(awaited_payload_of(call)) == {"input": []}


def test_a_request_of_boto_has_its_body_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prepared:
        method, url, body = "POST", CHAT, b'{"messages": []}'

    class URLLib3Session:
        def send(self, request: Prepared) -> str:
            return "the network"

    module = ModuleType("botocore.httpsession")
    vars(module)["URLLib3Session"] = URLLib3Session
    monkeypatch.setitem(sys.modules, "botocore.httpsession", module)

    assert payload_of(lambda: URLLib3Session().send(Prepared())) == {"messages": []}


def test_what_is_fetched_goes_its_way() -> None:
    """The guard lets nobody connect, and the exchange is inconclusive."""
    answers = []

    def call() -> None:
        answers.append(send("GET"))
        send(body={"messages": []})

    payload_of(call)

    assert answers == ["the network"]


def test_any_other_question_finds_nobody() -> None:
    """LiteLLM asks Ollama what a model can do, and goes on without an answer."""

    def call() -> None:
        try:
            send(body={"name": "qwen3"})
        except ConnectionError:
            send(body={"messages": ["hi"]})

    assert payload_of(call) == {"messages": ["hi"]}


def test_what_the_library_raises_is_its_own() -> None:
    def call() -> None:
        raise ValueError("no place for a video")

    with pytest.raises(ValueError, match="no place for a video"):
        payload_of(call)


def test_a_call_that_sends_nothing_is_no_payload() -> None:
    with pytest.raises(LookupError, match="nothing was sent"):
        payload_of(lambda: None)


def test_afterwards_the_client_sends_again() -> None:
    payload_of(lambda: send(body={"messages": []}))

    assert send(body={"messages": []}) == "the network"


BASE64 = base64.b64encode(PNG).decode()
SOURCES: dict[str, tuple[Source, Inline | str]] = {
    "bytes": (Base64Source("image/gif", BASE64), Inline("image/gif", BASE64)),
    "a data URI": (UrlSource(f"data:image/gif;base64,{BASE64}"), Inline("image/gif", BASE64)),
    "a data URI without type": (UrlSource(f"data:;base64,{BASE64}"), f"data:;base64,{BASE64}"),
    "an address": (UrlSource("https://example.com/a.png"), "https://example.com/a.png"),
    "a file elsewhere": (UrlSource("file://example.com/a.png"), "file://example.com/a.png"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_media_are_by_value_or_at_an_address(name: str) -> None:
    source, told = SOURCES[name]

    assert inline_or_url(Image(source)) == told


@pytest.mark.parametrize(
    ("name", "data", "media", "type_"),
    [
        ("a.jpg", PNG, Image, "image/png"),
        ("a b.WAV", b"", Audio, "audio/wav"),
        ("sound", b"", Audio, "audio/wav"),
    ],
)
@pytest.mark.parametrize("spelled", [str, Path.as_uri], ids=["path", "uri"])
def test_a_file_is_read_and_its_type_is_what_it_shows(
    name: str, data: bytes, media: type[Media], type_: str, spelled: Any, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)

    told = inline_or_url(media(UrlSource(spelled(tmp_path / name))))

    assert told == Inline(type_, base64.b64encode(data).decode())


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"none\.png"):
        inline_or_url(Image(UrlSource(str(tmp_path / "none.png"))))


def test_tools_are_spelled_as_openai_does() -> None:
    tool = {"name": "find", "description": "Finds.", "parameters": {"type": "object"}}

    assert tools_of(parse({"messages": [], "tools": [tool]})) == [{"type": "function", "function": tool}]
    assert tools_of(parse([])) == []
