"""A conversation as OpenAI's chat messages, with what LiteLLM adds to them.

- text and calls of a message have no order among each other, and a result has no mark for a failed call
- thinking is ``reasoning_content``, and ``thinking_blocks`` beside it where a provider signs; a call's signature, which
  is Gemini's, goes as ``provider_specific_fields``
- thoughts are an assistant's; what a provider's models cannot have thought, sealed or said is left out
- media are OpenAI's parts, with data URIs for bytes; video and documents go as files
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pytest_promptfmt import adapting
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import needs

_SIGN = ("anthropic", "bedrock", "gemini")


def prepare(provider: str, *, thinks: bool, video: bool) -> Callable[[Conversation], tuple[list[Any], list[Any]]]:
    """What makes the messages, as if `provider` had answered, and the tools; without `thinks` no thoughts."""
    form = adapting.ChatForm(
        has=adapting.thinks_as(provider.removeprefix("openai"), thinks=thinks),  # others answer in OpenAI's name, too
        thinking=_in_both if provider in _SIGN else adapting.thoughts_as("reasoning_content"),
        signed=_signed_call if provider == "gemini" else None,
    )

    def prepared(conversation: Conversation) -> tuple[list[Any], list[Any]]:
        if not video and "video" in needs(conversation):
            raise NotImplementedError("OpenAI's messages have no part for video, and LiteLLM documents none here")
        return adapting.chat_messages(conversation, form), adapting.tools_of(conversation)

    return prepared


def _in_both(thoughts: Sequence[adapting.Thought]) -> dict[str, Any]:
    told = adapting.thoughts_as("reasoning_content")(thoughts)
    return adapting.thoughts_in_blocks("thinking_blocks")(thoughts) | told


def _signed_call(signature: str) -> dict[str, Any]:
    return {"provider_specific_fields": {"thought_signature": signature}}
