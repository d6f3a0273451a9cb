"""Thinking may be left out in silence; what is told of it is told as it was thought and signed."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.checks.fidelity.heard import Heard
from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.conversation import Conversation, RedactedThinking, Thinking
from pytest_promptfmt.verdict import Finding


def compare_thinking(conversation: Conversation, heard: Heard) -> Iterator[Finding]:
    """Holds the payload's thinking against the conversation's, and looks for thoughts among what was said."""
    thoughts = [
        (index, block)
        for index, message in enumerate(conversation.messages)
        for block in message.blocks
        if isinstance(block, (Thinking, RedactedThinking))
    ]
    for said in heard.thoughts:
        if said.redacted is not None:
            if not any(isinstance(block, RedactedThinking) and block.data == said.redacted for _, block in thoughts):
                yield loss("altered-thinking", said.path, "redacted thinking that nobody gave, or with other data")
            continue
        if not said.text.strip():
            continue
        told = [
            (index, block)
            for index, block in thoughts
            if isinstance(block, Thinking) and block.thinking.strip() and block.thinking in said.text
        ]
        if not told:
            yield loss("altered-thinking", said.path, f"nobody thought {cut(said.text)}", actual=said.text)
        elif said.signature and all(block.signature != said.signature for _, block in told):
            index, signed = told[0]
            yield loss(
                "altered-thinking",
                said.path,
                "the thinking is signed otherwise",
                (index,),
                expected=signed.signature,
                actual=said.signature,
            )
    for index, block in thoughts:
        if isinstance(block, Thinking) and block.thinking.strip():
            for segment in heard.dialog:
                if block.thinking in segment.text:
                    yield loss(
                        "thinking-as-text", segment.path, f"{cut(block.thinking)} was thought, not said", (index,)
                    )
                    break
