"""LangChain's chat models as an implementation: ``pytest --promptfmt-impl=langchain``.

- each provider has a package of its own, ``langchain-openai`` and so on: a target is there where its package is
- `native` makes LangChain's own messages
- the entry is `invoke`, with the tools bound, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install langchain-openai langchain-anthropic"

try:
    import langchain_core

    from pytest_promptfmt.adapters.langchain.native import prepare
except ImportError as error:
    raise ImportError(f"LangChain cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = langchain_core.__version__


def entry(model: Any, provider: str) -> TwoStep:
    """A chat model of LangChain's, made as you like, as an entry of your own table FORMATTERS.

    `provider` is how messages name it as their author: ``openai``, ``anthropic``, ``google_genai``, …
    """

    def format_(given: tuple[list[Any], list[dict[str, Any]]]) -> Any:
        made, tools = given
        return capture(lambda: (model.bind_tools(tools) if tools else model).invoke(made)).payload

    return TwoStep(prepare(provider), format_)


_KEY = {"api_key": "none", "max_retries": 0}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}

TABLE: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "openai.chat": ("langchain_openai.ChatOpenAI", "openai", {"model": "gpt-4o", **_KEY}, "tool image audio document"),
    "openai-responses.chat": (
        *("langchain_openai.ChatOpenAI", "openai", {"model": "gpt-5", "use_responses_api": True, **_KEY}),
        "tool thinking image document",
    ),
    "anthropic.chat": (
        *("langchain_anthropic.ChatAnthropic", "anthropic", {"model": "claude-sonnet-4-5", **_KEY}),
        "tool thinking image document",
    ),
    "gemini.chat": (
        *("langchain_google_genai.ChatGoogleGenerativeAI", "google_genai", {"model": "gemini-2.5-flash", **_KEY}),
        "tool thinking image audio video document",
    ),
    "bedrock.chat": (
        *("langchain_aws.ChatBedrockConverse", "bedrock_converse", {"model": _CLAUDE, **_AWS}),
        "tool thinking image video document",
    ),
    "mistral.chat": (
        *("langchain_mistralai.ChatMistralAI", "mistralai", {"model": "mistral-large-latest", **_KEY}),
        "tool thinking image",
    ),
    "deepseek.chat": ("langchain_deepseek.ChatDeepSeek", "deepseek", {"model": "deepseek-chat", **_KEY}, "tool"),
    "ollama.chat": ("langchain_ollama.ChatOllama", "ollama", {"model": "qwen3"}, "tool thinking image"),
}
"""The class of each target's chat model, the author that its answers name, its options, and what it says it takes."""


def _models() -> Iterator[tuple[str, TwoStep]]:
    for target, (place, provider, options, _) in TABLE.items():
        package, _, name = place.partition(".")
        if find_spec(package) is not None:
            yield target, entry(getattr(import_module(package), name)(**options), provider)


FORMATTERS = dict(_models())
if not FORMATTERS:
    raise ImportError(f"langchain-core is installed, and none of its providers' packages; {_REMEDY}")
CAPABILITIES = {target: {"blocks": TABLE[target][3].split()} for target in FORMATTERS}
