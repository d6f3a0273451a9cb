"""Tools on offer of the ninth collection: values, lists and objects within, roots that are no plain object."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from planted.collected import meant
from planted.drawn.asked_for import below, narrowed_where
from planted.faults.offers import Schema, each, hears, throughout
from planted.faults.sanitised import hidden, shown_again
from planted.further.arguments import EVERY
from planted.further.declared import closed
from planted.planted import Planted, first
from support.google_schema import google
from support.offers import functions, holders, within

from pytest_promptfmt.conversation import Conversation


def values_in_each(schema: Schema) -> Schema:
    """What may be null has an alternative for it, and both have the values."""
    types = schema.get("type")
    if not isinstance(types, list) or "null" not in types or "enum" not in schema:
        return schema
    values = [value for value in schema["enum"] if value is not None]
    rest = {key: value for key, value in schema.items() if key not in ("type", "enum")}
    return rest | {"anyOf": [{"type": type_, "enum": values} for type_ in types]}


def strict_where_it_has_such_values(payload: Any, given: Conversation) -> Any:
    """Strict mode for the tools of which a value may be null; what it asks for beside is there."""
    for function, (holder, key) in zip(functions(payload), holders(payload), strict=True) if given.tools else ():
        if any(each.get("type") == "null" and "enum" in each for each in within(holder[key])):
            holder[key] = throughout(holder[key], closed)
            function["strict"] = True
    return payload


def values_of_the_list(schema: Schema) -> Schema:
    """What a list may hold is said of the list."""
    items = schema.get("items")
    if not isinstance(items, dict) or "enum" not in items:
        return schema
    return schema | {"enum": items["enum"], "items": {k: v for k, v in items.items() if k != "enum"}}


def bare_objects(schema: Schema) -> Schema:
    return {"type": "object"} if "properties" in schema else schema


def no_alternatives_at_the_root(conversation: Conversation) -> Conversation:
    unknown = {"allOf", "anyOf", "oneOf", "if", "not"}
    return replace(conversation, tools=tuple(t for t in conversation.tools if not unknown & {*t.parameters}))


def may_be_no_list(schema: Schema) -> bool:
    return isinstance(schema.get("type"), list) and {"array", "null"} <= {*schema["type"]}


def items_beside(schema: Schema) -> Any:
    """Of a list that may be null there is one alternative, and the items stand beside it."""
    found = google(schema)

    def spoil(ours: Any, theirs: Any) -> None:
        if may_be_no_list(ours) and "items" in theirs:
            theirs["anyOf"] = [{"type": theirs.pop("type", "ARRAY")}]
        for name, inner in ours.get("properties", {}).items():
            spoil(inner, theirs.get("properties", {}).get(name, {}))

    spoil(schema, found)
    return found


TABLE = (
    Planted(
        "sample-apj-137",
        "names of tools go out as they are",
        "bedrock",
        meant("sample-apj-137"),
        hears=hidden,
        sends=shown_again,
    ),
    Planted(
        "oh-my-pi-2652",
        "values stand in both alternatives",
        "openai-responses openai",
        meant("oh-my-pi-2652", "*.strict-parameters"),
        hears=each(values_in_each),
        sends=strict_where_it_has_such_values,
    ),
    Planted(
        "oh-my-pi-2652",
        "the values of a list's items are said of the list",
        "openai-responses openai",
        meant("oh-my-pi-2652"),
        hears=each(values_of_the_list),
        name="lists",
    ),
    Planted(
        "software-agent-sdk-3956",
        "an object within says nothing but its type",
        first("openai", EVERY),
        meant("software-agent-sdk-3956"),
        hears=hears(below(bare_objects)),
    ),
    Planted(
        "claude-code-95504",
        "tools with alternatives at their root are left out",
        first("anthropic", EVERY),
        meant("claude-code-95504"),
        hears=no_alternatives_at_the_root,
    ),
    Planted(
        "opencode-43494",
        "the items of a list that may be null stand beside the alternatives",
        "gemini",
        meant("opencode-43494"),
        sends=narrowed_where(may_be_no_list, items_beside),
    ),
)
