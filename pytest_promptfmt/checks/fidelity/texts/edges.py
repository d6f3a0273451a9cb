"""Where what a role says begins and ends: an empty paragraph there joins nothing to nothing.

Between two texts, or a text and anything else, white space is how the two are put together; a single line end is how
files end. Where a block of the conversation says nothing or has no place, what stood around it may be left.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import groupby

from pytest_promptfmt.conversation import Conversation, Media, Message, RedactedThinking, Text, Thinking
from pytest_promptfmt.payload.transcript import Part, TextPart, Transcript


@dataclass(frozen=True, slots=True)
class Edges:
    """The paths of texts with which what a role says begins, and ends."""

    first: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()

    def adds_a_paragraph(self, path: str, before: str, behind: str) -> bool:
        """Does an empty line stand there that separates a text from nothing?"""
        return ("\n\n" in _lines(before) and path in self.first) or ("\n\n" in _lines(behind) and path in self.last)


def _lines(space: str) -> str:
    return re.sub(r"[^\S\n]", "", space)


def edges_of(transcript: Transcript, conversation: Conversation, carried: Container[str]) -> Edges:
    """Those of the payload; none where a block may have left white space: one that says nothing, or is not carried."""
    if not all(_is_told(message, carried) for message in conversation.messages):
        return Edges()
    runs = [
        [part for turn in turns for part in turn.parts]
        for _, turns in groupby(transcript.turns, key=lambda turn: turn.role)
    ]
    first, last = ([run[at] for run in runs if run] for at in (0, -1))
    return Edges(_paths(first), _paths(last))


def _paths(parts: Iterable[Part]) -> frozenset[str]:
    return frozenset(part.path for part in parts if isinstance(part, TextPart))


def _is_told(message: Message, carried: Container[str]) -> bool:
    said = [block for block in message.blocks if not isinstance(block, Thinking | RedactedThinking)]
    kinds = (block.type for block in said if isinstance(block, Media))
    blank = any(isinstance(block, Text) and not block.text.strip() for block in said)
    return bool(said) and not blank and all(kind in carried for kind in kinds)
