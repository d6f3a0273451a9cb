"""Semantic Kernel's chat completions as an implementation: ``pytest --promptfmt-impl=semantic_kernel``.

- each provider's SDK comes with an extra, ``semantic-kernel[anthropic]`` and so on: a target is there where its SDK is
- `native` makes a chat history, and a kernel whose functions are the tools on offer
- the entry is a service's `get_chat_message_contents`, and the payload what it sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import Target, imported, made, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Semantic Kernel", "pip install 'semantic-kernel[anthropic,aws,google,mistralai,ollama]'") as library:
    from semantic_kernel.connectors.ai import FunctionChoiceBehavior

    from pytest_promptfmt.adapters.semantic_kernel.native import prepare

__version__ = version("semantic-kernel")


def entry(service: Any) -> TwoStep:
    """A chat completion of Semantic Kernel's, made as you like, as an entry of your own table FORMATTERS."""

    def ask(history: Any, kernel: Any) -> Any:
        settings = service.instantiate_prompt_execution_settings()
        if kernel.get_full_list_of_function_metadata():
            settings.function_choice_behavior = FunctionChoiceBehavior.Auto(auto_invoke=False)
        return service.get_chat_message_contents(history, settings, kernel=kernel)

    return TwoStep(prepare, sends_async(ask))


def _target(name: str, place: str, blocks: str, refuses: str = "", **options: Any) -> Target:
    return target(name, f"{place}ChatCompletion", blocks, refuses, **options)


_KEY = {"api_key": "none"}
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLIENTS: dict[str, Any] = {
    "runtime_client": made("boto3:client", service_name="bedrock-runtime", **_AWS),
    "client": made("boto3:client", service_name="bedrock", **_AWS),
}
_CLAUDE, _GEMINI = "anthropic.claude-sonnet-4-5-20250929-v1:0", "google.google_ai:GoogleAI"

TABLE = (
    _target("openai.chat", "open_ai:OpenAI", "tool image", ai_model_id="gpt-4o", **_KEY),
    _target("anthropic.chat", "anthropic:Anthropic", "tool", ai_model_id="claude-sonnet-4-5", **_KEY),
    _target("gemini.chat", _GEMINI, "tool image", "several-systems", gemini_model_id="gemini-2.5-flash", **_KEY),
    _target("bedrock.chat", "bedrock:Bedrock", "tool image", model_id=_CLAUDE, **_CLIENTS),
    _target("mistral.chat", "mistral_ai:MistralAI", "tool image", ai_model_id="mistral-large-latest", **_KEY),
    _target("ollama.chat", "ollama:Ollama", "tool image", ai_model_id="qwen3"),
)
"""Each target's service, what its code has a place for, and what it is made with."""

_REFUSES, _WITHIN = "failed-results media-in-results", "semantic_kernel.connectors.ai"
FORMATTERS, CAPABILITIES = targets(TABLE, lambda model, _: entry(model), library, within=_WITHIN, refuses=_REFUSES)
