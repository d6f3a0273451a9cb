"""LlamaIndex's models as an implementation: ``pytest --promptfmt-impl=llama_index``.

- each provider has a package of its own, ``llama-index-llms-openai`` and so on: a target is there where its package is
- `native` makes LlamaIndex's own messages and tools, `targets` has the models
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
    from pytest_promptfmt.adapters.llama_index.targets import TABLE, claims
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
CAPABILITIES = {target: claims(target) for target in FORMATTERS}
