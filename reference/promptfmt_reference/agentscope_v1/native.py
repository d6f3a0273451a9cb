"""AgentScope's formatters as an implementation for the kit: a conversation becomes messages, which are formatted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from promptfmt_reference.agentscope_v1 import formatter
from promptfmt_reference.agentscope_v1.base import FormatterBase
from promptfmt_reference.agentscope_v1.media import by_value
from promptfmt_reference.agentscope_v1.message import Block, Msg
from promptfmt_reference.agentscope_v1.spelling import Payload
from promptfmt_reference.rewrite.refuse import refuse
from pytest_promptfmt.conversation import Conversation, ToolUse


@dataclass(frozen=True, slots=True)
class Native:
    """A formatter as an entry of a table FORMATTERS; `make` makes it, with a counter or without.

    What goes out is a whole request here, and no part of one: `check` raises `ValueError` where the provider would not
    take it, and what has no place (`carries`) is refused, not skipped.
    """

    make: Callable[..., FormatterBase]
    title: str = "the provider"
    carries: frozenset[str] = frozenset({"tool"})
    check: Callable[[Any], None] = lambda payload: None

    def prepare(self, conversation: Conversation) -> list[Msg]:
        return messages(refuse(conversation, self.title, self.carries))

    async def format(
        self, msgs: list[Msg], *, budget: float | None = None, count: Callable[[Any], int] | None = None
    ) -> Any:
        options = {} if count is None else {"token_counter": Counting(count), "max_tokens": budget}
        payload = await self.make(**options).format(msgs)
        self.check(payload)
        return payload

    def __call__(self, conversation: Conversation, **options: Any) -> Any:
        """The payload, for those who do not ask for the messages between."""
        return asyncio.run(self.format(self.prepare(conversation), **options))


@dataclass(frozen=True, slots=True)
class Counting:
    """A plain function as a token counter."""

    function: Callable[[Any], int]

    async def count(self, messages: list[dict[str, Any]]) -> int:
        return self.function(messages)


def messages(conversation: Conversation) -> list[Msg]:
    """AgentScope's own messages, one for each of the conversation's.

    Local files in results go by value, or the provider would be told of paths that it cannot read.
    """
    names = {b.id: b.name for message in conversation.messages for b in message.blocks if isinstance(b, ToolUse)}
    return [
        Msg(
            said["name"],
            [_block(block, names) for block in said["content"]],
            "system" if said["role"] == "tool" else said["role"],
        )
        for said in conversation.to_json()["messages"]
    ]


def _block(block: Block, names: dict[str, str]) -> Block:
    match block:
        case {"type": "document"}:
            raise ValueError("AgentScope 1.0 has no block for a document")
        case {"type": "tool_use", "signature": signature}:
            return {**block, "thought_signature": signature}
        case {"type": "tool_result", "id": id_, "output": output}:
            shown = [by_value(item) for item in output] if isinstance(output, list) else output
            return {**block, "name": block.get("name") or names.get(id_, ""), "output": shown}
        case _:
            return block


def _needs(role: str) -> Callable[[Payload], None]:
    def check(payload: Payload) -> None:
        if not any(message["role"] == role for message in payload):
            raise ValueError(f"the provider asks for a message of role {role}, and there is none")

    return check


def _needs_more_than_system(payload: Payload) -> None:
    if all(message["role"] == "system" for message in payload):
        raise ValueError("the provider asks for a message, and there is nothing but system text")


def _ends_with_user(payload: Payload) -> None:
    if not payload or payload[-1]["role"] != "user":
        raise ValueError("Gemini asks for a user's turn at the end, and the model has the last word")
    if payload[0]["role"] == "model" and any("function_call" in part for part in payload[0]["parts"]):
        raise ValueError("Gemini asks for a user's turn before a call, and the conversation begins with the call")


_MEDIA = frozenset({"image", "audio", "video"})
_ENTRIES: tuple[tuple[str, str, frozenset[str], Callable[[Payload], None]], ...] = (
    ("openai", "OpenAI", _MEDIA - {"video"}, lambda payload: None),
    ("vllm", "OpenAI", _MEDIA - {"video"}, lambda payload: None),
    ("anthropic", "Anthropic", frozenset({"image", "thinking"}), _needs_more_than_system),
    ("dashscope", "DashScope", frozenset(), _needs("user")),
    ("dashscope-multimodal", "DashScope", _MEDIA, _needs("user")),
    ("gemini", "Gemini", _MEDIA, _ends_with_user),
    ("ollama", "Ollama", frozenset({"image"}), lambda payload: None),
    ("deepseek", "DeepSeek", frozenset({"thinking"}), lambda payload: None),
)
FORMATTERS = {
    f"{dialect}.{scenario}": Native(getattr(formatter, f"{name}{kind}Formatter"), name, blocks | {"tool"}, check)
    for dialect, name, blocks, check in _ENTRIES
    for scenario, kind in (("chat", "Chat"), ("multiagent", "MultiAgent"))
}
CAPABILITIES = {
    target: {
        "blocks": sorted(entry.carries),
        "truncation": "drop",
        "layer": "sdk" if target.startswith("gemini") else "wire",
        # the documents print conversations that end in the assistant's words; later models refuse them
        **({"model": "claude-sonnet-4-5"} if target.startswith("anthropic") else {}),
    }
    for target, entry in FORMATTERS.items()
}
