"""Schema errors stand at their leaf, once, in a sentence; unknown keys are told apart."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.dialects import schema
from pytest_promptfmt.dialects.schema import SchemaError, schema_errors, unknown_keys
from pytest_promptfmt.payload.request import Request

TOY = {
    "$defs": {
        "message": {
            "type": "object",
            "required": ["role"],
            "properties": {"role": {"enum": ["user"]}, "content": {"$ref": "#/$defs/content"}},
            "additionalProperties": False,
        },
        "content": {"type": ["string", "array"], "items": {"properties": {"text": {"type": "string"}}}},
        "system": {"type": "string"},
        "tools": {"items": {"required": ["name"]}},
    }
}


@pytest.fixture(autouse=True)
def toy_schema(monkeypatch):
    """No dialect has this id, so what stays in the module's cache hurts nobody."""
    monkeypatch.setattr(schema, "load_schemas", lambda id_: TOY)


def request(*messages: Any, where: str = "$", **more: Any) -> Request:
    paths = tuple(f"{where}[{i}]" for i in range(len(messages)))
    return Request(list(messages), paths, where, dialect="toy", **more)


def test_a_right_request_has_no_error():
    assert schema_errors(request({"role": "user", "content": "Hi"}, {"role": "user"})) == ()


def test_an_error_has_the_path_of_the_leaf_and_what_was_expected_there():
    (error,) = schema_errors(request({"role": "user"}, {"role": "user", "content": [{"text": 3}]}, where="$.messages"))

    assert error == SchemaError(
        "$.messages[1].content[0].text", "type", "expected a string, got a number 3", "string", 3
    )


def test_all_errors_of_all_messages_are_told_in_order():
    found = schema_errors(request("Hi", {"content": 3}, {"role": "robot"}))

    assert [(error.path, error.keyword) for error in found] == [
        ("$[0]", "type"),
        ("$[1]", "required"),
        ("$[1].content", "type"),
        ("$[2].role", "enum"),
    ]


def test_unknown_keys_are_no_schema_error_but_told_apart():
    odd = request({"role": "user", "contents": "Hi", "odd key": 1, 3: 4})

    assert schema_errors(odd) == ()
    assert list(unknown_keys(odd)) == [
        ("$[0]", "contents", "Hi", ["content", "role"]),
        ("$[0]", "odd key", 1, ["content", "role"]),
        ("$[0]", 3, 4, ["content", "role"]),
    ]


def test_the_system_place_is_judged_in_the_object_form():
    (error,) = schema_errors(request(system=["x"], system_path="$.system"))

    assert (error.path, error.keyword) == ("$.system", "type")


def test_tools_on_offer_are_judged_where_the_request_has_them():
    (error,) = schema_errors(request(tools=[{"name": "go"}, {}], tools_path="$.tools"))

    assert (error.path, error.keyword) == ("$.tools[1]", "required")
    assert schema_errors(request()) == ()


def test_a_lifted_system_message_is_not_judged_as_the_place_that_it_stands_for():
    assert schema_errors(request(system=["x"], system_path="$[0].content", lifted=True)) == ()
    assert schema_errors(request()) == ()


def test_a_picture_is_not_printed_in_full():
    (error,) = schema_errors(request({"role": "A" * 100_000}))

    assert len(error.message) < 300
    assert error.message.startswith('expected "user", got "AAA')
    assert error.message.endswith("… (100,002 characters)")


def test_a_request_is_validated_once(monkeypatch):
    seen = []
    real = schema._validators
    monkeypatch.setattr(schema, "_validators", lambda dialect: seen.append(dialect) or real(dialect))
    judged = request({"role": "user", "x": 1})

    schema_errors(judged)
    list(unknown_keys(judged))

    assert seen == ["toy"]
