"""What an answer quotes whole is found in the request, however it is spelled, and else left alone."""

from __future__ import annotations

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.literals import quoted_whole

BODY = {"tools": [{"schema": {"anyOf": [{"required": ["a"]}, {"maxItems": None}]}}], "messages": [{"a": [1]}] * 4}


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("not understood: `{'required': ['a']}`.", ["$.tools[0].schema.anyOf[0]"]),
        ('the instance {"maxItems": null} is odd', ["$.tools[0].schema.anyOf[1]"]),
        ("`{'required': ['b']}` is odd", []),
        ("`{'required': [` is odd", []),
        ("`{'a': [1]}` stands often", []),
        ("`{__import__('os')}` is odd", []),
    ],
)
def test_what_is_quoted_whole_is_found(answer: str, paths: list[str]) -> None:
    assert [found.path for found in quoted_whole(read(answer, "openai"), BODY)] == paths
