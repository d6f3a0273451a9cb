"""What another provider's API has, or stands beside its place, is put where this provider has it, and loses nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.cli import main

HI = [{"role": "user", "content": "Hi"}]
GPT = {"model": "gpt-5.4", "messages": HI}
OLD = {"model": "gpt-4o", "messages": HI}
ANSWERS = {"model": "gpt-5.4", "input": HI}
CLAUDE = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": HI}
GEMINI = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
CONVERSE = {"messages": [{"role": "user", "content": [{"text": "Hi"}]}]}
SCHEMA = {"type": "object", "properties": {"pier": {"type": "string"}}}
LOOK = {"name": "look", "description": "Looks.", "parameters": SCHEMA}
TOOL = {"type": "function", "function": LOOK}
CLAUDES = {"name": "look", "description": "Looks.", "input_schema": SCHEMA}
PIER = "https://example.com/pier.png"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def shows(block: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [block]}]


OPENAIS = {"type": "image_url", "image_url": {"url": PIER}}
RESPONSES = {"type": "input_image", "image_url": PIER}
ANTHROPICS = {"type": "image", "source": {"type": "url", "url": PIER}}

TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("tokens", "openai", {**GPT, "max_tokens": 9}, {**GPT, "max_completion_tokens": 9}),
    ("answers-tokens", "openai-responses", {**ANSWERS, "max_tokens": 99}, {**ANSWERS, "max_output_tokens": 99}),
    ("answers-messages", "openai-responses", {"model": "gpt-5.4", "messages": HI}, ANSWERS),
    (
        "answers-effort", "openai-responses", {**ANSWERS, "reasoning_effort": "low"},
        {**ANSWERS, "reasoning": {"effort": "low"}},
    ),
    ("claude-stop", "anthropic", {**CLAUDE, "stop": "."}, {**CLAUDE, "stop_sequences": ["."]}),
    (
        "claude-missing", "anthropic", {"model": "claude-sonnet-4-5", "messages": HI, "max_tokens_to_sample": 9},
        {"model": "claude-sonnet-4-5", "messages": HI, "max_tokens": 9},
    ),
    ("gemini-heat", "gemini", {**GEMINI, "temperature": 0.5}, {**GEMINI, "generationConfig": {"temperature": 0.5}}),
    (
        "gemini-tokens", "gemini", {**GEMINI, "generationConfig": {"max_tokens": 9, "topK": 4}},
        {**GEMINI, "generationConfig": {"topK": 4, "maxOutputTokens": 9}},
    ),
    (
        "mistral-seed", "mistral", {"model": "mistral-large-latest", "messages": HI, "seed": 4},
        {"model": "mistral-large-latest", "messages": HI, "random_seed": 4},
    ),
    ("choice-word", "anthropic", {**CLAUDE, "tools": [CLAUDES], "tool_choice": "required"},
     {**CLAUDE, "tools": [CLAUDES], "tool_choice": {"type": "any"}}),
    ("choice-any", "openai", {**GPT, "tools": [TOOL], "tool_choice": "any"},
     {**GPT, "tools": [TOOL], "tool_choice": "required"}),
    ("choice-flat", "openai", {**GPT, "tools": [TOOL], "tool_choice": {"type": "function", "name": "look"}},
     {**GPT, "tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "look"}}}),
    ("tools-gemini", "gemini", {**GEMINI, "tools": [TOOL, {"type": "function", "function": {**LOOK, "name": "go"}}]},
     {**GEMINI, "tools": [{"functionDeclarations": [LOOK, {**LOOK, "name": "go"}]}]}),
    ("tools-bedrock", "bedrock", {**CONVERSE, "toolConfig": {"tools": [CLAUDES]}},
     {**CONVERSE, "toolConfig": {"tools": [
         {"toolSpec": {"name": "look", "description": "Looks.", "inputSchema": {"json": SCHEMA}}}
     ]}}),
    ("tools-one", "openai", {**GPT, "tools": TOOL}, {**GPT, "tools": [TOOL]}),
    ("picture-text", "openai", {**OLD, "messages": shows({"type": "image_url", "image_url": PIER})},
     {**OLD, "messages": shows(OPENAIS)}),
    ("picture-claudes", "openai", {**OLD, "messages": shows(ANTHROPICS)}, {**OLD, "messages": shows(OPENAIS)}),
    ("picture-openais", "anthropic", {**CLAUDE, "messages": shows(OPENAIS)}, {**CLAUDE, "messages": shows(ANTHROPICS)}),
    (
        "picture-data", "anthropic",
        {**CLAUDE, "messages": shows({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}})},
        {**CLAUDE, "messages": shows(
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
        )},
    ),
    (
        "picture-object", "openai-responses", {**ANSWERS, "input": shows({**RESPONSES, "image_url": {"url": PIER}})},
        {**ANSWERS, "input": shows(RESPONSES)},
    ),
    ("text-type", "openai", {**GPT, "messages": shows({"type": "input_text", "text": "Hi"})},
     {**GPT, "messages": shows({"type": "text", "text": "Hi"})}),
    ("number", "openai", {**OLD, "temperature": "0.5"}, {**OLD, "temperature": 0.5}),
    ("truth", "openai", {**OLD, "stream": "true"}, {**OLD, "stream": True}),
    ("listed", "anthropic", {**CLAUDE, "stop_sequences": "."}, {**CLAUDE, "stop_sequences": ["."]}),
    ("system", "bedrock", {**CONVERSE, "system": "Be brief."}, {**CONVERSE, "system": [{"text": "Be brief."}]}),
    ("part", "gemini", {"contents": [{"role": "user", "parts": ["Hi"]}]}, GEMINI),
    (
        "developer", "mistral",
        {"model": "mistral-large-latest", "messages": [{"role": "developer", "content": "Be brief."}, *HI]},
        {"model": "mistral-large-latest", "messages": [{"role": "system", "content": "Be brief."}, *HI]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "sent", "right"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_it_is_put_where_this_provider_has_it(
    dialect: str, sent: dict[str, Any], right: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "sent.json").write_text(json.dumps(sent))
    main(["why", str(tmp_path / "sent.json"), "--dialect", dialect, "--fix", str(tmp_path / "fixed.json")])

    written = tmp_path / "fixed.json"
    assert json.loads(written.read_text()) == right
    assert main(["why", str(written), "--dialect", dialect]) == 0


@pytest.mark.parametrize(
    ("dialect", "sent"),
    [
        ("openai", {**OLD, "temperature": "warm"}),  # which number it is, nobody knows
        ("gemini", {**GEMINI, "temperature": 0.5, "generationConfig": {"temperature": 1}}),  # which of the two
        ("anthropic", {**CLAUDE, "messages": shows({**OPENAIS, "image_url": {"url": PIER, "detail": "low"}})}),
        ("anthropic", {**CLAUDE, "tools": [CLAUDES], "tool_choice": "whatever"}),
    ],
)
def test_what_is_a_choice_is_left_alone(dialect: str, sent: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "sent.json").write_text(json.dumps(sent))
    main(["why", str(tmp_path / "sent.json"), "--dialect", dialect, "--fix", str(tmp_path / "fixed.json")])

    assert not (tmp_path / "fixed.json").exists()
