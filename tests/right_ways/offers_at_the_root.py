"""Alternatives at a schema's root: as one table, in strict mode, or as they are where a provider takes them."""

from __future__ import annotations

from typing import Any

from support.offers import everywhere, functions, holders, schemas

from right_ways.everywhere import everywhere_on
from right_ways.way import ways_of

ROOT, SECOND = "tools/offer-alternatives-at-the-root", "tools/offer-alternatives-at-the-second-root"
LENIENT = ("deepseek.chat", "vllm.chat", "zhipu.chat", "ollama.chat", "dashscope.chat", "mistral.chat")
STRICT = ("openai.chat", "openai-responses.chat")
LISTENING = (*LENIENT, "xai.chat")
"""Of xAI it is known that it takes alternatives that say they are objects."""
FLAT = (*LENIENT, *STRICT, "anthropic.chat", "bedrock.chat")


def _rooted(schema: dict[str, Any], key: str) -> None:
    properties = schema["properties"]
    schema[key] = [
        {"type": "object", "properties": {name: properties.pop(name) for name in names}, "required": required}
        for names, required in ((("card", "pin"), ["card"]), (("account", "bank"), ["account", "bank"]))
    ]


@everywhere_on(ROOT, targets=LISTENING)
def alternatives_where_they_were(payload: Any) -> Any:
    for schema in schemas(payload):
        _rooted(schema, "oneOf")
    return payload


@everywhere_on(ROOT, targets=LISTENING)
def alternatives_of_which_any_holds(payload: Any) -> Any:
    for schema in schemas(payload):
        _rooted(schema, "anyOf")
    return payload


@everywhere_on(ROOT, SECOND, targets=STRICT)
def one_table_in_strict_mode(payload: Any) -> Any:
    """All is required, and may be null where it was not; a constant has a type."""
    for schema in everywhere(payload):
        if schema.get("type") == "object":
            optional = {*schema["properties"]} - {*schema.get("required", ())}
            for name in optional:
                inner = schema["properties"][name]
                schema["properties"][name] = {"anyOf": [inner, {"type": "null"}]}
            schema |= {"required": [*schema["properties"]], "additionalProperties": False}
        if "const" in schema:
            schema["type"] = "string"
    for function in functions(payload):
        function["strict"] = True
    return payload


@everywhere_on(SECOND, targets=FLAT)
def constants_as_one_list_of_values(payload: Any) -> Any:
    for schema in schemas(payload):
        if "kind" in schema["properties"]:
            schema["properties"]["kind"] = {"type": "string", "enum": ["bed", "pot"]}
    return payload


@everywhere_on(ROOT, targets=FLAT)
def one_table_with_a_word_on_what_belongs_together(payload: Any) -> Any:
    for holder, key in holders(payload):
        holder[key]["description"] = "Either card and pin, or account and bank."
    return payload


WAYS = ways_of(globals())
