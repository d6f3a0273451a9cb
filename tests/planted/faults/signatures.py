"""Thoughts that meet: paired with others' signatures, borrowed, put into one block, spelled for another provider."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by, holding, of_type
from planted.conversations import by_message, of, saying
from planted.faults.replays import APART, FOUND, INLINE, SEALED, Thought, texts_before_thoughts
from planted.planted import Planted

from pytest_promptfmt.conversation import Conversation, Message, Thinking, ToolUse


def paired_by_place(conversation: Conversation) -> Conversation:
    """The signatures of a turn go to its thoughts from the first on, whoever has none."""

    def paired(message: Message) -> list[Message]:
        signatures = iter([thought.signature for thought in of(Thinking, message) if thought.signature])
        blocks = (
            replace(block, signature=next(signatures, None)) if isinstance(block, Thinking) else block
            for block in message.blocks
        )
        return [replace(message, blocks=tuple(blocks))]

    return by_message(conversation, paired)


def streamed_into_one(said: Conversation, given: Conversation) -> Conversation:
    """The thoughts of a turn are one text under the last signature; redacted ones are gone."""

    def one(message: Message) -> list[Message]:
        thoughts = [block for block in of(Thinking, message) if block.signature]
        if not thoughts or len(of(Thought, message)) < 2:
            return [message]
        whole = replace(thoughts[-1], thinking="".join(each.thinking for each in thoughts))
        blocks = [block for block in message.blocks if not isinstance(block, Thought) or block is thoughts[0]]
        return [replace(message, blocks=tuple(whole if block is thoughts[0] else block for block in blocks))]

    return by_message(said, one)


def borrowed(said: Conversation, given: Conversation) -> Conversation:
    """A turn that calls and did not think has the last signed thought before it."""
    turns: list[Message] = []
    last: Thinking | None = None
    for message in said.messages:
        signed = [block for block in of(Thinking, message) if block.signature]
        last = signed[-1] if signed else last
        if last and of(ToolUse, message) and not of(Thought, message):
            message = replace(message, blocks=(last, *message.blocks))
        turns.append(message)
    return saying(said, turns)


def joined_without_the_later(conversation: Conversation) -> Conversation:
    """Messages of the assistant's in a row are one, which thinks what the first of them thought."""
    turns: list[Message] = []
    for message in conversation.messages:
        if turns and turns[-1].role == message.role == "assistant":
            blocks = (block for block in message.blocks if not isinstance(block, Thought))
            turns[-1] = replace(turns[-1], blocks=(*turns[-1].blocks, *blocks))
        else:
            turns.append(message)
    return saying(conversation, turns)


# what is done to payloads


def redacted_as_text(payload: Any, given: Conversation) -> Any:
    for block in of_type("redacted_thinking", payload):
        block.clear()
        block |= {"type": "text", "text": ""}
    for block in holding("reasoningContent", payload):
        if "redactedContent" in block["reasoningContent"]:
            block.clear()
            block["text"] = ""
    return payload


def in_anthropics_form(payload: Any, given: Conversation) -> Any:
    """What is thought is a part of the content."""
    for message in by("assistant", payload):
        if thought := message.pop("reasoning_content", message.pop("reasoning", "")):
            content = message.get("content")
            parts = [{"type": "text", "text": content}] if isinstance(content, str) and content else content or []
            message["content"] = [{"type": "thinking", "thinking": thought}, *parts]
    return payload


def there_and_empty(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        for key in ("reasoning_content", "reasoning", "thinking"):
            if key in message:
                message[key] = ""
    return payload


def by_their_names(payload: Any, given: Conversation) -> Any:
    """A call is built anew from its name: neither arguments nor signature."""
    for part in holding("function_call", payload):
        part["function_call"]["args"] = {}
        part.pop("thought_signature", None)
    return payload


def one_block(payload: Any, given: Conversation) -> Any:
    """A text behind a thought goes into the thought's block."""
    for turn in by("assistant", payload):
        for before, block in zip(turn["content"], turn["content"][1:], strict=False):
            if before.get("type") == "thinking" and block.get("type") == "text":
                before["text"] = block["text"]
                turn["content"].remove(block)
                break
    return payload


TABLE = (
    Planted(
        "openai-agents-3981",
        "an unsigned thought has the signature of the signed one behind it",
        SEALED,
        FOUND,
        hears=paired_by_place,
    ),
    Planted(
        "openai-agents-4175",
        "the thoughts of a turn are one under the last signature, redacted ones are dropped",
        SEALED,
        FOUND,
        writes=streamed_into_one,
    ),
    Planted(
        "cersei-36",
        "redacted thinking becomes an empty text",
        SEALED,
        (*FOUND, "*.text-nonempty", "*.text-nonblank"),
        sends=redacted_as_text,
    ),
    Planted(
        "clawcodex-862",
        "a thought is a part of the content, in Anthropic's form",
        "deepseek zhipu",
        (*FOUND, "*.content-*", "*.text-only"),
        sends=in_anthropics_form,
    ),
    Planted(
        "cursor-byok-276",
        "a turn that calls and did not think borrows the last signed thought before it",
        SEALED,
        FOUND,
        writes=borrowed,
    ),
    Planted(
        "openclaude-259",
        "two messages of the assistant's in a row are one, without what was thought in the second",
        APART,
        FOUND,
        hears=joined_without_the_later,
    ),
    Planted(
        "openclaw-91645", "what was thought is there and empty", "vllm deepseek zhipu", FOUND, sends=there_and_empty
    ),
    Planted(
        "dots-hyprland-3596",
        "a call has neither its arguments nor its signature",
        "gemini",
        ("gemini.thought-signature", "fidelity.call-arguments", "fidelity.unsigned-call"),
        sends=by_their_names,
    ),
    Planted(
        "langchainjs-10691",
        "a thought and the text behind it are one block",
        "anthropic",
        (*FOUND, "fidelity.lost-text"),
        sends=one_block,
    ),
    Planted("claurst-217", "a turn's texts stand before all else", INLINE, FOUND, writes=texts_before_thoughts),
)
