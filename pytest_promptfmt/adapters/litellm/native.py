"""A conversation as OpenAI's chat messages, with what LiteLLM adds to them.

- text and calls of a message have no order among each other, and a result has no mark for a failed call
- thinking is ``reasoning_content``, and ``thinking_blocks`` beside it where a provider signs; a call's signature, which
  is Gemini's, goes as ``provider_specific_fields``
- thoughts are an assistant's; what a provider's models cannot have thought, sealed or said is left out
- media are OpenAI's parts, with data URIs for bytes; video and documents go as files
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_promptfmt.adapting import ChatForm, Thought, chat_messages, thinks_as, thoughts_as, thoughts_in_blocks
from pytest_promptfmt.conversation import Conversation

_SIGN = ("anthropic", "bedrock", "gemini")


def messages(conversation: Conversation, provider: str, *, thinks: bool = True) -> list[dict[str, Any]]:
    """The conversation's messages, one for each result, as if `provider` had answered; no thoughts unless `thinks`."""
    form = ChatForm(
        has=thinks_as("" if provider == "openai" else provider, thinks=thinks),  # others answer in OpenAI's name, too
        thinking=_in_both if provider in _SIGN else thoughts_as("reasoning_content"),
        signed=_signed_call if provider == "gemini" else None,
    )
    return chat_messages(conversation, form)


def _in_both(thoughts: Sequence[Thought]) -> dict[str, Any]:
    return thoughts_in_blocks("thinking_blocks")(thoughts) | thoughts_as("reasoning_content")(thoughts)


def _signed_call(signature: str) -> dict[str, Any]:
    return {"provider_specific_fields": {"thought_signature": signature}}
