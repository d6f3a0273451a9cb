"""What the author of an adapter writes with the toolbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_type

from pytest_promptfmt import Conversation, Image, TwoStep, UrlSource
from pytest_promptfmt.adapting import (
    Captured,
    ChatForm,
    Data,
    Inline,
    MediaFiles,
    Thought,
    capture,
    capture_async,
    chat_messages,
    data_of,
    inline_or_url,
    leading_system,
    of_results,
    thinks_as,
    tools_of,
    turns,
)


def thoughts(found: Sequence[Thought]) -> dict[str, Any]:
    return {"thoughts": [thought.type for thought in found]}


FORM = ChatForm(has=thinks_as("anthropic"), thinking=thoughts, joined="\n", arguments="object", failed={"ok": False})


def prepare(conversation: Conversation) -> list[dict[str, Any]]:
    texts, rest = leading_system(conversation)
    assert_type(texts, tuple[str, ...])
    for turn in turns(rest, thinks_as("openai", thinks=False), results="together", mixed="kept"):
        print(turn.role, [result.output_text for result in of_results(turn)])
    return chat_messages(rest, FORM) + tools_of(conversation, "anthropic")


def send(native: list[dict[str, Any]]) -> Any:
    sent = capture(lambda: print(native))
    assert_type(sent, Captured)
    return sent.payload


async def asked() -> None:
    pass


async def send_async(native: list[dict[str, Any]]) -> dict[str, Any]:
    return (await capture_async(lambda: asked())).payload


IMAGE = Image(UrlSource("https://example.com/a.png"))
assert_type(inline_or_url(IMAGE), Inline | str)
assert_type(data_of(IMAGE), Data)
assert_type(MediaFiles().path(IMAGE), Path)
FORMATTERS = {"openai.chat": TwoStep(prepare, send), "anthropic.chat": TwoStep(prepare, send_async)}
