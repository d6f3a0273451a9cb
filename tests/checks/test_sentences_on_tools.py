"""What a finding says of parameters names the types and alternatives that were offered."""

from __future__ import annotations

from typing import Any

from liars.liar import case, says
from support.one_call import FIRST, turned

from pytest_promptfmt import check_formatter


def offered(**properties: Any) -> list[dict[str, Any]]:
    parameters = {"type": "object", "properties": properties}
    return [{"name": "draw", "description": "Draws, heron-63.", "input_schema": parameters}]


def test_a_parameter_is_told_by_its_types_and_by_what_it_refers_to() -> None:
    parameters = {
        "type": "object",
        "properties": {"to": {"type": ["integer", "string"]}, "by": {"$ref": "#/$defs/way"}},
        "$defs": {"way": {"type": "object", "properties": {"x": {"type": "integer", "description": "Far, otter-77."}}}},
    }
    tools = [{"name": "draw", "description": "Draws, heron-63.", "parameters": parameters}]
    given = case("an-offer", says("user", FIRST["content"]), tools=tools)
    payload = {"messages": [FIRST], "tools": offered(to={"type": "object"}, by={"$ref": "#/$defs/way"})}
    report = check_formatter({"anthropic.chat": lambda conversation: payload}, cases=[given])

    assert [finding.message for finding in report.findings if finding.is_error] == [
        "the parameter to of draw: it is object, and was integer or string",
        "the parameter by of draw: what it refers to, '#/$defs/way', is not in the schema",
    ]


def test_of_alternatives_it_is_said_how_many_there_are() -> None:
    either = {"anyOf": [{"type": "object", "properties": {each: {"type": "string"}}} for each in ("title", "shelf")]}
    parameters = {"type": "object", "properties": {"by": either}}
    tools = [{"name": "draw", "description": "Draws, heron-63.", "parameters": parameters}]
    given = case("an-offer", says("user", FIRST["content"]), tools=tools)

    def told(by: Any) -> list[str]:
        payload = {"messages": [FIRST], "tools": offered(by=by)}
        report = check_formatter({"anthropic.chat": lambda conversation: payload}, cases=[given])
        return [finding.message for finding in report.findings if finding.is_error]

    three = {"anyOf": [*either["anyOf"], {"type": "string"}]}
    assert told(either["anyOf"][0]) == ["the parameter by of draw: its alternatives are gone, and were 2"]
    assert told(three) == ["the parameter by of draw: its alternatives are 3, and were 2"]


def test_of_values_that_are_alternatives_no_more_it_is_said_once() -> None:
    values = {"anyOf": [{"enum": ["low", "high"], "type": "string"}, {"const": "auto"}, {"const": "off"}]}
    tools = [{"name": "draw", "description": "Draws.", "parameters": {"type": "object", "properties": {"by": values}}}]
    given = case("an-offer", says("user", FIRST["content"]), tools=tools)
    by = {"anyOf": [{"type": "STRING", "enum": ["low", "high"]}, {"type": "OBJECT"}, {"type": "STRING"}]}
    parameters = {"type": "OBJECT", "properties": {"by": by}}
    declared = {"functionDeclarations": [{"name": "draw", "description": "Draws.", "parameters": parameters}]}
    payload = {"contents": [turned({"text": FIRST["content"]})], "tools": [declared]}
    report = check_formatter({"gemini.chat": lambda conversation: payload}, cases=[given])

    assert [finding.message for finding in report.findings if finding.is_error] == [
        "the parameter by of draw: its values are not listed any more"
    ]
