"""What comes out of the official clients where the guard raises: docs/guarding.md says it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.guarding import Guard, Refused

anthropic = pytest.importorskip("anthropic", reason="Anthropic's client is not installed")
openai = pytest.importorskip("openai", reason="OpenAI's client is not installed")

try:
    import httpx2 as httpx
except ImportError:  # the clients' earlier releases
    import httpx  # type: ignore[no-redef]

EMPTY: Any = [{"role": "user", "content": ""}]
UNKNOWN: Any = [{"role": "usr", "content": "Hi"}]


def client(arrived: list[str]) -> Any:
    def answer(request: Any) -> Any:
        arrived.append(str(request.url))
        return httpx.Response(200, json={})

    return httpx.Client(transport=httpx.MockTransport(answer), event_hooks={"request": [Guard("raise", 1e9)]})


def test_openais_client_raises_it_as_it_is() -> None:
    arrived: list[str] = []
    ours = openai.OpenAI(api_key="x", http_client=client(arrived))

    with pytest.raises(Refused, match=r"openai\.role-enum"):
        ours.chat.completions.create(model="gpt-4o", messages=UNKNOWN)
    assert arrived == []


def test_anthropics_client_names_it_as_the_cause() -> None:
    arrived: list[str] = []
    ours = anthropic.Anthropic(api_key="x", max_retries=0, http_client=client(arrived))

    with pytest.raises(anthropic.APIConnectionError) as caught:
        ours.messages.create(model="claude-sonnet-4-5", max_tokens=5, messages=EMPTY)
    assert isinstance(caught.value.__cause__, Refused)
    assert arrived == []
