"""Keywords of JSON Schema and of OpenAPI: each stands in two cases, so that who trips over one shows."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from planted.further.declared import GOOGLES, kept
from planted.planted import Planted
from planted.running import run
from support.offers import inside
from support.rows import for_each

from pytest_promptfmt.corpus import corpus

ABOUT = ("$schema", "$id", "$comment", "$anchor", "title", "examples", "deprecated", "readOnly", "writeOnly")
POINTING = ("$ref", "$defs", "definitions")
ASKING = (
    *("type", "enum", "const", "default", "format", "pattern", "minLength", "maxLength"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"),
    *("properties", "required", "additionalProperties", "patternProperties", "propertyNames"),
    *("minProperties", "maxProperties", "unevaluatedProperties"),
    *("anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"),
    *("contentEncoding", "contentMediaType"),
)
OPENAPIS = ("nullable", "example", "discriminator", "xml", "externalDocs")

NOT_GOOGLES = (
    *("$schema", "$id", "$comment", "$anchor", "deprecated", "readOnly", "writeOnly", "examples"),
    *("patternProperties", "propertyNames", "unevaluatedProperties", "contains", "uniqueItems", "multipleOf"),
    *("not", "if", "then", "else", "dependentRequired", "dependentSchemas", "oneOf", "definitions"),
    *("contentEncoding", "contentMediaType", "discriminator", "xml", "externalDocs"),
)
"""Those that Gemini's ``parameters`` do not know: "Unknown name … Cannot find field"."""

NAMED_NOWHERE = ("$schema", "$id", "$comment", "$anchor", "$ref", "$defs")
"""Names that Anthropic refuses."""


@cache
def cases_with() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for case in corpus():
        for tool in case.conversation().tools if case.family == "tools" else ():
            for keyword in (key for node in inside(dict(tool.parameters)) for key in node):
                found[keyword].add(case.id)
    return found


@pytest.mark.parametrize("keyword", [*ABOUT, *POINTING, *ASKING, *OPENAPIS])
def test_every_keyword_stands_in_two_cases(keyword: str) -> None:
    assert len(cases_with()[keyword]) >= 2


OPTIONS = (
    *(("type",), ("const",), ("enum",), ("$ref",), ("required",), ("anyOf",)),
    *(("const", "type"), ("enum", "type"), ("items", "type"), ("title", "type"), ("maxLength", "type")),
    *(("minimum", "type"), ("properties", "required", "type")),
)
"""What an alternative is made of, but for its description."""

NUMBERS = {"maximum": "minimum"}
"""Keywords that are one kind of thing."""


@cache
def options() -> dict[tuple[str, ...], set[str]]:
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for case in corpus():
        for tool in case.conversation().tools if case.family == "tools" else ():
            for node in inside(dict(tool.parameters)):
                for option in (*node.get("anyOf", ()), *node.get("oneOf", ())):
                    found[shape(option)].add(case.id)
    return found


def shape(option: Any) -> tuple[str, ...]:
    return tuple(sorted({NUMBERS.get(key, key) for key in option} - {"description"}))


@pytest.mark.parametrize("made_of", OPTIONS, ids="-".join)
def test_an_alternative_of_each_shape_stands_in_two_cases(made_of: tuple[str, ...]) -> None:
    assert len(options()[made_of]) >= 2


PLACES: dict[str, Callable[[tuple[str, ...]], bool]] = {
    "among the parameters": lambda taken: taken == ("properties",),
    "in a list": lambda taken: taken[-1:] == ("items",),
    "in an alternative": lambda taken: taken[-1:] in (("anyOf",), ("oneOf",)),
    "in a definition": lambda taken: taken[-1:] in (("$defs",), ("definitions",)),
    "in depth": lambda taken: taken[-1:] == ("properties",) and len(taken) > 1,
}
ROOTS = ("$schema", "$id", "$ref", "$defs", "definitions", "discriminator", "prefixItems", "items")
"""Keywords of a whole schema, and two that the table of types has."""


