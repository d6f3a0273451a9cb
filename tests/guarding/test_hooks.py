"""The guard where HTTP clients send: httpx, its asynchronous client, and requests. Nothing leaves the process."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import requests
from requests.adapters import BaseAdapter

from pytest_promptfmt.guarding import Guard, Judged, Refused, hooks

CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
REFUSED = {"messages": [{"role": "assistant", "tool_calls": [CALL]}, {"role": "user", "content": "So?"}]}
RIGHT = {"messages": [{"role": "user", "content": "Hi"}]}
OPENAI = "https://api.openai.com/v1/chat/completions"
SECRET = "sk-not-to-be-told"


class Sent:
    """What arrived behind the guard, by each of three clients."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    def by_httpx(self, guard: Guard, url: str, **options: Any) -> None:
        with httpx.Client(transport=httpx.MockTransport(self._answer), event_hooks={"request": [guard]}) as client:
            client.post(url, headers={"authorization": SECRET}, **options)

    def by_async_httpx(self, guard: Guard, url: str, **options: Any) -> None:
        async def post() -> None:
            hooked = {"request": [guard.asynchronous]}
            transport = httpx.MockTransport(self._answer)
            async with httpx.AsyncClient(transport=transport, event_hooks=hooked) as client:
                await client.post(url, headers={"authorization": SECRET}, **options)

        asyncio.run(post())

    def by_requests(self, guard: Guard, url: str, **options: Any) -> None:
        if "content" in options:
            options["data"] = options.pop("content")
        with requests.Session() as session:
            session.mount("https://", guard.adapter(_Adapter(self.bodies)))
            session.post(url, headers={"authorization": SECRET}, **options)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(request.content)
        return httpx.Response(200, json={})


class _Adapter(BaseAdapter):
    def __init__(self, bodies: list[bytes]) -> None:
        super().__init__()
        self.bodies = bodies

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        body: Any = request.body
        self.bodies.append(
            body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else b"".join(body or ())
        )
        response = requests.Response()
        response.status_code, response.url = 200, str(request.url)
        response._content = b"{}"
        return response

    def close(self) -> None:
        pass


