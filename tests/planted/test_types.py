"""What a schema says of a type, beside that type, null or another, and what holds nothing: each in two cases."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.offers import inside

from pytest_promptfmt.corpus import corpus

OF_A_TYPE = {
    "items": "array",
    **dict.fromkeys(("properties", "required"), "object"),
    **dict.fromkeys(("minLength", "pattern"), "string"),
    "minimum": "number",
}
"""Keywords, and the type of which they say something."""

HOLDS_NOTHING: dict[str, Callable[[dict[str, Any]], bool]] = {
    "a list does not say what it holds": lambda s: s.get("type") == "array" and "items" not in s,
    "a list holds anything": lambda s: s.get("type") == "array" and s.get("items") == {},
    "a list holds lists of anything": lambda s: s.get("items") == {"type": "array", "items": {}},
    "a list is one of several, and does not say what it holds": lambda s: {"type": "array"} in s.get("anyOf", ()),
    "an object is one of several, and has no properties": lambda s: {"type": "object"} in s.get("anyOf", ()),
    "an object has no properties": lambda s: s.get("type") == "object" and "properties" not in s,
}


def beside(schema: dict[str, Any], type_: str) -> str:
    """What a schema takes, seen from a type."""
    listed = schema.get("type", [])
    taken = {"number" if kind == "integer" else kind for kind in (listed if isinstance(listed, list) else [listed])}
    if not taken:
        return "no type"
    return "another" if type_ not in taken else "it or null" if "null" in taken else "it"


@cache
def schemas() -> tuple[tuple[str, dict[str, Any]], ...]:
    offered = ((case.id, tool) for case in corpus() if case.family == "tools" for tool in case.conversation().tools)
    return tuple((id_, node) for id_, tool in offered for node in inside(dict(tool.parameters)))


@pytest.mark.parametrize("keyword", OF_A_TYPE)
@pytest.mark.parametrize("taken", ["it", "it or null", "no type"])
def test_what_is_said_of_a_type_stands_in_two_cases_beside(keyword: str, taken: str) -> None:
    found = {id_ for id_, node in schemas() if keyword in node and beside(node, OF_A_TYPE[keyword]) == taken}

    assert len(found) >= 2


@pytest.mark.parametrize("keyword", ["items", "properties", "required"])
def test_what_holds_something_stands_beside_another_type_in_two_cases(keyword: str) -> None:
    found = {id_ for id_, node in schemas() if keyword in node and beside(node, OF_A_TYPE[keyword]) == "another"}

    assert len(found) >= 2


@pytest.mark.parametrize("form", HOLDS_NOTHING)
def test_what_holds_nothing_stands_in_two_cases(form: str) -> None:
    assert len({id_ for id_, node in schemas() if HOLDS_NOTHING[form](node)}) >= 2


def test_a_tool_whose_schema_says_nothing_stands_in_two_cases() -> None:
    offered = ((case.id, tool) for case in corpus() if case.family == "tools" for tool in case.conversation().tools)

    assert len({id_ for id_, tool in offered if tool.parameters == {}}) >= 2
