"""What is read beside the body: who serves a model, which version is asked, whether a model thinks by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.payload.finding import Severity

HI = {"role": "user", "content": "Hi"}


def findings(body: dict[str, Any], dialect: str, answer: str = "", url: str = "") -> dict[str, Severity]:
    pasted = {"url": url, "body": body} if url else body
    (found,) = why(json.dumps(pasted), dialect=dialect, answer=answer)
    return {each.id: each.severity for each in found.findings}


def test_a_model_that_thinks_by_itself_is_judged_as_one_that_thinks() -> None:
    forced = {"messages": [HI], "tool_choice": "required", "tools": [{"type": "function", "function": {"name": "a"}}]}

    assert "request.thinking-parameter" in findings({"model": "kimi-k2.6", **forced}, "moonshot")
    off = {"thinking": {"type": "disabled"}}
    assert "request.thinking-parameter" not in findings({"model": "kimi-k2.6", **forced, **off}, "moonshot")
    assert "request.thinking-parameter" not in findings({"model": "moonshot-v1-8k", **forced}, "moonshot")


def test_the_version_of_the_api_is_read_from_the_address() -> None:
    body = {"messages": [HI], "stream": True, "stream_options": {"include_usage": True}}
    address = "https://me.openai.azure.com/openai/deployments/gpt-4o/chat/completions"

    assert "request.api-version" in findings(body, "", url=f"{address}?api-version=2024-02-01")
    assert "request.api-version" not in findings(body, "", url=f"{address}?api-version=2025-01-01-preview")
    assert "request.api-version" not in findings(body, "", url=address)


@pytest.mark.parametrize(
    ("url", "model", "dialect"),
    [
        ("http://localhost:11434/v1/chat/completions", "llama3.1:8b", "vllm"),
        ("http://localhost:8000/v1/chat/completions", "Qwen/Qwen3-8B", "vllm"),
        ("http://gpu-box:8000/v1/chat/completions", "qwen2.5-72b-instruct", "vllm"),
        ("http://localhost:8000/v1/chat/completions", "qwen", "vllm"),
        ("http://localhost:8000/v1/chat/completions", "qwen-plus", "dashscope"),
        ("http://localhost:1234/v1/chat/completions", "gemma-3-12b-it", "vllm"),
        ("https://opencode.ai/zen/go/v1/chat/completions", "kimi-k2.6", "vllm"),
        ("https://zenmux.ai/api/v1/chat/completions", "zenmux/auto", "openai"),
        ("http://localhost:4000/v1/chat/completions", "gpt-4o", "openai"),
        ("http://localhost:4000/v1/chat/completions", "claude-sonnet-5", "openai"),
        ("https://llm.example.com/v1/chat/completions", "gemini-3.8-flash", "openai"),
        ("http://localhost:4000/v1/chat/completions", "deepseek-chat", "deepseek"),
        ("https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions", "qwen2.5-72b-instruct", "dashscope"),
    ],
)
def test_a_server_of_ones_own_is_told_by_its_address_and_its_model(url: str, model: str, dialect: str) -> None:
    (found,) = why(json.dumps({"url": url, "body": {"model": model, "messages": [HI], "max_completion_tokens": 9}}))

    assert found.whose.dialect == dialect
