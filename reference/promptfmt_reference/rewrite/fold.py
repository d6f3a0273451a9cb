"""Many agents told to one model: their talk becomes user turns, each line beginning with who said it.

What agents say between tool calls is one history each, framed by tags. Calls and results stay messages of their own,
with whatever else is in the message that calls, and the leading system messages stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from pytest_promptfmt.conversation import Block, Conversation, Media, Message, Text, ToolResult, ToolUse


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
    """The conversation as one agent hears it; system messages and histories have no name."""
    system = tuple(takewhile(lambda message: message.role == "system", conversation.messages))
    messages = [replace(message, name="") for message in system]
    before = framing.prompt + framing.opening
    for has_tools, group in groupby(conversation.messages[len(system) :], _has_tools):
        if has_tools:
            messages += group
        elif history := _history(group, framing):
            messages.append(Message("", "user", _framed(history, before, framing.closing)))
            before = framing.opening
    return replace(conversation, messages=tuple(messages))


def _has_tools(message: Message) -> bool:
    return any(isinstance(block, ToolUse | ToolResult) for block in message.blocks)


def _history(messages: Iterable[Message], framing: Framing) -> list[Block]:
    """Texts and media in their order, neighbouring lines joined; a line with the bare name says whose media follow."""
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
    blocks: list[Block] = []
    for is_line, items in groupby(said, lambda item: isinstance(item, str)):
        if is_line:
            blocks.append(Text("\n".join(str(item) for item in items)))
        else:
            media = [item for item in items if not isinstance(item, str)]
            blocks += [block for item in media for block in ((item, Text("")) if framing.gap else (item,))]
    return blocks


def _framed(history: list[Block], before: str, closing: str) -> tuple[Block, ...]:
    """The history, which begins with a text, between its tags."""
    first, *rest = history
    blocks: list[Block] = [Text(before + first.text if isinstance(first, Text) else before), *rest]
    last = blocks[-1]
    if closing and isinstance(last, Text) and last.text:
        blocks[-1] = Text(f"{last.text}\n{closing}")
    elif closing:
        blocks.append(Text(closing))
    return tuple(blocks)
