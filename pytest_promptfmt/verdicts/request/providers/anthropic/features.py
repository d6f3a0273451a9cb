"""Anthropic's refusals of single features: a forced choice of tools, tools that it runs, containers, schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects.shared_rules import schemas_within
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.providers.anthropic.breaks import unresolved
from pytest_promptfmt.verdicts.request.refusals.places import places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued
from pytest_promptfmt.verdicts.request.refusals.values import among, emptied

_OWN = ("anthropic",)
_UNFORCED = ("claude-opus-5-5*", "claude-fable-5-1*", "claude-mythos-5-1*")
_TURNED = ("claude-opus-5*", "claude-fable-5-1*", "claude-mythos-5-1*")
"""Models whose effort may be another from one turn to the next."""
_SCHEMAS = "output_config.format.schema output_format.schema"
_RUN = {
    "web_search_": "web_search", "web_fetch_": "web_fetch", "code_execution_": "code_execution", "bash_": "bash",
    "memory_": "memory",
}  # fmt: skip
"""Tools that Anthropic describes: how the type begins, and the one name that it goes by."""


def _forced(body: Mapping[str, Any]) -> Iterator[Said]:
    if (kind := value_of(body, "tool_choice.type")) in ("any", "tool"):
        yield "$.tool_choice", f"it is {kind}, and this model takes auto or none"


def _uncontained(body: Mapping[str, Any]) -> Iterator[Said]:
    """A container is named, and no tool runs in one. (Of skills without such a tool no words are known.)"""
    types = [str(tool.get("type")) for _, tool in objects(body.get("tools"), "")]
    named = isinstance(container := body.get("container"), str) or (isinstance(container, dict) and container.get("id"))
    if named and not any(type_.startswith("code_execution") for type_ in types):
        yield "$.container", "no tool on offer runs code, which is what a container is for"


def _misnamed(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        name = next((name for begins, name in _RUN.items() if str(tool.get("type")).startswith(begins)), "")
        if name and isinstance(tool.get("name"), str) and tool["name"] != name:
            yield f"{path}.name", f"{tool['name']!r}, and this tool is called {name}"


def _several(body: Mapping[str, Any]) -> Iterator[Said]:
    """What may be fetched is said, and what may not."""
    for path, tool in objects(body.get("tools"), "$.tools"):
        if str(tool.get("type")).startswith("web_") and tool.get("allowed_domains") and tool.get("blocked_domains"):
            yield f"{path}.blocked_domains", "allowed_domains stands beside it"


def _schemas(body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those that an answer is given, each with those within it."""
    for at, schema in places(body, _SCHEMAS):
        yield from schemas_within(schema, at)


def _either(body: Mapping[str, Any]) -> Iterator[Said]:
    yield from ((f"{path}.oneOf", "anyOf says the same") for path, each in _schemas(body) if "oneOf" in each)


def _mistyped(body: Mapping[str, Any]) -> Iterator[Said]:
    """A word of an enumeration is of none of the types beside it, or the types are several."""
    for path, each in _schemas(body):
        kinds, words = each.get("type"), each.get("enum")
        for i, word in enumerate(words if isinstance(kinds, list) and isinstance(words, list) else ()):
            if word is not None:
                yield f"{path}.enum[{i}]", f"a {type_name(word)} beside a list of types"


