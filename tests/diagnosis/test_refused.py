"""Keys and values that the answer refuses are found wherever the request has them, and others are left alone."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.refused import refused_keys, refused_values
from pytest_promptfmt.diagnosis.from_answer import told_by, unseen
from pytest_promptfmt.payload.finding import Finding, Severity

DEEP = {"messages": [{"content": [{"text": "ttl", "cache_control": {"ttl": "5m"}}]}]}


def keys(answer: str, body: Any) -> list[str]:
    return [found.path for found in refused_keys(read(answer, "openai"), body)]


def values(answer: str, body: Any) -> list[str]:
    return [found.path for found in refused_values(read(answer, "openai"), body)]


@pytest.mark.parametrize(
    ("answer", "body", "paths"),
    [
        ("Unsupported parameter: 'depth' is not supported with this model.", {"depth": 1}, ["$.depth"]),
        ("a-model does not support the parameter `depth`", {"depth": 1}, ["$.depth"]),
        ("This model does not support the 'depth' parameter.", {"depth": 1}, ["$.depth"]),
        ("Unrecognized request argument supplied: depth", {"depth": 1}, ["$.depth"]),
        ("Argument not supported on this model: maxDepth", {"max_depth": 1}, ["$.max_depth"]),
        ("property 'depth' is unsupported", {"plan": {"depth": 1}}, ["$.plan.depth"]),
        ("system.7.cache_control.ephemeral.ttl: Extra inputs are not permitted", DEEP,
         ["$.messages[0].content[0].cache_control.ttl"]),
        ('Unknown parameter in plan.walk: "depth", must be one of: pace', {"plan": {"walk": {"depth": 1}}},
         ["$.plan.walk.depth"]),
        ("Unknown name \"pace\" at 'plan[0].walk': Cannot find field.", {"plan": [{"walk": {}}, {"walk": {"pace": 1}}]},
         ["$.plan[1].walk.pace"]),
        ("Validation: Unsupported parameter(s): depth", {"depth": 1}, ["$.depth"]),
        ("please remove the max_depth setting and try it again", {"plan": {"maxDepth": 1}}, ["$.plan.maxDepth"]),
        ("This model has no depth. Remove depth and try again.", {"depth": 1}, ["$.depth"]),
        ("Depth search options not supported with this model.", {"depth_search_options": {}},
         ["$.depth_search_options"]),
        ("Depth search options are tried", {"depth_search_options": {}}, []),
        ("remove the depth of it all", {"depth": 1}, []),
        ("`depth` must be an integer", {"depth": "1"}, []),
        ("Missing required parameter: 'depth'.", {"depth": 1}, []),
        ("depth is not supported", {"width": 1}, []),
        ("The model is not supported", {"model": "a"}, []),
        ("This type of content is not supported", {"messages": [{"content": "depth", "type": "a"}]}, []),
    ],
)  # fmt: skip
def test_a_key_that_the_answer_refuses_is_found(answer: str, body: dict[str, Any], paths: list[str]) -> None:
    assert keys(answer, body) == paths


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("tools.1.model: Extra inputs are not permitted", ["$.tools[1].model"]),
        ("tools.1.custom.model: Extra inputs are not permitted", ["$.tools[1].model"]),
        ("tools.0.custom.colour: Extra inputs are not permitted", ["$.tools[0].colour"]),
        ("colour: Extra inputs are not permitted", ["$.tools[0].colour", "$.tools[1].colour"]),
        ("model: Extra inputs are not permitted", []),
    ],
)
def test_of_equal_keys_those_are_refused_that_the_answer_leads_to(answer: str, paths: list[str]) -> None:
    body = {"model": "m", "tools": [{"name": "f", "colour": 1}, {"name": "g", "colour": 1, "model": "m"}]}

    assert keys(answer, body) == paths


VALUES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("unsupported content type in ContentBlock: tool_reference", {"a": {"type": "tool_reference"}}, ["$.a.type"]),
    ("Invalid value: 'fast' for pace", {"pace": "fast"}, ["$.pace"]),
    ("Role 'developer' is not supported", {"messages": [{"role": "developer"}]}, ["$.messages[0].role"]),
    ("unknown variant `fast`", {"pace": "fast"}, ["$.pace"]),
    ("'fast' is not a valid pace", {"pace": "fast"}, ["$.pace"]),
    ("'fast' is not a valid pace", {"messages": [{"content": "fast"}]}, []),
    ("'fast' is not a valid pace", {"a": ["fast"] * 9}, []),
    ("messages[1].kind: 'fast' is invalid", {"messages": [{"kind": "fast"}, {"kind": "fast"}]}, ["$.messages[1].kind"]),
    ("the tool_call with ID 'c1' is not valid", {"messages": [{"tool_call_id": "c1"}]}, []),
    ("Use 'fast' for a quick answer", {"pace": "fast"}, []),
    ("", {"pace": "fast"}, []),
    (
        "Unknown part type: input_audio",
        {"messages": [{}, {"content": [{"type": "input_audio"}]}]},
        ["$.messages[1].content[0].type"],
    ),
    ("unsupported tool type: namespace", {"tools": [{"type": "namespace"}]}, ["$.tools[0].type"]),
    (
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        {"messages": [{"role": "system", "content": "system"}]},
        ["$.messages[0].role"],
    ),
    (
        "Unexpected reasoning effort high. Supported types are xhigh and low",
        {"reasoning_effort": "high"},
        ["$.reasoning_effort"],
    ),
    (
        "Invalid 'plan[0].file_id': '/tmp/a.png'. Expected an ID that contains letters.",
        {"plan": [{"file_id": "/tmp/a.png"}]},
        ["$.plan[0].file_id"],
    ),
    (
        "Invalid value at 'plan.pace' (type.acme.com/glow.v1.Pace), \"fast\"",
        {"plan": {"pace": "fast"}},
        ["$.plan.pace"],
    ),
    ("Unexpected role 'tool' after role 'user'", {"messages": [{"role": "tool"}]}, []),
    ("Unknown part type: input_audio", {"messages": [{"content": "input_audio"}]}, []),
    ("Unsupported value: “fast” is not supported", {"pace": "fast"}, ["$.pace"]),
]


@pytest.mark.parametrize(("answer", "body", "paths"), VALUES)
def test_a_value_that_the_answer_refuses_is_found(answer: str, body: dict[str, Any], paths: list[str]) -> None:
    assert list(dict.fromkeys(values(answer, body))) == paths


def test_googles_place_says_which_of_equal_keys_it_is() -> None:
    body = {"tools": [{"functionDeclarations": [{"id": 1}]}, {"id": 2}]}

    assert keys("Unknown name \"id\" at 'tools[1]': Cannot find field.", body) == ["$.tools[1].id"]


def test_what_was_seen_there_is_told_as_that() -> None:
    seen = Finding("request.model-parameter", Severity.WARNING, "$.depth", "1")
    broken = [*refused_keys(read("depth is not supported", "openai"), {"depth": 1})]

    assert [each.rule for each in told_by(broken, [seen])] == ["request.model-parameter"]
    assert unseen(broken, [seen]) == []
    assert unseen(broken, []) == broken


def test_why_says_it_with_the_providers_sentence() -> None:
    request = '{"model": "grok-4", "plan": {"depth": 9}, "messages": [{"role": "user", "content": "Hi"}]}'
    (told,) = why(request, answer="Argument not supported: depth", dialect="xai")
    (refused,) = (each for each in told.findings if each.id == "request.refused-key")

    assert refused.path == "$.plan.depth"
    assert "Argument not supported: depth" in str(refused.data["source"])
