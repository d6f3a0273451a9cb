"""What a provider refuses of a request beside its messages: each refusal is told, and its right neighbour is not."""

from __future__ import annotations

from typing import Any

import pytest
from support.refused_parameters import FUNCTION, GPT, OTHER, REFUSED_PARAMETERS, USER

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import Sent, request_findings, unjudged
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.shared import REFUSED_BY_SEVERAL


def slugs(dialect: str, body: Any, model: str = "") -> set[str]:
    return {finding.id.removeprefix("request.") for finding in parameter_findings(DIALECTS[dialect], body, model)}


@pytest.mark.parametrize(("dialect", "slug", "refused", "taken"), REFUSED_PARAMETERS)
def test_what_is_refused_is_told_and_its_neighbour_is_not(
    dialect: str, slug: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    assert slugs(dialect, refused) == {slug}
    assert slugs(dialect, taken) == set()


def test_every_refusal_of_several_has_a_request_of_each() -> None:
    asked = {(dialect, slug) for dialect, slug, _, _ in REFUSED_PARAMETERS}
    similar = {"vllm", "deepseek", "zhipu", "mistral", "dashscope", "dashscope-multimodal"}  # OpenAI's own keys

    for refusal in REFUSED_BY_SEVERAL:
        assert {(dialect, refusal.slug) for dialect in refusal.dialects if dialect not in similar} <= asked


def test_nothing_is_certain_without_the_providers_words() -> None:
    body = {**GPT, "tools": [FUNCTION], "tool_choice": OTHER}
    (told,) = parameter_findings(DIALECTS["dashscope"], body)
    (guessed,) = parameter_findings(DIALECTS["vllm"], body)

    assert told.severity is Severity.ERROR
    assert "no function named" in told.data["source"]
    assert guessed.severity is Severity.WARNING
    assert "source" not in guessed.data


def test_the_model_may_be_said_apart() -> None:
    body = {"messages": USER, "max_tokens": 9}

    assert slugs("openai", body) == set()
    assert slugs("openai", body, "gpt-5") == {"model-parameter"}


def test_only_of_a_whole_request_it_is_said_what_is_missing() -> None:
    body = {"model": "claude-opus-4-8", "messages": USER}

    assert list(request_findings(DIALECTS["anthropic"], body)) == []
    assert [each.id for each in request_findings(DIALECTS["anthropic"], body, sent=Sent(whole=True))] == [
        "request.missing-parameter"
    ]


def test_a_key_of_which_something_is_found_is_not_called_unjudged() -> None:
    body = {**GPT, "model": "o3", "max_tokens": 9, "seed": 3, "prediction": {}}
    found = list(request_findings(DIALECTS["openai"], body))

    assert unjudged(DIALECTS["openai"], body, found) == ("prediction",)


@pytest.mark.parametrize("junk", [None, 3, [], {}, {"tools": 3, "tool_choice": []}, {"tools": [None, {"function": 3}]}])
def test_junk_is_passed_over(junk: Any) -> None:
    for dialect in DIALECTS.values():
        assert all(finding.id.startswith("request.") for finding in request_findings(dialect, junk))


GEMINI: dict[str, Any] = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
CLAUDE: dict[str, Any] = {"model": "claude-opus-4-8", "max_tokens": 9, "messages": USER}


@pytest.mark.parametrize(
    ("dialect", "body", "path"),
    [
        ("gemini", {**GEMINI, "temperature": 0.2}, "$.temperature"),
        ("gemini", {**GEMINI, "generationConfig": {"max_tokens": 9}}, "$.generationConfig.max_tokens"),
        ("gemini", {**GEMINI, "tools": [FUNCTION]}, "$.tools[0].function"),
        ("gemini", {**GEMINI, "tools": [{"name": "look", "parameters": {}}]}, "$.tools[0].name"),
        ("anthropic", {**CLAUDE, "stop": ["."]}, "$.stop"),
        ("anthropic", {**CLAUDE, "response_format": {"type": "json_object"}}, "$.response_format"),
        ("mistral", {"model": "mistral-large-latest", "messages": USER, "stop_sequences": ["."]}, "$.stop_sequences"),
        ("groq", {"model": "llama-3.3-70b-versatile", "messages": USER, "top_k": 4}, "$.top_k"),
    ],
)
def test_anothers_key_is_an_error_where_keys_that_are_not_known_are_refused(
    dialect: str, body: dict[str, Any], path: str
) -> None:
    found = {finding.path: finding for finding in request_findings(DIALECTS[dialect], body)}

    assert (found[path].id, found[path].severity) == ("request.unknown-key", Severity.ERROR)
    assert found[path].data["source"]


@pytest.mark.parametrize(
    ("dialect", "body"),
    [
        ("gemini", {**GEMINI, "dreams": True}),  # which the API may have come to know
        ("anthropic", {**CLAUDE, "dreams": True}),
        ("openai", {"model": "qwen3", "messages": USER, "top_k": 4}),  # everybody's form: it may be another server's
    ],
)
def test_a_key_that_may_be_new_or_a_servers_own_is_a_warning(dialect: str, body: dict[str, Any]) -> None:
    assert [finding.severity for finding in request_findings(DIALECTS[dialect], body)] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("dialect", "host", "key"),
    [
        ("openai", "r.openai.azure.com", "data_sources"), ("vllm", "api.perplexity.ai", "search_domain_filter"),
        ("vllm", "integrate.api.nvidia.com", "reasoning_budget"), ("vllm", "localhost:8080", "cache_prompt"),
        ("vllm", "localhost:1234", "ttl"), ("vllm", "localhost:30000", "separate_reasoning"),
        ("openai", "ark.cn-beijing.volces.com", "thinking"),
    ],
)  # fmt: skip
def test_a_key_that_a_single_host_documents_is_unknown_elsewhere_alone(dialect: str, host: str, key: str) -> None:
    def unknown(at: str) -> list[str]:
        found = request_findings(DIALECTS[dialect], {"model": "m", "messages": USER, key: {}}, "", Sent(host=at))
        return [each.path for each in found if each.id == "request.unknown-key"]

    assert unknown(host) == []
    assert unknown("example.com") == [f"$.{key}"]


@pytest.mark.parametrize(
    ("host", "own", "others"),
    [
        ("api.cerebras.ai", "clear_thinking min_tokens prompt_cache_key", "min_p top_k include_reasoning store"),
        ("api.fireworks.ai", "top_k min_p thinking stream_options", "enable_thinking vl_high_resolution_images store"),
        ("api.example.com", "top_k min_p include_reasoning store", "clear_thinking"),
    ],
)
def test_a_host_that_refuses_all_else_takes_the_keys_of_its_own_client(host: str, own: str, others: str) -> None:
    def unknown(keys: str) -> list[str]:
        body = {"model": "m", "messages": USER, **dict.fromkeys(keys.split(), 1)}
        found = request_findings(DIALECTS["vllm"], body, "", Sent(host=host))
        return [each.path for each in found if each.id == "request.unknown-key"]

    assert unknown(own) == []
    assert unknown(others) == [f"$.{key}" for key in others.split()]
