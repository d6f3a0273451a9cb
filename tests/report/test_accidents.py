"""What to change where a formatter takes the conversation for something else, or returns what is no payload."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from pytest_promptfmt import check_formatter


@dataclasses.dataclass
class Said:
    content: str


def _two(messages: Any, tools: Any) -> Any:
    return messages


def _refused(conversation: Any) -> Any:
    raise NotImplementedError("a result has no place for a paper")


@pytest.mark.parametrize(
    ("formatter", "says"),
    [
        (lambda c: c["messages"], "conversation.messages"),
        (lambda c: list(c), "conversation.messages"),
        (lambda c: c.get("messages"), "conversation.messages"),
        (lambda c: len(c), "conversation.messages"),
        (lambda c: c.messages[0].content, "message.blocks, message.text"),
        (lambda c: c.messages[0]["role"], "message.role"),
        (lambda c: c.messages[0].blocks[0]["text"], "text.text"),
        (_two, "called with one argument, the conversation"),
        (lambda c: None, "a function without return gives None"),
        (lambda c: '[{"role": "user"}]', "without json.dumps"),
        (lambda c: (m for m in c.messages), "return list(…) of it"),
        (lambda c: [Said("a")], "dataclasses.asdict"),
        (lambda c: ValueError("no images"), "raise it"),
        (_refused, "declare its limit under 'refuses'"),
    ],
)
def test_it_is_said(formatter: Any, says: str) -> None:
    report = check_formatter({"openai.chat": formatter}, cases=["chat/one-user"])

    assert says in report.digest.told()
