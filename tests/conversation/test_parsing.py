"""`parse` and `conversation.schema.json` are one statement: what the one refuses, the other refuses too."""

from __future__ import annotations

import copy
import json
import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.conversations import EVERYTHING, GOOD, places, result, user
from support.examples import drawn

from pytest_promptfmt.conversation import Conversation, Message, Text, Tool, ToolResult
from pytest_promptfmt.conversation.parsing import ParseError, parse

SCHEMA = json.loads(files("pytest_promptfmt").joinpath("conversation/conversation.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


BAD = {
    "null": (None, "conversation"),
    "a string": ("hello", "conversation"),
    "a number": (3, "conversation"),
    "no messages": ({}, "messages"),
    "messages of another type": ({"messages": {}}, "messages"),
    "an unknown key": ({"messages": [], "model": "m"}, "conversation"),
    "tools of another type": ({"messages": [], "tools": None}, "tools"),
    "a tool without name": ({"messages": [], "tools": [{"description": "x"}]}, "tools[0].name"),
    "a tool with a key more": ({"messages": [], "tools": [{"name": "x", "strict": True}]}, "tools[0]"),
    "parameters of another type": ({"messages": [], "tools": [{"name": "x", "parameters": []}]}, "tools[0].parameters"),
    "a speaker of another type": ({"messages": [], "speaker": 1}, "speaker"),
    "a message that is none": (["hello"], "messages[0]"),
    "no role": ([{"content": "x"}], "messages[0].role"),
    "a role that is none": ([{"role": "robot", "content": "x"}], "messages[0].role"),
    "a role of another type": ([{"role": ["user"], "content": "x"}], "messages[0].role"),
    "no content": ([{"role": "user"}], "messages[0].content"),
    "content null": ([{"role": "user", "content": None}], "messages[0].content"),
    "a name of another type": ([{"role": "user", "name": None, "content": "x"}], "messages[0].name"),
    "a message with a key more": ([{"role": "user", "content": "x", "id": "1"}], "messages[0]"),
    "a block that is a string": (user("x"), "messages[0].content[0]"),
    "no type": (user({"text": "x"}), "messages[0].content[0].type"),
    "a type that is none": (user({"type": "txt", "text": "x"}), "messages[0].content[0].type"),
    "a type of another type": (user({"type": {}, "text": "x"}), "messages[0].content[0].type"),
    "text without text": (user({"type": "text"}), "messages[0].content[0].text"),
    "text of another type": (user({"type": "text", "text": None}), "messages[0].content[0].text"),
    "text with a key more": (user({"type": "text", "text": "x", "lang": "en"}), "messages[0].content[0]"),
    "thinking under the wrong key": (user({"type": "thinking", "text": "x"}), "messages[0].content[0].thinking"),
    "redacted thinking without data": (user({"type": "redacted_thinking"}), "messages[0].content[0].data"),
    "a call without id": (user({"type": "tool_use", "name": "f", "input": {}}), "messages[0].content[0].id"),
    "a call whose input is a string": (
        user({"type": "tool_use", "id": "1", "name": "f", "input": "{}"}),
        "messages[0].content[0].input",
    ),
    "a result without output": (user({"type": "tool_result", "id": "1"}), "messages[0].content[0].output"),
    "a result of a number": (result(output=1), "messages[0].content[0].output"),
    "a result with a call inside": (
        result(output=[{"type": "tool_use", "id": "1", "name": "f", "input": {}}]),
        "messages[0].content[0].output[0].type",
    ),
    "a result with a string inside": (result(output=["x"]), "messages[0].content[0].output[0]"),
    "is_error of another type": (result(is_error=0), "messages[0].content[0].is_error"),
    "an image without source": (user({"type": "image"}), "messages[0].content[0].source"),
    "an image whose source is a string": (user({"type": "image", "source": "a.png"}), "messages[0].content[0].source"),
    "a source without type": (
        user({"type": "image", "source": {"url": "a.png"}}),
        "messages[0].content[0].source.type",
    ),
    "a source of another type": (
        user({"type": "audio", "source": {"type": "file", "url": "a"}}),
        "messages[0].content[0].source.type",
    ),
    "base64 without media type": (
        user({"type": "video", "source": {"type": "base64", "data": ""}}),
        "messages[0].content[0].source.media_type",
    ),
    "a url with a media type": (
        user({"type": "document", "source": {"type": "url", "url": "a", "media_type": "b"}}),
        "messages[0].content[0].source",
    ),
    "a result in a result": (
        result(output=[{"type": "tool_result", "id": "1", "output": ""}]),
        "messages[0].content[0].output[0].type",
    ),
    "a thought in a result": (
        result(output=[{"type": "thinking", "thinking": ""}]),
        "messages[0].content[0].output[0].type",
    ),
    "a result without id": (user({"type": "tool_result", "output": ""}), "messages[0].content[0].id"),
    "a result whose id is null": (result(id=None), "messages[0].content[0].id"),
    "a call without name": (user({"type": "tool_use", "id": "1", "input": {}}), "messages[0].content[0].name"),
    "a call whose id is a number": (
        user({"type": "tool_use", "id": 1, "name": "f", "input": {}}),
        "messages[0].content[0].id",
    ),
    "a signature of another type": (
        user({"type": "thinking", "thinking": "", "signature": 1}),
        "messages[0].content[0].signature",
    ),
    "role tool with text": ([{"role": "tool", "content": "x"}], "messages[0].content[0]"),
    "role tool with a text block": (
        [{"role": "tool", "content": [{"type": "text", "text": ""}]}],
        "messages[0].content[0]",
    ),
}


def parses(document: object) -> bool:
    try:
        parse(document)
    except ParseError:
        return False
    return True


@pytest.mark.parametrize("document", GOOD.values(), ids=GOOD)
def test_a_good_document_is_taken_by_both(document):
    assert VALIDATOR.is_valid(document)

    conversation = parse(document)

    assert parse(conversation.to_json()) == conversation
    assert VALIDATOR.is_valid(conversation.to_json())


@pytest.mark.parametrize(("document", "path"), BAD.values(), ids=BAD)
def test_a_bad_document_is_refused_by_both_and_the_error_names_the_place(document, path):
    assert not VALIDATOR.is_valid(document)

    with pytest.raises(ParseError) as caught:
        parse(document)

    assert caught.value.path == path
    assert str(caught.value) == f"{path}: {caught.value.problem}"


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


def test_parsing_leaves_the_document_as_it_is():
    document = EVERYTHING.to_json()
    before = copy.deepcopy(document)

    parse(document)

    assert document == before


def test_content_that_is_a_string_is_one_text_block():
    assert parse([{"role": "user", "content": ""}]) == Conversation((Message("user", "user", (Text(""),)),))


def test_a_tool_has_defaults():
    assert parse({"messages": [], "tools": [{"name": "now"}]}).tools == (
        Tool("now", "", {"type": "object", "properties": {}}),
    )


def test_a_result_of_a_list_is_not_a_result_of_a_string():
    listed = parse(result(output=[]))
    string = parse(result(output=""))

    assert listed.messages[0].blocks == (ToolResult("1", None, ()),)
    assert string.messages[0].blocks == (ToolResult("1", None, ""),)


@pytest.mark.parametrize(
    ("document", "remedy"),
    [
        ([{"role": "asistant", "content": ""}], "did you mean 'assistant'?"),
        (user({"type": "tool_call"}), "did you mean 'tool_"),
        (user({"type": "image", "source": {"type": "URL", "url": ""}}), "did you mean 'url'"),
        ({"message": []}, "is missing"),
        ({"messages": [], "tool": []}, "did you mean 'tools'?"),
    ],
)
def test_an_error_tells_the_remedy(document, remedy):
    with pytest.raises(ParseError, match=re.escape(remedy)):
        parse(document)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "user", "tool", "text", "url", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "role", "content", "source", "url", "id", "x"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@settings(max_examples=drawn(300), deadline=None)
@given(data=st.data())
def test_both_agree_on_documents_with_one_place_spoilt(data):
    document = copy.deepcopy(data.draw(st.sampled_from([*GOOD.values()])))
    *above, last = data.draw(st.sampled_from([place for place in places(document) if place] or [("",)]))
    node = document
    for key in above:
        node = node[key]
    match data.draw(st.sampled_from(["replace", "delete", "add"])):
        case "replace" if last != "":
            node[last] = data.draw(JSON)
        case "delete" if last != "":
            del node[last]
        case _ if isinstance(node, dict):
            node[data.draw(st.sampled_from(["name", "type", "text", "signature", "x"]))] = data.draw(JSON)
        case _:
            node.append(data.draw(JSON))

    assert parses(document) == VALIDATOR.is_valid(document)


@settings(max_examples=drawn(200), deadline=None)
@given(document=JSON)
def test_both_agree_on_any_json(document):
    assert parses(document) == VALIDATOR.is_valid(document)
