"""What is refused at some addresses and taken at others."""

from __future__ import annotations

from typing import Any

import pytest
from support.refusals.bodies import JSON, USER, VERSIONED, body, slugs

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.open_weights import REFUSED_BY_SERVERS

NEWER = "2025-01-01-preview"


@pytest.mark.parametrize(("version", "model", "more"), VERSIONED)
def test_an_older_version_of_azures_api_refuses_what_a_newer_one_takes(
    version: str, model: str, more: dict[str, Any]
) -> None:
    assert "api-version" in slugs("openai", body("openai", model, more), Sent(version=version))
    assert "api-version" not in slugs("openai", body("openai", model, more), Sent(version=NEWER))
    assert "api-version" not in slugs("openai", body("openai", model, more))


def test_azures_responses_api_begins_with_a_version() -> None:
    request = body("openai-responses", "gpt-5", {})

    assert slugs("openai-responses", request, Sent(version="2024-12-01-preview")) == {"api-version"}
    assert slugs("openai-responses", request, Sent(version="2025-03-01-preview")) == set()
    assert slugs("openai-responses", request) == set()


UNTYPED = {"model": "qwen3", "input": [*USER, {"role": "assistant", "content": "Hi"}, *USER]}


def test_an_assistants_item_without_a_type_is_told_of_other_servers_than_openais() -> None:
    typed = {**UNTYPED, "input": [{**each, "type": "message"} for each in UNTYPED["input"]]}

    assert slugs("openai-responses", UNTYPED, Sent(host="localhost:8000")) == {"message-form"}
    assert slugs("openai-responses", UNTYPED) == slugs("openai-responses", typed, Sent(host="localhost:8000")) == set()


@pytest.mark.parametrize(
    ("dialect", "refused", "taken"),
    [
        ("deepseek", "deepseek-r1", "deepseek-reasoner"),
        ("deepseek", "deepseek/deepseek-chat", "deepseek-v4-flash"),
        ("xai", "xai/grok-4", "grok-4"),
        ("groq", "groq/llama-3.3-70b-versatile", "openai/gpt-oss-120b"),
        ("mistral", "mistral/mistral-large-latest", "mistral-large-latest"),
        ("openai", "openai/gpt-4o", "gpt-4o"),
    ],
)
def test_a_routers_name_of_a_model_is_told_at_the_providers_own_address(dialect: str, refused: str, taken: str) -> None:
    at_home = Sent(whole=True, addressed=True)

    assert "model-id" in slugs(dialect, body(dialect, refused, {}), at_home)
    assert "model-id" not in slugs(dialect, body(dialect, taken, {}), at_home)
    assert "model-id" not in slugs(dialect, body(dialect, refused, {}))


UNANCHORED = {"type": "object", "properties": {"a": {"type": "string", "pattern": "a"}}}
LISTED = [*USER, {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "a"}]}]
AT_PORTS: list[tuple[str, str, dict[str, Any]]] = [
    ("localhost:1234", "parameter-value", {"response_format": JSON}),
    (
        "localhost:1234", "parameter-value",
        {"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": "object"}}}]},
    ),
    ("localhost:1234", "message-form", {"messages": LISTED}),
    (
        "127.0.0.1:8080", "parameter-value",
        {"tools": [{"type": "function", "function": {"name": "a", "parameters": UNANCHORED}}]},
    ),
    ("localhost:11434", "parameter-value", {"reasoning_effort": "minimal"}),
    ("localhost:11434", "model-ability", {"model": "llama3.1:8b", "reasoning_effort": "low"}),
]  # fmt: skip


@pytest.mark.parametrize(("host", "slug", "more"), AT_PORTS)
def test_what_a_server_refuses_is_told_at_its_port_as_a_warning(host: str, slug: str, more: dict[str, Any]) -> None:
    request = body("vllm", "local", more)
    (found,) = parameter_findings(DIALECTS["vllm"], request, sent=Sent(host=host))

    assert (found.id, found.severity) == (f"request.{slug}", Severity.WARNING)
    assert slugs("vllm", request, Sent(host="localhost:8000")) == slugs("vllm", request) == set()


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1", "192.168.1.7:80", "nas.local"])
@pytest.mark.parametrize(("dialect", "model"), [("zhipu", "glm-4.6v"), ("openai", "gpt-5.5"), ("xai", "grok-4.5")])
def test_an_image_of_ones_own_network_is_told_where_a_provider_would_fetch_it(
    dialect: str, model: str, host: str
) -> None:
    def asked(url: str) -> dict[str, Any]:
        shown = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
        return body(dialect, model, {"messages": shown})

    at_home = Sent(whole=True, addressed=True)

    assert slugs(dialect, asked(f"http://{host}/a.png"), at_home) == {"parameter-value"}
    assert slugs(dialect, asked("https://example.com/localhost/a.png"), at_home) == set()
    assert slugs(dialect, asked(f"http://{host}/a.png"), Sent(whole=True)) == set()


@pytest.mark.parametrize("model", ["claude-3-5-haiku-20241022", "claude-3-opus-20240229"])
def test_models_that_anthropic_has_no_more_are_told_at_its_own_address(model: str) -> None:
    asked = body("anthropic", model, {})

    own, bedrock = (f"{host}/v1/messages" for host in ("api.anthropic.com", "bedrock-runtime.us-east-1.amazonaws.com"))
    assert "model-id" in slugs("anthropic", asked, Sent(whole=True, addressed=True, address=own))
    assert "model-id" not in slugs("anthropic", asked, Sent(whole=True, addressed=True, address=bedrock))
    assert "model-id" not in slugs("anthropic", {**asked, "model": "claude-opus-4-8"}, Sent(True, True, address=own))


def test_a_namespace_of_tools_is_told_of_other_servers_than_openais() -> None:
    request = body("openai-responses", "local", {"tools": [{"type": "namespace", "name": "a", "tools": []}]})

    assert slugs("openai-responses", request, Sent(host="localhost:1234")) == {"parameter-value"}
    assert slugs("openai-responses", request) == set()


@pytest.mark.parametrize("form", ["", None])
def test_an_empty_format_was_refused_by_some_servers_only(form: str | None) -> None:
    request = body("ollama", "llama3", {"format": form})
    words = next(each.words for each in REFUSED_BY_SERVERS if each.told_only and "invalid format" in each.words)

    assert slugs("ollama", request) == set()
    assert slugs("ollama", request, Sent(answered=frozenset({words}))) == {"parameter-value"}


def test_a_missing_model_is_told_at_the_providers_own_address() -> None:
    assert slugs("deepseek", {"messages": USER}, Sent(whole=True, addressed=True)) == {"missing-parameter"}
    assert slugs("deepseek", {"messages": USER}, Sent(whole=True)) == set()
