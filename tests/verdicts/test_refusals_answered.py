"""What is told only where the provider's answer says so."""

from __future__ import annotations

from typing import Any

import pytest
from support.refusals.bodies import PICTURE, REFUSED, TOOLS, body, slugs

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.open_weights import REFUSED_BY_SERVERS

GRAMMARS: list[tuple[str, dict[str, Any], str]] = [
    ("failed to parse grammar", {"pattern": "^\\d+$"}, ".pattern"),
    ("failed to parse grammar", {"maxLength": 65536}, ".maxLength"),
    ("failed to parse grammar", {"maxLength": 20, "pattern": "^a$"}, ""),
    ("Pattern must start", {"pattern": "a$"}, ".pattern"),
]


@pytest.mark.parametrize(("words", "keywords", "key"), GRAMMARS)
def test_what_no_grammar_is_made_of_is_told_with_the_servers_words(
    words: str, keywords: dict[str, Any], key: str
) -> None:
    of = {"type": "object", "properties": {"a": {"type": "string", **keywords}}}
    request = body("vllm", "local", {"tools": [{"type": "function", "function": {"name": "look", "parameters": of}}]})
    said = next(each.words for each in REFUSED_BY_SERVERS if words in each.words)
    (found,) = parameter_findings(DIALECTS["vllm"], request, sent=Sent(answered=frozenset({said})))

    assert slugs("vllm", request) == set()
    assert found.path == (f"$.tools[0].function.parameters.properties.a{key}" if key else "$.tools")


def test_what_no_request_shows_is_told_only_with_the_providers_words() -> None:
    request = body("vllm", "qwen3", {"tools": TOOLS, "tool_choice": "auto"})
    words = next(each.words for each in REFUSED_BY_SERVERS if each.slug == "server-option" and "vllm" in each.dialects)

    assert slugs("vllm", request) == set()
    assert slugs("vllm", request, Sent(answered=frozenset({words}))) == {"server-option"}


THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": []}
CALLED = {"type": "function_call", "call_id": "a", "name": "look", "arguments": "{}"}
SAID: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("vllm", "does not support thinking", "model-ability", {"reasoning_effort": "low"}, {}),
    (
        "openai-responses", "reasoning_text", "message-form",
        {"input": [THOUGHT, CALLED, {**CALLED, "call_id": "b"}]},
        {"input": [THOUGHT, CALLED, {**THOUGHT, "id": "rs_2"}, {**CALLED, "call_id": "b"}]},
    ),
    (
        "openrouter", "handle the requested parameters", "model-ability", {"provider": {"require_parameters": True}},
        {"provider": {"require_parameters": False}},
    ),
    ("openrouter", "at most 1 image", "server-option", {"messages": PICTURE * 2}, {"messages": PICTURE}),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "words", "slug", "refused", "taken"), SAID)
def test_what_an_answer_tells_is_told_of_what_breaks_it(
    dialect: str, words: str, slug: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    said = next(each.words for each in REFUSED if each.told_only and words in each.words and dialect in each.dialects)
    answered = Sent(answered=frozenset({said}))

    assert slugs(dialect, body(dialect, "local", refused), answered) == {slug}
    assert slugs(dialect, body(dialect, "local", taken), answered) == set()
    assert slugs(dialect, body(dialect, "local", refused)) == set()
