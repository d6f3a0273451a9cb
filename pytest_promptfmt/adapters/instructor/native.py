"""A conversation as Instructor's messages: texts, and pictures, recordings and documents of its own among them.

- to Bedrock a picture is OpenAI's part, and a paper what it makes of itself; to Google the assistant is the model
- nobody has a name, and what a model thought has no place; a call goes as the provider has it, untouched: it is refused
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from instructor.processing.multimodal import PDF, Audio, Image

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import inline_or_url, local_path, openai_part, turns

OWN = {"image": Image, "audio": Audio, "document": PDF}


def prepare(provider: str) -> Callable[[kit.Conversation], tuple[Any, ...]]:
    """What makes the messages for a provider. Raises `NotImplementedError` for what they have no place for."""

    def messages(conversation: kit.Conversation) -> tuple[Any, ...]:
        if conversation.tools:
            raise NotImplementedError("Instructor makes tools of a type, and a history with others goes as it came")
        return tuple(_message(turn, provider) for turn in turns(conversation, lambda thought: False))

    return messages


def _message(turn: kit.Message, provider: str) -> dict[str, Any]:
    role = "user" if turn.role == "tool" else turn.role
    content = [_part(block, provider) for block in turn.blocks]
    plain = len(content) < 2 and all(isinstance(part, str) for part in content)
    named = "model" if provider == "gemini" and role == "assistant" else role
    return {"role": named, "content": "".join(content) if plain else content}


def _part(block: kit.Block, provider: str) -> Any:
    match block:
        case kit.Text(text=text):
            return text
        case kit.Image() if provider == "bedrock":
            return openai_part(block)
        case kit.Image() | kit.Audio() | kit.Document():
            made = _media(block)
            return made.to_bedrock() if provider == "bedrock" and isinstance(made, PDF) else made
    raise NotImplementedError(f"Instructor's messages have no place for {block.type}")


def _media(media: kit.Media) -> Any:
    own = OWN[media.type]
    if isinstance(media.source, kit.UrlSource) and (path := local_path(media.source.url)):
        return own.from_path(path)
    found = inline_or_url(media)
    return own.from_url(found) if isinstance(found, str) else own.from_base64(found.uri)
