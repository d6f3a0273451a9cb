"""Who changes what a keyword holds: tuples, conditions, what may not be; and who asks for what nobody knows."""

from __future__ import annotations

from typing import Any

from support.offers import everywhere, schemas

from liars.liar import liar, liars_of, told_by

TUPLE, CONDITIONS = "tools/offer-tuple-in-a-list", "tools/offer-conditions"
SOME = told_by("anthropic.chat", "bedrock.chat", "mistral.chat", "openai-responses.chat")


@SOME
@liar("openai.chat", TUPLE, "fidelity.altered-parameter", "error")
def cuts_a_tuple(payload: Any) -> Any:
    """Keeps the first of the things that a list has by their place."""
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema["prefixItems"] = schema["prefixItems"][:1]
    return payload


@SOME
@liar("openai.chat", TUPLE, "fidelity.altered-parameter", "error")
def makes_texts_of_a_tuple(payload: Any) -> Any:
    """Takes everything in a list by place for a text."""
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema["prefixItems"] = [{"type": "string"} for _ in schema["prefixItems"]]
    return payload


@SOME
@liar("openai.chat", CONDITIONS, "fidelity.altered-parameter", "error")
def loses_the_values_of_conditions(payload: Any) -> Any:
    """Lets what may not be, and what is asked about, be anything: zero and false are no values to it."""
    for schema in everywhere(payload):
        if not schema.get("const", True):
            del schema["const"]
    return payload


@SOME
@liar("openai.chat", "tools/offer-nested", "fidelity.altered-parameter", "error")
def requires_what_nobody_described(payload: Any) -> Any:
    """Asks for a parameter that is none."""
    for schema in schemas(payload):
        schema["required"] = [*schema.get("required", []), "reason"]
    return payload


@SOME
@liar("openai.chat", "tools/offer-null-among-values", "fidelity.altered-parameter", "error")
def lists_the_values_for_null_too(payload: Any) -> Any:
    """Has an alternative for null, and says of it that it is one of the values: null is none of them any more."""
    for schema in everywhere(payload):
        if None in schema.get("enum", ()):
            values = [value for value in schema.pop("enum") if value is not None]
            schema["anyOf"] = [{"type": kind, "enum": values} for kind in schema.pop("type")]
    return payload


@SOME
@liar("openai.chat", "tools/offer-one-of-three", "fidelity.altered-parameter", "error")
def types_every_alternative_as_text(payload: Any) -> Any:
    """Gives a type to who has none, and does not look of what it is an alternative."""
    for schema in everywhere(payload):
        for option in schema.get("anyOf", ()):
            option.setdefault("type", "string")
    return payload


@liar("openai.chat", "tools/offer-null-among-values", "fidelity.added-parameter", "warning", like="php-sdk#298")
def lists_no_null(payload: Any) -> Any:
    """Leaves null out of the values of what may be null."""
    for tool in payload["tools"]:
        for parameter in tool["function"]["parameters"]["properties"].values():
            if "enum" in parameter:
                parameter["enum"].remove(None)
    return payload


LIARS = liars_of(globals())