def steps(schema: Any, taken: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Each schema in a schema, and the keywords that lead to it."""
    if isinstance(schema, dict):
        yield taken, schema
        for key, value in schema.items():
            named = key in ("properties", "$defs", "definitions")
            for inner in value.values() if named else value if isinstance(value, list) else [value]:
                yield from steps(inner, (*taken, key))


@cache
def keywords_by_place() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in corpus():
        for tool in case.conversation().tools if case.family == "tools" else ():
            for taken, node in steps(dict(tool.parameters)):
                for place in (place for place, stands in PLACES.items() if stands(taken)):
                    for keyword in node:
                        found[place, keyword].add(case.id)
    return found


@for_each(product([key for key in (*ABOUT, *ASKING) if key not in ROOTS], PLACES))
def test_every_keyword_stands_in_each_place_in_two_cases(keyword: str, place: str) -> None:
    """Who walks a schema forgets a place, not a keyword."""
    assert len(keywords_by_place()[place, keyword]) >= 2


SAID = ("description", "title", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly")
"""What may be said of every schema, be it a pointer or a choice."""

OF_A_KIND = (
    ("type", "enum", "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "nullable"),
    ("type", "const", "nullable"),
    (
        *("type", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("nullable", "example"),
    ),
    ("type", "items", "contains", "minItems", "maxItems", "uniqueItems", "nullable", "example"),
    ("type", "prefixItems", "items", "minItems", "maxItems", "uniqueItems", "nullable"),
    (
        *("type", "properties", "required", "additionalProperties", "patternProperties", "propertyNames"),
        *("minProperties", "maxProperties", "unevaluatedProperties", "dependentRequired", "dependentSchemas"),
        *("not", "if", "then", "else", "nullable"),
    ),
    ("anyOf", "nullable", "example"),
    ("oneOf", "example"),
    ("allOf", "example"),
    ("$ref",),
)
"""What stands side by side in a schema of each kind, beside what is said of it."""

SIDE_BY_SIDE = sorted({pair for kind in OF_A_KIND for pair in combinations(sorted((*SAID, *kind)), 2)})


@cache
def pairs() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in corpus():
        for tool in case.conversation().tools if case.family == "tools" else ():
            for _, node in steps(dict(tool.parameters)):
                for pair in combinations(sorted(node), 2):
                    found[pair].add(case.id)
    return found


@for_each(SIDE_BY_SIDE)
def test_keywords_that_may_stand_side_by_side_do_in_two_cases(one: str, other: str) -> None:
    """Who mends one keyword for a provider looks at another beside it: a default that is no value, a null in a list."""
    assert len(pairs()[one, other]) >= 2


def of_names(node: dict[str, Any]) -> bool:
    names = node.get("properties")
    return isinstance(names, dict) and not {*node.get("required", ())} <= {*names}


def of_anything(node: dict[str, Any]) -> bool:
    return {} in node["properties"].values() if isinstance(node.get("properties"), dict) else False


def of_itself(node: dict[str, Any]) -> bool:
    """Does a definition point to itself?"""
    defs = node.get("$defs", {})
    return any(f'"#/$defs/{name}"' in json.dumps(inner) for name, inner in defs.items())


def of_two_sayings(node: dict[str, Any]) -> bool:
    """Does what is pointed to say something that the pointer says as well?"""
    defs = node.get("$defs", {})
    led = {f"#/$defs/{name}": {*inner} & {*SAID} for name, inner in defs.items()}
    return any({*inner} & led.get(inner.get("$ref", ""), set()) for _, inner in steps(node))


@pytest.mark.parametrize("odd", [of_names, of_anything, of_itself, of_two_sayings])
def test_two_cases_have_an_odd_schema(odd: Callable[[dict[str, Any]], bool]) -> None:
    found = {
        case.id
        for case in corpus()
        if case.family == "tools"
        for tool in case.conversation().tools
        if any(odd(node) for _, node in steps(dict(tool.parameters)))
    }
    assert len(found) >= 2


WITHOUT_TYPE = ("enum", "const", "pattern", "minLength", "minimum", "default", "properties", "items", "description")


@cache
def names_of(types: bool) -> dict[str, set[str]]:
    """The cases by the names of their parameters; without `types` those tables alone that have no name ``type``."""
    found: dict[str, set[str]] = defaultdict(set)
    for case in corpus():
        for tool in case.conversation().tools if case.family == "tools" else ():
            for node in inside(dict(tool.parameters)):
                names = node.get("properties", {})
                for name in names if types or "type" not in names else ():
                    found[name].add(case.id)
    return found


@pytest.mark.parametrize("keyword", [key for key in (*ABOUT, *POINTING, *ASKING) if key not in NAMED_NOWHERE])
def test_every_keyword_is_the_name_of_a_parameter_in_two_cases(keyword: str) -> None:
    """Who takes a table of parameters for a schema looks for some of them, and for a type that is not there."""
    assert len(names_of(types=keyword == "type")[keyword]) >= 2


@cache
def definitions() -> dict[str, set[str]]:
    """The cases by the names of what is defined."""
    found: dict[str, set[str]] = defaultdict(set)
    for case in corpus():
        for tool in case.conversation().tools if case.family == "tools" else ():
            for name in (*tool.parameters.get("$defs", ()), *tool.parameters.get("definitions", ())):
                found[name].add(case.id)
    return found


@for_each([key for key in (*ABOUT, *POINTING, *ASKING) if key not in NAMED_NOWHERE])
def test_every_keyword_is_the_name_of_a_definition_in_two_cases(keyword: str) -> None:
    """Libraries call a definition as a class is called, and one may be called title."""
    assert len(definitions()[keyword]) >= 2


@pytest.mark.parametrize("keyword", WITHOUT_TYPE)
def test_what_stands_beside_a_type_stands_without_one_in_two_cases(keyword: str) -> None:
    found = {
        case.id
        for case in corpus()
        for tool in (case.conversation().tools if case.family == "tools" else ())
        for node in inside(dict(tool.parameters))
        if keyword in node and not {"type", "anyOf", "oneOf", "allOf", "$ref"} & {*node}
    }

    assert len(found) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("keyword", NOT_GOOGLES)
def test_two_cases_tell_what_gemini_does_not_know(keyword: str) -> None:
    fault = Planted(keyword, f"{keyword} goes out as it is", "gemini", GOOGLES, sends=kept(keyword))

    assert len(run(fault, "gemini", enough=2).by_intent(fault.finds)) >= 2


def offers() -> Iterator[tuple[str, tuple[Any, ...]]]:
    yield from ((case.id, case.conversation().tools) for case in corpus() if not case.is_template)


def test_who_takes_a_single_choice_for_none_fails_in_two_cases() -> None:
    """An enum of one value, wherever it stands."""
    alone = {
        case
        for case, tools in offers()
        for tool in tools
        for _, node in steps(tool.parameters)
        if len(node.get("enum") or ()) == 1
    }

    assert len(alone) >= 2


def test_who_tells_tools_by_their_descriptions_fails_in_two_cases() -> None:
    told = {case: [tool.description for tool in tools if tool.description] for case, tools in offers()}

    assert len([case for case, each in told.items() if len({*each}) < len(each)]) >= 2
