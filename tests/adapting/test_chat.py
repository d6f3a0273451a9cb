"""Each field of `ChatForm` is a choice that libraries differ in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from support.said import CALL as UNSIGNED
from support.said import REDACTED, RESULT, TEXT, THOUGHT

from pytest_promptfmt.adapting import ChatForm, chat_messages, thinks_as, thoughts_as, thoughts_in_blocks
from pytest_promptfmt.conversation.parsing import parse

CALL = UNSIGNED | {"signature": "c2ln"}
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}

SAID = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "name": "Ann", "content": [TEXT, TEXT, IMAGE]},
    {"role": "assistant", "content": [THOUGHT, REDACTED, CALL]},
    {"role": "tool", "content": [RESULT]},
    {"role": "user", "content": [RESULT | {"name": "wind"}, TEXT, TEXT]},
]

FUNCTION = {"name": "weather", "arguments": '{"city": "Köln"}'}
CALLED = {"id": "1", "type": "function", "function": FUNCTION}
ANSWER = {"role": "assistant", "content": None, "reasoning_content": "Hm.", "tool_calls": [CALLED]}
FOG = {"role": "tool", "tool_call_id": "1", "content": "Fog"}


def made(**choices: Any) -> list[dict[str, Any]]:
    return chat_messages(parse(SAID), ChatForm(**choices))


def test_by_default_they_are_openais_and_thoughts_are_text() -> None:
    part = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}

    assert made() == chat_messages(parse(SAID))
    assert made() == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "name": "Ann", "content": [TEXT, TEXT, part]},
        ANSWER,
        FOG,
        FOG | {"name": "wind"},
        {"role": "user", "content": [TEXT, TEXT]},
    ]


def both(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {"role": "user", "results": [*results]}


CHOICES: dict[str, tuple[dict[str, Any], int, Any]] = {
    "thoughts in blocks": (
        {"has": thinks_as("anthropic"), "thinking": thoughts_in_blocks("blocks")},
        2,
        {"role": "assistant", "content": None, "blocks": [THOUGHT, REDACTED], "tool_calls": [CALLED]},
    ),
    "thoughts under another key": (
        {"thinking": thoughts_as("thinking")},
        2,
        {"role": "assistant", "content": None, "thinking": "Hm.", "tool_calls": [CALLED]},
    ),
    "no thoughts": (
        {"has": thinks_as("openai", thinks=False)},
        2,
        {"role": "assistant", "content": None, "tool_calls": [CALLED]},
    ),
    "roles": ({"roles": {"system": "developer"}}, 0, {"role": "developer", "content": "Be brief."}),
    "no names, and parts of one's own": (
        {"names": False, "part": lambda media: {"seen": media.type}},
        1,
        {"role": "user", "content": [TEXT, TEXT, {"seen": "image"}]},
    ),
    "always parts": ({"plain": False}, 0, {"role": "system", "content": [{"type": "text", "text": "Be brief."}]}),
    "texts joined": ({"joined": " "}, 5, {"role": "user", "content": "I look. I look."}),
    "calls beside nothing": ({"silent": ""}, 2, ANSWER | {"content": ""}),
    "arguments as an object": (
        {"arguments": "object"},
        2,
        ANSWER | {"tool_calls": [CALLED | {"function": FUNCTION | {"arguments": {"city": "Köln"}}}]},
    ),
    "signed calls": ({"signed": lambda sign: {"seal": sign}}, 2, ANSWER | {"tool_calls": [CALLED | {"seal": "c2ln"}]}),
    "results always named": ({"result_names": "always"}, 3, FOG | {"name": "weather"}),
    "results never named": ({"result_names": "never"}, 4, FOG),
    "results together": ({"together": both}, 3, {"role": "user", "results": [FOG, FOG | {"name": "wind"}]}),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_changes_one_thing(choice: str) -> None:
    choices, place, message = CHOICES[choice]

    assert made(**choices)[place] == message


def test_a_failed_result_has_a_mark_or_is_refused() -> None:
    said = parse([{"role": "tool", "content": [RESULT | {"is_error": True}]}])

    assert chat_messages(said, ChatForm(failed={"is_error": True})) == [FOG | {"is_error": True}]
    with pytest.raises(NotImplementedError, match="Acme's messages have no mark of a failed result"):
        chat_messages(said, ChatForm(called="Acme's messages"))


def test_a_result_shows_media_unless_its_texts_are_all_that_has_a_place() -> None:
    said = parse([{"role": "tool", "content": [RESULT | {"output": [TEXT, IMAGE]}]}])

    assert [part["type"] for part in chat_messages(said)[0]["content"]] == ["text", "image_url"]
    with pytest.raises(NotImplementedError, match="in Acme's messages a result holds texts, and no image"):
        chat_messages(said, ChatForm(called="Acme's messages", result_media=False))


def test_a_call_of_a_users_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="in OpenAI's messages only an assistant calls"):
        chat_messages(parse([{"role": "user", "content": [CALL]}]))
