"""What tests of AgentScope 0.0 and 0.1 share: who formats, who says what, and what is no picture."""

from __future__ import annotations

from typing import Any

from promptfmt_reference.agentscope_v0_0 import models as wrappers
from promptfmt_reference.agentscope_v0_0.message import Msg
from promptfmt_reference.agentscope_v0_1 import formatters
from promptfmt_reference.agentscope_v0_1.message import Msg as Said
from promptfmt_reference.agentscope_v0_1.message import ToolResultBlock, ToolUseBlock


def classes(*names: str) -> list[Any]:
    return [getattr(wrappers, f"{name}Wrapper") for name in names]


RECURSIVE = classes("OpenAIChat", "PostAPIChat")
FLAT = classes("DashScopeChat", "ZhipuAIChat", "DashScopeMultiModal", "OllamaChat", "LiteLLMChat", "OllamaGeneration")
FLAT += classes("GeminiChat")
DIRECT = classes("OpenAIDALLE", "OpenAIEmbedding", "OllamaEmbedding", "GeminiEmbedding", "ZhipuAIEmbedding")
DIRECT += classes("DashScopeImageSynthesis", "DashScopeTextEmbedding")
S, A, B = Msg("system", "Be brief.", "system"), Msg("Ann", "Hi!", "user"), Msg("Bob", "Yes?", "assistant")


def refusal(value: Any) -> str:
    return f"The input should be a Msg object or a list of Msg objects, got {type(value)}."


def texts(payload: Any) -> list[str]:
    """All texts of a payload, whatever holds them."""
    match payload:
        case str():
            return [payload]
        case dict():
            return [text for value in payload.values() for text in texts(value)]
        case list():
            return [text for value in payload for text in texts(value)]
        case _:
            return []


IMAGE = b"fake image"
BASE64 = "ZmFrZSBpbWFnZQ=="

NO_PICTURES = [
    "",
    "missing.png",
    "folder.png",
    "pic.bmp",
    "pic",
    "png",
    "s.mp3",
    "https://example.com/pic",
    "https://example.com/a.png?size=2",
    "https://example.com/a.png ",
    "https://example.com/folder.png/",
    f"data:image/png;base64,{BASE64}",
    "nul\0.png",
    f"{'long' * 2000}.png",
    "deep/" * 2000 + "a.png",
    "pic.png/a.png",
    "https://[.png",
    "https://exa℀mple.png",
    "\udc80.png",
]

FORMATTERS = [
    formatters.OpenAIFormatter,
    formatters.DashScopeFormatter,
    formatters.AnthropicFormatter,
    formatters.GeminiFormatter,
    formatters.CommonFormatter,
]
METHODS = [method for formatter in FORMATTERS for method in (formatter.format_chat, formatter.format_multi_agent)]
CONVERSATION = "## Conversation History\n"
S1, A1, B1 = Said("system", "Be brief.", "system"), Said("Ann", "Hi!", "user"), Said("Bob", "Yes?", "assistant")

CALL = ToolUseBlock(type="tool_use", id="1", name="f", input={"x": ["é", {}]})
RESULT = ToolResultBlock(type="tool_result", id="1", name="f", output={"k": "é"})
