"""A place that an answer names is found however it spells it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import places
from pytest_promptfmt.diagnosis.answer.places import at, meant, standing, steps

HI = [{"role": "user", "content": "Hi"}]
TOOL = {"functionDeclarations": [{"name": "f", "parameters": {"properties": {"a": {"anyOf": [{"type": ""}]}}}}]}
PLACED: list[tuple[str, Any, str | None]] = [
    ("$.messages[0].content", {"messages": HI}, "$.messages[0].content"),
    ("$.messages[1].content", {"messages": HI}, None),
    ("$.messages[0].name", {"messages": HI}, "$.messages[0].name"),
    (
        "$.tools[0].function_declarations[0].parameters.properties[0].value.any_of[0].type",
        {"tools": [TOOL]},
        "$.tools[0].functionDeclarations[0].parameters.properties.a.anyOf[0].type",
    ),
    ("$.thinking.enabled.budget_tokens", {"thinking": {"budget_tokens": 1}}, "$.thinking.budget_tokens"),
    ("messages.0.user.content", {"messages": HI}, "$.messages[0].content"),
    ("body.messages.0.user.name", {"messages": HI}, "$.messages[0].name"),
    ("messages.0.ChatCompletionUserMessageParam.name", {"messages": HI}, "$.messages[0].name"),
    ("messages.0.image.name", {"messages": HI}, None),
    ("0.name", {"messages": HI}, "$.messages[0].name"),
    (
        "config.tools.1.member.toolSpec",
        {"config": {"tools": [{"toolSpec": 1}]}},
        "$.config.tools[0].toolSpec",
    ),
    ("$.a.b", {"a": 1}, None),
    ("$.a.b.c", {"a": [{}]}, None),
]


@pytest.mark.parametrize(("place", "body", "path"), PLACED)
def test_a_place_is_found_however_the_answer_spells_it(place: str, body: Any, path: str | None) -> None:
    found = at(body, steps(place.removeprefix("$.")))

    assert (found and found.path) == path


def paths(body: Any, place: str) -> list[str]:
    return [part.path for part in meant(body, place)]


def test_a_name_without_indexes_is_meant_wherever_it_stands() -> None:
    calls = [{"function": {"arguments": n}} for n in range(3)]

    assert paths({"plan": {"max_depth": 3}}, "maxDepth") == ["$.plan.max_depth"]
    assert paths({"depth": 3, "plan": {"depth": 4}}, "depth") == ["$.depth"]
    assert paths({"calls": calls}, "function.arguments") == [f"$.calls[{n}].function.arguments" for n in range(3)]
    assert paths({"calls": calls}, "tool.arguments") == []
    assert paths({"messages": HI}, "messages[1].content") == []
    assert paths({"messages": HI}, "messages[0].name") == []
    assert paths("", "depth") == []


def test_a_value_stands_where_it_is_no_words_of_the_users() -> None:
    body = {"pace": "fast", "messages": [{"content": "fast", "mood": "fast"}]}

    assert [part.path for part in standing(body, "fast", ())] == ["$.pace", "$.messages[0].mood"]
    assert [part.path for part in standing(body, "fast", ["$.messages[0]"])] == ["$.messages[0].mood"]


def test_paths_of_validators_are_places() -> None:
    assert places('"path": ["messages", 1, "content"]') == ("$.messages[1].content",)
    assert places("'loc': ('body', 'messages', 1, 'content')") == ("$.messages[1].content",)
