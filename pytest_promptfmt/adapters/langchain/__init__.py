"""LangChain's chat models as an implementation: ``pytest --promptfmt-impl=langchain``.

- each provider has a package of its own, ``langchain-openai`` and so on: a target is there where its package is
- `native` makes LangChain's own messages
- the entry is `invoke`, with the tools bound, and the payload what it sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("LangChain", "pip install langchain-openai langchain-anthropic") as library:
    import langchain_core

    from pytest_promptfmt.adapters.langchain.native import prepare

__version__ = langchain_core.__version__


def entry(model: Any, provider: str) -> TwoStep:
    """A chat model of LangChain's, made as you like, as an entry of your own table FORMATTERS.

    `provider` is how messages name it as their author: ``openai``, ``anthropic``, ``google_genai``, …
    """

    def invoke(messages: list[Any], tools: list[dict[str, Any]]) -> Any:
        return (model.bind_tools(tools) if tools else model).invoke(messages)

    return TwoStep(prepare(provider), sends(invoke))


_KEY: dict[str, Any] = {"api_key": "none", "max_retries": 0}
_RESPONSES: dict[str, Any] = {"use_responses_api": True, **_KEY}
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_GEMINI, _BEDROCK = "langchain_google_genai:ChatGoogleGenerativeAI", "langchain_aws:ChatBedrockConverse"
_SEEN, _FILMS = "tool thinking image document", "tool thinking image video document"
_ALL, _THINKS = "tool thinking image audio video document", "tool thinking image"

TABLE = (
    target("openai.chat", "langchain_openai:ChatOpenAI", "tool image audio document", model="gpt-4o", **_KEY),
    target("openai-responses.chat", "langchain_openai:ChatOpenAI", _SEEN, model="gpt-5", **_RESPONSES),
    target("anthropic.chat", "langchain_anthropic:ChatAnthropic", _SEEN, model="claude-sonnet-4-5", **_KEY),
    target("gemini.chat", _GEMINI, _ALL, model="gemini-2.5-flash", **_KEY),
    target("bedrock.chat", _BEDROCK, _FILMS, model=_CLAUDE, **_AWS),
    target("mistral.chat", "langchain_mistralai:ChatMistralAI", _THINKS, model="mistral-large-latest", **_KEY),
    target("deepseek.chat", "langchain_deepseek:ChatDeepSeek", "tool", model="deepseek-chat", **_KEY),
    target("ollama.chat", "langchain_ollama:ChatOllama", _THINKS, model="qwen3"),
)
"""Each target's chat model, what it says it takes, and what it is made with."""

_RENAMED = {"openai-responses": "openai", "gemini": "google_genai", "bedrock": "bedrock_converse"}
_AUTHORS = {**_RENAMED, "mistral": "mistralai"}  # which answers name, where they are not called as the dialect is
FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, target: entry(model, _AUTHORS.get(target.dialect, target.dialect)), library
)
