"""Ollama's generate: one prompt, for models that know no messages.

- the prompt is a string, a line for each thing said, ``name: text``: the conversation comes folded in both scenarios
- leading system text stands beside it as ``system``, images as ``images``; then the payload is an object
- no tools
"""

from __future__ import annotations

from typing import Any

from promptfmt_reference.wire.ollama import images
from promptfmt_reference.wire.shared import lift_system, require_more_than_system
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Conversation


def write(conversation: Conversation) -> Any:
    """The prompt; an object where system text or images stand beside it."""
    system, messages = lift_system(conversation)
    prompt = "\n".join(message.text for message in messages)
    pictures = [picture for message in messages for picture in images(message)]
    if not system and not pictures:
        return prompt
    request: dict[str, Any] = {"prompt": prompt}
    if system:
        request["system"] = "\n".join(system)
    if pictures:
        request["images"] = pictures
    return request


SPELLING = Spelling(
    id="ollama-generate",
    title="Ollama's generate",
    write=write,
    carries=frozenset({"image"}),
    check=require_more_than_system,
)
