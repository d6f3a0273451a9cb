"""AgentScope 0.1's model wrappers: a type of API each, which chooses the formatter, some by the model's name."""

from __future__ import annotations

from typing import Any, ClassVar

from promptfmt_reference.agentscope_v0_0.model import ModelResponse, NoModel
from promptfmt_reference.agentscope_v0_0.model import ModelWrapperBase as _Asked
from promptfmt_reference.agentscope_v0_1.formatters import (
    AnthropicFormatter,
    CommonFormatter,
    DashScopeFormatter,
    FormatterBase,
    GeminiFormatter,
    OpenAIFormatter,
)
from promptfmt_reference.agentscope_v0_1.openai import Payload

__all__ = ["ModelResponse", "ModelWrapperBase", "NoModel"]


class ModelWrapperBase(_Asked):
    """A model of one type of API; the first of `formatters` that is meant for its name writes its prompts.

    A type with one formatter takes it, whatever the name.
    """

    formatters: ClassVar[tuple[type[FormatterBase], ...]] = (CommonFormatter,)

    def format(self, *msgs: Any, multi_agent_mode: bool = True) -> Payload:
        """The prompt, as many agents are written or as a chat is."""
        formatter = self.formatter()
        return formatter.format_multi_agent(*msgs) if multi_agent_mode else formatter.format_chat(*msgs)

    def formatter(self) -> type[FormatterBase]:
        *chosen, other = self.formatters
        return next((each for each in chosen if each.is_supported_model(self.model_name)), other)


class OpenAIChatWrapper(ModelWrapperBase):
    model_type = "openai_chat"
    formatters = (OpenAIFormatter, CommonFormatter)


class PostAPIChatWrapper(ModelWrapperBase):
    """An API that takes a POST: what it wants shows in the model's name only."""

    model_type = "post_api_chat"
    formatters = (OpenAIFormatter, GeminiFormatter, CommonFormatter)

    def __init__(self, config_name: str, model_name: str | None = None, **config: Any) -> None:
        if model_name is None:
            raise ValueError(f"Model name should be provided for model configuration [{config_name}].")
        super().__init__(config_name, model_name, **config)


class DashScopeChatWrapper(ModelWrapperBase):
    model_type = "dashscope_chat"
    formatters = (DashScopeFormatter,)


class DashScopeMultiModalWrapper(DashScopeChatWrapper):
    model_type = "dashscope_multimodal"


class AnthropicChatWrapper(ModelWrapperBase):
    model_type = "anthropic_chat"
    formatters = (AnthropicFormatter,)


class GeminiChatWrapper(ModelWrapperBase):
    model_type = "gemini_chat"
    formatters = (GeminiFormatter,)


class OllamaChatWrapper(ModelWrapperBase):
    model_type = "ollama_chat"


class ZhipuAIChatWrapper(ModelWrapperBase):
    model_type = "zhipuai_chat"


class LiteLLMChatWrapper(ModelWrapperBase):
    model_type = "litellm_chat"


class YiChatWrapper(ModelWrapperBase):
    model_type = "yi_chat"

    def format(self, *msgs: Any, multi_agent_mode: bool = True) -> Payload:
        if self.model_name == "yi-vision":
            raise NotImplementedError("For yi-vision nothing here formats messages; write its prompt by hand.")
        return super().format(*msgs, multi_agent_mode=multi_agent_mode)


WRAPPERS: dict[str, type[ModelWrapperBase]] = {
    wrapper.model_type: wrapper
    for wrapper in (
        OpenAIChatWrapper,
        PostAPIChatWrapper,
        DashScopeChatWrapper,
        DashScopeMultiModalWrapper,
        AnthropicChatWrapper,
        GeminiChatWrapper,
        OllamaChatWrapper,
        ZhipuAIChatWrapper,
        LiteLLMChatWrapper,
        YiChatWrapper,
    )
}
