"""What clients say of parameters in words is told as a warning, and not of a request that keeps to it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import request_findings
from pytest_promptfmt.verdicts.request.providers.described import DESCRIBED

SCHEMA = {"type": "object", "properties": {}}


def formed(name: str) -> dict[str, Any]:
    return {"response_format": {"type": "json_schema", "json_schema": {"name": name, "schema": SCHEMA}}}


def written(name: str) -> dict[str, Any]:
    return {"text": {"format": {"type": "json_schema", "name": name, "schema": SCHEMA}}}


def tool(type_: str, **more: Any) -> dict[str, Any]:
    return {"tools": [{"type": type_, **more}]}


def sought(**more: Any) -> dict[str, Any]:
    return tool("file_search", vector_store_ids=["vs_1"], **more)


def declared(**more: Any) -> dict[str, Any]:
    return {"tools": [{"functionDeclarations": [{"name": "f", **more}]}]}


def voiced(*keys: str) -> dict[str, Any]:
    return {"generationConfig": {"speechConfig": {key: {"a": 1} for key in keys}}}


def filmed(fps: float) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [{"text": "a", "videoMetadata": {"fps": fps}}]}]}


WEB = "web_search_20260318"
LONG = {"metadata": {"k": "v" * 513}, "store": True}
SHORT = {"metadata": {"k" * 64: "v" * 512}, "store": True}
ROWS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("openai", "$.response_format.json_schema.name", formed("my answer"), formed("my_answer")),
    ("openai", "$.response_format.json_schema.name", formed("a" * 65), formed("a" * 64)),
    ("groq", "$.response_format.json_schema.name", formed("my answer"), formed("my-answer")),
    ("openai-responses", "$.text.format.name", written("my answer"), written("my_answer")),
    ("openai", "$.metadata", LONG, SHORT),
    ("openai-responses", "$.metadata", {"metadata": {"k" * 65: "v"}}, SHORT),
    ("openai", "$.modalities", {"modalities": ["audio"]}, {"modalities": ["audio"], "audio": {"voice": "alloy"}}),
    ("openai-responses", "$.tools[0].max_num_results", sought(max_num_results=51), sought(max_num_results=50)),
    (
        "openai-responses", "$.tools[0].ranking_options.score_threshold",
        sought(ranking_options={"score_threshold": 1.5}), sought(ranking_options={"score_threshold": 1}),
    ),
    (
        "openai-responses", "$.tools[0]", tool("mcp", server_label="a"),
        tool("mcp", server_label="a", connector_id="connector_gmail"),
    ),
    (
        "openai-responses", "$.tools[0].frame_count", tool("image_generation", frame_count=4),
        tool("image_generation", frame_count=4, output_format="gif"),
    ),
    (
        "openai-responses", "$.stream_options", {"stream_options": {"include_obfuscation": True}},
        {"stream_options": {"include_obfuscation": True}, "stream": True},
    ),
    (
        "groq", "$.reasoning_format", {"include_reasoning": False, "reasoning_format": "parsed"},
        {"reasoning_format": "parsed"},
    ),
    ("cohere", "$.stop_sequences", {"stop_sequences": [*"abcdef"]}, {"stop_sequences": [*"abcde"]}),
    (
        "gemini", "$.tools[0].functionDeclarations[0].parametersJsonSchema",
        declared(parameters=SCHEMA, parametersJsonSchema=SCHEMA), declared(parametersJsonSchema=SCHEMA),
    ),
    (
        "gemini", "$.generationConfig.speechConfig.multiSpeakerVoiceConfig",
        voiced("voiceConfig", "multiSpeakerVoiceConfig"), voiced("multiSpeakerVoiceConfig"),
    ),
    ("gemini", "$.contents[0].parts[0].videoMetadata.fps", filmed(0), filmed(24)),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "path", "refused", "taken"), ROWS)
def test_what_is_described_is_told_and_its_neighbour_is_not(
    dialect: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    found = {each.path: each for each in request_findings(DIALECTS[dialect], refused)}

    assert found[path].severity is Severity.WARNING
    assert "the official client" in found[path].data["source"]
    assert not [each for each in request_findings(DIALECTS[dialect], taken) if each.path == path]


def test_every_entry_is_broken_by_a_request() -> None:
    silent = [words for _, dialects, broken, words in DESCRIBED if not _broken(dialects, broken)]

    assert silent == []


def _broken(dialects: tuple[str, ...], broken: Any) -> bool:
    return any(dialect in dialects and any(True for _ in broken(refused)) for dialect, _, refused, _ in ROWS)
