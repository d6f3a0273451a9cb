"""LiteLLM as an implementation: ``pytest --promptfmt-impl=litellm``.

- its messages are OpenAI's dictionaries, whichever provider they go to; `native` makes them
- the entry is `completion`, and the payload what it sends
"""

from __future__ import annotations

import os
from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapters.litellm.native import prepare
from pytest_promptfmt.adapting import imported, sends
from pytest_promptfmt.implementation import TwoStep

for table in ("MODEL_COST_MAP", "ANTHROPIC_BETA_HEADERS"):
    os.environ.setdefault(f"LITELLM_LOCAL_{table}", "True")  # else it is fetched

with imported("LiteLLM", "pip install litellm"):
    import litellm

__version__ = version("litellm")
litellm.suppress_debug_info = True  # it prints advice with each error


def entry(model: str, *, thinks: bool = True, video: bool = True, **options: Any) -> TwoStep:
    """A model by LiteLLM's name for it, with the options of `completion`; what holds a `video` is refused without."""

    def complete(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Any:
        return litellm.completion(model, messages, **({"tools": tools} if tools else {}), **options)

    return TwoStep(prepare(model.partition("/")[0], thinks=thinks, video=video), sends(complete))


_KEY = {"api_key": "none", "num_retries": 0}
_AWS = {"aws_region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "bedrock/converse/anthropic.claude-sonnet-4-5-20250929-v1:0"

TABLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "openai.chat": ("openai/gpt-4o", _KEY, "tool image audio document"),
    "anthropic.chat": ("anthropic/claude-sonnet-4-5", _KEY, "tool thinking image document"),
    "gemini.chat": ("gemini/gemini-2.5-flash", _KEY, "tool thinking image audio video document"),
    "bedrock.chat": (_CLAUDE, _AWS, "tool thinking image video document"),
    "mistral.chat": ("mistral/mistral-large-latest", _KEY, "tool thinking image"),
    "deepseek.chat": ("deepseek/deepseek-chat", _KEY, "tool thinking"),
    "ollama.chat": ("ollama_chat/qwen3", {"api_base": "http://localhost:11434"}, "tool thinking image"),
    "vllm.chat": ("hosted_vllm/qwen3", {"api_base": "http://localhost:8000/v1", **_KEY}, "tool image audio video"),
    "zhipu.chat": ("zai/glm-4.6", _KEY, "tool"),
}
"""LiteLLM's name for each target's model, its options, and what its documentation says that it takes."""

FORMATTERS = {
    target: entry(model, thinks="thinking" in blocks, video="video" in blocks, **options)
    for target, (model, options, blocks) in TABLE.items()
}
_REFUSES = ["failed-results", "audio-by-address"]  # OpenAI's messages have no place for them
CAPABILITIES = {target: {"blocks": blocks.split(), "refuses": _REFUSES} for target, (_, _, blocks) in TABLE.items()}
