"""The parameter and the code that an answer has in fields of their own are read, and coarse ones are left."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.error_fields import pointed

BODY: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "depth": 1}], "plan": {"depth": 2}, "max_tokens": 9}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"param": "max_tokens", "code": "unknown_parameter"}', [("refused-key", "$.max_tokens")]),
        ('{"param": "messages[0].depth", "code": null}', [("refused-value", "$.messages[0].depth")]),
        ("{'code': 'invalid_value', 'param': 'plan.depth'}", [("refused-value", "$.plan.depth")]),
        ('{"error": "{\\"param\\": \\"body.max_tokens\\", \\"code\\": 400}"}', [("refused-value", "$.max_tokens")]),
        ('{"param": "/messages/0/depth"}', []),
        ('{"param": "messages", "code": "invalid_value"}', []),
        ('{"param": "max_tokens", "code": "context_length_exceeded"}', []),
        ('{"param": "max_tokens", "code": "missing_required_parameter"}', []),
        ('{"code": "model_not_supported", "param": "model"}', [("model-id", "$.model")]),
        ("400 unsupported_api_for_model", [("model-id", "$.model")]),
        ('{"param": "width", "code": "unknown_parameter"}', []),
    ],
)
def test_what_the_answer_points_at_is_told(answer: str, expected: list[tuple[str, str]]) -> None:
    found = [(each.id.removeprefix("request."), each.path) for each in pointed(read(answer, "openai"), BODY)]

    assert found == expected
