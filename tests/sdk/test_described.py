"""The sentences that are quoted of the official clients stand in the clients that are installed."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from pytest_promptfmt.verdicts.request.providers.described import DESCRIBED

CLIENTS = {
    "openai": "openai/types", "openai-responses": "openai/types", "groq": "groq/types", "anthropic": "anthropic/types",
    "cohere": "cohere", "gemini": "google/genai",
}  # fmt: skip


@cache
def said(client: str) -> str:
    package, _, inner = client.partition("/")
    spec = find_spec(package)
    places = [*(spec.submodule_search_locations or ())] if spec else []
    files = [file for place in places for file in Path(place, inner).rglob("*.py")]
    return _plain(" ".join(file.read_text("utf-8") for file in files))


def _plain(text: str) -> str:
    """Without what breaks a sentence into lines and strings."""
    return re.sub(r"[\s\"'#\\]+", " ", text)


@pytest.mark.parametrize(("dialect", "words"), [(each, row[3]) for row in DESCRIBED for each in row[1]])
def test_the_sentence_stands_in_its_client(dialect: str, words: str) -> None:
    text = said(CLIENTS[dialect])
    if not text.strip():
        pytest.skip(f"{CLIENTS[dialect]} is not installed")

    assert _plain(words).strip() in text
