"""LiteLLM as an implementation: ``pytest --promptfmt-impl=litellm``.

- its messages are OpenAI's dictionaries, whichever provider they go to; `native` makes them
- the entry is `completion`, and the payload what it sends
"""

from __future__ import annotations

import os
from importlib.metadata import version
from typing import Any, TypeAlias

from pytest_promptfmt.adapters.litellm.native import messages
from pytest_promptfmt.adapting import capture, tools_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import needs
from pytest_promptfmt.implementation import TwoStep

for table in ("MODEL_COST_MAP", "ANTHROPIC_BETA_HEADERS"):
    os.environ.setdefault(f"LITELLM_LOCAL_{table}", "True")  # else it is fetched

try:
    import litellm
except ImportError as error:
    raise ImportError(f"LiteLLM cannot be imported here ({error}); try pip install litellm", name=error.name) from error

__version__ = version("litellm")
litellm.suppress_debug_info = True  # it prints advice with each error


Native: TypeAlias = tuple[list[dict[str, Any]], list[dict[str, Any]]]


def entry(model: str, *, thinks: bool = True, video: bool = True, **options: Any) -> TwoStep:
    """A model by LiteLLM's name for it, with the options of `completion`, as an entry of your own table FORMATTERS.

    `thinks`: its thoughts go along. Without `video`, what holds one is refused.
    """
    provider = model.partition("/")[0]

    def prepare(conversation: Conversation) -> Native:
        if not video and "video" in needs(conversation):
            raise NotImplementedError("OpenAI's messages have no part for video, and LiteLLM documents none here")
        return messages(conversation, provider, thinks=thinks), tools_of(conversation)

    def format_(given: Native) -> Any:
        made, tools = given
        offered = {"tools": tools} if tools else {}
        return capture(lambda: litellm.completion(model, made, **offered, **options)).payload

    return TwoStep(prepare, format_)


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
