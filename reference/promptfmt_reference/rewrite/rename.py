"""Call ids that a provider refuses, replaced: ids only tie results to calls, so others serve as well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from pytest_promptfmt.conversation import Block, Conversation, ToolResult, ToolUse


def legal_ids(ids: Sequence[str], legal: re.Pattern[str], spelled: str = "call_{}") -> list[str]:
    """The ids of the calls, one after the other, each matching `legal` and used once; new ones are `spelled` so."""
    fresh = (id_ for i in count(1) if (id_ := spelled.format(i)) not in ids)
    renamed: list[str] = []
    used: set[str] = set()
    for id_ in ids:
        renamed.append(next(fresh) if id_ in used or not legal.fullmatch(id_) else id_)
        used.add(id_)
    return renamed


ANY_ID = re.compile(".+", re.DOTALL)


def rename_calls(conversation: Conversation, legal: re.Pattern[str] = ANY_ID, spelled: str = "call_{}") -> Conversation:
    """The conversation with call ids that match `legal` and are used once; it has been paired."""
    blocks = [block for message in conversation.messages for block in message.blocks]
    renamed = legal_ids([block.id for block in blocks if isinstance(block, ToolUse)], legal, spelled)
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
