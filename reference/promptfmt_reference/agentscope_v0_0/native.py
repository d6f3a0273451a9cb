"""AgentScope 0.0's wrappers as an implementation for the kit: a conversation becomes messages, which are formatted.

A message of this generation holds one text and addresses; what it cannot hold is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from promptfmt_reference.agentscope_v0_0 import models
from promptfmt_reference.agentscope_v0_0.message import Msg
from promptfmt_reference.rewrite.refuse import refuse
from pytest_promptfmt.conversation import Conversation, Media, Text, UrlSource


@dataclass(frozen=True, slots=True)
class Native:
    """A wrapper as an entry of a table FORMATTERS; `carries` are the media that it has a place for."""

    model: models.ModelWrapperBase
    carries: frozenset[str] = frozenset()

    def prepare(self, conversation: Conversation) -> list[Msg]:
        refuse(conversation, "AgentScope 0.0", self.carries)
        return [
            Msg(
                message.name,
                "\n".join(block.text for block in message.blocks if isinstance(block, Text)),
                message.role,
                url=[link(block) for block in message.blocks if isinstance(block, Media)] or None,
            )
            for message in conversation.messages
        ]

    def format(self, msgs: list[Msg]) -> Any:
        return self.model.format(msgs)  # type: ignore[attr-defined]


def link(media: Media) -> str:
    """The address of media; what goes by value has a data URI."""
    source = media.source
    return source.url if isinstance(source, UrlSource) else f"data:{source.media_type};base64,{source.data}"


_IMAGE = frozenset({"image"})
FORMATTERS = {
    "openai.chat": Native(models.OpenAIChatWrapper("", "gpt-4o"), _IMAGE),
    "openai.multiagent": Native(models.OpenAIChatWrapper("", "gpt-4o"), _IMAGE),
    "dashscope.multiagent": Native(models.DashScopeChatWrapper("", "qwen-max")),
    "dashscope-multimodal.multiagent": Native(
        models.DashScopeMultiModalWrapper("", "qwen-vl-plus"), frozenset({"image", "audio"})
    ),
    "ollama.multiagent": Native(models.OllamaChatWrapper("", "llama2"), _IMAGE),
    "ollama-generate.chat": Native(models.OllamaGenerationWrapper("", "llama2")),
    "ollama-generate.multiagent": Native(models.OllamaGenerationWrapper("", "llama2")),
    "gemini.multiagent": Native(models.GeminiChatWrapper("", "gemini-pro")),
    "zhipu.multiagent": Native(models.ZhipuAIChatWrapper("", "glm-4")),
}
CAPABILITIES = {target: {"blocks": sorted(entry.carries)} for target, entry in FORMATTERS.items()}
