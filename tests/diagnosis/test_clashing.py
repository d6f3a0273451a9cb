"""Keys that an answer sets against each other are told where the request has them."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.clashing import clashing

BODY: dict[str, Any] = {"model": "m", "messages": [], "top_p": 0.5, "temperature": 1, "plan": {"depth": 1}}


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("`temperature` and `top_p` cannot both be specified", ["$.temperature", "$.top_p"]),
        ("Only one of 'top_p' and 'plan.depth' may be given.", ["$.top_p", "$.plan.depth"]),
        ("top_p is mutually exclusive with temperature", ["$.top_p", "$.temperature"]),
        ("`plan.depth` must be less than `top_p`", ["$.plan.depth", "$.top_p"]),
        ("'top_p' is not supported when temperature is set", ["$.top_p", "$.temperature"]),
        ("`top_p` requires `logprobs`", ["$.top_p"]),
        ("`logit_bias` requires `logprobs`", []),
        ("`top_p` and `width` cannot both be set", []),
        ("the temperature and the top of it can be set. Plans are made together", []),
        ("Unsupported parameter: 'top_p'. Use 'temperature'.", []),
    ],
)
def test_keys_of_one_sentence_are_told(answer: str, paths: list[str]) -> None:
    found = [*clashing(read(answer, "openai"), BODY)]

    assert [each.path for each in found] == paths
    assert all(each.id == "request.parameter-clash" for each in found)
