"""Tools on offer and their names, as sanitisers leave them: enums, required, names, and what has no type."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import respelled
from planted.conversations import by_block
from planted.faults.offers import FOUND, Schema, hears, throughout, with_tools
from planted.planted import TOOLS, Planted, first
from support.google_schema import google
from support.offers import functions, holders

from pytest_promptfmt.conversation import Block, Conversation, Message, ToolUse

NAMES = (
    "*.tool-name*",
    "*.function-name*",
    "*.name*",
    "schema.pattern",
    "schema.maxLength",
    "fidelity.*tool*",
    "fidelity.*call*",
)


def beside(extra: Callable[[Schema], Schema]) -> Callable[[Schema], Any]:
    """Google's words, and in each schema what `extra` makes of ours."""

    def wrong(schema: Schema) -> Any:
        found = google(schema)

        def restore(ours: Any, theirs: Any) -> None:
            theirs |= extra(ours)
            for name, inner in ours.get("properties", {}).items():
                restore(inner, theirs.get("properties", {}).get(name, {}))
            if isinstance(ours.get("items"), dict):
                restore(ours["items"], theirs.get("items", {}))
            for inner, their in zip(ours.get("anyOf", []), theirs.get("anyOf", []), strict=False):
                restore(inner, their)

        restore(schema, found)
        return found

    return wrong


def narrowed(wrong: Callable[[Schema], Any]) -> Callable[[Any, Conversation], Any]:
    """Gemini's ``parameters`` where they are wrong; what is not goes on as JSON Schema."""

    def spoil(payload: Any) -> None:
        for holder, key in holders(payload):
            if (found := wrong(holder[key])) != google(holder[key]):
                del holder[key]
                holder["parameters"] = found

    return with_tools(spoil)


def enum_as_it_is(schema: Schema) -> Schema:
    """An enum is copied whatever the type is, and the type with it."""
    kind = schema.get("type")
    return {"enum": schema["enum"], "type": kind.upper()} if "enum" in schema and isinstance(kind, str) else {}


def enum_of_texts(schema: Schema) -> Schema:
    """All values as texts; the empty one stays, and null becomes one."""
    values = schema.get("enum", [])
    return {"enum": ["" if value is None else str(value) for value in values]} if values else {}


def enum_with_blanks(schema: Schema) -> Schema:
    """What is no text is taken out; the empty text stays."""
    values = [value for value in schema.get("enum", []) if isinstance(value, str)]
    return {"enum": values} if "" in values else {}


def bounds(schema: Schema) -> Schema:
    return {key: schema[key] for key in ("exclusiveMinimum", "exclusiveMaximum") if key in schema}


def bare_alternatives(schema: Schema) -> Schema:
    """Alternatives that say nothing but what is required."""
    options = [option for option in schema.get("anyOf", []) if set(option) == {"required"}]
    return {"anyOf": options} if options else {}


def typeless_beside(schema: Schema) -> Schema:
    """A list of types becomes alternatives, and what it asked for stays beside them."""
    if isinstance(schema.get("type"), list) and "required" in schema:
        return {"anyOf": [{"type": kind.upper()} for kind in schema["type"] if kind != "null"]}
    return {}


def without_type(wrong: Callable[[Schema], Any]) -> Callable[[Schema], Any]:
    """Where alternatives stand beside what is required, no type does."""

    def wronger(schema: Schema) -> Any:
        def strip(node: Any) -> None:
            if isinstance(node, dict):
                if "anyOf" in node and "required" in node:
                    node.pop("type", None)
                for value in [*node.values()]:
                    strip(value)
            elif isinstance(node, list):
                for value in node:
                    strip(value)

        found = wrong(schema)
        strip(found)
        return found

    return wronger


def bare_object(schema: Schema) -> Schema:
    return schema if schema.get("type") == "object" else {"type": "object"}


def no_items(payload: Any) -> None:
    """A list of anything does not say so."""
    for holder, key in holders(payload):
        holder[key] = throughout(
            holder[key], lambda schema: {k: v for k, v in schema.items() if k != "items" or v != {}}
        )