def _open(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, each in _schemas(body):
        if each.get("additionalProperties") is True:
            yield f"{path}.additionalProperties", "it is true"


def _callerless(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, block in places(body, "messages[].content[]"):
        if isinstance(block, dict) and "caller" in block and block["caller"] is None:
            yield f"{path}.caller", "null; leave it out"


REFUSED_FEATURES: tuple[Refusal, ...] = (
    Refusal(
        "model-parameter", _OWN, _forced,
        '"tool_choice: type \\"tool\\" and \\"any\\" are not supported for this model." (platform.claude.com, forcing '
        "tool use; with the ids of two requests, and quoted in several public code bases, in 2026-10)",
        _UNFORCED,
    ),
    Refusal(
        "parameter-clash", _OWN, _uncontained,
        '"container: Container identifier can only be provided when using the code execution tool" (measured '
        "2026-08-31, and quoted in several public code bases)",
    ),
    Refusal(
        "parameter-value", _OWN, _misnamed,
        "\"tools.0.web_search_20250305.name: Input should be 'web_search'\" (quoted in several public code bases)",
    ),
    Refusal(
        "parameter-value", _OWN, emptied("tools[].allowed_domains"),
        '"tools.0.web_search_20250305.allowed_domains: Empty list of domains is ambiguous. Provide at least one domain '
        'or null." (platform.claude.com, server tools; quoted in several public code bases)',
    ),
    Refusal(
        "parameter-value", _OWN, emptied("tools[].blocked_domains"),
        '"tools.0.web_search_20250305.blocked_domains: Empty list of domains is ambiguous. Provide at least one domain '
        'or null." (platform.claude.com, server tools; quoted in several public code bases)',
    ),
    Refusal(
        "parameter-clash", _OWN, _several,
        '"Only one of allowed_domains or blocked_domains may be set." (platform.claude.com, server tools)',
    ),
    Refusal(
        "parameter-value", _OWN,
        valued("tools[].user_location.country", "CR", "AE", "IL", instead="of this country there is no search"),
        '"tools.0.web_search_20250305: Country code CR is not supported." (and of AE and IL, quoted in three public '
        "code bases, in 2026)",
    ),
    Refusal(
        "parameter-value", _OWN, among("inference_geo", "global us"),
        "\"inference_geo: must be one of ['global', 'us']\" (measured 2026-08-31)", note=True,
    ),
    Refusal(
        "answer-schema", _OWN, _either,
        '"output_config.format.schema: Schema type \'oneOf\' is not supported" (live, quoted in more than ten public '
        "code bases, in 2026)",
    ),
    Refusal(
        "answer-schema", _OWN, unresolved,
        '"tools.0.custom: Invalid schema: Reference to non-existent definition: #/$defs/e07cb97b-6af0-34d3-8a9c-'
        'efc621991b9d" (langchain4j/langchain4j#5097 of a strict tool at Bedrock; of answers in two public code bases)',
    ),
    Refusal(
        "answer-schema", _OWN, _open,
        "\"output_config.format.schema: For 'object' type, 'additionalProperties: true' is not supported.\" (quoted in "
        "public tests, in 2026)",
    ),
    Refusal(
        "answer-schema", _OWN, _mistyped,
        "\"output_config.format.schema: Invalid schema: Enum value 'face' does not match declared type "
        "'[\\\"string\\\",\\\"null\\\"]'\" (measured, claude-haiku-4-5 in 2026)",
        note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given("messages[].output_config", "this model's effort is one for the whole request"),
        '"output_config.effort requires a model that supports per-turn effort; this model does not" '
        "(platform.claude.com, effort, in 2026-09)",
        but=_TURNED, note=True,
    ),
    Refusal(
        "kept-item", _OWN, given("messages[].content[].signature", "it is of another conversation or model"),
        '"messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different '
        "conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior`\" (quoted in several "
        "public code bases, of Fable 5.1, in 2026-10)",
        told_only=True,
    ),
    Refusal(
        "kept-item", _OWN, given("messages[].content[].data", "it is of another conversation, model or platform"),
        '"messages.23.content.2: Invalid `data` in `redacted_thinking` block" (anthropics/claude-code#56708, and '
        "quoted in several public code bases, in 2026)",
        told_only=True,
    ),
    Refusal(
        "message-form", _OWN, _callerless,
        '"messages.1.content.0.server_tool_use.caller: Input should be an object" (of null, told by a public code '
        "base, in 2026)",
        note=True,
    ),
)  # fmt: skip
