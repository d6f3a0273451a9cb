"""What a conversation has that not everybody has a place for: the predicates of the limits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

from pytest_promptfmt.common.doubles import inexact_integers
from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.media import is_local, type_by_extension
from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Video,
    blocks_of,
)
from pytest_promptfmt.conversation.memo import memoized


def media_by_address(conversation: Conversation) -> bool:
    return any(map(_by_address, _media(conversation)))


def media_by_path(conversation: Conversation) -> bool:
    return any(not isinstance(m.source, Base64Source) and is_local(m.source.url) for m in _media(conversation))


def media_of_untold_type(conversation: Conversation) -> bool:
    """Media whose file's name, or address without its query, ends in nothing that tells a type."""
    return any(type_by_extension(name) is None for media in _media(conversation) for name in _names(media))


def _names(media: Media) -> Iterator[str]:
    source = media.source
    if isinstance(source, Base64Source):
        return
    if is_local(source.url):
        yield source.url
    elif _by_address(media):
        yield source.url.partition("#")[0].partition("?")[0]


def audio_by_address(conversation: Conversation) -> bool:
    return any(isinstance(media, Audio) and _by_address(media) for media in _media(conversation))


def media_by_assistant(conversation: Conversation) -> bool:
    return any(_shown(conversation, "assistant"))


def media_in_system(conversation: Conversation) -> bool:
    return any(_shown(conversation, "system"))


def media_in_results(conversation: Conversation) -> bool:
    return any(result.output_media for result in _results(conversation))


def media_in_failed_results(conversation: Conversation) -> bool:
    return any(result.is_error and result.output_media for result in _results(conversation))


def system_later(conversation: Conversation) -> bool:
    return any(one != "system" == behind for one, behind in pairwise(_turns(conversation)))


def system_alone(conversation: Conversation) -> bool:
    return set(_turns(conversation)) == {"system"}


def several_systems(conversation: Conversation) -> bool:
    return sum("system" in _turns_of(message) for message in conversation.messages) > 1


def turns_in_a_row(conversation: Conversation) -> bool:
    return any(one == behind and one in ("user", "assistant") for one, behind in pairwise(_turns(conversation)))


def assistant_first(conversation: Conversation) -> bool:
    return next((turn for turn in _turns(conversation) if turn != "system"), "") == "assistant"


def assistant_last(conversation: Conversation) -> bool:
    return _turns(conversation)[-1:] == ("assistant",)


def empty_texts(conversation: Conversation) -> bool:
    return any(
        not message.blocks or any(isinstance(block, Text) and not block.text.strip() for block in message.blocks)
        for message in conversation.messages
    )


def parallel_calls(conversation: Conversation) -> bool:
    blocks = blocks_of(conversation)
    kinds = [type(block) for block in blocks if isinstance(block, ToolUse | ToolResult)]
    return (ToolUse, ToolUse) in pairwise(kinds)


def result_of_several_texts(conversation: Conversation) -> bool:
    outputs = (result.output for result in _results(conversation) if isinstance(result.output, tuple))
    return any(sum(isinstance(part, Text) for part in output) > 1 for output in outputs)


def empty_results(conversation: Conversation) -> bool:
    texts = ((result, result.output_text) for result in _results(conversation))
    return any(not text.strip() and not result.output_media for result, text in texts)


def failed_results(conversation: Conversation) -> bool:
    return any(result.is_error for result in _results(conversation))


def tools_without_description(conversation: Conversation) -> bool:
    return any(not tool.description.strip() for tool in conversation.tools)


def thinking_by_others(conversation: Conversation) -> bool:
    return any(
        isinstance(block, Thinking | RedactedThinking)
        for message in conversation.messages
        if message.role != "assistant"
        for block in message.blocks
    )


def redacted_thinking(conversation: Conversation) -> bool:
    return any(isinstance(block, RedactedThinking) for block in blocks_of(conversation))


def speakers_by_name(conversation: Conversation) -> bool:
    return any(message.name != message.role for message in conversation.messages)


def integers_beyond(conversation: Conversation) -> bool:
    return any(number for value in _values(conversation) for number in inexact_integers(value))


def not_a_number(conversation: Conversation) -> bool:
    found = (leaf for value in _values(conversation) for leaf in leaves(value))
    return any(isinstance(leaf, float) and not math.isfinite(leaf) for leaf in found)


def _by_address(media: Media) -> bool:
    source = media.source
    return not isinstance(source, Base64Source) and not is_local(source.url) and source.url[:5].lower() != "data:"


@memoized
def _results(conversation: Conversation) -> tuple[ToolResult, ...]:
    return tuple(b for b in blocks_of(conversation) if isinstance(b, ToolResult))


def _shown(conversation: Conversation, role: str = "") -> Iterator[Media]:
    """The media in messages, of that role."""
    for message in conversation.messages:
        if role in ("", message.role):
            yield from (block for block in message.blocks if isinstance(block, Image | Audio | Video | Document))


@memoized
def _media(conversation: Conversation) -> tuple[Media, ...]:
    in_results = (media for result in _results(conversation) for media in result.output_media)
    return (*_shown(conversation), *in_results)


@memoized
def _turns(conversation: Conversation) -> tuple[str, ...]:
    """Who has the word, one after the other; results, whose message's role means nothing, are nobody's."""
    return tuple(turn for message in conversation.messages for turn in _turns_of(message))


def _turns_of(message: Message) -> list[str]:
    kinds = ["results" if isinstance(block, ToolResult) else message.role for block in message.blocks]
    return [turn for turn, _ in groupby(kinds or [message.role])]


def _values(conversation: Conversation) -> Iterator[Any]:
    """The JSON in a conversation: schemas and arguments."""
    yield from (tool.parameters for tool in conversation.tools)
    yield from (b.input for b in blocks_of(conversation) if isinstance(b, ToolUse))
