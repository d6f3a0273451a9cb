"""Family D, and what is near it: thoughts that are dropped, unsigned, signed for another, or that raise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by
from planted.conversations import blocks, by_block, by_message, of
from planted.planted import Formatter, Planted

from pytest_promptfmt.conversation import Block, Conversation, Message, RedactedThinking, Thinking, ToolUse

LOST = ("*think*", "*reasoning*", "*thought*")


def none_before_calls(conversation: Conversation) -> Conversation:
    """A turn that calls has no thoughts."""

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Thinking | RedactedThinking) and of(ToolUse, message) else [block]

    return by_block(conversation, kept)


def no_signed_before_calls(conversation: Conversation) -> Conversation:
    """A turn that calls has no thoughts that are signed."""

    def kept(block: Block, message: Message) -> list[Block]:
        signed = isinstance(block, RedactedThinking) or (isinstance(block, Thinking) and bool(block.signature))
        return [] if signed and of(ToolUse, message) else [block]

    return by_block(conversation, kept)


def signed_by_the_last(conversation: Conversation) -> Conversation:
    """Several thoughts of a turn get the signature of the last."""

    def signed(message: Message) -> list[Message]:
        signatures = [thought.signature for thought in of(Thinking, message) if thought.signature]
        return [
            replace(
                message,
                blocks=tuple(
                    replace(block, signature=signatures[-1])
                    if isinstance(block, Thinking) and block.signature
                    else block
                    for block in message.blocks
                ),
            )
        ]

    return by_message(conversation, signed)


def unsigned_calls(conversation: Conversation) -> Conversation:
    return by_block(
        conversation, lambda block, _: [replace(block, signature=None) if isinstance(block, ToolUse) else block]
    )


def raises_on_thoughts(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation) -> Any:
        if blocks(Thinking, conversation):
            raise TypeError("content_type=<reasoningContent> | unsupported type")
        return honest(conversation)

    return format_


EMPTY: dict[str, Any] = {
    "anthropic": {"type": "thinking", "thinking": "", "signature": ""},
    "bedrock": {"reasoningContent": {"reasoningText": {"text": "", "signature": ""}}},
    "mistral": {"type": "thinking", "thinking": []},
}


def empty_block(dialect: str) -> Any:
    """An assistant's text without a thought gets an empty one."""

    def send(payload: Any, given: Conversation) -> Any:
        for turn in by("assistant", payload):
            content = turn["content"]
            if (
                isinstance(content, list)
                and content
                and not any("hinking" in str([*b]) + str(b.get("type")) for b in content)
            ):
                if not any("reasoningContent" in block for block in content):
                    content.insert(0, EMPTY[dialect])
        return payload

    return send


def dropped(source: str, where: str, *, signed: bool = False) -> Planted:
    return Planted(
        source,
        f"a turn that calls has none of its {'signed ' if signed else ''}thoughts",
        where,
        LOST,
        hears=no_signed_before_calls if signed else none_before_calls,
    )


TABLE = (
    Planted(
        "strands-1099",
        "a thought in the history raises",
        # It shipped for OpenAI, where thoughts have no place: there a clear error is right.
        "vllm deepseek zhipu mistral ollama anthropic gemini bedrock openai-responses",
        ("exchange.raised", "errors.unclear"),
        acts=raises_on_thoughts,
    ),
    Planted(
        "strands-1703",
        "the signature of a call is dropped",
        "gemini",
        ("gemini.thought-signature", "fidelity.unsigned-call", "fidelity.*signature*"),
        hears=unsigned_calls,
    ),
    Planted(
        "openai-agents-1779",
        "several thoughts of one turn have the signature of the last",
        "anthropic bedrock",
        ("fidelity.altered-thinking",),
        hears=signed_by_the_last,
    ),
    dropped("openai-agents-2328", "deepseek zhipu vllm ollama mistral"),
    dropped("any-llm-1153", "anthropic bedrock", signed=True),
    dropped("openai-agents-1706", "anthropic bedrock"),
    dropped("openai-agents-4157", "anthropic bedrock"),
    *(
        Planted(
            "agno-6946",
            "an assistant's turn without a thought gets an empty one",
            dialect,
            (f"{dialect}.*", "schema.*", "fidelity.*think*"),
            sends=empty_block(dialect),
            name=dialect,
        )
        for dialect in EMPTY
    ),
)
