"""A conversation as a request of DSPy's: the system's text apart, and messages in parts.

- later system text is a developer's, and nobody has a name
- results that follow each other are one message; a failed one has a mark
- what a provider signs is a state beside the part: Anthropic's of a thought, OpenAI's of a reasoning item, Gemini's of
  a thought or a call
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from dspy.lm15 import (
    AudioPart,
    ContinuationState,
    DocumentPart,
    FunctionTool,
    ImagePart,
    Message,
    Request,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolResultPart,
    VideoPart,
)

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import (
    guessed_type,
    inline,
    inline_or_url,
    item_id,
    leading_system,
    output_of,
    thinks_as,
    tools_of,
    turns,
)

MEDIA = {"image": ImagePart, "audio": AudioPart, "video": VideoPart, "document": DocumentPart}
ROLES = {"user": "user", "assistant": "assistant", "system": "developer", "tool": "user"}


def prepare(model: str, provider: str, *, thinks: bool) -> Callable[[kit.Conversation], tuple[Request]]:
    """What makes a request to `model`, as if `provider` had answered. Raises `NotImplementedError` where it cannot."""

    def request(conversation: kit.Conversation) -> tuple[Request]:
        system, rest = leading_system(conversation)
        said = turns(rest, thinks_as(provider, thinks=thinks), results="together")
        tools = tuple(FunctionTool(**tool) for tool in tools_of(conversation, "bare"))
        messages = tuple(_message(turn, provider) for turn in said)
        return (Request(model, messages, tuple(map(TextPart, system)) or None, tools),)

    return request


def _message(turn: kit.Message, provider: str) -> Message:
    parts = tuple(_part(block, provider) for block in turn.blocks) or (TextPart(""),)
    return Message("tool" if isinstance(parts[0], ToolResultPart) else ROLES[turn.role], parts)


def _part(block: Any, provider: str) -> Any:
    match block:
        case kit.Text(text=text):
            return TextPart(text)
        case kit.Thinking(thinking=text, signature=signature):
            return ThinkingPart(text, _thought(provider, signature) if signature else ())
        case kit.RedactedThinking(data=data):
            return ThinkingPart("", _state(provider, "redacted_thinking", data=data))
        case kit.ToolUse(id=id_, name=name, input=input_, signature=signature):
            signed = _thought(provider, signature) if signature and provider == "gemini" else ()
            return ToolCallPart(id_, name, dict(input_), signed)
        case kit.ToolResult(id=id_, name=name, is_error=failed):
            parts = tuple(_part(one, provider) for one in output_of(block)) or (TextPart(""),)
            return ToolResultPart(id_, parts, name, bool(failed))
        case _:
            return _media(block)


def _media(media: kit.Media) -> Any:
    found, part = inline_or_url(media), MEDIA[media.type]
    if isinstance(found, str) and urlsplit(found).scheme.lower() != "data":
        return part(guessed_type(urlsplit(found).path, media), url=found)
    return part(*inline(media))


def _thought(provider: str, signature: str) -> tuple[Any, ...]:
    match provider:
        case "anthropic":
            return _state(provider, "thinking_signature", signature=signature)
        case "gemini":
            return _state(provider, "thought_signature", value=signature)
        case "openai-responses":
            return _state("openai", "reasoning_item", id=item_id("rs", signature), encrypted_content=signature)
        case _:
            return ()


def _state(provider: str, kind: str, **data: str) -> tuple[Any, ...]:
    return (ContinuationState(provider, kind, dict(data)),)
