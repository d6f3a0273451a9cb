"""A conversation in turns as most libraries have them: a result is apart, and only models think."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Literal

from pytest_promptfmt.adapting.blocks import Thought, only_text
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Thinking,
    ToolResult,
    ToolUse,
    blocks_of,
)


def turns(
    conversation: Conversation,
    has: Callable[[Thought], bool],
    *,
    results: Literal["said", "each", "together"] = "said",
    mixed: Literal["split", "kept"] = "split",
    named: bool = False,
) -> Iterator[Message]:
    """The messages, cut in pieces that hold results and nothing else, or none.

    Of thoughts those are left that are an assistant's, and that the provider's models can have had: see `thinks_as`.
    `results` stay in the messages that hold them (``said``), or become a turn ``each``, or those that follow each other
    become one turn ``together``, whoever holds them. A `mixed` message may be ``kept`` whole, where a library takes it.
    With `named` results have names: see `named_results`.
    """
    pieces = _pieces(named_results(conversation) if named else conversation, has, mixed)
    match results:
        case "said":
            yield from pieces
        case "each":
            for piece in pieces:
                yield from [replace(piece, blocks=(one,)) for one in of_results(piece)] or [piece]
        case "together":
            for answers, several in groupby(pieces, lambda piece: bool(of_results(piece))):
                found = list(several)
                yield from [_one(found)] if answers else found


def _pieces(conversation: Conversation, has: Callable[[Thought], bool], mixed: str) -> Iterator[Message]:
    for message in conversation.messages:
        if not message.blocks:
            yield message
        for _, blocks in groupby(message.blocks, lambda b: mixed == "split" and isinstance(b, ToolResult)):
            if kept := tuple(block for block in blocks if _is_kept(block, message.role, has)):
                yield replace(message, blocks=kept)


def _is_kept(block: Block, role: str, has: Callable[[Thought], bool]) -> bool:
    return not isinstance(block, Thought) or (role == "assistant" and has(block))


def _one(several: list[Message]) -> Message:
    return replace(several[0], blocks=tuple(block for turn in several for block in turn.blocks))


def of_results(turn: Message) -> list[ToolResult]:
    """The results that a turn holds; none where it holds something else."""
    found = [block for block in turn.blocks if isinstance(block, ToolResult)]
    return found if len(found) == len(turn.blocks) else []


def leading_system(conversation: Conversation) -> tuple[tuple[str, ...], Conversation]:
    """The texts of the system messages at the start, for a library that takes them apart, and the rest.

    Thoughts are models', as in `turns`. Raises `NotImplementedError` where such a message holds more than texts.
    """
    first = list(takewhile(lambda message: message.role == "system", conversation.messages))
    blocks = (block for message in first for block in message.blocks if not isinstance(block, Thought))
    texts = tuple(only_text(block, "leading system messages") for block in blocks)
    return texts, replace(conversation, messages=conversation.messages[len(first) :])


def call_names(conversation: Conversation) -> dict[str, str]:
    """The names of the tools by the ids of their calls, for libraries whose results need one."""
    return {b.id: b.name for b in blocks_of(conversation) if isinstance(b, ToolUse)}


def named_results(conversation: Conversation) -> Conversation:
    """The same with each result named after its tool: by itself, else by the call that it answers, else by nothing."""
    names = call_names(conversation)
    messages = (
        replace(message, blocks=tuple(_with_name(block, names) for block in message.blocks))
        for message in conversation.messages
    )
    return replace(conversation, messages=tuple(messages))


def _with_name(block: Block, names: Mapping[str, str]) -> Block:
    if isinstance(block, ToolResult):
        return replace(block, name=block.name or names.get(block.id, ""))
    return block


def thinks_as(provider: str, *, thinks: bool = True) -> Callable[[Thought], bool]:
    """Can a thought be of one of this provider's models? Else the history would be one that never was.

    Anthropic's redact thoughts, also at Bedrock, and OpenAI's seal each of theirs. Without `thinks` none is told.
    """

    def has(thought: Thought) -> bool:
        match thought:
            case RedactedThinking():
                return thinks and provider in REDACTING
            case Thinking(signature=signature):
                return thinks and (provider not in SEALING or bool(signature))

    return has


REDACTING = ("anthropic", "bedrock")
SEALING = ("openai", "openai-responses")
