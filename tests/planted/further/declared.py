"""Tools on offer: keywords that go out as they are, strict modes that stop halfway, names that become one."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import respelled
from planted.faults.offers import FOUND, Schema, each, throughout, with_tools
from planted.faults.sanitised import _VALID, NAMES, beside, named_anew, narrowed, stand_in
from planted.further.arguments import EVERY
from planted.planted import Planted, first
from support.google_schema import google
from support.offers import functions, holders

from pytest_promptfmt.conversation import Conversation


def kept(*keys: str) -> Callable[[Any, Conversation], Any]:
    """Gemini's ``parameters`` with these keywords as they were."""
    return narrowed(beside(lambda schema: {key: deepcopy(schema[key]) for key in keys if key in schema}))


def tuples(schema: Schema) -> Any:
    """Google's words, in which a list of items by place stays a list."""
    found = google(schema)

    def restore(ours: Schema, theirs: Schema) -> None:
        for name, inner in ours.get("properties", {}).items():
            restore(inner, theirs.get("properties", {}).get(name, {}))
        if "prefixItems" in ours:
            theirs["items"] = [google(option) for option in ours["prefixItems"]]
        elif isinstance(ours.get("items"), dict):
            restore(ours["items"], theirs.get("items", {}))

    restore(schema, found)
    return found


def nullable(schema: Schema) -> Schema:
    kind = schema.get("type")
    return schema | {"type": [kind, "null"]} if isinstance(kind, str) else {"anyOf": [schema, {"type": "null"}]}


def closed(schema: Schema, *, all_of_it: bool = True) -> Schema:
    """In strict mode: nothing further, and with `all_of_it` all that was optional is required and may be null."""
    if "properties" not in schema:
        return schema
    wanted = schema.get("required", [])
    found = {name: one if name in wanted else nullable(one) for name, one in schema["properties"].items()}
    more = {"properties": found, "required": [*found]} if all_of_it else {}
    return schema | more | {"additionalProperties": False}


def strict_outside(schema: Schema) -> Schema:
    """What an inner object requires stays what it was."""
    inner = {name: throughout(one, lambda s: closed(s, all_of_it=False)) for name, one in _properties(schema).items()}
    return closed(schema | {"properties": inner})


def strict_but_for_alternatives(schema: Schema) -> Schema:
    def close(node: Any) -> Any:
        if not isinstance(node, dict):
            return node
        inner = {name: close(one) for name, one in _properties(node).items()}
        items = {"items": close(node["items"])} if "items" in node else {}
        return closed(node | ({"properties": inner} if inner else {}) | items)

    found: Schema = close(schema)
    return found


def _properties(schema: Schema) -> Schema:
    found: Schema = schema.get("properties", {})
    return found


def strictly(wrong: Callable[[Schema], Schema]) -> Callable[[Any, Conversation], Any]:
    """Strict mode where `wrong` is not what is right; other tools are as they were."""

    def spoil(payload: Any) -> None:
        for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
            if (found := wrong(deepcopy(holder[key]))) != throughout(deepcopy(holder[key]), closed):
                holder[key] = found
                function["strict"] = True

    return with_tools(spoil)


def no_tools(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict):
        payload.pop("toolConfig", None)
    return payload


def once_each(conversation: Conversation) -> Conversation:
    """What is no letter, digit, dash or underscore becomes one; of names that are one then the first stays."""
    plain = named_anew(conversation, lambda name: re.sub("[^a-zA-Z0-9_-]", "_", name))
    tools = {tool.name: tool for tool in reversed(plain.tools)}
    return replace(plain, tools=tuple(tool for tool in plain.tools if tools[tool.name] is tool))


def hidden(conversation: Conversation) -> Conversation:
    return named_anew(conversation, lambda name: name if _VALID.fullmatch(name) else stand_in(name))


def half_mended(payload: Any, given: Conversation) -> Any:
    """Blanks and dashes of a name become underscores, what else there is stays."""
    called = {block.name for m in given.messages for block in m.blocks if block.type == "tool_use"}
    for name in called | {tool.name for tool in given.tools}:
        if not _VALID.fullmatch(name):
            payload = respelled(payload, stand_in(name), name.replace(" ", "_").replace("-", "_"))
    return payload


def required(schema: Schema) -> Schema:
    return schema | {"required": [*schema["properties"]]} if schema.get("properties") else schema


GOOGLES = ("gemini.*", *FOUND)

TABLE = (
    Planted(
        "cuplivo-506", "additionalProperties goes out as it is", "gemini", GOOGLES, sends=kept("additionalProperties")
    ),
    Planted("promptfoo-6904", "$schema goes out as it is", "gemini", GOOGLES, sends=kept("$schema")),
    Planted("sub2api-6116", "deprecated goes out as it is", "gemini", GOOGLES, sends=kept("deprecated")),
    Planted(
        "chatluna-1001",
        "oneOf and its discriminator go out as they are",
        "gemini",
        GOOGLES,
        sends=kept("oneOf", "discriminator"),
    ),
    Planted("genoffice-187", "a list of items goes out as it is", "gemini", GOOGLES, sends=narrowed(tuples)),
    Planted("aisix-578", "no tools are on offer", "bedrock", ("bedrock.*", *FOUND), sends=no_tools),
    Planted(
        "langchain-39306",
        "in strict mode an inner object requires what it did",
        "openai openai-responses",
        ("*.strict-*", *FOUND),
        sends=strictly(strict_outside),
    ),
    Planted(
        "agno-9413",
        "in strict mode alternatives are as they were",
        "openai openai-responses",
        ("*.strict-*", *FOUND),
        sends=strictly(strict_but_for_alternatives),
    ),
    Planted(
        "ayunis-973",
        "of names that differ in punctuation the first is on offer",
        first("openai", EVERY),
        NAMES,
        hears=once_each,
    ),
    Planted(
        "xagent-1342",
        "dots in names go out",
        first("deepseek", "openai anthropic bedrock mistral openai-responses"),
        NAMES,
        hears=hidden,
        sends=half_mended,
    ),
    Planted("n8n-34827", "what is optional is required", "openai", FOUND, hears=each(required)),
)
