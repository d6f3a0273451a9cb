"""A conversation as smolagents' messages: texts, and pictures that are Pillow's, in parts.

- nobody has a name, and what a model thought has no place
- a call and a result are texts of smolagents' own making, and what provider's form they had is gone: they are refused
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image
from smolagents import ChatMessage, MessageRole

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import data_of, turns


def prepare(conversation: kit.Conversation) -> tuple[ChatMessage, ...]:
    """The messages. Raises `NotImplementedError` for what they have no place for."""
    if conversation.tools:
        raise NotImplementedError("a history with tools is told as text by smolagents, in no provider's form")
    return tuple(_message(turn) for turn in turns(conversation, lambda thought: False))


def _message(turn: kit.Message) -> ChatMessage:
    role = MessageRole("user" if turn.role == "tool" else turn.role)
    return ChatMessage(role, [_part(block) for block in turn.blocks] or [{"type": "text", "text": ""}])


def _part(block: kit.Block) -> dict[str, Any]:
    match block:
        case kit.Text(text=text):
            return {"type": "text", "text": text}
        case kit.Image():
            picture = Image.open(BytesIO(data_of(block).data))
            picture.load()
            return {"type": "image", "image": picture}
    raise NotImplementedError(f"smolagents' messages have no place for {block.type}")
