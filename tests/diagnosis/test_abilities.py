"""What an answer says that a model cannot, is told where the request asks for it, in whatever words and dialect."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.abilities import too_many, unable

IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
ASKED: dict[str, Any] = {
    "model": "m",
    "messages": [{"role": "system", "content": "Be."}, {"role": "user", "content": [{"type": "text"}, IMAGE, IMAGE]}],
    "tools": [{"type": "function"}],
    "stream": True,
    "response_format": {"type": "json_schema"},
    "reasoning_effort": "low",
}
AT_BEDROCK = {"messages": [{"role": "user", "content": [{"image": {"format": "png", "source": {"bytes": "aGk="}}}]}]}


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("glow-7b does not support tools", ["$.tools"]),
        ("Function calling is not enabled for this model", ["$.tools"]),
        ("No endpoints found that support image input", ["$.messages[1].content[1]"]),
        ("This model can't process images.", ["$.messages[1].content[1]"]),
        ("multimodal content is not supported here", ["$.messages[1].content[1]"]),
        ("Streaming is currently unsupported for this model", ["$.stream"]),
        ("this deployment doesn’t accept system messages", ["$.messages[0].role"]),
        ("Structured outputs are not available on this plan", ["$.response_format"]),
        ("Reasoning effort isn't supported", ["$.reasoning_effort"]),
        ("audio input is not supported", []),
        ("The tools are fine, and the image was read.", []),
        ("property 'tool_calls' is unsupported", []),
        ("the value 'wav' is not supported when stream=true", []),
    ],
)
def test_what_the_model_cannot_is_told_where_it_is_asked_for(answer: str, paths: list[str]) -> None:
    assert [found.path for found in unable(read(answer, "openai"), ASKED)] == paths


def test_an_image_is_found_in_another_form() -> None:
    found = [each.path for each in unable(read("This model does not support image input.", "bedrock"), AT_BEDROCK)]

    assert found == ["$.messages[0].content[0]"]


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("at most 1 image(s) may be given", ["$.messages[1].content[2]"]),
        ("A maximum of 2 images is taken", []),
        ("3 images were sent, and the maximum is 1", ["$.messages[1].content[2]"]),
        ("1 tool was sent, and the limit is 0", ["$.tools"]),
        ("too many images: 2 + 1 > 1", ["$.messages[1].content[2]"]),
        ("at most 1 request per minute", []),
    ],
)
def test_the_first_of_too_many_is_told(answer: str, paths: list[str]) -> None:
    assert [found.path for found in too_many(read(answer, "vllm"), ASKED)] == paths
