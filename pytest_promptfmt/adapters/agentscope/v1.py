"""AgentScope 1.0: what a conversation is there, and which of its formatters writes what.

- blocks are dictionaries, spelled as the conversation's JSON form spells them
- a `Msg` has role user, assistant or system; a result sits in a system's
- a result has always a name, and no place for ``is_error``; a call's signature is ``thought_signature``
- there is no document; redacted thinking is a block like any other that it does not know
- DashScope's formatters write for both of its endpoints, and count on its SDK (local paths); media are for one only
- Gemini's hand bytes to its SDK (signatures)
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from agentscope.message import Msg

from pytest_promptfmt.adapting import named_results
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import needs


def prepare(target: str) -> Callable[[Conversation], list[Any]]:
    """What makes AgentScope's own messages for `target`."""
    return _without_media if target.startswith("dashscope.") else messages


def _without_media(conversation: Conversation) -> list[Any]:
    if media := needs(conversation) - {"tool", "thinking"}:
        raise NotImplementedError(
            f"{', '.join(sorted(media))}: judged on dashscope-multimodal, where its users send it"
        )
    return messages(conversation)


def messages(conversation: Conversation) -> list[Any]:
    """AgentScope's own messages, one for each of the conversation's."""
    return [
        Msg(entry["name"], [_block(block) for block in entry["content"]], _ROLES.get(entry["role"], entry["role"]))
        for entry in named_results(conversation).to_json()["messages"]
    ]


_ROLES = {"tool": "system"}


def _block(block: dict[str, Any]) -> dict[str, Any]:
    match block:
        case {"type": "document"}:
            raise NotImplementedError("AgentScope 1.0 has no block for a document")
        case {"type": "tool_use", "signature": signature}:
            return {key: block[key] for key in ("type", "id", "name", "input")} | {"thought_signature": signature}
        case {"type": "tool_result", "id": id_, "output": output}:
            parts = [_block(part) for part in output] if isinstance(output, list) else output
            return {"type": "tool_result", "id": id_, "name": block.get("name", ""), "output": parts}
        case _:
            return block


class _Counter:
    """The kit's counter, as AgentScope asks one."""

    def __init__(self, count: Callable[[Any], int]) -> None:
        self._count = count

    async def count(self, messages: list[dict[str, Any]], **_: Any) -> int:
        return self._count(messages)


def formatting(formatter: Any) -> Callable[..., Any]:
    """The second step; with a budget the formatter is limited to it, as its constructor would limit it."""

    async def format_(msgs: list[Any], budget: int | None = None, count: Callable[[Any], int] | None = None) -> Any:
        limited = formatter
        if budget is not None and count is not None:
            type(formatter)(max_tokens=budget)  # refuses what it refuses
            limited = copy(formatter)
            limited.token_counter, limited.max_tokens = _Counter(count), budget
        return await limited.format(msgs)

    return format_


_KINDS = {
    "ToolUseBlock": "tool",
    "ThinkingBlock": "thinking",
    "ImageBlock": "image",
    "AudioBlock": "audio",
    "VideoBlock": "video",
}


def claims(target: str, formatter: type) -> dict[str, Any]:
    """What the formatter's class says it supports, and what AgentScope's documentation says beside."""
    supported = (block.__name__ for block in formatter.supported_blocks)  # type: ignore[attr-defined]
    blocks = {_KINDS[name] for name in supported if name in _KINDS}
    dialect = target.partition(".")[0]
    if dialect == "anthropic":
        blocks.add("thinking")  # documented for Anthropic only, and missing from the class
    if dialect == "dashscope":
        blocks = {"tool"}  # media are for the multimodal endpoint
    return {"blocks": sorted(blocks), "truncation": "drop", "layer": _LAYERS.get(dialect, "wire")}


_LAYERS = {"dashscope": "sdk", "dashscope-multimodal": "sdk", "gemini": "sdk"}

TABLE = {
    "openai.chat": "OpenAIChatFormatter",
    "openai.multiagent": "OpenAIMultiAgentFormatter",
    "anthropic.chat": "AnthropicChatFormatter",
    "anthropic.multiagent": "AnthropicMultiAgentFormatter",
    "dashscope.chat": "DashScopeChatFormatter",
    "dashscope.multiagent": "DashScopeMultiAgentFormatter",
    "dashscope-multimodal.chat": "DashScopeChatFormatter",
    "dashscope-multimodal.multiagent": "DashScopeMultiAgentFormatter",
    "gemini.chat": "GeminiChatFormatter",
    "gemini.multiagent": "GeminiMultiAgentFormatter",
    "ollama.chat": "OllamaChatFormatter",
    "ollama.multiagent": "OllamaMultiAgentFormatter",
    "deepseek.chat": "DeepSeekChatFormatter",
    "deepseek.multiagent": "DeepSeekMultiAgentFormatter",
    "vllm.chat": "OpenAIChatFormatter",
    "vllm.multiagent": "OpenAIMultiAgentFormatter",
}
