"""The reference minus one ability at a time: it claims what it did, and none may keep the level of its profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from liars.payloads import nodes
from planted.conversations import by_block, by_message, by_result, inside, is_web
from planted.planted import TOOLS, Planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Image,
    Media,
    Message,
    RedactedThinking,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)

REPAIR = "the dialect takes no image of the assistant's, and to leave it out is a legal repair"

IMAGES = "openai anthropic gemini dashscope-multimodal ollama vllm zhipu mistral openai-responses bedrock"


@dataclass(frozen=True, slots=True)
class Lacking:
    """What is lacking, as a fault; `profile` needs it. Who `keeps` its level today: globs of dialects, with why."""

    fault: Planted
    profile: str
    keeps: Mapping[str, str] = field(default_factory=dict)

    def why_kept(self, dialect: str) -> str:
        return next((why for glob, why in self.keeps.items() if fnmatchcase(dialect, glob)), "")

    def __str__(self) -> str:
        return self.fault.source


def thinking(conversation: Conversation) -> Conversation:
    return by_block(conversation, lambda block, _: [] if isinstance(block, Thinking | RedactedThinking) else [block])


def signatures_of_thoughts(payload: Any, given: Conversation) -> Any:
    for node in nodes(payload):
        if "thinking" in node or "reasoningText" in node:
            node.get("reasoningText", node).pop("signature", None)
    return payload


def signatures_of_calls(conversation: Conversation) -> Conversation:
    return by_block(
        conversation, lambda block, _: [replace(block, signature=None) if isinstance(block, ToolUse) else block]
    )


def error_marks(conversation: Conversation) -> Conversation:
    return by_result(conversation, lambda result: replace(result, is_error=False))


def images_of_the_assistant(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if message.role == "assistant" and isinstance(block, Image) else [block]

    return by_block(conversation, kept)


def descriptions(conversation: Conversation) -> Conversation:
    return replace(conversation, tools=tuple(replace(tool, description="") for tool in conversation.tools))


def addresses(conversation: Conversation) -> Conversation:
    def kept(block: Any) -> list[Any]:
        if isinstance(block, ToolResult) and inside(block):
            return [replace(block, output=tuple(new for item in inside(block) for new in kept(item)))]
        by_address = isinstance(block, Media) and isinstance(block.source, UrlSource) and is_web(block.source.url)
        return [] if by_address else [block]

    return by_block(conversation, lambda block, _: kept(block))


def names(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda message: [replace(message, name="")])


def lacking(
    what: str,
    profile: str,
    where: str,
    finds: tuple[str, ...],
    *,
    keeps: Mapping[str, str] | None = None,
    scenario: str = "chat",
    **deeds: Any,
) -> Lacking:
    fault = Planted(what, f"the reference without {what}", where, finds, scenarios=(scenario,), **deeds)
    return Lacking(fault, profile, keeps or {})


ABILITIES = (
    lacking(
        "thinking",
        "thinking",
        "anthropic bedrock deepseek vllm zhipu ollama mistral gemini openai-responses",
        ("fidelity.lost-thinking",),
        hears=thinking,
    ),
    lacking(
        "signatures of thoughts",
        "thinking",
        "anthropic bedrock",
        ("schema.required", "anthropic.thinking-unmodified", "fidelity.altered-thinking"),
        sends=signatures_of_thoughts,
    ),
    lacking(
        "signatures of calls",
        "tools",
        "gemini",
        ("fidelity.unsigned-call",),
        hears=signatures_of_calls,
    ),
    lacking(
        "error marks",
        "tools",
        "anthropic bedrock gemini",
        ("fidelity.lost-mark",),
        hears=error_marks,
    ),
    lacking(
        "an assistant's images",
        "vision",
        IMAGES,
        ("fidelity.lost-media",),
        hears=images_of_the_assistant,
        keeps={each: REPAIR for each in IMAGES.split() if each not in ("gemini", "ollama")},
    ),
    lacking(
        "descriptions of tools",
        "tools",
        TOOLS,
        ("fidelity.tool-description",),
        hears=descriptions,
    ),
    lacking(
        "addresses",
        "vision",
        "openai anthropic vllm zhipu mistral openai-responses dashscope-multimodal",
        ("fidelity.lost-media",),
        hears=addresses,
    ),
    lacking(
        "names",
        "text",
        f"{TOOLS} ollama-generate",
        ("fidelity.wrong-speaker", "fidelity.no-speaker"),
        hears=names,
        keeps={"*": "who speaks without a name is a warning, by contract: fidelity.no-speaker"},
        scenario="multiagent",
    ),
)
