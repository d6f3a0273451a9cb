"""The formatters of AgentScope 1.0 with their documented names and arguments, as they should be.

`FORMATTERS` dresses them for the kit: ``pytest --promptfmt-impl=promptfmt_reference.agentscope_v1``.
"""

from __future__ import annotations

from promptfmt_reference.agentscope_v1.base import FormatterBase, TokenCounter, TruncatedFormatterBase
from promptfmt_reference.agentscope_v1.formatter import (
    AnthropicChatFormatter,
    AnthropicMultiAgentFormatter,
    DashScopeChatFormatter,
    DashScopeMultiAgentFormatter,
    DeepSeekChatFormatter,
    DeepSeekMultiAgentFormatter,
    GeminiChatFormatter,
    GeminiMultiAgentFormatter,
    OllamaChatFormatter,
    OllamaMultiAgentFormatter,
    OpenAIChatFormatter,
    OpenAIMultiAgentFormatter,
)
from promptfmt_reference.agentscope_v1.message import (
    AudioBlock,
    Base64Source,
    ImageBlock,
    Msg,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    URLSource,
    VideoBlock,
)
from promptfmt_reference.agentscope_v1.native import CAPABILITIES, FORMATTERS

__all__ = [
    "CAPABILITIES",
    "FORMATTERS",
    "AnthropicChatFormatter",
    "AnthropicMultiAgentFormatter",
    "AudioBlock",
    "Base64Source",
    "DashScopeChatFormatter",
    "DashScopeMultiAgentFormatter",
    "DeepSeekChatFormatter",
    "DeepSeekMultiAgentFormatter",
    "FormatterBase",
    "GeminiChatFormatter",
    "GeminiMultiAgentFormatter",
    "ImageBlock",
    "Msg",
    "OllamaChatFormatter",
    "OllamaMultiAgentFormatter",
    "OpenAIChatFormatter",
    "OpenAIMultiAgentFormatter",
    "TextBlock",
    "ThinkingBlock",
    "TokenCounter",
    "ToolResultBlock",
    "ToolUseBlock",
    "TruncatedFormatterBase",
    "URLSource",
    "VideoBlock",
]
