"""The form of `models.json`: every name finds its family, every answer its source, and nothing is out of reach."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

import pytest
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS

TABLE: dict[str, Any] = json.loads(files("pytest_promptfmt").joinpath("dialects/models.json").read_text("utf-8"))
ENTRIES = [
    (dialect, question, entry)
    for dialect, models in TABLE.items()
    for question, entries in models["facts"].items()
    for entry in entries
]


def family_of(dialect: str, name: str) -> str | None:
    plain = name.lower().rpartition("/")[2]
    families = TABLE[dialect]["families"].items()
    return next((id_ for id_, globs in families if any(fnmatchcase(plain, glob) for glob in globs)), None)


def names_of(glob: str) -> set[str]:
    """Names that a glob was made for: each star as nothing, as a version and as a word."""
    plain = re.sub(r"\[([^\]])[^\]]*\]", r"\1", glob)
    return {plain.replace("*", filling) for filling in ("", "0", "x", "us.", "a-")}


def test_every_dialect_that_has_models_is_in_the_table() -> None:
    assert set(TABLE) == set(DIALECTS) - {"aisbench"}


@pytest.mark.parametrize("dialect", TABLE)
def test_the_default_model_has_a_family(dialect: str) -> None:
    assert family_of(dialect, TABLE[dialect]["default"])


@for_each((d, glob, id_) for d, models in TABLE.items() for id_, globs in models["families"].items() for glob in globs)
def test_no_glob_of_a_family_is_shadowed_by_an_earlier_family(dialect: str, glob: str, family: str) -> None:
    assert glob == glob.lower()
    assert "/" not in glob
    assert family in {family_of(dialect, name) for name in names_of(glob)}


@for_each(ENTRIES)
def test_an_entry_is_whole(dialect: str, question: str, entry: dict[str, Any]) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", question)
    assert set(entry) == {"families", "answer", "source", "date", "confidence"}
    assert entry["answer"] in ("refused", "degrades", "taken") or (type(entry["answer"]) is int and entry["answer"] > 0)
    assert entry["source"].strip() == entry["source"] != ""
    assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", entry["date"])
    assert entry["date"] <= "2026-11"
    assert entry["confidence"] in ("A", "B", "C")


@for_each(ENTRIES)
def test_a_source_has_no_newer_date_than_its_entry(dialect: str, question: str, entry: dict[str, Any]) -> None:
    assert max(re.findall(r"20\d\d-\d\d", entry["source"]), default="") <= entry["date"]


@for_each(ENTRIES)
def test_who_is_known_to_refuse_has_the_providers_own_words_or_a_run(
    dialect: str, question: str, entry: dict[str, Any]
) -> None:
    if entry["answer"] == "refused" and entry["confidence"] == "A":
        assert '"' in entry["source"] or "union" in entry["source"]


@for_each((dialect, question) for dialect, models in TABLE.items() for question in models["facts"])
def test_every_entry_of_a_question_is_some_familys_answer(dialect: str, question: str) -> None:
    entries = TABLE[dialect]["facts"][question]
    first = {
        next((n for n, entry in enumerate(entries) if any(fnmatchcase(family, glob) for glob in entry["families"])), -1)
        for family in TABLE[dialect]["families"]
    }
    assert set(range(len(entries))) <= first
    for entry in entries:
        for glob in entry["families"]:
            assert any(fnmatchcase(family, glob) for family in TABLE[dialect]["families"]), glob


@pytest.mark.parametrize(
    ("dialect", "name", "family"),
    [
        ("anthropic", "claude-3-5-sonnet-20241022", "claude-3"),
        ("anthropic", "claude-3-7-sonnet-20250219", "claude-3.7"),
        ("bedrock", "us.anthropic.claude-3-7-sonnet-20250219-v1:0", "claude-3.7"),
        ("anthropic", "claude-opus-4-20250514", "claude-4"),
        ("anthropic", "claude-haiku-4-5-20251001", "claude-4"),
        ("anthropic", "anthropic/claude-sonnet-4.6", "claude-4.6"),
        ("anthropic", "claude-opus-4-8@20260528", "claude-4.8"),
        ("anthropic", "claude-sonnet-5", "claude-sonnet-5"),
        ("anthropic", "claude-sonnet-5-5", "claude-5"),
        ("anthropic", "claude-fable-5-1", "claude-5"),
        ("bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-4"),
        ("bedrock", "arn:aws:bedrock:eu-west-1:1:inference-profile/eu.amazon.nova-pro-v1:0", "nova"),
        ("bedrock", "global.amazon.nova-2-lite-v1:0", "nova-2"),
        ("gemini", "models/gemini-3-pro-preview", "gemini-3"),
        ("gemini", "gemini-3-pro-image-preview", "gemini-3-image"),
        ("gemini", "gemini-3.5-flash-lite", "gemini-3.6"),
        ("gemini", "gemini-2.5-flash", "gemini-2.5"),
        ("mistral", "mistral-large-2407", "mistral-v3"),
        ("mistral", "mistral-medium-2508", "mistral-2025"),
        ("mistral", "mistral-medium-2604", "mistral-2026"),
        ("openai-responses", "gpt-5.3-codex", "codex"),
        ("vllm", "Qwen/Qwen3.6-27B", "qwen3.5"),
        ("vllm", "Qwen/Qwen3-32B", "qwen"),
        ("vllm", "google/gemma-3-12b-it", "gemma-3"),
        ("zhipu", "glm-4.5v", "glm-vision"),
        ("dashscope", "nobodys-model", None),
    ],
)
def test_a_name_has_the_family_that_its_maker_means(dialect: str, name: str, family: str | None) -> None:
    assert family_of(dialect, name) == family
