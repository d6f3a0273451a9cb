"""Tools on offer, system text and windows of the tenth collection, each under an odd condition."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from liars.payloads import messages
from planted.collected import meant
from planted.faults.offers import Schema, hears, throughout, with_tools
from planted.faults.speakers import the_last
from planted.further.arguments import EVERY
from planted.planted import Formatter, Planted, first
from support.google_schema import google
from support.offers import functions, holders

from pytest_promptfmt.conversation import Conversation


def no_alternatives_within(schema: Schema) -> Any:
    """Parameters that are alternatives are gone, and are still required."""
    kept = {name: one for name, one in schema.get("properties", {}).items() if "anyOf" not in one}
    return google(schema | {"properties": kept})


def sent(wrong: Callable[[Schema], Any]) -> Callable[[Any, Conversation], Any]:
    """Gemini's ``parameters`` where they are wrong, whatever else they were."""

    def spoil(payload: Any) -> None:
        for holder, key in holders(payload):
            found = wrong(deepcopy(holder[key]))
            if found is not None:
                del holder[key]
                holder["parameters"] = found

    return with_tools(spoil)


def asked(schema: Schema) -> bool:
    return bool(schema.get("properties"))


def without_named(*names: str) -> Callable[[Schema], Schema]:
    """Of each table of parameters these are gone; what is required stays as it was."""

    def change(schema: Schema) -> Schema:
        if not isinstance(schema.get("properties"), dict):
            return schema
        return schema | {"properties": {name: one for name, one in schema["properties"].items() if name not in names}}

    return lambda schema: throughout(schema, change)


def no_definition_title(schema: Schema) -> Schema:
    found = {
        key: {name: one for name, one in schema[key].items() if name != "title"}
        for key in ("$defs", "definitions")
        if isinstance(schema.get(key), dict)
    }
    return schema | found


def strict_without_titles(payload: Any) -> None:
    for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
        if (found := without_named("title")(deepcopy(holder[key]))) != holder[key]:
            holder[key] = throughout(
                found, lambda node: node | {"additionalProperties": False} if "properties" in node else node
            )
            function["strict"] = True


def takes_the_callers(honest: Formatter) -> Formatter:
    """A leading system text is taken out of the caller's list."""

    def format_(conversation: Conversation) -> Any:
        payload = honest(conversation)
        if conversation.messages and conversation.messages[0].role == "system":
            object.__setattr__(conversation, "messages", conversation.messages[1:])
        return payload

    return format_


def system_texts(payload: Any) -> list[str]:
    said = payload.get("system") if isinstance(payload, dict) else None
    return [said] if isinstance(said, str) else [block["text"] for block in said or [] if "text" in block]


def in_both_places(payload: Any, given: Conversation) -> Any:
    if texts := system_texts(payload):
        messages(payload).insert(0, {"role": "system", "content": "\n".join(texts)})
    return payload


def instructions_and_item(payload: Any, given: Conversation) -> Any:
    """Leading system text is the instructions, and an item as well."""
    request = payload if isinstance(payload, dict) else {"input": payload}
    if text := request.get("instructions"):
        messages(request).insert(0, {"role": "developer", "content": [{"type": "input_text", "text": text}]})
    return request


def the_developers(payload: Any, given: Conversation) -> Any:
    if texts := system_texts(payload):
        del payload["system"]
        messages(payload).insert(0, {"role": "developer", "content": [{"text": text} for text in texts]})
    return payload


TABLE = (
    Planted(
        "tachikoma-15",
        "parameters that are alternatives are dropped and stay required",
        "gemini",
        meant("tachikoma-15"),
        sends=sent(lambda s: no_alternatives_within(s) if "anyOf" in str(s.get("properties")) else None),
    ),
    Planted(
        "neuro-san-1051",
        "a tool without parameters has one, a list of nobody knows what",
        "gemini",
        meant("neuro-san-1051"),
        sends=sent(lambda s: None if asked(s) else {"type": "OBJECT", "properties": {"args": {"type": "ARRAY"}}}),
    ),
    Planted(
        "litellm-19103",
        "parameters that are none go out without a type",
        "gemini",
        meant("litellm-19103"),
        sends=sent(lambda s: None if asked(s) or "anyOf" in s else {}),
    ),
    Planted(
        "haystack-12219",
        "a definition that is called title is dropped",
        first("openai", EVERY),
        meant("haystack-12219"),
        hears=hears(no_definition_title),
    ),
    Planted(
        "openai-agents-4036",
        "parameters that are called as what is written for people are dropped",
        first("openai-responses", EVERY),
        meant("openai-agents-4036"),
        hears=hears(without_named("description", "title", "examples", "$comment")),
    ),
    Planted(
        "pi-cursor-15",
        "parameters that are called description, title or default are dropped",
        "gemini",
        meant("pi-cursor-15"),
        hears=hears(without_named("description", "title", "default")),
    ),
    Planted(
        "crewai-6628",
        "a parameter title is dropped and stays required, in strict mode",
        "openai",
        meant("crewai-6628"),
        sends=with_tools(strict_without_titles),
    ),
    Planted(
        "aisuite-403",
        "the system text is taken out of the caller's list",
        first("anthropic", EVERY),
        meant("aisuite-403"),
        acts=takes_the_callers,
    ),
    Planted(
        "uncode-199",
        "the system text is a first message as well",
        "anthropic bedrock",
        meant("uncode-199", "bedrock.*"),
        sends=in_both_places,
    ),
    Planted(
        "sub2api-4603",
        "the system text is the instructions and an item",
        "openai-responses",
        meant("sub2api-4603"),
        sends=instructions_and_item,
    ),
    Planted(
        "openmanus-1413",
        "of several system messages the last alone is sent",
        "bedrock",
        meant("openmanus-1413"),
        hears=the_last,
    ),
    Planted(
        "bifrost-3188",
        "system text is a message of role developer",
        "bedrock",
        meant("bifrost-3188"),
        sends=the_developers,
    ),
)
