"""What a library sends is captured, and what it fetches or uploads is a connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pytest_promptfmt.adapting import Connects, capture, capture_async, sends, sends_async
from pytest_promptfmt.exchange.connections import Blocked
from pytest_promptfmt.exchange.guard import watch

CHAT = "https://example.com/v1/chat"


class Request:
    """A request as httpx has it."""

    def __init__(self, method: str, body: Any = None, url: str = CHAT) -> None:
        self.method, self.url, self._body = method, url, body if isinstance(body, bytes) else json.dumps(body).encode()

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
    assert capture(lambda: send(body={"messages": ["Köln"]})).payload == {"messages": ["Köln"]}


def test_a_second_step_is_a_call_with_what_the_first_made() -> None:
    async def ask(messages: list[str], tools: list[str]) -> str:
        return send(body={"messages": messages, "tools": tools})

    sent = {"messages": ["Köln"], "tools": ["ferry"]}
    assert (
        sends(lambda messages, tools: send(body={"messages": messages, "tools": tools}))((["Köln"], ["ferry"])) == sent
    )
    assert asyncio.run(sends_async(ask)((["Köln"], ["ferry"]))) == sent  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "model"),
    [
        ("https://example.com/v1beta/models/gemini-2.5-flash:generateContent", "gemini-2.5-flash"),
        ("https://example.com/model/anthropic.claude-v1%3A0/converse", "anthropic.claude-v1:0"),
    ],
)
def test_a_model_that_the_address_names_joins_it(url: str, model: str) -> None:
    assert capture(lambda: send(body={"contents": []}, url=url)).payload == {"model": model, "contents": []}


def test_a_model_that_the_body_names_stays() -> None:
    body = {"model": "theirs", "messages": []}

    assert capture(lambda: send(body=body, url="https://example.com/models/other")).payload == body


def test_so_it_is_where_the_library_swallows_every_exception() -> None:
    def call() -> None:
        for _ in range(3):
            try:
                send(body={"contents": []})
            except Exception:
                continue

    assert capture(call).payload == {"contents": []}


def test_an_awaited_request_is_caught_too() -> None:
    async def call() -> None:
        await AsyncHTTPTransport().handle_async_request(Request("POST", {"input": []}))

    assert asyncio.run(capture_async(call)).payload == {"input": []}


def test_a_request_of_boto_has_its_body_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prepared:
        method, url, body = "POST", CHAT, b'{"messages": []}'

    class URLLib3Session:
        def send(self, request: Prepared) -> str:
            return "the network"

    module = ModuleType("botocore.httpsession")
    vars(module)["URLLib3Session"] = URLLib3Session
    monkeypatch.setitem(sys.modules, "botocore.httpsession", module)

    assert capture(lambda: URLLib3Session().send(Prepared())).payload == {"messages": []}


def test_a_request_of_dspy_is_caught_before_its_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    class StdlibTransport:
        def stream(self, request: Any) -> str:
            return "the network"

    module = ModuleType("dspy._vendor.lm15.transports._sync")
    vars(module).update(StdlibTransport=StdlibTransport)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    body = json.dumps({"messages": ["Köln"]}).encode()
    request = SimpleNamespace(method="POST", url=CHAT, headers=[("X-Kind", "plain")], body=body)

    caught = capture(lambda: StdlibTransport().stream(request))

    assert caught.payload == {"messages": ["Köln"]}
    assert caught.headers == {"X-Kind": "plain"}


@pytest.mark.parametrize(
    ("method", "body", "url"),
    [
        ("GET", None, "https://me:secret@example.com/a.png?key=secret"),
        ("PUT", {"messages": []}, "https://example.com/a.png"),
        ("POST", {"file": {}}, "https://example.com/upload/v1beta/files?key=secret"),
        ("POST", b"--boundary", "https://example.com/a.png"),
    ],
)
def test_what_is_fetched_or_uploaded_is_a_connection(method: str, body: Any, url: str) -> None:
    """Nobody tries again, since it is no `Exception` to the library, and no key is told."""
    tried = []

    def call() -> None:
        try:
            send(method, body, url)
        except Exception:
            tried.append("again")

    with pytest.raises(Connects, match=rf"would connect: {method} https://example\.com/(a|upload)") as raised:
        capture(call)

    assert (tried, "secret" in str(raised.value)) == ([], False)


def test_in_an_exchange_it_is_the_guards() -> None:
    """Which is inconclusive, and nobody's fault."""
    with watch() as effects, pytest.raises(Blocked):
        capture(lambda: send("GET", url="http://example.com/a.png"))

    assert effects.connections == ["example.com:80"]


def test_any_other_question_finds_nobody() -> None:
    """LiteLLM asks Ollama what a model can do, and goes on without an answer."""

    def call() -> None:
        try:
            send(body={"name": "qwen3"})
        except ConnectionError:
            send(body={"messages": ["hi"]})

    assert capture(call).payload == {"messages": ["hi"]}


def test_what_the_library_raises_is_its_own() -> None:
    def call() -> None:
        raise ValueError("no place for a video")

    with pytest.raises(ValueError, match="no place for a video"):
        capture(call)


def test_a_call_that_sends_nothing_is_no_payload() -> None:
    with pytest.raises(LookupError, match="nothing was sent"):
        capture(lambda: None)


def test_afterwards_the_client_sends_again() -> None:
    capture(lambda: send(body={"messages": []}))

    assert send(body={"messages": []}) == "the network"


def test_a_library_may_swallow_or_wrap_whatever_it_likes() -> None:
    def swallows() -> str:
        try:
            return send(body={"messages": [1]})
        except BaseException:
            return "a fallback"

    async def wraps() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.to_thread(send, "POST", {"messages": [2]}))

    assert capture(swallows).payload == {"messages": [1]}
    assert asyncio.run(capture_async(wraps)).payload == {"messages": [2]}


def test_who_is_interrupted_stays_so() -> None:
    def call() -> None:
        try:
            send(body={"messages": []})
        finally:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        capture(call)


def test_the_first_conversation_counts() -> None:
    def call() -> None:
        for number in (1, 2):
            with contextlib.suppress(BaseException):
                send(body={"messages": [number]})

    assert capture(call).payload == {"messages": [1]}


@pytest.mark.parametrize("url", ["/v1/embeddings", "/v1/messages/count_tokens", "/models/gemini:countTokens"])
def test_what_is_only_counted_or_embedded_is_no_conversation(url: str) -> None:
    def call() -> None:
        with pytest.raises(ConnectionError, match="nobody is there"):
            send(body={"input": "hi", "messages": []}, url=f"https://example.com{url}")
        send(body={"messages": ["hi"]})

    assert capture(call).payload == {"messages": ["hi"]}


def test_a_stream_sends_when_it_is_asked_for_its_first_piece() -> None:
    def pieces() -> Iterator[str]:
        yield send(body={"messages": ["hi"], "stream": True})

    async def later() -> AsyncIterator[str]:
        for piece in pieces():
            yield piece

    assert capture(pieces).payload == asyncio.run(capture_async(later)).payload == {"messages": ["hi"], "stream": True}


def test_a_call_that_is_to_be_awaited_is_told_how() -> None:
    async def call() -> None: ...

    with pytest.raises(TypeError, match=r"use await capture_async"):
        capture(call)


def test_no_certificates_are_loaded_within_and_they_are_afterwards() -> None:
    import ssl

    def call() -> None:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations("no such file")
        send(body={"messages": []})

    capture(call)

    with pytest.raises(FileNotFoundError):
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations("no such file")
