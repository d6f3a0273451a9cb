"""A model that is not there and a version that is too old, as answers tell them."""

from __future__ import annotations

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.unserved import outdated, unserved

MODEL = {"model": "acme/glow-7b", "messages": []}


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Model Not Exist", True),
        ("acme/glow-7b is not a valid model ID", True),
        ("The model `glow-7b` does not exist or you do not have access to it.", True),
        ("model 'acme/glow-7b' not found, try pulling it first", True),
        ("The model `acme/glow-7b` has been decommissioned and is no longer supported.", True),
        ("No endpoints found for acme/glow-7b.", True),
        ('{"type": "not_found_error", "message": "model: acme/glow-7b"}', True),
        ("Unknown model: acme/glow-7b", True),
        ("Model id : acme/glow-7b , has no provider supported", True),
        ("Glow 7B is not available. Please use Glow 8B", True),
        ("Glow Code 2.1 does not support this model; version 2.2 or newer is required", True),
        ("acme/glow-7b does not support tools", False),
        ("Unsupported parameter: 'top_p' is not supported with this model.", False),
        ("The model glow-70b does not exist", False),
        ("This model is not available in your region yet, says nobody", False),
        ("invalid model output", False),
    ],
)
def test_a_model_that_the_answer_says_is_not_there_is_told(answer: str, found: bool) -> None:
    assert [each.path for each in unserved(read(answer, "openrouter"), MODEL)] == (["$.model"] if found else [])


def test_so_is_one_that_the_address_names() -> None:
    answer = read("The provided model identifier is invalid.", "bedrock")

    assert [each.path for each in unserved(answer, {"messages": []}, "sonnet")] == ["$"]
    assert [*unserved(answer, {"messages": []})] == []


LATER = "Prediction is enabled only for api versions 2025-01-01-preview and later"


def test_what_a_later_version_knows_is_told_of_an_earlier_one() -> None:
    body = {"prediction": {}, "messages": []}

    assert [each.path for each in outdated(read(LATER, "openai"), body, "2024-10-21")] == ["$.prediction"]
    assert [each.path for each in outdated(read(LATER, "openai"), {}, "")] == ["$"]
    assert [*outdated(read(LATER, "openai"), body, "2025-03-01-preview")] == []
