"""Keys that the answer refuses are found wherever the request has them, and others are left alone."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.refused_keys import refused_keys
from pytest_promptfmt.payload.finding import Finding, Severity

DEEP = {"messages": [{"content": [{"text": "ttl", "cache_control": {"ttl": "5m"}}]}]}


def found(answer: str, body: Any, *seen: Finding) -> list[str]:
    return [each.path for each in refused_keys(answer, body, "openai", seen)]


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
    assert found(answer, body) == paths


def test_what_was_seen_there_is_not_said_again() -> None:
    seen = Finding("request.model-parameter", Severity.WARNING, "$.depth", "1")

    assert found("depth is not supported", {"depth": 1}, seen) == []


def test_why_says_it_with_the_providers_sentence() -> None:
    request = '{"model": "grok-4", "plan": {"depth": 9}, "messages": [{"role": "user", "content": "Hi"}]}'
    (told,) = why(request, answer="Argument not supported: depth", dialect="xai")
    (refused,) = (each for each in told.findings if each.id == "request.refused-key")

    assert refused.path == "$.plan.depth"
    assert "Argument not supported: depth" in str(refused.data["source"])
