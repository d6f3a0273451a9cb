"""Many agents told to one model: their talk becomes user turns, each line beginning with who said it.

What agents say between tool calls is one history each, framed by tags. Calls and results stay messages of their own,
with whatever else is in the message that calls, and the leading system messages stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Any

from pytest_promptfmt.conversation import Conversation, Media, Message, Text, ToolResult, ToolUse


@dataclass(frozen=True, slots=True)
class Framing:
    """What stands around a history: `prompt` before the first one, `opening` and `closing` around each.

    `gap` leaves an empty line where media stood, for wires that keep media apart from the text.
    """

    prompt: str = ""
    opening: str = ""
    closing: str = ""
    gap: bool = False


def fold(conversation: Conversation, framing: Framing) -> Conversation:
    """The conversation as one agent hears it; system messages and histories have no name.

    `ValueError` if nothing stays.
    """
    system = tuple(takewhile(lambda message: message.role == "system", conversation.messages))
    messages = [replace(message, name="") for message in system]
    before = framing.prompt + framing.opening
    for has_tools, group in groupby(conversation.messages[len(system) :], _has_tools):
        if has_tools:
            messages += group
        elif history := _said(group):
            told: list[str | Media] = framed(history, before, framing)
            blocks = tuple(Text(item) if isinstance(item, str) else item for item in told)
            messages.append(Message("", "user", blocks))
            before = framing.opening
    if not messages:
        raise ValueError("the conversation says nothing: it has no message with anything in it but an agent's thinking")
    return replace(conversation, messages=tuple(messages))


def _has_tools(message: Message) -> bool:
    return any(isinstance(block, ToolUse | ToolResult) for block in message.blocks)


def _said(messages: Iterable[Message]) -> list[str | Media]:
    """Lines and media in their order; a line with the bare name says whose media follow."""
    said: list[str | Media] = []
    for message in messages:
        named = False
        for block in message.blocks:
            if isinstance(block, Text):
                said.append(f"{message.name}: {block.text}")
            elif isinstance(block, Media):
                said += [block] if named else [f"{message.name}:", block]
            else:
                continue  # an agent's thinking is its own
            named = True
    return said


def framed(said: Iterable[Any], before: str, framing: Framing) -> list[Any]:
    """Lines and media between the tags, neighbouring lines joined: texts and media in turn, beginning with a text."""
    blocks: list[Any] = []
    for is_line, items in groupby(said, lambda item: isinstance(item, str)):
        if is_line:
            blocks.append("\n".join(str(item) for item in items))
        else:
            blocks += [block for item in items for block in ((item, "") if framing.gap else (item,))]
    first = blocks[0]
    blocks[:1] = [before + first] if isinstance(first, str) else [before, first]
    last = blocks[-1]
    if framing.closing and isinstance(last, str) and last:
        blocks[-1] = f"{last}\n{framing.closing}"
    elif framing.closing:
        blocks.append(framing.closing)
    return blocks
