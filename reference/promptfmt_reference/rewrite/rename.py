"""Call ids that a provider refuses, replaced: ids only tie results to calls, so others serve as well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from pytest_promptfmt.conversation import Block, Conversation, ToolResult, ToolUse


def legal_ids(
    ids: Sequence[str], legal: re.Pattern[str], spelled: str = "call_{}", batches: Sequence[int] = ()
) -> list[str]:
    """The ids of the calls, one after the other, each matching `legal` and used once; new ones are `spelled` so.

    Where the calls stand in `batches`, an id may come again in another.
    """
    fresh = (free for i in count(1) if (free := spelled.format(i)) not in ids)
    renamed: list[str] = []
    used: set[str] = set()
    for n, id_ in enumerate(ids):
        if batches and n and batches[n] != batches[n - 1]:
            used = set()
        renamed.append(next(fresh) if id_ in used or not legal.fullmatch(id_) else id_)
        used.add(id_)
    return renamed


ANY_ID = re.compile(".+", re.DOTALL)


def rename_calls(
    conversation: Conversation,
    legal: re.Pattern[str] = ANY_ID,
    spelled: str = "call_{}",
    *,
    within_messages: bool = False,
) -> Conversation:
    """The conversation with call ids that match `legal` and are used once; it has been paired."""
    blocks = [block for message in conversation.messages for block in message.blocks]
    placed = [(n, block) for n, message in enumerate(conversation.messages) for block in message.blocks]
    batches = [n for n, block in placed if isinstance(block, ToolUse)] if within_messages else []
    renamed = legal_ids([block.id for block in blocks if isinstance(block, ToolUse)], legal, spelled, batches)
    calls, answers = iter(renamed), iter(renamed)

    def rewrite(block: Block) -> Block:
        match block:
            case ToolUse():
                return replace(block, id=next(calls))
            case ToolResult():
                return replace(block, id=next(answers))
            case _:
                return block

    return replace(
        conversation,
        messages=tuple(
            replace(message, blocks=tuple(map(rewrite, message.blocks))) for message in conversation.messages
        ),
    )
