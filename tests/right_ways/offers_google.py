"""Tools on offer: schemas as Google's own words say them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from liars.liar import Formatter
from support.google_schema import google
from support.offers import everywhere, holders, schemas

from right_ways.everywhere import OFFERS, narrowly
from right_ways.way import Ways, way, ways_of

GENERATED = (
    "tools/offer-constants",
    "tools/offer-titled",
    "tools/offer-defaults",
    "tools/offer-two-types",
    "tools/offer-tuple",
)
OPEN = ("tools/offer-any-object", "tools/offer-as-generated")
SANITISED = (
    *("tools/offer-empty-among-values", "tools/offer-empty-among-values-of-a-list"),
    *("tools/offer-null-among-values", "tools/offer-null-among-inner-values", "tools/offer-fractions-in-a-list"),
    *("tools/offer-bounds", "tools/offer-inner-bounds"),
    *("tools/offer-object-or-null", "tools/offer-objects-or-null-in-a-list", "tools/offer-second-without-description"),
    *("tools/offer-untyped", "tools/offer-untyped-inside", "tools/offer-untyped-in-a-list"),
    *("tools/offer-list-of-anything", "tools/offer-inner-list-of-anything"),
)
"""What sanitisers of schemas have to make something of."""


def google_on(*cases: str, warnings: tuple[str, ...] = ()) -> Callable[[Formatter], Ways]:
    return way("gemini.chat", *cases, warnings=warnings)


@google_on(*OFFERS, "tools/offer-optional")
def types_by_number(payload: Any) -> Any:
    """As Google's older Python client writes them over REST."""
    numbers = ("", "string", "number", "integer", "boolean", "array", "object", "null")
    for schema in everywhere(narrowly(payload)):
        if isinstance(schema.get("type"), str):
            schema["type"] = numbers.index(schema["type"].lower())
    return payload


@google_on(*OFFERS, "tools/offer-optional")
def types_in_capitals(payload: Any) -> Any:
    for schema in everywhere(narrowly(payload)):
        if isinstance(schema.get("type"), str):
            schema["type"] = schema["type"].upper()
    return payload


@google_on(*GENERATED, *SANITISED, "tools/offer-pointed", "tools/offer-alternatives")
def all_in_googles_words(payload: Any) -> Any:
    return as_google_says(payload)


@google_on(*GENERATED, *SANITISED, "tools/offer-pointed", "tools/offer-alternatives")
def all_in_googles_words_in_the_other_spelling(payload: Any) -> Any:
    for holder, key in holders(as_google_says(payload)):
        holder[key] = _snaked(holder[key])
    return payload


def _snaked(value: Any) -> Any:
    """As Python's own library names them: any_of, min_items. No property of these schemas has a capital."""
    if isinstance(value, list):
        return [_snaked(each) for each in value]
    if isinstance(value, dict):
        return {re.sub("([A-Z])", r"_\1", key).lower(): _snaked(each) for key, each in value.items()}
    return value


COUNTS = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")


@google_on("tools/offer-tuple")
def counts_as_googles_json_spells_them(payload: Any) -> Any:
    """``string (int64 format)``, as its reference has them."""
    for schema in everywhere(as_google_says(payload)):
        schema |= {key: str(schema[key]) for key in COUNTS if key in schema}
    return payload


@google_on("tools/offer-one-of-three", "tools/offer-one-of-two-in-a-list", warnings=("fidelity.loosened-parameter",))
def all_in_googles_words_but_for_alternatives_that_only_require(payload: Any) -> Any:
    return as_google_says(payload)


@google_on(*OPEN, warnings=("gemini.parameters-properties",))
def all_in_googles_words_but_for_objects_of_any_key(payload: Any) -> Any:
    return as_google_says(payload)


def as_google_says(payload: Any) -> Any:
    for holder, key in holders(payload):
        holder["parameters"] = google(holder.pop(key))
    for schema in everywhere(payload):
        if schema.get("type") == "ARRAY":
            schema.setdefault("items", {"type": "STRING"})  # of anything there is no word
    return payload


@google_on("tools/offer-null")
def nullable_types(payload: Any) -> Any:
    for schema in schemas(narrowly(payload)):
        properties = schema["properties"]
        properties["sound"] |= {"type": "STRING", "nullable": True}
        properties["again"] = {"type": "INTEGER", "nullable": True, "description": properties["again"]["description"]}
    return payload


@google_on("tools/offer-numbers-in-a-list")
def values_that_are_numbers_as_texts(payload: Any) -> Any:
    for schema in schemas(narrowly(payload)):
        level = schema["properties"]["level"]
        level |= {"type": "STRING", "enum": [str(value) for value in level["enum"]]}
    return payload


@google_on("tools/offer-numbers-in-a-list")
def values_that_are_numbers_in_the_description(payload: Any) -> Any:
    for schema in schemas(narrowly(payload)):
        level = schema["properties"]["level"]
        level["description"] += f" One of {level.pop('enum')}."
    return payload


@google_on("tools/offer-optional")
def bounds_that_google_takes_elsewhere_only(payload: Any) -> Any:
    for schema in everywhere(narrowly(payload)):
        for keyword in ("minimum", "maximum", "pattern", "default"):
            schema.pop(keyword, None)
    return payload


@google_on("tools/offer-any-keys", warnings=("gemini.parameters-properties",))
def an_object_with_keys_of_any_name(payload: Any) -> Any:
    for schema in schemas(narrowly(payload)):
        del schema["properties"]["labels"]["additionalProperties"]
    return payload


@google_on("tools/offer-without-parameters")
def a_function_declared_by_its_name(payload: Any) -> Any:
    for holder, key in holders(payload):
        del holder[key]
    return payload


WAYS = ways_of(globals())
