"""Token counters: what a payload costs, by a local vocabulary or by the provider's own count. Nothing is downloaded.

| counter | counts with |
| --- | --- |
| `CharTokenCounter` | the characters of the messages as Python prints them |
| `OpenAITokenCounter` | tiktoken, and OpenAI's prices of images, audio and tools |
| `HuggingFaceTokenCounter` | a tokenizer and its chat template from a local directory |
| `AnthropicTokenCounter`, `GeminiTokenCounter` | the provider, through a client that the caller gives |
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol, runtime_checkable

from promptfmt_reference.agentscope_v1.token.char import CharTokenCounter
from promptfmt_reference.agentscope_v1.token.clients import AnthropicTokenCounter, GeminiTokenCounter
from promptfmt_reference.agentscope_v1.token.huggingface import HuggingFaceTokenCounter
from promptfmt_reference.agentscope_v1.token.openai import OpenAITokenCounter

__all__ = [
    "AnthropicTokenCounter",
    "CharTokenCounter",
    "GeminiTokenCounter",
    "HuggingFaceTokenCounter",
    "OpenAITokenCounter",
    "TokenCounterBase",
]


@runtime_checkable
class TokenCounterBase(Protocol):
    """What a formatter asks of a counter; a counter of your own may inherit from it and need not."""

    @abstractmethod
    async def count(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None, **kwargs: Any
    ) -> int:
        """The tokens of a formatted prompt, which is left as it is, and of the tools on offer."""
        ...