def strict_where_typed(payload: Any) -> None:
    """Strict mode, for which only what says that it is an object is made."""

    def closed(schema: Schema) -> Schema:
        if schema.get("type") != "object":
            return schema
        wanted = schema.get("required", [])
        properties = {
            name: inner if name in wanted else {"anyOf": [inner, {"type": "null"}]}
            for name, inner in schema.get("properties", {}).items()
        }
        return schema | {"properties": properties, "required": [*properties], "additionalProperties": False}

    for holder, key in holders(payload):
        if typeless(holder[key]):
            holder[key] = throughout(holder[key], closed)
            holder["strict"] = True


def typeless(schema: Any) -> bool:
    """Does something in it have parameters and no type?"""
    found: list[Schema] = []
    throughout(schema, lambda node: found.append(node) or node)
    return any("properties" in node and "type" not in node for node in found)


def undescribed(payload: Any) -> None:
    for function in functions(payload):
        function.setdefault("description", "")


# names that were called

_VALID = re.compile("[a-zA-Z0-9_-]{1,64}")


def stand_in(name: str) -> str:
    return f"planted-{name.encode().hex()[-40:]}"


def named_anew(conversation: Conversation, new: Callable[[str], str]) -> Conversation:
    def named(block: Block, message: Message) -> list[Block]:
        name = getattr(block, "name", None)
        return [replace(block, name=new(name)) if name else block]  # type: ignore[call-arg]

    tools = tuple(replace(tool, name=new(tool.name)) for tool in conversation.tools)
    return replace(by_block(conversation, named), tools=tools)


def hidden(conversation: Conversation) -> Conversation:
    return named_anew(conversation, lambda name: name if _VALID.fullmatch(name) else stand_in(name))


def shown_again(payload: Any, given: Conversation) -> Any:
    """Names go out as the model called them."""
    for message in given.messages:
        for block in message.blocks:
            if isinstance(block, ToolUse) and not _VALID.fullmatch(block.name):
                payload = respelled(payload, stand_in(block.name), block.name)
    return payload


def cut_at_64(conversation: Conversation) -> Conversation:
    return named_anew(conversation, lambda name: name.replace(".", "_")[:64])


TABLE = (
    Planted(
        "lobehub-14740",
        "an enum stands beside a type that takes none",
        "gemini",
        FOUND,
        sends=narrowed(beside(enum_as_it_is)),
    ),
    Planted("router-83", "an enum has an empty text", "gemini", FOUND, sends=narrowed(beside(enum_with_blanks))),
    Planted(
        "cliproxyapi-4545",
        "null in an enum becomes an empty text",
        "gemini",
        FOUND,
        sends=narrowed(beside(enum_of_texts)),
    ),
    Planted(
        "home-generative-agent-527",
        "alternatives say nothing but what is required",
        "gemini",
        FOUND,
        sends=narrowed(beside(bare_alternatives)),
    ),
    Planted(
        "nakama-292",
        "a bound that is excluded goes out under parameters",
        "gemini",
        FOUND,
        sends=narrowed(beside(bounds)),
    ),
    Planted(
        "opencode-34129",
        "a list of types becomes alternatives, and required stays beside them without a type",
        "gemini",
        FOUND,
        sends=narrowed(without_type(beside(typeless_beside))),
    ),
    Planted(
        "toolhive-5770",
        "a schema without a type becomes a bare object",
        first("openai", TOOLS),
        FOUND,
        hears=hears(bare_object),
    ),
    Planted(
        "openai-agents-js-1564",
        "in strict mode an inner object without a type stays open",
        "openai openai-responses",
        FOUND,
        sends=with_tools(strict_where_typed),
    ),
    Planted(
        "librechat-agents-223",
        "a tool without a description has an empty one",
        "bedrock",
        FOUND,
        sends=with_tools(undescribed),
    ),
    Planted(
        "opencode-21589",
        "a list does not say what it holds",
        "openai openai-responses",
        FOUND,
        sends=with_tools(no_items),
    ),
    Planted(
        "opencode-48750",
        "a name that was called goes out as it is",
        "bedrock openai mistral",
        NAMES,
        hears=hidden,
        sends=shown_again,
    ),
    Planted(
        "router-1190",
        "a name that was called goes out as it is",
        "openai-responses openai",
        NAMES,
        hears=hidden,
        sends=shown_again,
    ),
    Planted("unifai-266", "names are cut at 64 characters", first("openai", TOOLS), NAMES, hears=cut_at_64),
)
