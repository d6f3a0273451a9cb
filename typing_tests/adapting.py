"""What the author of an adapter writes with the toolbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_type

from pytest_promptfmt import Conversation, Image, Text, TwoStep, UrlSource
from pytest_promptfmt.adapting import (
    Captured,
    ChatForm,
    Data,
    Inline,
    MediaFiles,
    Said,
    Target,
    Thought,
    capture,
    capture_async,
    chat_messages,
    data_of,
    imported,
    inline_or_url,
    leading_system,
    made,
    of_results,
    said_in,
    sends,
    sends_async,
    spelled,
    target,
    targets,
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


def said(texts: list[str], tools: list[str]) -> str:
    return f"{texts} {tools}"


async def said_later(texts: list[str], tools: list[str]) -> str:
    return f"{texts} {tools}"


def entry(model: Any, row: Target) -> TwoStep:
    print(row.dialect, row.thinks, row.blocks, row.refuses)
    return TwoStep(prepare, sends_async(said_later) if row.thinks else sends(said))


with imported("Nadir", "pip install nadir") as library:
    import json

CLIENT = made("nadir:Client", key="none")
TABLE = [target("openai.chat", "nadir:Chat", "tool image", model="gpt-4o", client=CLIENT)]
MORE, CLAIMS = targets(TABLE, entry, library, within="nadir", refuses="media-by-path")
assert_type(CLAIMS["openai.chat"]["blocks"], list[str])


def quoted(text: Text) -> str:
    return json.dumps(text.text)


TOLD: dict[str, Any] = {"text": quoted}
for turn in turns(Conversation(()), thinks_as("openai"), named=True):
    assert_type(said_in(turn), Said)
    print([spelled(block, TOLD, "Nadir has no place for {}") for block in said_in(turn).rest])
