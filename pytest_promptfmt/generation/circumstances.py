"""Circumstances under which a provider may refuse what is said as it stands, though every part of it has a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from pytest_promptfmt.conversation import (
    Audio,
    Block,
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
)
from pytest_promptfmt.conversation.sources import address, bytes_of

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Circumstance:
    """`holds` of a conversation; `dialects` are globs, separated by blanks, and `why` names the providers' rules."""

    holds: Callable[[Conversation], bool]
    dialects: str
    why: str


def _turns(conversation: Conversation) -> list[Message]:
    """The messages that say anything, without the system's."""
    return [m for m in conversation.messages if not _is_systems(m) and any(map(_says, m.blocks))]


def _is_systems(message: Message) -> bool:
    return message.role == "system" and not _has(message, ToolResult)


def _has(message: Message, kind: type[Block]) -> bool:
    return any(isinstance(block, kind) for block in message.blocks)


def _says(block: Block) -> bool:
    return not isinstance(block, Text) or bool(block.text.strip())


def _asks(message: Message) -> bool:
    return message.role == "user" and not _has(message, ToolResult)


def nobody_asks_first(conversation: Conversation) -> bool:
    return not any(map(_asks, _turns(conversation)[:1]))


def nothing_is_said(conversation: Conversation) -> bool:
    """Somebody is there, who says nothing or only thinks; where it is the system alone, that says nothing either."""
    turns = [message for message in conversation.messages if not _is_systems(message)] or conversation.messages
    blocks = (block for message in turns for block in message.blocks if _says(block))
    return bool(turns) and all(isinstance(block, Thinking | RedactedThinking) for block in blocks)


def nobody_asks(conversation: Conversation) -> bool:
    return not any(map(_asks, _turns(conversation)))


def the_assistant_is_last(conversation: Conversation) -> bool:
    last = _turns(conversation)[-1:]
    return not last or (last[0].role == "assistant" and not _has(last[0], ToolResult))


def system_text_is_last(conversation: Conversation) -> bool:
    spoken = [message for message in conversation.messages if any(map(_says, message.blocks))]
    return bool(spoken) and _is_systems(spoken[-1])


def system_text_comes_later(conversation: Conversation) -> bool:
    spoken = False
    for message in conversation.messages:
        spoken = spoken or message.role != "system"
        if message.role == "system" and spoken and _has(message, Text):
            return True
    return False


def a_user_says_nothing(conversation: Conversation) -> bool:
    return any(m.role == "user" and not any(map(_says, m.blocks)) for m in conversation.messages)


def the_last_user_says_nothing(conversation: Conversation) -> bool:
    last = conversation.messages[-1:]
    return any(m.role == "user" and not any(map(_says, m.blocks)) for m in last)


def results_come_late(conversation: Conversation) -> bool:
    """Does anything stand between calls and their results but other results?"""
    waiting: set[str] = set()
    spoken = False
    for message in conversation.messages:
        calls = {block.id for block in message.blocks if isinstance(block, ToolUse)}
        results = {block.id for block in message.blocks if isinstance(block, ToolResult)}
        if waiting and (spoken or not results):
            return True
        waiting = (waiting | calls) - results
        spoken = bool(results) and message.role != "assistant" and any(isinstance(b, Text) for b in message.blocks)
    return False


def calls_without_offer(conversation: Conversation) -> bool:
    return not conversation.tools and any(_each(conversation, ToolUse))


def a_thought_follows_words(conversation: Conversation) -> bool:
    """Of its own turn, in which messages of the assistant in a row are one."""
    spoken = False
    for message in conversation.messages:
        spoken = spoken and message.role == "assistant"
        for block in message.blocks:
            thinks = isinstance(block, Thinking | RedactedThinking)
            if spoken and thinks:
                return True
            spoken = spoken or (message.role == "assistant" and _says(block) and not thinks)
    return False


def has_address(conversation: Conversation) -> bool:
    return any(address(media) for media in _media(conversation))


def has_video(conversation: Conversation) -> bool:
    return any(not address(video) for video in _each(conversation, Video))


def has_missing_files(conversation: Conversation) -> bool:
    """That are not there."""
    return any(not address(each) and bytes_of(each.source) is None for each in _media(conversation))


def has_odd_ids(conversation: Conversation) -> bool:
    return any(not re.fullmatch("[A-Za-z0-9_-]{1,40}", call.id) for call in _each(conversation, ToolUse))


def _media(conversation: Conversation) -> Iterator[Media]:
    yield from _each(conversation, Image)
    yield from _each(conversation, Audio)
    yield from _each(conversation, Video)
    yield from _each(conversation, Document)


def _each(conversation: Conversation, kind: type[_Kind]) -> Iterator[_Kind]:
    """All blocks of a kind, those in results as well."""
    for message in conversation.messages:
        for block in message.blocks:
            inside = block.output if isinstance(block, ToolResult) and isinstance(block.output, tuple) else ()
            yield from (each for each in (block, *inside) if isinstance(each, kind))


_STRICT = "anthropic gemini* mistral bedrock openrouter"
_ASKED = "gemini* anthropic dashscope* zhipu bedrock mistral ollama-generate"

CIRCUMSTANCES = (
    Circumstance(nobody_asks_first, "bedrock mistral gemini*", "bedrock.first-user, gemini.call-turn-position"),
    Circumstance(nothing_is_said, "*", "anthropic.messages-nonempty, gemini.part-oneof: nothing is said"),
    Circumstance(nobody_asks, _ASKED, "gemini.contents-nonempty, dashscope.has-user, zhipu.has-user"),
    Circumstance(
        the_assistant_is_last,
        _STRICT,
        "gemini.last-turn-user, mistral.last-role, anthropic.no-prefill, openrouter.last-user",
    ),
    Circumstance(system_text_is_last, "anthropic gemini* mistral", "mistral.last-role: the last turn is a user's"),
    Circumstance(
        system_text_comes_later,
        "anthropic gemini* cohere minimax",
        "the place for system text stands before the conversation",
    ),
    Circumstance(a_user_says_nothing, "anthropic bedrock", "anthropic.text-nonempty, bedrock.text-nonblank"),
    Circumstance(the_last_user_says_nothing, f"{_STRICT} zhipu", "what stands last without it is another's turn"),
    Circumstance(results_come_late, "*", "results have to be moved behind their calls, or calls put together"),
    Circumstance(calls_without_offer, "anthropic bedrock", "bedrock.tool-config: calls ask for tools on offer"),
    Circumstance(a_thought_follows_words, "anthropic bedrock", "anthropic.thinking-leads, bedrock.reasoning-leads"),
    Circumstance(has_address, "gemini*", "gemini.file-uri: older models fetch no addresses of other hosts"),
    Circumstance(has_video, "zhipu", "zhipu.image-base64: that videos go by value is not documented"),
    Circumstance(
        has_missing_files, "dashscope*", "dashscope.media-url: its client reads the files that a message names"
    ),
    Circumstance(has_odd_ids, "*", "ids of this form are refused by providers, or may be given others"),
)
"""Beside them stand the repairs that a dialect calls for, which `fidelity.legal` knows."""
