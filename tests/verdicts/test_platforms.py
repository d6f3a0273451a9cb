"""What platforms that serve Claude lack of its API, and what a model's maker refuses behind a gateway: each once."""

from __future__ import annotations

from typing import Any

from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.gateways.makers import REFUSED_BEHIND_GATEWAYS
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

HI: list[dict[str, Any]] = [{"role": "user", "content": "Hi"}]
BEDROCK, VERTEX = {"anthropic_version": "bedrock-2023-05-31"}, {"anthropic_version": "vertex-2023-10-16"}
ANTHROPIC = {"model": "claude-opus-4-6"}
TEXT: dict[str, Any] = {"type": "string"}


def claude(platform: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**platform, "max_tokens": 9, "messages": HI, **more}


def tool(type_: str) -> dict[str, Any]:
    return {"tools": [{"type": type_, "name": type_.rpartition("_")[0]}]}


def source(**source: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [{"type": "image", "source": source}]}]}


FILED, LINKED = source(type="file", file_id="file_1"), source(type="url", url="https://example.com/a.png")
LACKING: tuple[tuple[dict[str, Any], str, dict[str, Any]], ...] = (
    *((BEDROCK, "$.tools[0].type", tool(type_)) for type_ in ("web_search_20250305", "web_fetch_20250910")),
    (BEDROCK, "$.tools[0].type", tool("code_execution_20250825")),
    *((VERTEX, "$.tools[0].type", tool(type_)) for type_ in ("web_fetch_20250910", "code_execution_20250825")),
    *((each, "$.messages[0].content[0].source.type", body) for each in (BEDROCK, VERTEX) for body in (FILED, LINKED)),
    *((each, "$.speed", {"speed": "fast"}) for each in (BEDROCK, VERTEX)),
    *((each, "$.container", {**tool("code_execution_20250825"), "container": "c"}) for each in (BEDROCK, VERTEX)),
    *((each, "$.fallbacks", {"fallbacks": [{"model": "claude-opus-4-8"}]}) for each in (BEDROCK, VERTEX)),
    (VERTEX, "$.service_tier", {"service_tier": "auto"}),
)  # fmt: skip
HAD = (
    (BEDROCK, tool("bash_20250124")), (BEDROCK, tool("memory_20250818")),
    (BEDROCK, tool("tool_search_tool_regex_20251119")), (VERTEX, tool("web_search_20250305")),
    (BEDROCK, source(type="base64", media_type="image/png", data="iVBORw0KGgo=")),
)  # fmt: skip


def told(dialect: str, body: dict[str, Any], **sent: Any) -> list[tuple[str, Severity]]:
    found = parameter_findings(DIALECTS[dialect], body, sent=Sent(**sent))
    return [(finding.path, finding.severity) for finding in found]


@for_each(LACKING, str)
def test_what_a_platform_lacks_is_a_warning_there(platform: dict[str, Any], path: str, body: dict[str, Any]) -> None:
    assert (path, Severity.WARNING) in told("anthropic", claude(platform, **body))
    assert path not in [each for each, _ in told("anthropic", claude(ANTHROPIC, **body))]


@for_each(HAD, str)
def test_what_a_platform_has_is_not(platform: dict[str, Any], body: dict[str, Any]) -> None:
    assert told("anthropic", claude(platform, **body)) == []


def functions(**function: Any) -> dict[str, Any]:
    return {"tools": [{"type": "function", "function": {"name": "look", **function}}]}


PLAIN = {"type": "object", "properties": {"where": TEXT}}
SAID = {"messages": [*HI, {"role": "assistant", "content": "It is"}]}
BEHIND = (
    ("anthropic/claude-sonnet-4", "$.tools[0].function.parameters", functions()),
    (
        "anthropic/claude-sonnet-4", "$.tools[0].function.parameters.anyOf",
        functions(parameters=PLAIN | {"anyOf": [PLAIN]}),
    ),
    ("anthropic/claude-opus-4.6", "$.messages[1].role", SAID),
    (
        "google/gemini-2.5-pro", "$.tools[0].function.parameters.properties.where.items",
        functions(parameters={"type": "object", "properties": {"where": {"type": "array"}}}),
    ),
)  # fmt: skip


@for_each(BEHIND, lambda row: str(row[:2]))
def test_what_a_maker_refuses_behind_a_gateway_is_a_warning_of_its_models(
    model: str, path: str, body: dict[str, Any]
) -> None:
    for dialect, host in (("openrouter", "openrouter.ai"), ("vllm", "localhost:4000")):
        sent = {"host": host, "address": f"{host}/v1/chat/completions"}
        assert (path, Severity.WARNING) in told(dialect, {"model": model, "messages": HI} | body, **sent)
        assert path not in [each for each, _ in told(dialect, {"model": "qwen/qwen3", "messages": HI} | body, **sent)]
        right = {"model": model, "messages": HI} | functions(parameters=PLAIN)
        assert path not in [each for each, _ in told(dialect, right, **sent)]


def test_older_claudes_go_on_with_what_was_begun() -> None:
    assert told("openrouter", {"model": "anthropic/claude-sonnet-4.5", **SAID}) == []


UNREAD = {
    "true": {"properties": {"a": True}}, "a text": {"properties": {"a": "object"}},
    "a list's text": {"items": "string"},
    "no type": {"properties": {"a": {"type": "any"}}}, "one of several": {"anyOf": [{"type": "string"}, False]},
    "a reference": {"properties": {"a": {"$ref": "a.json"}}}, "what it is not": {"properties": {"a": {"not": {}}}},
    "words alone": {"properties": {"a": {"description": "Anything"}}},
}  # fmt: skip
READ = (
    {"properties": {}}, {"properties": {"a": {}}}, {"additionalProperties": True}, {"properties": {"a": {"enum": [1]}}},
    {"properties": {"a": {"type": ["string", "null"]}}},
    {"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": TEXT}},
)  # fmt: skip


@for_each(UNREAD)
def test_what_no_grammar_is_made_of_is_told_where_llama_cpp_listens(name: str) -> None:
    body = {"model": "qwen3", "messages": HI} | functions(parameters={"type": "object", **UNREAD[name]})

    assert [severity for _, severity in told("vllm", body, host="localhost:8080")] == [Severity.WARNING]
    assert told("vllm", body, host="localhost:8000") == []


@for_each(READ, str)
def test_what_a_grammar_is_made_of_is_not(schema: dict[str, Any]) -> None:
    body = {"model": "qwen3", "messages": HI} | functions(parameters={"type": "object", **schema})

    assert told("vllm", body, host="localhost:8080") == []


def test_what_is_refused_behind_gateways_is_all_told_above() -> None:
    assert len([each for each in REFUSED_BEHIND_GATEWAYS if not each.where]) == len(BEHIND)
    assert all(refusal.note and refusal.words for refusal in REFUSED_BEHIND_GATEWAYS)
