"""What a model's maker refuses of tools and messages that a gateway hands on in OpenAI's form.

Gateways leave out the parameters that a model does not take; a tool's schema, and who speaks last, they hand on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.payload.transcript import ToolPart
from pytest_promptfmt.payload.walking import objects, tool_part
from pytest_promptfmt.verdicts.request.refusals import in_messages
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said

_GATEWAYS = ("openrouter", "openai", "vllm")
_OWN_FORM = ("openrouter", "vllm")
"""Of a request that is judged as OpenAI's, OpenAI's rules tell it."""
_UNPREFILLED = ("claude-opus-4[.-][6-9]*", "claude-sonnet-4[.-]6*", "claude-*-[5-9]*", "claude-fable*")


def _functions(body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        if isinstance(tool.get("function"), dict):
            yield f"{path}.function", tool["function"]


def _offered(body: Mapping[str, Any]) -> tuple[ToolPart, ...]:
    return tuple(part for path, function in _functions(body) for part in tool_part(function, path, "parameters"))


def _without_parameters(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, function in _functions(body):
        if function.get("parameters") is None:
            yield f"{path}.parameters", "the function has no parameters, which Claude's hosts ask for, be they none"


def _beside_the_root(body: Mapping[str, Any]) -> Iterator[Said]:
    for breach in shared_rules.nothing_beside_the_root(_offered(body), ("anyOf", "oneOf", "allOf")):
        yield breach.path, breach.message


def _without_items(body: Mapping[str, Any]) -> Iterator[Said]:
    yield from ((breach.path, breach.message) for breach in shared_rules.items_of_arrays(_offered(body)))


def _prefilled(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in [*objects(body.get("messages"), "$.messages")][-1:]:
        if message.get("role") == "assistant" and not message.get("tool_calls"):
            yield f"{path}.role", "the last message is the assistant's, which this model does not go on with"


REFUSED_BEHIND_GATEWAYS: tuple[Refusal, ...] = (
    Refusal(
        "missing-parameter", _GATEWAYS, _without_parameters,
        '"tools.13.custom.input_schema: Field required" (microsoft/vscode-copilot-release#9502 claude-sonnet-4 at '
        "OpenRouter, answered by Bedrock, in 2025-06)",
        ("claude-*",), note=True,
    ),
    Refusal(
        "parameter-value", _OWN_FORM, _beside_the_root,
        '"tools.24.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level" '
        "(code-yeongyu/senpi#1947, in 2026-09; anthropics/claude-code#5319)",
        ("claude-*",), note=True,
    ),
    Refusal(
        "message-form", ("openrouter",), in_messages.of_role("developer"),
        "\"developer is not one of ['system', 'assistant', 'user', 'tool', 'function']\" (earendil-works/pi#5117 "
        "qwen3.7-max at OpenRouter, in 2026-05: what Alibaba alone serves)",
        ("qwen*-max*", "qwen*-plus*", "qwen*-flash*", "qwen-turbo*"), where=r"^openrouter\.ai/", note=True,
    ),
    Refusal(
        "message-form", ("vllm",), in_messages.of_role("developer"),
        '"400 Incorrect role information" (earendil-works/pi#755 glm-4.7-free, qwen3-coder and others, in 2026-01)',
        but=("gpt-*",), where=r"^opencode\.ai/zen/", note=True,
    ),
    Refusal(
        "message-form", _GATEWAYS, _prefilled,
        '"This model does not support assistant message prefill. The conversation must end with a user message." '
        "(vscode-unify-chat-provider#249, copilot-api#261, anomalyco/opencode#13768: Claude 4.6 and later)",
        _UNPREFILLED, note=True,
    ),
    Refusal(
        "message-form", ("openai",), _prefilled,
        '"The last message in a Gemini request must not be from the assistant" (ericc-ch/copilot-api#273 '
        "gemini-3.6-flash, in 2026-09)",
        ("gemini-*",), where=r"githubcopilot\.com/", note=True,
    ),
    Refusal(
        "parameter-value", _OWN_FORM, _without_items,
        '"GenerateContentRequest.tools[0].function_declarations[23].parameters.properties[files].items: missing '
        'field." (AAswordman/Operit#281, in 2025-12; cline/cline#7339)',
        ("gemini-*",), note=True,
    ),
)  # fmt: skip
