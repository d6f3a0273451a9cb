"""DashScope's compatible mode: what is right there is not blamed by the rules of the other protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.media import PNG, data_uri, picture

from pytest_promptfmt.diagnosis import Diagnosis, why

COMPATIBLE = "https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions"
NATIVE = "https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation"
ASK = {"type": "text", "text": "What is it?"}


def diagnosed(url: str, body: dict[str, Any]) -> Diagnosis:
    (found,) = why(json.dumps({"url": url, "body": body}))
    return found


def message(*parts: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [*parts, ASK]}]


@pytest.mark.parametrize(
    ("model", "part"),
    [
        ("qwen-vl-plus", {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}),
        ("qwen3-vl-plus", {"type": "image_url", "image_url": {"url": data_uri(picture(20, 20))}}),
        ("qwen3-omni-flash", {"type": "input_audio", "input_audio": {"data": "data:;base64,AAAA", "format": "wav"}}),
        ("qwen-vl-max", {"type": "video_url", "video_url": {"url": "https://example.com/a.mp4"}}),
        ("qwen-vl-max", {"type": "video", "video": ["https://example.com/1.jpg"] * 4}),
    ],
)
def test_media_are_parts_of_openais(model: str, part: dict[str, Any]) -> None:
    found = diagnosed(COMPATIBLE, {"model": model, "stream": True, "messages": message(part)})

    assert found.whose.dialect == "dashscope"
    assert found.findings == ()


@pytest.mark.parametrize("part", [{"type": "picture", "picture": "x"}, {"type": "file", "file": {"file_id": "x"}}])
def test_a_part_that_is_neither_is_refused_there_too(part: dict[str, Any]) -> None:
    found = diagnosed(COMPATIBLE, {"model": "qwen-vl-plus", "messages": message(part)})

    assert "schema.enum" in {finding.id for finding in found.findings}


def test_a_part_of_openais_is_refused_by_the_other_protocol() -> None:
    part = {"type": "image_url", "image_url": {"url": data_uri(PNG)}}
    found = diagnosed(NATIVE, {"model": "qwen-plus", "input": {"messages": message(part)}})

    assert "schema.enum" in {finding.id for finding in found.findings}


def test_media_for_the_endpoint_of_texts_are_told_their_own() -> None:
    body = {
        "model": "qwen-vl-max-latest",
        "input": {"messages": [{"role": "user", "content": [{"image": "https://e/a"}]}]},
    }
    found = diagnosed(NATIVE, body)

    assert found.whose.dialect == "dashscope"
    assert "dashscope.endpoint-model" in {finding.id for finding in found.findings}
