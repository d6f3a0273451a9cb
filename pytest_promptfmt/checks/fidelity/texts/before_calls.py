"""What stands before calls where said and thought have one place: by the conversation it is the one or the other.

Cohere's ``tool_plan`` is the model's reflection and plan. Beside calls it is the only place for a text, and one of
two for a thought.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.conversation import Conversation, Text, Thinking, blocks_of
from pytest_promptfmt.payload.transcript import Part, TextPart, ThinkingPart, Transcript


def with_plans_told(transcript: Transcript, conversation: Conversation) -> Transcript:
    """The transcript, with what was thought in a plan as thoughts, and the rest of it as text."""
    if not any(isinstance(part, TextPart) and part.plan for turn in transcript.turns for part in turn.parts):
        return transcript
    blocks = blocks_of(conversation)
    said = {block.text for block in blocks if isinstance(block, Text)}
    thoughts = [block.thinking for block in blocks if isinstance(block, Thinking) and block.thinking.strip()]
    only = [thought for thought in thoughts if not any(thought in text for text in said)]
    turns = (
        replace(turn, parts=tuple(each for part in turn.parts for each in _apart(part, only)))
        for turn in transcript.turns
    )
    return replace(transcript, turns=tuple(turns))


def _apart(part: Part, thoughts: list[str]) -> Iterator[Part]:
    """A plan cut at the thoughts in it; anything else as it is."""
    rest = part.text if isinstance(part, TextPart) and part.plan else ""
    if not rest:
        yield part
        return
    while found := min(((rest.find(each), -len(each), each) for each in thoughts if each in rest), default=None):
        at, _, thought = found
        if rest[:at].strip():
            yield TextPart(rest[:at], part.path)
        yield ThinkingPart(thought, part.path)
        rest = rest[at + len(thought) :]
    if rest.strip():
        yield TextPart(rest, part.path)
