"""LlamaIndex's models as an implementation: ``pytest --promptfmt-impl=llama_index``.

- each provider has a package of its own, ``llama-index-llms-openai`` and so on: a target is there where its package is
- `native` makes LlamaIndex's own messages and tools
- the entry is `chat_with_tools`, or `chat` where no tool is on offer, and the payload what it sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("LlamaIndex", "pip install llama-index-llms-openai llama-index-llms-anthropic") as library:
    import llama_index.core

    from pytest_promptfmt.adapters.llama_index.native import prepare

__version__ = llama_index.core.__version__


def entry(llm: Any, provider: str) -> TwoStep:
    """A model of LlamaIndex's, made as you like, as an entry of your own table FORMATTERS.

    `provider` is its package's name: ``openai``, ``anthropic``, ``google_genai``, …
    """

    def chat(said: list[Any], tools: list[Any]) -> Any:
        if tools:
            return llm.chat_with_tools(tools, chat_history=said, allow_parallel_tool_calls=True)
        return llm.chat(said)

    return TwoStep(prepare(provider), sends(chat))


_KEY: dict[str, Any] = {"api_key": "none", "max_retries": 0}
_KNOWN: dict[str, Any] = {"context_window": 1_000_000, "max_tokens": 8192, **_KEY}  # else Google is asked
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE: dict[str, Any] = {"model": "anthropic.claude-sonnet-4-5-20250929-v1:0", "max_retries": 1, **_AWS}
_SEEN, _FILMS = "tool thinking image document", "tool thinking image video document"
_SEALED, _MARKS = "redacted-thinking", "failed-results redacted-thinking"

TABLE = (
    target("openai.chat", "openai:OpenAI", "tool image audio document", model="gpt-4o", **_KEY),
    target("openai-responses.chat", "openai:OpenAIResponses", "tool image document", model="gpt-5", **_KEY),
    target("anthropic.chat", "anthropic:Anthropic", _SEEN, _MARKS, model="claude-sonnet-4-5", **_KEY),
    target("gemini.chat", "google_genai:GoogleGenAI", _FILMS, "failed-results", model="gemini-2.5-flash", **_KNOWN),
    target("bedrock.chat", "bedrock_converse:BedrockConverse", _SEEN, _SEALED, **_CLAUDE),
    target("mistral.chat", "mistralai:MistralAI", "tool thinking image", model="mistral-large-latest", **_KEY),
    target("deepseek.chat", "deepseek:DeepSeek", "tool", model="deepseek-chat", **_KEY),
    target("ollama.chat", "ollama:Ollama", "tool thinking image", model="qwen3", context_window=8192),
)
"""Each target's model, what its code says that it takes, what LlamaIndex's messages have no place for, its options."""

_WITHIN = "llama_index.llms"
FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, target: entry(model, target.made.place.partition(":")[0]), library, within=_WITHIN
)
