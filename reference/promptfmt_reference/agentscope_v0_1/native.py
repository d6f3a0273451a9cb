"""AgentScope 0.1's formatters as an implementation for the kit: a conversation becomes messages, then a payload."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from promptfmt_reference.agentscope_v0_0.native import link
from promptfmt_reference.agentscope_v0_1 import formatters
from promptfmt_reference.agentscope_v0_1.message import Block, Msg
from promptfmt_reference.agentscope_v0_1.openai import Payload
from promptfmt_reference.rewrite.refuse import refuse
from promptfmt_reference.wire.shared import json_copy
from pytest_promptfmt import conversation
from pytest_promptfmt.conversation import Audio, Conversation, Document, Image, Text, ToolResult, ToolUse, Video

_HOLDS = frozenset({"tool", "image", "audio", "video", "document"})


@dataclass(frozen=True, slots=True)
class Native:
    """A formatter's method as an entry of a table FORMATTERS."""

    write: Callable[[list[Msg]], Payload]

    def prepare(self, conversation: Conversation) -> list[Msg]:
        refuse(conversation, "AgentScope 0.1", _HOLDS)
        names = {b.id: b.name for message in conversation.messages for b in message.blocks if isinstance(b, ToolUse)}
        return [
            Msg(
                message.name,
                [held for block in message.blocks if (held := _block(block, names))],
                "system" if message.role == "tool" else message.role,
            )
            for message in conversation.messages
        ]

    def format(self, msgs: list[Msg]) -> Payload:
        return self.write(msgs)


def _block(block: conversation.Block, names: dict[str, str]) -> Block | None:
    """The block as this generation has it; thinking has no place, and a result of nothing but texts is one text."""
    match block:
        case Text(text):
            return {"type": "text", "text": text}
        case Image() | Audio() | Video() | Document():
            return {"type": "file" if isinstance(block, Document) else block.type, "url": link(block)}
        case ToolUse():
            return {"type": "tool_use", "id": block.id, "name": block.name, "input": json_copy(block.input)}
        case ToolResult():
            name = block.name or names.get(block.id, "")
            return {"type": "tool_result", "id": block.id, "name": name, "output": _output(block)}
        case _:
            return None


def _output(result: ToolResult) -> Any:
    items = result.output
    if not isinstance(items, tuple):
        return items
    if all(isinstance(item, Text) for item in items):
        return "\n".join(item.text for item in items if isinstance(item, Text))
    return [_block(item, {}) for item in items]


def _both(dialect: str, formatter: type[formatters.FormatterBase]) -> dict[str, Native]:
    return {
        f"{dialect}.chat": Native(formatter.format_chat),
        f"{dialect}.multiagent": Native(formatter.format_multi_agent),
    }


FORMATTERS = {
    **_both("openai", formatters.OpenAIFormatter),
    **_both("anthropic", formatters.AnthropicFormatter),
    **_both("dashscope", formatters.DashScopeFormatter),
    **_both("dashscope-multimodal", formatters.DashScopeFormatter),
    **_both("gemini", formatters.GeminiFormatter),
    **_both("ollama", formatters.CommonFormatter),
    **_both("zhipu", formatters.CommonFormatter),
}
CAPABILITIES = {
    target: {"blocks": blocks}
    for target, blocks in {
        "openai.chat": ["tool", "image"],
        "openai.multiagent": ["tool", "image"],
        "anthropic.chat": ["tool", "image"],
        "anthropic.multiagent": ["image"],
        "dashscope.chat": ["tool"],
        "dashscope-multimodal.chat": ["tool", "image", "audio"],
        "dashscope-multimodal.multiagent": ["image", "audio"],
    }.items()
} | {target: {"blocks": []} for target in FORMATTERS if target.partition(".")[0] in ("gemini", "ollama", "zhipu")}