@pytest.fixture(params=["by_httpx", "by_async_httpx", "by_requests"])
def client(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def sent(client: str, guard: Guard, url: str, **options: Any) -> list[bytes]:
    arrived = Sent()
    getattr(arrived, client)(guard, url, **options)
    return arrived.bodies


def test_a_refused_request_is_not_sent(client: str) -> None:
    arrived = Sent()
    with pytest.raises(Refused) as caught:
        getattr(arrived, client)(Guard("raise", 1e9), f"{OPENAI}?key={SECRET}", json=REFUSED)

    assert arrived.bodies == []
    assert [finding.id for finding in caught.value.judged.errors] == ["openai.tool-calls-answered"]
    assert caught.value.address == OPENAI
    assert str(caught.value).startswith(
        f"openai refuses this request to {OPENAI}: openai.tool-calls-answered at $.mess"
    )
    assert SECRET not in str(caught.value) + repr(caught.value)


def test_or_it_is_sent_and_logged(client: str, caplog: pytest.LogCaptureFixture) -> None:
    arrived = sent(client, Guard(milliseconds=1e9), OPENAI, json=REFUSED)

    assert [json.loads(body) for body in arrived] == [REFUSED]
    assert [record.levelname for record in caplog.records if record.name == hooks.LOG.name] == ["WARNING"]
    assert "openai.tool-calls-answered at $.messages[0].tool_calls[0].id" in caplog.text
    assert SECRET not in caplog.text


def test_a_right_request_passes_in_silence(client: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, hooks.LOG.name)
    arrived = sent(client, Guard("raise", 1e9), OPENAI, json=RIGHT)

    assert [json.loads(body) for body in arrived] == [RIGHT]
    assert [record for record in caplog.records if record.name == hooks.LOG.name] == []


def test_a_chat_at_an_address_that_nobody_named_is_told(client: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, hooks.LOG.name)
    for end in ("/v1/chat/completions", "/v1/files"):
        sent(client, Guard("raise", 1e9), f"https://me:{SECRET}@gateway.invalid:8000{end}", json=REFUSED)

    (told,) = [record.getMessage() for record in caplog.records if record.name == hooks.LOG.name]
    assert "dialects={'https://gateway.invalid:8000/v1/chat/completions': …}" in told
    assert SECRET not in told


def pieces() -> Iterator[bytes]:
    yield json.dumps(REFUSED).encode()


@pytest.mark.parametrize(
    ("url", "options"),
    [
        ("https://example.invalid/v1/chat/completions", {"json": REFUSED}),
        ("https://api.openai.com/v1/embeddings", {"json": REFUSED}),
        (OPENAI, {"content": b"no JSON"}),
        (OPENAI, {"content": b"\x1f\x8b\xff"}),
        (OPENAI, {"content": b""}),
        (OPENAI, {"content": "[" * 100_000}),
    ],
)
def test_what_goes_elsewhere_or_is_no_json_passes_as_it_is(client: str, url: str, options: dict[str, Any]) -> None:
    assert len(sent(client, Guard("raise", 1e9), url, **options)) == 1


@pytest.mark.parametrize("client", ["by_httpx", "by_requests"])
def test_a_stream_is_left_to_whoever_sends_it(client: str) -> None:
    assert sent(client, Guard("raise", 1e9), OPENAI, content=pieces()) == [json.dumps(REFUSED).encode()]


def test_a_gateway_of_ones_own_is_named_by_the_beginning_of_its_address(client: str) -> None:
    guard = Guard("raise", 1e9, {"https://gateway.example/": "anthropic", "https://gateway.example/o/": "openai"})

    with pytest.raises(Refused, match=r"^openai refuses"):
        sent(client, guard, "https://gateway.example/o/chat", json=REFUSED)


def test_the_model_may_stand_in_the_address() -> None:
    url = "https://x.openai.azure.com/openai/deployments/o1-mini/chat/completions?api-version=1"
    with pytest.raises(Refused, match="o1-mini takes no message of role system"):
        sent("by_httpx", Guard("raise", 1e9), url, json={"messages": [{"role": "system", "content": "Hi"}]})


def test_what_is_judged_in_part_is_said(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, hooks.LOG.name)

    assert len(sent("by_httpx", Guard("raise", 0), OPENAI, json=REFUSED)) == 1
    assert "judged in part" in caplog.text
    assert "openai.tool-calls-answered" in caplog.text


def test_what_is_wrong_with_the_guard_fails_no_request(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*args: Any, **options: Any) -> Judged:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(hooks, "judged", fails)

    assert len(sent("by_httpx", Guard("raise"), OPENAI, json=REFUSED)) == 1
    assert "not judged: ZeroDivisionError: by zero" in caplog.text


def test_a_log_line_stays_one_line(caplog: pytest.LogCaptureFixture) -> None:
    call = {**CALL, "id": "x\n2026-01-01 CRITICAL forged \x1b[31m"}
    payload = {"messages": [{"role": "assistant", "tool_calls": [call]}, {"role": "user", "content": "So?"}]}
    sent("by_httpx", Guard(milliseconds=1e9), OPENAI, json=payload)
    told = [record.getMessage() for record in caplog.records if record.name == hooks.LOG.name]

    assert len(told) == 1
    assert told[0].isprintable()


def test_an_unknown_dialect_is_told_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean 'openai'"):
        Guard(dialects={"https://gateway.example/": "opnai"})


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"refused": "rasie"}, "mean 'raise'"),
        ({"milliseconds": "50"}, "a number"),
        ({"dialects": {"gateway.example": "openai"}}, "'https://gateway.example'"),
    ],
)
def test_a_guard_that_could_never_judge_is_told_when_it_is_made(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Guard(**options)


def test_the_guard_itself_goes_into_the_asynchronous_client_as_well() -> None:
    async def post() -> int:
        transport = httpx.MockTransport(lambda request: httpx.Response(200))
        async with httpx.AsyncClient(transport=transport, event_hooks={"request": [Guard("raise")]}) as client:
            return (await client.post(OPENAI, json=RIGHT)).status_code

    assert asyncio.run(post()) == 200


def test_a_guard_is_told_that_a_response_is_no_request_and_that_it_is_no_adapter() -> None:
    with pytest.raises(TypeError, match="this is a response"):
        Guard()(httpx.Response(200))
    with pytest.raises(TypeError, match=r"guard\.adapter"):
        Guard().send(None)
