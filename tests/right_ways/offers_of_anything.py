"""Tools that take anything or null, and that say of one type what another takes: said otherwise."""

from __future__ import annotations

from typing import Any

from liars.liar import case, says
from support.offers import everywhere

from right_ways.everywhere import everywhere_on
from right_ways.offers_google import as_google_says, google_on
from right_ways.way import ways_of

OR_NULL = ("tools/offer-null-or-held", "tools/offer-null-or-held-in-a-list")
FOREIGN = ("tools/offer-foreign-keywords", "tools/offer-foreign-keywords-in-a-list")
OF_ONE_TYPE = {"properties": "object", "required": "object", "items": "array"}


@everywhere_on(*OR_NULL)
def a_list_of_anything_says_so(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "array" in schema.get("type", ()):
            schema.setdefault("items", {})
    return payload


@everywhere_on(*OR_NULL)
def null_as_an_alternative(payload: Any) -> Any:
    for schema in everywhere(payload):
        if isinstance(schema.get("type"), list):
            (kind,) = (name for name in schema["type"] if name != "null")
            whole = {key: value for key, value in schema.items() if key not in ("type", "description")}
            said = {"description": schema["description"]}
            schema.clear()
            schema |= said | {"anyOf": [{"type": kind, **whole}, {"type": "null"}]}
    return payload


@everywhere_on(*OR_NULL)
def one_of_two_types_as_their_list(payload: Any) -> Any:
    for schema in everywhere(payload):
        options = schema.get("anyOf", [])
        if {option["type"] for option in options} == {"array", "string"}:
            del schema["anyOf"]
            schema["type"] = ["array", "string"]
            schema.setdefault("items", {})
    return payload


@everywhere_on("tools/offer-null-among-values", "tools/offer-null-among-inner-values")
def values_and_null_as_alternatives(payload: Any) -> Any:
    for schema in everywhere(payload):
        if None in schema.get("enum", ()):
            values = [value for value in schema.pop("enum") if value is not None]
            null = [{"type": "null"}, {"type": "null", "enum": [None]}, {"enum": [None]}]
            schema["anyOf"] = [{"type": "string", "enum": values}, null[len(values) % 3]]
            schema.pop("type")
    return payload


def meaning_something(payload: Any) -> Any:
    """Without what is said of another type than its own."""
    for schema in everywhere(payload):
        for key, kind in OF_ONE_TYPE.items():
            if schema.get("type") != kind:
                schema.pop(key, None)
    return payload


@everywhere_on(*FOREIGN)
def what_means_nothing_there_is_left_out(payload: Any) -> Any:
    return meaning_something(payload)


@everywhere_on("tools/offer-conditions", "tools/offer-tuple-in-a-list")
def what_keywords_hold_in_other_words(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "const" in schema:
            value = schema.pop("const")
            schema |= {"enum": [value], "type": {bool: "boolean", int: "integer", str: "string"}[type(value)]}
        for thing in schema.get("prefixItems", ()):
            thing |= {"title": "A thing", "oneOf": [{"type": thing.pop("type")}]}
    return payload


@everywhere_on("tools/offer-every-keyword-in-every-place", "tools/offer-every-keyword-in-other-places")
def values_with_their_type(payload: Any) -> Any:
    """As those want it who ask for a type everywhere."""
    for schema in everywhere(payload):
        kinds = {type(value) for value in schema.get("enum", [schema["const"]] if "const" in schema else [])}
        if "type" not in schema and len(kinds) == 1:
            schema["type"] = {bool: "boolean", int: "integer", str: "string"}[kinds.pop()]
    return payload


@google_on(*OR_NULL, warnings=("gemini.parameters-properties",))
def in_googles_words(payload: Any) -> Any:
    return as_google_says(payload)


@google_on("tools/offer-alternatives-of-every-shape", warnings=("fidelity.loosened-parameter",))
def alternatives_in_googles_words(payload: Any) -> Any:
    return as_google_says(payload)


@google_on(*FOREIGN)
def in_googles_words_without_what_means_nothing(payload: Any) -> Any:
    return as_google_says(meaning_something(payload))


@everywhere_on("tools/offer-one-of-three", "tools/offer-conditions")
def the_type_of_the_whole_in_what_is_asked_of_it(payload: Any) -> Any:
    """As Moonshot wants one everywhere."""
    for schema in everywhere(payload):
        _say_in_each(schema, schema.get("type"))
    return payload


@everywhere_on("tools/offer-one-of-three")
def the_type_in_the_alternatives_alone(payload: Any) -> Any:
    """As Moonshot wants it: of what has alternatives these have the type."""
    for schema in everywhere(payload):
        if schema.get("anyOf"):
            _say_in_each(schema, schema.pop("type", None))
    return payload


def _say_in_each(schema: Any, kind: Any) -> None:
    inside = [*schema.get("anyOf", ()), *(schema[key] for key in ("if", "then", "else", "not") if key in schema)]
    for each in inside if kind else ():
        each.setdefault("type", kind)


NUMBERS = case(
    "offer-of-numbers-of-two-kinds",
    says("user", "Half of it, amber-17."),
    tools=[
        {
            "name": "pour",
            "description": "Pours water, amber-01.",
            "parameters": {
                "type": "object",
                "properties": {
                    "litres": {"type": ["integer", "number"], "description": "How much, amber-02."},
                    "degrees": {
                        "anyOf": [{"type": "integer"}, {"type": "number"}],
                        "description": "How warm, amber-03.",
                    },
                },
                "required": ["litres"],
            },
        }
    ],
)


@everywhere_on(NUMBERS)
def numbers_of_which_integers_are_some(payload: Any) -> Any:
    for schema in everywhere(payload):
        kinds = schema.get("type")
        options = {str(option.get("type")).lower() for option in schema.get("anyOf", ())}
        if options == {"integer", "number"} or (isinstance(kinds, list) and {*kinds} == {"integer", "number"}):
            schema.pop("anyOf", None)
            schema["type"] = "number"
    return payload


WAYS = ways_of(globals())
