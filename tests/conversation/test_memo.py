"""What is worked out of a conversation is worked out once, and gone with it."""

from __future__ import annotations

import gc

from pytest_promptfmt.conversation import Conversation, Message, Text
from pytest_promptfmt.conversation import memo as facts
from pytest_promptfmt.conversation.memo import memoized


def said(text: str) -> Conversation:
    return Conversation((Message("user", "user", (Text(text),)),))


def test_an_answer_is_worked_out_once_for_a_conversation_and_what_it_is_asked_by() -> None:
    asked = []

    @memoized
    def length(conversation: Conversation, unit: str) -> int:
        asked.append(unit)
        return len(conversation.messages[0].text)

    one, other = said("amber-17"), said("jade-3")

    assert [length(one, "a"), length(other, "a"), length(one, "b"), length(one, "a"), length(other, unit="a")] == [
        *(8, 6, 8, 8, 6)
    ]
    assert asked == ["a", "a", "b", "a"]


def test_two_that_say_the_same_are_two() -> None:
    @memoized
    def itself(conversation: Conversation) -> int:
        return id(conversation)

    one, twin = said("amber-17"), said("amber-17")

    assert one == twin
    assert itself(one) != itself(twin)


def test_what_was_worked_out_goes_with_its_conversation() -> None:
    @memoized
    def text(conversation: Conversation) -> str:
        return conversation.messages[0].text

    before = len(facts._facts)
    for number in range(100):
        assert text(said(f"amber-{number}")) == f"amber-{number}"
    gc.collect()

    assert len(facts._facts) <= before + 1
