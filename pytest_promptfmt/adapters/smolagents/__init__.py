"""smolagents' models as an implementation: ``pytest --promptfmt-impl=smolagents``.

- `OpenAIModel` and `AmazonBedrockModel` are its own; `LiteLLMModel`, its way to Anthropic and Ollama, has LiteLLM behind it
- `native` makes its messages; calls are told as text there, and none is claimed
- the entry is a model's `generate`, and the payload what it sends
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

for table in ("MODEL_COST_MAP", "ANTHROPIC_BETA_HEADERS"):
    os.environ.setdefault(f"LITELLM_LOCAL_{table}", "True")  # else LiteLLM fetches it

try:
    from smolagents import AmazonBedrockModel, LiteLLMModel, OpenAIModel, __version__

    from pytest_promptfmt.adapters.smolagents.native import prepare
except ImportError as error:
    raise ImportError(
        f"smolagents cannot be imported here ({error}); try pip install 'smolagents[openai,bedrock,litellm]'",
        name=error.name,
    ) from error

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(model: Any) -> TwoStep:
    """A model of smolagents', made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare, lambda messages: capture(lambda: model.generate(messages)).payload)


_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
TABLE: dict[str, tuple[Any, str, dict[str, Any], str]] = {
    "openai.chat": (OpenAIModel, "gpt-4o", {"api_key": "none", "client_kwargs": {"max_retries": 0}}, "image"),
    "anthropic.chat": (LiteLLMModel, "anthropic/claude-sonnet-4-5", {"api_key": "none", "num_retries": 0}, "image"),
    "bedrock.chat": (AmazonBedrockModel, _CLAUDE, {"client_kwargs": _AWS}, "image"),
    "ollama.chat": (LiteLLMModel, "ollama_chat/qwen3", {"api_base": "http://localhost:11434"}, ""),
}
"""Each target's class, its model, what it is made with, and the kinds of content that it is for."""


def _models() -> Iterator[tuple[str, TwoStep]]:
    for target, (made, model, options, _) in TABLE.items():
        try:
            yield target, entry(made(model, retry=False, **options))
        except ImportError:
            continue  # this model's SDK is not installed


FORMATTERS = dict(_models())
CAPABILITIES = {target: {"blocks": TABLE[target][3].split(), "refuses": ["media-by-address"]} for target in FORMATTERS}
