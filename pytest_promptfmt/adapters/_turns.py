"""A conversation in turns as most libraries have them: a result is apart, and only models think."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from pytest_promptfmt.conversation import Block, Conversation, Message, RedactedThinking, Thinking, ToolResult

Thought: TypeAlias = Thinking | RedactedThinking


def turns(conversation: Conversation, has: Callable[[Thought], bool]) -> Iterator[Message]:
    """The messages, cut in pieces that hold results and nothing else, or none.

    Of thoughts those are left that are an assistant's, and that the provider's models can have had.
    """
    for message in conversation.messages:
        if not message.blocks:
            yield message
        for _, blocks in groupby(message.blocks, lambda block: isinstance(block, ToolResult)):
            if kept := tuple(block for block in blocks if _is_kept(block, message.role, has)):
                yield replace(message, blocks=kept)


def _is_kept(block: Block, role: str, has: Callable[[Thought], bool]) -> bool:
    return not isinstance(block, Thought) or (role == "assistant" and has(block))


def results(turn: Message) -> list[ToolResult]:
    """The results that a turn holds; none where it holds something else."""
    return [block for block in turn.blocks if isinstance(block, ToolResult)]
