"""Messages of AgentScope 0.1: roles, blocks, contents and addresses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from promptfmt_reference.agentscope_v0_1.message import Msg as Said
from promptfmt_reference.agentscope_v0_1.message import (
    TextBlock,
    ValidationError,
)

# messages


@pytest.mark.parametrize("role", ["tool", "System", "", None, "model"])
def test_a_message_of_another_role_is_refused(role: Any) -> None:
    with pytest.raises(ValidationError, match="system, user or assistant"):
        Said("Ann", "hi", role)


@pytest.mark.parametrize(
    "block", ["hi", None, {}, {"text": "hi"}, {"type": "thinking"}, {"type": None}, {"type": []}, [{}]]
)
def test_a_block_of_no_known_type_is_refused_with_its_place(block: Any) -> None:
    with pytest.raises(ValidationError, match=r"content\[1\] of Ann's message"):
        Said("Ann", [{"type": "text", "text": "a"}, block], "user")


@pytest.mark.parametrize(
    ("content", "kept"),
    [("hi", "hi"), ("", ""), (None, []), ([], []), ({"k": "é"}, "{'k': 'é'}"), (True, "True"), (("a",), "('a',)")],
)
def test_a_content_is_a_text_or_blocks_and_all_else_as_python_prints_it(content: Any, kept: Any) -> None:
    assert Said("Ann", content, "user").content == kept


def test_blocks_keep_their_own_keys_in_their_order() -> None:
    """None stands for one that is not there, but for a result's name."""
    given: list[Any] = [
        {"text": "a", "cache_control": {}, "type": "text"},
        {"output": None, "extra": 1, "name": "f", "id": "1", "type": "tool_result"},
        {"output": "o", "id": "1", "type": "tool_result"},
        {"input": {"z": 1, "a": 2}, "name": "f", "id": "1", "type": "tool_use"},
    ]

    assert Said("Ann", [{"type": "text"}, {"type": "image"}], "user").content == [
        {"type": "text", "text": None},
        {"type": "image", "url": None},
    ]
    assert json.dumps(Said("Ann", given, "assistant").content) == json.dumps(
        [
            {"type": "text", "text": "a"},
            {"type": "tool_result", "id": "1", "output": None, "name": "f"},
            {"type": "tool_result", "id": "1", "output": "o"},
            {"type": "tool_use", "id": "1", "name": "f", "input": {"z": 1, "a": 2}},
        ]
    )


@pytest.mark.parametrize("content", ["hi", [TextBlock(type="text", text="hi")]])
def test_addresses_become_blocks_behind_the_content(content: Any) -> None:
    urls = ["x://a.PNG", "b.mp3", "c.mkv", "d.gif", "png", ""]
    kinds = ["image", "audio", "video", "file", "image", "file"]
    text = {"type": "text", "text": "hi"}

    assert Said("Ann", content, "user", url=urls).content == [
        text,
        *({"type": kind, "url": url} for kind, url in zip(kinds, urls, strict=True)),
    ]
    assert Said("Ann", content, "user", url="a.png").content == [text, {"type": "image", "url": "a.png"}]
    assert Said("Ann", None, "user", url="a.png").content == [{"type": "image", "url": "a.png"}]


@pytest.mark.parametrize("url", [5, [5], [None], [["a.png"]]])
def test_an_address_that_is_no_text_is_refused(url: Any) -> None:
    with pytest.raises(ValidationError):
        Said("Ann", "hi", "user", url=url)
