"""LlamaIndex's models as an implementation: ``pytest --promptfmt-impl=llama_index``.

- each provider has a package of its own, ``llama-index-llms-openai`` and so on: a target is there where its package is
- `native` makes LlamaIndex's own messages and tools
- the entry is `chat_with_tools`, or `chat` where no tool is on offer, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install llama-index-llms-openai llama-index-llms-anthropic"

try:
    import llama_index.core

    from pytest_promptfmt.adapters.llama_index.native import prepare
except ImportError as error:
    raise ImportError(f"LlamaIndex cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = llama_index.core.__version__


def entry(llm: Any, provider: str) -> TwoStep:
    """A model of LlamaIndex's, made as you like, as an entry of your own table FORMATTERS.

    `provider` is its package's name: ``openai``, ``anthropic``, ``google_genai``, …
    """

    def format_(given: tuple[list[Any], list[Any]]) -> Any:
        made, tools = given
        call = {"chat_history": made, "allow_parallel_tool_calls": True}
        return capture(lambda: llm.chat_with_tools(tools, **call) if tools else llm.chat(made)).payload

    return TwoStep(prepare(provider), format_)


_KEY = {"api_key": "none", "max_retries": 0}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none", "max_retries": 1}
_KNOWN = {"context_window": 1_000_000, "max_tokens": 8192}

TABLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "openai.chat": ("openai.OpenAI", {"model": "gpt-4o", **_KEY}, "tool image audio document"),
    "openai-responses.chat": ("openai.OpenAIResponses", {"model": "gpt-5", **_KEY}, "tool image document"),
    "anthropic.chat": ("anthropic.Anthropic", {"model": "claude-sonnet-4-5", **_KEY}, "tool thinking image document"),
    "gemini.chat": (
        *("google_genai.GoogleGenAI", {"model": "gemini-2.5-flash", **_KEY, **_KNOWN}),
        "tool thinking image video document",
    ),
    "bedrock.chat": ("bedrock_converse.BedrockConverse", {"model": _CLAUDE, **_AWS}, "tool thinking image document"),
    "mistral.chat": ("mistralai.MistralAI", {"model": "mistral-large-latest", **_KEY}, "tool thinking image"),
    "deepseek.chat": ("deepseek.DeepSeek", {"model": "deepseek-chat", **_KEY}, "tool"),
    "ollama.chat": ("ollama.Ollama", {"model": "qwen3", "context_window": 8192}, "tool thinking image"),
}
"""The class of each target's model, its options, and what its code says that it takes."""


def _models() -> Iterator[tuple[str, TwoStep]]:
    for target, (place, options, _) in TABLE.items():
        package, _, name = place.partition(".")
        try:
            made = getattr(import_module(f"llama_index.llms.{package}"), name)
        except ImportError:
            continue  # this provider's package is not installed
        yield target, entry(made(**options), package)


FORMATTERS = dict(_models())
if not FORMATTERS:
    raise ImportError(f"llama-index-core is installed, and none of its providers' packages; {_REMEDY}")
CAPABILITIES = {target: {"blocks": TABLE[target][2].split()} for target in FORMATTERS}
