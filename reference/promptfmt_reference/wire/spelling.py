"""`Spelling`: one provider's wire, as what a formatter needs to know of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.conversation import Block, Conversation, RedactedThinking, Text, Thinking


def thinking(block: Block) -> bool:
    """What most providers do without."""
    return isinstance(block, Thinking | RedactedThinking)


def unsigned(block: Block) -> bool:
    """What those do without who know a thought by its signature."""
    return isinstance(block, RedactedThinking) or (isinstance(block, Thinking) and not block.signature)


def blank_text(block: Block) -> bool:
    return isinstance(block, Text) and not block.text.strip()


def blank_or_unsigned(block: Block) -> bool:
    """What Claude's providers refuse: texts of white space, and thoughts without a signature."""
    return blank_text(block) or (isinstance(block, Thinking) and not block.signature)


def blank_or_redacted_thinking(block: Block) -> bool:
    """The thoughts that have no words."""
    return isinstance(block, RedactedThinking) or (isinstance(block, Thinking) and not block.thinking.strip())


@dataclass(frozen=True, slots=True)
class Spelling:
    """`write` spells a conversation that is tidy, paired and promoted; `check` raises `ValueError` where the provider
    would not take it as a whole, for want of a user's turn or the like.

    `carries` names the blocks that have a place, `left_out` says which go in silence. Media stand in messages of
    `media_roles`, and in tool results where `media_in_results` says so; the others are promoted. `thoughts_followed`:
    what was thought goes along only before what it led to. `tool_names` is the
    pattern for them, where the provider has one.
    """

    id: str
    title: str
    write: Callable[[Conversation], Any]
    carries: frozenset[str]
    check: Callable[[Conversation], None] = lambda conversation: None
    left_out: Callable[[Block], bool] = thinking
    media_roles: frozenset[str] = frozenset({"user"})
    media_in_results: bool = False
    thoughts_followed: bool = False
    tool_names: re.Pattern[str] | None = None
