"""Media where the provider has no place for them, moved into a user's turn that says where they are from.

Media in tool results follow the whole batch of results, and the result's text names them. Media of other speakers stay
where they stood, unless calls of the same message come before them: then they wait for the results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Media,
    Message,
    Text,
    ToolResult,
    ToolUse,
)


def promote(conversation: Conversation, roles: frozenset[str], in_results: bool = False) -> Conversation:
    """The conversation with media in messages of `roles` only, and (`in_results`) in tool results.

    Where results hold no media, every output becomes a string.
    """
    messages: list[Message] = []
    waiting: list[Block] = []
    for message in conversation.messages:
        if message.role == "tool" and not in_results:
            results = [block for block in message.blocks if isinstance(block, ToolResult)]
            messages.append(
                replace(message, blocks=tuple(replace(result, output=result_as_text(result)) for result in results))
            )
            waiting += [block for result in results for block in _media_of_result(result)]
        elif message.role in roles | {"tool"}:
            messages.append(message)
        else:
            pieces, late = _split_at_media(message)
            messages += pieces
            waiting += late
        if waiting and not _calls(message.blocks):
            messages.append(Message("user", "user", tuple(waiting)))
            waiting = []
    return replace(conversation, messages=tuple(messages))


def result_as_text(result: ToolResult) -> str:
    """A result as text: one item as it is, several as a list; media are named."""
    if not isinstance(result.output, tuple):
        return result.output or ""
    names = iter(_media_names(result.id, [item for item in result.output if isinstance(item, Media)]))
    lines = [
        item.text if isinstance(item, Text) else f"The returned {item.type} can be found at: {next(names)}"
        for item in result.output
    ]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def _media_of_result(result: ToolResult) -> Iterator[Block]:
    if isinstance(result.output, tuple):
        media = [item for item in result.output if isinstance(item, Media)]
        yield from _labelled(media, f"the tool result of '{result.name}'", result.id)


def _split_at_media(message: Message) -> tuple[list[Message], list[Block]]:
    """The message cut at its media, and the media that have to wait for what follows the message."""
    pieces: list[Message] = []
    late: list[Block] = []
    run: list[Block] = []
    for is_media, group in groupby(message.blocks, lambda block: isinstance(block, Media)):
        if not is_media:
            run += group
            continue
        media = _labelled((block for block in group if isinstance(block, Media)), f"'{message.name}'", message.name)
        if message.role == "system" or _calls(run):
            late += media
            continue
        if run:
            pieces.append(replace(message, blocks=tuple(run)))
            run = []
        pieces.append(Message("user", "user", tuple(media)))
    if run:
        pieces.append(replace(message, blocks=tuple(run)))
    return pieces, late


def _labelled(media: Iterable[Media], origin: str, owner: str) -> Iterator[Block]:
    """Media between tags that say where they are from; nothing where there are none."""
    shown = list(media)
    if not shown:
        return
    kinds = {item.type for item in shown}
    what = kinds.pop() if len(kinds) == 1 else "media"
    yield Text(f"<system-info>The following are the {what} contents from {origin}:")
    for item, name in zip(shown, _media_names(owner, shown), strict=True):
        yield Text(f"\n- The {item.type} from '{name}': ")
        yield item
    yield Text("</system-info>")


def _media_names(owner: str, media: list[Media]) -> list[str]:
    """What media are called in texts: their address, or a name made from `owner` that stays the same at every call."""
    return [
        f"{owner}-{i}"
        if isinstance(item.source, Base64Source) or item.source.url.startswith("data:")
        else item.source.url
        for i, item in enumerate(media, start=1)
    ]


def _calls(blocks: Iterable[Block]) -> bool:
    return any(isinstance(block, ToolUse) for block in blocks)
