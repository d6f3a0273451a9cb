"""A conversation is frozen, and its JSON form says all of it."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest
from support.conversations import EVERYTHING

from pytest_promptfmt.conversation import (
    BLOCKS,
    Conversation,
    Image,
    Message,
    Text,
    Thinking,
    ToolResult,
    UrlSource,
)
from pytest_promptfmt.conversation.parsing import parse


def test_the_json_form_is_strict_json_and_parses_back_to_an_equal_conversation():
    text = json.dumps(EVERYTHING.to_json(), allow_nan=False, ensure_ascii=False)

    assert parse(json.loads(text)) == EVERYTHING


def test_the_example_has_every_kind_of_block():
    said = {block.type for message in EVERYTHING.messages for block in message.blocks}

    assert said | {"document"} == set(BLOCKS)


def test_what_has_its_default_is_left_out_of_the_json_form():
    conversation = Conversation((Message("user", "user", (Thinking("hm"), ToolResult("1", None, "ok"))),))

    assert conversation.to_json() == {
        "messages": [
            {
                "name": "user",
                "role": "user",
                "content": [
                    {"type": "thinking", "thinking": "hm"},
                    {"type": "tool_result", "id": "1", "output": "ok"},
                ],
            }
        ]
    }


def test_the_json_form_puts_the_type_first():
    forms = [block for message in EVERYTHING.to_json()["messages"] for block in message["content"]]

    assert all(next(iter(form)) == "type" for form in forms)


@pytest.mark.parametrize("node", [EVERYTHING, *EVERYTHING.messages, *EVERYTHING.messages[3].blocks, *EVERYTHING.tools])
def test_every_noun_is_frozen_and_has_slots(node):
    assert is_dataclass(node)
    with pytest.raises(FrozenInstanceError):
        setattr(node, fields(node)[0].name, "other")
    assert not hasattr(node, "__dict__")


def test_the_text_of_a_message_is_its_text_blocks_by_line():
    message = Message("Ann", "user", (Text("one"), Image(UrlSource("a.png")), Text("two")))

    assert message.text == "one\ntwo"
    assert Message("Ann", "user", ()).text == ""


def test_messages_are_equal_by_value():
    assert Message("a", "user", (Text("x"),)) == Message("a", "user", (Text("x"),))
    assert Message("a", "user", (Text("x"),)) != Message("b", "user", (Text("x"),))


def test_what_an_output_says_and_shows_however_it_is_written() -> None:
    image = Image(UrlSource("x.png"))
    outputs = {"18": ("18", ()), None: ("", ()), (Text("a"), image, Text("b")): ("a\nb", (image,)), (): ("", ())}

    found = {output: ToolResult("1", None, output) for output in outputs}

    assert {output: (each.output_text, each.output_media) for output, each in found.items()} == outputs
