"""Tools that gateways and providers of other languages offer, system text where there is none, and their windows."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from planted.collected import meant
from planted.faults.offers import Schema
from planted.faults.sanitised import narrowed
from planted.further.arguments import EVERY
from planted.further.declared import kept
from planted.further.summaries import is_result, suffixes
from planted.planted import Formatter, Planted, first
from support.google_schema import google

from pytest_promptfmt.conversation import Conversation

NOTHING = {"type": "object", "properties": {}}


def required_of_others(schema: Schema) -> Any:
    """Alternatives that say which of the parameters beside them are required go out as they are."""
    found = google(schema)

    def restore(ours: Schema, theirs: Schema) -> None:
        for key in ("anyOf", "oneOf"):
            options = [deepcopy(option) for option in ours.get(key, []) if {*option} == {"required"}]
            if options:
                theirs["anyOf"] = [{"type": "OBJECT", **option} for option in options]
        for name, inner in ours.get("properties", {}).items():
            restore(inner, theirs.get("properties", {}).get(name, {}))
        if isinstance(ours.get("items"), dict):
            restore(ours["items"], theirs.get("items", {}))

    restore(schema, found)
    return found


def lists_of_types_within(schema: Schema) -> Any:
    """Below a parameter a list of types stays one."""
    found = google(schema)

    def restore(ours: Schema, theirs: Schema, depth: int) -> None:
        if depth > 1 and isinstance(ours.get("type"), list):
            theirs["type"] = [kind.upper() for kind in ours["type"]]
        for name, inner in ours.get("properties", {}).items():
            restore(inner, theirs.get("properties", {}).get(name, {}), depth + 1)
        if isinstance(ours.get("items"), dict):
            restore(ours["items"], theirs.get("items", {}), depth + 1)

    restore(schema, found, 0)
    return found


def those_that_ask(conversation: Conversation) -> Conversation:
    """A tool that says nothing of parameters is dropped."""
    return replace(conversation, tools=tuple(tool for tool in conversation.tools if tool.parameters != NOTHING))


def empty_system_text(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict) and "system" not in payload:
        payload["system"] = [{"type": "text", "text": ""}]
    return payload


def any_but_a_result(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: not is_result(said[start]))


def any_message(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: True)


TABLE = (
    Planted(
        "jcode-655",
        "alternatives that say which parameters are required go out as they are",
        "gemini",
        meant("jcode-655"),
        sends=narrowed(required_of_others),
    ),
    Planted("jcode-317", "$schema goes out as it is", "gemini", meant("jcode-317"), sends=kept("$schema")),
    Planted(
        "cliproxy-1542",
        "$id and patternProperties go out as they are",
        "gemini",
        meant("cliproxy-1542"),
        sends=kept("$id", "patternProperties"),
    ),
    Planted(
        "laravel-ai-367",
        "a list of types below a parameter goes out as it is",
        "gemini",
        meant("laravel-ai-367"),
        sends=narrowed(lists_of_types_within),
    ),
    Planted(
        "new-api-6859",
        "a tool that says nothing of parameters is dropped",
        first("anthropic", EVERY),
        meant("new-api-6859"),
        hears=those_that_ask,
    ),
    Planted(
        "koog-716", "without system text there is an empty one", "anthropic", meant("koog-716"), sends=empty_system_text
    ),
    Planted(
        "spring-ai-2759",
        "what is kept may begin with the assistant's word",
        "bedrock",
        meant("spring-ai-2759"),
        acts=any_but_a_result,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "aish-131",
        "the system text stays, then the newest messages, be they results",
        "openai",
        meant("aish-131"),
        acts=any_message,
        truncates="drop",
        scenarios=("chat",),
    ),
)
