"""smolagents' models as an implementation: ``pytest --promptfmt-impl=smolagents``.

- `OpenAIModel` and `AmazonBedrockModel` are its own; `LiteLLMModel`, its way to others, has LiteLLM behind it
- `native` makes its messages; calls are told as text there, and none is claimed
- the entry is a model's `generate`, and the payload what it sends
"""

from __future__ import annotations

import os
from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

for table in ("MODEL_COST_MAP", "ANTHROPIC_BETA_HEADERS"):
    os.environ.setdefault(f"LITELLM_LOCAL_{table}", "True")  # else LiteLLM fetches it

with imported("smolagents", "pip install 'smolagents[openai,bedrock,litellm]'") as library:
    from smolagents import __version__

    from pytest_promptfmt.adapters.smolagents.native import prepare

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(model: Any) -> TwoStep:
    """A model of smolagents', made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare, sends(lambda *messages: model.generate([*messages])))


_OPENAI = {"model_id": "gpt-4o", "api_key": "none", "client_kwargs": {"max_retries": 0}}
_ANTHROPIC = {"model_id": "anthropic/claude-sonnet-4-5", "api_key": "none", "num_retries": 0}
_OLLAMA = {"model_id": "ollama_chat/qwen3", "api_base": "http://localhost:11434"}
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_BEDROCK = {"model_id": "anthropic.claude-sonnet-4-5-20250929-v1:0", "client_kwargs": _AWS}

TABLE = (
    target("openai.chat", "OpenAIModel", "image", retry=False, **_OPENAI),
    target("anthropic.chat", "LiteLLMModel", "image", retry=False, **_ANTHROPIC),
    target("bedrock.chat", "AmazonBedrockModel", "image", retry=False, **_BEDROCK),
    target("ollama.chat", "LiteLLMModel", "", retry=False, **_OLLAMA),  # texts alone: `flatten_messages_as_text`
)
"""Each target's class, the kinds of content that it is for, and what it is made with."""

FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, _: entry(model), library, within="smolagents", refuses="media-by-address"
)
