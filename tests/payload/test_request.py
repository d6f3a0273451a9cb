"""A payload is opened in either of its forms, and every path starts at what was returned."""

from __future__ import annotations

import pytest

from pytest_promptfmt.payload.request import Envelope, NotAPayload, Request, named_model, open_payload

PLAIN = Envelope()
APART = Envelope(system=("system",))
DEEP = Envelope(messages=("input.messages", "messages"), system=("config.system_instruction", "systemInstruction"))

SYSTEM = {"role": "system", "content": "Be kind."}
USER = {"role": "user", "content": "Hi"}


def test_the_bare_list():
    request = open_payload([SYSTEM, USER], PLAIN)

    assert request.messages == [SYSTEM, USER]
    assert request.paths == ("$[0]", "$[1]")
    assert request.where == "$"
    assert (request.system, request.tools, request.lifted) == (None, None, False)


def test_the_object_with_tools_and_context():
    request = open_payload({"messages": [USER], "tools": [], "model": "m"}, PLAIN)

    assert request.paths == ("$.messages[0]",)
    assert request.where == "$.messages"
    assert (request.tools, request.tools_path) == ([], "$.tools")
    assert request.context == {"model": "m"}


def test_what_the_request_says_goes_before_what_the_caller_knows():
    request = open_payload({"messages": [], "model": "m", "thinking": True}, PLAIN, {"model": "n", "layer": "sdk"})

    assert request.context == {"model": "m", "thinking": True, "layer": "sdk"}


def test_a_leading_system_message_stands_for_the_place_outside_the_list():
    request = open_payload([SYSTEM, USER, SYSTEM], APART)

    assert (request.system, request.system_path, request.lifted) == ("Be kind.", "$[0].content", True)
    assert request.messages == [USER, SYSTEM]
    assert request.paths == ("$[1]", "$[2]")


def test_a_leading_system_message_may_have_parts():
    request = open_payload([{"role": "system", "parts": [{"text": "Be kind."}]}], APART)

    assert (request.system, request.system_path) == ([{"text": "Be kind."}], "$[0].parts")


def test_the_object_form_has_its_own_place_and_lifts_nothing():
    request = open_payload({"system": "Be kind.", "messages": [SYSTEM]}, APART)

    assert (request.system, request.system_path, request.lifted) == ("Be kind.", "$.system", False)
    assert request.messages == [SYSTEM]


@pytest.mark.parametrize(
    ("payload", "where", "system_path"),
    [
        ({"input": {"messages": [USER]}}, "$.input.messages", ""),
        ({"messages": [USER]}, "$.messages", ""),
        ({"messages": [USER], "config": {"system_instruction": "x"}}, "$.messages", "$.config.system_instruction"),
        ({"messages": [USER], "systemInstruction": "x"}, "$.messages", "$.systemInstruction"),
        ({"messages": [USER], "systemInstruction": "x", "config": {}}, "$.messages", "$.systemInstruction"),
        ({"messages": [USER], "config": None, "input": "x"}, "$.messages", ""),
    ],
)
def test_the_first_key_that_is_there_counts_and_a_dot_goes_down(payload, where, system_path):
    request = open_payload(payload, DEEP)

    assert request.paths == (f"{where}[0]",)
    assert request.system_path == system_path


def test_a_key_that_is_null_is_there():
    request = open_payload({"messages": [], "system": None, "tools": None}, APART)

    assert (request.system_path, request.tools_path) == ("$.system", "$.tools")
    assert request.context == {}


@pytest.mark.parametrize(
    ("payload", "path", "problem"),
    [
        (None, "$", "got null"),
        ("Hi", "$", "got str"),
        ((USER,), "$", "got tuple"),
        ({}, "$", "no 'messages'"),
        ({"contents": [], 3: 4}, "$", "its keys are ['3', 'contents']"),
        ({"messages": None}, "$.messages", "got null"),
        ({"messages": {"role": "user"}}, "$.messages", "got dict"),
    ],
)
def test_what_is_no_payload_says_where_and_what(payload, path, problem):
    with pytest.raises(NotAPayload) as caught:
        open_payload(payload, PLAIN)

    assert caught.value.path == path
    assert problem in str(caught.value)


def test_each_skips_what_is_no_object():
    request = open_payload([USER, "Hi", None, SYSTEM], PLAIN)

    assert list(request.each()) == [("$[0]", USER), ("$[3]", SYSTEM)]


def test_opening_copies_nothing_and_changes_nothing():
    payload = [SYSTEM, USER]

    request = open_payload(payload, APART)

    assert payload == [SYSTEM, USER]
    assert request.messages[0] is USER


def test_a_request_equals_itself_only():
    """So that it can be a key of a cache, whatever its messages are."""
    one = Request([USER], ("$[0]",), "$")

    assert one == one
    assert one != Request([USER], ("$[0]",), "$")
    assert len({one: 1}) == 1


@pytest.mark.parametrize(
    ("payload", "name"),
    [
        ({"model": "a"}, "a"),
        ({"model": "a", "modelId": "b"}, "b"),
        ({"model": "a", "modelId": 7}, "a"),
        ({"model": ""}, ""),
        ({"model": ["a"]}, ""),
        ([], ""),
    ],
)
def test_a_payload_names_its_model_by_one_of_two_keys(payload, name):
    assert named_model(payload) == name
